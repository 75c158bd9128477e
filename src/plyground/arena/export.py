"""Export stored games to other programs as CSV or Parquet, one row per game.

`moves` holds the names of the moves, `actions` their numbers, from 0; seats count from 1.
"""

import csv
import io
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from plyground.arena.store import Store, StoredRun
from plyground.atomic_file import write_file
from plyground.errors import PlygroundError
from plyground.games import parse_game

FORMATS = (".csv", ".parquet")


def export(store: Store, runs: Iterable[StoredRun], path: str | Path) -> int:
    """Write the games of these runs, in the format of the file name's ending, and return their number.

    The file is written whole or not at all: if this fails, an existing file stays unchanged.
    """
    target = Path(path)
    if target.suffix not in FORMATS:
        raise PlygroundError(f"games are exported to {' or '.join(FORMATS)} files, not to {target.name}")
    rows = [row for run in runs for row in _rows(store, run)]
    write_file(target, _csv(rows) if target.suffix == ".csv" else _parquet(rows))
    return len(rows)


def _rows(store: Store, run: StoredRun) -> Iterator[dict[str, Any]]:
    rules = parse_game(run.game)
    for game in store.records(run.id):
        actions = list(map(int, game.moves.split()))
        yield {
            "run": run.id,
            "version": run.version,
            "game": run.game,
            "form": run.form,
            "run_seed": run.seed,
            "opening_moves": run.opening_moves,
            "number": game.number,
            "seed": str(game.seed),
            "seats": [run.agents[agent] for agent in game.seats],
            "returns": list(game.returns),
            "winner_seat": _from_one(game.winner),
            "forfeit_seat": _from_one(game.forfeit),
            "reason": game.reason,
            "opening": game.opening,
            "moves": " ".join(name for _, name in rules.name_moves(actions)),
            "actions": game.moves,
            "seconds": list(game.seconds),
        }


def _from_one(seat: int | None) -> int | None:
    return None if seat is None else seat + 1


def _csv(rows: list[dict[str, Any]]) -> str:
    text = io.StringIO(newline="")
    if rows:
        writer = csv.DictWriter(text, rows[0])
        writer.writeheader()
        for row in rows:
            writer.writerow({name: json.dumps(v) if isinstance(v, list) else v for name, v in row.items()})
    return text.getvalue()


def _parquet(rows: list[dict[str, Any]]) -> bytes:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise PlygroundError("Parquet needs pyarrow: pip install 'plyground[parquet]', or export to .csv") from None
    text, whole, number = pyarrow.string(), pyarrow.int64(), pyarrow.float64()
    schema = pyarrow.schema(
        {
            **dict.fromkeys(("version", "game", "form", "seed", "reason", "moves", "actions"), text),
            **dict.fromkeys(
                ("run", "run_seed", "opening_moves", "number", "winner_seat", "forfeit_seat", "opening"), whole
            ),
            "seats": pyarrow.list_(text),
            "returns": pyarrow.list_(number),
            "seconds": pyarrow.list_(number),
        }
    )
    content = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, schema), content)
    return bytes(content.getvalue().to_pybytes())
