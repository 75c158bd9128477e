"""Tasks, and the executors that run them.

A task is a few games of a contest, or other numbered pieces of a `Work`. An executor takes tasks lazily and gives
back each task's number with its result, in any order and sometimes in parts; a task that killed its worker three times
comes back as `Lost`. Results do not depend on the executor: every piece is a pure function of the work and its number.
"""

import contextlib
import copy
import ctypes
import pickle
import queue
import threading
import time
import uuid
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar

from plyground.agents import Agent
from plyground.arena.contest import Contest
from plyground.arena.identity import PLYGROUND
from plyground.arena.referee import GameRecord, Stopped, TimeKeeper, play_game
from plyground.errors import PlygroundError

# After a stop: seconds to wait for a move to end, then for an interrupted agent.
_MOVE_SECONDS = 0.2
_LEAVE_SECONDS = 0.8
_THREAD_NAME = "plyground games"

T = TypeVar("T")
Record = TypeVar("Record", covariant=True)


@dataclass(frozen=True)
class Played(Generic[Record]):
    """The result of a task: a record for each of its numbers, and the time taken."""

    records: list[Record]
    seconds: float


@dataclass(frozen=True)
class Lost:
    """A task that was given up: its worker died three times."""

    numbers: tuple[int, ...]


class Work(ABC, Generic[T]):
    """The content that several tasks share, such as a contest, in a form that can be sent to workers.

    The content travels as bytes and is unpickled inside the task, where an error becomes a message instead of a dead
    worker. `prepare` is called before that, to import the files that define games and agents. The worker processes of a
    cluster are kept for all works with the same `owner`.
    """

    def __init__(self, content: T, prepare: Callable[[], object] | None = None, owner: str = "") -> None:
        self.token = uuid.uuid4().hex
        self.owner = owner or self.token
        self.prepare = prepare
        self.code = PLYGROUND
        self._content: T | None = content
        self._bytes = b""

    @abstractmethod
    def play(self, numbers: Iterable[int], stopped: Callable[[], bool], keeper: TimeKeeper | None) -> list[Any]:
        """Play the pieces with these numbers; returns a record of each."""

    def __getstate__(self) -> tuple[Any, ...]:
        if not self._bytes:
            try:
                self._bytes = pickle.dumps(self._content)
            except Exception as error:
                raise PlygroundError(
                    f"these agents cannot be sent to another process (use workers=1 and no time limit): {error}"
                ) from None
        return self.token, self.owner, self.prepare, self.code, self._bytes

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.token, self.owner, self.prepare, self.code, self._bytes = state
        self._content = None

    def open(self) -> T:
        """A copy of the content, so that the caller has its own agents."""
        if self._content is not None:
            return copy.deepcopy(self._content)
        if self.code != PLYGROUND:
            raise PlygroundError("a worker has another build of plyground than the process that started the contest")
        if self.prepare is not None:
            self.prepare()
        try:
            content: T = pickle.loads(self._bytes)
        except Exception as error:
            raise PlygroundError(f"a worker cannot import the game or an agent: {error}") from None
        return content


class ContestWork(Work[Contest]):
    """The games of a contest."""

    def play(self, numbers: Iterable[int], stopped: Callable[[], bool], keeper: TimeKeeper | None) -> list[GameRecord]:
        contest = _bench.open(self)
        records = []
        for number in numbers:
            fixture = contest.fixture(number)
            places = [fixture.seats[:seat].count(agent) for seat, agent in enumerate(fixture.seats)]
            agents = [_bench.agent(contest, *seat) for seat in zip(fixture.seats, places, strict=True)]
            records.append(play_game(contest, fixture, agents, stopped, keeper))
        return records


class _Bench(threading.local):
    """The agents of the contest that this thread plays; they are made once, and reset for every game."""

    def __init__(self) -> None:
        self.token = ""
        self.contest: Contest | None = None
        self.agents: dict[tuple[int, int], Agent] = {}

    def open(self, work: ContestWork) -> Contest:
        if self.contest is None or self.token != work.token:
            self.contest, self.token, self.agents = work.open(), work.token, {}
        return self.contest

    def agent(self, contest: Contest, index: int, place: int) -> Agent:
        """The copy of agent `index` that takes its `place`-th seat in a game."""
        agent = self.agents.get((index, place))
        if agent is None:
            agent = copy.deepcopy(contest.agents[index])
            if not agent.remembers:
                self.agents[index, place] = agent
        return agent


_bench = _Bench()


@dataclass(frozen=True)
class Task:
    """Some games of a contest, or pieces of another work."""

    id: int
    work: Work[Any]
    numbers: tuple[int, ...]

    def __call__(self, stopped: Callable[[], bool] = lambda: False, keeper: TimeKeeper | None = None) -> Played[Any]:
        begin = time.perf_counter()
        records = self.work.play(self.numbers, stopped, keeper)
        return Played(records, time.perf_counter() - begin)


Result = Played[Any] | Lost
Results = Generator[tuple[int, Result], None, None]


class Executor(Protocol):
    """Runs tasks."""

    workers: int

    def run(self, tasks: Iterable[Task]) -> Results:
        """Yield each task's number and result as they come; closing the generator leaves the other tasks undone."""
        ...


@dataclass
class Inline:
    """Plays in the caller's thread: the plainest executor."""

    workers: int = 1

    def run(self, tasks: Iterable[Task]) -> Results:
        for task in tasks:
            yield task.id, task()


@dataclass
class Threads:
    """Threads, for agents that think in C++ and so release Python's lock (GIL).

    After a stop, a game ends before its next move, or when it next runs Python. Threads cannot be killed: one that is
    busy in native code for more than a second is left behind as a daemon.
    """

    workers: int

    def run(self, tasks: Iterable[Task]) -> Results:
        waiting, running = iter(tasks), 0
        to_play, played = queue.SimpleQueue[Task | None](), queue.SimpleQueue[tuple[int, Played[Any] | BaseException]]()
        stop = threading.Event()

        def play() -> None:
            with contextlib.suppress(Stopped):
                while (task := to_play.get()) is not None and not stop.is_set():
                    try:
                        played.put((task.id, task(stop.is_set)))
                    except BaseException as error:
                        played.put((task.id, error))

        threads = [threading.Thread(target=play, name=_THREAD_NAME, daemon=True) for _ in range(self.workers)]
        for thread in threads:
            thread.start()
        try:
            while True:
                for task in islice(waiting, 2 * self.workers - running):
                    to_play.put(task)
                    running += 1
                if not running:
                    return
                number, result = played.get()
                running -= 1
                if isinstance(result, BaseException):
                    raise result
                yield number, result
        finally:
            stop.set()
            for _ in threads:
                to_play.put(None)
            if _join(threads, _MOVE_SECONDS):
                for thread in threads:
                    raise_in(thread, Stopped)
                _join(threads, _LEAVE_SECONDS)


def games_left_behind() -> bool:
    """Is a thread still playing after a stop?"""
    return any(thread.name == _THREAD_NAME for thread in threading.enumerate())


def _join(threads: Iterable[threading.Thread], seconds: float) -> bool:
    """Wait for threads, at most this long; True if one is still alive."""
    end = time.monotonic() + seconds
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))
    return any(thread.is_alive() for thread in threads)


def raise_in(thread: threading.Thread, error: type[BaseException]) -> None:
    """Raise an exception in another thread, where it next runs Python; no effect if it has ended."""
    if thread.is_alive():
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(error))
