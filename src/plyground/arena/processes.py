"""Worker processes, for agents that think in Python and for moves with a time limit.

A process can be killed at any time. Each worker plays one task at a time, so that the task of a dead worker is known.
"""

import contextlib
import pickle
import queue
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from plyground.arena.time_keeping import Watch
from plyground.arena.worker_process import Failed, Games, NewWork, Ready
from plyground.arena.workers import Lost, Played, Result, Results, Task
from plyground.errors import PlygroundError

MOST_DEATHS = 3
_LOOK_SECONDS = 0.05

# None: the process has ended.
Message = Ready | Played[Any] | Failed | None


@dataclass
class Processes:
    """Worker processes. A task whose worker dies is played again, and given up after three deaths."""

    workers: int

    def run(self, tasks: Iterable[Task]) -> Results:
        with contextlib.closing(Crew(self.workers)) as crew:
            yield from crew.run(tasks)


class Crew:
    """Worker processes that play one task after another; `workers` may change meanwhile."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.idle: list[_Worker] = []
        self.busy: dict[_Worker, Task] = {}
        self.again: list[Task] = []
        self.deaths = Counter[int]()
        self.news = queue.SimpleQueue[tuple[_Worker, Message]]()
        self.killed = False

    def run(self, tasks: Iterable[Task]) -> Results:
        """Play tasks; yields their numbers and results. A late game comes as a result of its own."""
        waiting, results = iter(tasks), list[tuple[int, Result]]()
        while True:
            while len(self.busy) < self.workers and (task := self._next(waiting)) is not None:
                worker = self.idle.pop() if self.idle else _Worker(self.news)
                self.busy[worker] = task
                worker.give(task)
            yield from results  # the workers play on while these are stored
            if not self.busy:
                return
            news = self._wait()
            if self.killed:
                raise PlygroundError("the workers were ended")
            results = [result for worker, message in news for result in self._hear(worker, message)]
            for worker in [worker for worker in self.busy if worker.watch.late()]:
                results += self._end_late(worker)

    def close(self) -> None:
        """Kill all workers, even in the middle of a game."""
        self.kill()
        for worker in [*self.idle, *self.busy]:
            worker.close()

    def kill(self) -> None:
        """Kill all workers, from any thread; the thread in `run` then cleans up and raises."""
        self.killed = True
        for worker in [*self.idle, *self.busy]:
            worker.process.kill()

    def _next(self, waiting: Iterator[Task]) -> Task | None:
        return self.again.pop() if self.again else next(waiting, None)

    def _wait(self) -> list[tuple["_Worker", Message]]:
        """The workers' new messages. Waits for one, but not for long: the caller must also look for late agents."""
        with contextlib.suppress(queue.Empty):
            first = self.news.get(timeout=_LOOK_SECONDS)
            return [first, *(self.news.get() for _ in range(self.news.qsize()))]
        return []

    def _hear(self, worker: "_Worker", message: Message) -> list[tuple[int, Result]]:
        if isinstance(message, Ready):
            worker.ready = True
            return []
        task = self.busy.pop(worker, None)
        if task is None:  # killed here, or dead before its first task
            self.idle = [other for other in self.idle if other is not worker]
            return []
        if message is None:
            return self._dead(worker, task)
        self.idle.append(worker)
        if isinstance(message, Failed):
            raise message.error
        return [(task.id, message)]

    def _dead(self, worker: "_Worker", task: Task) -> list[tuple[int, Result]]:
        worker.close()
        if not worker.ready:
            raise PlygroundError(f"a worker process ended while it started, with status {worker.process.returncode}")
        self.deaths[task.id] += 1
        if self.deaths[task.id] == MOST_DEATHS:
            return [(task.id, Lost(task.numbers))]
        self.again.append(task)
        return []

    def _end_late(self, worker: "_Worker") -> list[tuple[int, Result]]:
        """Kill a worker whose agent took too long; the other games of its task are played again."""
        task = self.busy.pop(worker)
        worker.process.kill()
        worker.process.wait()
        results = list[tuple[int, Result]]()
        if worker.watch.late():  # else the agent answered at the last moment
            record = worker.watch.record()
            task = replace(task, numbers=tuple(number for number in task.numbers if number != record.number))
            results = [(task.id, Played([record], sum(record.seconds)))]
        if task.numbers:
            self.again.append(task)
        worker.close()
        return results


class _Worker:
    """A worker process as its parent sees it."""

    def __init__(self, news: queue.SimpleQueue[tuple["_Worker", Message]]) -> None:
        self.ready = False
        self.work = ""
        self.watch = Watch()
        path = [str(folder) for folder in sys.path]
        program = f"import sys; sys.path[:] = {path!r}; from plyground.arena.worker_process import serve; "
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"{program}serve({self.watch.path!r})"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # a terminal's Ctrl-C goes to the parent alone
        )
        threading.Thread(target=self._read, args=(news,), daemon=True).start()

    def give(self, task: Task) -> None:
        if task.work.token != self.work:
            self.work, data = task.work.token, pickle.dumps(task.work)
            self._send(NewWork(data))
        self._send(Games(task.id, task.numbers))

    def close(self) -> None:
        """Kill the process if it still runs."""
        self.process.kill()
        self.process.wait()
        with contextlib.suppress(OSError):
            assert self.process.stdin is not None
            self.process.stdin.close()
        self.watch.close()

    def _send(self, message: object) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):  # the process is dead: `_read` reports it
            pickle.dump(message, self.process.stdin)
            self.process.stdin.flush()

    def _read(self, news: queue.SimpleQueue[tuple["_Worker", Message]]) -> None:
        assert self.process.stdout is not None
        with self.process.stdout, contextlib.suppress(EOFError, pickle.UnpicklingError):
            while True:
                news.put((self, pickle.load(self.process.stdout)))
        news.put((self, None))
