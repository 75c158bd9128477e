"""SARSA: learn the value of the policy in use, exploration included."""

from dataclasses import dataclass

from plyground.agents.base import register
from plyground.agents.learner import Learner, Rates, Table
from plyground.rng import Rng


@register("sarsa")
@dataclass(kw_only=True)
class Sarsa(Learner):
    """Learns a table by SARSA, and plays from it.

        Q(s, a) ← Q(s, a) + α (r + γ Q(s′, a′) − Q(s, a)), a′ being the next action

    Rummery and Niranjan: On-line Q-learning using connectionist systems (1994).
    """

    def decide(self, table: Table, path: list[bytes], cells: list[bytes], step: Rates, rng: Rng) -> int:
        values = [table.value(cell) for cell in cells]
        choice = self.pick(values, step, rng)
        if path:
            table.update(path[-1], self.step + self.gamma * values[choice], step.alpha)
        return choice
