"""The rate of wrong stops of the budget `gap`: python benchmarks/gap_budget.py [searches]

The games are bandits: one choice among some arms, then a die decides the payment. The search stops when
`Budget(gap=α)` finds one arm best; the stop is wrong if another arm has a higher mean. Some bandits have arms that win
or lose, one has draws, one pays in another range. For every selection rule it prints the share of searches that stopped
within 4,000 simulations, the share that stopped at a wrong arm (with its 95 % interval; at most α is promised), and the
median simulations of a stop.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from plyground.games import CHANCE, TERMINAL, Game, State
from plyground.rng import Rng
from plyground.search import Search, configure
from plyground.search.gap import GapRule
from plyground.statistics.intervals import wilson

ERRORS = (0.01, 0.05)
SIMULATIONS = 4000
RULES = (
    "ucb1",
    "ucb1(c=0.2)",
    "ucb1(fpu=1.1)",
    "ucb1_tuned",
    "puct",
    "gumbel",
    "thompson",
    "rave",
    "grave",
    "tree_shape",
    "epsilon_greedy(0.2)",
    "random_opponent",
)


@dataclass(frozen=True)
class Bandit(Game):
    """Arm i pays low, (low + high)/2 or high with the probabilities chances[i]."""

    name = "bandit"
    num_players = 2

    chances: tuple[tuple[float, float, float], ...] = ((0.5, 0.0, 0.5), (0.4, 0.0, 0.6))
    low: float = -1.0
    high: float = 1.0

    @property
    def value_range(self) -> tuple[float, float]:  # type: ignore[override]
        return self.low, self.high

    @property
    def zero_sum(self) -> bool:
        return False

    def initial_state(self) -> "BanditState":
        return BanditState(self)

    def mean(self, arm: int) -> float:
        lose, draw, win = self.chances[arm]
        return lose * self.low + draw * (self.low + self.high) / 2.0 + win * self.high


class BanditState(State):
    game: Bandit

    def __init__(self, game: Bandit) -> None:
        super().__init__(game)
        self.player, self.arm, self.paid = 0, 0, 0

    def actions(self) -> list[int]:
        return list(range(len(self.game.chances))) if self.player == 0 else []

    def chance(self) -> list[tuple[int, float]]:
        if self.player != CHANCE:
            return []
        return [(prize, p) for prize, p in enumerate(self.game.chances[self.arm]) if p]

    def apply(self, action: int) -> None:
        if self.player == 0:
            self.player, self.arm = CHANCE, action
        else:
            self.player, self.paid = TERMINAL, action

    def returns(self) -> list[float]:
        low, high = self.game.low, self.game.high
        return [low + self.paid * (high - low) / 2.0] * 2


BANDITS = {
    "two arms that win 50 % and 20 %": Bandit(((0.5, 0.0, 0.5), (0.8, 0.0, 0.2))),
    "two arms that win 60 % and 50 %": Bandit(((0.4, 0.0, 0.6), (0.5, 0.0, 0.5))),
    "four arms with draws": Bandit(((0.2, 0.2, 0.6), (0.3, 0.5, 0.2), (0.35, 0.2, 0.45), (0.2, 0.7, 0.1))),
    "three arms that pay -30 to 10": Bandit(((0.3, 0.2, 0.5), (0.5, 0.2, 0.3), (0.7, 0.2, 0.1)), -30.0, 10.0),
}


@dataclass
class Outcome:
    """The results of many searches at one α."""

    searches: int
    wrong: int = 0
    stopped: list[int] = field(default_factory=list)  # simulations of each stop


def measure(game: Bandit, rule: str, searches: int, simulations: int, make: Any = GapRule) -> dict[float, Outcome]:
    """Search repeatedly, check as often as `Search` does, and count the stops of each α; one search serves all α."""
    best = max(map(game.mean, range(len(game.chances))))
    outcomes = {error: Outcome(searches) for error in ERRORS}
    for number in range(searches):
        search = Search(game, configure(select=rule), engine="python", seed=Rng(number).next())
        search.start(game.initial_state())
        rules = {error: make(error, *search.value_range()) for error in ERRORS}
        look = 64
        while rules and search.simulations < simulations:
            search.engine.run(look - search.simulations)
            look = look * 5 // 4
            top = search.top()
            for error in [error for error, gap in rules.items() if gap.certain(top)]:
                del rules[error]
                chosen = max(top.node().children, key=lambda child: child.value).action
                outcomes[error].stopped.append(search.simulations)
                outcomes[error].wrong += game.mean(chosen) < best
    return outcomes


def lines(searches: int) -> Iterator[str]:
    for title, game in BANDITS.items():
        yield f"\n{title}, {searches} searches of up to {SIMULATIONS} simulations"
        yield f"{'rule':<22}" + "".join(
            f"{f'α = {error:.0%}':>12}{'wrong':>8}{'95 %':>14}{'median':>8}" for error in ERRORS
        )
        for rule in RULES:
            try:
                found = measure(game, rule, searches, SIMULATIONS)
            except ValueError as refused:
                yield f"{rule:<22}  {refused}"
                continue
            cells = ""
            for outcome in found.values():
                share = wilson(outcome.wrong, outcome.searches)
                middle = f"{median(outcome.stopped):,.0f}" if outcome.stopped else "-"
                cells += f"{len(outcome.stopped) / searches:>7.0%} stop{share.value:>8.1%}"
                cells += f"{f'{share.low:.1%}-{share.high:.1%}':>14}{middle:>8}"
            yield f"{rule:<22}{cells}"


if __name__ == "__main__":
    for line in lines(int(sys.argv[1]) if len(sys.argv) > 1 else 200):
        print(line, flush=True)
