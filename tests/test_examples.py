"""Every program in examples/ runs as its docstring says, with public names alone, and prints its figures."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from search_helpers import EXAMPLES, PROJECT, needs_native, skip_without_extra

# A line that each program prints; seeds are fixed, so that the figures are too.
PRINTED = {
    "bayes": r"beliefs  find a drawing move in 196 of 200",
    "chart_gallery": r"15 charts in gallery",
    "draw_a_tree": r"walk\.html: \d+ kB",
    "exact_values": r"X wins 737/1260, O wins 121/420, and 8/63 are drawn",
    "learner_across_games": r"games 181 to 240: the learner \(X, 10 simulations\) scores \+0\.475 a game",
    "match_with_sprt": r"SPRT 0 against 20 Elo: H1 accepted",
    "my_agent": r"careful against random +92%",
    "my_dice_game": r" 9 +\+0\.\d+ +-0\.\d+ +-0\.162 +-0\.512",
    "my_evaluation": r"(?s)score 90\.0 % \[62\.4, 95\.4\].*score 86\.1 % \[82\.1, 88\.8\]",
    "my_game": r"33 has the value \+1\.00, proven: 1\.0",
    "my_rule": r"ucb_v .* simulations/s",
    "my_solitaire": r"searcher − guesser +\+0\.1229 .*searcher gets more",
    "reproduce_a_claim": r"Q of the root: 0\.7999",
    "root_parallel": r"the same again with two threads: True",
    "solver_against_uct": r"solver +9,829 simulations, stopped by solved",
    "tournament_on_a_cluster": r"The same games as without a cluster: True",
    "tree_shape_control": r"DWC, a strong wish for depth +40 +1851",
    "walkthrough": r"The best value so far: S2",
}
# Programs whose output a page quotes.
QUOTED = {"my_agent": "own_agent", "my_dice_game": "own_dice_game"}
SLOW = {"demo"}  # the tour of `make demo`, which ends with the reproductions
PROGRAMS = sorted(path.stem for path in EXAMPLES.glob("*.py"))


def test_every_program_is_tested() -> None:
    assert set(PROGRAMS) == PRINTED.keys() | SLOW


@needs_native
@pytest.mark.parametrize("name", sorted(PRINTED))
def test_a_program_runs(name: str, tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", EXAMPLES / f"{name}.py"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    if done.returncode:
        skip_without_extra(done.stderr)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    assert re.search(PRINTED[name], done.stdout), done.stdout
    if name in QUOTED:
        page = (PROJECT / "docs" / f"{QUOTED[name]}.md").read_text(encoding="utf-8")
        for block in re.findall(r"```text\n(.*?)```", page, re.DOTALL):
            assert block in done.stdout


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_says_what_one_learns(name: str) -> None:
    text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    tree = ast.parse(text)
    docstring = ast.get_docstring(tree)
    assert docstring is not None
    if name in SLOW:
        return
    assert "You learn" in docstring
    assert f"python examples/{name}.py" in docstring
    modules = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    modules += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    assert [module for module in modules if str(module).startswith("plyground")] == ["plyground"]
