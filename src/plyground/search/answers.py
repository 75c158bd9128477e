"""Checks of what parts and games return: without them, one NaN from a faulty part would spread through the tree."""

import math
import sys
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from plyground.errors import PlygroundError, WrongAnswer
from plyground.games.base import CHANCE, Game, State
from plyground.rng import Rng
from plyground.search.part import Backup, Decide, Evaluate, Expand, Select, is_ours, numbers_of
from plyground.search.walk import Move
from plyground.text_form import shown
from plyground.tree import ROOT, Tree

ROUNDING = 1e-9  # tolerance at both ends of a game's value range
# The C++ engine stores an action in 16 bits.
MOST_ACTIONS = 1 << 16


def leaf_values(evaluate: Evaluate, answer: Any, game: Game) -> list[float]:
    """The values of an evaluation: one finite number per seat, within the game's range."""
    return _within(evaluate, "the values of a leaf", answer, game.num_players, *game.value_range)


def played_moves(evaluate: Evaluate, answer: Sequence[Any], game: Game) -> Sequence[Move]:
    """The moves that an evaluation says it played: players of the game, and actions that it can have."""
    if not is_ours(evaluate):
        for move in answer:
            if not _is_move(move, game):
                raise PlygroundError(
                    f"{evaluate}: a move is the player, from -1 (chance) to {game.num_players - 1}, and one of the "
                    f"game's actions, not {shown(move)}"
                )
    return answer


def _is_move(move: Any, game: Game) -> bool:
    if not isinstance(move, tuple) or list(map(type, move)) != [int, int]:
        return False
    player: int = move[0]
    action: int = move[1]
    most = MOST_ACTIONS if player == CHANCE else _most_actions(game)
    return CHANCE <= player < game.num_players and 0 <= action < most


@lru_cache(16)
def _most_actions(game: Game) -> int:
    try:
        return game.num_actions
    except PlygroundError:  # the game does not say
        return MOST_ACTIONS


def leaf_logits(evaluate: Evaluate, answer: Any, state: State) -> list[float]:
    """The logits of an evaluation: one per legal action. −∞ rules an action out; the largest must be finite."""
    actions = state.actions()
    logits = numbers_of(evaluate, "the logits of a leaf", answer, len(actions))
    if not -math.inf < max(logits) < math.inf:
        raise PlygroundError(f"{evaluate}: the largest logit of a leaf must be a finite number, not {max(logits)}")
    return logits


def end_values(answer: Any, game: Game) -> list[float]:
    """The returns of a game that is over, within its range."""
    return _within(game, "the returns", answer, game.num_players, *game.value_range)


def counted_values(backup: Backup, values: list[float]) -> list[float]:
    """The values on the backup's scale."""
    worth = backup.worth(values)
    return values if worth is values else numbers_of(backup, "the values that worth returns", worth, len(values))


def choice(select: Select, tree: Tree, path: Sequence[int], children: Sequence[int], rng: Rng) -> int:
    """The child that a selection rule chooses."""
    chosen = select.choose(tree, path, children, rng)
    if isinstance(chosen, bool) or not isinstance(chosen, int) or chosen not in children:
        raise PlygroundError(f"{select}: the choice must be one of the children given, not {chosen!r}")
    return chosen


def fill_priors(select: Select, tree: Tree, row: int, state: State) -> None:
    """Write the priors of the selection rule, if it has any, into the new children of a row; none may be negative."""
    children = tree.children(row)
    answer = select.priors(state, [tree.action[child] for child in children])
    if answer is not None:
        priors = _within(select, "the priors", answer, len(children), 0.0, sys.float_info.max)
        tree.extra["prior"][children.start : children.stop] = priors


def limit(expand: Expand, visits: int, count: int) -> int:
    """The number of children, out of `count`, that the expansion rule wants tried."""
    wanted = expand.limit(visits, count)
    if isinstance(wanted, bool) or not isinstance(wanted, int) or not 0 <= wanted <= count:
        raise PlygroundError(f"{expand}: the limit must be an integer from 0 to {count}, not {wanted!r}")
    return wanted


def picked(expand: Expand, tree: Tree, path: Sequence[int], untried: Sequence[int], rng: Rng) -> int:
    """The untried child that the expansion rule tries next."""
    chosen = expand.pick(tree, path, untried, rng)
    if isinstance(chosen, bool) or not isinstance(chosen, int) or chosen not in untried:
        raise PlygroundError(f"{expand}: the pick must be one of the children given, not {chosen!r}")
    return chosen


def update(backup: Backup, tree: Tree, path: Sequence[int], values: list[float]) -> None:
    """Run the backup; check that it counted one visit in every row of the path and left finite values."""
    before = [tree.visits[row] for row in path]
    backup.update(tree, path, values)
    for row, visits in zip(path, before, strict=True):
        if tree.visits[row] != visits + 1:
            raise PlygroundError(
                f"{backup}: a visit must count once in every row of its path, it does not in row {row}"
            )
        if not isinstance(tree.value[row], (int, float)) or not math.isfinite(tree.value[row]):
            raise PlygroundError(f"{backup}: the value of row {row} must be a finite number, not {tree.value[row]!r}")


def decision(decide: Decide, tree: Tree, rng: Rng) -> int:
    """The row of the root's child that the decision rule chooses."""
    row = decide.choose(tree, rng)
    if isinstance(row, bool) or not isinstance(row, int) or row not in tree.children(ROOT) or not tree.visits[row]:
        raise PlygroundError(f"{decide}: the choice must be the row of a visited child of the root, not {row!r}")
    return row


def _within(whose: object, what: str, answer: Any, count: int, low: float, high: float) -> list[float]:
    numbers = numbers_of(whose, what, answer, count)
    if not all(low - ROUNDING <= number <= high + ROUNDING for number in numbers):
        raise WrongAnswer(f"{whose}: {what} must be from {low:g} to {high:g}, not {numbers}")
    return numbers
