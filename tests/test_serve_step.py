"""Stories on the page: any simulation of a search in its four phases."""

import pytest

import plyground as pg
from plyground.client import Client
from plyground.errors import PlygroundError
from plyground.serve.limits import SessionLimits
from plyground.serve.watch_room import open_search


def test_a_simulation_is_the_same_forward_back_and_by_a_jump(page: Client) -> None:
    story = page.ask("open_story", game="tictactoe", agent="mcts(seed=4)")
    assert story.introduction
    forward = [page.ask("get_simulation", story=story.story, number=number) for number in (1, 2, 3)]
    assert forward[0].before is None
    again = page.ask("get_simulation", story=story.story, number=2)
    assert (again.phases, again.after) == (forward[1].phases, forward[1].after)
    jump = page.ask("get_simulation", story=story.story, number=500)
    assert jump.after.nodes[0].visits == 500
    assert [phase.name for phase in jump.phases] == ["select", "expand", "evaluate", "back up"]
    # The numbers behind each choice are those of the search's own trace.
    state = pg.parse_game("tictactoe").initial_state()
    agent = pg.agents.Mcts(seed=4)
    agent.reset(state.game, 0, 4)
    search = agent.searcher(state)
    search.grow(500)
    trace = search.trace(499)
    [first, *_] = jump.phases[0].comparisons
    assert sorted(move.score for move in first.candidates) == sorted(trace.steps[0].scores)
    assert [move.name for move in first.candidates if move.chosen] == trace.names[:1]


def test_the_nodes_of_the_path_are_in_the_tree(page: Client) -> None:
    story = page.ask("open_story", game="mnk(5,5,4)").story
    told = page.ask("get_simulation", story=story, number=800, nodes=10)
    names = {node.node for node in told.after.nodes}
    assert set(told.path) <= names
    assert set(told.added) <= set(told.path)
    for phase in told.phases:
        assert set(phase.lit) <= names
    changes = told.phases[3].changes
    assert [change.node for change in changes] == told.path
    assert all(change.visits_after == change.visits_before + 1 for change in changes)


def test_a_rollout_is_shown_as_boards(page: Client) -> None:
    story = page.ask("open_story", game="connect_four", position="444").story
    told = page.ask("get_simulation", story=story, number=5)
    rollout = page.ask("get_rollout", story=story, number=5, first=2, count=3)
    assert (rollout.total, rollout.first, len(rollout.boards)) == (told.rollout, 2, 3)
    assert all("f-seat" in board.board.svg for board in rollout.boards)
    assert sum(rollout.values) == 0.0


def test_dice_are_stepped_through_too(page: Client) -> None:
    story = page.ask("open_story", game="pig(target=20)").story
    told = page.ask("get_simulation", story=story, number=40)
    assert set(told.path) <= {node.node for node in told.after.nodes}


def test_a_proven_root_ends_the_story(page: Client) -> None:
    story = page.ask("open_story", game="tictactoe", position="a1 b1 a2 b2", agent="mcts(backup=solver)").story
    with pytest.raises(PlygroundError, match="proven after"):
        page.ask("get_simulation", story=story, number=5000)


def test_old_stories_make_room_and_numbers_are_limited(page: Client) -> None:
    names = [page.ask("open_story", game="tictactoe").story for _ in range(5)]
    with pytest.raises(PlygroundError, match="no story"):
        page.ask("get_simulation", story=names[0], number=1)
    with pytest.raises(PlygroundError, match="goes to simulation"):
        page.ask("get_simulation", story=names[4], number=900_000)


def test_a_story_tells_the_search_of_its_agent(page: Client) -> None:
    """A rule that plans ahead plans the agent's simulations."""
    agent = "mcts(select=gumbel, simulations=60)"
    story = page.ask("open_story", game="tictactoe", agent=agent)
    _, search = open_search(SessionLimits(), agent, pg.TicTacToe(), [])
    search.resume(60)
    for number in (20, 45, 60):
        shown = page.ask("get_simulation", story=story.story, number=number)
        trace = search.trace(number - 1)
        assert shown.path[-1] == "/".join(f"{seat}.{action}" for seat, action in trace.moves)
