"""Tidy tree layout in linear time: the positions of the nodes of a tree, level by level.

No two nodes of a level are nearer than the gap, a parent is in the middle above its children, children keep their
order, and equal subtrees are drawn equally. Reingold, Tilford: Tidier drawings of trees (1981), as Buchheim, Jünger,
Leipert compute it: Improving Walker's algorithm to run in linear time (2002). Nodes may differ in width.
"""

from collections.abc import Sequence


def tidy(children: Sequence[Sequence[int]], widths: Sequence[float], gap: float) -> list[float]:
    """The middle of every node, from the left edge of the drawing.

    Node 0 is the root, and every node has a lower number than its children (breadth first, for one).
    """
    layout = _Layout(children, widths, gap)
    for parent in reversed(range(len(children))):
        layout.place_children(parent)
    return layout.positions()


class _Layout:
    """The state of Buchheim's first walk; names as in the paper.

    A subtree is placed beside its left siblings: `prelim` is a node's place among its siblings, `mod` moves all that
    is below it. Contours are followed from level to level, by `thread` where a subtree ends before its neighbour.
    """

    def __init__(self, children: Sequence[Sequence[int]], widths: Sequence[float], gap: float) -> None:
        count = len(children)
        self.children, self.widths, self.gap = children, widths, gap
        self.prelim, self.mod = [0.0] * count, [0.0] * count
        self.change, self.shift = [0.0] * count, [0.0] * count
        self.thread: list[int | None] = [None] * count
        self.ancestor = list(range(count))
        self.place = [0] * count  # among its siblings
        self.parent = [-1] * count
        for parent, below in enumerate(children):
            for place, child in enumerate(below):
                self.place[child], self.parent[child] = place, parent

    def distance(self, left: int, right: int) -> float:
        return (self.widths[left] + self.widths[right]) / 2 + self.gap

    def middle(self, node: int) -> float:
        """The place of a node above the middle of its children."""
        below = self.children[node]
        return (self.prelim[below[0]] + self.prelim[below[-1]]) / 2 if below else 0.0

    def place_children(self, parent: int) -> None:
        """Put the subtrees of the children side by side; each of them is laid out already."""
        below = self.children[parent]
        default = below[0] if below else parent
        for place, node in enumerate(below):
            middle = self.middle(node)
            if place == 0:
                self.prelim[node] = middle
                continue
            left = below[place - 1]
            self.prelim[node] = self.prelim[left] + self.distance(left, node)
            self.mod[node] = self.prelim[node] - middle
            default = self.apportion(node, left, below[0], default)
        shift = change = 0.0
        for node in reversed(below):
            self.prelim[node] += shift
            self.mod[node] += shift
            change += self.change[node]
            shift += self.shift[node] + change

    def apportion(self, node: int, left: int, leftmost: int, default: int) -> int:
        """Move a subtree to the right until it is clear of all on its left; smaller ones in between move along."""
        inner_right = outer_right = node
        inner_left, outer_left = left, leftmost
        sum_ir = sum_or = self.mod[node]
        sum_il, sum_ol = self.mod[inner_left], self.mod[outer_left]
        while True:
            next_il, next_ir = self.next_right(inner_left), self.next_left(inner_right)
            if next_il is None or next_ir is None:
                break
            inner_left, inner_right = next_il, next_ir
            next_ol, next_or = self.next_left(outer_left), self.next_right(outer_right)
            assert next_ol is not None
            assert next_or is not None
            outer_left, outer_right = next_ol, next_or
            self.ancestor[outer_right] = node
            shift = self.prelim[inner_left] + sum_il - self.prelim[inner_right] - sum_ir
            shift += self.distance(inner_left, inner_right)
            if shift > 0:
                above = self.ancestor[inner_left]
                self.move(above if self.parent[above] == self.parent[node] else default, node, shift)
                sum_ir += shift
                sum_or += shift
            sum_il += self.mod[inner_left]
            sum_ir += self.mod[inner_right]
            sum_ol += self.mod[outer_left]
            sum_or += self.mod[outer_right]
        if next_il is not None and self.next_right(outer_right) is None:
            self.thread[outer_right] = next_il
            self.mod[outer_right] += sum_il - sum_or
        if next_ir is not None and self.next_left(outer_left) is None:
            self.thread[outer_left] = next_ir
            self.mod[outer_left] += sum_ir - sum_ol
            default = node
        return default

    def next_left(self, node: int) -> int | None:
        below = self.children[node]
        return below[0] if below else self.thread[node]

    def next_right(self, node: int) -> int | None:
        below = self.children[node]
        return below[-1] if below else self.thread[node]

    def move(self, left: int, node: int, shift: float) -> None:
        share = shift / (self.place[node] - self.place[left])
        self.change[node] -= share
        self.shift[node] += shift
        self.change[left] += share
        self.prelim[node] += shift
        self.mod[node] += shift

    def positions(self) -> list[float]:
        """The second walk: add up the shifts of each node."""
        count = len(self.children)
        below, x = [0.0] * count, [0.0] * count
        x[0] = self.middle(0)
        for parent in range(count):
            for child in self.children[parent]:
                x[child] = self.prelim[child] + below[parent]
                below[child] = below[parent] + self.mod[child]
        left = min(x[node] - self.widths[node] / 2 for node in range(count))
        return [place - left for place in x]
