"""A training as one file: what was learnt, by whom, in which game and how.

The file is a heading, the SHA-256 of the rest, and the rest in MessagePack. It is written beside its place and
moved there when it is complete, so that a crash leaves the old file or the new one, never half of one.
"""

import hashlib
import os
import tempfile
from pathlib import Path

import msgspec

from plyground.agents.learner import Table
from plyground.agents.training import Training
from plyground.errors import PlygroundError
from plyground.games.base import Game, parse_game

_HEADING = b"plyground training 1\n"
_DIGEST = hashlib.sha256().digest_size


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
    _write(Path(path).expanduser(), _HEADING + hashlib.sha256(body).digest() + body)


def load_training(path: str | Path, game: Game | None = None, engine: str = "auto") -> Training:
    """A training that can play and go on; `game` is the game that it must be of."""
    saved = _read(Path(path).expanduser())
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


def _read(path: Path) -> _Saved:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise PlygroundError(f"cannot read {path}: {error.strerror}") from None
    if not content.startswith(_HEADING):
        raise PlygroundError(f"{path} is not a training that plyground saved")
    start = len(_HEADING) + _DIGEST
    body = content[start:]
    if hashlib.sha256(body).digest() != content[len(_HEADING) : start]:
        raise PlygroundError(f"{path} is damaged: it is shorter than it was, or its bytes have changed")
    try:
        saved = msgspec.msgpack.decode(body, type=_Saved)
    except (msgspec.DecodeError, ValueError):
        raise PlygroundError(f"{path} was saved by another version of plyground") from None
    if not len(saved.cells) == len(saved.values) == len(saved.visits):
        raise PlygroundError(f"{path} is damaged: not every cell has a value and visits")
    return saved


def _write(path: Path, content: bytes) -> None:
    beside = None
    try:
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        if beside is not None:
            Path(beside).unlink(missing_ok=True)
        raise PlygroundError(f"cannot write {path}: {error.strerror}") from None
