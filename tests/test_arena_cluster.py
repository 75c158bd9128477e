"""Several machines: Dask clusters that only their owner can use, and a worker that is killed in the middle."""

import dataclasses
import gc
import importlib.util
import os
import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from test_arena_kill import NATIVE, command, expected, games_in, stored, wait_until

from plyground.arena import make_contest, match
from plyground.arena.cluster import Cluster
from plyground.arena.workers import ContestWork, Task
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


def certificate(folder: Path) -> dict[str, str]:
    """The options of TLS with a new certificate."""
    files = {"ca-file": folder / "cert.pem", "cert": folder / "cert.pem", "key": folder / "key.pem"}
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=plyground"),
            *("-keyout", str(files["key"]), "-out", str(files["cert"])),
        ],
        check=True,
        capture_output=True,
    )
    return {option: str(file) for option, file in files.items()}


@needs_dask
@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificates")
def test_a_cluster_with_tls_survives_the_death_of_a_worker(
    stack: ExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, store = tmp_path / "scheduler.log", tmp_path / "results.db"
    tls = certificate(tmp_path)
    here = ["--protocol", "tls", "--host", "127.0.0.1", "--no-dashboard", "--dashboard-address", "127.0.0.1:0"]
    here += [word for option, file in tls.items() for word in (f"--tls-{option}", file)]
    launch(stack, log, "distributed.cli.dask_scheduler", *here, "--port", "0")
    wait_until(lambda: "Scheduler at" in log.read_text())
    found = re.search(r"tls://127\.0\.0\.1:\d+", log.read_text())
    assert found is not None
    place = ["--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path)]
    workers = [
        launch(stack, tmp_path / f"{name}.log", "distributed.cli.dask_worker", found[0], *here, *place, "--name", name)
        for name in ("first", "second")
    ]
    wait_until(lambda: all("Registered to" in (tmp_path / f"{name}.log").read_text() for name in ("first", "second")))
    known = {
        "DASK_DISTRIBUTED__COMM__TLS__CA_FILE": tls["ca-file"],
        "DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT": tls["cert"],
        "DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY": tls["key"],
    }
    with subprocess.Popen(
        [*command(NATIVE, store, GAMES), "--cluster", found[0]],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **known},
    ) as run:
        wait_until(lambda: games_in(store) > 0)
        workers[0].kill()
        out, err = run.communicate(timeout=60)
    assert run.returncode == 0, err
    assert f"{GAMES} games" in out
    assert stored(store) == expected(NATIVE, GAMES)
    # Without the certificate nobody gets in.
    monkeypatch.setattr("plyground.arena.cluster._CONNECT_SECONDS", 2)
    for address in (found[0], found[0].replace("tls", "tcp")):
        with pytest.raises(PlygroundError, match="no Dask cluster with workers answers"):
            list(Cluster(address).run([Task(0, ContestWork(make_contest("tictactoe", ["random", "first"])), (0,))]))


def listening() -> set[tuple[int, object]]:
    """Every port that this process or a child of it listens at."""
    import psutil

    here, found = psutil.Process(), set[tuple[int, object]]()
    for process in (here, *here.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):  # it ended meanwhile
            open_ports = [one for one in process.net_connections(kind="all") if one.status == psutil.CONN_LISTEN]
            found.update((process.pid, one.laddr) for one in open_ports)
    return found


@needs_dask
def test_a_local_cluster_cannot_be_reached() -> None:
    before, during = listening(), list[set[tuple[int, object]]]()
    report = match(
        "mcts(simulations=20)",
        "random",
        "tictactoe",
        games=20,
        workers=2,
        cluster="local",
        watch=lambda progress: during.append(listening()) if progress.records else None,
    )
    assert report.tally.games == 20
    assert during
    assert set.union(*during) <= before


@needs_dask
def test_no_cluster_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.arena.cluster._CONNECT_SECONDS", 0.2)
    tasks = [Task(0, ContestWork(make_contest("tictactoe", ["random", "first"])), (0,))]
    with pytest.raises(PlygroundError, match=r"no Dask cluster with workers answers at tcp://127\.0\.0\.1:1"):
        list(Cluster("tcp://127.0.0.1:1").run(tasks))


@needs_dask
def test_a_client_that_could_not_connect_is_gone_before_the_next_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    import distributed

    left: list[int] = []

    def start(*arguments: object, **named: object) -> None:
        left.append(sum(isinstance(one, Client) for one in gc.get_objects()))
        Client(*arguments, **named)

    Client = distributed.Client  # noqa: N806
    monkeypatch.setattr("plyground.arena.cluster._CONNECT_SECONDS", 0.2)
    monkeypatch.setattr(distributed, "Client", start)
    gc.disable()
    try:
        for _ in range(2):
            with pytest.raises(PlygroundError, match="no Dask cluster"), Cluster("tcp://127.0.0.1:1").connect():
                pass
    finally:
        gc.enable()
    assert left == [0, 0]


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(PlygroundError, match=r"pip install 'plyground\[cluster\]'"):
        next(Cluster("local").run([]))


def test_a_worker_of_another_build_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    work = ContestWork(make_contest("tictactoe", ["random", "first"]))
    task = pickle.loads(pickle.dumps(Task(0, work, (0, 1))))
    assert [record.number for record in task().records] == [0, 1]
    other = pickle.loads(pickle.dumps(Task(0, ContestWork(work.open()), (0,))))
    monkeypatch.setattr("plyground.arena.workers.PLYGROUND", "another")
    with pytest.raises(PlygroundError, match="a worker has another build of plyground"):
        other()


def test_what_cannot_travel_says_so() -> None:
    contest = make_contest("tictactoe", ["mcts(simulations=5)", "first"])
    agent = contest.agents[0]
    agent.trick = lambda: None  # type: ignore[attr-defined]
    with pytest.raises(PlygroundError, match="cannot be sent to another process"):
        pickle.dumps(ContestWork(dataclasses.replace(contest)))
