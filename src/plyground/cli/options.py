"""The types of options that hold a count or a duration: one way to write them, on every command."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any

from cyclopts import Parameter, Token

from plyground.games.counting import DEEPEST
from plyground.quantities import read_count, read_duration


def _option(metavar: str, read: Callable[[str, str], Any], name: str = "") -> Parameter:
    def convert(_type: object, tokens: Sequence[Token]) -> Any:
        return read(tokens[0].value, name or tokens[0].keyword or "the number")

    # A hyphen may come first: "-5" then gets the sentence that says what is allowed.
    return Parameter(converter=convert, allow_leading_hyphen=True, n_tokens=1, metavar=metavar)


Count = Annotated[int, _option("COUNT", read_count)]
CountOrZero = Annotated[int, _option("COUNT", partial(read_count, low=0))]
Depth = Annotated[int, _option("COUNT", partial(read_count, low=0, high=DEEPEST), "DEPTH")]
Seconds = Annotated[float, _option("TIME", read_duration)]
