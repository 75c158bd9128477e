"""Assessments of positions, and reviews of games: the worth of every move played, and the blunders.

A worth is exact in positions that plyground can solve (`plyground.solve.exact_moves`). In all others it is the mean of
a search with its 95 % interval: for a move, of its own visits; for the position, of all simulations. Values are to the
player who moves.

    pg.review.assess(state).best               # the best move: a hint
    pg.review.assess(state).worth              # of the position
    pg.review.review_game("tictactoe", "b2 a1 c3").blunders
"""

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from plyground.errors import PlygroundError
from plyground.games.base import CHANCE, TERMINAL, Game, Start, State, parse_game, position_of, require_decision
from plyground.games.broken_rules import sound_copy
from plyground.search import Budget, Search, configure
from plyground.search.backup import Solver
from plyground.search.columns.proofs import known
from plyground.search.result import MoveStats, Result, line_names
from plyground.solve.best_play import exact_moves
from plyground.statistics.intervals import Estimate, mean_interval
from plyground.tree import ROOT

SIMULATIONS = 5000
MOVES_SHOWN = 5  # in the `repr` of an assessment
# A drop that is not exact is a blunder if it is at least this share of the game's value range: in a game of win and
# loss, a tenth in the probability of winning.
LEAST_DROP = 0.1
# An exact line of best play shows at most this many moves: each may cost the Connect Four solver a second.
LONGEST_LINE = 8
# The most searches for the review of one move: of the position, and two for each of the two moves compared.
SEARCHES_PER_PLY = 5


@dataclass(frozen=True)
class MoveWorth:
    """A move and its worth to the player who makes it."""

    action: int
    name: str
    value: float
    low: float
    high: float
    exact: bool
    certain: bool  # a win, a draw or a loss by best play, whatever the dice show
    visits: int | None = None  # of the search
    plies: int | None = None  # moves until the end with best play, where it is solved

    @property
    def words(self) -> str:
        """`wins in 5 moves`, `draws`, or the value with its interval."""
        result = {1.0: "wins", 0.0: "draws", -1.0: "loses"}.get(self.value) if self.certain else None
        if result is None:
            interval = "" if self.exact else f" [{self.low:+z.2f}, {self.high:+z.2f}]"
            return f"value {self.value:+z.2f}{interval}"
        if self.plies is None or self.value == 0:
            return result
        return f"{result} in {self.plies} {'move' if self.plies == 1 else 'moves'}"


@dataclass(frozen=True)
class Assessment:
    """The worth of every move in a position, best first. A search leaves out moves that it never visited."""

    state: State
    moves: list[MoveWorth]
    # The worth of the position. It is no maximum over the moves: the best of many means is too high by chance.
    worth: Estimate
    simulations: int  # 0: solved without a search
    searched_line: list[str]
    line_seconds: float = math.inf  # for `line`, if solved: what the solver left of the budget

    def __repr__(self) -> str:
        """One line: who moves, and the best moves with their worth."""
        shown = [f"{move.name} {move.words}" for move in self.moves[:MOVES_SHOWN]] + ["…"] * (
            len(self.moves) > MOVES_SHOWN
        )
        who = self.state.game.seat_name(self.state.player)
        return f"<{self.state.game}, {who} to move, {self.source}: {', '.join(shown)}>"

    @property
    def best(self) -> MoveWorth:
        return self.moves[0]

    @property
    def exact(self) -> bool:
        """Whether the worth of the position is certain: solved, or proven by the search."""
        return self.worth.low == self.worth.high

    @property
    def is_clear(self) -> bool:
        """Whether no other move may be as good as the best one: no interval reaches into that of the best."""
        return self.best.exact or all(move.high < self.best.low for move in self.moves[1:])

    @property
    def source(self) -> str:
        """Where the values come from, in words."""
        return f"{self.simulations:,} simulations" if self.simulations else "solved"

    @cached_property
    def line(self) -> list[str]:
        """The best move and the moves after it, up to a roll of the dice: best play, or the search's best line."""
        return self.searched_line if self.simulations else _exact_line(self.state, self.best.action, self.line_seconds)

    def worth_of(self, action: int) -> MoveWorth | None:
        return next((move for move in self.moves if move.action == action), None)

    def to_dict(self) -> dict[str, Any]:
        return {
            "seat": self.state.player,
            "worth": self.worth.to_dict(),
            "simulations": self.simulations,
            "moves": [asdict(move) for move in self.moves],
            "line": self.line,
        }


def assess(state: Start, budget: Budget | int = SIMULATIONS, seed: int = 0) -> Assessment:
    """The worth of a position and of its moves to the player who moves: exact, or from a search with this budget.

    At most half of a time budget is spent on the attempt to solve the position.
    """
    state = sound_copy(position_of(state))
    require_decision(state)
    limits, begin = Budget.of(budget), time.perf_counter()
    solved = _solved(state, limits.seconds)
    if limits.seconds is not None:  # at least half is left, even if the first call in a process had to load the solver
        limits = replace(limits, seconds=max(limits.seconds / 2, limits.seconds - (time.perf_counter() - begin)))
    if solved is not None:
        worth = solved[0].value
        rest = math.inf if limits.seconds is None else limits.seconds
        return Assessment(state.clone(), solved, Estimate(worth, worth, worth), 0, [], rest)
    return _searched(_new_search(state.game, seed), state, limits)


@dataclass(frozen=True)
class PlyReview:
    """One move of a game. For a roll of the dice, `worth` and `best` are None."""

    number: int  # from 1
    player: int
    action: int
    name: str
    worth: MoveWorth | None
    best: MoveWorth | None
    blunder: str = ""  # what the move gave away, in words; empty for a good move

    @property
    def drop(self) -> float:
        """How far the value of the move is below that of the best move."""
        return 0.0 if self.worth is None or self.best is None else max(0.0, self.best.value - self.worth.value)


@dataclass(frozen=True)
class Review:
    """All moves of a game, each with its worth."""

    game: Game
    plies: list[PlyReview]
    simulations: int

    def __repr__(self) -> str:
        """One line: the moves that gave something away."""
        found = [f"{ply.number}. {ply.name} ({ply.blunder})" for ply in self.blunders]
        return f"<{len(self.plies)} moves of {self.game}, blunders: {', '.join(found) or 'none'}>"

    @property
    def blunders(self) -> list[PlyReview]:
        return [ply for ply in self.plies if ply.blunder]

    def to_dict(self) -> dict[str, Any]:
        plies = [{**asdict(ply), "drop": ply.drop} for ply in self.plies]
        return {"game": str(self.game), "simulations": self.simulations, "plies": plies}


def review_game(
    game: Game | str,
    moves: str | Iterable[int],
    simulations: int = SIMULATIONS,
    seed: int = 0,
    step: Callable[[], None] = lambda: None,
) -> Review:
    """Review a finished or running game: its actions, or their names ("444"). `step` is called after every move."""
    rules = parse_game(game)
    actions = rules.read_moves(moves) if isinstance(moves, str) else list(moves)
    state = rules.initial_state()
    plies = []
    for number, action in enumerate(actions, start=1):
        if state.player == TERMINAL:
            raise PlygroundError(f"{rules}: move {number} comes after the end of the game")
        state.require_legal(action)
        plies.append(review_ply(state, number, action, simulations, seed))
        state.apply(action)
        step()
    return Review(rules, plies, simulations)


def review_ply(state: Start, number: int, action: int, budget: Budget | int = SIMULATIONS, seed: int = 0) -> PlyReview:
    """Review the move `action` in this position; `number` is its place in the game, from 1.

    The budget is that of each search; there are up to `SEARCHES_PER_PLY` of them.
    """
    state = position_of(state)
    player, name = state.player, state.action_name(action)
    if player == CHANCE:
        return PlyReview(number, player, action, name, None, None)
    limits = Budget.of(budget)
    found = assess(state, limits, seed)
    best, worth = found.best, found.worth_of(action)
    if found.simulations and best.action != action:
        # The search visits its favourite most, and means fall as visits grow: search both moves equally long.
        best = _look_closer(state, best.action, limits, seed) or best
        worth = _look_closer(state, action, limits, seed) or worth
    blunder = "" if worth is None or best.action == action else _blunder(state.game, best, worth)
    return PlyReview(number, player, action, name, worth, best, blunder)


def _blunder(game: Game, best: MoveWorth, played: MoveWorth) -> str:
    """What the move gave away, in words; empty if it gave away nothing, too little, or nothing certain."""
    low, high = game.value_range
    if best.certain and played.certain:
        results = {1.0: "win", 0.0: "draw", -1.0: "loss"}
        return f"a {results[best.value]} becomes a {results[played.value]}" if played.value < best.value else ""
    drop = best.value - played.value
    certain = best.low > played.high
    return f"costs {drop:.2f}" if certain and drop >= LEAST_DROP * (high - low) else ""


def _solved(state: State, seconds: float | None) -> list[MoveWorth] | None:
    known = exact_moves(state, None if seconds is None else seconds / 2)
    if known is None:
        return None
    seat, game = state.player, state.game
    return [
        MoveWorth(
            move.action,
            state.action_name(move.action),
            *(move.values[seat],) * 3,
            exact=True,
            certain=move.plies is not None and game.zero_sum and move.values[seat] in (-1.0, 0.0, 1.0),
            plies=move.plies,
        )
        for move in known
    ]


def _exact_line(state: State, first: int, seconds: float) -> list[str]:
    """Best play from here, up to a roll of the dice, as far as it is found within this time."""
    state, actions, end = state.clone(), [first], time.perf_counter() + seconds
    start = state.clone()
    state.apply(first)
    while state.player >= 0 and len(actions) < LONGEST_LINE:
        known = exact_moves(state, end - time.perf_counter())
        if known is None:
            break
        actions.append(known[0].action)
        state.apply(actions[-1])
    return line_names(start, actions)


def _new_search(game: Game, seed: int) -> Search:
    """A search with the solver backup if the game allows proofs, else a plain one."""
    try:
        return Search(game, configure(backup=Solver()), seed=seed)
    except PlygroundError:
        return Search(game, seed=seed)


def _searched(search: Search, state: State, limits: Budget) -> Assessment:
    result = search.run(state, limits)
    if result.stopped == "interrupted":
        raise KeyboardInterrupt
    if not result.moves:
        raise PlygroundError(f"no simulation of {state.game} ended within the budget: no move can be judged")
    moves = sorted(result.moves, key=lambda move: (move.action == result.action, move.value), reverse=True)
    line = until_dice(state, result.line)
    found, worth = [_worth_of(move) for move in moves], _worth_of_root(result)
    return Assessment(state.clone(), found, worth, max(result.simulations, 1), line)


def _worth_of_root(result: Result) -> Estimate:
    proven = known(result.top, ROOT)
    if proven is not None:
        value = float(proven[result.seat])
        return Estimate(value, value, value)
    assert result.value is not None  # a new tree, in which the root keeps the value of the player who moves
    return mean_interval(result.value, result.top.visits[ROOT], *result.value_range)


def until_dice(state: Start, line: list[str]) -> list[str]:
    """The moves of a line up to a roll of the dice: what follows depends on it."""
    state = position_of(state).clone()
    for place, name in enumerate(line):
        if state.player == CHANCE:
            return line[:place]
        state.apply(state.parse_action(name))
    return line


def _worth_of(move: MoveStats) -> MoveWorth:
    exact = move.proven is not None
    # A search proves only what dice cannot change, and only in games of win, draw and loss.
    return MoveWorth(move.action, move.name, move.value, move.low, move.high, exact, exact, move.visits)


def _look_closer(state: State, action: int, limits: Budget, seed: int) -> MoveWorth | None:
    """The worth of a move after a search of the position, then the same budget again below this move alone.

    None if the search below the move does not give the value to the player who moved.
    """
    name, seat, search = state.action_name(action), state.player, _new_search(state.game, seed)
    _searched(search, state, limits)
    search.advance(action)
    after = search.state
    if after.player == TERMINAL:
        value = after.returns()[seat]
        certain = state.game.zero_sum and value in (-1.0, 0.0, 1.0)
        return MoveWorth(action, name, value, value, value, exact=True, certain=certain)
    search.grow(limits)
    top = search.top()
    sign = 1.0 if top.seat[ROOT] == seat else -1.0
    if sign < 0 and not search.config.opposed(state.game):
        return None
    proven = known(top, ROOT)
    if proven is not None:
        value = float(proven[seat])
        return MoveWorth(action, name, value, value, value, exact=True, certain=True, visits=top.visits[ROOT])
    mean = mean_interval(sign * top.value[ROOT], top.visits[ROOT], *search.value_range())
    return MoveWorth(action, name, mean.value, mean.low, mean.high, exact=False, certain=False, visits=top.visits[ROOT])
