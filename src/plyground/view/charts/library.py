"""The extra `plots`: Vega-Altair builds a specification, vl-convert draws it. Both load when a chart is drawn."""

from typing import Any

from plyground.errors import PlygroundError

# Its JavaScript engine reserves this much address space; it uses about 0.1 GB of memory.
_ADDRESSES = 70e9
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
    _require_address_space()
    return vl_convert


def _require_address_space() -> None:
    """Raise under a limit (ulimit -v) in which the drawing library would end the whole process without a message."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit != resource.RLIM_INFINITY and limit < _ADDRESSES:
        raise PlygroundError(
            f"to draw a chart, vl-convert reserves {_ADDRESSES / 1e9:.0f} GB of addresses, and a limit of this process "
            f"(ulimit -v) allows {limit / 1e9:.3g} GB: raise the limit, or save the chart as .json"
        )


def have_plots() -> bool:
    """Whether the extra `plots` is installed."""
    try:
        altair(), vl_convert()
    except PlygroundError:
        return False
    return True
