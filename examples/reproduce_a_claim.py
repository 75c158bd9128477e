"""One published figure, measured again: X sits in the centre and plays at random, O searches (Qi and Hu's report).

You learn how to build a document's search from parts, and to compare it with the exact answer: its values are
averages that include exploration, so they lie below. `plyground reproduce` does this for the claims of five documents.

    python examples/reproduce_a_claim.py
"""

import math

import plyground as pg

C = math.sqrt(2)
# 200,001 simulations, as in the report.
SIMULATIONS = 200_001


def searched(simulations: int, seed: int = 0, engine: str = "auto") -> pg.Search:
    """Wins count 1, draws and losses 0; O selects by UCB, X moves at random, in the tree too."""
    config = pg.configure(
        select=f"random_opponent(ucb1(c={C}))",
        backup="mean(win=1, draw=0, loss=0)",
        decide="best_value",
    )
    search = pg.Search("tictactoe", config, seed=seed, engine=engine)
    search.run(search.game.position("b2"), simulations)
    return search


def figure(search: pg.Search) -> str:
    """The children of the root in the form of the report's figure 1: visits, wins, UCB and the board."""
    root = search.top().node()
    return "\n\n".join(
        f"visits: {node.visits} ,wins: {node.value * node.visits:.0f} ucb: {ucb(root.visits, node)}\n"
        + board(search.state, node.action)
        for node in sorted(root.children, key=lambda node: node.action)
    )


def ucb(total: int, node) -> float:
    return node.value + C * math.sqrt(math.log(total) / node.visits) if node.visits else math.inf


def board(state: pg.State, action: int) -> str:
    child = state.clone()
    child.apply(action)
    cells = [cell for cell in str(child) if cell in "XO."]
    return "\n".join(str(cells[start : start + 3]) for start in (0, 3, 6))


if __name__ == "__main__":
    search = searched(SIMULATIONS)
    print(figure(search))
    print(f"\nQ of the root: {search.top().node().value:.4f}")
    print("exact values against a random X: corners 29/35 = 0.8286, edges 74/105 = 0.7048")
