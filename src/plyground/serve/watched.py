"""A search that a page watches, or two that are kept in step."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from typing import Any, Literal

from plyground.errors import PlygroundError
from plyground.games import State
from plyground.search import Budget, Search
from plyground.serve.frames import FrameState, Snapshot, View, Watcher, tree_shown
from plyground.serve.shapes import FrameShown, NodeShown
from plyground.serve.thinking import Slices
from plyground.serve.work import SLICE_SECONDS
from plyground.tree import ROOT
from plyground.view.tree_model import follow, shown_nodes

By = Literal["simulations", "seconds"]
# Runs a function in another thread.
Aside = Callable[..., Awaitable[Any]]
_ALL = 1 << 30
SPARING = 64  # snapshots take at most 1/SPARING of the search's time
FIRST_SECONDS = 0.001  # the first slice
LONGEST_REST = 0.25  # seconds; a pause or a stop waits for its end
_log = logging.getLogger("plyground.serve")


@dataclass
class Side:
    """One search with its slices and its watcher."""

    slices: Slices
    watcher: Watcher
    reason: str = ""  # what ended it

    @property
    def search(self) -> Search:
        return self.slices.search

    def spent(self, by: By) -> float:
        return self.slices.simulations if by == "simulations" else self.slices.seconds


class Watched:
    """One search, or two in step. They run slice by slice in a thread of the server; another thread draws the frames.

    `tell` is called in the server's event loop with the frames of all sides. Only one drawing is under way at a time,
    so that slow drawing means fewer frames, not a slower search.
    """

    def __init__(
        self,
        searches: list[Search],
        budget: Budget,
        aside: Aside = asyncio.to_thread,
        by: By = "simulations",
        pace: float | None = None,
    ) -> None:
        self.aside = aside
        self.sides = [Side(Slices(search, budget), Watcher(search)) for search in searches]
        self.by = by
        self.rest = 0.0  # seconds until the pace allows more simulations; 0: no rest
        self.set_pace(pace)
        self.state: FrameState = "waiting"
        self.wanted: Literal["run", "pause", "stop"] = "run"
        self.unwatched = False  # paused because no page is connected
        self.tell: Callable[[list[FrameShown]], None] = lambda frames: None
        self.loop = asyncio.get_running_loop()
        self._drawing = False
        self._next: list[Snapshot] | None = None  # the last frames must be drawn
        self._shot_at = self._shot_cost = 0.0
        self._task: asyncio.Task[None] | None = None

    @property
    def reason(self) -> str:
        """What ended the search; of two, the reason of the first side that has one."""
        return next((side.reason for side in self.sides if side.reason), "")

    def set_budget(self, budget: Budget) -> None:
        for side in self.sides:
            side.slices.budget = budget

    def set_view(self, view: View) -> None:
        for side in self.sides:
            side.watcher.view = view

    def set_pace(self, pace: float | None) -> None:
        """Set the most simulations per second from now on; None: full speed."""
        self.pace = pace
        self._paced_from = time.perf_counter(), max(side.slices.simulations for side in self.sides)

    def _allowed(self, side: Side) -> int | None:
        """The number of simulations that the pace now allows a side; None: no limit."""
        if self.pace is None:
            return None
        begin, made = self._paced_from
        return int(self.pace * (time.perf_counter() - begin)) + 1 - (side.slices.simulations - made)

    def run(self) -> Generator[None, None, None]:
        """The job for the queue: it runs until the search ends, pauses or rests."""
        if self.state != "running":
            self.set_pace(self.pace)
            for side in self.sides:
                side.reason = ""
        self.state, self.rest = "running", 0.0
        while (self.wanted == "run" or not self._level()) and (
            going := [side for side in self.sides if not side.reason]
        ):
            side = min(going, key=lambda side: side.spent(self.by))
            allowed = self._allowed(side) if self.wanted == "run" else None
            if allowed is not None and allowed < 1 and self.pace is not None:
                self.rest = min(LONGEST_REST, max(0.02, (1 - allowed) / self.pace))
                return
            seconds, most = self._slice(side)
            counts = [count for count in (most, allowed) if count is not None]
            side.reason = side.slices.step(seconds, min(counts, default=None))
            side.watcher.note()
            if side.reason not in ("", "simulations", "seconds"):  # solved or out of memory: ends both sides
                break
            if self._level() and self._due():
                self._shoot()
            yield
        self.state = "paused" if self.wanted == "pause" else "ended"
        if self.wanted == "stop":
            self.sides[0].reason = self.sides[0].reason or "stopped"
        self._shoot(last=True)

    def _slice(self, side: Side) -> tuple[float, int | None]:
        """The seconds and simulations of a side's next slice: up to the other side, or one slice ahead of it."""
        ahead = max(other.spent(self.by) for other in self.sides) - side.spent(self.by)
        if len(self.sides) == 1 or ahead <= 0:
            # The first slices are short, so that the curve of a short search has points too.
            return min(SLICE_SECONDS, max(FIRST_SECONDS, side.slices.seconds / 4)), None
        if self.by == "simulations":
            return SLICE_SECONDS, max(1, int(ahead))
        return min(SLICE_SECONDS, max(ahead, 0.001)), None

    def _level(self) -> bool:
        """True if all sides have spent the same; batches of leaves end at different numbers of simulations."""
        spent = [side.spent(self.by) for side in self.sides]
        batch = max(side.search.config.evaluate.leaves for side in self.sides)
        return max(spent) - min(spent) <= (batch - 1 if self.by == "simulations" else SLICE_SECONDS / 4)

    def _due(self) -> bool:
        least = max(1.0 / self.sides[0].watcher.view.rate, SPARING * self._shot_cost)
        return not self._drawing and time.perf_counter() - self._shot_at >= least

    def _shoot(self, last: bool = False) -> None:
        """Take snapshots, and have them drawn."""
        self._shot_at, begin = time.perf_counter(), time.thread_time()
        shots = self.snapshots()
        self._shot_cost = time.thread_time() - begin
        self._drawing = True
        self.loop.call_soon_threadsafe(self._pass_on, shots, last)

    def snapshots(self) -> list[Snapshot]:
        return [side.watcher.snapshot(self.state, side.slices.seconds) for side in self.sides]

    def _pass_on(self, shots: list[Snapshot], last: bool) -> None:
        if last and self._next is None and self._task is not None and not self._task.done():
            self._next = shots
        else:
            self._task = self.loop.create_task(self._draw(shots))

    async def _draw(self, shots: list[Snapshot]) -> None:
        following: list[Snapshot] | None = shots
        while following is not None:
            try:
                self.tell(await self.aside(self.draw, following))
            except Exception:  # a user's own drawing of a game may fail: the search goes on without frames
                _log.exception("a frame of %s cannot be drawn", self.sides[0].search.game)
            following, self._next = self._next, None
        self._drawing = False

    async def drawn(self) -> None:
        """Wait for the last frame."""
        if self._task is not None:
            await self._task

    def draw(self, shots: list[Snapshot]) -> list[FrameShown]:
        return [side.watcher.draw(shot) for side, shot in zip(self.sides, shots, strict=True)]

    def close(self) -> None:
        self.wanted = "stop"
        if self._task is not None:
            self._task.cancel()


def unfold(search: Search, node: str) -> tuple[list[NodeShown], State | None]:
    """The children of a node, most visits first, and its position; None if it stands for several positions."""
    row, states = ROOT, [search.state]
    for seat, action in read_node(node):
        around = search.pruned(1, _ALL, 1, _ALL, row)
        nodes = shown_nodes(around, states)
        found = [child for child in nodes[1:] if (child.worth_to, child.action) == (seat, action) and not child.is_note]
        if not found:
            raise PlygroundError(f"the tree has no node {node!r}")
        row = around.extra["row"][found[0].row]
        states = follow(states, found[0].seat, action)[1]
    shown = tree_shown(shown_nodes(search.pruned(1, _ALL, 1, _ALL, row), states), search.value_range())
    below = []
    for child in shown.nodes[1:]:
        child.node = f"{node}/{child.node}" if node else child.node
        child.parent, child.level, child.x, child.y = node, node.count("/") + 1 + bool(node), 0.0, 0.0
        below.append(child)
    return below, states[0] if len(states) == 1 else None


def read_node(name: str) -> list[tuple[int, int]]:
    """Read the name of a node: the seat and the action of each move that leads to it."""
    moves = []
    for step in filter(None, name.split("/")):
        seat, _, action = step.partition(".")
        if not (seat.removeprefix("-").isdecimal() and action.isdecimal() and len(step) < 24 and step.isascii()):
            raise PlygroundError(f"{name[:80]!r} is not the name of a node")
        moves.append((int(seat), int(action)))
    return moves
