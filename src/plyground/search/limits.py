"""Limits inside a run: time, memory, the visits of a row. Twin: `src/native/search/limits.hpp`."""

import contextlib
import math
import os
import time
from functools import cache
from pathlib import Path

# Length of one engine run; between runs the search checks its limits and other threads can read the tree.
SLICE_SECONDS = 0.05
# Most visits of one row: the C++ engine counts them in 32 bits.
MOST_VISITS = 2_000_000_000
# Memory limit on machines whose memory size cannot be read.
FALLBACK_BYTES = 2_000_000_000
LEAST_BYTES = 256_000_000


class Limits:
    """The limits of one search in the Python engine; seconds count from its construction."""

    def __init__(self, seconds: float, most_bytes: int) -> None:
        self.deadline = time.perf_counter() + seconds
        self.most_bytes = most_bytes

    def stop(self) -> None:
        """End the run after the present simulation; callable from any thread."""
        self.deadline = -math.inf


@cache
def default_bytes() -> int:
    """Half of the memory that this process may use: that of the machine, or of its control group."""
    known = [*_physical(), *_control_groups()]
    return max(min(known, default=2 * FALLBACK_BYTES) // 2, LEAST_BYTES)


def _physical() -> list[int]:
    try:
        return [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    except (AttributeError, ValueError, OSError):
        return []  # not a Unix


def _control_groups() -> list[int]:
    """The limits of the process's control group and its parents (cgroups version 1: the root group alone)."""
    top = Path("/sys/fs/cgroup")
    files = [top / "memory.max", top / "memory" / "memory.limit_in_bytes"]
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            if line.startswith("0::"):
                group = top / line[3:].lstrip("/")
                files += [folder / "memory.max" for folder in (group, *group.parents) if top in folder.parents]
    limits = []
    for file in files:
        with contextlib.suppress(OSError, ValueError):  # no such file, or it says "max"
            limits.append(int(file.read_text()))
    return limits
