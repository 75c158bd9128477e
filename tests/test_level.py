"""Levels of strength: graded, reproducible, perfect at the top. docs/play.md has the matches."""

from itertools import pairwise

import pytest

from plyground.agents import Level, parse_agent
from plyground.agents.level import LEVELS
from plyground.arena import match
from plyground.errors import PlygroundError
from plyground.games import TERMINAL, parse_game
from plyground.solve import exact_moves


def score(a: str, b: str, game: str, games: int) -> float:
    return match(a, b, game, games=games, workers=1, seed=1).to_dict()["score"]


def test_every_level_searches_more_and_slips_less() -> None:
    assert len(LEVELS) == 10
    for lower, higher in pairwise(LEVELS):
        assert lower.simulations < higher.simulations
        assert lower.slips > higher.slips
    assert LEVELS[-1].slips == 0


# Two levels apart score about 0.6 to 0.8 (docs/play.md); four apart, far more than half in 40 games.
@pytest.mark.parametrize("game", ["tictactoe", "nim", "connect_four"])
@pytest.mark.parametrize("level", [5, 7, 9])
def test_a_level_beats_the_one_four_below(game: str, level: int) -> None:
    assert score(f"level({level})", f"level({level - 4})", game, 40) > 0.6


def test_a_careless_player_beats_the_lowest_level() -> None:
    # 30 simulations see little more than a win in one move.
    assert score("mcts(simulations=30)", "level(1)", "tictactoe", 60) > 0.7


@pytest.mark.parametrize("game", ["tictactoe", "nim"])
def test_the_highest_level_makes_no_mistake(game: str) -> None:
    rules = parse_game(game)
    for seed in range(6):
        state = rules.initial_state()
        players = [Level(10), Level(6)] if seed % 2 else [Level(6), Level(10)]
        for seat, player in enumerate(players):
            player.reset(rules, seat, seed)
        while state.player != TERMINAL:
            moves = exact_moves(state)
            assert moves is not None
            seat, decision = state.player, players[state.player].choose(state)
            if players[seat].level == 10:
                played = next(move for move in moves if move.action == decision.action)
                assert played.values == moves[0].values
                assert decision.values == list(moves[0].values) or len(moves) == 1  # an only move needs no thought
                assert played.plies == moves[0].plies or moves[0].values[seat] <= 0  # the shortest win
            state.apply(decision.action)


def test_the_highest_level_wins_connect_four_from_the_start() -> None:
    pytest.importorskip("plyground._native", reason="the solver is part of the C++ core")
    state = parse_game("connect_four").initial_state()
    player = parse_agent("level(10)")
    for column in (3, 3, 3, 3):  # by best play of both
        moves = exact_moves(state)
        assert moves is not None
        if state.player == 0:
            assert player.choose(state).action == column
        state.apply(column)


def test_the_same_seed_plays_the_same_moves() -> None:
    state = parse_game("connect_four").initial_state()
    players = [parse_agent("level(4)") for _ in range(2)]
    for player in players:
        player.reset(state.game, 0, 7)
    chosen = [[player.choose(state).action for _ in range(10)] for player in players]
    assert chosen[0] == chosen[1]


def test_text_form_and_range() -> None:
    assert parse_agent("level(3)") == Level(3)
    assert str(Level(3)) == "level(3)"
    with pytest.raises(PlygroundError, match="level must be from 1 to 10, not 11"):
        parse_agent("level(11)")
