"""Pages that stand alone: one file, no request to anywhere."""

import json
from collections.abc import Iterable
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from plyground.errors import PlygroundError
from plyground.view.svg import FONT, MONOSPACE, PALETTE

if TYPE_CHECKING:
    import jinja2


@cache
def _templates() -> "jinja2.Environment":
    import jinja2  # not before somebody wants a page

    folder = Path(__file__).parent / "templates"
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder, encoding="utf-8"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(palette=PALETTE, font=FONT, monospace=MONOSPACE)
    return environment


def render(template: str, **values: Any) -> str:
    """A page of templates/, filled in; what is not `drawn` is escaped."""
    return _templates().get_template(template).render(**values)


def drawn(svg: str) -> Markup:
    """SVG that goes into a page as it is."""
    return Markup(svg)


def data(value: Any) -> Markup:
    """JSON inside a script element, which no text in it can end."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return drawn(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


def in_notebook(page: str, height: int) -> str:
    """A page in a frame of its own, so that neither its style nor its script meets the notebook's."""
    return (
        f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts" '
        f'style="width:100%;height:{height}px;border:0;border-radius:10px"></iframe>'
    )


def require_suffix(path: Path, suffixes: Iterable[str], what: str) -> None:
    """Raise unless the name of a file says how to write it."""
    if path.suffix not in suffixes:
        names = ", ".join(suffixes)
        raise PlygroundError(f"{what} is written to a file that ends with {names}, not to {str(path)!r}")
