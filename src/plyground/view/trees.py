"""`tree`: a search tree as a picture, a page or a Graphviz file."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from plyground.atomic_file import write_file
from plyground.errors import PlygroundError
from plyground.games.base import Start, position_of
from plyground.search.search import Search
from plyground.text_form import shown
from plyground.tree import ROOT, Tree
from plyground.view import pages
from plyground.view.boards import board
from plyground.view.svg import unstyled
from plyground.view.tree_model import Shown, held_nodes, line_to, shown_nodes
from plyground.view.tree_svg import GAP, TreeSvg, dot

TREE_FILES = (".html", ".svg", ".dot")
MOST_BOARDS = 150  # a page with more nodes has no board beside the tree


@dataclass(frozen=True)
class TreePicture:
    """The nodes after pruning, to be shown in a notebook or written as SVG, HTML or Graphviz."""

    nodes: list[Shown]
    heading: str
    value_range: tuple[float, float]
    boards: bool
    held: list[Shown]  # for the page, folded

    @cached_property
    def drawing(self) -> TreeSvg:
        return TreeSvg(self.nodes, *self.value_range, self.boards)

    def svg(self) -> str:
        return self.drawing.picture(self.heading)

    def dot(self) -> str:
        return dot(self.nodes, self.drawing)

    def html(self) -> str:
        """A page to pan, zoom, fold and unfold."""
        nodes = [*self.nodes, *self.held]
        drawing = TreeSvg(nodes, *self.value_range, self.boards)
        holders = {node.held_by for node in self.held}
        with_boards = len(self.nodes) <= MOST_BOARDS
        details = [
            {
                "words": drawing.words(node) + _about_folding(node, holders),
                "line": " ".join(line_to(nodes, node)),
                "board": unstyled(board(node.state)) if with_boards and node.state and node.held_by is None else "",
                "width": round(drawing.widths[node.number], 1),
                "visits": node.visits,
            }
            for node in nodes
        ]
        return pages.render(
            "tree.html",
            heading=self.heading,
            picture=pages.drawn(drawing.picture("")),
            details=pages.data(details),
            deepest=max(node.level for node in self.nodes),
            gap=GAP,
            pitch=drawing.pitch,
        )

    def save(self, path: str | Path) -> None:
        """Write it as .html, .svg or .dot, by the ending of the name."""
        path = Path(path)
        pages.require_suffix(path, TREE_FILES, "a tree")
        write_file(path, {".html": self.html, ".svg": self.svg, ".dot": self.dot}[path.suffix]())

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        return pages.in_notebook(self.html(), 640)


def _about_folding(node: Shown, holders: set[int | None]) -> str:
    if node.number in holders:
        return ". Click to unfold the next ones" if node.is_note else ". Double-click to unfold"
    return ". This page does not hold them" if node.more else ""


def tree(
    source: Search | Tree,
    depth: int = 6,
    top: int = 9,
    min_visits: int = 1,
    limit: int = 40,
    *,
    boards: bool = False,
    state: Start | None = None,
) -> TreePicture:
    """The tree of a search, pruned first and then drawn.

    Every node keeps at most `top` children with at least `min_visits` visits, for `depth` levels; of all these nodes
    the `limit` most visited are drawn. "+123 more" counts the visited children that are not shown. `boards` draws a
    small board in every node. A page also holds the next children of the nodes, folded, at most 400 in all. A bare tree
    names its moves only if the `state` at its root is given.
    """
    if not isinstance(source, (Search, Tree)):
        raise PlygroundError(f"expected a search or a tree, not {shown(source)}")
    rows = len(source) if isinstance(source, Tree) else source.engine.rows
    Tree.check_pruned(depth, top, min_visits, limit, ROOT, rows)
    pruned = source.pruned(depth, top, min_visits, limit)
    value_range, whole = (-1.0, 1.0), "a tree"
    if isinstance(source, Search):
        state, value_range = source.state, source.value_range()
        whole = f"{source.game} · {source.config.select} · {source.simulations:,} simulations"
    nodes = shown_nodes(pruned, None if state is None else position_of(state))
    heading = f"{whole} · {len(pruned):,} nodes of {rows:,} rows"
    return TreePicture(nodes, heading, value_range, boards, held_nodes(source, pruned, nodes))
