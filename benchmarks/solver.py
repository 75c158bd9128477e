"""The speed of the Connect Four solver and of bitbully: the scores of all moves, both without an opening book.

    python benchmarks/solver.py

Random positions in which the seat to move cannot win at once. Each position goes to both solvers in turn, so
that a busy machine slows both alike. It needs `pip install bitbully`.
"""

import random
import time

from bitbully import BitBully, Board

from plyground.games import TERMINAL, ConnectFour
from plyground.solve.connect_four import TABLE_MB, new_solver


def position(stones: int, rng: random.Random) -> tuple[list[int], bytes]:
    """The moves and the key of a random position without an immediate win."""
    while True:
        state, moves = ConnectFour().initial_state(), []
        while len(moves) < stones and state.player != TERMINAL:
            moves.append(rng.choice(state.actions()))
            state.apply(moves[-1])
        wins = []
        for action in state.actions():
            child = state.clone()
            child.apply(action)
            wins.append(child.winner is not None)
        if state.player != TERMINAL and not any(wins):
            return moves, state.key()


def main() -> None:
    rng = random.Random(2026)
    ours, theirs = new_solver(6, 7, TABLE_MB), BitBully(opening_book=None)
    ours.score(position(16, rng)[1])  # allocates the table
    print("stones  positions  plyground ms  bitbully ms  times as fast")
    for stones, count in ((12, 60), (16, 250), (20, 1000)):
        seconds = [0.0, 0.0]
        for _ in range(count):
            moves, key = position(stones, rng)
            board = Board(moves)
            start = time.perf_counter()
            found = dict(ours.analyse(key))
            middle = time.perf_counter()
            expected = theirs.score_all_moves(board)
            seconds[0] += middle - start
            seconds[1] += time.perf_counter() - middle
            if found != expected:
                raise SystemExit(f"{moves}: {found} is not {expected}")
        mine, other = (1000 * total / count for total in seconds)
        print(f"{stones:6d}  {count:9d}  {mine:12.2f}  {other:11.2f}  {other / mine:13.2f}")


if __name__ == "__main__":
    main()
