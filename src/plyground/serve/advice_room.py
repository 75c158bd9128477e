"""Advice on a table's game: hints, the evaluation bar, the review of its moves."""

from collections.abc import Callable, Generator

from plyground.errors import PlygroundError
from plyground.games import CHANCE, TERMINAL, Game, State
from plyground.games.native import native_game
from plyground.review import Assessment, MoveWorth, PlyReview, assess, review_ply
from plyground.serve import requests as ask_for
from plyground.serve.messages import BarShown, Done, Hint, ReviewPoint, ReviewShown, ServerMessage
from plyground.serve.play_room import OpenTable, PlayRoom
from plyground.serve.room import Room
from plyground.serve.shapes import ChildShown, LegalMove
from plyground.view.svg import signed

# A game with more moves, as in Ludo, gets fewer simulations per move in its review.
REVIEWED_WHOLE = 100


class AdviceRoom(Room):
    requests = ("get_hint", "set_bar", "get_review")

    @property
    def play_room(self) -> PlayRoom:
        return self.session.room(PlayRoom)

    def wake(self) -> None:
        self.play_room.after_change = self.show_bar

    def _simulations(self, game: Game, effort: ask_for.Effort | None = None) -> int:
        """The simulations of an assessment. Without an effort, a game that has no C++ twin gets a tenth."""
        if effort is None or effort.simulations is None:
            return self.limits.bar_simulations // (1 if native_game(game) is not None else 10)
        return self.limits.budget(effort).simulations or 0

    async def get_hint(self, ask: ask_for.GetHint) -> ServerMessage:
        table = self.play_room.find(ask.table).table
        state, ply, simulations = table.state.clone(), table.ply, self._simulations(table.game, ask.effort)
        if table.player < 0:
            raise PlygroundError("no seat decides here: the game is over, or dice are thrown")
        found: Assessment = await self.session.run(lambda: assess(state, simulations))
        return Hint(
            table=ask.table,
            ply=ply,
            action=found.best.action,
            name=found.best.name,
            exact=found.best.exact,
            sentence=hint_words(found),
            line=found.line,
            moves=[child_shown(move) for move in found.moves],
        )

    async def set_bar(self, ask: ask_for.SetBar) -> ServerMessage:
        opened = self.play_room.find(ask.table)
        opened.table.record.bar = ask.on
        self.session.store.keep(self.session.key, ask.table, opened.table.record)
        self.show_bar(opened)
        return Done()

    def show_bar(self, opened: OpenTable) -> None:
        """Called after every change of a table."""
        if opened.table.record.bar:
            self.session.start(self._show_bar(opened))

    async def _show_bar(self, opened: OpenTable) -> None:
        table = opened.table
        state, ply, simulations = table.state.clone(), table.ply, self._simulations(table.game)
        values, exact, source = await self.session.run(lambda: position_values(state, simulations))
        if opened.table is table and table.ply == ply:
            name = table.record.table
            self.session.send(BarShown(table=name, ply=ply, values=values, exact=exact, source=source))

    async def get_review(self, ask: ask_for.GetReview) -> ServerMessage:
        table = self.play_room.find(ask.table).table
        game, moves = table.game, list(table.record.moves)
        simulations = max(1, self._simulations(game, ask.effort) * REVIEWED_WHOLE // max(REVIEWED_WHOLE, len(moves)))

        def tell(ply: PlyReview) -> ReviewPoint:
            return point_of(ask.table, game, ply)

        send = self.session.send_soon

        def job() -> Generator[None, None, list[ReviewPoint]]:
            return review_moves(game, moves, simulations, lambda ply: send(tell(ply)), tell)

        points = await self.session.run(job)
        return ReviewShown(table=ask.table, points=points, summary=summary(game, points))


def review_moves(
    game: Game,
    moves: list[int],
    simulations: int,
    tell: Callable[[PlyReview], None],
    point: Callable[[PlyReview], ReviewPoint],
) -> Generator[None, None, list[ReviewPoint]]:
    """Review all moves of a game, one per step."""
    state, points = game.initial_state(), []
    for number, action in enumerate(moves, start=1):
        found = review_ply(state, number, action, simulations)
        tell(found)
        points.append(point(found))
        state.apply(action)
        yield
    return points


def point_of(table: str, game: Game, ply: PlyReview) -> ReviewPoint:
    """The review of one move, for the page."""
    worth, best = ply.worth, ply.best
    value = None if worth is None else worth.value
    two = game.num_players == 2 and game.zero_sum
    return ReviewPoint(
        table=table,
        ply=ply.number,
        player=ply.player,
        action=ply.action,
        name=ply.name,
        value=value,
        low=None if worth is None else worth.low,
        high=None if worth is None else worth.high,
        best=None if best is None else LegalMove(best.action, best.name),
        best_value=None if best is None else best.value,
        exact=worth is not None and best is not None and worth.exact and best.exact,
        loss=ply.drop,
        mark="blunder" if ply.blunder else "best" if best is not None and not ply.drop else "",
        blunder=ply.blunder,
        curve=(value if ply.player == 0 else 0.0 - value) if two and value is not None else None,
    )


def summary(game: Game, points: list[ReviewPoint]) -> list[str]:
    """One sentence per seat."""
    sentences = []
    for seat in range(game.num_players):
        own = [point for point in points if point.player == seat and point.value is not None]
        blunders = [point for point in own if point.blunder]
        best = sum(point.mark == "best" for point in own)
        words = "no blunder" if not blunders else f"{len(blunders)} blunder{'s' if len(blunders) > 1 else ''}"
        worst = max(blunders, key=lambda point: point.loss, default=None)
        most = "" if worst is None else f", the worst at move {worst.ply}, {worst.name}: {worst.blunder}"
        sentences.append(f"{game.seat_name(seat)}: {best} best moves of {len(own)}, {words}{most}.")
    return sentences


def position_values(state: State, simulations: int) -> tuple[list[float | None], bool, str]:
    """The expected return of every seat, whether it is exact, and how it was found."""
    seats = state.game.num_players
    if state.player == TERMINAL:
        return list(state.returns()), True, "the game is over"
    if state.player == CHANCE:
        return _before_throw(state, simulations)
    found = assess(state, simulations)
    values: list[float | None] = [None] * seats
    values[state.player] = found.best.value
    if seats == 2 and state.game.zero_sum:
        values[1 - state.player] = 0.0 - found.best.value
    return values, found.best.exact, "exact" if found.best.exact else f"{found.simulations:,} simulations"


def _before_throw(state: State, simulations: int) -> tuple[list[float | None], bool, str]:
    """The mean over the outcomes of the dice; None for a seat whose value after some outcome is unknown."""
    seats, total, exact = state.game.num_players, list[float | None](), True
    total = [0.0] * seats
    outcomes = state.chance()
    for outcome, probability in outcomes:
        after = state.clone()
        after.apply(outcome)
        if after.player == CHANCE:  # throws in a row: evaluated only after the last one
            return [None] * seats, False, "dice are thrown"
        values, is_exact, _ = position_values(after, max(1, simulations // len(outcomes)))
        exact = exact and is_exact
        for seat, value in enumerate(values):
            known = total[seat]
            total[seat] = None if known is None or value is None else known + probability * value
    return total, exact, "exact" if exact else f"{simulations:,} simulations over all throws"


def hint_words(found: Assessment) -> str:
    best = found.best
    if best.exact and best.plies is not None and best.value:
        ending = "wins" if best.value > 0 else "loses"
        return f"{best.name} {ending} in {best.plies} move{'s' if best.plies != 1 else ''} with best play."
    if best.exact:
        return f"{best.name}: exact value {signed(best.value)}."
    return f"{best.name}: value {signed(best.value)} after {found.simulations:,} simulations."


def child_shown(move: MoveWorth) -> ChildShown:
    """A move of a hint, in the shape of a search's moves."""
    return ChildShown(
        action=move.action,
        name=move.name,
        visits=move.visits or 0,
        value=move.value,
        low=move.low,
        high=move.high,
        exact=move.value if move.exact else None,
        score=None,
        terms=[],
    )
