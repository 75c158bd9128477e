"""Locks for an object that several threads use: they read it in turns, and only one at a time may run it."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from plyground.errors import PlygroundError


class Turns:
    """A fair lock: threads get their turns in the order in which they asked. Twin: `src/native/turns.hpp`."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._queue: deque[int] = deque()  # the thread whose turn it is, and those that wait

    def __reduce__(self) -> tuple[type["Turns"], tuple[()]]:
        return Turns, ()  # a copy starts without waiting threads

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Hold the turn within the block; a thread that already has it does not wait."""
        me, queue = threading.get_ident(), self._queue
        if queue and queue[0] == me:
            yield
            return
        with self._changed:
            queue.append(me)
            try:
                self._changed.wait_for(lambda: queue[0] == me)
            except BaseException:
                self._leave(me)
                raise
        try:
            yield
        finally:
            with self._changed:
                self._leave(me)

    def _leave(self, me: int) -> None:
        self._queue.remove(me)
        self._changed.notify_all()


class OneAtATime:
    """A `with` block for one thread at a time; another thread, or the same thread again, gets an error."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[type["OneAtATime"], tuple[str]]:
        return OneAtATime, (self._what,)

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise PlygroundError(f"this {self._what} is already running in another thread, or calls itself")

    def __exit__(self, *_: object) -> None:
        self._lock.release()
