"""DQN: targets and dueling heads by hand, a short training judged exactly, checkpoints, the command, the player."""

import json
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from search_helpers import needs_native
from test_selfplay import needs_jax

from plyground.agents import parse_agent
from plyground.errors import PlygroundError
from plyground.exact import exact_match
from plyground.games import parse_game
from plyground.games.planes import pack
from plyground.net.architecture import Mlp, QNetwork
from plyground.net.network import Network

TICTACTOE = parse_game("tictactoe")
START = pack(TICTACTOE.initial_state())[None]


def q_network(seed=3, **options):
    """A network with random heads."""
    network = Network.random(TICTACTOE, QNetwork(Mlp(8, 1, 8), **options), seed)
    rng = np.random.default_rng(seed)
    weights = {name: rng.standard_normal(weight.shape).astype(np.float32) for name, weight in network.weights.items()}
    return Network(TICTACTOE, network.architecture, weights)


def test_a_dueling_network_adds_values_and_advantages():
    dueling, plain = q_network(), q_network(dueling=False)
    values, q = dueling.evaluate(START)
    body_values, advantages = plain.evaluate(START)
    assert np.array_equal(values, body_values)
    assert np.allclose(q, values + advantages - advantages.mean())
    assert np.allclose(q.mean(), values)
    assert np.ptp(q) > 0.1


def test_the_player_plays_the_best_legal_action(tmp_path):
    file = tmp_path / "q.network"
    network = q_network()
    network.save(file)
    agent = parse_agent(f'dqn(file="{file}")')
    state = TICTACTOE.position("a1 b2 c3")
    decision = agent.choose(state)
    answer = network.evaluate(pack(state)[None]).logits[0]
    assert decision.info["action_values"] == {action: float(answer[action]) for action in state.actions()}
    assert decision.action == max(state.actions(), key=answer.__getitem__)
    assert agent.policy(state) == {decision.action: 1}
    assert agent.files(TICTACTOE) == [str(file)]
    with pytest.raises(PlygroundError, match=r"was trained for tictactoe, not for tictactoe\(4\)"):
        agent.check(parse_game("tictactoe(4)"))
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(PlygroundError, match="damaged"):
        agent.check(TICTACTOE)
    with pytest.raises(PlygroundError, match="dqn has learnt nothing yet: plyground train dqn"):
        parse_agent("dqn").check(TICTACTOE)
    Network.random(TICTACTOE, Mlp(8, 1)).save(tmp_path / "other.network")
    with pytest.raises(PlygroundError, match="does not value actions: play it as network"):
        parse_agent(f'dqn(file="{tmp_path / "other.network"}")').check(TICTACTOE)


def training_of(text="dqn(network=mlp(64,2), games=16)", opponent="random", game="tictactoe", **options):
    from plyground.selfplay.dqn import DqnTraining

    return DqnTraining(text, parse_game(game), opponent, **options)


@needs_jax
def test_targets_are_those_of_double_q_learning():
    """The network chooses and its older copy values; illegal actions and finished games do not count."""
    training = training_of("dqn(network=mlp(8,1,8), gamma=0.5)")
    new, old = q_network(1), q_network(2)
    states = [TICTACTOE.position("a1 b2"), TICTACTOE.position("a1 b2 c3 a2")]
    words = np.stack([pack(state).view(np.uint32) for state in states])
    legal = np.zeros((2, 9), bool)
    legal[0, states[0].actions()] = True
    found = training._targets(new.weights, old.weights, np.array([0.25, -1.0], np.float32), words, legal)
    values, older = (network.evaluate(words.view(np.uint64)).logits[0] for network in (new, old))
    chosen = max(states[0].actions(), key=values.__getitem__)
    assert np.allclose(found, [0.25 + 0.5 * older[chosen], -1.0], atol=1e-5)


@needs_jax
@needs_native
@pytest.mark.parametrize("opponent", ["random", "self", "first"])
def test_lessons_are_the_decisions_of_learning_seats(opponent):
    """Every decision becomes one lesson, the last one of a seat with the seat's return."""
    from plyground.selfplay.replay import ReplayWindow

    training = training_of("dqn(network=mlp(8,1), games=4)", opponent, seed=5)
    taken = []
    add = ReplayWindow.add
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ReplayWindow, "add", lambda self, steps: (taken.append(steps), add(self, steps))[1])
        training.run(30)
    assert training.episodes == len(training.results) == 30
    actions, rewards, legal = (
        np.concatenate([getattr(steps, name) for steps in taken]) for name in ("actions", "rewards", "legal")
    )
    ends = ~legal.any(1)
    assert ends.sum() == (60 if opponent == "self" else 30)
    assert set(rewards[~ends]) == {0.0}
    assert set(rewards[ends]) <= {-1.0, 0.0, 1.0}
    assert set(actions) <= set(range(9))
    if opponent == "self":
        assert rewards[ends].sum() == 0.0
    else:
        assert (rewards[ends] > 0).sum() == training.last_games(30).won


@needs_jax
@needs_native
def test_a_short_training_beats_random(tmp_path):
    """1,000 episodes; random against random wins 58 % as first and 29 % as second player, exactly counted."""
    training = training_of(seed=1)
    training.run(1000)
    file = tmp_path / "q.network"
    training.network().save(file)
    agent = f'dqn(file="{file}")'
    assert exact_match(TICTACTOE, agent, "random").wins[0] > 0.8
    assert exact_match(TICTACTOE, "random", agent).wins[1] > 0.5


@needs_jax
@needs_native
def test_a_training_goes_on_from_its_checkpoint(tmp_path):
    from plyground.selfplay.checkpoint import load_checkpoint, save_checkpoint

    path = tmp_path / "checkpoint"
    one, two = training_of(seed=2), training_of(seed=2)
    one.run(200)
    save_checkpoint(one, path)
    load_checkpoint(two, path)
    assert (two.episodes, two.steps, two.results) == (200, one.steps, one.results)
    for name, weight in one.network().weights.items():
        assert np.array_equal(two.network().weights[name], weight)
        assert np.array_equal(two.target[name], one.target[name])
    two.run(220)
    assert two.episodes == 220
    for options, match in (
        ({"seed": 3}, "seed 2, not 3"),
        ({"opponent": "self"}, "opponent random, not self"),
        ({"seat": 0}, "seat each in turn, not 1"),
        ({"text": "dqn(dueling=false)"}, "options dqn"),
    ):
        with pytest.raises(PlygroundError, match=match):
            load_checkpoint(training_of(**{"seed": 2, **options}), path)
    one.steps = -1
    save_checkpoint(one, path)
    with pytest.raises(PlygroundError, match="not a training that plyground saved"):
        load_checkpoint(two, path)


@needs_jax
@needs_native
def test_the_command_trains_goes_on_after_a_kill_and_leaves_a_player(tmp_path):
    out = tmp_path / "q.network"
    options = ["--game", "tictactoe", "--opponent", "random", "--device", "cpu", "--out", str(out)]

    def command(episodes, save_seconds, *more):
        start = f"import plyground.cli.train_dqn as t, plyground.cli as c; t.SAVE_SECONDS = {save_seconds}; "
        words = ["train", "dqn(network=mlp(16,1), games=8)", "--episodes", str(episodes), *options, *more]
        return [sys.executable, "-c", f"{start}raise SystemExit(c.main({words!r}))"]

    killed = subprocess.Popen(command(1_000_000, 0), stderr=subprocess.DEVNULL)
    kept = tmp_path / "q.network.training"
    deadline = time.monotonic() + 60
    while not out.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    assert kept.exists()
    run = subprocess.run(command(3000, 60, "--json"), capture_output=True, text=True, check=True)
    assert "continuing after" in run.stderr
    assert not kept.exists()
    found = json.loads(run.stdout)
    assert (found["episodes"], found["learner"], found["file"]) == (3000, "dqn(network=mlp(16,1), games=8)", str(out))
    assert parse_agent(f'dqn(file="{out}")').choose(TICTACTOE.initial_state()).action in range(9)
