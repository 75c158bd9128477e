"""The races of "How many openings does a fair race need?": ten pairs of rules, boards, budgets, and their games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from plyground.agents.presets import SHAPES
from plyground.experiments.openings_play import GAMES, draw_openings, pair_scores, play_race, split
from plyground.experiments.session import Session
from plyground.games import parse_game
from plyground.rng import Rng
from plyground.statistics import estimates
from plyground.statistics.intervals import Estimate
from plyground.statistics.variance import Groups

DEPTHS = (0, 2, 4, 6, 8)
UCT = "select=ucb1(c=1.4)"
# Ten pairs of rules, and one of the same rule twice. `{}` in the text of an agent is the number of simulations.
CONTROL = "the same rule twice"
PAIRS: dict[str, tuple[str, str]] = {
    CONTROL: (UCT, UCT),
    "c = 0.7 – c = 1.4": ("select=ucb1(c=0.7)", UCT),
    "c = 3.1 – c = 1.4": ("select=ucb1(c=3.1113)", UCT),
    "dwc – c = 1.4": ("select=tree_shape(criterion=dwc, cr={}, target={})".format(*SHAPES["dwc"]), UCT),
    "wdc – c = 3.1": (
        "select=tree_shape(criterion=wdc, cr={}, target={})".format(*SHAPES["wdc"]), "select=ucb1(c=3.1113)"
    ),
    "solver – mean": ("backup=solver", UCT),
    "max_mean_mix – mean": ("backup=max_mean_mix", UCT),
    "bayes_uct2 – ucb1": ("select=bayes_uct2", UCT),
    "ucb1_tuned – ucb1": ("select=ucb1_tuned", UCT),
    "rave – ucb1": ("select=rave", UCT),
    "ε = 0.1 – ε = 0": ("select=epsilon_greedy(epsilon=0.1, inner=ucb1(c=1.4))", UCT),
}  # fmt: skip


def slug(name: str) -> str:
    """The name of a pair of rules in the ids of claims."""
    return "_".join(word for word in name.split() if word not in "=–")


def points(share: Estimate) -> Estimate:
    """A difference of scores in points, for a chart."""
    return Estimate(100 * share.value, 100 * share.low, 100 * share.high)


@dataclass(frozen=True)
class OpeningRace:
    """A board and a budget, with the number of openings at each depth and of pairs of games from each of them."""

    game: str
    simulations: int
    openings: int
    pairs: int

    @property
    def name(self) -> str:
        return f"{self.game}, {self.simulations:,} simulations"

    @property
    def id(self) -> str:
        """The name in the ids of claims and figures."""
        return f"{parse_game(self.game).name}_{self.simulations}"

    def agent(self, parts: str) -> str:
        return f"mcts(simulations={self.simulations}, {parts})"


@dataclass(frozen=True)
class OpeningsSize:
    races: tuple[OpeningRace, ...]
    # Searches with the exact judge: simulations, positions, seeds.
    judged: tuple[int, int, int]


@dataclass(frozen=True)
class Cell:
    """The games of one pair of rules at one depth: the scores of their pairs, by opening."""

    results: Sequence[str]
    moves: int

    @cached_property
    def groups(self) -> Groups:
        return [pair_scores(one) for one in self.results]

    @property
    def pairs(self) -> int:
        return sum(map(len, self.groups))

    @cached_property
    def score(self) -> Estimate:
        """The mean score of the first rule. Openings are the sample; with a single one, its pairs of games are."""
        if len(self.groups) == 1:
            return estimates.mean_share(self.groups[0])
        return estimates.mean_share([sum(group) / len(group) for group in self.groups])

    @property
    def split(self) -> float:
        return sum(map(split, self.results)) / self.pairs


Cells = Mapping[tuple[str, int], Cell]


def play_cells(session: Session, race: OpeningRace, depths: Sequence[int] = DEPTHS) -> dict[tuple[str, int], Cell]:
    """The games of all pairs of rules at these depths; the same number of games in each."""
    found = {}
    for depth in depths:
        openings = draw_openings(parse_game(race.game), depth, race.openings, session.seed)
        pairs = race.openings * race.pairs // len(openings)
        for place, (name, (a, b)) in enumerate(PAIRS.items()):
            first, second = race.agent(a), race.agent(b)
            what = f"openings: {first} against {second}, {race.game}, {len(openings)} of {depth} plies, {pairs} pairs"
            seed = Rng(session.seed, GAMES + place * len(DEPTHS) + DEPTHS.index(depth)).next()
            play = partial(play_race, race.game, first, second, openings, pairs, seed, session.workers)
            found[name, depth] = Cell(**session.remember(what, play))
    return found
