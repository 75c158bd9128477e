"""The perfect Connect Four player, on top of the solver that tests/test_solve.py tests."""

import random

import pytest
from test_solve import position

from plyground.agents import parse_agent
from plyground.errors import PlygroundError
from plyground.games import TERMINAL, parse_game
from plyground.games.connect_four import ConnectFour, ConnectFourState
from plyground.solve import analyse, solve
from plyground.solve.openings import deepest

pytest.importorskip("plyground._native", reason="the solver is part of the C++ core")


def play_perfectly(opening: str) -> tuple[int, list[float]]:
    """Two perfect players go on from an opening that the first player wins: stones at the end, returns."""
    state = parse_game("connect_four").position(opening)
    assert isinstance(state, ConnectFourState)
    agents = [parse_agent("perfect(seed=1)"), parse_agent("perfect(seed=2)")]
    for seat, agent in enumerate(agents):
        agent.reset(state.game, seat, 3)
    while state.player != TERMINAL:
        decision = agents[state.player].choose(state)
        assert decision.values == [1.0, -1.0]
        assert decision.info["scores"][decision.action] == decision.info["score"]
        state.apply(decision.action)
    return 42 - state.empty, state.returns()


def test_perfect_play_ends_with_the_41st_stone() -> None:
    # The opening is perfect itself: each of its moves has the best score.
    assert play_perfectly("444444326555") == (41, [1.0, -1.0])


def test_perfect_play_from_the_start_ends_with_the_41st_stone() -> None:
    table = deepest(6, 7)
    if table is None or table.stones < 8:
        pytest.skip("takes minutes without an opening table of 8 stones")
    assert play_perfectly("") == (41, [1.0, -1.0])


def test_equal_moves_are_drawn_from_the_seed() -> None:
    state = ConnectFour(4, 4).initial_state()
    best = [action for action, score in analyse(state).items() if score == 0]
    agent = parse_agent("perfect")
    chosen = []
    for seed in range(40):
        agent.reset(state.game, 0, seed)
        chosen.append(agent.choose(state).action)
    assert set(chosen) == set(best)
    agent.reset(state.game, 0, 7)
    assert agent.choose(state).action == chosen[7]


def test_the_agent_takes_a_win_at_once() -> None:
    rng = random.Random(4)
    while solve(state := position(20, rng)) != 11:
        pass
    decision = parse_agent("perfect").choose(state)
    assert (decision.values, decision.info["score"]) == ([1.0, -1.0], 11)
    state.apply(decision.action)
    assert state.winner == 0


def test_the_agent_knows_that_the_other_seat_wins() -> None:
    decision = parse_agent("perfect").choose(parse_game("connect_four").position("33445"))
    assert (decision.values, decision.info["scores"]) == ([1.0, -1.0], dict.fromkeys(range(7), -18))


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("tictactoe", "the solver is for connect_four with four in a row, not tictactoe"),
        ("connect_four(6,7,5)", "four in a row"),
        ("connect_four(8,8)", "up to 64, not 8 × 9"),
    ],
)
def test_other_games_are_refused(game: str, message: str) -> None:
    state = parse_game(game).initial_state()
    with pytest.raises(PlygroundError, match=message):
        parse_agent("perfect").reset(state.game, 0, 0)
    with pytest.raises(PlygroundError, match=message):
        parse_agent("perfect").choose(state)
