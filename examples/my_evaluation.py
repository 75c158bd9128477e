"""An evaluation of your own is a function from a state to one value per seat; it replaces random games at the leaves.

You learn to compare a guess with random games at the same number of simulations: first half of the game's own guess
over few games, with a wide interval, then the whole guess, in C++, over many.

    python examples/my_evaluation.py
"""

import plyground as pg


def centre_first(state):
    """Half of the game's own guess, which counts the stones on lines that only one side can still complete."""
    return [value / 2 for value in state.heuristic()]


if __name__ == "__main__":
    mine = pg.agents.Mcts(simulations=60, evaluate=centre_first)
    report = pg.match(mine, "mcts(simulations=60)", "connect_four", games=20, opening_moves=2, seed=1, workers=1)
    print(report)
    print("\nThe whole guess, in C++ alone, and many more games:")
    mine = "mcts(simulations=60, evaluate=heuristic)"
    print(pg.match(mine, "mcts(simulations=60)", "connect_four", games=400, opening_moves=2, seed=1))
