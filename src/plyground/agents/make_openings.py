"""Make an opening table of Connect Four: `python -m plyground.agents.make_openings 8`.

It goes to the user's cache directory, where the agent `perfect` finds it. Stop it at any time: the next run
goes on where this one stopped.
"""

import argparse
import array
import time
from pathlib import Path

from plyground.agents.openings import Openings, cache_folder, file_name
from plyground.agents.perfect import new_solver
from plyground.atomic_file import write_file

_UNKNOWN = -128
_SAVE_SECONDS = 30.0


def make_openings(rows: int, cols: int, stones: int, folder: Path, table_mb: int) -> Path:
    """Solve every position of so many stones and write the table into the folder; returns its path."""
    path = folder / file_name(rows, cols, stones)
    partial = path.with_suffix(".partial")
    solver = new_solver(rows, cols, table_mb)
    keys = solver.openings(stones)
    scores = array.array("b", partial.read_bytes() if partial.exists() else b"")
    if len(scores) != len(keys):
        scores = array.array("b", [_UNKNOWN]) * len(keys)
    folder.mkdir(parents=True, exist_ok=True)
    saved = time.monotonic()
    try:
        for number, key in enumerate(keys):
            if scores[number] != _UNKNOWN:
                continue
            scores[number] = solver.opening_score(key)
            if time.monotonic() - saved > _SAVE_SECONDS:
                write_file(partial, scores.tobytes())
                saved = time.monotonic()
                print(f"{number + 1} of {len(keys)} positions", flush=True)
    except BaseException:
        write_file(partial, scores.tobytes())
        raise
    Openings(rows, cols, stones, scores.tobytes()).write(path)
    partial.unlink(missing_ok=True)
    return path


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m plyground.agents.make_openings", description=__doc__)
    parser.add_argument("stones", type=int, help="how many stones the positions of the table have")
    parser.add_argument("--rows", type=int, default=6)
    parser.add_argument("--cols", type=int, default=7)
    parser.add_argument("--folder", type=Path, default=cache_folder(), help="where the table goes")
    parser.add_argument("--table-mb", type=int, default=256, help="memory of the solver, in megabytes")
    options = parser.parse_args()
    try:
        print(make_openings(options.rows, options.cols, options.stones, options.folder, options.table_mb))
    except KeyboardInterrupt:
        print("stopped; run it again to go on")


if __name__ == "__main__":
    main()
