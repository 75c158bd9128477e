"""Ludo for two to four players, by any of several rule books. Twin: `src/native/games/ludo.hpp`.

Every roll is a chance state of its own: roll, then the seat moves a token, then the next roll. A seat that
cannot move passes, which is an action like any other. So rolls and moves stay in step with OpenSpiel's
`maedn`, and people see every roll; a state with one action costs a search next to nothing.

Random play ends, because in every position some roll moves some token. Blocks stop the tokens behind
them, but eight blocks, the most there can be, cannot close a ring of 24 squares: the foremost block of a
row can move.
"""

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, ClassVar

from plyground.errors import IllegalAction, PlygroundError
from plyground.games.base import CHANCE, TERMINAL, Game, State, register
from plyground.games.ludo_board import SEATS, draw
from plyground.games.ludo_rules import PRESETS, STACKS, LudoRules, resolve
from plyground.games.planes import Planes, bits_of
from plyground.text_form import param

PASS = 0
ENTER = 1
_ALIASES = {"e": "enter", "p": "pass"}
_DIE = [(roll, 1 / 6) for roll in range(1, 7)]


@register("ludo")
@dataclass(frozen=True, kw_only=True)
class Ludo(Game):
    """Two to four players race their tokens around a track by the roll of a die; the first with all tokens home wins.

    Tokens wait in the yard. A 6 brings one to the start square of its seat; it walks around the track by the numbers
    rolled, then into the home column. A token that lands on another seat's token sends it back to its yard. A move is
    enter, pass, or the step on which the token to move stands; the line below the board says where it goes.

    `rules` names a preset. The options after it change single rules; omitted options keep the preset's value.

    Args:
        players: Number of players; two sit opposite each other.
        rules: The preset: as commonly played, Mensch ärgere dich nicht (maedn), or as in Yadav's thesis.
        track: Squares of the common track, a multiple of 4; the seats start a quarter apart.
        home: Squares of a home column.
        tokens: Tokens of each seat.
        full_lap: Tokens walk the whole track before the home column; else they leave it one square earlier.
        slots: The home column is the goal, one token per square; else a home square follows it.
        enter_on_one: A 1 brings a token in too, not only a 6.
        entry_by_roll: A token comes in on the square that the roll counts, not on the start square.
        must_enter: If a token can come in, it must.
        clear_start: While the yard is not empty, a token on the start square must move on if it can.
        six_again: Roll again after a 6.
        three_sixes: The third 6 in a row is void and ends the turn.
        safe: No capture on start squares or on the squares 8 steps after them.
        capture: Landing on another seat's tokens sends them to their yard; else they share the square.
        exact: A token gets home by exact count only; else a higher roll does too.
        stack: Two tokens of one seat on one square: nothing special (free), not allowed (forbidden), or no other seat
            lands there or passes (block).
    """

    presets: ClassVar[dict[str, dict[str, Any]]] = {name: vars(rules) for name, rules in PRESETS.items()}

    players: int = param(4, low=2, high=4)
    rules: str = param("international", choices=tuple(PRESETS))
    track: int | None = param(None, low=24, high=52)
    home: int | None = param(None, low=1, high=6)
    tokens: int | None = param(None, low=1, high=4)
    full_lap: bool | None = None
    slots: bool | None = None
    enter_on_one: bool | None = None
    entry_by_roll: bool | None = None
    must_enter: bool | None = None
    clear_start: bool | None = None
    six_again: bool | None = None
    three_sixes: bool | None = None
    safe: bool | None = None
    capture: bool | None = None
    exact: bool | None = None
    stack: str | None = param(None, choices=STACKS)

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.rule_book  # refuse conflicting options now, not at the first move

    @cached_property
    def rule_book(self) -> LudoRules:
        """The preset and the options, put together."""
        given = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in ("players", "rules")}
        options = {name: value for name, value in given.items() if value is not None}
        return resolve(self.rules, self.players, options)

    @property
    def num_players(self) -> int:
        return self.players

    def seat_name(self, seat: int) -> str:
        return SEATS[seat]

    def initial_state(self) -> "LudoState":
        return LudoState(self, self.rule_book)

    @property
    def num_actions(self) -> int:
        return self.rule_book.last + 1

    @property
    def planes(self) -> Planes:
        """For each seat the steps with at least one token, two, three, four, and its threatened tokens; the
        steps from which the mover can move; the roll; the sixes in a row."""
        seats = ("the mover", *(f"the seat {n} after it" for n in range(1, self.players)))
        tokens = [f"{n} or more tokens of {seat}" for seat in seats for n in range(1, self.rule_book.tokens + 1)]
        threatened = [f"threatened tokens of {seat}" for seat in seats]
        moves = ("moves", "moves that capture", "moves into a threat")
        return Planes((*tokens, *threatened, *moves, "roll", "sixes in a row"), 1, self.rule_book.last + 1)

    @property
    def twin(self) -> tuple[str, tuple[int, ...]]:
        return "ludo", self.rule_book.numbers()

    def state_from_key(self, key: bytes) -> "LudoState":
        state = self.initial_state()
        state.restore(key)
        return state


class LudoState(State):
    """The places of all tokens, the seat to move and the roll.

    Actions: 0 pass, 1 enter, 1 + s to move a token from step s (any of several there).
    """

    def __init__(self, game: Ludo, rules: LudoRules) -> None:
        super().__init__(game)
        self.rules = rules
        # The steps of each seat's tokens, sorted.
        self.tokens = [(0,) * rules.tokens] * rules.players
        self.seat = 0  # the seat whose turn it is, also while it rolls the die
        self.roll = 0  # 0: not rolled yet
        self.sixes = 0  # in a row, this roll included; counted only if a third ends the turn
        self.player = CHANCE

    def plane_bits(self) -> list[int]:
        planes = [
            bits_of([step for step in tokens if tokens.count(step) >= count])
            for tokens in (*self.tokens[self.seat :], *self.tokens[: self.seat])
            for count in range(1, self.rules.tokens + 1)
        ]
        seats = [(self.seat + after) % self.rules.players for after in range(self.rules.players)]
        threatened = [
            bits_of([step for step in self.tokens[seat] if self._threatened(seat, step, self.tokens[seat].count(step))])
            for seat in seats
        ]
        return [*planes, *threatened, *self._move_bits(), 1 << self.roll, 1 << self.sixes]

    def _move_bits(self) -> list[int]:
        """Three planes of the steps from which the mover's tokens can go: all of them, those with a capture, and those
        that lead into a threat."""
        moves = {action - 1: self.target(action - 1) for action in self.actions() if action != PASS}
        capturing, threatened = [], []
        for step, target in moves.items():
            assert target is not None
            if self._can_be_captured(self.seat, target, 1) and self._others_on(self.rules.square(self.seat, target), 1):
                capturing.append(step)
            if self._threatened(self.seat, target, self.tokens[self.seat].count(target) + 1):
                threatened.append(step)
        return [bits_of(list(moves)), bits_of(capturing), bits_of(threatened)]

    def _threatened(self, seat: int, step: int, count: int) -> bool:
        """Whether a token at most six squares behind could capture `count` tokens of this seat on this step."""
        rules = self.rules
        square = rules.square(seat, step)
        return self._can_be_captured(seat, step, count) and any(
            rules.square(other, at + roll) == square
            for other in range(rules.players)
            if other != seat
            for at in self.tokens[other]
            if at > 0
            for roll in range(1, 7)
        )

    def _can_be_captured(self, seat: int, step: int, count: int) -> bool:
        """Whether `count` tokens of a seat on this step are open to capture: on the track, not safe, and no block."""
        rules = self.rules
        square = rules.square(seat, step)
        is_block = rules.stack == "block" and count > 1
        return square is not None and rules.capture and square not in rules.safe_squares and not is_block

    def chance(self) -> list[tuple[int, float]]:
        return list(_DIE) if self.player == CHANCE else []

    def actions(self) -> list[int]:
        if self.player < 0:
            return []
        if self.sixes == 3:
            return [PASS]
        mine = self.tokens[self.seat]
        movable = [step for step in sorted(set(mine)) if self.target(step) is not None]
        if mine[0] == 0:
            if self.rules.clear_start and 1 in movable:
                movable = [1]
            elif self.rules.must_enter and 0 in movable:
                movable = [0]
        return [step + 1 for step in movable] or [PASS]

    def target(self, step: int) -> int | None:
        """The step to which the roll takes a token of the mover from this step; None if the rules forbid it."""
        rules = self.rules
        if step == 0:
            if not rules.enters(self.roll):
                return None
            target = self.roll if rules.entry_by_roll else 1
        elif step + self.roll <= rules.last:
            target = step + self.roll
        elif rules.exact or step == rules.last:
            return None
        else:
            target = rules.last
        if rules.alone(target) and target in self.tokens[self.seat]:
            return None
        if rules.stack == "block":
            way = range(step + 1, target + 1)
            if any(self._others_on(rules.square(self.seat, at), 2) for at in way):
                return None
        return target

    def _others_on(self, square: int | None, count: int) -> list[int]:
        """The other seats that have at least `count` tokens on a track square."""
        if square is None:
            return []
        return [
            seat
            for seat in range(self.rules.players)
            if seat != self.seat and sum(self.rules.square(seat, step) == square for step in self.tokens[seat]) >= count
        ]

    def apply(self, action: int) -> None:
        self.require_legal(action)
        if self.player == CHANCE:
            self.roll = action
            self.sixes = self.sixes + 1 if action == 6 and self.rules.three_sixes else 0
            self.player = self.seat
            return
        if action != PASS:
            self._move(action - 1)
        if self.tokens[self.seat][0] >= self.rules.goal:
            self.roll = self.sixes = 0
            self.player = TERMINAL
            return
        if self.roll != 6 or not self.rules.six_again or self.sixes == 3:
            self.seat = (self.seat + 1) % self.rules.players
            self.sixes = 0
        self.roll = 0
        self.player = CHANCE

    def _move(self, step: int) -> None:
        target = self.target(step)
        assert target is not None
        mine = list(self.tokens[self.seat])
        mine[mine.index(step)] = target
        self.tokens[self.seat] = tuple(sorted(mine))
        square = self.rules.square(self.seat, target)
        if self.rules.capture and square not in self.rules.safe_squares:
            for seat in self._others_on(square, 1):
                back = (0 if self.rules.square(seat, at) == square else at for at in self.tokens[seat])
                self.tokens[seat] = tuple(sorted(back))

    def returns(self) -> list[float]:
        """The winner has 1, every other seat −1."""
        return [1.0 if seat == self.seat else -1.0 for seat in range(self.rules.players)]

    def heuristic(self) -> list[float]:
        """The share of its way that a seat has walked, less the mean share of the others."""
        walked = [sum(steps) for steps in self.tokens]
        players = self.rules.players
        whole = (players - 1) * self.rules.tokens * self.rules.last
        return [(players * mine - sum(walked)) / whole for mine in walked]

    def key(self) -> bytes:
        """The steps of every token, sorted per seat; then the seat, the roll and the sixes in a row."""
        return bytes([step for steps in self.tokens for step in steps] + [self.seat, self.roll, self.sixes])

    def restore(self, key: bytes) -> None:
        """Become the position with this key; the error explains why no game can reach it."""
        rules, n = self.rules, self.rules.tokens
        if len(key) != rules.players * n + 3:
            raise PlygroundError(f"{self.game}: a position is {rules.players * n + 3} bytes, not {len(key)}")
        self.tokens = [tuple(key[seat * n : (seat + 1) * n]) for seat in range(rules.players)]
        self.seat, self.roll, self.sixes = key[-3:]
        problem = self._problem()
        if problem:
            raise PlygroundError(f"{self.game}: {problem}")
        over = self.tokens[self.seat][0] >= rules.goal
        self.player = TERMINAL if over else self.seat if self.roll else CHANCE

    def _problem(self) -> str | None:
        rules = self.rules
        owners: dict[int, int] = {}  # squares that seats cannot share
        for seat, steps in enumerate(self.tokens):
            if list(steps) != sorted(steps) or steps[-1] > rules.last:
                return f"a seat's tokens are sorted steps from 0 to {rules.last}, not {list(steps)}"
            for step in set(steps):
                if rules.alone(step) and steps.count(step) > 1:
                    return f"two tokens of one seat cannot share step {step}"
                square = rules.square(seat, step)
                capturable = rules.capture and square not in rules.safe_squares
                if square is None or not (capturable or (rules.stack == "block" and steps.count(step) > 1)):
                    continue
                if owners.setdefault(square, seat) != seat:
                    return f"two seats cannot share square {square}"
        if self.seat >= rules.players or self.roll > 6:
            return f"no seat {self.seat} or no roll {self.roll}"
        counted = {0: (0, 1, 2), 6: (1, 2, 3)}.get(self.roll, (0,)) if rules.three_sixes else (0,)
        if self.sixes not in counted:
            return f"{self.sixes} sixes in a row are impossible with a roll of {self.roll}"
        winners = [seat for seat, steps in enumerate(self.tokens) if steps[0] >= rules.goal]
        if winners and (winners != [self.seat] or self.roll or self.sixes):
            return "a game ends with the move that brings the last token home"
        return None

    def action_name(self, action: int) -> str:
        """A roll by its pips; `pass`, `enter`, or the step of the token that moves."""
        if self.player == CHANCE:
            return str(action)
        return "pass" if action == PASS else "enter" if action == ENTER else str(action - 1)

    def parse_action(self, text: str) -> int:
        word = text.strip().lower()
        try:
            return super().parse_action(_ALIASES.get(word, word))
        except IllegalAction:
            hint = f" after a roll of {self.roll}" if self.roll else ""
            raise IllegalAction(f"no move {text.strip()!r}{hint}; {self._legal_moves_text()}") from None

    def __str__(self) -> str:
        moves = []
        for action in self.actions():
            name = self.action_name(action)
            moves.append(name if action == PASS else f"{name} → {self.target(action - 1)}")
        return draw(self.rules, self.tokens, self.player, self.seat, self.roll, moves)
