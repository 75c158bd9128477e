"""The time limit of a move, enforced from outside: a worker notes each call of an agent, and its parent reads the note.

Before an agent is called, the worker writes the record of the game for the case that the agent never returns. The
parent kills a worker whose agent is late, and takes that record. The note is a file, not a message: an agent that
moves quickly must not wait for its parent, and the note outlives the worker.
"""

import contextlib
import dataclasses
import math
import os
import pickle
import struct
import tempfile
import time
from pathlib import Path

from plyground.arena.referee import GameRecord

# The referee judges a late move; the worker is killed this many seconds after the limit.
GRACE_SECONDS = 0.5
# An agent may load its network when it is reset: all calls except those for a move get this much more time.
PREPARATION_SECONDS = 60.0

_HEAD = struct.Struct("<dd?")  # start of the call, limit, is it a move?
_NOBODY = _HEAD.pack(math.inf, 0.0, False)


class Note:
    """The worker's end of the file: notes the calls of agents."""

    def __init__(self, path: str) -> None:
        self.file = open(path, "r+b", buffering=0)  # noqa: SIM115
        with contextlib.suppress(OSError):  # deleted while both sides have it open: a kill leaves no file
            Path(path).unlink()

    def begin(self, record: GameRecord, limit: float, is_move: bool) -> None:
        """An agent is being called; if it never returns, `record` is the record of the game."""
        self._write(_HEAD.pack(time.monotonic(), limit, is_move) + pickle.dumps(record))

    def end(self) -> None:
        """The agent has returned."""
        self._write(_NOBODY)

    def _write(self, data: bytes) -> None:
        self.file.seek(0)
        self.file.write(data)


class Watch:
    """The parent's end of the file: is an agent late?"""

    def __init__(self) -> None:
        handle, self.path = tempfile.mkstemp(prefix="plyground-")
        self.file = os.fdopen(handle, "r+b", buffering=0)
        self.file.write(_NOBODY)

    def close(self) -> None:
        self.file.close()
        Path(self.path).unlink(missing_ok=True)

    def late(self) -> bool:
        since, limit, is_move = self._head()
        return time.monotonic() > since + limit + (GRACE_SECONDS if is_move else PREPARATION_SECONDS)

    def record(self) -> GameRecord:
        """The game that the late agent forfeits; its worker is dead."""
        since, _, _ = self._head()
        record: GameRecord = pickle.loads(self.file.read())
        assert record.forfeit is not None
        seconds = list(record.seconds)
        seconds[record.forfeit] += time.monotonic() - since
        return dataclasses.replace(record, seconds=tuple(seconds))

    def _head(self) -> tuple[float, float, bool]:
        self.file.seek(0)
        since, limit, is_move = _HEAD.unpack(self.file.read(_HEAD.size))
        return since, limit, is_move
