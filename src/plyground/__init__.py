"""plyground: a Monte Carlo tree search workbench. The search that you read is the search that runs.

    import plyground as pg
    state = pg.parse_game("connect_four").position("444")
    pg.mcts(simulations=1000).choose(state)

The public names load on first use (PEP 562), so that `import plyground` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plyground.agents import Agent, Decision, parse_agent
    from plyground.agents import Mcts as mcts  # noqa: N813  # written as in its text form
    from plyground.errors import IllegalAction, PlygroundError
    from plyground.games import (
        CHANCE,
        TERMINAL,
        ConnectFour,
        Game,
        Ludo,
        Mnk,
        Nim,
        Pig,
        State,
        TicTacToe,
        check_game,
        parse_game,
        perft,
        random_playouts,
    )
    from plyground.search import Budget, Result, Search, configure

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "TERMINAL",
    "Agent",
    "Budget",
    "ConnectFour",
    "Decision",
    "Game",
    "IllegalAction",
    "Ludo",
    "Mnk",
    "Nim",
    "Pig",
    "PlygroundError",
    "Result",
    "Search",
    "State",
    "TicTacToe",
    "check_game",
    "configure",
    "mcts",
    "parse_agent",
    "parse_game",
    "perft",
    "random_playouts",
]

_HOME = {
    "plyground.agents": ("Agent", "Decision", "parse_agent"),
    "plyground.errors": ("IllegalAction", "PlygroundError"),
    "plyground.search": ("Budget", "Result", "Search", "configure"),
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'plyground' has no attribute {name!r}")
    if name == "mcts":
        value = import_module("plyground.agents").Mcts
    else:
        home = next((module for module, names in _HOME.items() if name in names), "plyground.games")
        value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
