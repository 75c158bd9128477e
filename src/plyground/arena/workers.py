"""Who plays the games: tasks, and the executors that run them.

A task is a few games of a contest. An executor takes tasks, lazily, and gives back each task's number with its
result, in any order; a task that killed its worker again and again comes back as `Lost`. Results do not depend
on the executor: every game is a pure function of the contest and its number.
"""

import copy
import pickle
import threading
import time
import uuid
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

from plyground.agents import Agent
from plyground.arena.contest import Contest
from plyground.arena.identity import PLYGROUND
from plyground.arena.referee import GameRecord, play_game
from plyground.errors import PlygroundError


@dataclass(frozen=True)
class Played:
    """The games of one task, and the time that they took."""

    records: list[GameRecord]
    seconds: float


@dataclass(frozen=True)
class Lost:
    """A task that was given up: its worker died again and again."""

    numbers: tuple[int, ...]


class Work:
    """A contest on its way to a worker.

    It travels as bytes that are opened inside the task, where an error is one sentence and not a dead worker.
    `prepare` is called there first: it imports the files that define games and agents.
    """

    def __init__(self, contest: Contest, prepare: Callable[[], object] | None = None) -> None:
        self.token = uuid.uuid4().hex
        self.prepare = prepare
        self.code = PLYGROUND
        self._contest: Contest | None = contest
        self._bytes = b""

    def __getstate__(self) -> tuple[Any, ...]:
        if not self._bytes:
            try:
                self._bytes = pickle.dumps(self._contest)
            except Exception as error:
                raise PlygroundError(
                    f"these agents cannot be sent to another process (use workers=1): {error}"
                ) from None
        return self.token, self.prepare, self.code, self._bytes

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.token, self.prepare, self.code, self._bytes = state
        self._contest = None

    def open(self) -> Contest:
        """A contest whose agents nobody else uses."""
        if self._contest is not None:
            return copy.deepcopy(self._contest)
        if self.code != PLYGROUND:
            raise PlygroundError("a worker has another build of plyground than the process that started the contest")
        if self.prepare is not None:
            self.prepare()
        try:
            contest: Contest = pickle.loads(self._bytes)
        except Exception as error:
            raise PlygroundError(f"a worker cannot import the game or an agent: {error}") from None
        return contest


class _Bench(threading.local):
    """The agents of the contest that this thread plays; they are made once, and reset for every game."""

    def __init__(self) -> None:
        self.token = ""
        self.contest: Contest | None = None
        self.agents: dict[tuple[int, int], Agent] = {}

    def open(self, work: Work) -> Contest:
        if self.contest is None or self.token != work.token:
            self.contest, self.token, self.agents = work.open(), work.token, {}
        return self.contest

    def agent(self, contest: Contest, index: int, place: int) -> Agent:
        """An agent for the `place`-th seat that it takes in one game."""
        agent = self.agents.get((index, place))
        if agent is None:
            agent = copy.deepcopy(contest.agents[index])
            if not agent.remembers:
                self.agents[index, place] = agent
        return agent


_bench = _Bench()


@dataclass(frozen=True)
class Task:
    """Some games of a contest."""

    id: int
    work: Work
    numbers: tuple[int, ...]

    def __call__(self, stopped: Callable[[], bool] = lambda: False) -> Played:
        begin = time.perf_counter()
        contest = _bench.open(self.work)
        records = []
        for number in self.numbers:
            fixture = contest.fixture(number)
            places = [fixture.seats[:seat].count(agent) for seat, agent in enumerate(fixture.seats)]
            agents = [_bench.agent(contest, *seat) for seat in zip(fixture.seats, places, strict=True)]
            records.append(play_game(contest, fixture, agents, stopped))
        return Played(records, time.perf_counter() - begin)


Result = Played | Lost
Results = Generator[tuple[int, Result], None, None]


class Executor(Protocol):
    """Runs tasks."""

    workers: int

    def run(self, tasks: Iterable[Task]) -> Results:
        """Each task's number and result, as they come; closing this leaves the rest undone."""
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
    """Threads, for agents that think in C++ and so do not hold Python up."""

    workers: int

    def run(self, tasks: Iterable[Task]) -> Results:
        waiting, running = iter(tasks), dict[Future[Played], Task]()
        stop = threading.Event()
        pool = ThreadPoolExecutor(self.workers)
        try:
            while True:
                for task in islice(waiting, 2 * self.workers - len(running)):
                    running[pool.submit(task, stop.is_set)] = task
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    yield running.pop(future).id, future.result()
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)
