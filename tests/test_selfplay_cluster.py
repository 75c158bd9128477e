"""Self-play on a cluster: a batch is the same wherever it is played, and a training survives dead workers."""

import time
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest
from search_helpers import needs_native

from plyground.agents import parse_agent
from plyground.arena import cluster as arena_cluster
from plyground.arena.cluster import Cluster
from plyground.arena.workers import Lost, Task
from plyground.cli import main, train_network
from plyground.errors import PlygroundError
from plyground.games import parse_game
from plyground.net.network import Network, read_network

pytest.importorskip("jax")
pytest.importorskip("optax")
pytest.importorskip("distributed")

from plyground.selfplay.batches import BatchesToPlay, PlayedBatch, SelfPlayWork, play_batch
from plyground.selfplay.cluster_play import MOST_LOST, ClusterPlayers
from plyground.selfplay.training import AlphaZeroRule, AlphaZeroTraining, TrainingCounts, TrainingProgress

pytestmark = needs_native

GAME = parse_game("tictactoe")
TEXT = "alphazero(network=mlp(8,1), searches=32, batches=2, simulations=4, batch=32, reuse=4)"
RULE = AlphaZeroRule.registry.parse(TEXT).filled(GAME, False)


def network_of(seed: int) -> Network:
    assert RULE.network is not None
    return Network.random(GAME, RULE.network, seed)


def same(one: PlayedBatch, other: PlayedBatch) -> bool:
    columns = zip(one.lessons, other.lessons, strict=True)
    return one[1:] == other[1:] and all(a.dtype == b.dtype and np.array_equal(a, b) for a, b in columns)


def kill_worker() -> None:
    """End the process of a worker in the middle of its first batch."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        busy = [worker for crew in arena_cluster._crews.values() for worker in crew.busy]
        if busy and busy[0].ready:
            busy[0].process.kill()
            return
        time.sleep(0.01)
    raise AssertionError("no worker began")


def test_a_batch_on_the_cluster_is_the_batch_at_home_bit_for_bit() -> None:
    """Also if its worker dies, and with the next network."""
    seeds = {0: 1, 1: 1, 2: 2}  # a batch, its network
    works = {seed: SelfPlayWork(BatchesToPlay(network_of(seed).to_bytes(), RULE, 7), owner="test") for seed in (1, 2)}
    found: dict[int, PlayedBatch] = {}
    with Cluster("local").connect() as connection:
        for number, seed in seeds.items():
            connection.give(Task(number, works[seed], (number,)))
        kill_worker()
        while connection.running:
            for number, result in connection.results():
                assert not isinstance(result, Lost)
                (found[number],) = result.records
    assert not arena_cluster._crews
    home = {number: play_batch(network_of(seed), RULE, 7, number) for number, seed in seeds.items()}
    assert set(found) == set(home)
    assert all(same(found[number], home[number]) for number in home)
    assert all(batch.games == 16 for batch in home.values())
    assert not same(home[0], home[1])
    assert not same(home[0], play_batch(network_of(1), RULE, 8, 0))


class Dying:
    """A connection to workers that always die."""

    address, running, room = "tcp://there", [1], 1

    def __init__(self) -> None:
        self.tasks: list[Task] = []

    def give(self, task: Task) -> None:
        self.tasks.append(task)

    def results(self, wait: bool) -> list[tuple[int, Lost]]:
        return [(0, Lost((0,)))]


def test_a_lost_batch_costs_itself_alone_but_many_end_the_training() -> None:
    players = ClusterPlayers(AlphaZeroTraining(GAME, RULE), Dying())  # type: ignore[arg-type]
    for _ in range(MOST_LOST - 1):
        assert players.lessons(wait=False) == []
    assert players.played().batches == MOST_LOST - 1
    with pytest.raises(PlygroundError, match="the workers of the cluster at tcp://there died"):
        players.lessons(wait=False)


def test_batches_are_numbered_on_after_a_checkpoint() -> None:
    training, given = AlphaZeroTraining(GAME, RULE), Dying()
    training.counts = TrainingCounts(batches=5)
    ClusterPlayers(training, given).lessons(wait=False)  # type: ignore[arg-type]
    assert given.tasks[0].numbers == (5,)
    sent = read_network(given.tasks[0].work.open().network).weights
    assert all(np.array_equal(sent[name], weight) for name, weight in training.network().weights.items())


def test_ctrl_c_leaves_a_player_and_the_same_command_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "ttt.network"
    command = ["train", TEXT, "--game", "tictactoe", "--cluster", "local", "--out", str(out), "--device", "cpu"]
    report, seen = train_network._Watch.report, list[TrainingCounts]()

    def press(watch: train_network._Watch, progress: TrainingProgress) -> bool:
        report(watch, progress)
        seen.append(progress.counts)
        if progress.counts.steps:
            raise KeyboardInterrupt
        return True

    monkeypatch.setattr(train_network._Watch, "report", press)
    assert main([*command, "--minutes", "1"]) == 130
    assert "the same command continues" in capsys.readouterr().err
    assert seen[-1].batches * 16 >= seen[-1].games > 0
    assert seen[-1].simulations > seen[-1].positions > seen[-1].games
    state = GAME.position("b2")
    assert parse_agent(f'alphazero(file="{out}", simulations=4)').choose(state).action in state.actions()
    assert main([*command, "--minutes", "0.0001"]) == 0
    assert "continuing after" in capsys.readouterr().err
    assert read_network(out.read_bytes()).game == GAME


def test_a_cluster_that_is_gone_leaves_a_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(training: AlphaZeroTraining, *_: object) -> None:
        training.counts = TrainingCounts(steps=8)
        raise PlygroundError("the cluster at tcp://there is gone")

    monkeypatch.setattr(AlphaZeroTraining, "run", run)
    monkeypatch.setattr(train_network, "_players", lambda *_: nullcontext())
    out = tmp_path / "ttt.network"
    assert main(["train", TEXT, "--game", "tictactoe", "--cluster", "tcp://there", "--out", str(out)]) == 2
    assert f"is gone; saved to {out}, the same command continues" in capsys.readouterr().err
    assert read_network(out.read_bytes()).game == GAME


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["q_learning", "--cluster", "local"], "--cluster is for alphazero"),
        (["alphazero", "--cluster", "tcp://127.0.0.1:1"], "no Dask cluster with workers answers at tcp://127.0.0.1:1"),
    ],
)
def test_what_cannot_work_is_said_in_one_sentence(
    options: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("plyground.arena.cluster._CONNECT_SECONDS", 0.2)
    out = tmp_path / "x.network"
    assert main(["train", *options, "--game", "tictactoe", "--out", str(out)]) == 2
    assert sentence in capsys.readouterr().err
    assert not out.exists()
