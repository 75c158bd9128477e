"""Writes src/css/palette.css from the colours of plyground.view, so that boards and page agree."""

from pathlib import Path

from plyground.view.svg import PALETTE

TARGET = Path(__file__).parent / "src" / "css" / "palette.css"


def palette_css() -> str:
    def variables(which: int) -> str:
        return "".join(f"  --{name}: {colours[which]};\n" for name, colours in PALETTE.items())

    dark = variables(1)
    rules = [
        "/* Written by web/palette.py from plyground/view/svg.py. */\n",
        f":root {{\n{variables(0)}}}\n",
        f"@media (prefers-color-scheme: dark) {{\n:root:not([data-theme=light]) {{\n{dark}}}\n}}\n",
        f":root[data-theme=dark] {{\n{dark}}}\n",
        *(f".f-{name} {{ fill: var(--{name}); }}\n.s-{name} {{ stroke: var(--{name}); }}\n" for name in PALETTE),
    ]
    return "".join(rules)


if __name__ == "__main__":
    TARGET.write_text(palette_css(), encoding="utf-8")
