"""plyground: a Monte Carlo tree search workbench. The search that you read is the search that runs.

    import plyground as pg
    game = pg.parse_game("connect_four")

The public names load on first use (PEP 562), so that `import plyground` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plyground.agents import Agent, Decision, parse_agent
    from plyground.errors import IllegalAction, PlygroundError
    from plyground.games import CHANCE, TERMINAL, ConnectFour, Game, Mnk, State, TicTacToe, parse_game
    from plyground.games.check import check_game
    from plyground.games.counting import perft
    from plyground.games.playouts import random_playouts

__version__ = "0.1.0"

_HOME = {
    "Agent": "plyground.agents",
    "Decision": "plyground.agents",
    "parse_agent": "plyground.agents",
    "IllegalAction": "plyground.errors",
    "PlygroundError": "plyground.errors",
    "CHANCE": "plyground.games",
    "TERMINAL": "plyground.games",
    "ConnectFour": "plyground.games",
    "Game": "plyground.games",
    "Mnk": "plyground.games",
    "State": "plyground.games",
    "TicTacToe": "plyground.games",
    "parse_game": "plyground.games",
    "check_game": "plyground.games.check",
    "perft": "plyground.games.counting",
    "random_playouts": "plyground.games.playouts",
}

__all__ = [
    "CHANCE",
    "TERMINAL",
    "Agent",
    "ConnectFour",
    "Decision",
    "Game",
    "IllegalAction",
    "Mnk",
    "PlygroundError",
    "State",
    "TicTacToe",
    "check_game",
    "parse_agent",
    "parse_game",
    "perft",
    "random_playouts",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'plyground' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
