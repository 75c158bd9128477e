"""Several leaves of one search that wait for the network together: their cost in strength, their gain in speed.

    python benchmarks/leaves.py --positions 500

Connect Four with the network that plyground ships, in NumPy on one thread, `alphazero` with 64 simulations. Strength is
the share of judged positions in which the move keeps the value; in hard positions some move loses it and at most two
keep it. All numbers of leaves search each position in turn, so that a busy machine slows all of them alike.
"""

import argparse
import time

from plyground.agents.alphazero import PLAYS_TO_WIN
from plyground.games import parse_game
from plyground.search import Search, configure
from plyground.search.evaluate.network import NetworkFile
from plyground.selfplay.judge import Judge, judge_of


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=500, help="how many of the 5,000 judged ones, evenly spread")
    parser.add_argument("--simulations", type=int, default=64)
    parser.add_argument("--leaves", type=int, nargs="*", default=[1, 2, 4, 8, 16])
    parser.add_argument("--select", default=str(PLAYS_TO_WIN))
    options = parser.parse_args()
    game = parse_game("connect_four")
    judge = judge_of(game)
    assert judge is not None
    chosen = range(0, len(judge.states), len(judge.states) // options.positions)
    few = Judge(*(tuple(column[i] for i in chosen) for column in (judge.states, judge.keeping, judge.hard)))
    searches = {
        leaves: Search(game, configure(select=options.select, evaluate=NetworkFile(leaves=leaves)))
        for leaves in options.leaves
    }
    moves: dict[int, list[int]] = {leaves: [] for leaves in searches}
    seconds: dict[int, list[float]] = {leaves: [] for leaves in searches}
    for state in few.states:
        for leaves, search in searches.items():
            start = time.perf_counter()
            action = search.run(state, options.simulations).action
            seconds[leaves].append(time.perf_counter() - start)
            assert action is not None
            moves[leaves].append(action)
    print(f"{options.select}, {options.simulations} simulations, {len(few.states)} positions")
    for leaves in searches:
        median = sorted(seconds[leaves])[len(few.states) // 2]
        other = sum(a != b for a, b in zip(moves[leaves], moves[options.leaves[0]], strict=True))
        print(
            f"leaves {leaves:3}: right {few.verdict(moves[leaves])}; {other} moves differ from the first; "
            f"median of a move {1000 * median:.1f} ms"
        )


if __name__ == "__main__":
    main()
