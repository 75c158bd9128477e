"""The limits of a search. The first limit reached ends the search.

`Budget` holds the numbers; `Budget.stoppers` turns each limit into an object, which `Search` asks between runs of its
engine. Inside a run the engine itself checks the clock, the memory and `converged`, and reports the limit that ended
the run.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from plyground.errors import PlygroundError
from plyground.search.gap import GapRule
from plyground.search.limits import default_bytes
from plyground.text_form import LONGEST, MOST, TextForm, param
from plyground.tree import Tree

# More simulations than any search makes: other limits end the run.
MANY = 1 << 40
# A tree that has not grown for this many simulations is taken to be complete.
GROWN_OUT = 100_000
# The gap rule is first tested after this many simulations, then each time their number has grown by a quarter.
FIRST_LOOK = 64


class EngineCounts(Protocol):
    """The part of an engine that stoppers read."""

    @property
    def simulations(self) -> int: ...
    @property
    def rows(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    @property
    def solved(self) -> bool: ...
    def subtree(self, levels: int | None) -> Tree: ...


class SearchProgress:
    """What a search has used of its budget."""

    def __init__(self, engine: EngineCounts, begin: float) -> None:
        self.engine = engine
        self.begin = begin  # by `time.perf_counter`
        self.done = 0  # the simulations made within this budget
        self.ended = ""  # the limit that ended the engine's last run, as the engine names it
        self._start = engine.simulations

    def went_on(self, ended: str) -> None:
        """Record another run of the engine."""
        self.done, self.ended = self.engine.simulations - self._start, ended


class Stopper(ABC):
    """One limit of a search."""

    @abstractmethod
    def reached(self, progress: SearchProgress) -> str:
        """The name of the limit if the search must stop now, else an empty text."""

    def room(self, progress: SearchProgress) -> int:
        """How many simulations may run before `reached` is asked again; a run may end earlier, after 0.05 s."""
        return MANY


@dataclass
class StopAfterSimulations(Stopper):
    limit: int

    def reached(self, progress: SearchProgress) -> str:
        return "simulations" if progress.done >= self.limit else ""

    def room(self, progress: SearchProgress) -> int:
        return self.limit - progress.done


@dataclass
class StopAtNodes(Stopper):
    """Checked more often near the limit, because one simulation may add many rows."""

    limit: int

    def reached(self, progress: SearchProgress) -> str:
        return "nodes" if progress.engine.rows >= self.limit else ""

    def room(self, progress: SearchProgress) -> int:
        return max(1, (self.limit - progress.engine.rows) // 512)


class StopWhenSolved(Stopper):
    """Stops when the root is proven."""

    def reached(self, progress: SearchProgress) -> str:
        return "solved" if progress.engine.solved else ""


@dataclass
class StopAtBytes(Stopper):
    """Stops when the search holds that many bytes. The engine checks this, too, between simulations."""

    limit: int
    called: str

    def reached(self, progress: SearchProgress) -> str:
        full = progress.ended == "megabytes" or progress.engine.bytes >= self.limit
        return self.called if full else ""


class StopWhereEngineDoes(Stopper):
    """Limits that the engine checks inside a run: "converged", "seconds", "visits", "memory" (an allocation failed)."""

    def reached(self, progress: SearchProgress) -> str:
        return progress.ended


@dataclass
class StopWhenGrownOut(Stopper):
    """Stops when the tree is complete: in a small game, it might never reach a limit on its size."""

    rows: int = 0
    grown: int = 0  # number of simulations when the tree last grew

    def reached(self, progress: SearchProgress) -> str:
        if progress.engine.rows > self.rows:
            self.rows, self.grown = progress.engine.rows, progress.done
        return "no more nodes" if progress.done - self.grown >= GROWN_OUT else ""

    def room(self, progress: SearchProgress) -> int:
        return GROWN_OUT


@dataclass
class StopAtGap(Stopper):
    """Stops when the gap rule holds: one move is better than all others."""

    rule: GapRule
    look: int = FIRST_LOOK

    def reached(self, progress: SearchProgress) -> str:
        if progress.done < self.look:
            return ""
        self.look = self.look * 5 // 4
        return "gap" if self.rule.certain(progress.engine.subtree(1)) else ""

    def room(self, progress: SearchProgress) -> int:
        return max(1, self.look - progress.done)


@dataclass
class StopAfterSeconds(Stopper):
    """Checks the clock between runs, for searches whose runs are all short; inside a run the engine checks it."""

    limit: float

    def reached(self, progress: SearchProgress) -> str:
        return "seconds" if time.perf_counter() - progress.begin >= self.limit else ""


class StopWhenAsked(Stopper):
    """Stops when another thread has asked for it (`Search.stop`)."""

    def __init__(self, end_run: Callable[[], None] = lambda: None) -> None:
        self.end_run = end_run  # of the engine, which then ends its run at once
        self.asked = False

    def __reduce__(self) -> tuple[type["StopWhenAsked"], tuple[()]]:
        return StopWhenAsked, ()  # a copy of a search is not running

    def ask(self) -> None:
        self.asked = True
        self.end_run()

    def reached(self, progress: SearchProgress) -> str:
        return "asked" if self.asked else ""


@dataclass(frozen=True, kw_only=True)
class Budget(TextForm):
    """Limits of one search; at least one is needed.

    `simulations`, `seconds`, `nodes` (rows of the tree) and `megabytes` (memory of the search, with all threads and
    merged states; by default half of the machine's) limit effort. `converged` is the rule of
    Qi and Hu: stop when a simulation changes the value of the root by less than this. It is a weak rule: one more
    value in [0, 1] moves a mean of N values by less than 1/N. `gap` has a guarantee: stop when the best move is
    better than all others, with at most this probability of error over all tests; plyground.search.gap states the
    guarantee exactly.
    """

    name = "budget"

    simulations: int | None = param(None, low=0, high=MOST)
    seconds: float | None = param(None, low=0, high=LONGEST)
    nodes: int | None = param(None, low=1, high=MOST)
    megabytes: float | None = param(None, low=0, high=MOST)
    converged: float | None = param(None, low=0, high=MOST)
    gap: float | None = param(None, low=1e-12, high=0.5)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.limits():
            raise PlygroundError("a budget needs a limit: simulations, seconds, nodes, megabytes, converged or gap")

    def limits(self) -> dict[str, float]:
        """The limits that are set, by name."""
        return {name: value for name, value in vars(self).items() if value is not None}

    @property
    def bytes(self) -> int:
        """The memory limit: `megabytes`, or half of the machine's memory."""
        return default_bytes() if self.megabytes is None else int(self.megabytes * 1e6)

    def stoppers(self, gap_rule: Callable[[float], GapRule]) -> list[Stopper]:
        """The limits as objects; if several are reached at once, the first names the reason.

        `gap_rule` makes the gap rule for a probability of error.
        """
        stoppers: list[Stopper] = []
        if self.simulations is not None:
            stoppers.append(StopAfterSimulations(self.simulations))
        if self.nodes is not None:
            stoppers.append(StopAtNodes(self.nodes))
        stoppers.append(StopWhenSolved())
        stoppers.append(StopAtBytes(self.bytes, "memory" if self.megabytes is None else "megabytes"))
        stoppers.append(StopWhereEngineDoes())
        if self.simulations is None and self.seconds is None:
            stoppers.append(StopWhenGrownOut())
        if self.gap is not None:
            stoppers.append(StopAtGap(gap_rule(self.gap)))
        if self.seconds is not None:
            stoppers.append(StopAfterSeconds(self.seconds))
        return stoppers

    @staticmethod
    def of(limit: "Budget | int") -> "Budget":
        """The budget itself, or one of that many simulations."""
        if isinstance(limit, Budget):
            return limit
        if isinstance(limit, int) and not isinstance(limit, bool):
            return _simulations(limit)
        raise PlygroundError(f"a budget is a Budget or a number of simulations, not {limit!r}")


@lru_cache
def _simulations(count: int) -> Budget:
    """Cached: a match asks for the same budget before every move."""
    return Budget(simulations=count)
