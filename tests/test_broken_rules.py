"""Errors of a game's own rules: one sentence that names the class, the method and the answer, wherever they show."""

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from plyground.agents import Agent, Decision, Random
from plyground.arena import match, tournament
from plyground.cli import main
from plyground.errors import BrokenRules, CannotPlay, IllegalAction, PlygroundError
from plyground.games import CHANCE, TERMINAL, Game, State, perft, random_playouts
from plyground.review import assess
from plyground.search import Search, configure
from plyground.search.part import Evaluate


@dataclass(frozen=True)
class Coins(Game):
    """Take one or two coins, six times; then a coin is thrown."""

    name = "coins"
    num_players = 2
    state: Any = None

    def __post_init__(self) -> None:
        pass  # a class as a parameter has no text form

    def __str__(self) -> str:
        return "coins"

    def initial_state(self) -> State:
        state: State = (self.state or CoinsState)(self)
        return state


class CoinsState(State):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.player, self.turn = 0, 0

    def actions(self) -> list[int]:
        return [1, 2] if self.player >= 0 else []

    def chance(self) -> list[tuple[int, float]]:
        return [(0, 0.5), (1, 0.5)] if self.player == CHANCE else []

    def apply(self, action: int) -> None:
        self.turn += 1
        self.player = self.turn % 2 if self.turn < 6 else CHANCE if self.turn == 6 else TERMINAL

    def returns(self) -> list[float]:
        return [1.0, -1.0]


def broken(**methods: Any) -> Game:
    """The game with other methods, in force from the fourth move on."""

    def late(name: str, wrong: Callable[..., Any]) -> Callable[..., Any]:
        sound = getattr(CoinsState, name)

        def method(self: Any, *given: Any) -> Any:
            return wrong(self, *given) if self.turn >= 3 else sound(self, *given)

        method.__code__ = method.__code__.replace(co_name=name)  # as if it were written in the class
        return method

    return Coins(type("Bad", (CoinsState,), {name: late(name, wrong) for name, wrong in methods.items()}))


def fails(error: BaseException) -> Callable[..., Any]:
    def method(*_: object) -> Any:
        raise error

    return method


def leaves(state: State, action: int) -> None:
    """`apply` that fails when the state is half changed."""
    state.turn += 1  # type: ignore[attr-defined]
    state.player = 7
    raise KeyError("half")


WRONG = [
    ({"actions": lambda self: []}, "Bad: a seat is to move, and actions\\(\\) is empty"),
    (
        {"actions": lambda self: (one for one in (1, 2))},
        "Bad: actions\\(\\) must be a list of integers.* not <gen",
    ),
    ({"actions": lambda self: None}, "Bad: actions\\(\\) must be a list of integers from 0, not None"),
    ({"actions": fails(GeneratorExit())}, "raised GeneratorExit"),
    ({"actions": fails(StopIteration())}, "raised StopIteration"),
    ({"actions": fails(SystemExit(3))}, "raised SystemExit: 3"),
    ({"apply": leaves}, "raised KeyError: 'half' \\(test_broken_rules.py, line \\d+\\)"),
    ({"clone": lambda self: None}, "Bad: clone\\(\\) gave None, not a Bad"),
]
AT_THE_END = [
    ({"chance": lambda self: []}, "Bad: chance\\(\\) must list \\(outcome, p\\), not \\[\\]"),
    ({"returns": lambda self: 1}, "Bad: returns\\(\\) must be a list of 2 numbers, not 1"),
    ({"returns": lambda self: None}, "Bad: returns\\(\\) must be a list of 2 numbers, not None"),
]
CALLS: dict[str, Callable[[Game], object]] = {
    "search": lambda game: Search(game).run(game.initial_state(), 200),
    "rollouts": lambda game: Search(game, configure(evaluate="rollout(n=3)")).run(game.initial_state(), 20),
    "perft": lambda game: perft(game, 8),
    "playouts": lambda game: random_playouts(game, 20),
    "match": lambda game: match(Random(), "mcts(simulations=5)", game, games=4, workers=1),
}

# perft counts what there is, and never asks for returns; a random game has no use for clones.
UNNOTICED = {"perft": ("empty", "<gen", "chance", "returns"), "search": ("clone",), "playouts": ("clone",)}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(("methods", "sentence"), WRONG + AT_THE_END)
def test_the_sentence_names_class_method_and_answer(methods: dict[str, Any], sentence: str, call: str) -> None:
    if any(word in sentence for word in UNNOTICED.get(call, ())):
        CALLS[call](broken(**methods))
        return
    with pytest.raises(BrokenRules, match=f"coins fails: .*{sentence}.*check .*test_broken_rules.py tests it") as error:
        CALLS[call](broken(**methods))
    assert "\n" not in str(error.value)
    assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)


@pytest.mark.parametrize("returns", [[1.0], [], [1.0, -1.0, 0.0], [float("nan"), 0.0], [5.0, -5.0]])
def test_a_match_refuses_returns_that_the_contract_does_not_allow(returns: list[float]) -> None:
    with pytest.raises(BrokenRules, match=r"coins fails: Bad: returns\(\) (must be a list|gave)"):
        match(Random(), "first", broken(returns=lambda self: returns), games=4, workers=1)


@pytest.mark.parametrize("call", CALLS)
def test_sound_rules_raise_nothing(call: str) -> None:
    CALLS[call](Coins())


def test_the_error_keeps_the_traceback_of_the_users_line() -> None:
    with pytest.raises(BrokenRules) as error:
        CALLS["search"](broken(apply=leaves))
    cause = error.value.__cause__
    assert isinstance(cause, KeyError)
    where = cause.__traceback__
    while where is not None and where.tb_next is not None:
        where = where.tb_next
    assert where is not None
    assert where.tb_frame.f_code.co_name == "leaves"


class Faulty(Evaluate):
    """A part of the user's own that fails, or asks for returns before the end."""

    def __init__(self, error: Exception | None) -> None:
        self.error = error

    def __str__(self) -> str:
        return "faulty"

    def values(self, state: State, rng: object, moves: object) -> list[float]:
        if self.error is not None:
            raise self.error
        return state.returns()


class Strict(CoinsState):
    def returns(self) -> list[float]:
        assert self.player == TERMINAL
        return [1.0, -1.0]


@pytest.mark.parametrize("error", [KeyError("mine"), PlygroundError("mine"), None])
def test_an_error_of_the_users_part_is_not_the_games(error: Exception | None) -> None:
    kind = AssertionError if error is None else type(error)
    with pytest.raises(kind) as raised:
        Search(Coins(Strict), configure(evaluate=Faulty(error))).run(Coins(Strict).initial_state(), 5)
    assert not isinstance(raised.value, CannotPlay)


FILE = """
import plyground as pg
from dataclasses import dataclass

@pg.register_game("{name}")
@dataclass(frozen=True)
class Faulty(pg.Game):
    num_players = 2
    def initial_state(self):
        return FaultyState(self)

class FaultyState(pg.State):
    def __init__(self, game):
        super().__init__(game)
        self.player = 0
    def actions(self):
        return [0, 1] if self.player >= 0 else []
    def apply(self, action):
        self.player = pg.TERMINAL
    def returns(self):
        return [1.0, -1.0]
    def {method}(self, *given):
        return {answer}
"""


@pytest.mark.parametrize(
    ("method", "answer", "sentence"),
    [
        ("returns", "1", "FaultyState: returns() must be a list of 2 numbers, not 1"),
        ("action_name", "None", "FaultyState: action_name(0) gave None, not a text"),
        ("__str__", "None", "FaultyState: __str__() raised TypeError"),
        ("__str__", "open('/nowhere')", "FaultyState.__str__() raised FileNotFoundError"),
        ("clone", "None", "FaultyState: clone() gave None, not a FaultyState"),
    ],
)
def test_the_command_line_says_it_without_a_traceback(
    method: str, answer: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / f"faulty_{abs(hash((method, answer)))}.py"
    file.write_text(FILE.format(name=file.stem, method=method, answer=answer))
    assert main(["search", str(file), "--simulations", "20"]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert sentence in err
    assert f"plyground check {file} tests it" in err


class Mute(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text")


class Fails(Agent):
    """An agent that raises an error whose text no file can hold, or that has none."""

    name = "fails"

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __str__(self) -> str:
        return "fails"

    def choose(self, state: State) -> Decision:
        raise self.error


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ValueError("bad \ud800 text"), "ValueError: bad \\ud800 text"),
        (Mute(), "Mute"),
        (SystemExit(3), "SystemExit: 3"),
        (GeneratorExit(), "GeneratorExit"),
    ],
)
def test_any_failure_of_an_agent_is_a_forfeit(error: BaseException, said: str, tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    report = match(Fails(error), "first", "nim", games=2, store=store, workers=1, forfeits="count")
    assert {record.reason for record in report.forfeits} == {f"it raised {said}"}
    assert said in str(match(Fails(error), "first", "nim", games=2, store=store, workers=1, forfeits="count"))


def test_a_name_that_no_file_can_hold_is_refused() -> None:
    with pytest.raises(PlygroundError, match="the name of an agent must be a text that a file can hold"):
        tournament({"a\ud800": "random", "b": "first"}, "nim", games=2)


class Sloppy(CoinsState):
    """Breaks a law that no search notices."""

    def chance(self) -> list[tuple[int, float]]:
        return [(0, 0.5), (1, 0.5)]


def test_another_error_is_not_the_games_although_it_breaks_a_law() -> None:
    game = Coins(Sloppy)
    search = Search(game)
    search.run(game.initial_state(), 50)
    with pytest.raises(IllegalAction):
        search.advance(9)


class SharedState(CoinsState):
    """Coins lie in a list of lists, which the default clone shares."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.rows = [[1, 2], [1, 2]]

    def actions(self) -> list[int]:
        return self.rows[self.player] if self.player >= 0 else []

    def apply(self, action: int) -> None:
        self.rows[0][:] = [2]
        super().apply(action)


@pytest.mark.parametrize("call", ["search", "perft", "match", "assess"])
def test_a_clone_that_shares_data_is_found_where_states_are_copied(call: str) -> None:
    calls = {**CALLS, "assess": lambda game: assess(game, 100)}
    with pytest.raises(BrokenRules, match=r"coins fails: a move in a copy changed the original: clone\(\) must copy"):
        calls[call](Coins(SharedState))
