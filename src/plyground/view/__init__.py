"""Pictures: boards and trees as SVG, the walkthrough of a search, and charts."""

from plyground.view import charts
from plyground.view.boards import board
from plyground.view.drawing import Drawing, Spot, draw
from plyground.view.moves_table import result_html
from plyground.view.overlay import Overlay, scores, values, visits
from plyground.view.pages import require_suffix
from plyground.view.trees import TREE_FILES, TreePicture, tree
from plyground.view.walkthroughs import WALKTHROUGH_FILES, Walkthrough, walkthrough

__all__ = [
    "TREE_FILES",
    "WALKTHROUGH_FILES",
    "Drawing",
    "Overlay",
    "Spot",
    "TreePicture",
    "Walkthrough",
    "board",
    "charts",
    "draw",
    "require_suffix",
    "result_html",
    "scores",
    "tree",
    "values",
    "visits",
    "walkthrough",
]
