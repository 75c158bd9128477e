"""The fair queue of the server's threads, and the rate limit."""

import asyncio
import threading
from collections.abc import Generator

import pytest

from plyground.errors import PlygroundError
from plyground.serve.limits import RateLimit
from plyground.serve.work import FairQueue


def test_sessions_take_turns_slice_by_slice() -> None:
    order: list[str] = []
    begin = threading.Event()

    def long(name: str, steps: int) -> Generator[None, None, str]:
        begin.wait(10)
        for _ in range(steps):
            order.append(name)
            yield
        return name

    async def main() -> list[str]:
        queue = FairQueue(1, 60.0)
        jobs = [asyncio.create_task(queue.run("greedy", lambda n=n: long(f"greedy{n}", 10))) for n in range(5)]
        jobs.append(asyncio.create_task(queue.run("modest", lambda: long("modest", 3))))
        await asyncio.sleep(0.05)
        begin.set()
        done = await asyncio.gather(*jobs)
        queue.close()
        return done

    done = asyncio.run(main())
    assert done == [*(f"greedy{n}" for n in range(5)), "modest"]
    # The modest session has every second slice until it is done, however many jobs the greedy one has.
    last = max(place for place, name in enumerate(order) if name == "modest")
    assert last <= 7


def test_errors_and_results_come_back() -> None:
    async def main() -> None:
        queue = FairQueue(2, 60.0)
        assert await queue.run("a", lambda: 5) == 5
        with pytest.raises(ZeroDivisionError):
            await queue.run("a", lambda: 1 // 0)
        assert await queue.run("a", lambda: 6) == 6
        assert queue.waiting == 0
        queue.close()

    asyncio.run(main())


def test_a_job_that_never_ends_is_given_up_and_its_thread_replaced() -> None:
    release = threading.Event()

    async def main() -> None:
        queue = FairQueue(1, 1.0)
        with pytest.raises(PlygroundError, match="given up"):
            await queue.run("stuck", lambda: release.wait(60))
        assert await queue.run("other", lambda: 7) == 7
        release.set()
        queue.close()

    asyncio.run(main())


def test_python_code_that_never_ends_is_ended() -> None:
    ended = threading.Event()

    def work() -> None:
        try:
            while True:
                pass
        finally:
            ended.set()

    async def main() -> None:
        queue = FairQueue(1, 1.0)
        with pytest.raises(PlygroundError, match="given up"):
            await queue.run("stuck", work)
        assert await queue.run("other", lambda: 7) == 7
        queue.close()

    asyncio.run(main())
    assert ended.wait(20)


def test_a_cancelled_job_stops_at_its_next_slice() -> None:
    steps: list[int] = []
    go_on = threading.Semaphore(0)

    def work() -> Generator[None, None, None]:
        while True:
            steps.append(1)
            go_on.acquire(timeout=10)
            yield

    async def main() -> None:
        queue = FairQueue(1, 60.0)
        task = asyncio.create_task(queue.run("a", work))
        while not steps:
            await asyncio.sleep(0.001)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        go_on.release(5)
        assert await queue.run("a", lambda: 1) == 1
        assert len(steps) <= 2
        queue.close()

    asyncio.run(main())


def test_the_rate_limit_allows_bursts() -> None:
    limit = RateLimit(rate=0.001, burst=3)
    assert [limit.take() for _ in range(5)] == [True, True, True, False, False]
