"""An agent of your own has one method: given a state, decide on an action.

You learn the contract of a player, how `register_agent` gives it a text form, and how to measure it.

    python examples/my_agent.py
"""

from dataclasses import dataclass

import plyground as pg


@pg.register_agent("careful")
@dataclass
class Careful(pg.Agent):
    """Wins at once if it can, else takes the move after which the opponent has the fewest winning replies."""

    def choose(self, state: pg.State) -> pg.Decision:
        return pg.Decision(min(state.actions(), key=lambda action: self.danger(state, action)))

    def danger(self, state: pg.State, action: int) -> int:
        after = self.played(state, action)
        if after.player == pg.TERMINAL:
            return -1 if after.returns()[state.player] > 0 else 0
        replies = [self.played(after, reply) for reply in after.actions()]
        return sum(reply.player == pg.TERMINAL and reply.returns()[state.player] < 0 for reply in replies)

    @staticmethod
    def played(state: pg.State, action: int) -> pg.State:
        after = state.clone()
        after.apply(action)
        return after


if __name__ == "__main__":
    for opponent in ("random", "mcts(simulations=5)", "mcts(simulations=50)"):
        report = pg.match("careful", opponent, "tictactoe", games=40, opening_moves=1, seed=1, workers=1)
        score = report.score
        print(f"careful against {opponent:22} {score.value:.0%} [{score.low:.0%}, {score.high:.0%}]")
