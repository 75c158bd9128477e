"""Workers on several machines: a Dask cluster (the extra `cluster`).

Dask moves a task whose worker died to another worker by itself. It has no authentication: whoever reaches the
scheduler's port can run code on every machine. docs/arena.md tells how to start a cluster safely.
"""

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from plyground.arena.workers import Lost, Results, Task
from plyground.errors import PlygroundError

_CONNECT_SECONDS = 10


@dataclass
class Cluster:
    """The Dask cluster whose scheduler has this address; "local" starts one here, on the loopback device."""

    address: str
    # How many workers a local cluster gets.
    workers: int = 1

    def run(self, tasks: Iterable[Task]) -> Results:
        distributed = _distributed()
        waiting = iter(tasks)
        running: dict[Any, Task] = {}
        with self._client(distributed) as client:
            results = distributed.as_completed()
            while True:
                room = 2 * sum(client.nthreads().values()) - len(running)
                while room > 0 and (task := next(waiting, None)) is not None:
                    future = client.submit(task, pure=False)
                    running[future] = task
                    results.add(future)
                    room -= 1
                if not running:
                    return
                future = next(results)
                task = running.pop(future)
                try:
                    yield task.id, future.result()
                except distributed.KilledWorker:
                    yield task.id, Lost(task.numbers)
                except (distributed.CancelledError, distributed.comm.CommClosedError) as error:
                    raise PlygroundError(f"the cluster at {self.address} is gone: {error}") from None

    @contextlib.contextmanager
    def _client(self, distributed: Any) -> Iterator[Any]:
        with contextlib.ExitStack() as stack:
            scheduler: Any = self.address
            if self.address == "local":
                scheduler = stack.enter_context(
                    distributed.LocalCluster(
                        n_workers=self.workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
                    )
                )
            try:
                client = stack.enter_context(distributed.Client(scheduler, timeout=_CONNECT_SECONDS))
                client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
            except (OSError, ValueError, TypeError) as error:
                raise PlygroundError(
                    f"no Dask cluster with workers answers at {self.address}: {' '.join(str(error).split())}"
                ) from None
            yield client


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise PlygroundError("a cluster needs Dask: pip install 'plyground[cluster]'") from None
    return distributed
