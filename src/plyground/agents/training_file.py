"""A training as one file: the table, the learner, the game and the opponent.

The file is sealed (see `sealed_file`); its body is MessagePack. Its content is checked before the learner gets it.
"""

import math
from pathlib import Path

import msgspec

from plyground.agents.episodes import WON
from plyground.agents.learner import Table
from plyground.agents.training import Training
from plyground.atomic_file import write_file
from plyground.errors import PlygroundError
from plyground.games.base import Game, parse_game
from plyground.games.native import Engine
from plyground.sealed_file import read_sealed, seal

KIND, VERSION = "training", 1


class _Saved(msgspec.Struct):
    game: str
    learner: str
    opponent: str
    seat: int | None
    seed: int
    results: bytes
    cells: list[bytes]
    values: list[float]
    visits: list[int]


def save_training(training: Training, path: str | Path) -> None:
    """Write a training; equal trainings give equal files."""
    table = training.table
    cells = sorted(table.values)
    body = msgspec.msgpack.encode(
        _Saved(
            game=str(training.game),
            learner=training.learner.rule,
            opponent=str(training.opponent),
            seat=training.seat,
            seed=training.seed,
            results=bytes(training.results),
            cells=cells,
            values=[table.values[cell] for cell in cells],
            visits=[table.visits[cell] for cell in cells],
        )
    )
    write_file(path, seal(KIND, VERSION, [body]))


def load_training(path: str | Path, game: Game | None = None, engine: Engine = "auto") -> Training:
    """The training in a file, which can play and continue. Raises if it was trained for another game than `game`."""
    saved = _read(path)
    if game is not None and saved.game != str(game):
        raise PlygroundError(f"{path} was trained for {saved.game}, not for {game}")
    try:
        training = Training(
            saved.learner, game or parse_game(saved.game), saved.opponent, saved.seat, saved.seed, engine
        )
    except PlygroundError as error:
        raise PlygroundError(f"{path}: {error}") from None
    table = Table(training.learner.initial)
    table.values = dict(zip(saved.cells, saved.values, strict=True))
    table.visits = dict(zip(saved.cells, saved.visits, strict=True))
    training.restore(table, saved.results)
    return training


def _read(path: str | Path) -> _Saved:
    try:
        saved = msgspec.msgpack.decode(read_sealed(path, KIND, VERSION), type=_Saved)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise PlygroundError(f"{path} was saved by another version of plyground") from None
    wrong = _first_fault(saved)
    if wrong is not None:
        raise PlygroundError(f"{path} is damaged: {wrong}")
    return saved


def _first_fault(saved: _Saved) -> str | None:
    """The first impossible value in the file; None for a sound file."""
    if not len(saved.cells) == len(saved.values) == len(saved.visits):
        return "not every cell has a value and visits"
    faults = {
        "a cell is in it twice": len(set(saved.cells)) != len(saved.cells),
        "a cell has no action": any(len(cell) < 2 for cell in saved.cells),
        "a value is not a number": not all(map(math.isfinite, saved.values)),
        "a cell has impossible visits": any(not 0 < n < 2**63 for n in saved.visits),
        "its seed is not a 64-bit number": not 0 <= saved.seed < 2**64,
        "the result of a game is neither won, drawn nor lost": max(saved.results, default=0) > WON,
        "it has cells, but no episodes": bool(saved.cells) and not saved.results,
    }
    return next((fault for fault, found in faults.items() if found), None)
