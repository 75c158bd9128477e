"""The searches of five documents, by name.

All but `mcts_thesis` are `mcts(…)` with the document's parts; `expanded` returns that agent.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.agents.base import Agent, Decision, register
from plyground.agents.mcts import Mcts
from plyground.games.base import Game, State, require_decision
from plyground.games.native import Engine
from plyground.rng import Rng
from plyground.search import Search, configure
from plyground.search.backup import Bayes, Mean
from plyground.search.decide import MostVisits
from plyground.search.expand import AllChildren, OneChild
from plyground.search.part import Backup, Expand, Select
from plyground.search.select import BayesUct2, EpsilonGreedy, RandomOpponent, TreeShape, Ucb1
from plyground.search.select.tree_shape import Criterion
from plyground.text_form import MOST, param, seed_param

ROOT_2 = math.sqrt(2.0)


class Preset(Agent, ABC):
    """An agent that is a search with given parts.

    Args:
        simulations: Simulations a move.
        engine: The engine of the search: python, native (C++), or auto: native if game and parts have a twin.
        seed: The same seed plays the same moves.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        self._player = self.expanded()

    simulations: int
    seed: int

    @abstractmethod
    def expanded(self) -> Mcts:
        """The agent with all its parts."""

    def with_parts(self, select: Select | str, expand: Expand | str, backup: Backup | str, **options: Any) -> Mcts:
        """A search with these parts and the preset's budget and seed; it plays the most visited move."""
        return Mcts(
            simulations=self.simulations,
            select=select,
            expand=expand,
            backup=backup,
            decide=MostVisits(),
            seed=self.seed,
            **options,
        )

    def check(self, game: Game) -> None:
        self._player.check(game)

    def files(self, game: Game) -> Sequence[str | Path]:
        return self._player.files(game)

    def reset(self, game: Game, seat: int, seed: int) -> None:
        self._player.reset(game, seat, seed)

    def choose(self, state: State) -> Decision:
        return self._player.choose(state)

    def act(self, state: State) -> int:
        return self._player.act(state)

    def observe(self, state: State, action: int) -> None:
        self._player.observe(state, action)

    def thinks_in_python(self, game: Game) -> bool:
        return self._player.thinks_in_python(game)

    @property
    def remembers(self) -> bool:
        return self._player.remembers


@register("uct_classic")
@dataclass(kw_only=True)
class UctClassic(Preset):
    """Plays classic UCT as in Turcotte's lecture (MCTSClassicSolver): one child per simulation, a new tree per move.

        mean + √2 · √(ln(N + 1)/n)

    The lecture keeps the first of equally visited moves; here the higher value decides.
    """

    simulations: int = param(500, low=1, high=MOST)
    engine: Engine = "auto"
    seed: int = seed_param()

    def expanded(self) -> Mcts:
        return self.with_parts(Ucb1(ROOT_2, plus_one=True), OneChild(), Mean(), engine=self.engine)


@register("uct_learner")
@dataclass(kw_only=True)
class UctLearner(Preset):
    """Plays classic UCT as the learner of Turcotte's lecture, keeping statistics by state across moves and games.

    The lecture tries new moves in reverse order; here the order is random.
    """

    simulations: int = param(500, low=1, high=MOST)
    seed: int = seed_param()

    def expanded(self) -> Mcts:
        return self.with_parts(Ucb1(ROOT_2, plus_one=True), OneChild(), Mean(), merge="states")


@register("uct_nxn")
@dataclass(kw_only=True)
class UctNxn(Preset):
    """Plays the search of Ali's n×n tic-tac-toe: ε-greedy over UCB1 with √2, and all children at once.

    Ali runs 25, 50 or 100 simulations. The report gives no ε for its search; 0.1 is the ε of its other learners.

    Args:
        epsilon: The probability of a random child on the way down.
    """

    simulations: int = param(100, low=1, high=MOST)
    epsilon: float = param(0.1, low=0, high=1)
    engine: Engine = "auto"
    seed: int = seed_param()

    def expanded(self) -> Mcts:
        return self.with_parts(EpsilonGreedy(self.epsilon, Ucb1(ROOT_2)), AllChildren(), Mean(), engine=self.engine)


@register("uct_vs_random")
@dataclass(kw_only=True)
class UctVsRandom(Preset):
    """Plays the search of Qi and Hu, which assumes a random opponent and counts wins alone.

    UCB1 with √2 selects the player's moves; a win is worth 1, any other result 0. The report searches until the
    root's value changes by less than 10⁻⁶, which took 200,001 simulations; here every move takes that many.
    """

    simulations: int = param(200_001, low=1, high=MOST)
    engine: Engine = "auto"
    seed: int = seed_param()

    def expanded(self) -> Mcts:
        return self.with_parts(
            RandomOpponent(Ucb1(ROOT_2)), OneChild(), Mean(win=1.0, draw=0.0, loss=0.0), engine=self.engine
        )


@register("bayes_mcts")
@dataclass(kw_only=True)
class BayesMcts(Preset):
    """Plays the search of Yadav's thesis, chapter 5: beliefs instead of means, and their maxima backed up.

    After Tesauro, Rajan and Segal, who give two formulas. The thesis does not say which one it uses; this is the
    better one, Bayes-UCT2.
    """

    simulations: int = param(1000, low=1, high=MOST)
    engine: Engine = "auto"
    seed: int = seed_param()

    def expanded(self) -> Mcts:
        return self.with_parts(BayesUct2(), OneChild(), Bayes(), engine=self.engine)


# cr and the target shape. The article gives neither; these values were found by `plyground tune` at 50,000 simulations
# against UCT with C = 0.55 in 1,200 games each (experiments/chapters/tree_shape.md).
SHAPES = {"dwc": (0.03383, 9.778), "wdc": (0.02084, 1.879)}


@register("mcts_tsc")
@dataclass(kw_only=True)
class MctsTsc(Preset):
    """Plays Marchenko's search with tree shape control: C = 0.55 and, by default, 50,000 simulations per move.

    The article varies the budget from 50,000 to 300,000 and does not give its coefficients: ours are tuned.

    Args:
        criterion: The controlled ratio: depth to width (dwc) or width to depth (wdc).
    """

    criterion: Criterion = "dwc"
    simulations: int = param(50_000, low=1, high=MOST)
    engine: Engine = "auto"
    seed: int = seed_param()

    def expanded(self) -> Mcts:
        cr, target = SHAPES[self.criterion]
        return self.with_parts(
            TreeShape(criterion=self.criterion, c=0.55, cr=cr, target=target), OneChild(), Mean(), engine=self.engine
        )


@register("mcts_thesis")
@dataclass(kw_only=True)
class MctsThesis(Agent):
    """Plays tic-tac-toe as in Yadav's thesis: playouts from the empty board once, then the move of the best known
    value.

    It follows nestedsoftware/tictac, the program with the thesis's names and numbers: mirrored and rotated boards
    share their statistics, every move of a playout enters the tree, c = √2, and a draw counts as much as a win. There
    are two differences: that program divides by the visits of all parents of a state and tries new moves in board
    order; this one divides by the visits of the parent on the path and tries new moves in random order. If the
    playouts reached no state that a legal move leads to, it plays a random move.

    Args:
        playouts: Games from the empty board before the first move.
        draw: Value of a draw, between a loss (0) and a win (1).
        seed: The same seed plays the same moves.
    """

    playouts: int = param(4000, low=1, high=MOST)
    draw: float = param(1.0, low=0, high=1)
    seed: int = seed_param()

    def __post_init__(self) -> None:
        super().__post_init__()
        self._rng = Rng(self.seed)
        self._search: Search | None = None

    def check(self, game: Game) -> None:
        self._new_search(game, 0)

    def reset(self, game: Game, seat: int, seed: int) -> None:
        self._rng = Rng(seed, self.seed)

    def choose(self, state: State) -> Decision:
        require_decision(state)
        search = self._learn(state.game)
        assert search.transpositions is not None
        known = []
        for action in state.actions():
            child = state.clone()
            child.apply(action)
            visits, value = search.transpositions.lookup(child.canonical_key(), state.player) or (0, 0.0)
            if visits:
                known.append((value, action))
        if not known:
            actions = state.actions()
            return Decision(actions[self._rng.below(len(actions))], None, {"known": 0})
        value, action = max(known, key=lambda pair: pair[0])
        return Decision(action, None, {"known": len(known), "value": value})

    def _learn(self, game: Game) -> Search:
        """The search that has run the playouts; they run only once, unless `game` changes."""
        if self._search is None or self._search.game != game:
            self._search = self._new_search(game, self._rng.next())
            self._search.run(game.initial_state(), self.playouts)
        return self._search

    def _new_search(self, game: Game, seed: int) -> Search:
        parts = configure(select=Ucb1(ROOT_2), expand=OneChild(after=0), backup=Mean(win=1.0, draw=self.draw, loss=0.0))
        return Search(game, parts, seed=seed, merge="symmetric")
