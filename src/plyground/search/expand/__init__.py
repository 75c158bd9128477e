"""Expansion rules.

The package imports all files of this folder and offers their classes. The imports below are for type checkers alone: a
new file works without one.
"""

from plyground.modules import import_all
from plyground.search.expand.children import AllChildren as AllChildren
from plyground.search.expand.children import OneChild as OneChild
from plyground.search.expand.children import ProgressiveWidening as ProgressiveWidening
from plyground.search.expand.open_loop import OpenLoop as OpenLoop
from plyground.search.expand.unpruning import ProgressiveUnpruning as ProgressiveUnpruning
from plyground.search.part import Expand, export

__all__ = export(Expand, globals(), import_all(__name__, __path__))
