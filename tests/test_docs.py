"""The pages say what the code says: their code runs, their commands exist, their figures are those of the studies."""

import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from doc_pages import DOCS, PAGES, blocks
from search_helpers import example, needs_native, skip_without_extra

from plyground.cli import COMMANDS
from plyground.experiments.bundle import load
from plyground.search.part import own_parts

# The code of developing.md is that of tests/test_worked_example.py; that of page.md runs in tests/test_serve_cli.py.
WITH_CODE = [name for name, path in PAGES.items() if "```python\n" in path.read_text(encoding="utf-8")]
WITH_CODE.remove("developing")
WITH_CODE.remove("page")
# Names that a page assumes: a class of the reader's.
BEFORE = {"view": 'import plyground as pg\nMyState = type("MyState", (pg.State,), {})\n'}
# Sizes on a page, and the smaller ones of the test.
SMALLER = {"seconds=1)": "seconds=0.05)", "1_000_000)": "100_000)"}


@needs_native
@pytest.mark.parametrize("page", WITH_CODE)
def test_the_code_on_the_page_runs(page: str, tmp_path: Path) -> None:
    code = BEFORE.get(page, "") + "\n".join(text for _, text in blocks(page, "python"))
    for large, small in SMALLER.items():
        code = code.replace(large, small)
    script = tmp_path / "page.py"
    script.write_text(code, encoding="utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, cwd=tmp_path, check=False)
    if done.returncode:
        skip_without_extra(done.stderr)
    assert done.returncode == 0, done.stderr


def test_the_table_of_parts_is_up_to_date() -> None:
    parts_table = example("parts_table", folder="docs")
    old = parts_table.PAGE.read_text(encoding="utf-8")
    assert parts_table.page(old) == old, "run `make docs`"
    for _, name, _ in own_parts():
        assert f"`{name}" in old


def study(name: str) -> Any:
    return json.loads((DOCS / "studies" / f"{name}.json").read_text(encoding="utf-8"))


def test_the_race_prints_what_was_measured() -> None:
    steps = study("two_rollouts")["steps"]
    outputs = {step["command"]: step["output"].strip() for step in steps.values()}
    printed = [part.split("\n", 1) for _, block in blocks("race", "console") for part in block.split("$ ")[1:]]
    assert len(printed) == 5
    for command, output in printed:
        assert output.strip() in ("", outputs[command])
    page = PAGES["race"].read_text(encoding="utf-8")
    for step in ("tuning of one", "tuned against default"):
        found = steps[step]["json"]
        score, low, high = (f"{100 * found[field]:.1f}" for field in ("score", "low", "high"))
        assert f"{score} % [{low}, {high}] in {found['games']:,} games" in page


def test_the_losing_moves_are_those_of_the_study() -> None:
    page, found = PAGES["losing_move"].read_text(encoding="utf-8"), study("losing_move")
    rows = [row for row in found["rows"] if row["rule"] == "ucb1(c=1.4)"]
    for row in rows:
        counts = [sum(row["played"].get(column, 0) for column in columns) for columns in ("4", "35", "17", "26")]
        assert sum(counts) == found["seeds"]
        assert f"| {row['simulations']:,} | {' | '.join(map(str, counts))} |" in page
    _, value, low, high = rows[-1]["seed 0"]["4"]
    assert f"its value as −{-value:.3f}, with the 95 % interval\n−{-low:.3f} to −{-high:.3f}" in page


# Rows that the pages of our own questions quote, by experiment.
QUOTED = {
    "openings": ("left/connect_four_500", "left/connect_four_5000", "control/score/connect_four_500"),
    "more_search": ("whole/mean", "whole/random", "again/mean/100", "again/mean/1000", "again/random/100"),
}


@pytest.mark.parametrize("experiment", QUOTED)
def test_our_own_questions_quote_their_results(experiment: str) -> None:
    rows = {row.claim.id: row for study in load(experiment).values() for row in study.outcome.rows}
    page = " ".join(PAGES[experiment].read_text(encoding="utf-8").split())
    for name in QUOTED[experiment]:
        assert rows[name].ours_text in page, f"{name}: {rows[name].ours_text}"


# The guide


@pytest.fixture
def guide(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """docs/build.py, which finds its neighbours in its own folder."""
    pytest.importorskip("sphinx")
    pytest.importorskip("altair")
    monkeypatch.syspath_prepend(str(DOCS))
    return example("build", folder="docs")


@needs_native
def test_every_figure_is_drawn_and_used(guide: ModuleType) -> None:
    pages = [path.read_text(encoding="utf-8") for path in DOCS.glob("*.md")]
    used = {name for text in pages for name in re.findall(r"{picture} (\w+)", text)}
    assert used == set(guide.figures.FIGURES)
    for name in ("race", "losing_moves", "losing_board", "tree_of_4", "ludo"):
        assert "<svg" in guide.figures.FIGURES[name]()


def test_the_guide_builds_and_asks_no_other_machine(
    guide: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guide.figures, "FIGURES", dict.fromkeys(guide.figures.FIGURES, lambda: "<svg></svg>"))
    html = tmp_path / "html"
    assert guide.build(guide.gather(tmp_path / "source"), html) == 0
    for command in COMMANDS:
        assert (html / "commands" / f"{command}.html").is_file()
    manual = (html / "commands" / "search.html").read_text(encoding="utf-8")
    headings = ["Synopsis", "Description", "Arguments", "Options", "Examples", "See also"]
    assert re.findall(r"<h2>(.*?)<", manual) == headings
    assert "values of --select, --expand" in manual
    for page in html.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.findall(r"<(?:script|link|img|iframe)[^>]*(?:src|href)=\"(?:https?:)?//", text), page
