"""How wide a text is, without a font at hand: readers have different fonts, and a text must fit in all of them.

`text_width` is the width in DejaVu Sans, the widest font that is common; rooms for texts are computed with it.
`arial_width` is the width in Arial, Helvetica and Liberation Sans, in which Vega lays out its charts.
"""

from collections.abc import Callable

# width: the characters that are at most so wide, as a share of the font size
_DEJAVU = {
    0.28: "'ijl",
    0.32: "IJ ,.·’",
    0.34: "/:;\\|",
    0.41: "-()[]ft!r²³",
    0.53: '"*_`–°“”sz',
    0.56: "?cLε",
    0.60: "Fkvxyγ",
    0.64: "PTYSEoaehnubdgpq0123456789${}βσ",
    0.70: "KAVXZBRCα",
    0.75: "UN",
    0.79: "HDGOQ&",
    0.84: "w#+<=>^~−×±→←≤≥≈∞",
    0.87: "M",
    0.98: "m%",
}
_ARIAL = {
    0.191: "'",
    0.222: "ijl’",
    0.260: "|",
    0.278: "!,./:;I[\\]ft· ",
    0.333: "()-`r{}²³“”",
    0.355: '"',
    0.389: "*°",
    0.469: "^",
    0.500: "Jcksvxyz",
    0.556: "0123456789#$?L_abdeghnopqu–±≤≥≈",
    0.584: "+<=>~−×αβγε",
    0.611: "FTZσ",
    0.667: "&ABEKPSVXY",
    0.722: "CDHNRUw∞",
    0.778: "GOQ",
    0.833: "Mm",
    0.889: "%",
    0.944: "W",
}
_WIDEST = {letter: width for width, letters in _DEJAVU.items() for letter in letters}
_USUAL = {letter: width for width, letters in _ARIAL.items() for letter in letters}
_MONO = 0.61
_BOLD_DEJAVU, _BOLD_ARIAL = 1.15, 1.06  # how much wider bold text is


def text_width(words: str, size: float, *, bold: bool = False, mono: bool = False) -> float:
    """The room that a text needs, in pixels."""
    if mono:
        return len(words) * size * _MONO
    return sum(_WIDEST.get(letter, 1.03) for letter in words) * size * (_BOLD_DEJAVU if bold else 1.0)


def arial_width(words: str, size: float, *, bold: bool = False) -> float:
    """The width of a text in Arial, in pixels."""
    return sum(_USUAL.get(letter, 1.0) for letter in words) * size * (_BOLD_ARIAL if bold else 1.0)


def fitting_size(words: str, room: float, most: float) -> float:
    """The font size at which a text fits into the room, but at most this size."""
    return min(most, room / text_width(words, 1.0)) if words else most


def wrapped(
    words: str, room: float, size: float, *, bold: bool = False, width: Callable[..., float] = text_width
) -> list[str]:
    """The text in lines that fit into the room; a longer word has a line of its own."""
    lines: list[str] = []
    for word in words.split():
        if lines and width(f"{lines[-1]} {word}", size, bold=bold) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
