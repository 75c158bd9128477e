"""Monte Carlo tree search as a player."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from plyground.agents.base import Agent, Decision, register
from plyground.games.base import Game, State, require_decision
from plyground.games.native import Engine
from plyground.rng import Rng
from plyground.search import Backup, Budget, Config, Decide, Evaluate, Expand, Search, Select, configure
from plyground.search.evaluate import Function
from plyground.search.search import Merge, Parallel
from plyground.text_form import LONGEST, MOST, param, seed_param

DEFAULT_SIMULATIONS = 1000


@register("mcts")
@dataclass(kw_only=True)
class Mcts(Agent):
    """Searches before every move with Monte Carlo tree search: 1000 simulations, or the given limits.

    `plyground parts` lists the parts; the default is classic UCT. `evaluate` may also be a function of a state.

    Args:
        simulations: Simulations a move; none means no limit if `seconds` is given, else 1000.
        seconds: Time for a move.
        select: How to walk down the tree.
        expand: When to add children to a leaf.
        evaluate: How to value a leaf.
        backup: How to update the nodes on the way back.
        decide: Which move to play.
        keep_tree: Continue from the subtree of the moves played.
        merge: Which positions share statistics, across games too: none, equal ones (states), or also mirrored and
            rotated ones (symmetric).
        threads: Number of threads; more than one requires the C++ engine.
        parallel: Whether each thread grows its own tree (root), or all threads share one (tree).
        engine: The engine of the search: python, native (C++), or auto: native if game and parts have a twin.
        seed: The same seed plays the same moves.
    """

    simulations: int | None = param(None, low=0, high=MOST)
    seconds: float | None = param(None, low=0, high=LONGEST)
    select: Select | str | None = None
    expand: Expand | str | None = None
    evaluate: Evaluate | Callable[[State], Sequence[float]] | str | None = None
    backup: Backup | str | None = None
    decide: Decide | str | None = None
    keep_tree: bool = False
    merge: Merge = "none"
    threads: int = param(1, low=1, high=1024)
    parallel: Parallel = "root"
    engine: Engine = "auto"
    seed: int = seed_param()

    def __post_init__(self) -> None:
        if self.evaluate is not None and not isinstance(self.evaluate, (Evaluate, str)):
            self.evaluate = Function(self.evaluate)
        super().__post_init__()
        simulations = DEFAULT_SIMULATIONS if self.simulations is None and self.seconds is None else self.simulations
        self._budget = Budget(simulations=simulations, seconds=self.seconds)
        self._config = configure(self.select, self.expand, self.evaluate, self.backup, self.decide)
        self._rng = Rng(self.seed)
        self._search: Search | None = None

    @property
    def config(self) -> Config:
        """The five parts, with defaults for those left out."""
        return self._config

    @property
    def budget(self) -> Budget:
        """The limits of the search for one move."""
        return self._budget

    def reset(self, game: Game, seat: int, seed: int) -> None:
        self._rng = Rng(seed, self.seed)
        if self.merge == "none":
            self._search = None

    def choose(self, state: State) -> Decision:
        require_decision(state)
        search = self.searcher(state)
        result = search.resume(self._budget)
        assert result.action is not None
        value, values = result.action_value, None
        if value is not None and self._config.opposed(state.game):
            values = [value, -value] if state.player == 0 else [-value, value]
        return Decision(result.action, values, result.to_dict())

    def searcher(self, state: State) -> Search:
        """The search that `choose` runs for `budget`, with this state at its root: the kept one, or a new tree."""
        search = self._search
        if search is None or search.game != state.game:
            search = self._search = self._new_search(state.game, self._rng.next())
        elif (self.keep_tree or self.merge != "none") and search.at(state):
            return search
        elif self.merge == "none":
            search.seed = self._rng.next()
        search.start(state)
        return search

    def act(self, state: State) -> int:
        require_decision(state)
        search = self.searcher(state)
        search.grow(self._budget)
        return search.decide()

    def check(self, game: Game) -> None:
        self._new_search(game)

    def files(self, game: Game) -> Sequence[str | Path]:
        return [path for part in self._config.all_parts() for path in part.files(game)]

    def thinks_in_python(self, game: Game) -> bool:
        return self._new_search(game).holds_python

    @property
    def remembers(self) -> bool:
        return self.merge != "none"

    def observe(self, state: State, action: int) -> None:
        if self.keep_tree and self._search is not None and self._search.at(state):
            self._search.advance(action)

    def _new_search(self, game: Game, seed: int = 0) -> Search:
        return Search(
            game,
            self._config,
            engine=self.engine,
            seed=seed,
            merge=self.merge,
            threads=self.threads,
            parallel=self.parallel,
        )
