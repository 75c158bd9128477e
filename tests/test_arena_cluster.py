"""Several machines: a Dask scheduler and two workers on the loopback device, one of them killed in the middle."""

import dataclasses
import importlib.util
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from test_arena_kill import NATIVE, command, expected, games_in, stored, wait_until

from plyground.arena import make_contest
from plyground.arena.cluster import Cluster
from plyground.arena.workers import Task, Work
from plyground.errors import PlygroundError

GAMES = 150  # they take seconds: the worker dies in the middle

needs_dask = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None, reason="distributed is not installed (the extra cluster)"
)


def launch(stack: ExitStack, log: Path, *arguments: str) -> subprocess.Popen[bytes]:
    with log.open("wb") as output:
        process = subprocess.Popen([sys.executable, "-m", *arguments], stdout=output, stderr=output)
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@needs_dask
def test_a_cluster_survives_the_death_of_a_worker(stack: ExitStack, tmp_path: Path) -> None:
    log, store = tmp_path / "scheduler.log", tmp_path / "results.db"
    here = ["--host", "127.0.0.1", "--no-dashboard"]
    launch(stack, log, "distributed.cli.dask_scheduler", *here, "--port", "0")
    wait_until(lambda: "Scheduler at" in log.read_text())
    found = re.search(r"tcp://127\.0\.0\.1:\d+", log.read_text())
    assert found is not None
    place = ["--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path)]
    workers = [
        launch(stack, tmp_path / f"{name}.log", "distributed.cli.dask_worker", found[0], *here, *place, "--name", name)
        for name in ("first", "second")
    ]
    wait_until(lambda: all("Registered to" in (tmp_path / f"{name}.log").read_text() for name in ("first", "second")))
    with subprocess.Popen(
        [*command(NATIVE, store, GAMES), "--cluster", found[0]],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as match:
        wait_until(lambda: games_in(store) > 0)
        workers[0].kill()
        out, err = match.communicate(timeout=60)
    assert match.returncode == 0, err
    assert f"{GAMES} games" in out
    assert stored(store) == expected(NATIVE, GAMES)


@needs_dask
def test_no_cluster_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.arena.cluster._CONNECT_SECONDS", 0.2)
    tasks = [Task(0, Work(make_contest("tictactoe", ["random", "first"])), (0,))]
    with pytest.raises(PlygroundError, match=r"no Dask cluster with workers answers at tcp://127\.0\.0\.1:1"):
        list(Cluster("tcp://127.0.0.1:1").run(tasks))


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(PlygroundError, match=r"pip install 'plyground\[cluster\]'"):
        next(Cluster("local").run([]))


def test_a_worker_of_another_build_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    work = Work(make_contest("tictactoe", ["random", "first"]))
    task = pickle.loads(pickle.dumps(Task(0, work, (0, 1))))
    assert [record.number for record in task().records] == [0, 1]
    other = pickle.loads(pickle.dumps(Task(0, Work(work.open()), (0,))))
    monkeypatch.setattr("plyground.arena.workers.PLYGROUND", "another")
    with pytest.raises(PlygroundError, match="a worker has another build of plyground"):
        other()


def test_what_cannot_travel_says_so() -> None:
    contest = make_contest("tictactoe", ["mcts(simulations=5)", "first"])
    agent = contest.agents[0]
    agent.trick = lambda: None  # type: ignore[attr-defined]
    with pytest.raises(PlygroundError, match="cannot be sent to another process"):
        pickle.dumps(Work(dataclasses.replace(contest)))
