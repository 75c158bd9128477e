"""A few hundred mutations of saved files, each refused in one sentence or usable; `make sanitize` runs many more."""

from pathlib import Path

from fuzz_saved_files import Fuzz


def test_mutated_files_are_refused_or_usable(tmp_path: Path) -> None:
    fuzz = Fuzz(tmp_path, seed=7)
    fuzz.run(500)
    assert fuzz.counts["refused"] > 250
    assert fuzz.counts["usable"] > 10  # a changed value within its range cannot be noticed
