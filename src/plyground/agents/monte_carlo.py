"""On-policy Monte Carlo control: at the end of a game, update every decision with its discounted reward."""

from dataclasses import dataclass

from plyground.agents.base import register
from plyground.agents.learner import Learner, Rates, Table
from plyground.rng import Rng
from plyground.text_form import param


@register("monte_carlo")
@dataclass(kw_only=True)
class MonteCarlo(Learner):
    """Learns a table by on-policy Monte Carlo control, and plays from it.

        Q(s, a) is the mean of the discounted rewards after action a in state s

    Sutton and Barto, section 5.4, every visit counted.
    """

    alpha: float | None = param(None, low=0, high=1)

    def decide(self, table: Table, path: list[bytes], cells: list[bytes], step: Rates, rng: Rng) -> int:
        return self.pick([table.value(cell) for cell in cells], step, rng)

    def finish(self, table: Table, path: list[bytes], reward: float, step: Rates) -> None:
        target = reward
        for cell in reversed(path):
            table.update(cell, target, step.alpha)
            target = self.step + self.gamma * target
