"""Checks that a table from a file is a tree that this search could have built; engines do not check it.

Three checks: the rows form one tree; the rows stand for positions of the game below the root state; the numbers in
the rows obey the laws of visits and of the statistics.
"""

import math
import sys

from plyground.games.base import CHANCE, TERMINAL, State
from plyground.games.native import native_game, native_state
from plyground.search.answers import MOST_ACTIONS
from plyground.search.backup import Mean
from plyground.search.config import Config
from plyground.search.evaluate import Rollout
from plyground.search.part import is_ours
from plyground.search.saved_columns import Damaged
from plyground.search.saved_statistics import check_statistics
from plyground.tree import ROOT, UNKNOWN, Tree

# Visits beyond the number of simulations: Ctrl-C may stop the Python engine in the middle of a backup.
INTERRUPTED = 64
_ROUNDING = 1e-9


def check_tree(tree: Tree, config: Config, state: State, simulations: int, value_range: tuple[float, float]) -> None:
    """Raise `Damaged`, naming the first wrong row, unless a search of this state could have built the tree."""
    order = _connected(tree, config.expand.hides_chance)
    bound = _largest_value(config, value_range)
    players = state.game.num_players
    _check_numbers(tree, players, simulations, bound)
    _check_visits(tree, order, config)
    if config.expand.hides_chance:
        _check_open_loop(tree, order, state)
    else:
        _check_positions(tree, config, state)
    check_statistics(tree, order, config, players, bound)


def _connected(tree: Tree, orphans: bool) -> list[int]:
    """All rows of the tree, parents first. Each row except the root must be the child of one row; only open loop, which
    moves children to make room for more, leaves orphans behind."""
    seen = bytearray(len(tree))
    seen[ROOT] = 1
    order = [ROOT]
    for row in order:
        first, count = tree.first_child[row], tree.num_children[row]
        if not count and not first:
            continue
        if not count or not first or first + count > len(tree) or seen.find(1, first, first + count) >= 0:
            raise Damaged(f"the children of row {row} are not its own")
        seen[first : first + count] = b"\1" * count
        order.extend(range(first, first + count))
    if len(order) != len(tree):
        lost = [row for row, reached in enumerate(seen) if not reached]
        if not orphans or any(tree.visits[row] or tree.num_children[row] for row in lost):
            raise Damaged(f"row {lost[0]} belongs to no parent")
    return order


def _largest_value(config: Config, value_range: tuple[float, float]) -> float:
    """A bound on absolute values; only rollouts are sure to stay within the game's range."""
    if not isinstance(config.evaluate, Rollout) or not is_ours(config.evaluate) or not is_ours(config.backup):
        return sys.float_info.max
    return max(map(abs, value_range)) * (1.0 + _ROUNDING)


def _check_numbers(tree: Tree, players: int, simulations: int, bound: float) -> None:
    import numpy as np

    value, visits, player, seat = (np.asarray(getattr(tree, name)) for name in ("value", "visits", "player", "seat"))
    laws = {
        "a value out of range": ~np.isfinite(value) | (np.abs(value) > bound),
        "more visits than there were simulations": visits > simulations + INTERRUPTED,
        "an impossible player": (player < UNKNOWN) | (player >= players),
        "an impossible seat": (seat < 0) | (seat >= players),
        "an unknown player": (player == UNKNOWN) & ((visits > 0) | (np.asarray(tree.num_children) > 0)),
    }
    for what, broken in laws.items():
        if broken.any():
            raise Damaged(f"row {int(broken.argmax())} has {what}")


def _check_visits(tree: Tree, order: list[int], config: Config) -> None:
    """A simulation through a child went through its parent; children are visited one after the other."""
    in_order = not config.expand.all_at_once
    for row in order:
        children = tree.children(row)
        if not children:
            continue
        if row != ROOT and not tree.visits[row]:
            raise Damaged(f"row {row} has children and no visits")
        visits = tree.visits[children.start : children.stop]
        if sum(visits) > tree.visits[row] + INTERRUPTED:
            raise Damaged(f"the children of row {row} have more visits than the row")
        if in_order and tree.player[row] != CHANCE and any(visits[visits.index(0) :] if 0 in visits else ()):
            raise Damaged(f"the children of row {row} were not visited in order")


def _check_positions(tree: Tree, config: Config, root: State) -> None:
    """Every row stands for a position: its children are the legal moves there."""
    native = native_game(root.game) is not None
    if native and not 0 <= tree.action[ROOT] < MOST_ACTIONS:
        raise Damaged("the root has an impossible action")
    stack = [(ROOT, native_state(root) if native else root.clone())]
    while stack:
        row, state = stack.pop()
        player, children = state.player, tree.children(row)
        if tree.player[row] != player:
            raise Damaged(f"another player moves at row {row}")
        if not children:
            if player == TERMINAL and tree.visits[row]:
                _check_end(tree, config, row, state)
            continue
        if sorted(tree.action[children.start : children.stop]) != sorted(state.moves()):
            raise Damaged(f"the children of row {row} are not the legal moves there")
        seat = tree.seat[row] if player == CHANCE else player
        for child in children:
            if tree.seat[child] != seat:
                raise Damaged(f"row {child} belongs to another seat")
            if tree.player[child] != UNKNOWN:
                after = state.clone()
                after.apply(tree.action[child])
                stack.append((child, after))


def _check_end(tree: Tree, config: Config, row: int, state: State) -> None:
    if not is_ours(config.backup):
        return
    values = config.backup.worth(state.returns())
    if isinstance(config.backup, Mean):
        values = config.backup.seen(tree, values)
    proven = tree.find("proven")
    same = math.isclose(tree.value[row], values[tree.seat[row]], rel_tol=_ROUNDING, abs_tol=_ROUNDING)
    if not same or (proven is not None and proven[row] != values):
        raise Damaged(f"the game is over at row {row}, with another result")


def _check_open_loop(tree: Tree, order: list[int], root: State) -> None:
    """A row stands for many positions, so that legality can be checked only at the root."""
    if any(not 0 <= action < MOST_ACTIONS for action in tree.action):
        raise Damaged("a row has an impossible action")
    for row in order:
        children = tree.children(row)
        moves = {(tree.seat[child], tree.action[child]) for child in children}
        if len(moves) != len(children) or len(moves) >= MOST_ACTIONS:
            raise Damaged(f"two children of row {row} are the same")
    if root.player < 0:
        return  # the dice come first: the root, too, stands for many positions
    if tree.player[ROOT] != root.player:
        raise Damaged("another player moves at the root")
    legal = root.actions()
    if any(tree.seat[child] != root.player or tree.action[child] not in legal for child in tree.children(ROOT)):
        raise Damaged("a child of the root is not a legal move")
