"""The types of options (counts and durations in one notation for all commands, names that the shell completes), and
the options that several commands share, with their help."""

import glob
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter, Token
from cyclopts.completion import CompletionContext

from plyground.games.counting import DEEPEST
from plyground.quantities import read_count, read_duration


def _option(metavar: str, read: Callable[[str, str], Any], name: str = "") -> Parameter:
    def convert(_type: object, tokens: Sequence[Token]) -> Any:
        return read(tokens[0].value, name or tokens[0].keyword or "the number")

    # A leading hyphen is allowed, so that "-5" reaches `read`, whose error says what is valid.
    return Parameter(converter=convert, allow_leading_hyphen=True, n_tokens=1, metavar=metavar)


def _game_names(context: CompletionContext) -> list[str]:
    """The names of games and files; a file may hold a game or a saved game."""
    from plyground.games import Game

    return [*Game.registry.names(), *glob.glob(f"{glob.escape(context.incomplete)}*")]


def _own_files(context: CompletionContext) -> list[str]:
    """Python files, and folders on the way to them."""
    found = glob.glob(f"{glob.escape(context.incomplete)}*")
    return [name for name in found if name.endswith(".py") or Path(name).is_dir()]


def _load(_type: object, files: list[str] | None) -> None:
    from plyground.cli.game_files import load_with

    for file in files or ():
        load_with(file)


def _agent_names(_context: CompletionContext) -> list[str]:
    from plyground.agents import Agent

    return list(Agent.registry.names())


GameOrFile = Annotated[str, Parameter(completer=_game_names)]
AgentText = Annotated[str, Parameter(completer=_agent_names)]
Count = Annotated[int, _option("COUNT", read_count)]
CountOrZero = Annotated[int, _option("COUNT", partial(read_count, low=0))]
Depth = Annotated[int, _option("COUNT", partial(read_count, low=0, high=DEEPEST), "DEPTH")]
Seconds = Annotated[float, _option("TIME", read_duration)]

# Options of several commands. All others are explained in the docstring of their command.
GameText = Annotated[GameOrFile, Parameter(help="The game: connect_four, mnk(5,5,4), my_game.py.")]
Position = Annotated[str, Parameter(help='Start after these moves: 444, or "b2 a1".')]
Workers = Annotated[Count | None, Parameter(help="Games played at a time (default: one for each core).")]
# Validated before the command runs: its other arguments may then use the names in these files.
With = Annotated[
    list[str] | None,
    Parameter(
        name="--with",
        validator=_load,
        completer=_own_files,
        help="First load this Python file with games, agents or rules of your own; several: --with A --with B.",
    ),
]
Json = Annotated[bool, Parameter(help="Print JSON.")]
