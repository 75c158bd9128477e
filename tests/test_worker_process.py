"""Worker processes: what they can import, and what they say when they cannot."""

import os
import sys
import types
from dataclasses import dataclass
from pathlib import Path

import pytest

from plyground.agents import Agent, Decision
from plyground.arena import Store, make_contest, match
from plyground.arena.processes import Processes
from plyground.arena.runner import run_contest
from plyground.errors import PlygroundError
from plyground.games import State


@dataclass
class Nowhere(Agent):
    """An agent of a module that no other process can import."""

    def choose(self, state: State) -> Decision:
        return Decision(state.actions()[0])


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> Agent:
    module = types.ModuleType("module_of_the_user")
    module.Nowhere = Nowhere  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(Nowhere, "__module__", module.__name__)
    return Nowhere()


@pytest.mark.parametrize("cluster", [None, "local"])
def test_a_module_that_a_worker_cannot_import(
    nowhere: Agent, cluster: str | None, capfd: pytest.CaptureFixture[str]
) -> None:
    if cluster is not None:
        pytest.importorskip("distributed", reason="distributed is not installed (the extra cluster)")
    with pytest.raises(PlygroundError) as caught:
        match(nowhere, "random", "tictactoe", games=4, workers=2, cluster=cluster)
    assert str(caught.value) == ("a worker cannot import the game or an agent: No module named 'module_of_the_user'")
    assert "Traceback" not in "".join(capfd.readouterr())


def broken() -> None:
    raise KeyError("a bug in the user's file")


def test_an_error_in_a_worker_names_the_line(capfd: pytest.CaptureFixture[str]) -> None:
    contest = make_contest("tictactoe", ["random", "first"])
    with (
        Store() as store,
        pytest.raises(PlygroundError, match=r"KeyError: .*a bug.* \(test_worker_process.py, line \d+"),
    ):
        run_contest(contest, 4, store, Processes(1), prepare=broken)
    assert "Traceback" not in "".join(capfd.readouterr())


def test_a_worker_that_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(PlygroundError, match="a worker process ended while it started, with status 1"):
        match("random", "first", "tictactoe", games=4, workers=2, move_seconds=1)


def test_nothing_is_left_in_the_folder_for_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    match("random", "first", "tictactoe", games=4, workers=2, move_seconds=1)
    assert os.listdir(tmp_path) == []
