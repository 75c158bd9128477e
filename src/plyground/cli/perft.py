"""`plyground perft`: count move sequences, the sharpest test of a game's rules."""

import time
from typing import Literal

from plyground.cli.game_files import find_game
from plyground.cli.output import progress, write_json, write_table
from plyground.errors import PlygroundError
from plyground.games import State, counting
from plyground.games.native import choose_engine

# About so many sequences are counted in one go, a fraction of a second in C++. A forced move says nothing
# about the moves after it, so the estimate takes no branching for less than this.
PART = 50_000_000
LEAST_BRANCHING = 4


def perft(
    game: str,
    depth: int,
    /,
    *,
    moves: str = "",
    engine: Literal["auto", "python", "native"] = "auto",
    divide: bool = False,
    json: bool = False,
) -> None:
    """Count the move sequences of a game, ply by ply; dice count as moves, finished games do not go on.

    Args:
        game: The game: connect_four, mnk(5,5,4), my_game.py.
        depth: Count sequences of up to so many moves.
        moves: Start after these moves: 444, or "b2 a1".
        engine: Who counts.
        divide: Count per first move as well.
        json: Print JSON: the game, the depth, and the nodes at ply 0 to DEPTH.
    """
    if not 0 <= depth <= counting.DEEPEST:
        raise PlygroundError(f"the depth must be from 0 to {counting.DEEPEST}, not {depth}")
    start = find_game(game).position(moves)
    name = "C++" if choose_engine(start.game, engine) else "Python"
    nodes = [1] + [0] * depth
    first_moves = {}
    begin = time.perf_counter()
    with progress(f"perft {start.game}", len(start.moves())) as step:
        for move in start.moves() if depth else []:
            child = start.clone()
            child.apply(move)
            below = _count(child, depth - 1, engine)
            nodes = [sum(pair) for pair in zip(nodes, [0, *below], strict=True)]
            first_moves[start.action_name(move)] = below[-1]
            step()
    seconds = time.perf_counter() - begin
    if json:
        divided = {"divide": first_moves} if divide else {}
        write_json({"game": str(start.game), "depth": depth, "nodes": nodes, **divided})
        return
    write_table(["ply", "nodes"], [(str(ply), f"{count:,}") for ply, count in enumerate(nodes)], {"ply", "nodes"})
    if divide:
        print()
        rows = [(move, f"{count:,}") for move, count in first_moves.items()]
        write_table(["first move", f"nodes at ply {depth}"], rows, {f"nodes at ply {depth}"})
    speed = f", {sum(nodes) / seconds:,.0f} nodes/s" if seconds > 0 else ""
    print(f"\n{sum(nodes):,} nodes in {seconds:.3f} s{speed} ({name})")


def _count(state: State, depth: int, engine: str) -> list[int]:
    """perft in parts: the C++ core cannot be interrupted, so Ctrl-C waits for the end of a part."""
    moves = state.moves()
    if max(len(moves), LEAST_BRANCHING) ** depth <= PART:
        return counting.perft(state, depth, engine)
    nodes = [1] + [0] * depth
    for move in moves:
        child = state.clone()
        child.apply(move)
        below = _count(child, depth - 1, engine)
        nodes = [sum(pair) for pair in zip(nodes, [0, *below], strict=True)]
    return nodes
