"""Where a network of Connect Four errs: by the ply of the position, alone and with a search.

    python benchmarks/network_errors.py --file alphazero_connect_four.network --simulations 64

On the 5,000 judged positions, three plies a row: the mean squared error of the network's value against the exact one
(−1, 0 or 1), and the number of positions in which it plays a move that loses value. Needs JAX; two minutes on one core.
"""

import argparse

import numpy as np

from plyground.games import parse_game
from plyground.games.planes import pack
from plyground.net.trained import trained_network
from plyground.selfplay.games import evaluator_of
from plyground.selfplay.judged import judged_positions, moves_that_keep
from plyground.selfplay.moves import network_moves, searched_moves

ROW = 3  # plies


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", default="", help="a network; by default the one that plyground ships")
    parser.add_argument("--simulations", type=int, default=64)
    parser.add_argument("--positions", type=int, default=5000, help="the first of the judged ones")
    options = parser.parse_args()
    game = parse_game("connect_four")
    network = trained_network(options.file, game)
    answer = evaluator_of(network.architecture, network.inputs, network.weights)
    judged = judged_positions()[: options.positions]
    states = [position.state() for position in judged]
    plies = np.array([len(position.moves) for position in judged])
    exact = np.sign([max(position.scores.values()) for position in judged])
    values, _ = answer(np.stack([pack(state) for state in states]))
    errors = (np.asarray(values)[:, 0].astype(float) - exact) ** 2
    keeping = [moves_that_keep(position.scores) for position in judged]

    def wrong(actions: list[int]) -> np.ndarray:
        return np.array([action not in good for action, good in zip(actions, keeping, strict=True)])

    alone = wrong(network_moves(answer, states))
    searched = wrong(searched_moves(answer, states, options.simulations))
    print(f"plies     positions  value error  wrong alone  wrong with {options.simulations} simulations")
    starts = range(4, max(plies) + 1, ROW)
    rows = [(f"{ply} to {ply + ROW - 1}", (plies >= ply) & (plies < ply + ROW)) for ply in starts]
    for name, at in [*rows, ("all", plies > 0)]:
        print(f"{name:9} {at.sum():9}  {errors[at].mean():11.3f}  {alone[at].sum():11}  {searched[at].sum():10}")


if __name__ == "__main__":
    main()
