"""Searches that a page watches, alone and in step, through real WebSockets."""

from dataclasses import replace
from typing import Any

import pytest

import plyground as pg
from plyground.client import Client, connect
from plyground.errors import PlygroundError
from plyground.serve.limits import SessionLimits
from plyground.serve.thinking import Slices

# Of the server of these tests: see `address` in conftest.py.
SERVER_LIMITS = replace(SessionLimits(), searches=2)


def last_frame(page: Client) -> Any:
    return page.wait("frame", lambda message: message.frame.state in ("paused", "ended")).frame


def test_the_last_frame_is_what_the_search_finds_alone(page: Client) -> None:
    started = page.ask(
        "start_search", game="connect_four", position="444", agent="mcts(seed=3)", effort={"simulations": 2000}
    )
    frame = last_frame(page)
    ended = page.wait("search_ended")
    state = pg.parse_game("connect_four").position("444")
    agent = pg.agents.Mcts(seed=3, simulations=2000)
    agent.reset(state.game, state.player, 3)
    alone = agent.searcher(state)
    result = alone.resume(2000)
    assert (frame.simulations, frame.action, frame.value) == (2000, result.action, result.value)
    visited = [child for child in frame.children if child.visits]
    assert [(child.action, child.visits, child.low) for child in visited] == [
        (move.action, move.visits, move.low) for move in result.moves
    ]
    assert frame.line == result.line
    assert ended.reason == "simulations"
    assert started.parts["select"].startswith("ucb1")
    assert [point.simulations for point in frame.curve][-1] == 2000


def test_scores_are_the_sum_of_their_terms_and_the_largest_comes_next(page: Client) -> None:
    page.ask("start_search", game="tictactoe", agent="mcts(select=ucb1(c=0.7))", effort={"simulations": 500})
    frame = last_frame(page)
    assert len(frame.terms) == 2
    for child in frame.children:
        assert sum(child.terms) == pytest.approx(child.score)
    best = max(child.score for child in frame.children)
    assert frame.following == [child.action for child in frame.children if child.score == best]


def test_untried_moves_come_next(page: Client) -> None:
    page.ask("start_search", game="tictactoe", effort={"simulations": 4})
    frame = last_frame(page)
    tried = {child.action for child in frame.children if child.visits}
    assert len(tried) == 4
    assert set(frame.following) == set(range(9)) - tried
    assert all(child.score is None for child in frame.children if not child.visits)


def test_exact_values_come_from_a_solver_or_a_proof(page: Client) -> None:
    page.ask("start_search", game="tictactoe", position="a1 b2 c3", effort={"simulations": 50})
    frame = page.wait(
        "frame",
        lambda message: message.frame.children and all(child.exact is not None for child in message.frame.children),
    ).frame
    # O must take an edge: the corners lose.
    assert {child.name: child.exact for child in frame.children}["a3"] == -1.0
    assert {child.name: child.exact for child in frame.children}["a2"] == 0.0
    assert frame.exact == 0.0


def test_the_tree_has_stable_names_and_unfolds(page: Client) -> None:
    started = page.ask("start_search", game="tictactoe", effort={"simulations": 3000})
    assert len(last_frame(page).tree.nodes) >= 60
    page.ask("set_view", search=started.search, nodes=20)
    # Frames of the running search may be kept, too: the first one has a single node.
    frame = page.wait(
        "frame", lambda message: message.frame.state == "ended" and len(message.frame.tree.nodes) < 60
    ).frame
    nodes = {node.node: node for node in frame.tree.nodes}
    real = [node for node in frame.tree.nodes if not node.note]
    assert len(real) == 20
    for node in real[1:]:
        assert node.parent == node.node.rpartition("/")[0]
        assert node.parent in nodes
        assert node.level == node.node.count("/") + 1
    deep = max(real, key=lambda node: node.level)
    unfolded = page.ask("unfold", search=started.search, node=deep.node)
    assert len(unfolded.children) == deep.more
    assert sum(child.visits for child in unfolded.children) == deep.more_visits
    assert all(child.node.startswith(f"{deep.node}/") for child in unfolded.children)
    assert "seat" in unfolded.board.svg
    root = page.ask("unfold", search=started.search, node="")
    assert sum(child.visits for child in root.children) == 3000
    for bad in ("9.9", "x", "0.4/1.4", "0.-1"):
        with pytest.raises(PlygroundError, match="node"):
            page.ask("unfold", search=started.search, node=bad)


def test_a_search_is_paused_resumed_given_more_and_stopped(page: Client) -> None:
    started = page.ask("start_search", game="mnk(15,15,5)", effort={"simulations": 2_000_000})
    page.wait("frame")
    page.ask("pause_search", search=started.search)
    paused = page.wait("frame", lambda message: message.frame.state == "paused").frame
    page.ask("set_effort", search=started.search, effort={"simulations": paused.simulations + 500})
    page.ask("resume_search", search=started.search)
    ended = page.wait("frame", lambda message: message.frame.state == "ended").frame
    assert ended.simulations == paused.simulations + 500
    assert page.wait("search_ended").reason == "simulations"
    page.ask("set_effort", search=started.search, effort={"simulations": 2_000_000})
    page.ask("resume_search", search=started.search)
    page.wait("frame", lambda message: message.frame.state == "running")
    page.ask("stop_search", search=started.search)
    assert page.wait("search_ended").reason == "stopped"


def test_a_solved_position_ends_the_search(page: Client) -> None:
    page.ask("start_search", game="tictactoe", position="a1 b1 a2 b2", agent="mcts(backup=solver)")
    assert page.wait("search_ended").reason == "solved"


def test_two_searches_are_kept_in_step(page: Client) -> None:
    started = page.ask(
        "start_comparison",
        game="tictactoe",
        agents=["mcts", "uct_nxn"],
        by="simulations",
        effort={"simulations": 3000},
    )
    assert [side.agent for side in started.sides] == ["mcts", "uct_nxn"]
    while True:
        message = page.wait("comparison_frame")
        assert message.frames[0].simulations == message.frames[1].simulations
        if message.frames[0].state == "ended":
            break
    assert message.frames[0].simulations == 3000
    assert message.agree == (message.frames[0].action == message.frames[1].action)
    assert message.sentence.endswith(".")
    page.ask("close_search", search=started.search)


def test_two_searches_share_the_time(page: Client) -> None:
    page.ask(
        "start_comparison",
        game="connect_four",
        agents=["mcts", "mcts(select=rave)"],
        by="seconds",
        effort={"seconds": 0.3},
    )
    message = page.wait("comparison_frame", lambda message: message.frames[0].state == "ended")
    assert min(frame.seconds for frame in message.frames) >= 0.3


def test_a_pace_slows_a_search_down_until_it_is_lifted(page: Client) -> None:
    started = page.ask("start_search", game="connect_four", effort={"simulations": 400}, pace=2.0)
    first = page.wait("frame").frame
    assert first.state == "running"
    assert first.simulations < 100  # two a second
    page.ask("set_view", search=started.search, pace=None)
    assert last_frame(page).simulations == 400


def test_a_simulation_longer_than_a_slice_is_made() -> None:
    agent = pg.agents.Mcts(simulations=2, evaluate=pg.evaluate.Rollout(n=4000), engine="python")  # some 0.1 s each
    slices = Slices(agent.searcher(pg.TicTacToe().initial_state()), pg.Budget(simulations=2, seconds=60))
    while not slices.step(seconds=0.01):
        pass
    assert slices.simulations == 2


def test_dice_are_watched_too(page: Client) -> None:
    page.ask("start_search", game="ludo(players=2)", effort={"simulations": 300})
    frame = last_frame(page)
    assert frame.following == []
    assert frame.action is None
    assert frame.tree.nodes[0].player == -1


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"type": "start_search", "game": "tictactoe", "agent": "random"}, "does not search"),
        ({"type": "start_search", "game": "tictactoe", "effort": {"simulations": 10**9}}, "limited"),
        ({"type": "start_search", "game": "tictactoe", "effort": {}}, "simulations or seconds"),
        ({"type": "start_search", "game": "tictactoe", "position": "a1 b1 a2 b2 a3"}, "over"),
        ({"type": "pause_search", "search": "s999"}, "no search"),
    ],
)
def test_a_bad_search_gets_one_sentence(page: Client, request_: dict[str, Any], words: str) -> None:
    with pytest.raises(PlygroundError, match=words):
        page.ask(**request_)


def test_a_new_search_takes_the_place_of_the_oldest(page: Client) -> None:
    long = {"game": "connect_four", "effort": {"seconds": 30}}
    names = [page.ask("start_search", **long).search for _ in range(3)]
    with pytest.raises(PlygroundError, match="no search"):
        page.ask("stop_search", search=names[0])
    for name in names[1:]:
        page.ask("close_search", search=name)


def test_a_search_rests_while_nobody_looks(address: str) -> None:
    with connect(address) as page:
        key = page.session
        name = page.ask("start_search", game="connect_four", effort={"seconds": 30}).search
        page.wait("frame")
    with connect(address, session=key) as page:
        page.wait("frame", lambda message: message.search == name and message.frame.state == "running")
        page.ask("close_search", search=name)
