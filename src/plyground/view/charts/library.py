"""The extra `plots`: Vega-Altair builds a specification, vl-convert draws it. Both load when a chart is drawn."""

from typing import Any

from plyground.errors import PlygroundError

_MISSING = 'charts need Vega-Altair and vl-convert: pip install "plyground[plots]"'


def altair() -> Any:
    """The module Vega-Altair; the error explains how to install it."""
    try:
        import altair
    except ImportError:
        raise PlygroundError(_MISSING) from None
    return altair


def vl_convert() -> Any:
    """The module vl-convert, which turns a specification into SVG, PNG or JavaScript without a browser."""
    try:
        import vl_convert
    except ImportError:
        raise PlygroundError(_MISSING) from None
    return vl_convert


def have_plots() -> bool:
    """Whether the extra `plots` is installed."""
    try:
        altair(), vl_convert()
    except PlygroundError:
        return False
    return True
