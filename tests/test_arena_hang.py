"""Agents that never come back: a limit of time ends them, and so does Ctrl-C."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from arena_agents import Hanging
from test_arena_kill import alive, children_of, games_in, wait_until

from plyground.arena import Store, make_contest, match, time_keeping
from plyground.arena.processes import Processes
from plyground.arena.runner import run_contest

SOON = 20.0  # seconds: a stop takes less than two, and without a limit it would take forever


@pytest.mark.parametrize("how", ["loop", "sleep", "gil"])
def test_an_agent_that_never_moves_forfeits(how: str) -> None:
    report = match(Hanging(how), "random", "tictactoe", games=2, move_seconds=0.5, workers=1)
    assert report.tally.losses == 2
    for record in report.records:
        assert record.forfeit is not None
        assert record.seats[record.forfeit] == 0
        assert record.reason == "it took more than the 0.5 s allowed for a move and was killed"
        assert len(record.moves.split()) in (2, 3)
        assert 0.5 <= record.seconds[record.forfeit] < SOON
        assert record.seconds[1 - record.forfeit] < 0.5


@pytest.mark.parametrize("where", ["reset", "observe"])
def test_every_call_of_an_agent_is_watched(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_keeping, "PREPARATION_SECONDS", 0.2)
    report = match(Hanging(where=where), "random", "tictactoe", games=1, move_seconds=0.5, workers=1)
    assert [record.reason for record in report.records] == [f"it did not return from {where} and was killed"]
    assert report.tally.losses == 1


def test_a_dask_worker_keeps_the_time_too() -> None:
    pytest.importorskip("distributed", reason="distributed is not installed (the extra cluster)")
    report = match(Hanging(), "random", "tictactoe", games=1, move_seconds=0.5, workers=1, cluster="local")
    assert report.tally.losses == 1
    assert all("was killed" in record.reason for record in report.records)


def test_a_native_search_that_never_ends_forfeits() -> None:
    report = match("mcts(simulations=4000000000)", "random", "connect_four", games=1, move_seconds=0.5, workers=1)
    assert report.tally.losses == 1


def test_other_games_are_played_as_ever() -> None:
    """Only the side that hangs loses; the games of the others are those of a contest without it."""
    contest = make_contest("tictactoe", [Hanging(), "random", "mcts(simulations=20)"], move_seconds=0.5)
    with Store() as store:
        hurt = run_contest(contest, 2, store, Processes(2)).records
    assert len(hurt) == 6
    assert [0 in record.seats for record in hurt.values()] == [record.forfeit is not None for record in hurt.values()]
    for record in hurt.values():
        if 0 not in record.seats:
            assert record.reason == ""
            assert sum(record.seconds) > 0.0


def test_workers_that_were_ended_are_gone() -> None:
    before = set(children_of(os.getpid()))
    match(Hanging("gil"), "random", "tictactoe", games=1, move_seconds=0.5, workers=2)
    assert set(children_of(os.getpid())) <= before


SCRIPT = """
import sys
from arena_agents import Hanging
from plyground.cli import main

raise SystemExit(main())
"""

HUNG = {
    "python in a thread": ["hanging(how=loop, ply=6)", "--game", "connect_four", "--workers", "1"],
    "python in processes": ["hanging(how=loop, ply=6)", "--game", "connect_four", "--workers", "2"],
    "c that holds python up": ["hanging(how=gil, ply=6)", "--game", "connect_four", "--workers", "2"],
    "native": ["mcts(simulations=4000000000)", "--game", "connect_four"],
    "a dask worker": ["hanging(how=loop, ply=6)", "--game", "connect_four", "--workers", "2", "--cluster", "local"],
}


@pytest.mark.parametrize("agent", HUNG.values(), ids=HUNG)
def test_ctrl_c_ends_a_match_that_hangs(agent: list[str], tmp_path: Path) -> None:
    if "--cluster" in agent:
        pytest.importorskip("distributed", reason="distributed is not installed (the extra cluster)")
    path = tmp_path / "results.db"
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    run = subprocess.Popen(
        [sys.executable, str(script), "match", agent[0], "first", *agent[1:], "--games", "50", "--store", str(path)],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with run:
        wait_until(lambda: path.exists() or run.poll() is not None)
        time.sleep(2.0)  # now it hangs
        children = children_of(run.pid)
        begin = time.monotonic()
        os.killpg(run.pid, signal.SIGINT)
        out, err = run.communicate(timeout=60)
        took = time.monotonic() - begin
    assert (run.returncode, out) == (130, ""), err
    assert f"plyground: stopped after {games_in(path)} of 50 games; the same command continues ({path})" in err
    assert "Traceback" not in err
    assert took < SOON
    wait_until(lambda: not any(map(alive, children)))
