"""Expansion rules."""

from plyground.search.expand.children import AllChildren, OneChild, OpenLoop, ProgressiveWidening

__all__ = ["AllChildren", "OneChild", "OpenLoop", "ProgressiveWidening"]
