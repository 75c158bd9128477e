"""A search that runs in slices grows the tree that its agent's search grows in one run."""

import asyncio
import random
import time

import pytest
from search_helpers import ENGINES

import plyground as pg
from plyground.agents import parse_agent
from plyground.agents.mcts import Mcts
from plyground.search import Budget, Search, configure
from plyground.serve.limits import SessionLimits, mcts_of
from plyground.serve.thinking import SeatedAgents, Slices
from plyground.serve.watched import Watched
from plyground.tree import first_difference

AGENTS = [
    "mcts(select=gumbel, simulations=200)",
    "mcts(select=epsilon_greedy(inner=gumbel), simulations=150)",
    "alphazero(simulations=61)",
    "alphazero(simulations=61, select=puct)",
    "mcts(select=puct, evaluate=network(leaves=5), simulations=64)",
]


def player(text: str) -> Mcts:
    agent = mcts_of(parse_agent(text))
    assert agent is not None
    return agent


def search_of(agent: Mcts) -> Search:
    agent.reset(pg.ConnectFour(), 0, 3)
    return agent.searcher(pg.ConnectFour().position("4 4"))


def alone(text: str) -> Search:
    """The agent's search after its own budget."""
    agent = player(text)
    search = search_of(agent)
    search.grow(agent.budget)
    return search


def same(one: Search, other: Search) -> bool:
    a, b = one.tree(), other.tree()
    return first_difference(a, b) is None and a.extra == b.extra and one.decide() == other.decide()


@pytest.mark.parametrize("text", AGENTS)
def test_slices_of_any_size_grow_the_same_tree(text: str) -> None:
    whole = alone(text)
    for seed in range(3):
        rng, agent = random.Random(seed), player(text)
        slices = Slices(search_of(agent), Budget(simulations=agent.simulations, seconds=3600))
        while not slices.step(3600, rng.randrange(1, 20)):
            pass
        assert slices.simulations == agent.simulations
        assert same(whole, slices.search)


async def watch(searches: list[Search], budget: Budget, pace: float | None = None) -> None:
    async def aside(*work: object) -> list[object]:
        return []

    watched = Watched(searches, budget, aside, pace=pace)
    while watched.state != "ended":
        for _ in watched.run():
            pass
        time.sleep(min(watched.rest, 0.01))


@pytest.mark.parametrize("text", AGENTS)
def test_a_watched_search_is_the_agents_at_any_pace(text: str) -> None:
    agent = player(text)
    search = search_of(agent)
    asyncio.run(watch([search], Budget(simulations=agent.simulations), pace=3000))
    assert same(alone(text), search)


@pytest.mark.parametrize("other", ["mcts(select=gumbel, simulations=200)", "alphazero", "mcts(simulations=200)"])
def test_both_sides_of_a_comparison_are_their_agents_searches(other: str) -> None:
    text = "alphazero(simulations=200)"
    searches = [search_of(player(text)), search_of(player(other))]
    asyncio.run(watch(searches, Budget(simulations=200)))
    assert same(alone(text), searches[0])
    expected = search_of(player(other))
    expected.grow(200)
    assert same(expected, searches[1])


@pytest.mark.parametrize("text", [*AGENTS, "mcts(select=gumbel, simulations=80, keep_tree=true)"])
def test_a_seated_agent_plays_as_it_does_in_a_match(text: str) -> None:
    game, moves = pg.ConnectFour(), list[int]()
    seated = SeatedAgents(game, [text, "random"], 7, SessionLimits())
    seated._catch_up([])
    agent, state = player(text), game.initial_state()
    agent.reset(game, 0, pg.arena.at_the_table.agent_seed(7, 0))
    for reply in (3, 2, 5):
        thinking = seated.choose(moves, lambda opinion: None)
        while True:
            try:
                next(thinking)
            except StopIteration as end:
                choice = end.value
                break
        assert agent.act(state) == choice.action
        for action in (choice.action, reply):
            agent.observe(state, action)
            state.apply(action)
            moves.append(action)


def test_a_search_by_time_has_no_plan() -> None:
    """The simulations that a session allows at most are not planned."""
    agent = player("mcts(select=gumbel, seconds=0.05, keep_tree=true)")
    seated = SeatedAgents(pg.ConnectFour(), [str(agent), "random"], 7, SessionLimits())
    for _ in seated.choose([], lambda opinion: None):
        pass
    assert seated.search is not None
    assert seated.search.tree().extra["noise"][0] == 0


@pytest.mark.parametrize("engine", ENGINES)
def test_the_first_plan_of_a_root_counts(engine: str) -> None:
    game = pg.TicTacToe()
    whole, cut = (Search(game, configure("gumbel"), engine=engine, seed=5) for _ in range(2))  # type: ignore[arg-type]
    whole.run(game.initial_state(), 90)
    cut.start(game.initial_state())
    cut.plan(90)
    for count in (1, 9, 30, 50):
        cut.plan(17)
        cut.resume(count)
    assert same(whole, cut)
    with pytest.raises(pg.PlygroundError, match="simulations must be"):
        cut.plan(-1)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_traced_search_is_replayed_as_it_was(engine: str) -> None:
    """A trace before the first budget leaves the plan unknown."""
    search = Search("tictactoe", configure("gumbel(considered=4)"), engine=engine, seed=2)  # type: ignore[arg-type]
    search.start(pg.TicTacToe().initial_state())
    traces = [search.trace() for _ in range(30)]
    search.resume(100)
    assert [search.trace(number) for number in range(30)] == traces
