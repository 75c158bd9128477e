"""Expansion rules."""

from plyground.search.expand.children import AllChildren, OneChild, ProgressiveWidening

__all__ = ["AllChildren", "OneChild", "ProgressiveWidening"]
