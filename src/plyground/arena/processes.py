"""Worker processes, for agents that think in Python."""

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing.connection import Connection
from types import ModuleType

from plyground.arena.workers import Lost, Played, Result, Results, Task

MOST_DEATHS = 3


@dataclass
class Processes:
    """A pool of processes that outlives the death of its workers.

    Where a worker dies the whole pool breaks, and nobody knows whose task it was. The tasks under way are then
    run one by one in a new pool: who is alone when a pool breaks did it, and is given up after three times.
    """

    workers: int

    def run(self, tasks: Iterable[Task]) -> Results:
        waiting = iter(tasks)
        while suspects := (yield from _until_broken(waiting, self.workers, 2 * self.workers)):
            deaths = Counter[int]()
            while suspects:
                one_by_one = iter(suspects)
                died = yield from _until_broken(one_by_one, 1, 1)
                for task in died:
                    deaths[task.id] += 1
                    if deaths[task.id] == MOST_DEATHS:
                        yield task.id, Lost(task.numbers)
                suspects = [task for task in died if deaths[task.id] < MOST_DEATHS] + list(one_by_one)


def _until_broken(
    waiting: Iterator[Task], workers: int, most_running: int
) -> Generator[tuple[int, Result], None, list[Task]]:
    """Run tasks in a new pool; returns those that were under way when it broke, none where all are done."""
    context = multiprocessing.get_context("spawn")
    # Nothing is ever sent: a worker sees the end of it when this side closes it, or dies.
    life, line = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, _begin, (life,))
    running: dict[Future[Played], Task] = {}
    try:
        while True:
            while len(running) < most_running and (task := next(waiting, None)) is not None:
                try:
                    with _no_interrupt(), _no_main():
                        running[pool.submit(task)] = task
                except BrokenProcessPool:
                    return [*running.values(), task]
            if not running:
                return []
            done = wait(running, return_when=FIRST_COMPLETED).done
            for future in [future for future in done if not isinstance(future.exception(), BrokenProcessPool)]:
                yield running.pop(future).id, future.result()
            if any(future in running for future in done):
                return list(running.values())
    finally:
        if running:
            line.close()  # they are in the middle of games that nobody waits for
        pool.shutdown(cancel_futures=True)
        line.close()
        life.close()


@contextlib.contextmanager
def _no_interrupt() -> Iterator[None]:
    """Hold Ctrl-C back: a worker that starts here inherits this, before it can ignore Ctrl-C by itself."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _no_main() -> Iterator[None]:
    """Hide the user's script: a worker that starts here would run it again, and needs nothing of it."""
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


def _begin(life: Connection) -> None:
    """A worker starts: Ctrl-C is its parent's business, and it ends when its parent says so or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(life,), daemon=True).start()


def _end_with_parent(life: Connection) -> None:
    life.poll(None)
    os._exit(0)
