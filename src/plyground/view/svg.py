"""The elements of every picture: one palette for light and dark, a few shapes, and the frame around them.

A picture is SVG text that stands alone. Colours are CSS variables: a page that defines `--ink`, `--paper`, `--seat0`, …
colours the drawing; elsewhere the reader's light or dark preference decides. Every class has its light colour first,
for programs that read SVG without CSS variables. The hues are those of Okabe and Ito (Color universal design, 2008);
a shape or a number repeats the meaning of every colour.
"""

from collections.abc import Iterable
from html import escape

# name: (light, dark)
PALETTE = {
    "paper": ("#faf9f6", "#121417"),
    "card": ("#ffffff", "#1d2126"),
    "ink": ("#1c1e21", "#e8e6e1"),
    "soft": ("#646a72", "#a0a6af"),
    "line": ("#d6d2c9", "#3a4048"),
    "even": ("#ebe8e1", "#2c3138"),
    "accent": ("#0b6bcb", "#6bb1ff"),
    "frame": ("#2b4a6f", "#2f4a6b"),
    "hole": ("#eef1f4", "#15181c"),
    "seat0": ("#d55e00", "#f2833a"),
    "seat1": ("#0072b2", "#56b4e9"),
    "seat2": ("#009e73", "#35c69c"),
    "seat3": ("#e69f00", "#f0c53a"),
    "on_seat": ("#ffffff", "#14171a"),
    "on_seat3": ("#1c1e21", "#14171a"),
    # The seats' hues for text.
    "ink0": ("#a84a00", "#f2833a"),
    "ink1": ("#00629b", "#56b4e9"),
    "ink2": ("#00704f", "#35c69c"),
    "ink3": ("#7d5800", "#f0c53a"),
    # Values have hues that no seat has: purple is bad and green is good for the player who moves.
    "good": ("#4fa95c", "#24763a"),
    "bad": ("#a983bd", "#80509a"),
}
FONT = "Inter,system-ui,'Segoe UI',Roboto,'Helvetica Neue',sans-serif"
MONOSPACE = "ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace"


def _style() -> str:
    def variables(which: int) -> str:
        return "".join(f"--p-{name}:var(--{name},{colours[which]});" for name, colours in PALETTE.items())

    rules = [f".ply{{{variables(0)}}}", f"@media(prefers-color-scheme:dark){{.ply{{{variables(1)}}}}}"]
    for name, (light, _) in PALETTE.items():
        rules.append(f".ply .f-{name}{{fill:{light};fill:var(--p-{name})}}")
        rules.append(f".ply .s-{name}{{stroke:{light};stroke:var(--p-{name})}}")
    rules.append(f".ply text{{font-family:{FONT};font-variant-numeric:tabular-nums}}")
    rules.append(f".ply text.mono{{font-family:{MONOSPACE};white-space:pre}}")
    rules.append(".ply .hit{fill:transparent;cursor:pointer}.ply .hit:hover{fill:#808080;fill-opacity:.16}")
    rules.append(".ply .halo{paint-order:stroke;stroke-width:3px;stroke-linejoin:round}")
    return "".join(rules)


STYLE = _style()


def picture(width: float, height: float, title: str, description: str, body: Iterable[str]) -> str:
    """The whole picture, with a background of its own, so that it can be read on any page."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ply" viewBox="0 0 {number(width)} {number(height)}" '
        f'width="{number(width)}" height="{number(height)}" style="max-width:100%;height:auto" role="img">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc><style>{STYLE}</style>"
        f'<rect width="{number(width)}" height="{number(height)}" rx="10" class="f-paper"/>{"".join(body)}</svg>'
    )


def unstyled(whole: str) -> str:
    """A picture without the style, for a page that has it already."""
    return whole.replace(f"<style>{STYLE}</style>", "")


def number(value: float) -> str:
    """A coordinate, as short as a tenth of a pixel allows."""
    return f"{value:.1f}".removesuffix(".0")


def text(
    x: float,
    y: float,
    words: str,
    size: float = 13,
    anchor: str = "middle",
    colour: str = "ink",
    *,
    bold: bool = False,
    halo: str = "",
    mono: bool = False,
) -> str:
    """Text centred at height y; `halo` is the colour of a thin rim that keeps it readable on any background."""
    classes = f"f-{colour}" + (f" halo s-{halo}" if halo else "") + (" mono" if mono else "")
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{number(x)}" y="{number(y + size * 0.36)}" font-size="{number(size)}" text-anchor="{anchor}"'
        f'{weight} class="{classes}">{escape(words)}</text>'
    )


def rect(x: float, y: float, width: float, height: float, classes: str, more: str = "", radius: float = 0) -> str:
    rounded = f' rx="{number(radius)}"' if radius else ""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"{rounded} '
        f'class="{classes}"{more}/>'
    )


def circle(x: float, y: float, radius: float, classes: str, more: str = "") -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" class="{classes}"{more}/>'


def line(x1: float, y1: float, x2: float, y2: float, classes: str, width: float = 1, more: str = "") -> str:
    return (
        f'<line x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}" class="{classes}" '
        f'stroke-width="{number(width)}" stroke-linecap="round"{more}/>'
    )


def ring(x: float, y: float, radius: float, colour: str, width: float, more: str = "") -> str:
    return circle(x, y, radius, f"s-{colour}", f' fill="none" stroke-width="{number(width)}"{more}')


def cross(x: float, y: float, radius: float, colour: str, width: float) -> str:
    arms = ((-radius, -radius, radius, radius), (-radius, radius, radius, -radius))
    return "".join(line(x + a, y + b, x + c, y + d, f"s-{colour}", width) for a, b, c, d in arms)


def signed(value: float, digits: int = 2) -> str:
    """A value with its sign: +0.12, −0.50, 0.00, and ∞ for a move that was never tried."""
    if value in (float("inf"), float("-inf")):
        return "∞" if value > 0 else "−∞"
    rounded = f"{abs(value):.{digits}f}"
    return ("" if float(rounded) == 0 else "+" if value > 0 else "−") + rounded


def short_count(count: int) -> str:
    """A count that fits into a cell: 950, 1.2k, 50k, 3.4M."""
    for unit, name in ((1_000_000, "M"), (1_000, "k")):
        if count >= unit:
            share = count / unit
            return f"{share:.1f}{name}" if share < 9.95 else f"{share:.0f}{name}"
    return str(count)
