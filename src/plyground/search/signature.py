"""A hash of many small searches, equal for both engines: it changes whenever a rule of the search changes.

`tests/test_signature.py` holds the value. A commit that means to change what a search does (a formula, a drawing
rule, a default, a new part) puts the new value of `plyground signature` there and says why; any other commit must keep
the old value.
"""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

from plyground.games.base import Game, parse_game
from plyground.games.native import Engine
from plyground.search.config import Config, configure
from plyground.search.part import own_parts
from plyground.search.search import Search
from plyground.tree import COLUMNS, Tree

POSITIONS = (
    ("tictactoe", "b2 a1"),
    ("mnk(4,5,4)", ""),
    ("connect_four", "4443"),
    ("pig(target=20)", ""),
    ("ludo(players=2, rules=thesis, tokens=2)", ""),
    ("ludo(players=4, rules=maedn)", ""),
)
PARTS: tuple[dict[str, str], ...] = (
    {},
    {"select": "ucb1(c=0.5, plus_one=true)"},
    {"select": "ucb1(fpu=0.4)", "decide": "secure"},
    {"select": "ucb1_tuned", "expand": "one_child(after=2)"},
    {"select": "epsilon_greedy(0.2)", "decide": "sampled"},
    {"select": "random_opponent(ucb1(c=0.7))", "backup": "mean(win=1, draw=0, loss=0)"},
    {"select": "puct", "decide": "best_value"},
    {"select": "puct(prior=heuristic, fpu=0.2)", "evaluate": "heuristic"},
    {"select": "bayes_uct1"},
    {"select": "bayes_uct2", "backup": "bayes(table=false)"},
    {"select": "thompson"},
    {"select": "rave"},
    {"select": "grave(ref=10)"},
    {"select": "tree_shape"},
    {"select": "tree_shape(wdc, cr=0.01, target=20, scope=parent, form=added, stop=0.3)", "expand": "all_children"},
    {"expand": "progressive_widening(k=1, a=0.5)"},
    {"expand": "open_loop"},
    {"evaluate": "rollout(n=2, policy=decisive)"},
    {"evaluate": "rollout(policy=heuristic, depth_limit=4)", "backup": "mean(paranoid=true)"},
    {"backup": "solver"},
    {"backup": "max_mean_mix(k=10)"},
)
SIMULATIONS = 24
DIGITS = 10  # significant digits: the last bits may differ between mathematical libraries


def combinations() -> list[dict[str, str]]:
    """The list above, then every part missing from it, with default parameters."""
    listed = {part.name for parts in PARTS for part in configure(**parts).all_parts()}
    return [*PARTS, *({kind: name} for kind, name, _ in own_parts() if name not in listed)]


def cases() -> Iterator[tuple[Game, str, Config]]:
    """Every position with every combination of parts that can play it."""
    for text, moves in POSITIONS:
        game = parse_game(text)
        for parts in combinations():
            config = configure(**parts)
            if game.num_players == 2 or not config.backup.two_players_only:
                yield game, moves, config


def signature(engine: Engine, step: Callable[[], None] = lambda: None) -> int:
    """A 64-bit hash of the trees and decisions of all cases; `step` is called after each."""
    digest = hashlib.blake2b(digest_size=8)
    for seed, (game, moves, config) in enumerate(cases()):
        search = Search(game, config, engine=engine, seed=seed)
        result = search.run(game.position(moves), SIMULATIONS)
        digest.update(f"{game} {moves} {config} {result.action}".encode())
        digest.update(_write(_columns(search.tree())).encode())
        step()
    return int.from_bytes(digest.digest(), "big")


def _columns(tree: Tree) -> list[Any]:
    return [getattr(tree, name) for name in COLUMNS] + [tree.extra[name] for name in sorted(tree.extra)]


def _write(value: Any) -> str:
    """A value as text, the same for both engines."""
    if isinstance(value, float):
        return f"{value + 0.0:.{DIGITS}g}"  # + 0.0 turns −0 into 0
    if isinstance(value, (list, tuple)):
        return f"[{','.join(map(_write, value))}]"
    if isinstance(value, dict):
        return f"{{{','.join(f'{_write(key)}:{_write(value[key])}' for key in sorted(value))}}}"
    return str(value)
