"""`walkthrough`: the first simulations of a search, step by step, as text and as a page."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from plyground.atomic_file import write_file
from plyground.errors import PlygroundError
from plyground.search.search import Search
from plyground.tree import Tree
from plyground.view import pages, svg
from plyground.view.boards import board
from plyground.view.overlay import scores
from plyground.view.story import PHASES, Comparison, Key, Phase, Simulation, introduction, narrate, rule
from plyground.view.tree_model import Shown, shown_nodes
from plyground.view.tree_svg import TreeSvg

WALKTHROUGH_FILES = (".html", ".txt")
# The legend of the marks on the board.
NOTES = {
    "expand": "marked: the moves from the root to the new position",
    "evaluate": "marked: the moves of the evaluation",
    "back up": "marked: the moves of the evaluation",
}
MOST_NODES = 120  # of the tree on the page; a longer walkthrough shows the most visited


@dataclass(frozen=True)
class Walkthrough:
    """A story to read: `print` it, look at it in a notebook, or save it as .html or .txt."""

    search: Search
    simulations: list[Simulation]
    tree: Tree

    def text(self) -> str:
        lines = [*introduction(self.search), ""]
        for simulation in self.simulations:
            lines.append(f"simulation {simulation.number}" + ("" if simulation.changes else ", which comes next"))
            for phase in simulation.phases:
                lines += [f"  {phase.name if i == 0 else '':10}{row}" for i, row in enumerate(_phase_lines(phase))]
            lines.append("")
        return "\n".join(lines)

    def html(self) -> str:
        """A page with the tree and the board beside the words; arrow keys step forward and back."""
        page = _Page(self)
        return pages.render(
            "walkthrough.html",
            heading=f"The first {len(self.finished)} simulations of {self.search.game}",
            style=pages.drawn(svg.STYLE),
            introduction=introduction(self.search),
            rule=rule(self.search.config.select),
            simulations=self.simulations,
            phases=PHASES,
            signed=svg.signed,
            bars=_bars,
            visits=_visits,
            picture=pages.drawn(svg.unstyled(page.picture)),
            story=pages.data(page.steps()),
        )

    @cached_property
    def finished(self) -> list[Simulation]:
        return [simulation for simulation in self.simulations if simulation.changes]

    def save(self, path: str | Path) -> None:
        path = Path(path)
        pages.require_suffix(path, WALKTHROUGH_FILES, "a walkthrough")
        write_file(path, self.html() if path.suffix == ".html" else self.text())

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return pages.in_notebook(self.html(), 860)


def walkthrough(search: Search, n: int = 12) -> Walkthrough:
    """The first n simulations of a search in their four phases, whether it has run them already or not.

    The search does not change. It can have any game and any parts, but only one thread and no merged states.
    """
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise PlygroundError(f"a walkthrough has at least one simulation, not {n!r}")
    simulations, tree = narrate(search, n)
    if not simulations:
        raise PlygroundError("there is nothing to walk through: the game is over")
    return Walkthrough(search, simulations, tree)


def _phase_lines(phase: Phase) -> Iterator[str]:
    yield from phase.sentences if not phase.changes else []
    for comparison in phase.comparisons:
        yield from _table(comparison)
    for change in phase.changes:
        (n, value), (n_after, after) = change.before, change.after
        was = svg.signed(value) if n else "–"
        yield f"{change.place}: visits {n} → {n_after}, value to {change.seat} {was} → {svg.signed(after)}"


def _table(comparison: Comparison) -> list[str]:
    columns = comparison.terms if len(comparison.terms) > 1 else []
    rows = [["move", "visits", *columns, "score"]]
    for candidate in comparison.candidates:
        numbers = [svg.signed(term, 3) for term in candidate.terms] if columns else []
        rows.append([candidate.name, str(candidate.visits), *numbers, svg.signed(candidate.score, 3)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    marks = ["  ", *("> " if candidate.chosen else "  " for candidate in comparison.candidates)]
    lines = ["  ".join(word.rjust(width) for word, width in zip(row, widths, strict=True)) for row in rows]
    return [f"{comparison.place}, {_visits(comparison.visits)}:"] + [
        (mark + line).rstrip() for mark, line in zip(marks, lines, strict=True)
    ]


def _visits(count: int) -> str:
    return "1 visit" if count == 1 else f"{count:,} visits"


def _bars(comparison: Comparison) -> list[float]:
    """The scores as lengths from 0 to 100."""
    finite = [c.score for c in comparison.candidates if c.score not in (float("inf"), float("-inf"))]
    low, high = min([0.0, *finite]), max([0.0, *finite])
    span = (high - low) or 1.0
    return [
        100.0 if c.score == float("inf") else max(0.0, 100.0 * (c.score - low) / span) for c in comparison.candidates
    ]


class _Page:
    """The data of the page's script for each step: nodes, numbers and board."""

    def __init__(self, walk: Walkthrough) -> None:
        self.walk = walk
        search = walk.search
        pruned = walk.tree.pruned(1 << 20, 1 << 20, 1, MOST_NODES)
        self.nodes = shown_nodes(pruned, search.state)
        self.drawing = TreeSvg(self.nodes, *search.value_range())
        self.numbers = {self._key(node): node.number for node in self.nodes if not node.is_note}
        self.picture = self.drawing.picture("")
        self.boards: dict[str, int] = {}

    def _key(self, node: Shown) -> Key:
        moves = []
        while node.parent >= 0:
            moves.append((node.worth_to, node.action))
            node = self.nodes[node.parent]
        return tuple(reversed(moves))

    def _known(self, keys: list[Key]) -> list[int]:
        return [self.numbers[key] for key in keys if key in self.numbers]

    def steps(self) -> dict[str, Any]:
        """A step for each phase; the boards that steps share; the changes of each simulation; the root at first."""
        first = self._board(Phase("", [], [], self.walk.search.state))
        steps: list[dict[str, Any]] = [{"simulation": 0, "phase": -1, "lit": [], "board": first, "note": ""}]
        simulations = []
        for place, simulation in enumerate(self.walk.simulations):
            for i, phase in enumerate(simulation.phases):
                lit = self._known(phase.lit)
                note = NOTES.get(phase.name, "")
                steps.append({"simulation": place, "phase": i, "lit": lit, "board": self._board(phase), "note": note})
            simulations.append({"new": self._look_new(simulation), "after": self._look_after(simulation)})
        root = self._look(0, 0, 0.0)
        return {"steps": steps, "simulations": simulations, "boards": list(self.boards), "root": root}

    def _board(self, phase: Phase) -> int | None:
        if phase.state is None:
            return None
        overlay = scores(phase.scores, "score of each move") if phase.scores else None
        picture = svg.unstyled(board(phase.state, overlay=overlay, last=phase.since))
        return self.boards.setdefault(picture, len(self.boards))

    def _look_new(self, simulation: Simulation) -> dict[int, list[str]]:
        """The new nodes before their first value."""
        return {number: self._look(number, 0, 0.0) for number in self._known(simulation.added)}

    def _look_after(self, simulation: Simulation) -> dict[int, list[str]]:
        return {
            self.numbers[change.key]: self._look(self.numbers[change.key], *change.after)
            for change in simulation.changes
            if change.key in self.numbers
        }

    def _look(self, number: int, visits: int, value: float) -> list[str]:
        """A node and its edge after an earlier simulation."""
        node = replace(self.nodes[number], visits=visits, value=value, proven=None)
        return [self.drawing.group(node), self.drawing.edge(node) if number else ""]
