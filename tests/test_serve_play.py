"""Tables on the page, through real WebSockets."""

from dataclasses import replace
from pathlib import Path

import pytest
from serve_helpers import LIMITS, running

from plyground.agents import parse_agent
from plyground.arena.at_the_table import agent_seed
from plyground.client import Client, connect
from plyground.errors import PlygroundError
from plyground.games import parse_game
from plyground.serve.app import Server


def test_a_person_plays_against_an_agent_to_the_end(page: Client) -> None:
    table = page.ask("new_game", game="tictactoe", seats=["human", "mcts(simulations=50)"], seed=1)
    while not table.over:
        table = page.ask("play", table=table.table, move=table.legal[0].action, ply=len(table.moves))
        if not table.over:
            assert table.thinking == 1
            assert table.legal == []
            table = page.wait("table", lambda table: table.thinking is None)
    assert sum(table.returns) == 0
    assert table.result
    assert "f-" in table.board.svg
    assert "style" not in table.board.svg
    assert table.board.spots == []


def test_every_move_is_told_to_animate_dice_included(page: Client) -> None:
    table = page.ask("new_game", game="pig", seats=["human", "first"], seed=3)
    page.ask("play", table=table.table, move="roll")
    thrown = page.wait("moved", lambda moved: moved.player == -1)
    assert thrown.ply == 2
    assert [outcome.action for outcome in thrown.outcomes] == sorted({o.action for o in thrown.outcomes})
    assert thrown.name in {outcome.name for outcome in thrown.outcomes}


def test_undo_goes_back_to_a_persons_decision_and_redo_forward(page: Client) -> None:
    table = page.ask("new_game", game="connect_four", seats=["human", "first"])
    page.ask("play", table=table.table, move="4")
    table = page.wait("table", lambda table: table.player == 0)
    assert table.position == "4 1"
    back = page.ask("undo", table=table.table)
    assert (back.position, back.redo, back.can_undo) == ("", 2, False)
    assert page.ask("redo", table=table.table).position == "4 1"
    with pytest.raises(PlygroundError, match="no move to make again"):
        page.ask("redo", table=table.table)


def test_a_redo_that_fails_does_not_stop_the_agent(page: Client) -> None:
    table = page.ask("new_game", game="tictactoe", seats=["human", "mcts(seconds=0.5)"])
    page.ask("play", table=table.table, move="b2")
    with pytest.raises(PlygroundError, match="no move to make again"):
        page.ask("redo", table=table.table)
    assert len(page.wait("table", lambda table: table.player == 0).moves) == 2


def test_an_undo_that_fails_takes_back_no_resignation(page: Client) -> None:
    table = page.ask("new_game", game="tictactoe", seats=["human", "human"])
    page.ask("resign", table=table.table, seat=0)
    with pytest.raises(PlygroundError, match="cannot go back to ply 7"):
        page.ask("undo", table=table.table, ply=7)
    assert page.ask("get_game", table=table.table).resigned == 0


def test_seats_are_swapped_and_a_game_begun_again(page: Client) -> None:
    table = page.ask("new_game", game="tictactoe", seats=["human", "first"])
    page.ask("set_seats", table=table.table, seats=["first", "human"])
    table = page.wait("table", lambda table: table.player == 1)
    assert table.position == "a1"
    page.ask("restart", table=table.table)
    assert page.wait("table", lambda table: table.player == 1).position == "a1"


def test_resigning_ends_the_game(page: Client) -> None:
    table = page.ask("new_game", game="tictactoe")
    table = page.ask("resign", table=table.table, seat=0)
    assert (table.over, table.winners, table.result) == (True, [1], "X resigns. O wins.")
    with pytest.raises(PlygroundError, match="over"):
        page.ask("play", table=table.table, move="b2")
    assert not page.ask("undo", table=table.table).over


@pytest.mark.parametrize("game", ["ludo(players=2)", "nim([3,4])", "mnk(5,5,4)", "tictactoe(10)", "ludo(players=4)"])
def test_agents_play_any_game_and_it_is_saved_and_opened(page: Client, game: str) -> None:
    facts = page.ask("describe_game", game=game)
    table = page.ask("new_game", game=game, seats=["random"] * len(facts.seats), seed=5)
    table = page.wait("table", lambda shown: shown.table == table.table and (shown.over or len(shown.moves) > 40))
    saved = page.ask("save_game", table=table.table)
    again = page.ask("open_game", text=saved.text)
    assert [move.action for move in again.moves][: len(table.moves)] == [move.action for move in table.moves]
    drawn = page.ask("draw", game=game, moves=table.position, since=0)
    assert drawn.ply == len(table.moves)
    page.ask("close_game", table=table.table)


def test_an_agent_in_trouble_is_named_and_the_table_lives_on(page: Client) -> None:
    table = page.ask("new_game", game="tictactoe", seats=["human", "human"])
    with pytest.raises(PlygroundError, match="tictactoe has 2 seats"):
        page.ask("set_seats", table=table.table, seats=["human"] * 3)
    with pytest.raises(PlygroundError, match="connect_four"):
        page.ask("set_seats", table=table.table, seats=["human", "perfect"])
    assert page.ask("play", table=table.table, move="b2").position == "b2"


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"type": "play", "table": "t99", "move": 1}, "no game 't99'"),
        ({"type": "new_game", "game": "ches"}, "unknown game"),
        ({"type": "new_game", "game": "tictactoe", "position": "b2 b2"}, "b2"),
        ({"type": "new_game", "game": "tictactoe", "position": "#4 x"}, "numbers"),
        ({"type": "new_game", "game": "tictactoe", "seats": ["q_learning(file='/etc/passwd')"]}, "reads a file"),
        ({"type": "new_game", "game": "tictactoe", "seats": ["alphazero(file='/etc/passwd')"]}, "reads a file"),
        ({"type": "check_agent", "game": "tictactoe", "agent": "mcts(evaluate=network(file='x'))"}, "reads a file"),
        ({"type": "new_game", "game": "tictactoe", "seats": ["mcts(simulations=1e9)"]}, "limited to"),
        ({"type": "new_game", "game": "tictactoe", "seats": ["mcts(threads=8)"]}, "limited to 1"),
        ({"type": "open_game", "text": "game: tictactoe\nb9\n"}, "line 2"),
        ({"type": "open_game", "text": "nothing"}, "line 1"),
        ({"type": "draw", "game": "tictactoe", "moves": [4, 4]}, "illegal"),
        ({"type": "draw", "game": "tictactoe", "moves": [4], "since": 7}, "plies 0 to 1"),
        ({"type": "hello"}, "already"),
    ],
)
def test_a_bad_request_gets_one_sentence(page: Client, request_: dict[str, object], words: str) -> None:
    with pytest.raises(PlygroundError, match=words) as caught:
        page.ask(**request_)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("game", ["connect_four", "tictactoe"])
def test_agents_with_a_shipped_network_are_offered_and_play(page: Client, game: str) -> None:
    facts = {agent.name: agent for agent in page.ask("describe_game", game=game).agents}
    assert facts["alphazero"].obstacle == facts["network"].obstacle == ""
    assert facts["alphazero"].searches
    none = {agent.name: agent for agent in page.ask("describe_game", game="mnk(4,4,4)").agents}
    assert "trained networks" in none["alphazero"].obstacle
    table = page.ask("new_game", game=game, seats=["alphazero", "network"], seed=5)
    shown = page.wait("table", lambda shown: shown.table == table.table and len(shown.moves) >= 2)
    agents = [parse_agent("alphazero"), parse_agent("network")]
    state = parse_game(game).initial_state()
    for seat, agent in enumerate(agents):
        agent.reset(state.game, seat, agent_seed(5, seat))
    for move, agent in zip(shown.moves[:2], agents, strict=True):
        chosen = agent.choose(state.clone()).action
        assert move.action == chosen  # as everywhere else
        for other in agents:
            other.observe(state, chosen)
        state.apply(chosen)


def test_a_late_click_is_refused(page: Client) -> None:
    table = page.ask("new_game", game="tictactoe")
    page.ask("play", table=table.table, move="b2", ply=0)
    with pytest.raises(PlygroundError, match="ply"):
        page.ask("play", table=table.table, move="a1", ply=0)


def test_two_tabs_of_one_session_see_the_same_game(address: str) -> None:
    with connect(address) as one, connect(address, session=one.session) as two:
        assert two.welcome.resumed
        table = one.ask("new_game", game="tictactoe")
        one.ask("play", table=table.table, move="b2")
        assert two.wait("table", lambda table: len(table.moves) == 1).position == "b2"


def test_a_restart_of_the_server_loses_no_game(tmp_path: Path) -> None:
    with running(tmp_path) as (address, _), connect(address) as page:
        key = page.session
        table = page.ask("new_game", game="connect_four", seats=["human", "mcts(simulations=20)"], seed=2)
        page.ask("play", table=table.table, move="4")
    # The answer may have been cut off with the server: the agent thinks again.
    with running(tmp_path) as (address, _), connect(address, session=key) as page:
        assert page.welcome.resumed
        [line] = page.ask("list_games").games
        again = page.ask("get_game", table=line.table)
        while again.player != 0:
            again = page.wait("table")
        assert again.position.startswith("4 ")
        assert again.seed == 2


def test_a_session_that_nobody_uses_leaves_the_memory_but_not_the_disk(tmp_path: Path) -> None:
    with running(tmp_path) as (address, server):
        with connect(address) as page:
            key = page.session
            page.ask("new_game", game="tictactoe", position="b2")
        server.idle_seconds = 0.0
        with connect(address):
            assert key not in server.sessions
        with connect(address, session=key) as page:
            assert [line.plies for line in page.ask("list_games").games] == [1]


def test_a_full_server_lets_go_of_sessions_that_nobody_uses(tmp_path: Path) -> None:
    with running(tmp_path) as (address, server):
        server.most_sessions = 2
        with connect(address):
            with connect(address) as page:
                key = page.session
                page.ask("new_game", game="tictactoe", position="b2")
                with pytest.raises(PlygroundError, match="full"):
                    connect(address)
            with connect(address):
                assert key not in server.sessions
        with connect(address, session=key) as page:
            assert [line.plies for line in page.ask("list_games").games] == [1]


def test_open_games_are_limited_and_finished_ones_make_room(tmp_path: Path) -> None:
    with running(tmp_path, replace(LIMITS, tables=2)) as (address, _), connect(address) as page:
        first = page.ask("new_game", game="tictactoe", position="b2")
        page.ask("new_game", game="tictactoe", position="b2")
        with pytest.raises(PlygroundError, match="2 games are open"):
            page.ask("new_game", game="tictactoe", position="b2")
        page.ask("resign", table=first.table, seat=0)
        page.ask("new_game", game="tictactoe", position="b2")
        assert first.table not in [line.table for line in page.ask("list_games").games]


def test_the_token_is_needed(tmp_path: Path) -> None:
    with running(tmp_path, token="secret") as (address, _):
        with pytest.raises(PlygroundError, match="token"):
            connect(address)
        with connect(f"{address}?token=secret") as page:
            assert page.session


def test_sessions_expire(tmp_path: Path) -> None:
    server: Server
    with running(tmp_path) as (address, server):
        with connect(address) as page:
            key = page.session
        server.services.store.forget_old(-1.0)
        server.sessions.clear()
        with connect(address, session=key) as page:
            assert not page.welcome.resumed
            assert page.session != key


def test_an_agent_tells_what_it_thinks(page: Client) -> None:
    """A long search does so from time to time; every agent with an opinion does so once, before its move."""
    page.ask("new_game", game="connect_four", seats=["mcts(seconds=1.2)", "human"])
    thoughts = []
    for message in page.news("thought"):
        thoughts.append(message)
        if message.opinion.done:
            break
    assert len(thoughts) >= 2
    assert [thought.opinion.done for thought in thoughts] == [False] * (len(thoughts) - 1) + [True]
    counts = [thought.opinion.simulations for thought in thoughts]
    assert counts == sorted(counts)
    last = thoughts[-1]
    assert (last.ply, last.player) == (0, 0)
    assert sum(child.visits for child in last.opinion.moves) == last.opinion.simulations
    table = page.wait("table", lambda table: len(table.moves) == 1)
    assert table.moves[0].name == last.opinion.line[0]


def test_an_agent_without_a_tree_tells_its_value(page: Client) -> None:
    page.ask("new_game", game="tictactoe", position="b2 a1", seats=["level(10)", "human"])
    thought = page.wait("thought", lambda thought: True)
    assert (thought.opinion.value, thought.opinion.simulations, thought.opinion.done) == (0.0, 0, True)
