"""Put a full run into its pages: `python -m plyground.experiments.pages reproduction/report.json docs/experiments`.

Each experiment's results go to NAME.json as data and, from there, to the last section of NAME.md.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from plyground.atomic_file import write_file
from plyground.errors import PlygroundError
from plyground.experiments.report import counts, markdown_rows
from plyground.experiments.verdict import HOLDS

HEADING = "## Results"
META = ("command", "seed", "version", "machine", "date")


def update_pages(report: dict[str, Any], folder: Path) -> None:
    if report["mode"] != "full":
        raise PlygroundError("pages show full runs only: use plyground reproduce --full")
    for name, found in report["experiments"].items():
        data = {**{key: report[key] for key in META}, **found}
        data["command"] = f"plyground reproduce {name} --full"
        whole = json.dumps(data, ensure_ascii=False, indent=1)
        write_file(folder / f"{name}.json", whole + "\n")
        page = folder / f"{name}.md"
        write_file(page, with_results(page.read_text(encoding="utf-8"), data))


def with_results(text: str, data: dict[str, Any]) -> str:
    """The page with these results in its last section."""
    return text.split(f"\n{HEADING}")[0].rstrip() + "\n\n" + "\n".join(section(data)) + "\n"


def section(data: dict[str, Any]) -> list[str]:
    """A table of all conclusions and of all rows that do not hold; the other rows are only counted."""
    shown = [row for row in data["rows"] if row["key"] or row["verdict"] != HOLDS]
    origin = f"`{data['command']}`; seed {data['seed']}, {data['version']}, {data['date']}, {data['machine']}."
    lines = [HEADING, "", f"{origin} {counts(data['verdicts'])}.", "", *markdown_rows(shown)]
    if len(shown) < len(data["rows"]):
        lines += ["", f"{len(data['rows']) - len(shown)} more table cells hold."]
    return [*lines, "", "All rows, with the figures to more digits, are in the JSON file beside this page."]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m plyground.experiments.pages", description=__doc__)
    parser.add_argument("report", type=Path, help="report.json of a full run")
    parser.add_argument("folder", type=Path, help="where the pages are")
    options = parser.parse_args()
    update_pages(json.loads(options.report.read_text(encoding="utf-8")), options.folder)


if __name__ == "__main__":
    main()
