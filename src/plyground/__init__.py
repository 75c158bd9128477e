"""plyground: a Monte Carlo tree search workbench. The search that you read is the search that runs.

    import plyground as pg
    state = pg.parse_game("connect_four").position("444")
    pg.agents.Mcts(simulations=1000).choose(state)

Games, parts and agents are classes (`pg.ConnectFour()`, `pg.select.Ucb1(c=1.4)`, `pg.agents.Mcts()`). Every function
that takes one also takes its text form ("connect_four", "ucb1(c=1.4)", "mcts"). docs/python.md lists all public names.

Public names load on first use (PEP 562), so that `import plyground` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plyground import agents, arena, client, exact, games, review, solve, view
    from plyground.agents import Agent, Decision, parse_agent, train
    from plyground.agents import register as register_agent
    from plyground.arena import Sprt, match, tournament
    from plyground.errors import IllegalAction, PlygroundError, PlygroundWarning
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
    from plyground.games import register as register_game
    from plyground.rng import Rng
    from plyground.search import (
        Backup,
        BatchEvaluator,
        Budget,
        Config,
        Decide,
        Evaluate,
        Expand,
        Result,
        Search,
        SearchPool,
        Select,
        backup,
        configure,
        decide,
        evaluate,
        expand,
        register_backup,
        register_decide,
        register_evaluate,
        register_expand,
        register_select,
        select,
    )
    from plyground.text_form import param
    from plyground.tree import Tree

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "TERMINAL",
    "Agent",
    "Backup",
    "BatchEvaluator",
    "Budget",
    "Config",
    "ConnectFour",
    "Decide",
    "Decision",
    "Evaluate",
    "Expand",
    "Game",
    "IllegalAction",
    "Ludo",
    "Mnk",
    "Nim",
    "Pig",
    "PlygroundError",
    "PlygroundWarning",
    "Result",
    "Rng",
    "Search",
    "SearchPool",
    "Select",
    "Sprt",
    "State",
    "TicTacToe",
    "Tree",
    "agents",
    "arena",
    "backup",
    "check_game",
    "client",
    "configure",
    "decide",
    "evaluate",
    "exact",
    "expand",
    "games",
    "match",
    "param",
    "parse_agent",
    "parse_game",
    "perft",
    "random_playouts",
    "register_agent",
    "register_backup",
    "register_decide",
    "register_evaluate",
    "register_expand",
    "register_game",
    "register_select",
    "review",
    "select",
    "solve",
    "tournament",
    "train",
    "view",
]

_MODULES = {
    name: f"plyground.{name}" for name in ("agents", "arena", "client", "exact", "games", "review", "solve", "view")
}
_MODULES |= {name: f"plyground.search.{name}" for name in ("select", "expand", "evaluate", "backup", "decide")}
_RENAMED = {"register_agent": ("plyground.agents", "register"), "register_game": ("plyground.games", "register")}
_HOMES = {
    "plyground.agents": ("Agent", "Decision", "parse_agent", "train"),
    "plyground.arena": ("Sprt", "match", "tournament"),
    "plyground.errors": ("IllegalAction", "PlygroundError", "PlygroundWarning"),
    "plyground.rng": ("Rng",),
    "plyground.search": (
        *("BatchEvaluator", "Budget", "Config", "Result", "Search", "SearchPool", "configure"),
        *("Select", "Expand", "Evaluate", "Backup", "Decide"),
        *("register_select", "register_expand", "register_evaluate", "register_backup", "register_decide"),
    ),
    "plyground.text_form": ("param",),
    "plyground.tree": ("Tree",),
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'plyground' has no attribute {name!r}")
    if name in _MODULES:
        value: Any = import_module(_MODULES[name])
    else:
        home = next((module for module, names in _HOMES.items() if name in names), "plyground.games")
        home, attribute = _RENAMED.get(name, (home, name))
        value = getattr(import_module(home), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
