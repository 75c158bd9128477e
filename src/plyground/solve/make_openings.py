"""Make an opening table of Connect Four: `python -m plyground.solve.make_openings 8`.

The table goes to the user's cache directory, where the solver looks for tables. The command can be stopped
at any time; the next run continues from there.
"""

import argparse
import array
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.progress import track

from plyground.atomic_file import write_file
from plyground.solve.connect_four import new_solver
from plyground.solve.openings import Openings, cache_folder, file_name

_UNKNOWN = -128
_SAVE_SECONDS = 30.0


def make_openings(rows: int, cols: int, stones: int, folder: Path, table_mb: int) -> Path:
    """Solve every position of `stones` stones and write the table into the folder; returns its path."""
    path = folder / file_name(rows, cols, stones)
    partial = path.with_suffix(".partial")
    solver = new_solver(rows, cols, table_mb)
    keys = solver.openings(stones)
    scores = array.array("b", partial.read_bytes() if partial.exists() else b"")
    if len(scores) != len(keys):
        scores = array.array("b", [_UNKNOWN]) * len(keys)
    folder.mkdir(parents=True, exist_ok=True)
    saved = time.monotonic()
    hidden = not sys.stderr.isatty()
    try:
        for number, key in enumerate(track(keys, "solving", console=Console(stderr=True), disable=hidden)):
            if scores[number] != _UNKNOWN:
                continue
            scores[number] = solver.opening_score(key)
            if time.monotonic() - saved > _SAVE_SECONDS:
                write_file(partial, scores.tobytes())
                saved = time.monotonic()
    except BaseException:
        write_file(partial, scores.tobytes())
        raise
    Openings(rows, cols, stones, scores.tobytes()).write(path)
    partial.unlink(missing_ok=True)
    return path


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m plyground.solve.make_openings", description=__doc__)
    parser.add_argument("stones", type=int, help="the number of stones in each position of the table")
    parser.add_argument("--rows", type=int, default=6)
    parser.add_argument("--cols", type=int, default=7)
    parser.add_argument("--folder", type=Path, default=cache_folder(), help="where the table goes")
    parser.add_argument("--table-mb", type=int, default=256, help="memory of the solver, in megabytes")
    options = parser.parse_args()
    try:
        print(make_openings(options.rows, options.cols, options.stones, options.folder, options.table_mb))
    except KeyboardInterrupt:
        print("stopped; the same command continues from here")


if __name__ == "__main__":
    main()
