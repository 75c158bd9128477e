"""Make the positions of `judged.py`: `python -m plyground.selfplay.make_judged 5000` (about half an hour of one core).

A position's place in the file determines its ply and its stream of random numbers. The command can be stopped at any
time: the next run continues after the last line.
"""

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import track

from plyground.games.base import TERMINAL
from plyground.games.connect_four import ConnectFour
from plyground.rng import Rng
from plyground.selfplay.judged import JUDGED_FILE, JudgedPosition, line_of
from plyground.solve.connect_four import analyse

PLIES = range(4, 31)
SEED = 2026


def random_moves(rng: Rng, plies: int) -> str:
    """The moves of a random game that is not over after `plies` of them."""
    while True:
        state, moves = ConnectFour().initial_state(), ""
        while len(moves) < plies and state.player != TERMINAL:
            actions = state.actions()
            action = actions[rng.below(len(actions))]
            moves += str(action + 1)
            state.apply(action)
        if state.player != TERMINAL:
            return moves


def make_judged(count: int, path: Path) -> None:
    """Write positions to the file until it has `count`."""
    lines = path.read_text(encoding="ascii").splitlines() if path.exists() else []
    seen = {ConnectFour().position([int(move) - 1 for move in line.split()[0]]).key() for line in lines}
    numbers = range(len(lines), count)
    console = Console(stderr=True)
    with path.open("a", encoding="ascii") as file:
        for number in track(numbers, "solving", console=console, disable=not sys.stderr.isatty()):
            rng = Rng(SEED, number)
            while True:
                moves = random_moves(rng, PLIES[number % len(PLIES)])
                state = ConnectFour().position([int(move) - 1 for move in moves])
                if state.key() not in seen:
                    break
            seen.add(state.key())
            file.write(line_of(JudgedPosition(moves, analyse(state))) + "\n")
            file.flush()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m plyground.selfplay.make_judged", description=__doc__)
    parser.add_argument("count", type=int, help="the number of positions")
    parser.add_argument("--file", type=Path, default=JUDGED_FILE)
    options = parser.parse_args()
    make_judged(options.count, options.file)


if __name__ == "__main__":
    main()
