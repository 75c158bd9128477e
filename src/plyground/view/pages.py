"""Self-contained pages: one file, no request to the network."""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from plyground.errors import PlygroundError
from plyground.view.svg import FONT, MONOSPACE, PALETTE

if TYPE_CHECKING:
    import jinja2


_TEMPLATES = Path(__file__).parent / "templates"


@cache
def _environment(folder: Path) -> "jinja2.Environment":
    import jinja2  # here, because its import is slow

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder, encoding="utf-8"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(palette=PALETTE, font=FONT, monospace=MONOSPACE)
    return environment


def render(template: str, folder: Path = _TEMPLATES, **values: Any) -> str:
    """A template with these values filled in; all text except `drawn` is escaped."""
    return _environment(folder).get_template(template).render(**values)


def drawn(svg: str) -> Markup:
    """SVG that is not escaped."""
    return Markup(svg)


def data(value: Any) -> Markup:
    """JSON inside a script element; no text in it can end the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return drawn(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


def in_notebook(page: str, height: int) -> str:
    """A page in a frame, so that its style and script do not mix with the notebook's."""
    return render("frame.html", page=page, height=height)


def require_suffix(path: Path, suffixes: Iterable[str], what: str) -> None:
    """Raise unless the file name has one of these endings."""
    if path.suffix not in suffixes:
        names = ", ".join(suffixes)
        raise PlygroundError(f"{what} is written to a file that ends with {names}, not to {str(path)!r}")
