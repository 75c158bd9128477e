"""Agents and rules that are defined at a prompt, in a script or in a notebook play, or one sentence says what to do."""

import subprocess
import sys
from pathlib import Path

import pytest

from plyground.arena import make_contest
from plyground.arena.play import make_executor
from plyground.arena.workers import Threads
from plyground.errors import PlygroundError
from plyground.games import State

DEFINE = """
from dataclasses import dataclass
from plyground.agents import Agent, Decision, register
from plyground.arena import match
from plyground.search import Select, register_select

class Last(Agent):
    def choose(self, state):
        return Decision(state.actions()[-1])

@register("tidy")
@dataclass
class Tidy(Agent):
    place: int = 0
    def choose(self, state):
        return Decision(state.actions()[self.place])

@register_select("optimist")
@dataclass(frozen=True)
class Optimist(Select):
    def scores(self, tree, path, children):
        return [tree.value[child] + 1 / tree.visits[child] for child in children]

"""
AGENTS = ["Last()", "'tidy(-1)'", "'mcts(simulations=5, select=optimist)'"]
PLAY = "print(match({agent}, 'random', 'tictactoe', games=4, workers=2, store='games.db'))\n"


def run(folder: Path, *arguments: str, given: str = "") -> str:
    done = subprocess.run(
        [sys.executable, *arguments], input=given, capture_output=True, text=True, cwd=folder, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("so one game is played at a time: define it in a file of its own") == len(AGENTS)
    return done.stdout


def test_definitions_without_a_file_play(tmp_path: Path) -> None:
    program = DEFINE + "".join(PLAY.format(agent=agent) for agent in AGENTS)
    (tmp_path / "script.py").write_text(program)
    (tmp_path / "program.txt").write_text(program)
    cell = "exec(compile(open('program.txt').read(), '<ipython-input-1-00ff>', 'exec'))"
    ways = [["-c", program], ["-c", cell], ["script.py"]]
    outputs = [run(tmp_path, *way) for way in ways]
    outputs.append(run(tmp_path, "-i", "-q", given=program))
    assert all(out.count("against random, 4 games") == len(AGENTS) for out in outputs)
    assert "Last against random" in outputs[0]


def test_a_script_without_a_guard_uses_processes(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(
        "from plyground.arena import match\nprint('begin')\n"
        "print(match('mcts(simulations=5, engine=python)', 'random', 'tictactoe', games=4, workers=2))\n"
    )
    done = subprocess.run(
        [sys.executable, "script.py"], capture_output=True, text=True, cwd=tmp_path, timeout=120, check=True
    )
    assert (done.stderr, done.stdout.count("begin")) == ("", 1)
    assert "random, 4 games" in done.stdout


def test_local_definitions_play_here_or_say_why() -> None:
    from plyground.agents import Agent, Decision

    class Local(Agent):
        def choose(self, state: State) -> Decision:
            return Decision(state.actions()[0])

    contest = make_contest("tictactoe", [Local(), "random"])
    with pytest.warns(UserWarning, match=r"cannot import \S*Local, so one game is played at a time"):
        assert make_executor(contest, workers=3) == Threads(1)
    assert make_executor(contest, workers=1) == Threads(1)
    with pytest.raises(PlygroundError, match=r"cannot import \S*Local: define it in a file of its own"):
        make_executor(contest, cluster="local")
