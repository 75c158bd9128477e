"""The contract of a game: the methods of a position that every search, agent and page uses.

A game is two classes. `Game` is a frozen dataclass of parameters; `State` is one position. You write

    player      the seat to move (0, 1, …), CHANCE or TERMINAL; seats need not alternate
    actions()   the legal actions of that seat, as sorted integers
    apply(a)    play an action, or let a chance outcome happen, in place
    returns()   at the end: one value per seat, absolute (never "from the mover's view")
    chance()    at a CHANCE state: the outcomes with their probabilities

and may override the rest. A notebook shows a state as its text with a list of moves; `plyground.view.draw`
explains how to register your own drawing. A state holds no random generator and no agent: chance is a list, and the
caller draws. `plyground.games.check_game` tests the laws that this file states.
"""

from abc import ABC, abstractmethod
from array import array
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar, Self

from plyground.errors import IllegalAction, PlygroundError, WrongAnswer
from plyground.games.planes import Planes, Symmetry, bits_of
from plyground.text_form import Registry, TextForm

CHANCE = -1
TERMINAL = -2

# One image of a state under a symmetry of its game: the image's key, and the image of each action.
Image = tuple[Hashable, Sequence[int]]


@dataclass(frozen=True)
class Game(TextForm, ABC):
    """The parameters of a game. Written as text (`str`), compared and hashed by value."""

    registry: ClassVar[Registry[Any]]
    # The lowest and highest value that `returns` can hold.
    value_range: ClassVar[tuple[float, float]] = (-1.0, 1.0)

    @property
    @abstractmethod
    def num_players(self) -> int:
        """The number of seats."""

    @property
    def zero_sum(self) -> bool:
        """Whether the returns of every end sum to 0. By default true for two players: set `zero_sum = False` if not."""
        return self.num_players == 2

    @abstractmethod
    def initial_state(self) -> "State":
        """The position before the first move."""

    def seat_name(self, seat: int) -> str:
        """The name of a seat for people: X and O, a colour, or its number from 1."""
        return f"player {seat + 1}"

    @property
    def twin(self) -> tuple[str, tuple[int, ...]] | None:
        """The C++ twin: its name and parameters in `plyground._native`; None for a game without one."""
        return None

    @property
    def num_actions(self) -> int:
        """The length of a network's policy; every action is smaller than this number."""
        raise PlygroundError(f"{self} does not say how many actions it has: a network needs the property num_actions")

    @property
    def planes(self) -> Planes:
        """The input planes of a network. By default the numbers in the state's attributes, in binary."""
        count = len(_numbers(self.initial_state().key()))
        return Planes(tuple(f"bit {bit}" for bit in range(_NUMBER_BITS)), 1, max(count, 1))

    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board, the identity first; training also learns from the images of a position."""
        cells = range(self.planes.rows * self.planes.cols)
        return (Symmetry(tuple(cells), tuple(range(self.num_actions))),)

    def state_from_key(self, key: Any) -> "State":
        """The position that has this `State.key()`. Only games with a twin must support this."""
        raise PlygroundError(f"{self} cannot rebuild a position from its key")

    def position(self, moves: str | Iterable[int] = "") -> "State":
        """The position after some moves: action numbers, or names with or without blanks between them.

        Every saved game and position is such a text: "444" (Connect Four), "b2 a1" (m,n,k).
        """
        state = self.initial_state()
        for action in self.read_moves(moves) if isinstance(moves, str) else moves:
            state.require_legal(action)
            state.apply(action)
        return state

    def read_moves(self, text: str) -> list[int]:
        """The actions that a text spells, from the start of the game."""
        state = self.initial_state()
        return [action for token in text.replace(",", " ").split() for action in _apply_token(state, token)]

    def name_moves(self, actions: Iterable[int]) -> list[tuple[int, str]]:
        """The mover (a seat or CHANCE) and the name of each of these moves, from the start."""
        state = self.initial_state()
        named = []
        for action in actions:
            named.append((state.player, state.action_name(action)))
            state.apply(action)
        return named


Game.registry = Registry[Game]("game", "games")
register = Game.registry.register


def parse_game(text: str | Game) -> Game:
    """The game that a text names: `connect_four`, `mnk(5,5,4)`, `ludo(players=2, rules=thesis)`."""
    game: Game = Game.registry.parse(text)
    return game


def position_of(start: "Start", game: Game | None = None) -> "State":
    """The state itself, or the first position of a game.

    A text names the game. For a caller that has the game already, it holds the moves: "444".
    """
    if isinstance(start, State):
        return start
    if game is not None and isinstance(start, str):
        return game.position(start)
    if game is not None:
        raise PlygroundError(f"expected a position of {game}, or its moves such as '444', not {start!r}")
    return parse_game(start).initial_state()


def _apply_token(state: "State", token: str) -> list[int]:
    """Play and return the moves that a word without blanks spells, longest name first ("444", "b2a1")."""
    actions: list[int] = []
    rest = token
    while rest:
        for end in range(min(len(rest), 24), 0, -1):
            try:
                action = state.parse_action(rest[:end])
            except IllegalAction:
                continue
            state.apply(action)
            actions.append(action)
            rest = rest[end:]
            break
        else:
            state.parse_action(rest)  # raises, with the legal moves
            raise IllegalAction(f"cannot read the move {rest!r}")
    return actions


class State(ABC):
    """One position of a game. `apply` changes it in place; `clone` first to keep it."""

    game: Game
    player: int

    def __init__(self, game: Game) -> None:
        self.game = game

    @abstractmethod
    def actions(self) -> list[int]:
        """The legal actions of `player`, sorted; empty at chance and terminal states."""

    @abstractmethod
    def apply(self, action: int) -> None:
        """Play a legal action, or a chance outcome. The game decides what an illegal one does."""

    @abstractmethod
    def returns(self) -> list[float]:
        """One value per seat, when `player` is TERMINAL: 1 won, 0 drawn, −1 lost, or within `value_range`."""

    def chance(self) -> list[tuple[int, float]]:
        """The outcomes of a CHANCE state and their probabilities, which sum to one."""
        return []

    def settled(self) -> list[float] | None:
        """The returns, if they are certain before the end (no line can be completed any more), else None.

        Random play stops there: the rest of the game cannot change its result.
        """
        return None

    def clone(self) -> Self:
        """An independent copy: lists, dicts, sets, deques and arrays are copied one level deep, the rest is shared."""
        other = object.__new__(type(self))
        target = other.__dict__
        for name, value in self.__dict__.items():
            copier = _copiers[type(value)]
            target[name] = value if copier is None else copier(value)
        return other

    def key(self) -> Hashable:
        """The position as a hashable value: positions with equal keys have the same future."""
        return tuple(_frozen(value) for name, value in sorted(self.__dict__.items()) if name != "game")

    def plane_bits(self) -> list[int]:
        """Every plane of `Game.planes` as an integer, one bit per cell, seen from the seat that has to decide."""
        numbers = _numbers(self.key())
        expected = self.game.planes.cols
        if len(numbers) != expected and (numbers or expected != 1):
            raise PlygroundError(
                f"{self.game}: a position has {len(numbers)} numbers, the initial position {expected}: "
                "write Game.planes and State.plane_bits"
            )
        return [bits_of([i for i, n in enumerate(numbers) if n >> bit & 1]) for bit in range(_NUMBER_BITS)]

    def images(self) -> list[Image]:
        """This position under every symmetry of its board, itself included; empty without symmetries."""
        return []

    def canonical_key(self) -> Hashable:
        """The least key among the images: tables merge equivalent states by it."""
        images: list[Any] = self.images()
        return min(image[0] for image in images) if images else self.key()

    def heuristic(self) -> list[float]:
        """A quick guess of the returns from here, one value per seat; zeros for a game without a heuristic."""
        return [0.0] * self.game.num_players

    def action_name(self, action: int) -> str:
        """The action as people write it."""
        return str(action)

    def parse_action(self, text: str) -> int:
        """The legal action, or chance outcome, that a person typed."""
        wanted = text.strip().lower()
        moves = self.moves()
        for action in moves:
            if self.action_name(action).lower() == wanted:
                return action
        raise IllegalAction(f"no move {text.strip()!r} here; {self._legal_moves_text()}")

    def moves(self) -> list[int]:
        """The legal actions, or the outcomes of a chance state."""
        return [outcome for outcome, _ in self.chance()] if self.player == CHANCE else self.actions()

    def require_legal(self, action: int) -> None:
        """Raise `IllegalAction`, with the legal moves, unless `action` is legal here."""
        if action not in self.moves():
            raise IllegalAction(f"{self._any_action_name(action)} is illegal; {self._legal_moves_text()}")

    def _any_action_name(self, action: object) -> str:
        """The name of an action, legal or not, or its number if the game has no name for it."""
        number = f"the action number {action!r}"
        if not isinstance(action, int) or action < 0:
            return number
        try:
            name = self.action_name(action)
        except Exception:  # a game's own action_name may support legal actions only
            return number
        legal = {self.action_name(move) for move in self.moves()}
        return number if name in legal else f"the move {name} (action number {action})"

    def _legal_moves_text(self) -> str:
        if self.player == TERMINAL:
            return "the game is over"
        names = [self.action_name(action) for action in self.moves()]
        shown = ", ".join(names[:12]) + (f", … ({len(names)} in all)" if len(names) > 12 else "")
        return f"legal: {shown}"

    def __str__(self) -> str:
        """The position as people see it; by default the attributes of the state."""
        return ", ".join(f"{name}={value}" for name, value in self.__dict__.items() if name != "game")

    def __repr__(self) -> str:
        """The game, the seat to move, and the position, which follows in the same line if it has only one line."""
        if self.player == TERMINAL:
            turn = "the game is over"
        else:
            turn = "chance moves" if self.player == CHANCE else f"{self.game.seat_name(self.player)} to move"
        text = str(self)
        return f"<{self.game}, {turn}>" + ("\n" if "\n" in text else " ") + text

    def _repr_svg_(self) -> str:
        """The board, in a notebook. Imported here, because `view` is a later room."""
        picture: str = import_module("plyground.view").board(self)
        return picture

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and self.key() == other.key()

    __hash__ = None  # type: ignore[assignment]  # a state changes in place


# A position as functions take it: a state, or a game or its text, which stand for the first position.
Start = State | Game | str


def require_decision(state: State) -> None:
    """Raise an error unless a seat has to decide in this state."""
    if not isinstance(state, State):
        raise WrongAnswer(f"expected a state such as pg.parse_game('connect_four').position('444'), not {state!r}")
    if state.player == TERMINAL:
        raise PlygroundError("the game is over: there is nothing to decide")
    if state.player == CHANCE:
        raise PlygroundError("chance moves here: there is nothing to decide")


class _Copiers(dict[type, Callable[[Any], Any] | None]):
    """How `State.clone` copies an attribute of a type; None if copies share it. A type is looked at once."""

    def __missing__(self, kind: type) -> Callable[[Any], Any] | None:
        changes = issubclass(kind, (list, dict, set, bytearray, deque, array)) or _is_array(kind)
        copier = self[kind] = copy if changes else None
        return copier


def _is_array(kind: type) -> bool:
    """Whether this is a type of NumPy arrays, or of another library's that follow them."""
    return hasattr(kind, "__array__") and hasattr(kind, "__setitem__")


_copiers = _Copiers({list: list.copy, dict: dict.copy, set: set.copy, bytearray: bytearray.copy})

_NUMBER_BITS = 16


def _numbers(value: Any) -> list[int]:
    """The integers in a key, in order. None counts as 0; other values are left out."""
    if isinstance(value, (tuple, bytes)):
        return [number for item in value for number in _numbers(item)]
    return [int(value or 0)] if value is None or isinstance(value, int) else []


def _frozen(value: Any) -> Hashable:
    if isinstance(value, (list, tuple, deque)):
        return tuple(_frozen(item) for item in value)
    if isinstance(value, dict):
        return tuple(sorted((key, _frozen(item)) for key, item in value.items()))
    if isinstance(value, set):
        return frozenset(value)
    if isinstance(value, array) or _is_array(type(value)):
        return _frozen(value.tolist())
    return bytes(value) if isinstance(value, bytearray) else value
