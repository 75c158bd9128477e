"""`plyground perft`: count move sequences, the sharpest test of a game's rules."""

import time
from collections.abc import Callable
from functools import partial

from plyground.cli.game_files import find_game
from plyground.cli.options import Depth, GameText, Position, With
from plyground.cli.output import progress, say, write_json, write_table
from plyground.games import State, counting
from plyground.games.native import Engine, choose_engine

# About this many sequences are counted in one call, a fraction of a second in C++. The estimate never assumes less
# branching than this, because a forced move says nothing about the number of moves after it.
PART = 50_000_000
LEAST_BRANCHING = 4
QUIET_SECONDS = 0.1  # a ply shows no bar if the one before was counted sooner
WIDTH = 20  # of the column of nodes, which is printed row by row


def perft(
    game: GameText,
    depth: Depth,
    /,
    *,
    position: Position = "",
    engine: Engine = "auto",
    divide: bool = False,
    own: With = None,
    json: bool = False,
) -> None:
    """Count the move sequences of a game, ply by ply; dice count as moves, and finished games are not continued.

    Every ply is shown as soon as it is counted, with the time that it took.

    Args:
        depth: Count sequences of up to this many moves.
        engine: The engine that counts.
        divide: Also count the sequences after each first move.
        json: Print JSON: the game, the depth, and the nodes at ply 0 to DEPTH.

    Examples:
        plyground perft connect_four 8
        plyground perft tictactoe 3 --position b2 --divide
    """
    start = find_game(game).position(position)
    name = "C++" if choose_engine(start.game, engine) else "Python"
    write = say if json else partial(print, flush=True)
    nodes: list[int] = [1]
    first_moves: dict[str, int] = {}
    write(f"{'ply':>3}  {'nodes':>{WIDTH}}")
    write(f"{0:>3}  {1:>{WIDTH}}")
    seconds = 0.0
    for ply in range(1, depth + 1):
        with progress(f"perft {start.game}, ply {ply}", len(start.moves()), seconds > QUIET_SECONDS) as step:
            begin = time.perf_counter()
            nodes, first_moves = _count_by_first_move(start, ply, engine, step)
            seconds = time.perf_counter() - begin
        write(f"{ply:>3}  {nodes[-1]:>{WIDTH},}  {_speed(sum(nodes), seconds)}")
    if json:
        divided = {"divide": first_moves} if divide else {}
        write_json({"game": str(start.game), "depth": depth, "nodes": nodes, **divided})
        return
    if divide:
        print()
        rows = [(move, f"{count:,}") for move, count in first_moves.items()]
        write_table(["first move", f"nodes at ply {depth}"], rows, {f"nodes at ply {depth}"})
    print(f"\n{sum(nodes):,} nodes in all ({name})")


def _count_by_first_move(
    start: State, depth: int, engine: Engine, step: Callable[[], None]
) -> tuple[list[int], dict[str, int]]:
    """The nodes at each ply down to `depth`, and those of the last ply below each first move."""
    nodes, first_moves = [1] + [0] * depth, {}
    for move in start.moves():
        child = start.clone()
        child.apply(move)
        below = _count(child, depth - 1, engine)
        nodes = [sum(pair) for pair in zip(nodes, [0, *below], strict=True)]
        first_moves[start.action_name(move)] = below[-1]
        step()
    return nodes, first_moves


def _speed(nodes: int, seconds: float) -> str:
    return f"{seconds:>9.3f} s  {nodes / seconds:>15,.0f} nodes/s" if seconds > 0 else ""


def _count(state: State, depth: int, engine: Engine) -> list[int]:
    """perft in several calls of the C++ core, because Ctrl-C waits for the end of a call."""
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
