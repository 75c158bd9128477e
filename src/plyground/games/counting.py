"""Counting a game's tree: move sequences (perft) and distinct positions, ply by ply.

Published counts of this kind are the sharpest test of a game's rules. Chance outcomes count as moves, and a
finished game is counted but not extended.
"""

from collections.abc import Hashable

from plyground.errors import PlygroundError
from plyground.games.base import TERMINAL, Game, Start, State, parse_game, position_of
from plyground.games.broken_rules import RulesMayFail, sound_copy
from plyground.games.native import Engine, choose_engine, native_state
from plyground.text_form import require_whole

DEEPEST = 1000


def perft(start: Start, depth: int, engine: Engine = "auto") -> list[int]:
    """The number of move sequences of each length from 0 to `depth`."""
    require_whole("the depth", depth, 0, DEEPEST)
    state = position_of(start)
    twin = choose_engine(state.game, engine)
    if twin is not None:
        key = state.key()
        assert isinstance(key, bytes)
        return twin.perft(key, depth)
    counts = [0] * (depth + 1)
    with RulesMayFail():
        _count_sequences(sound_copy(state), 0, counts)
    return counts


def _count_sequences(state: State, ply: int, counts: list[int]) -> None:
    counts[ply] += 1
    if ply + 1 == len(counts):
        return
    for move in state.moves():
        child = state.clone()
        child.apply(move)
        _count_sequences(child, ply + 1, counts)


def count_positions(
    game: Game | str, depth: int | None = None, symmetric: bool = False, engine: Engine = "auto"
) -> list[int]:
    """The number of distinct positions at each ply, up to `depth` or to the end of the longest game.

    `symmetric` counts positions that are images of each other once. Games without an end need a depth.
    """
    if depth is not None and depth < 0:
        raise PlygroundError(f"the depth must be at least 0, not {depth}")
    game = parse_game(game)
    start = game.initial_state()
    if choose_engine(game, engine) is not None and not symmetric:
        start = native_state(start)
    with RulesMayFail():
        return _count_by_ply(start, depth, symmetric)


def _count_by_ply(start: State, depth: int | None, symmetric: bool) -> list[int]:
    frontier: dict[Hashable, State] = {start.key(): start}
    counts = []
    while frontier:
        counts.append(len(frontier))
        if len(counts) - 1 == depth:
            break
        children: dict[Hashable, State] = {}
        for state in frontier.values():
            if state.player == TERMINAL:
                continue
            for move in state.moves():
                child = state.clone()
                child.apply(move)
                children.setdefault(child.canonical_key() if symmetric else child.key(), child)
        frontier = children
    return counts
