"""Expansion rules. Files in this folder are imported automatically."""

from plyground.modules import import_all
from plyground.search.expand.children import AllChildren, OneChild, ProgressiveWidening
from plyground.search.expand.open_loop import OpenLoop

import_all(__name__, __path__)

__all__ = ["AllChildren", "OneChild", "OpenLoop", "ProgressiveWidening"]
