"""notebooks/lecture.ipynb runs from top to bottom, prints what it has stored, and names no folder of a machine."""

import re
from pathlib import Path
from typing import Any

import pytest
from search_helpers import PROJECT, needs_native

from plyground.experiments.bundle import load

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("altair")

NOTEBOOK = PROJECT / "notebooks" / "lecture.ipynb"
MOST_BYTES = 1_500_000


def printed(notebook: Any) -> list[str]:
    """What the cells print, cell by cell: seeds are fixed, and no cell prints a time."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return ["".join(out.text for out in cell.outputs if out.output_type == "stream") for cell in cells]


@needs_native
@pytest.mark.filterwarnings("default")  # the kernel's libraries have warnings of their own
def test_the_notebook_runs_and_prints_what_is_stored() -> None:
    stored = nbformat.read(NOTEBOOK, as_version=4)
    expected = printed(stored)
    client = nbclient.NotebookClient(stored, timeout=120, resources={"metadata": {"path": str(NOTEBOOK.parent)}})
    client.execute()
    assert printed(stored) == expected
    assert any(expected)


def test_the_stored_outputs_are_small_and_name_no_folder() -> None:
    text = NOTEBOOK.read_text(encoding="utf-8")
    assert len(text.encode()) < MOST_BYTES
    for folder in (str(Path.home()), str(PROJECT), "/home/", "/tmp/", "site-packages"):
        assert folder not in text
    notebook = nbformat.reads(text, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert sum(bool(cell.outputs) for cell in code) >= len(code) - 2  # imports, and a long computation
    for cell in code:
        assert not [out for out in cell.outputs if out.output_type == "error" or out.get("name") == "stderr"]
        assert not re.search(r"from plyground|import plyground\.", cell.source)  # the public names are enough


def test_the_notebook_says_what_the_stored_results_say() -> None:
    """Figures of full runs that its text names."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    for experiment, claim in (
        ("lecture", "c_low"), ("lecture", "c_high"), ("lecture", "typical"), ("tree_shape", "dwc-C/0"),
        ("tree_shape", "dwc/beats"), ("tree_shape", "dwc/tuned"),
    ):  # fmt: skip
        rows = {row.claim.id: row for study in load(experiment).values() for row in study.outcome.rows}
        ours = rows[claim].ours_text
        assert (ours.partition(" [")[0] if claim == "typical" else ours) in " ".join(text.split()), (claim, ours)
