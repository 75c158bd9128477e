"""Every number that a game, a part or an agent takes has a range, and what is in the range works in both engines."""

import contextlib
import dataclasses
import math
import typing
from collections.abc import Iterator
from typing import Any

import pytest
from search_helpers import needs_native

from plyground.agents import Agent, parse_agent
from plyground.errors import PlygroundError
from plyground.games import Game, parse_game
from plyground.rng import Rng
from plyground.search import Backup, Budget, Config, Decide, Evaluate, Expand, Search, Select, configure
from plyground.search.part import Part
from plyground.text_form import TextForm
from plyground.tree import first_difference

KINDS: dict[str, Any] = {"select": Select, "expand": Expand, "evaluate": Evaluate, "backup": Backup, "decide": Decide}
HOSTILE = (10**200, 10**5000, 1e308, math.nan, math.inf, -math.inf, -1, 2**32, 2**63)
NEEDED = {"mnk": {"rows": 3, "cols": 3, "k": 3}, "level": {"level": 5}}  # parameters without a default


def is_ours(cls: Any) -> bool:
    return cls.__module__.startswith("plyground.") and dataclasses.is_dataclass(cls)


def registered() -> Iterator[type[TextForm]]:
    yield Budget
    for base in (Game, Agent, *KINDS.values()):
        for name in base.registry:
            if is_ours(base.registry.get(name)):
                yield base.registry.get(name)


def numbers(cls: Any) -> Iterator[dataclasses.Field[Any]]:
    """The fields that take a number, or numbers."""
    hints = typing.get_type_hints(cls)
    for field in dataclasses.fields(cls):
        kinds = [hints[field.name], *typing.get_args(hints[field.name])]
        kinds += [item for kind in kinds if typing.get_origin(kind) is tuple for item in typing.get_args(kind)]
        if int in kinds or float in kinds:
            yield field


CASES = [(cls, field) for cls in registered() for field in numbers(cls)]
NAMES = [f"{cls.name}-{field.name}" for cls, field in CASES]


def made(cls: Any, field: str, value: Any) -> Any:
    """The object with this value, or None if the value is refused in one sentence."""
    values = NEEDED.get(cls.name, {}) | {field: value}
    if cls.name == "tree_shape" and field in ("depth", "width"):
        values = {"depth": 3, "width": 3} | values
    try:
        return cls(**values)
    except PlygroundError as refused:
        sentence = str(refused)
    assert field in sentence
    assert len(sentence) < 250
    return None


def test_there_are_numbers_to_look_at() -> None:
    assert {"ucb1-c", "tree_shape-cr", "mcts-seconds", "pig-target", "nim-heaps", "budget-nodes"} <= set(NAMES)


@pytest.mark.parametrize(("cls", "field"), CASES, ids=NAMES)
def test_every_number_has_a_range(cls: Any, field: dataclasses.Field[Any]) -> None:
    low, high = field.metadata.get("low"), field.metadata.get("high")
    assert low is not None
    assert high is not None
    assert -math.inf < low <= high < math.inf
    if field.default is not None and field.default is not dataclasses.MISSING:
        assert all(
            low <= value <= high for value in (field.default if isinstance(field.default, tuple) else [field.default])
        )
    for wrong in (low - 1, high + 1, math.nan, math.inf, 10**200):
        assert made(cls, field.name, wrong) is None


@pytest.mark.filterwarnings("ignore::plyground.PlygroundWarning")  # some values are out of all proportion
@needs_native
@pytest.mark.parametrize(("cls", "field"), CASES, ids=NAMES)
def test_a_hostile_value_is_refused_or_works(cls: Any, field: dataclasses.Field[Any]) -> None:
    """Parts: both engines build the same tree, also at the ends of the range. Games and agents: they play."""
    ends = [field.metadata["low"], field.metadata["high"]] if issubclass(cls, Part) else []
    for value in (*HOSTILE, *ends):
        thing = made(cls, field.name, value)
        if isinstance(thing, Part):
            equal_trees(thing)
        elif isinstance(thing, Game):
            thing.initial_state().actions()
        elif isinstance(thing, Agent):
            game = parse_game("tictactoe")
            state = game.position("a1 b1 a2 b2")
            with contextlib.suppress(PlygroundError):  # some play one game alone, or need a file
                thing.reset(game, 0, 1)
                assert thing.act(state) in state.actions()


def equal_trees(part: Part) -> None:
    if part.name == "rollout" and getattr(part, "n", 1) > 1000:
        return  # it works, for minutes
    kind = next(kind for kind, base in KINDS.items() if isinstance(part, base))
    config: Config = configure(**{kind: part})
    for text in ("tictactoe",) if part.reads_files else ("tictactoe", "pig(target=10)"):
        game = parse_game(text)
        trees = []
        for engine in ("python", "native"):
            search = Search(game, config, engine=engine, seed=3)
            result = search.run(game.initial_state(), 50)
            assert all(math.isfinite(value) for value in search.tree().value)
            trees.append((search.tree(), result.action))
        assert first_difference(trees[0][0], trees[1][0]) is None
        assert trees[0][1] == trees[1][1]


@pytest.mark.parametrize(
    "text",
    [
        f"mcts(simulations={'9' * 200})",
        f"mcts(seconds={'9' * 200})",
        f"mcts(seed={'9' * 200})",
        f"mcts(select=ucb1(c={'9' * 200}))",
        f"mcts(select=tree_shape(cr=[{'9' * 200}]))",
        f"mcts(expand=open_loop({'9' * 300}))",
        "mcts(select=tree_shape(cr=1e308))",
        "mcts(expand=one_child(after=4294967296))",
        "mcts(backup=mean(win=1e308))",
        "mcts(select=ucb1(c=1e999))",
        f"alpha_beta(seconds={'9' * 200})",
    ],
)
def test_texts_of_long_numbers_are_refused(text: str) -> None:
    with pytest.raises(PlygroundError, match=r"must be from .* to ") as caught:
        parse_agent(text)
    assert len(str(caught.value)) < 150


def test_seeds_of_a_search() -> None:
    for seed in (2**64, -(2**63) - 1, 10**200, math.nan, "1", None, True):
        with pytest.raises(PlygroundError, match="seed must be"):
            Search("tictactoe", seed=seed)  # type: ignore[arg-type]
    assert Search("tictactoe", seed=2**64 - 1).seed == 2**64 - 1


@needs_native
@pytest.mark.parametrize("temperature", [1e-6, 1e-3, 1e6])
def test_a_softmax_of_any_temperature(temperature: float) -> None:
    """exp of a large number once overflowed in Python and was infinite in C++."""
    game, config = parse_game("connect_four"), configure(select=f"puct(prior=heuristic, temperature={temperature})")
    state = game.position("4443")
    priors = config.select.priors(state, state.actions())
    assert priors is not None
    assert sum(priors) == pytest.approx(1.0)
    trees = []
    for engine in ("python", "native"):
        search = Search(game, config, engine=engine, seed=Rng(2).next())
        search.run(state, 200)
        trees.append(search.tree())
    assert first_difference(*trees) is None
    assert trees[0].extra == trees[1].extra
