"""Workers on several machines: a Dask cluster (the extra `cluster`).

If a worker dies, Dask gives its task to another worker. Each thread of a Dask worker plays its tasks in a separate
process (see `processes.py`), which can be killed at any time.

Anyone who reaches the port of a Dask scheduler or worker can run code there. The local cluster has no port;
docs/arena.md explains how to start one on several machines, with TLS.
"""

import contextlib
import gc
import logging
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from plyground.arena.processes import Crew
from plyground.arena.worker_process import Failed
from plyground.arena.workers import Lost, Result, Results, Task, Work
from plyground.errors import PlygroundError

_CONNECT_SECONDS = 10
_LEAVE_SECONDS = 1

# The worker processes of this Dask worker, by owner of the work and thread.
_crews: dict[tuple[str, int], Crew] = {}


@dataclass
class Cluster:
    """The Dask cluster whose scheduler has this address; "local" starts one inside this process."""

    address: str
    # The number of workers of a local cluster.
    workers: int = 1

    def run(self, tasks: Iterable[Task]) -> Results:
        waiting = iter(tasks)
        with self.connect() as connection:
            while True:
                for task in islice(waiting, connection.room):
                    connection.give(task)
                if not connection.running:
                    return
                yield from connection.results()

    @contextlib.contextmanager
    def connect(self) -> Iterator["Connection"]:
        """A connection; tasks that still run at the end of the block are killed."""
        distributed = _distributed()
        with self._client(distributed) as client:
            connection = Connection(self.address, client, distributed)
            try:
                yield connection
            finally:
                connection.end()

    @contextlib.contextmanager
    def _client(self, distributed: Any) -> Iterator[Any]:
        # The client of an earlier connection closes itself when it is garbage-collected. That must not happen while
        # Dask starts the next client: Dask then holds a lock that the close waits for, and neither would end.
        gc.collect()
        with contextlib.ExitStack() as stack:
            scheduler: Any = self.address
            if self.address == "local":
                scheduler = stack.enter_context(_local_cluster(distributed, self.workers))
            try:
                client = stack.enter_context(distributed.Client(scheduler, timeout=_CONNECT_SECONDS))
                client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
            except (OSError, ValueError, TypeError) as error:
                raise PlygroundError(
                    f"no Dask cluster with workers answers at {self.address}: {' '.join(str(error).split())}"
                ) from None
            yield client


class Connection:
    """Gives tasks to a cluster and takes their results."""

    def __init__(self, address: str, client: Any, distributed: Any) -> None:
        self.address, self._client, self._distributed = address, client, distributed
        self.running: dict[Any, Task] = {}
        self._completed = distributed.as_completed()
        self._owners = set[str]()
        # The token of the last task's work, and the future that keeps this work in the cluster for the next tasks.
        self._work: tuple[str, Any] = ("", None)

    @property
    def room(self) -> int:
        """How many tasks to give now, so that every thread plays one and has one waiting."""
        threads: int = sum(self._client.nthreads().values())
        return max(0, 2 * threads - len(self.running))

    def give(self, task: Task) -> None:
        """Send a task. Consecutive tasks of the same work send that work once."""
        self._owners.add(task.work.owner)
        if self._work[0] != task.work.token:
            # The work is a task that returns its argument: if the worker that holds it dies, Dask runs that task again.
            self._work = task.work.token, self._client.submit(_same, task.work, pure=False)
        future = self._client.submit(play, task.id, self._work[1], task.numbers, pure=False)
        self.running[future] = task
        self._completed.add(future)

    def results(self, wait: bool = True) -> list[tuple[int, Result]]:
        """The results since the last call; with `wait`, at least those of one task."""
        done = [(future, self.running.pop(future)) for future in self._completed.next_batch(block=wait)]
        return [(task.id, result) for future, task in done for result in self._results(future, task)]

    def end(self) -> None:
        """Kill all tasks, even in the middle of a game."""
        with contextlib.suppress(Exception):  # the cluster may be gone
            self._client.cancel(list(self.running), force=True)
            self._client.sync(self._client._run, end_workers, self._owners, callback_timeout=_LEAVE_SECONDS)

    def _results(self, future: Any, task: Task) -> list[Result]:
        distributed = self._distributed
        try:
            results: list[Result] | Failed = future.result()
        except distributed.KilledWorker:
            return [Lost(task.numbers)]
        except (distributed.CancelledError, distributed.comm.CommClosedError) as error:
            raise PlygroundError(f"the cluster at {self.address} is gone: {error}") from None
        except Exception as error:  # Dask failed before our code ran: plyground is not installed there, for example
            reason = " ".join(str(error.__cause__ or error).split())
            raise PlygroundError(f"a worker of the cluster at {self.address} cannot take a task: {reason}") from None
        if isinstance(results, Failed):
            raise results.error
        return results


def _same(work: Work[Any]) -> Work[Any]:
    return work


def play(number: int, work: Work[Any], numbers: tuple[int, ...]) -> list[Result] | Failed:
    """The function that a Dask worker runs: play a task in this thread's own process."""
    key = (work.owner, threading.get_ident())
    crew = _crews.get(key) or _crews.setdefault(key, Crew(1))
    try:
        return [result for _, result in crew.run([Task(number, work, numbers)])]
    except PlygroundError as error:
        _crews.pop(key, crew).close()
        return Failed(error)


def end_workers(owners: set[str]) -> None:
    """End the processes of these owners on a Dask worker, even in the middle of a game."""
    for key in [key for key in _crews if key[0] in owners]:
        crew = _crews.pop(key)
        if crew.busy:
            crew.kill()
        else:
            crew.close()


def _local_cluster(distributed: Any, workers: int) -> Any:
    """A scheduler and workers inside this process, without a port or a web page."""

    class Scheduler(distributed.Scheduler):  # type: ignore[misc]
        def start_http_server(self, *arguments: Any, **named: Any) -> None:
            pass

    class Worker(distributed.Worker):  # type: ignore[misc]
        def start_http_server(self, *arguments: Any, **named: Any) -> None:
            pass

    here = {"protocol": "inproc", "dashboard": False}
    worker = {"cls": Worker, "options": {**here, "nthreads": 1, "memory_limit": 0}}
    return distributed.SpecCluster(
        scheduler={"cls": Scheduler, "options": here},
        workers=dict.fromkeys(range(workers), worker),
        silence_logs=logging.ERROR,
    )


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise PlygroundError("a cluster needs Dask: pip install 'plyground[cluster]'") from None
    # It tells, with a traceback, that a connection closed, even if it was closed on purpose.
    logging.getLogger("distributed.batched").setLevel(logging.ERROR)
    return distributed
