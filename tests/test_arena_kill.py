"""Killed at any moment: the same command continues where it stopped, and no game is lost or stored twice."""

import contextlib
import dataclasses
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from arena_agents import Deadly

from plyground.arena import GameRecord, Store, make_contest
from plyground.arena.processes import Processes
from plyground.arena.report import match_report
from plyground.arena.runner import run_contest
from plyground.arena.workers import ContestWork, Inline, Lost, Task

GAMES = 60
NATIVE = ["mcts(simulations=800)", "random", "--game", "connect_four"]
PYTHON = ["mcts(simulations=25, engine=python)", "random", "--game", "tictactoe"]


def command(agents: list[str], store: Path, games: int = GAMES) -> list[str]:
    return [sys.executable, "-m", "plyground.cli", "match", *agents, "--games", str(games), "--store", str(store)]


def start(agents: list[str], store: Path, games: int = GAMES) -> subprocess.Popen[str]:
    return subprocess.Popen(command(agents, store, games), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_until(happened: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


def count_games(store: Path) -> int:
    """The number of stored games, as any reader sees it during the run."""
    with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True, timeout=10)) as reader:
        try:
            return int(reader.execute("SELECT count(*) FROM games").fetchone()[0])
        except sqlite3.OperationalError:  # there is no table yet
            return 0


def games_in(store: Path) -> int:
    return count_games(store) if store.exists() else 0


def expected(agents: list[str], games: int = GAMES) -> list[GameRecord]:
    """The games of an undisturbed run."""
    a, b, _, game = agents
    with Store() as store:
        records = run_contest(make_contest(game, [a, b]), games, store, Inline()).records
    return [dataclasses.replace(records[number], seconds=()) for number in sorted(records)]


def stored(path: Path) -> list[GameRecord]:
    with Store(path) as store:
        return [dataclasses.replace(record, seconds=()) for record in store.records(1)]


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def children_of(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


@pytest.mark.parametrize("agents", [NATIVE, PYTHON], ids=["threads", "processes"])
def test_a_killed_run_goes_on(agents: list[str], tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    seen = 0
    for _ in range(2):
        with start(agents, path) as run:
            wait_until(lambda before=seen: games_in(path) > before or run.poll() is not None)  # type: ignore[misc]
            workers = children_of(run.pid) if run.poll() is None else []
            run.kill()
        assert count_games(path) >= seen
        seen = count_games(path)
        wait_until(lambda orphans=workers: not any(map(alive, orphans)))  # type: ignore[misc]
    done = subprocess.run(command(agents, path), capture_output=True, text=True, check=True)
    assert f"{GAMES} games" in done.stdout
    assert stored(path) == expected(agents)


@pytest.mark.parametrize("agents", [NATIVE, PYTHON], ids=["threads", "processes"])
def test_ctrl_c_says_how_to_go_on(agents: list[str], tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    with subprocess.Popen(
        command(agents, path, games=5000),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as run:
        wait_until(lambda: games_in(path) > 20)
        os.killpg(run.pid, signal.SIGINT)  # as a terminal does it: the workers get it too
        out, err = run.communicate(timeout=60)
    assert (run.returncode, out) == (130, "")
    said = f"\nplyground: stopped after {count_games(path)} of 5000 games; the same command continues ({path})\n"
    assert said in err  # beside it an editable install may complain that it could not rebuild itself
    assert "Traceback" not in err
    assert [record.number for record in stored(path)] == sorted({record.number for record in stored(path)})


def test_two_runs_at_the_same_time_do_not_play_twice_as_much(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    with start(NATIVE, path, games=20) as first, start(NATIVE, path, games=20) as second:
        assert [first.wait(60), second.wait(60)] == [0, 0]
        assert first.stdout is not None
        assert second.stdout is not None
        assert first.stdout.read() == second.stdout.read()
    assert stored(path) == expected(NATIVE, 20)


def test_a_dead_worker_costs_a_retry(tmp_path: Path) -> None:
    contest = make_contest("tictactoe", [Deadly(str(tmp_path / "mark")), "random"])
    with Store() as store:
        progress = run_contest(contest, 20, store, Processes(2))
        assert [record.number for record in store.records(1)] == list(range(20))
    assert (tmp_path / "mark").exists()
    assert progress.lost == set()
    harmless = make_contest("tictactoe", ["random", "random"])
    assert len(progress.records) == len(harmless.numbers(20))


def test_a_task_that_always_kills_is_given_up() -> None:
    deadly = ContestWork(make_contest("tictactoe", [Deadly(), "random"]))
    good = ContestWork(make_contest("tictactoe", ["first", "random"]))
    tasks = [Task(0, good, (0, 1)), Task(1, deadly, (0, 1)), Task(2, good, (2, 3))]
    results = dict(Processes(1).run(tasks))
    assert results.keys() == {0, 1, 2}
    assert results[1] == Lost((0, 1))
    assert not isinstance(results[0], Lost)
    assert not isinstance(results[2], Lost)
    assert [record.number for record in (*results[0].records, *results[2].records)] == [0, 1, 2, 3]


def test_lost_games_are_told() -> None:
    contest = make_contest("tictactoe", ["random", "random"])
    with Store() as store:
        progress = run_contest(contest, 4, store, Inline())
    progress.lost = {4, 5}
    assert "2 games given up" in str(match_report(progress))


def test_workers_end_with_the_results(tmp_path: Path) -> None:
    before = set(children_of(os.getpid()))
    work = ContestWork(make_contest("tictactoe", ["first", "random"]))
    results = Processes(1).run(Task(number, work, (number,)) for number in range(1000))
    next(results)
    results.close()
    trackers = {"resource_tracker"}
    left = set(children_of(os.getpid())) - before
    assert all(any(word in Path(f"/proc/{one}/cmdline").read_text() for word in trackers) for one in left)
