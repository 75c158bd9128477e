"""Pictures: boards and trees as SVG, the walkthrough of a search, and charts. No library draws them."""

from plyground.view.boards import board
from plyground.view.drawing import Drawing, Spot, draw
from plyground.view.moves_table import result_html
from plyground.view.overlay import Overlay, scores, values, visits
from plyground.view.trees import TreePicture, tree

__all__ = [
    "Drawing",
    "Overlay",
    "Spot",
    "TreePicture",
    "board",
    "draw",
    "result_html",
    "scores",
    "tree",
    "values",
    "visits",
]
