"""The one style of all charts: light and dark colours, a look for each name, fonts and sizes.

Colours are those of the boards (Okabe and Ito, Color universal design, 2008). Every name has a colour, a dash and a
shape, so that a chart can be read in grey too.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from plyground.games.base import Game
from plyground.view.drawing import seat_colour
from plyground.view.svg import PALETTE
from plyground.view.text_width import arial_width, text_width, wrapped

Theme = Literal["light", "dark"]

_SHARED = ("paper", "ink", "soft", "line", *(f"{kind}{seat}" for kind in ("seat", "ink") for seat in range(4)))
# name: (light, dark)
COLOURS = {
    **{name: PALETTE[name] for name in _SHARED},
    "purple": ("#b8619a", "#e3a0c4"),
    "sky": ("#56b4e9", "#b9e3ff"),
    # The same hues for text.
    "ink_purple": ("#94467b", "#e3a0c4"),
    "ink_sky": ("#1b76a8", "#b9e3ff"),
    # Text on a filled shape.
    "on_deep": ("#ffffff", "#14171a"),
    "on_bright": ("#1b1d20", "#15181b"),
}
_BRIGHT = ("seat3", "sky")
_WORDS = {**{f"seat{seat}": f"ink{seat}" for seat in range(4)}, "purple": "ink_purple", "sky": "ink_sky"}
# The first and the second, which are compared most often, are far apart in lightness.
_SLOTS = ("seat1", "seat3", "seat2", "purple", "seat0", "sky", "soft")
_DASHES = ((1, 0), (7, 3), (2, 2), (9, 3, 2, 3), (4, 4))
_SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
# Text on the cells of a heat map, which look the same in light and dark.
ON_BRIGHT, ON_DEEP = "#101010", "#fefefe"

# vl-convert lays out a chart with Liberation Sans, which is as wide as Arial and Helvetica.
FONT = "Arial, 'Liberation Sans', Helvetica, sans-serif"
WIDTH, NARROW = 720, 360  # pixels of a whole chart; a narrow one fits on a phone
WORDS = 12  # the font size of labels and notes
_PADDING = 14


@dataclass(frozen=True)
class Look:
    """How one name is drawn in every chart."""

    colour: str  # a name in COLOURS
    dash: tuple[int, ...]
    shape: str


class Palette:
    """The look of each name. Give the same palette to all charts of a report, so that a player keeps its colour."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.looks: dict[str, Look] = {}
        for name in names:
            self.look(name)

    @classmethod
    def of_seats(cls, game: Game) -> "Palette":
        """The names of a game's seats, in the colours of its board."""
        palette = cls()
        for seat in range(game.num_players):
            palette._add(game.seat_name(seat), seat_colour(game, seat))
        return palette

    def look(self, name: str) -> Look:
        """The look of a name; a new name gets the next free one."""
        if name not in self.looks:
            self._add(name, _SLOTS[len(self.looks) % len(_SLOTS)])
        return self.looks[name]

    def _add(self, name: str, colour: str) -> None:
        place = len(self.looks)
        self.looks[name] = Look(colour, _DASHES[place % len(_DASHES)], _SHAPES[place % len(_SHAPES)])


@dataclass(frozen=True)
class Style:
    """The theme and the width for which a chart is drawn."""

    theme: Theme = "light"
    width: int = WIDTH
    # One of several charts in a grid: its title is smaller than that of the grid.
    panel: bool = False
    # Every line of text will be as long as in Arial, whatever the font.
    fixed: bool = False

    @property
    def narrow(self) -> bool:
        return self.width < 480

    def colour(self, name: str) -> str:
        return COLOURS[name][self.theme == "dark"]

    def word_colour(self, colour: str) -> str:
        """The colour of text in the hue of a line, dark enough to read."""
        return self.colour(_WORDS.get(colour, colour))

    def ink_on(self, colour: str) -> str:
        """The colour of text on a shape of this colour."""
        return self.colour("ink" if colour == "line" else "on_bright" if colour in _BRIGHT else "on_deep")

    def plot_width(self, left: float, right: float = 0) -> float:
        """The width of the plot between axis labels and direct labels."""
        return max(90.0, self.width - left - right - 2 * _PADDING)

    def title(self, text: str, note: str = "") -> dict[str, Any]:
        """A title, with a smaller second line; both wrap at the chart's width."""
        room = self.width - 2 * _PADDING
        size = 13 if self.panel else 15
        width = arial_width if self.fixed else text_width
        found: dict[str, Any] = {"text": wrapped(text, room, size, bold=True, width=width) or [""], "fontSize": size}
        if note:
            found["subtitle"] = wrapped(note, room, WORDS, width=width)
        return found

    def config(self) -> dict[str, Any]:
        """Vega-Lite's configuration: everything that is not data."""
        ink, soft, line = self.colour("ink"), self.colour("soft"), self.colour("line")
        small = {"labelFontSize": WORDS, "titleFontSize": WORDS, "titleFontWeight": "normal"}
        return {
            "font": FONT,
            "background": self.colour("paper"),
            "padding": _PADDING,
            "view": {"stroke": None},
            "title": {
                "anchor": "start", "frame": "bounds", "color": ink, "fontSize": 15, "fontWeight": 600, "offset": 12,
                "subtitleColor": soft, "subtitleFontSize": WORDS, "subtitlePadding": 4,
            },
            "axis": {
                **small, "labelColor": soft, "titleColor": ink, "gridColor": line, "gridOpacity": 0.7,
                "tickColor": soft, "domainColor": soft, "labelPadding": 5, "titlePadding": 8,
                "labelLimit": 240, "labelOverlap": True,
            },
            "legend": {
                **small, "labelColor": ink, "titleColor": ink, "labelLimit": self.width - 70, "orient": "top",
                "columnPadding": 16, "offset": 8,
            },
            "text": {"color": ink, "fontSize": WORDS},
        }  # fmt: skip


def label_width(words: str, bold: bool = False) -> float:
    """The room that a label needs."""
    return text_width(words, WORDS, bold=bold)
