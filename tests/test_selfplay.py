"""Training by self-play: the window, gradient steps, a short training that learns, checkpoints."""

import json
import subprocess
import sys

import numpy as np
import pytest
from search_helpers import needs_native

from plyground.errors import PlygroundError
from plyground.games import parse_game
from plyground.selfplay.judged import judged_positions, line_of, moves_that_keep, read_line
from plyground.selfplay.replay import ReplayWindow, TrainingBatch, in_batches
from plyground.solve.connect_four import analyse

needs_jax = pytest.mark.skipif(
    subprocess.run([sys.executable, "-c", "import jax, optax"], check=False, capture_output=True).returncode != 0,
    reason="the extra net is not installed",
)


def lessons(numbers):
    column = np.array(numbers)[:, None]
    return TrainingBatch(column.astype(np.uint32), column.astype(np.float16), column.astype(np.float16))


def test_the_window_keeps_the_most_recent_lessons():
    window = ReplayWindow(5)
    for batch in ([1, 2, 3], [4], [5, 6, 7], [8, 9, 10, 11, 12, 13, 14]):
        window.add(lessons(batch))
    drawn = window.draw(500, np.random.default_rng(0))
    assert len(window) == 5
    assert set(drawn.positions[:, 0].tolist()) == {10, 11, 12, 13, 14}
    assert np.array_equal(drawn.positions[:, 0], drawn.values[:, 0].astype(np.uint32))
    assert in_batches(drawn, 10).policies.shape == (10, 50, 1)


@needs_native
def test_the_judged_positions_are_judged_right():
    positions = judged_positions()
    assert len({position.state().key() for position in positions}) == len(positions) == 5000
    assert {len(position.moves) for position in positions} == set(range(4, 31))
    for position in positions[20::27][:40]:  # of 24 stones: solved at once
        assert analyse(position.state()) == position.scores
        assert read_line(line_of(position)) == position
        best = max(position.scores.values())
        assert all((position.scores[move] > 0) == (best > 0) for move in moves_that_keep(position.scores))


@needs_jax
def test_a_value_to_learn_is_what_each_seat_finds_at_its_next_decision():
    from plyground.search.pool import Records
    from plyground.selfplay.games import searched_values

    def records(seats, values, moves, outcomes):
        seats, count = np.array(seats, np.int8), len(seats)
        columns = {"positions": np.zeros((count, 1)), "policies": np.zeros((count, 1)), "actions": np.zeros(count)}
        turned = np.array(outcomes, np.float32).reshape(-1, 3)[
            np.arange(count)[:, None], (seats[:, None] + range(3)) % 3
        ]
        return Records(
            **columns,
            values=np.array(values, np.float32),
            outcomes=turned,
            seats=seats,
            searches=np.zeros(count),
            games=np.zeros(count),
            moves=np.array(moves),
        )

    # Two games of three seats: seat 0 wins the first one, seat 1 the second one, in which seat 2 moves twice in a row.
    won, lost = [[1, -1, -1]] * 4, [[-1, 1, -1]] * 3
    played = records([0, 1, 2, 0, 2, 2, 1], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7], [0, 1, 2, 3, 0, 1, 2], won + lost)
    expected = [[0.1, 0.2, 0.3], [0.2, 0.3, 0.4], [0.3, 0.4, -1], [0.4, -1, -1], [0.5, -1, 0.7], [0.6, -1, 0.7]]
    assert np.allclose(searched_values(played, 3), [*expected, [0.7, -1, -1]])
    assert np.allclose(searched_values(played, 1)[:, 0], played.values)
    assert searched_values(records([], [], [], []), 3).shape == (0, 3)


def training_of(game="tictactoe", text="alphazero(searches=64, batch=64, reuse=8)", seed=0):
    from plyground.selfplay.training import AlphaZeroRule, AlphaZeroTraining

    return AlphaZeroTraining(parse_game(game), AlphaZeroRule.registry.parse(text), seed, threads=2)


@needs_jax
@needs_native
def test_gradient_steps_learn_lessons_by_heart():
    training = training_of()
    rng = np.random.default_rng(1)
    words = rng.integers(0, 512, (64, 2)).astype(np.uint64)
    policies = np.eye(9)[rng.integers(0, 9, 64)].astype(np.float16)
    values = rng.choice([-1.0, 1.0], (64, 1)).astype(np.float16)
    taught = TrainingBatch(words.view(np.uint32), policies, values)
    batches = TrainingBatch(*(np.repeat(column[None], 8, 0) for column in taught))
    first = np.asarray(training.descent.run(batches, 0.3, rng))
    for _ in range(60):
        last = np.asarray(training.descent.run(batches, 0.3, rng))
    assert last[0] < 0.5 * first[0]
    assert last[1] < 0.5 * first[1]


@pytest.mark.parametrize(
    ("game", "on_cpu", "on_gpu"),
    [
        ("tictactoe", "mlp", "mlp(256,3)"),
        ("connect_four(4,5)", "mlp(512, lines=4)", "resnet(lines=4)"),
        ("mnk(10,10,5)", "mlp(512, lines=5)", "resnet(lines=5)"),
        ("pig", "mlp", "mlp(256,3)"),
        ("ludo", "mlp", "mlp(256,3)"),
    ],
)
def test_what_is_left_out_fits_the_board_and_the_machine(game, on_cpu, on_gpu):
    from plyground.selfplay.training import AlphaZeroRule

    networks = [AlphaZeroRule().filled(parse_game(game), accelerated).network for accelerated in (False, True)]
    assert [str(network) for network in networks] == [on_cpu, on_gpu]
    given = AlphaZeroRule.registry.parse("alphazero(network=mlp(7), reuse=3)").filled(parse_game(game), False)
    assert (str(given.network), given.reuse) == ("mlp(7)", 3.0)


def test_games_with_dice_play_more_and_learn_each_position_less_often():
    from plyground.selfplay.training import AlphaZeroRule

    rules = [AlphaZeroRule().filled(parse_game(game), accelerated=False) for game in ("nim", "pig", "ludo")]
    assert [(rule.simulations, rule.reuse) for rule in rules] == [(32, 16.0), (8, 1.0), (8, 1.0)]
    assert AlphaZeroRule().filled(parse_game("ludo"), accelerated=True).simulations == 32
    assert AlphaZeroRule(simulations=20).filled(parse_game("ludo"), accelerated=False).simulations == 20


@needs_jax
@needs_native
def test_a_short_training_learns_and_goes_on_from_its_checkpoint(tmp_path):
    from plyground.selfplay.checkpoint import load_checkpoint, save_checkpoint
    from plyground.selfplay.judge import judge_of
    from plyground.selfplay.moves import network_moves

    training = training_of()
    judge = judge_of(training.game)

    def share():
        verdict = judge.verdict(network_moves(training.evaluator(), judge.states))
        return verdict.all.right / verdict.all.positions

    before = share()
    training.run(60.0, lambda progress: progress.counts.steps < 600)
    assert training.counts.steps >= 600
    assert training.counts.games > 100
    assert share() > before + 0.1  # from 60 % to about 80 %
    path = tmp_path / "checkpoint"
    save_checkpoint(training, path)
    other = training_of()
    load_checkpoint(other, path)
    assert other.counts == training.counts
    for name, weight in training.network().weights.items():
        assert np.array_equal(other.network().weights[name], weight)
    with pytest.raises(PlygroundError, match="seed 0, not 5"):
        load_checkpoint(training_of(seed=5), path)
    with pytest.raises(PlygroundError, match="game tictactoe, not nim"):
        load_checkpoint(training_of("nim"), path)
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(PlygroundError, match="damaged"):
        load_checkpoint(other, path)


@needs_jax
@needs_native
def test_the_command_trains_and_leaves_a_player(tmp_path):
    out = tmp_path / "ttt.network"
    command = [sys.executable, "-m", "plyground", "train", "alphazero(searches=64, network=mlp(32,1))"]
    options = ["--game", "tictactoe", "--minutes", "0.05", "--threads", "1", "--device", "cpu", "--json"]
    run = subprocess.run([*command, *options, "--out", str(out)], check=True, capture_output=True, text=True)
    result = json.loads(run.stdout)
    assert result["curve"][-1]["network"]["positions"] == 4520
    assert "right moves: network" in run.stderr
    from plyground.agents import parse_agent

    decision = parse_agent(f'alphazero(file="{out}", simulations=8)').choose(parse_game("tictactoe").position("b2"))
    assert decision.action in range(9)
    again = subprocess.run([*command, *options, "--out", str(out)], check=False, capture_output=True, text=True)
    assert again.returncode != 0
    assert "exists" in again.stderr


def test_without_the_extra_one_sentence_says_what_to_install(monkeypatch):
    from plyground.net.array_math import need_jax

    monkeypatch.setitem(sys.modules, "jax", None)
    with pytest.raises(PlygroundError, match=r"plyground\[net\]"):
        need_jax()
