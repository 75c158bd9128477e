"""The full results that come with plyground: one file for each experiment. Each study in it says when, with which build
and on which machine it was measured.

`python -m plyground.experiments.bundle reproduction/report.json` takes over the studies of a full run.
"""

import argparse
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from plyground.atomic_file import write_file
from plyground.errors import PlygroundError
from plyground.experiments.base import Outcome, Row, with_holm
from plyground.experiments.figures import Figure

FOLDER = Path(__file__).parent / "results"


@dataclass(frozen=True)
class Measured:
    """When, how and with what a study was measured."""

    command: str
    mode: str
    seed: int
    build: str
    machine: str
    date: str
    seconds: float
    # What `plyground signature` printed: builds with the same signature build the same search trees.
    signature: str

    @property
    def how(self) -> str:
        """What the studies of one run have in common."""
        return f"{self.command}, seed {self.seed}, {self.build}, signature {self.signature}, {self.machine}"

    def __str__(self) -> str:
        return f"{self.how}, {self.date}, {self.seconds:.0f} s"


@dataclass(frozen=True)
class StudyResult:
    """A study's results and their origin."""

    outcome: Outcome
    measured: Measured

    def to_dict(self) -> dict[str, Any]:
        return {
            "measured": asdict(self.measured),
            "rows": [row.to_dict() for row in self.outcome.rows],
            "figures": [figure.to_dict() for figure in self.outcome.figures],
        }

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> "StudyResult":
        rows = with_holm([Row.from_dict(row) for row in found["rows"]])
        outcome = Outcome(rows, [Figure.from_dict(figure) for figure in found["figures"]])
        return cls(outcome, Measured(**found["measured"]))


def load(name: str, folder: Path = FOLDER) -> dict[str, StudyResult]:
    """The stored studies of an experiment; none if there is no file."""
    path = folder / f"{name}.json"
    if not path.exists():
        return {}
    found = json.loads(path.read_text(encoding="utf-8"))
    return {study: StudyResult.from_dict(one) for study, one in found.items()}


def store(name: str, studies: Mapping[str, Any], folder: Path = FOLDER) -> None:
    """Replace stored studies by these, which are in the form of `StudyResult.to_dict`; other studies stay."""
    path = folder / f"{name}.json"
    found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    text = json.dumps({**found, **studies}, ensure_ascii=False, allow_nan=False, indent=0)
    folder.mkdir(parents=True, exist_ok=True)
    write_file(path, text + "\n")


def take_over(report: Mapping[str, Any], folder: Path = FOLDER) -> None:
    """Store the studies of a full run's report."""
    if report["mode"] != "full":
        raise PlygroundError("only full runs are kept: use plyground reproduce --full")
    for name, studies in report["experiments"].items():
        store(name, studies, folder)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m plyground.experiments.bundle", description=__doc__)
    parser.add_argument("report", type=Path, help="report.json of a full run")
    options = parser.parse_args()
    take_over(json.loads(options.report.read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()
