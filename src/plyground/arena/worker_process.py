"""The other end of `processes.py`: a process that plays tasks until its parent ends.

It reads pickled orders from its standard input and writes pickled results to its standard output. Agents see an empty
standard input, and their output goes to standard error.
"""

import os
import pickle
import queue
import signal
import threading
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from plyground.arena.time_keeping import Note
from plyground.arena.workers import Played, Task, Work
from plyground.errors import CannotPlay, PlygroundError, PlygroundWarning

T = TypeVar("T")


@dataclass(frozen=True)
class NewWork:
    """The next tasks belong to this work."""

    # A `Work` as a pickle.
    data: bytes


@dataclass(frozen=True)
class Games:
    """A task: its number, and the numbers of its games or other pieces."""

    task: int
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Ready:
    """The worker has started."""


@dataclass(frozen=True)
class Failed:
    """A task that cannot be played, with the reason."""

    error: PlygroundError


def serve(note_path: str) -> None:
    """Play tasks; never returns. The file is the time keeper's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    warnings.simplefilter("ignore", PlygroundWarning)  # the parent has warned
    stdin, stdout = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)

    def send(message: Ready | Played[Any] | Failed) -> None:
        pickle.dump(message, stdout)
        stdout.flush()

    send(Ready())
    orders = queue.SimpleQueue[NewWork | Games]()
    threading.Thread(target=_read_orders, args=(stdin, orders), daemon=True).start()
    note = Note(note_path)
    work: Work[Any] | Failed = Failed(PlygroundError("a worker has nothing to play"))
    while True:
        order = orders.get()
        if isinstance(order, NewWork):
            work = _in_one_sentence(partial(_open, order))
        elif isinstance(work, Failed):
            send(work)
        else:
            send(_in_one_sentence(partial(Task(order.task, work, order.numbers), keeper=note)))


def _read_orders(stdin: BinaryIO, orders: queue.SimpleQueue[NewWork | Games]) -> None:
    """Read messages from the parent; the process ends with its input."""
    try:
        while True:
            orders.put(pickle.load(stdin))
    finally:
        os._exit(0)


def _open(order: NewWork) -> Work[Any]:
    try:
        work: Work[Any] = pickle.loads(order.data)
    except BaseException as error:
        raise PlygroundError(f"a worker cannot import the game or an agent: {_describe(error)}") from error
    return work


def _in_one_sentence(do: Callable[[], T]) -> T | Failed:
    try:
        return do()
    except PlygroundError as error:
        return Failed(CannotPlay(str(error)) if isinstance(error, CannotPlay) else PlygroundError(str(error)))
    except BaseException as error:
        return Failed(PlygroundError(f"a worker failed: {_describe(error)}"))


def _describe(error: BaseException) -> str:
    """An error with the line that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {' '.join(str(error).split())}{where}"
