"""The C++ twins of the games, behind the contract of `State`.

A game names its twin in `Game.twin`; the twin has the same positions, keys and returns. Names, pictures and
images stay in Python: a `NativeState` asks the readable state for them, rebuilt from its key.
"""

import atexit
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, Self, get_args

from plyground.errors import IllegalAction, PlygroundError
from plyground.games.base import Game, Image, State
from plyground.games.planes import WORD
from plyground.text_form import require_choice

if TYPE_CHECKING:
    from plyground import _native

# The engine that runs the rules or the search; "auto" takes C++ if there is a twin.
Engine = Literal["auto", "python", "native"]


@cache
def _core() -> Any:
    """The module `plyground._native`, or None in an installation without it."""
    try:
        from plyground import _native
    except ImportError:
        return None
    return _native


def have_native() -> bool:
    """Whether plyground was installed with its C++ core."""
    return _core() is not None


def native_build() -> str:
    """The identity of the C++ core's sources and flags; empty without it."""
    return str(_core().BUILD_ID) if have_native() else ""


def native_missing() -> str:
    """The error sentence when the C++ core is needed but absent."""
    return (
        "plyground was installed without its C++ core: install g++ or clang++ and install plyground again, "
        "or use the Python engine"
    )


def native_game(game: Game) -> "_native.Game | None":
    """The twin of a game, made once; None if the game has none or the C++ core is absent."""
    return _make_twin(*game.twin) if game.twin is not None and have_native() else None


@cache
def _make_twin(name: str, parameters: Sequence[int]) -> "_native.Game":
    try:
        twin: _native.Game = _core().game(name, list(parameters))
    except (TypeError, ValueError) as error:
        raise PlygroundError(f"there is no C++ twin {name}{tuple(parameters)}: {error}") from None
    if not twin.has_engines:
        raise PlygroundError(
            f"no search is compiled for the C++ twin {name}{tuple(parameters)}: add its header and type to GAME_TYPES "
            "in CMakeLists.txt"
        )
    return twin


@atexit.register
def _forget_twins() -> None:
    """Called at exit, before the C++ core checks for objects that are still alive."""
    _make_twin.cache_clear()


def choose_engine(game: Game, engine: Engine) -> "_native.Game | None":
    """The twin for an engine's name: None for "python", and for "auto" if the game has no twin."""
    require_choice("the engine", engine, get_args(Engine))
    twin = native_game(game) if engine != "python" else None
    if engine == "native" and twin is None:
        raise PlygroundError(f"{game} has no C++ twin" if have_native() else native_missing())
    return twin


def native_state(state: State) -> "NativeState":
    """The twin of a position."""
    twin = choose_engine(state.game, "native")
    assert twin is not None
    try:
        return NativeState(state.game, _core().state_from_key(twin, state.key()))
    except (TypeError, ValueError) as error:
        raise PlygroundError(f"{state.game}: the C++ twin refuses this position: {error}") from None


def native_states(game: Game) -> Callable[[bytes], "NativeState"]:
    """A function from a key to the twin of that position, for a game that has one."""
    make, twin = _core().state_from_key, native_game(game)
    return lambda key: NativeState(game, make(twin, key))


def quick_start(game: Game) -> State:
    """The initial state with the fastest rules: in C++ if the game has a twin."""
    start = game.initial_state()
    return start if native_game(game) is None else native_state(start)


def rules_of(state: State) -> State:
    """The object that runs the rules of a state, for a quick loop: its twin, or the state itself."""
    return state._twin if isinstance(state, NativeState) else state  # type: ignore[return-value]  # the same methods


class NativeState(State):
    """A position whose rules run in C++."""

    def __init__(self, game: Game, twin: "_native.State") -> None:
        super().__init__(game)
        self._twin = twin

    @property
    def player(self) -> int:  # type: ignore[override]  # read only: the rules say who moves
        return self._twin.player

    def actions(self) -> list[int]:
        return self._twin.actions()

    def apply(self, action: int) -> None:
        try:
            self._twin.apply(action)
        except (TypeError, ValueError):
            self.require_legal(action)
            raise IllegalAction(f"an action is an integer, not {action!r}") from None

    def returns(self) -> list[float]:
        return self._twin.returns()

    def chance(self) -> list[tuple[int, float]]:
        return self._twin.chance()

    def settled(self) -> list[float] | None:
        return self._twin.settled()

    def heuristic(self) -> list[float]:
        return self._twin.heuristic()

    def plane_bits(self) -> list[int]:
        words, count = self._twin.pack(), self.game.planes.words_per_plane
        planes = [words[start : start + count] for start in range(0, len(words), count)]
        return [sum(word << WORD * place for place, word in enumerate(plane)) for plane in planes]

    def key(self) -> bytes:
        return self._twin.key()

    def clone(self) -> Self:
        return type(self)(self.game, self._twin.clone())

    def specification(self) -> State:
        """The same position in Python."""
        return self.game.state_from_key(self.key())

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.specification(), name)  # a copy of what the readable state has beyond the contract

    def canonical_key(self) -> bytes:
        return self._twin.canonical_key()

    def images(self) -> list[Image]:
        return self.specification().images()

    def action_name(self, action: int) -> str:
        return self.specification().action_name(action)

    def parse_action(self, text: str) -> int:
        return self.specification().parse_action(text)

    def __str__(self) -> str:
        return str(self.specification())
