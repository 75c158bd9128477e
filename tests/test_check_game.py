"""`check_game` names the law that a game breaks: one deliberately broken game per law."""

import time
from array import array
from collections import defaultdict, deque
from collections.abc import Hashable
from copy import copy
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Self

import numpy as np
import pytest

from plyground.errors import PlygroundError
from plyground.games import CHANCE, TERMINAL, Game, State, check_game, native, parse_game
from plyground.games.base import Image
from plyground.games.check import LAWS, LawReport
from plyground.games.native import have_native


@dataclass(frozen=True)
class Sticks(Game):
    """Take one or two of five sticks; whoever takes the last one wins. The state class is a parameter."""

    state: Any = None

    def __post_init__(self) -> None:
        pass  # a class as a parameter has no text form

    @property
    def num_players(self) -> int:
        return 2

    def initial_state(self) -> State:
        state: State = (self.state or SticksState)(self)
        return state


class SticksState(State):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.player = 0
        self.rows = [[5]]
        self.last = 0

    def actions(self) -> list[int]:
        return [] if self.player < 0 else [take for take in (1, 2) if take <= self.rows[0][0]]

    def apply(self, action: int) -> None:
        self.last = self.player
        self.rows[0][0] -= action
        self.player = 1 - self.player if self.rows[0][0] else TERMINAL

    def returns(self) -> list[float]:
        return [1.0, -1.0] if self.last == 0 else [-1.0, 1.0]

    def clone(self) -> Self:
        other = super().clone()
        other.rows = [list(row) for row in self.rows]
        return other

    def __str__(self) -> str:
        return "|" * self.rows[0][0]


def test_a_sound_game_keeps_its_laws() -> None:
    report = check_game(Sticks(), games=10)
    assert report.ok, str(report)
    report.require_ok()
    not_used = {law for law, count in report.checks.items() if count == 0}
    assert not_used == {"images", "rebuild", "twin"}
    assert "Sticks: keeps its laws" in str(report)


class NoPlayer(SticksState):
    def apply(self, action: int) -> None:
        super().apply(action)
        self.player = 7 if self.rows[0][0] == 2 else self.player


class Unsorted(SticksState):
    def actions(self) -> list[int]:
        return super().actions()[::-1]


class Texts(SticksState):
    def actions(self) -> list[int]:
        return ["one"]  # type: ignore[list-item]


class Stuck(SticksState):
    def actions(self) -> list[int]:
        return [] if self.rows[0][0] < 3 else super().actions()


class Zombie(SticksState):
    def actions(self) -> list[int]:
        return [1] if self.player == TERMINAL else super().actions()


class LoadedDie(SticksState):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.player = CHANCE

    def chance(self) -> list[tuple[int, float]]:
        return [(1, 0.5), (2, 0.4)] if self.player == CHANCE else []


class TwoSidesAlike(LoadedDie):
    def chance(self) -> list[tuple[int, float]]:
        return [(1, 0.5), (1, 0.5)] if self.player == CHANCE else []


class NeverOutcome(LoadedDie):
    def chance(self) -> list[tuple[int, float]]:
        return [(1, 1.0), (2, 0.0)] if self.player == CHANCE else []


class ChanceAtDecision(SticksState):
    def chance(self) -> list[tuple[int, float]]:
        return [(1, 1.0)]


class OneReturn(SticksState):
    def returns(self) -> list[float]:
        return [1.0]


class HugeReturns(SticksState):
    def returns(self) -> list[float]:
        return [100.0, -100.0]


class NotANumber(SticksState):
    def returns(self) -> list[float]:
        return [float("nan"), 0.0]


class WrongPromise(SticksState):
    def settled(self) -> list[float] | None:
        return [0.0, 0.0] if self.rows[0][0] < 3 else None


class ShortHeuristic(SticksState):
    def heuristic(self) -> list[float]:
        return [0.5]


class Endless(SticksState):
    def apply(self, action: int) -> None:
        self.player = 1 - self.player


class Moody(SticksState):
    asked = 0

    def heuristic(self) -> list[float]:
        Moody.asked += 1
        return [0.0, Moody.asked / 1e9]


class SharedBoard(SticksState):
    board: list[int] = []  # noqa: RUF012  # the mistake that is meant

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        if not self.board:
            self.board.append(0)

    def apply(self, action: int) -> None:
        super().apply(action)
        self.board[0] += action

    def heuristic(self) -> list[float]:
        return [self.board[0] / 1e9, 0.0]

    def clone(self) -> Self:
        return super().clone()


class ShallowClone(SticksState):
    clone = State.clone


class Slots:
    """No attributes in a dict, and no equality."""

    __slots__ = ("taken",)

    def __init__(self) -> None:
        self.taken = 0


class SharedSlots(SticksState):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.slots = Slots()

    def apply(self, action: int) -> None:
        super().apply(action)
        self.slots.taken += action

    def key(self) -> Hashable:
        return self.player, self.rows[0][0]


class ForgetfulClone(SticksState):
    def clone(self) -> Self:
        other = super().clone()
        other.rows = [[4]]
        return other


class HiddenDice(SticksState):
    thrown = 0

    def apply(self, action: int) -> None:
        HiddenDice.thrown += 1
        super().apply(action)
        self.last = HiddenDice.thrown


class BlindKey(SticksState):
    def key(self) -> Hashable:
        return "always the same"


class UnhashableKey(SticksState):
    def key(self) -> Hashable:
        return self.rows  # type: ignore[return-value]


class OneName(SticksState):
    def action_name(self, action: int) -> str:
        return "take"


class Unreadable(SticksState):
    def action_name(self, action: int) -> str:
        return f"take {action}"

    def parse_action(self, text: str) -> int:
        return 1


class NoPicture(SticksState):
    def __str__(self) -> str:
        raise RuntimeError("no pen")


class NotItself(SticksState):
    def images(self) -> list[Image]:
        return [("another", (0, 1, 2))]


class BadMap(SticksState):
    def images(self) -> list[Image]:
        return [(self.key(), (1, 1, 1))]


class Raises(SticksState):
    def actions(self) -> list[int]:
        if self.rows[0][0] == 3:
            raise KeyError("three")
        return super().actions()


class TwoWinners(SticksState):
    def returns(self) -> list[float]:
        return [1.0, 1.0]


class Foreign(SticksState):
    """With a correct clone, and attributes that show nothing: an object of a C library, a method."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.box: Any = iter([1, 2, 3])
        self.call = "x".upper
        self.slots = Slots()

    def clone(self) -> Self:
        other = super().clone()
        other.box, other.slots = copy(self.box), Slots()
        other.slots.taken = self.slots.taken
        return other

    def apply(self, action: int) -> None:
        super().apply(action)
        self.slots.taken += action
        next(self.box, None)

    def key(self) -> Hashable:
        return self.player, self.rows[0][0], self.last


class NoKey(Foreign):
    """As `Foreign`, with the default key and the default text, which hold the addresses of the objects."""

    key = State.key
    __str__ = State.__str__


class SharedBox(NoKey):
    clone = State.clone  # shares the object that the moves depend on

    def actions(self) -> list[int]:
        return super().actions()[: 1 + self.slots.taken % 2]


class Containers(SticksState):
    """The default clone copies its deque and its arrays, and the default key holds them."""

    clone = State.clone

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.queue, self.cells = deque([0]), array("b", [0, 0])
        self.board, self.sums = np.zeros((2, 2), dtype=int), defaultdict(int, {0: 5})
        del self.rows

    def actions(self) -> list[int]:
        return [] if self.player < 0 else [take for take in (1, 2) if take <= self.sums[0]]

    def apply(self, action: int) -> None:
        self.last = self.player
        self.sums[0] -= action
        self.queue.append(action)
        self.cells[1] += action
        self.board[1, 0] += action
        self.player = 1 - self.player if self.sums[0] else TERMINAL

    def __str__(self) -> str:
        return f"{self.sums[0]} sticks"


@pytest.mark.parametrize("state", [Foreign, NoKey, Containers])
def test_foreign_objects_and_containers_are_no_breach(state: type[State]) -> None:
    report = check_game(Sticks(state), games=5)
    assert report.ok, str(report)
    assert type(Containers(Sticks()).clone().sums) is defaultdict


BROKEN = [
    (SharedBox, "clone"),
    (NoPlayer, "player"),
    (Unsorted, "actions"),
    (Texts, "actions"),
    (Stuck, "actions"),
    (Zombie, "actions"),
    (LoadedDie, "chance"),
    (TwoSidesAlike, "chance"),
    (NeverOutcome, "chance"),
    (ChanceAtDecision, "chance"),
    (OneReturn, "returns"),
    (HugeReturns, "returns"),
    (NotANumber, "returns"),
    (WrongPromise, "settled"),
    (ShortHeuristic, "heuristic"),
    (Endless, "ending"),
    (Moody, "questions"),
    (SharedBoard, "apply"),
    (ShallowClone, "clone"),
    (ForgetfulClone, "clone"),
    (HiddenDice, "replay"),
    (BlindKey, "key"),
    (UnhashableKey, "key"),
    (OneName, "names"),
    (Unreadable, "names"),
    (NoPicture, "text"),
    (NotItself, "images"),
    (BadMap, "images"),
    (SharedSlots, "clone"),
    (Raises, "methods"),
    (TwoWinners, "zero sum"),
]


@pytest.mark.parametrize(("state", "law"), BROKEN, ids=[state.__name__ for state, _ in BROKEN])
def test_the_broken_law_is_named(state: type[State], law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.games.check.LONGEST_GAME", 300)
    report = check_game(Sticks(state), games=6)
    assert_names(report, law)


def assert_names(report: LawReport, law: str) -> None:
    assert law in [breach.law for breach in report.broken], str(report)
    message = next(breach.message for breach in report.broken if breach.law == law)
    assert f"breaks the law {law!r}" in message
    assert "after the moves" in message or "at the start" in message
    assert "BROKEN" in str(report)
    with pytest.raises(PlygroundError, match="breaks the law"):
        report.require_ok()


def test_the_message_says_which_method_and_where() -> None:
    report = check_game(Sticks(Raises), games=6)
    message = report.broken[0].message
    assert message.startswith("Sticks breaks the law 'methods' after the moves ")
    assert "actions() raised KeyError: 'three'" in message


def test_every_law_has_a_broken_game() -> None:
    elsewhere = {"rebuild", "text form", "twin"}  # below: these are laws of the game, not of its state
    assert {law for _, law in BROKEN} | elsewhere == set(LAWS)


@dataclass(frozen=True)
class BadRebuild(Sticks):
    def state_from_key(self, key: Any) -> State:
        return SticksState(self)


@dataclass(frozen=True)
class NoText(Sticks):
    def __str__(self) -> str:
        raise RuntimeError("nameless")


@dataclass(frozen=True)
class WrongTwin(Sticks):
    @property
    def twin(self) -> tuple[str, tuple[int, ...]]:
        return "nim", (5,)


class SticksAsNim(SticksState):
    def key(self) -> bytes:
        return bytes([max(self.player, 0), self.rows[0][0]])


def test_a_wrong_rebuild_is_named() -> None:
    assert_names(check_game(BadRebuild(), games=3), "rebuild")


def test_a_game_without_text_is_named() -> None:
    assert_names(check_game(NoText(), games=3), "text form")


@pytest.mark.skipif(not have_native(), reason="needs the C++ core")
def test_a_wrong_twin_is_named() -> None:
    report = check_game(WrongTwin(SticksAsNim), games=3)
    assert_names(report, "twin")
    assert "in Python and" in str(report)


def test_a_twin_for_which_no_engine_is_compiled_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a forgotten line in CMakeLists.txt: a search would fail."""
    core = SimpleNamespace(game=lambda name, parameters: SimpleNamespace(has_engines=False))
    monkeypatch.setattr(native, "_core", lambda: core)
    native._make_twin.cache_clear()
    report = check_game(WrongTwin(SticksAsNim), games=3)
    assert_names(report, "twin")
    assert "no search is compiled for the C++ twin nim(5,): add its header" in str(report)
    native._make_twin.cache_clear()


def test_a_check_ends_with_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock of the test's own, on which every move takes a second."""
    clock = [0.0]

    class Slow(Endless):
        def apply(self, action: int) -> None:
            clock[0] += 1.0
            super().apply(action)

    monkeypatch.setattr(time, "perf_counter", lambda: clock[0])
    report = check_game(Sticks(Slow), games=1_000_000, seconds=60)
    assert (report.ok, report.stopped) == (True, True)
    assert 60 <= clock[0] < 70
    assert "keeps its laws, as far as time allowed" in str(report)


def test_the_number_of_games_has_a_bound() -> None:
    for games in (-1, 10**30):
        with pytest.raises(PlygroundError, match="the number of games must be from 0 to 1000000"):
            check_game("tictactoe", games=games)


def test_odd_games_are_one_clear_sentence() -> None:
    class NoSeats(Sticks):
        num_players = "two"  # type: ignore[assignment]

    class NoState(Sticks):
        def initial_state(self) -> State:
            return None  # type: ignore[return-value]

    for game, law in ((NoSeats(), "player"), (NoState(), "methods")):
        assert_names(check_game(game, games=2), law)
    with pytest.raises(PlygroundError, match="unknown game"):
        check_game("no_such_game")


@pytest.mark.parametrize("text", ["tictactoe", "mnk(2,3,2)", "connect_four(4,5,3)", "nim", "pig(3,20)"])
def test_plygrounds_own_games_keep_their_laws(text: str) -> None:
    report = check_game(parse_game(text), games=10, seed=4)
    assert report.ok, str(report)
    assert report.checks["rebuild"] > 0
