"""Merged states: both engines build the same trees and learn the same, over games × parts × seeds, tree after tree."""

import copy
import math
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
from search_helpers import other_games

from plyground.agents import parse_agent
from plyground.agents.presets import MctsThesis
from plyground.errors import PlygroundError
from plyground.games.base import TERMINAL, Game, State, parse_game
from plyground.games.native import have_native
from plyground.rng import Rng
from plyground.search import Search, Select, configure, register_select
from plyground.search.transpositions import Transpositions
from plyground.tree import Tree, first_difference

pytestmark = pytest.mark.skipif(not have_native(), reason="needs the C++ core")

GAMES = [
    "tictactoe",
    "mnk(4,4,3)",
    "mnk(4,5,3)",
    "connect_four(4,4,3)",
    "connect_four(9,9,4)",
    "nim([3,4,5])",
    "pig(target=8)",
    "pig(players=3, target=5)",
    "ludo(players=2, rules=thesis)",
]
GAMES += other_games(GAMES)
PARTS = [
    {},
    {"backup": "solver"},
    {"select": "ucb1(c=0.5, plus_one=true)", "expand": "one_child(after=0)", "backup": "mean(win=1, draw=1, loss=0)"},
    {"expand": "all_children", "backup": "solver", "select": "epsilon_greedy(0.2)"},
]
MERGES = ["states", "symmetric"]


def label(parts: dict[str, str]) -> str:
    return ", ".join(f"{kind}={text}" for kind, text in parts.items()) or "classic UCT"


def pair(game: Game | str, merge: str, seed: int = 1, **parts: object) -> list[Search]:
    return [
        Search(game, configure(**parts), engine=engine, seed=seed, merge=merge)  # type: ignore[arg-type]
        for engine in ("python", "native")
    ]


def assert_same(searches: list[Search]) -> None:
    python, native = (search.tree() for search in searches)
    assert first_difference(python, native) is None
    assert python.extra == native.extra
    known, twin = (search.transpositions for search in searches)
    assert isinstance(known, Transpositions)
    assert twin is not None
    assert len(known) == len(twin)
    for (key, seat), entry in known._entries.items():
        assert isinstance(key, bytes)
        assert known.lookup(key, seat) == twin.lookup(key, seat) == (entry.visits, entry.value)


@pytest.mark.parametrize("merge", MERGES)
@pytest.mark.parametrize("parts", PARTS, ids=label)
@pytest.mark.parametrize("text", GAMES)
def test_same_trees_and_memory(text: str, parts: dict[str, str], merge: str) -> None:
    """Two games with one memory: searches in two goes, moves that keep nothing but the memory, chance outcomes."""
    game = parse_game(text)
    simulations = 5 if "ludo" in text else 15 if "9,9" in text else 40
    for seed in (1, 2**63 + 5):
        searches, moves = pair(game, merge, seed, **parts), Rng(seed)
        for _ in range(2):
            state = game.initial_state()
            for _ in range(5):
                results = [search.run(state, simulations) for search in searches]
                assert results[0].action == results[1].action
                assert results[0].stopped == results[1].stopped
                assert_same(searches)
                for search in searches:
                    search.resume(simulations)
                assert_same(searches)
                options = state.moves()
                action = options[moves.below(len(options))]
                state.apply(action)
                if state.player == TERMINAL:
                    break
                for search in searches:
                    search.advance(action)


@pytest.mark.parametrize("merge", MERGES)
def test_the_same_rows_however_the_runs_are_cut(merge: str) -> None:
    """Rows that no simulation needed are up to date when they are read."""
    whole, cut = (Search("tictactoe", seed=2, merge=merge, engine="native") for _ in range(2))
    state = whole.game.initial_state()
    whole.run(state, 600)
    cut.start(state)
    for _ in range(60):
        cut.resume(10)
    assert first_difference(whole.tree(), cut.tree()) is None


@pytest.mark.parametrize("parts", [{}, {"backup": "solver"}], ids=label)
def test_an_interrupted_search_goes_on(parts: dict[str, str]) -> None:
    """The simulation under way is lost, and no row is left with the statistics of another state."""
    calls = [0]

    def interrupted(state: State) -> list[float]:
        calls[0] += 1
        if calls[0] % 7 == 3:
            raise KeyboardInterrupt
        return state.heuristic()

    searches = pair("mnk(3,3,3)", "symmetric", evaluate=interrupted, **parts)
    for search in searches:
        calls[0] = 0
        search.start(search.game.initial_state())
        stops = [search.resume(20).stopped for _ in range(30)]
        assert "interrupted" in stops
        known = len(search.transpositions or ())
        search.start(search.game.position("b2"))
        assert len(search.transpositions or ()) in (known, known + 1)
        search.resume(20)
    assert_same(searches)


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_proven_state_is_played_again(engine: str) -> None:
    """What is proven of the root does not stop the search before there is a move to decide on."""
    search = Search("tictactoe", configure(backup="solver"), engine=engine, seed=1, merge="states")
    state = search.game.position("a1 b1 a2 b2")
    for _ in range(5):
        search.start(state)
        result = search.resume(400)
        assert (result.stopped, result.value, state.action_name(result.action or 0)) == ("solved", 1.0, "a3")


@register_select("value_and_novelty")
@dataclass(frozen=True)
class ValueAndNovelty(Select):
    """value + 1/√visits."""

    def scores(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> list[float]:
        return [tree.value[child] + 1.0 / math.sqrt(tree.visits[child]) for child in children]


@pytest.mark.parametrize(
    "parts", [{"evaluate": lambda state: state.heuristic()}, {"select": ValueAndNovelty(), "backup": "solver"}]
)
def test_parts_of_ones_own_run_on_both(parts: dict[str, object]) -> None:
    searches = pair("tictactoe", "symmetric", 4, **parts)
    for moves in ("", "b2"):
        for search in searches:
            search.run(search.game.position(moves), 200)
        assert_same(searches)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda search: pickle.loads(pickle.dumps(search))])
def test_a_copy_takes_the_memory_along(duplicate: Callable[[Search], Search]) -> None:
    """A learner that was trained enters a match, in this process or another, with what it knows."""
    searches = pair("tictactoe", "symmetric", 4, backup="solver")
    for search in searches:
        search.run(search.game.position("b2"), 500)
    copies = [duplicate(search) for search in searches]
    for _ in range(2):  # of the copies, and then of the originals, which know nothing of them
        for search in copies:
            search.start(search.game.initial_state())
            search.resume(200)
        assert_same(copies)
        copies, searches = searches, copies
    assert first_difference(copies[0].tree(), searches[0].tree()) is None


@pytest.mark.parametrize("text", ["uct_learner(simulations=40)", "mcts_thesis(playouts=200)"])
def test_learners_play_the_same_on_both(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def games() -> list[list[int]]:
        game, agent = parse_game("tictactoe"), parse_agent(text)
        played = []
        for seed in range(4):
            agent.reset(game, 0, seed)
            state, moves = game.initial_state(), Rng(seed)
            actions = []
            while state.player != TERMINAL:
                options = state.actions()
                actions.append(agent.act(state) if state.player == 0 else options[moves.below(len(options))])
                state.apply(actions[-1])
            played.append(actions)
        search = agent._search if isinstance(agent, MctsThesis) else agent._player._search  # type: ignore[attr-defined]
        engines.append(search.engine_name)
        return played

    engines: list[str] = []
    native = games()
    monkeypatch.setattr("plyground.search.search.native_obstacle", lambda game, config: "a game without a twin")
    assert games() == native
    assert engines == ["native", "python"]


def test_a_native_memory_knows_states_of_its_game_alone() -> None:
    search = Search("tictactoe", merge="states", engine="native", seed=1)
    search.run(search.game.initial_state(), 50)
    assert search.transpositions is not None
    start = search.game.initial_state().key()
    assert search.transpositions.lookup(start, 0) == (50, search.top().value[0])
    for key, seat in ((start, 1), (start, -3), (b"", 0), (start + b"\2", 0), ("a", 0), (None, 0)):
        assert search.transpositions.lookup(key, seat) is None


@pytest.mark.parametrize("parallel", ["root", "tree"])
def test_one_thread_alone(parallel: str) -> None:
    with pytest.raises(PlygroundError, match="merged states are for one thread"):
        Search("tictactoe", merge="states", threads=2, parallel=parallel)
