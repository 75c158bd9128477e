"""Workers on several machines: a Dask cluster (the extra `cluster`).

Dask moves a task whose worker died to another worker by itself. A Dask worker hands its tasks to its own process
(see `processes.py`), which can be killed at any time.

Anyone who reaches the port of a Dask scheduler or worker can run code there. The local cluster has no port;
docs/arena.md explains how to start one on several machines, with TLS.
"""

import contextlib
import logging
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from plyground.arena.processes import Crew
from plyground.arena.worker_process import Failed
from plyground.arena.workers import Lost, Result, Results, Task
from plyground.errors import PlygroundError

_CONNECT_SECONDS = 10
_LEAVE_SECONDS = 1

# The worker processes of a Dask worker: one for each contest and thread.
_crews: dict[tuple[str, int], Crew] = {}


@dataclass
class Cluster:
    """The Dask cluster whose scheduler has this address; "local" starts one inside this process."""

    address: str
    # Workers of a local cluster.
    workers: int = 1

    def run(self, tasks: Iterable[Task]) -> Results:
        distributed = _distributed()
        waiting, contests = iter(tasks), set[str]()
        running: dict[Any, Task] = {}
        with self._client(distributed) as client:
            results = distributed.as_completed()
            try:
                while True:
                    room = 2 * sum(client.nthreads().values()) - len(running)
                    for task in islice(waiting, max(0, room)):
                        contests.add(task.work.token)
                        future = client.submit(play, task, pure=False)
                        running[future] = task
                        results.add(future)
                    if not running:
                        return
                    future = next(results)
                    task = running.pop(future)
                    for result in self._results(distributed, future, task):
                        yield task.id, result
            finally:
                with contextlib.suppress(Exception):  # whatever is left of the cluster
                    client.cancel(list(running), force=True)
                    client.sync(client._run, end_workers, contests, callback_timeout=_LEAVE_SECONDS)

    def _results(self, distributed: Any, future: Any, task: Task) -> list[Result]:
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

    @contextlib.contextmanager
    def _client(self, distributed: Any) -> Iterator[Any]:
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


def play(task: Task) -> list[Result] | Failed:
    """The function that a Dask worker runs: play a task in this thread's own process."""
    key = (task.work.token, threading.get_ident())
    crew = _crews.get(key) or _crews.setdefault(key, Crew(1))
    try:
        return [result for _, result in crew.run([task])]
    except PlygroundError as error:
        _crews.pop(key, crew).close()
        return Failed(error)


def end_workers(contests: set[str]) -> None:
    """End the processes of these contests on a Dask worker, also in the middle of a game."""
    for key in [key for key in _crews if key[0] in contests]:
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
    return distributed
