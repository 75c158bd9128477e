"""Tree shape control: explore more where the tree grows too deep, less where it grows too wide."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from plyground.errors import PlygroundError
from plyground.games.base import TERMINAL
from plyground.search.part import Select, register_select, rewards, split_scores
from plyground.text_form import LARGEST, param
from plyground.tree import Tree

# One number for all depths, or one per depth (the last counts for all deeper ones).
PerDepth = float | tuple[float, ...]
Criterion = Literal["dwc", "wdc"]


@register_select("tree_shape")
@dataclass(frozen=True)
class TreeShape(Select):
    """Explores more where the tree grows too deep, and less where it grows too wide.

        Q + 2 (C + DW) · √(2 ln N) · 1/√n
        dwc:  DW = cr · (ND/NW − target)      target = wanted depth / wanted width
        wdc:  DW = cr · (target − NW/ND)      target = wanted width / wanted depth

    ND and NW are the depth and the width (most nodes on one level) of the subtree, 1 and 1 for a leaf; Q is the mean
    reward in [0, 1]: (value + 1)/2. DW > 0 (too deep) widens, DW < 0 (too wide) deepens. The article does not say
    whose subtree is meant, hence `scope`.

    The article also proposes larger coefficients at nodes with many unvisited children: `boost` multiplies cr and
    target by 1 + boost · u, where u is the share of the measured node's children without a visit: 1 for a node that has
    no children yet, 0 for an end of the game.

    Marchenko: Further development of the Monte Carlo tree search method by controlling the search tree shape,
    formulas 1–5; Marchenko, Marchenko: Monte-Carlo tree search with tree shape control (UKRCON 2017).

    Args:
        criterion: Which ratio is controlled: depth to width (dwc) or width to depth (wdc).
        c: How much to explore in a tree of the wanted shape; a list has one number per depth.
        cr: How strongly the shape changes the exploration; a list has one number per depth.
        target: The wanted ratio; a list has one number per depth.
        depth: The wanted depth; together with `width` it sets the target.
        width: The wanted width; together with `depth` it sets the target.
        scope: Whose subtree is measured: the scored child's, or that of the node whose children are compared.
        form: Where DW stands: inside the exploration term, or added to it (the older criterion of 2017).
        min_c: Lower limit of C + DW, for form=inside; none takes the formula literally.
        stop: Value of DW above which the walk down ends at a node (the article proposes this, too).
        boost: Relative increase of cr and target at a node without visited children.
    """

    samples = (
        "tree_shape(wdc, cr=0.01, target=20, scope=parent, form=added)",
        "tree_shape(boost=1)",
        "tree_shape(wdc, cr=0.01, target=20, scope=parent, boost=0.5, stop=0.2)",
    )
    needs = frozenset({"shape"})

    criterion: Criterion = "dwc"
    c: float | tuple[float, ...] = param(0.55, low=-LARGEST, high=LARGEST)
    cr: float | tuple[float, ...] = param(0.1, low=-LARGEST, high=LARGEST)
    target: float | tuple[float, ...] = param(0.2, low=-LARGEST, high=LARGEST)
    depth: float | None = param(None, low=1, high=LARGEST)
    width: float | None = param(None, low=1, high=LARGEST)
    scope: Literal["child", "parent"] = "child"
    form: Literal["inside", "added"] = "inside"
    min_c: float | None = param(0.0, low=-LARGEST, high=LARGEST)
    stop: float | None = param(None, low=-LARGEST, high=LARGEST)
    boost: float = param(0.0, low=0, high=LARGEST)

    @property
    def exploration(self) -> float:
        return max(self.c) if isinstance(self.c, tuple) else self.c

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.depth is None) != (self.width is None):
            raise PlygroundError("tree_shape: give both the wanted depth and width, or their ratio as target")
        if self.depth is not None and self.width is not None:
            ratio = self.depth / self.width if self.criterion == "dwc" else self.width / self.depth
            object.__setattr__(self, "target", ratio)
        for name in ("c", "cr", "target"):
            value = getattr(self, name)
            if isinstance(value, tuple):
                if not value or not all(isinstance(v, (int, float)) for v in value):
                    raise PlygroundError(f"tree_shape: {name} must be a number or a list of numbers, one per depth")
                object.__setattr__(self, name, tuple(map(float, value)))

    def scores(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> list[float]:
        row, depth = path[-1], len(path) - 1
        factor = math.sqrt(2.0 * math.log(tree.visits[row])) if tree.visits[row] else 0.0
        c = at_depth(self.c, depth)
        shared = self.shape(tree, row, depth) if self.scope == "parent" else 0.0
        scores = []
        for child in children:
            dw = self.shape(tree, child, depth) if self.scope == "child" else shared
            value = (tree.value[child] + 1.0) / 2.0
            inverse_root = 1.0 / math.sqrt(tree.visits[child])
            if self.form == "added":
                scores.append(value + 2.0 * c * factor * inverse_root + dw)
            else:
                weight = c + dw
                if self.min_c is not None and weight < self.min_c:
                    weight = self.min_c
                scores.append(value + 2.0 * weight * factor * inverse_root)
        return scores

    def terms(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> dict[str, list[float]]:
        return split_scores(self.rate(tree, path, children), rewards(tree, children), "reward")

    def stops(self, tree: Tree, path: Sequence[int]) -> bool:
        return self.stop is not None and self.shape(tree, path[-1], len(path) - 1) > self.stop

    def shape(self, tree: Tree, row: int, depth: int) -> float:
        """DW of the row's subtree."""
        levels = tree.extra["levels"][row]
        nd, nw = (len(levels), tree.extra["width"][row]) if levels else (1, 1)
        grown = 1.0 + self.boost * unvisited(tree, row) if self.boost else 1.0
        cr, target = grown * at_depth(self.cr, depth), grown * at_depth(self.target, depth)
        return cr * (nd / nw - target) if self.criterion == "dwc" else cr * (target - nw / nd)


def unvisited(tree: Tree, row: int) -> float:
    """The share of a row's children that have no visit yet."""
    children = tree.children(row)
    if not children:
        return 0.0 if tree.player[row] == TERMINAL else 1.0
    return sum(not tree.visits[child] for child in children) / len(children)


def at_depth(value: PerDepth, depth: int) -> float:
    """The number for this depth."""
    return value[min(depth, len(value) - 1)] if isinstance(value, tuple) else value
