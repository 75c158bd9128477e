"""A fixed number of threads that work for all sessions, and a queue that is fair to the sessions.

A job is a function, or a generator; each step of the generator is a slice of about 0.05 s of work. Sessions take turns
slice by slice, so a long search delays the other sessions by one slice only. A thread that does not finish a step in
time is given up and replaced: its job fails, and an exception ends the Python code in it.
"""

import asyncio
import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable, Generator
from typing import Any, TypeVar

from plyground.arena.workers import raise_in
from plyground.errors import PlygroundError

T = TypeVar("T")
# A slice of a search.
SLICE_SECONDS = 0.05
_WATCH_SECONDS = 0.25


class GivenUp(BaseException):
    """Raised in the Python code of a job that takes too long, to end it."""


class Job:
    """Work of one session, and the future that waits for it."""

    def __init__(self, who: str, work: Callable[[], Any], future: "asyncio.Future[Any]") -> None:
        self.who, self.work, self.future = who, work, future
        self.steps: Generator[None, None, Any] | None = None
        self.begun = 0.0  # when its current step began; 0: waiting
        self.thread: threading.Thread | None = None

    def step(self) -> bool:
        """Run one slice. True if the job has ended."""
        if self.future.cancelled():
            if self.steps is not None:
                self.steps.close()
            return True
        try:
            if self.steps is None:
                found = self.work()
                if not isinstance(found, Generator):
                    return self.end(found)
                self.steps = found
            next(self.steps)
        except StopIteration as stop:
            return self.end(stop.value)
        except BaseException as error:
            return self.end(None, error)
        return False

    def end(self, value: Any, error: BaseException | None = None) -> bool:
        def settle() -> None:
            if self.future.done():
                return
            if error is not None:
                self.future.set_exception(error)
            else:
                self.future.set_result(value)

        with contextlib.suppress(RuntimeError):  # the server has ended
            self.future.get_loop().call_soon_threadsafe(settle)
        return True


class FairQueue:
    """The threads and the waiting jobs."""

    def __init__(self, threads: int, step_seconds: float) -> None:
        self.threads, self.step_seconds = threads, step_seconds
        self._changed = threading.Condition()
        self._lines: dict[str, deque[Job]] = {}  # the jobs of each session
        self._turns: deque[str] = deque()  # sessions with jobs, in the order of their turns
        self._running: set[Job] = set()
        self._closed = False
        self._given_up = 0
        for _ in range(threads):
            self._hire()
        threading.Thread(target=self._watch, name="watch", daemon=True).start()

    async def run(self, who: str, work: Callable[[], T | Generator[None, None, T]]) -> T:
        """Run work in a thread, when it is this session's turn."""
        job = Job(who, work, asyncio.get_running_loop().create_future())
        with self._changed:
            if self._given_up > 4 * self.threads:
                raise PlygroundError("too many agents never answered: restart the server")
            self._wait(job)
            self._changed.notify()
        result: T = await job.future
        return result

    @property
    def waiting(self) -> int:
        """The number of jobs that no thread works on."""
        with self._changed:
            return sum(map(len, self._lines.values()))

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _wait(self, job: Job) -> None:
        line = self._lines.get(job.who)
        if line is None:
            line = self._lines[job.who] = deque()
            self._turns.append(job.who)
        line.append(job)

    def _next(self) -> Job | None:
        """Wait for the first job of the session whose turn it is; that session goes to the end of the queue."""
        with self._changed:
            while not self._turns and not self._closed:
                self._changed.wait()
            if self._closed:
                return None
            who = self._turns.popleft()
            line = self._lines[who]
            job = line.popleft()
            if line:
                self._turns.append(who)
            else:
                del self._lines[who]
            job.begun, job.thread = time.monotonic(), threading.current_thread()
            self._running.add(job)
            return job

    def _hire(self) -> None:
        threading.Thread(target=self._work, name="search", daemon=True).start()

    def _work(self) -> None:
        while (job := self._next()) is not None:
            ended = job.step()
            with self._changed:
                if job not in self._running:  # this thread was given up meanwhile
                    self._given_up -= 1
                    return
                self._running.remove(job)
                job.begun = 0.0
                if not ended:
                    self._wait(job)
                    self._changed.notify()

    def _watch(self) -> None:
        """Give up the threads whose step takes too long."""
        while not self._closed:
            time.sleep(_WATCH_SECONDS)
            with self._changed:
                late = [job for job in self._running if time.monotonic() - job.begun > self.step_seconds]
                for job in late:
                    self._running.remove(job)
                    self._given_up += 1
                    self._hire()
            for job in late:
                if job.thread is not None:
                    raise_in(job.thread, GivenUp)
                job.end(None, PlygroundError(f"no answer within {self.step_seconds:g} seconds: it was given up"))
