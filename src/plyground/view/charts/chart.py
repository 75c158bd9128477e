"""`Chart`: one chart for notebook, report, file and page."""

import json
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from plyground.atomic_file import require_place, write_file
from plyground.view import pages
from plyground.view.charts.library import altair, vl_convert
from plyground.view.charts.style import COLOURS, NARROW, WIDTH, Style, Theme

CHART_FILES = (".svg", ".png", ".html", ".json")
# No seams between the cells of a surface; cells with round corners (curves in their paths) have gaps anyway.
_CRISP = '.plychart .mark-rect path:not([d*="C"]){shape-rendering:crispEdges}'
_PNG_SCALE = 2  # pixels of the file per pixel of the chart


@dataclass(frozen=True)
class Chart:
    """A chart that can be drawn in light and dark, and at any width. The functions of this package make them."""

    title: str
    # Builds the chart in Vega-Altair for a style.
    draw: Callable[[Style], Any]

    def to_dict(self, theme: Theme = "light", width: int = WIDTH) -> dict[str, Any]:
        """The Vega-Lite specification with its data and colours: a page draws it with vega-embed."""
        style = Style(theme, width)
        found: dict[str, Any] = self.draw(style).to_dict(context={"pre_transform": False})
        return {**found, "config": style.config(), "description": self.title}

    def svg(self, theme: Theme | Literal["auto"] = "auto", width: int = WIDTH) -> str:
        """SVG that stands alone, with the values as hover texts. "auto" follows the reader's light or dark preference;
        programs without CSS show the light one."""
        spec = self.to_dict("dark" if theme == "dark" else "light", width)
        text = _with_own_ids(_with_hover(vl_convert().vegalite_to_svg(spec)))
        text = text.replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', "", 1)  # nothing here is a link
        style = f"<style>{_CRISP}{_dark_rules() if theme == 'auto' else ''}</style>"
        return text.replace('class="marks"', 'class="plychart" style="max-width:100%;height:auto"', 1).replace(
            ">", f">{style}", 1
        )

    def png(self, theme: Theme = "light", width: int = WIDTH) -> bytes:
        return bytes(vl_convert().vegalite_to_png(self.to_dict(theme, width), scale=_PNG_SCALE))

    def html(self) -> str:
        """A page that stands alone (0.9 MB, mostly the Vega library). It follows the reader's light or dark preference
        and the width of the window, and shows values on hover."""
        specs = {theme: [self.to_dict(theme, width) for width in (WIDTH, NARROW)] for theme in ("light", "dark")}
        return pages.render(
            "chart.html", heading=self.title, specs=pages.data(specs), library=pages.drawn(vega()), wide=WIDTH
        )

    def save(self, path: str | Path) -> None:
        """Write it as .svg, .png, .html or .json (the Vega-Lite specification), by the ending of the name."""
        path = Path(path)
        require_chart_file(path)
        make: dict[str, Callable[[], str | bytes]] = {
            ".svg": self.svg,
            ".png": self.png,
            ".html": self.html,
            ".json": lambda: json.dumps(self.to_dict(), ensure_ascii=False, indent=1) + "\n",
        }
        write_file(path, make[path.suffix]())

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        """The specification for notebooks that draw Vega-Lite themselves, SVG for all others.

        No HTML: every chart would bring the whole library into the notebook's file.
        """
        version = altair().SCHEMA_VERSION.partition(".")[0]
        return {
            f"application/vnd.vegalite.{version}+json": self.to_dict(),
            "image/svg+xml": self.svg(),
            "text/plain": f"Chart({self.title!r})",
        }


def grid(title: str, *charts: Chart, columns: int = 1, narrow_columns: int = 1, note: str = "") -> Chart:
    """Several charts in one, below each other or in columns; a narrow chart has `narrow_columns` of them."""

    def draw(style: Style) -> Any:
        alt = altair()
        across = narrow_columns if style.narrow else columns
        small = Style(style.theme, style.width // across, panel=True)
        drawn = [chart.draw(small) for chart in charts]
        align = "none" if across == 1 else "each"
        whole = alt.concat(*drawn, columns=across, spacing=26, align=align).resolve_scale(
            color="independent", shape="independent", strokeDash="independent", opacity="independent"
        )
        return whole.properties(title=style.title(title, note)) if title else whole

    return Chart(title or charts[0].title, draw)


def require_chart_file(path: Path) -> None:
    """Raise unless a chart can be written there; to be called before an hour is spent on its data."""
    pages.require_suffix(path, CHART_FILES, "a chart")
    require_place(path)
    altair()
    if path.suffix != ".json":
        vl_convert()


@cache
def vega() -> str:
    """Vega, Vega-Lite and vega-embed as one script for a page; it defines `vegaEmbed`."""
    script: str = vl_convert().javascript_bundle()
    return script.replace("</script", "<\\/script")


def _with_hover(svg: str) -> str:
    """Every mark with a description shows it when the pointer rests on it."""
    return re.sub(
        r'<(path|rect|line)((?: [\w:-]+="[^"]*")*? aria-label="([^"]*)"(?: [\w:-]+="[^"]*")*)/>',
        r"<\1\2><title>\3</title></\1>",
        svg,
    )


def _with_own_ids(svg: str) -> str:
    """Ids that no other chart on the same page has."""
    mark = f"c{zlib.crc32(svg.encode()):08x}-"
    return re.sub(r'(\bid="|url\(#)', rf"\g<1>{mark}", svg)


@cache
def _dark_rules() -> str:
    """CSS that turns the colours of a light chart into those of a dark one."""
    rules = [
        f'.plychart [{what}="{light}"]{{{what}:{dark}}}'
        for light, dark in dict(COLOURS.values()).items()
        for what in ("fill", "stroke")
    ]
    return f"@media(prefers-color-scheme:dark){{{''.join(rules)}}}"
