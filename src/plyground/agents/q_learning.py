"""Q-learning: learn the value of the best policy while following another."""

from dataclasses import dataclass

from plyground.agents.base import register
from plyground.agents.learner import Learner, Rates, Table
from plyground.rng import Rng


@register("q_learning")
@dataclass(kw_only=True)
class QLearning(Learner):
    """Learns a table by Q-learning, and plays from it.

        Q(s, a) ← Q(s, a) + α (r + γ max Q(s′, a′) − Q(s, a))

    Watkins: Learning from delayed rewards (1989).
    """

    def decide(self, table: Table, path: list[bytes], cells: list[bytes], step: Rates, rng: Rng) -> int:
        if path:
            table.update(path[-1], self.step + self.gamma * max(map(table.value, cells)), step.alpha)
        return self.pick([table.value(cell) for cell in cells], step, rng)
