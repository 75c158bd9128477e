"""Wherever Python expects a game, an agent, a part or a position, its text may stand: every public callable is tried.

The annotations say where one is expected. There the text must be allowed, for type checkers too, and a wrong text must
be answered with a sentence about that text, which shows that it was read.
"""

import dataclasses
import inspect
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground.agents.learner import Learner
from plyground.catalogue import example
from plyground.search.part import KINDS, Part
from plyground.text_form import Registry

WRONG = "no_such_thing"
THINGS = (pg.Game, pg.Agent, Part, pg.State, pg.Config)
# plyground calls their methods, with objects.
CONTRACTS = (pg.Game, pg.Agent, Part, pg.State)
# plyground makes these, as answers and records; nobody has to construct one.
ANSWERS = {
    *("Assessment", "BestResponse", "Contest", "LawReport", "MatchReport", "Result", "Review", "StateGraph"),
    *("TournamentReport", "TuneReport"),
}
MODULES = [value for name in pg.__all__ if isinstance(value := getattr(pg, name), types.ModuleType)]
# Tested below: the text is read after a file.
ELSEWHERE = {("pg.Search.load", "state")}
# The other arguments of a call, by name.
OTHERS: dict[str, Any] = {
    "game": "tictactoe",
    "games": 2,
    "a": "random",
    "b": "random",
    "agents": ["random", "random"],
    "start": "tictactoe",
    "state": pg.TicTacToe().initial_state(),
    "player": "random",
    "players": ("random",) * 2,
    "seat": 0,
    "limit": 10_000,
    "depth": 1,
    "learner": "q_learning",
    "episodes": 1,
    "opponent": "random",
    "searches": 1,
    "simulations": 8,
    "budget": 1,
    "number": 1,
    "action": 0,
    "moves": "",
    "text": "random",
    "config": "puct, all_children",
    "against": "random",
    "template": "mcts(simulations={n})",
    "ranges": ["n=1:4"],
    "select": "ucb1",
    "expand": "one_child",
    "evaluate": "rollout",
    "backup": "mean",
    "decide": "most_visits",
    "source": pg.Search("tictactoe").run("", 8).tree,
    "path": "there_is_no_file",
    "actions": [],
}


def public_callables() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Functions, constructors, and the methods of classes that are no contracts."""
    found = {f"pg.{name}": getattr(pg, name) for name in pg.__all__}
    for module in MODULES:
        own = getattr(module, "__all__", None) or [
            name
            for name, value in vars(module).items()
            if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
        ]
        found |= {f"pg.{module.__name__.rpartition('.')[2]}.{name}": getattr(module, name) for name in own}
    for name, thing in found.items():
        if inspect.isclass(thing):
            yield name, thing
            if not issubclass(thing, CONTRACTS) and thing.__name__ not in ANSWERS:
                made = _made(thing)
                for method in [method for method in dir(thing) if not method.startswith("_")]:
                    written = inspect.getattr_static(thing, method)
                    if made is not None and isinstance(written, (types.FunctionType, staticmethod, classmethod)):
                        yield f"{name}.{method}", getattr(made, method)
        elif callable(thing):
            yield name, thing


def _made(cls: type) -> Any:
    """An object, for its methods."""
    if cls.__name__ == "Search":
        return pg.Search("tictactoe")
    return pg.agents.Training("q_learning", "tictactoe", engine="python") if cls.__name__ == "Training" else None


def _options(hint: Any) -> tuple[Any, ...]:
    return typing.get_args(hint) if typing.get_origin(hint) in (types.UnionType, typing.Union) else (hint,)


def _wants(hint: Any) -> Iterator[tuple[bool, Any]]:
    """For every place in an annotation that takes one of our things: whether a text may stand there, and its holder."""
    options = _options(hint)
    if any(isinstance(one, type) and issubclass(one, THINGS) for one in options):
        yield str in options, None
    for one in options:
        origin = typing.get_origin(one)
        if isinstance(origin, type) and not issubclass(origin, (Callable, type)):  # type: ignore[arg-type]
            for inner in typing.get_args(one):
                yield from ((allowed, origin) for allowed, _ in _wants(inner))


def expecting() -> Iterator[Any]:
    """(name, callable, parameter, whether a text is allowed, the type of the collection or None)."""
    for name, thing in public_callables():
        function = thing.__init__ if inspect.isclass(thing) else thing  # type: ignore[misc]
        if thing is pg.State or (inspect.isclass(thing) and thing.__name__ in ANSWERS):
            continue
        try:
            hints = typing.get_type_hints(function)
        except (TypeError, NameError):
            continue
        hints.pop("return", None)
        for parameter, hint in hints.items():
            if (name, parameter) in ELSEWHERE or parameter == "last":  # `last` may be an action or a state: no text
                continue
            for allowed, holder in _wants(hint):
                yield pytest.param(thing, parameter, allowed, holder, id=f"{name}-{parameter}")


PLACES = list(expecting())


def test_the_places_are_found() -> None:
    found = {place.id for place in PLACES}
    assert found >= {
        *("pg.agents.Mcts-select", "pg.select.EpsilonGreedy-inner", "pg.train-game", "pg.perft-start", "pg.match-a"),
        *("pg.exact.exact_match-start", "pg.Search-config", "pg.view.board-state", "pg.Search.run-state"),
        *("pg.tournament-agents", "pg.SearchPool-positions", "pg.evaluate.PolicyAndValue-value"),
    }
    assert len(found) > 60


@pytest.mark.parametrize(("thing", "parameter", "allowed", "holder"), PLACES)
def test_a_text_may_stand(thing: Callable[..., Any], parameter: str, allowed: bool, holder: Any) -> None:
    assert allowed, f"the annotation of {parameter} does not allow a text"
    value: Any = WRONG
    if holder is not None:
        value = {"one": WRONG, "two": "random"} if issubclass(holder, Mapping) else [WRONG, "random"]
    arguments: dict[str, Any] = {}
    places: list[Any] = []
    for name, wanted in inspect.signature(thing).parameters.items():
        given = value if name == parameter else OTHERS.get(name)
        if wanted.kind is wanted.VAR_POSITIONAL:
            places += [given, given] if name == parameter else list(OTHERS[name])
        elif name == parameter or (wanted.default is wanted.empty and wanted.kind is not wanted.VAR_KEYWORD):
            if wanted.kind is wanted.KEYWORD_ONLY:
                arguments[name] = given
            else:
                places.append(given)
        elif wanted.kind is wanted.POSITIONAL_OR_KEYWORD and name != "self" and parameter in _after(thing, name):
            places.append(wanted.default)
    with pytest.raises(pg.PlygroundError, match=WRONG):
        thing(*places, **arguments)


def _after(thing: Callable[..., Any], name: str) -> list[str]:
    names = list(inspect.signature(thing).parameters)
    return names[names.index(name) + 1 :]


REGISTRIES: list[Registry[Any]] = [pg.Game.registry, pg.Agent.registry, *(base.registry for base in KINDS.values())]


@pytest.mark.parametrize(
    ("registry", "name"),
    [(registry, name) for registry in REGISTRIES for name in registry],
    ids=lambda one: one.kind if isinstance(one, Registry) else one,
)
def test_every_field_takes_the_text_of_its_value(registry: Registry[Any], name: str) -> None:
    made = example(registry, name)
    if made is None or not dataclasses.is_dataclass(made):
        return
    values = {field.name: getattr(made, field.name) for field in dataclasses.fields(made)}
    for field, value in values.items():
        if hasattr(value, "registry"):
            assert dataclasses.replace(made, **{field: str(value)}) == made
            with pytest.raises(pg.PlygroundError, match=WRONG):
                dataclasses.replace(made, **{field: WRONG})


def test_a_field_of_your_own_takes_texts_too() -> None:
    @dataclasses.dataclass
    class Twice(pg.Agent):
        player: pg.Agent | str = "random"
        game: pg.Game | str | None = None

        def choose(self, state: pg.State) -> pg.Decision:
            raise NotImplementedError

    twice = Twice("mcts(simulations=7)", "nim")
    assert twice.player == pg.agents.Mcts(simulations=7)
    assert twice.game == pg.Nim()
    assert str(Twice()) == "Twice"
    assert str(twice) == "Twice(mcts(simulations=7), nim)"


def test_a_thing_of_another_kind_is_named() -> None:
    with pytest.raises(pg.PlygroundError, match="mcts is no game"):
        pg.perft(pg.agents.Mcts(), 2)  # type: ignore[arg-type]
    with pytest.raises(pg.PlygroundError, match="select must be Select or none, not mean"):
        pg.agents.Mcts(select=pg.backup.Mean())  # type: ignore[arg-type]
    with pytest.raises(pg.PlygroundError, match="expected a state"):
        pg.agents.Mcts().choose("444")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "config"),
    [
        ("ucb1(c=0.8)", pg.configure("ucb1(c=0.8)")),
        ("select=puct, backup=solver", pg.configure("puct", backup="solver")),
        (str(pg.configure("rave", decide="secure")), pg.configure("rave", decide="secure")),
    ],
)
def test_the_parts_of_a_search_are_a_text(text: str, config: pg.Config) -> None:
    assert pg.Search("tictactoe", text).config == config


@pytest.mark.parametrize(
    "text", ["ucb1, one_child, rollout, mean, most_visits, ucb1", "ucb1, select=puct", "choose=ucb1", "444", "rollout"]
)
def test_a_wrong_text_of_parts_is_one_sentence(text: str) -> None:
    with pytest.raises(pg.PlygroundError):
        pg.Search("tictactoe", text)


def test_a_position_is_written_as_its_moves() -> None:
    search = pg.Search("connect_four", seed=1)
    spelled, made = search.run("444", 50), search.run(pg.ConnectFour().position("444"), 50)
    assert search.at("444")
    assert (spelled.top.visits, spelled.top.value) == (made.top.visits, made.top.value)


def test_a_saved_search_is_loaded_at_a_position_given_as_text(tmp_path: Path) -> None:
    search = pg.Search("tictactoe")
    search.run("b2", 20)
    search.save(tmp_path / "one.plg")
    assert pg.Search.load(tmp_path / "one.plg", "b2").at("b2")
    with pytest.raises(pg.PlygroundError, match=WRONG):
        pg.Search.load(tmp_path / "one.plg", WRONG)


def test_train_and_learner_texts() -> None:
    assert issubclass(pg.agents.QLearning, Learner)
    training = pg.train("q_learning", "tictactoe", 10)
    assert training.best_actions("a1") == training.best_actions(pg.TicTacToe().position("a1"))
