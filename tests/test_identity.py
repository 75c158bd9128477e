"""The identity of a run: games that other code, another table or another build played are never counted."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from test_layers import ORDER, imports_of

import plyground
from plyground.agents import Agent, Decision, Mcts, train
from plyground.agents.training_file import save_training
from plyground.arena import Store, identity, make_contest
from plyground.arena.identity import difference, play_sources
from plyground.arena.what_runs import what_runs
from plyground.cli import main
from plyground.games import State, parse_game
from plyground.search import configure

ROOT = Path(plyground.__file__).parent
NATIVE = Path(__file__).parent.parent / "src" / "native"


def test_an_edit_that_can_change_play_changes_the_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert identity._digest_of_plyground() == identity.PLYGROUND
    copy = tmp_path / "plyground"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns("__pycache__", "_native*"))
    monkeypatch.setattr(identity, "_ROOT", copy)
    assert identity._digest_of_plyground() == identity.PLYGROUND
    for name, counts in (("search/select/ucb1.py", True), ("arena/referee.py", True), ("cli/match.py", False)):
        text = (copy / name).read_text()
        (copy / name).write_text(text + "# edited\n")
        assert (identity._digest_of_plyground() != identity.PLYGROUND) == counts, name
        (copy / name).write_text(text)
    (copy / "games" / "new_game.py").touch()
    assert identity._digest_of_plyground() != identity.PLYGROUND


def test_another_c_plus_plus_core_changes_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "native_build", lambda: "another")
    assert identity._digest_of_plyground() != identity.PLYGROUND


def test_whatever_an_agent_may_import_counts() -> None:
    counted = {path.relative_to(ROOT).as_posix() for path in play_sources()}
    for room in ORDER[: ORDER.index("agents") + 1]:
        files = [file for file in ROOT.glob(f"{room}*") if file.stem == room]
        for file in [one for path in files for one in ([path] if path.is_file() else path.rglob("*.py"))]:
            assert file.relative_to(ROOT).as_posix() in counted
    later = [*ORDER[ORDER.index("arena") + 1 :], "exact", "review", "view"]
    assert counted.isdisjoint(
        file.relative_to(ROOT).as_posix()
        for room in later
        for path in ROOT.glob(f"{room}*")
        if path.stem == room
        for file in ([path] if path.is_file() else path.rglob("*.py"))
    )
    for path in play_sources():
        if path.parent.name == "arena":
            inside = [name.split(".")[2] for name in imports_of(path) if name.startswith("plyground.arena.")]
            assert {f"arena/{name}.py" for name in inside} <= counted


def test_the_c_plus_plus_core_says_which_sources_it_was_built_from(tmp_path: Path) -> None:
    native = pytest.importorskip("plyground._native", reason="there is no C++ core")
    cmake = shutil.which("cmake", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if cmake is None:
        pytest.skip("cmake is not installed")
    sources = tmp_path / "native"
    shutil.copytree(NATIVE, sources)

    # The flags for the CPU do not count.
    counted = " ".join(flag for flag in native.FLAGS.split() if not flag.startswith("-m"))

    def build_id(flags: str = counted) -> str:
        output = tmp_path / "build_id.cpp"
        values = [f"-DSOURCES={sources}", f"-DFLAGS={flags}", f"-DOUTPUT={output}"]
        subprocess.run([cmake, *values, "-P", str(NATIVE / "build_id.cmake")], check=True)
        return output.read_text().split('"')[-2]

    assert build_id() == native.BUILD_ID
    assert build_id("-O0") != native.BUILD_ID
    with (sources / "rng.hpp").open("a") as file:
        file.write("// edited\n")
    assert build_id() != native.BUILD_ID


def test_a_table_that_was_trained_anew_starts_a_new_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, store = tmp_path / "t.qtable", tmp_path / "results.db"
    agent = f"q_learning(file='{table}')"
    command = ["match", agent, "random", "--game", "tictactoe", "--games", "4", "--store", str(store), "--workers", "1"]
    for seed in (1, 2):
        save_training(train("q_learning", parse_game("tictactoe"), 50, seed=seed), table)
        assert main(command) == 0
        captured = capsys.readouterr()
        assert "4 games" in captured.out.splitlines()[0]
    said = f"4 stored games of this contest (run 1 of {store}) were played with another {table}: "
    assert captured.err == f"plyground: {said}they are kept but not counted\n"
    with Store(store) as found:
        assert [run.games for run in found.runs()] == [4, 4]
        assert found.runs()[0].code["files"].keys() == {str(table)}


def test_the_opening_table_of_perfect_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    pytest.importorskip("plyground._native", reason="there is no C++ core")
    files = make_contest("connect_four", ["perfect", "random"]).code["files"]
    assert [Path(path).name for path in files] == ["connect_four_7x6_8.openings"]


def test_what_differed_is_named() -> None:
    now: dict[str, Any] = {"plyground": "a", "own": "b", "files": {"t.qtable": "c", "u.qtable": "d"}}
    assert difference({**now, "plyground": "z"}, now) == "another build of plyground"
    assert difference({**now, "own": ""}, now) == "another version of your own code"
    assert difference({**now, "files": {"t.qtable": "z", "u.qtable": "d"}}, now) == "another t.qtable"
    assert difference({**now, "files": {"t.qtable": "c"}}, now) == "another u.qtable"
    assert difference({**now, "files": {**now["files"], "v.qtable": "e"}}, now) == "other files"
    assert difference({}, now) == "another build of plyground"


# Code of your own.


def code_of(agent: Agent) -> str:
    own: str = make_contest("tictactoe", [agent, "random"]).code["own"]
    return own


def from_file(path: Path, name: str) -> Agent:
    """The agent of a module that is imported anew."""
    for module in ("my_agents", "my_helpers"):
        sys.modules.pop(module, None)
    sys.path.insert(0, str(path))
    try:
        agent: Agent = getattr(__import__("my_agents"), name)()
    finally:
        sys.path.remove(str(path))
    return agent


def test_a_helper_that_own_code_imports_counts(tmp_path: Path) -> None:
    (tmp_path / "my_helpers.py").write_text("def pick(actions):\n    return actions[0]\n")
    (tmp_path / "my_agents.py").write_text(
        "from my_helpers import pick\nfrom plyground.agents import Agent, Decision\n\n\n"
        "class Mine(Agent):\n    def choose(self, state):\n        return Decision(pick(state.actions()))\n"
    )
    before = code_of(from_file(tmp_path, "Mine"))
    assert code_of(from_file(tmp_path, "Mine")) == before != ""
    (tmp_path / "my_helpers.py").write_text("def pick(actions):\n    return actions[1]\n# edited\n")
    assert code_of(from_file(tmp_path, "Mine")) != before
    assert code_of(Mcts()) == ""


CELL = """
from dataclasses import dataclass
from plyground.agents import Agent, Decision

PLACE = 0

def pick(actions):
    return actions[PLACE]

class Mine(Agent):
    def __init__(self, depth=1):
        self.depth = depth

    def choose(self, state):
        return Decision(pick(state.actions()))

@dataclass
class Tidy(Agent):
    depth: int = 1

    def choose(self, state):
        return Decision(state.actions()[-self.depth])
"""


def from_cell(text: str, name: str = "Mine", **values: int) -> Agent:
    """The agent of a notebook's cell: its code has no file."""
    names: dict[str, type[Agent]] = {"__name__": "__main__"}  # type: ignore[dict-item]
    exec(compile(text, "<ipython-input-3-0123>", "exec"), names)
    return names[name](**values)


def test_a_cell_of_a_notebook_counts_by_its_code() -> None:
    before = code_of(from_cell(CELL))
    assert code_of(from_cell("\n\n" + CELL)) == before != ""
    assert code_of(from_cell(CELL.replace("PLACE = 0", "PLACE = 1"))) != before
    assert code_of(from_cell(CELL.replace("actions[PLACE]", "actions[-1]"))) != before
    assert code_of(from_cell(CELL, depth=2)) != before
    tidy = code_of(from_cell(CELL, "Tidy"))
    assert code_of(from_cell(CELL.replace("-self.depth", "+self.depth"), "Tidy")) != tidy


def test_functions_count_by_what_they_are_given() -> None:
    def evaluation(weight: float) -> Mcts:
        def values(state: State) -> list[float]:
            return [weight * value for value in state.heuristic()]

        return Mcts(evaluate=configure(evaluate=values).evaluate)

    assert code_of(evaluation(0.5)) == code_of(evaluation(0.5)) != ""
    assert code_of(evaluation(0.5)) != code_of(evaluation(0.6))


def test_a_class_of_your_own_does_not_play_under_its_bases_name() -> None:
    class Mine(Mcts):
        def choose(self, state: State) -> Decision:
            return Decision(state.actions()[0])

    assert str(Mine(simulations=3)) == "Mine(simulations=3)"
    assert make_contest("tictactoe", [Mine(), "mcts"]).code["own"]


RULE = '''"""What the rule is."""
import math

class Rule:
    """Its formula."""

    name = "rule"  # for people

    def scores(self, n):
        """Of the children."""
        text = f"{n} of {math.pi:.{n}f}"
        # a remark
        return """two

        lines""", text
'''


@pytest.mark.parametrize(
    ("then", "now", "counts"),
    [
        ("# a remark", "# another remark", False),
        ("        # a remark\n", "", False),
        ("\n\nclass", "\n\n\n\nclass", False),
        ("  # for people", "", False),
        ("What the rule is.", "What it is,\nin two lines.", False),
        ('        """Of the children."""\n', "", False),
        ('    """Its formula."""\n', "    'a + b'\n", False),
        ("two\n\n", "two\n", True),
        ("two", "2", True),
        ('"rule"', '"rules"', True),
        ("{n} of", "{n} of # all", True),
        (":.{n}f", ":.{n}g", True),
        ("        return", "        n += 1\n        return", True),
        ("import math", "import cmath as math", True),
    ],
)
def test_comments_and_docstrings_of_own_code_do_not_count(tmp_path: Path, then: str, now: str, counts: bool) -> None:
    file = tmp_path / "rule.py"
    file.write_text(RULE)
    before = what_runs(file)
    file.write_text(RULE.replace(then, now))
    assert (what_runs(file) != before) == counts


def test_a_file_that_is_not_python_counts_byte_by_byte(tmp_path: Path) -> None:
    file = tmp_path / "rule.py"
    seen = set()
    for data in (b"def", b"def ", b"\xff\xfe", b"x = '\x00'", b"# coding: nonsense\n1"):
        file.write_bytes(data)
        seen.add(tuple(what_runs(file)))
    assert len(seen) == 5
