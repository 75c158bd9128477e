"""Training a table: episodes against an opponent, or against itself. Twin: `src/native/learn/tabular.hpp`.

Episode i draws everything from stream i of the seed, so that 500 episodes and then 500 more give the table of
1000, bit by bit, in Python and in C++.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from plyground.agents.base import Agent, parse_agent
from plyground.agents.episodes import SELF, Episodes, opponent_move
from plyground.agents.learner import Learner, Table, best_options
from plyground.agents.simple import Random
from plyground.errors import PlygroundError
from plyground.games.base import CHANCE, TERMINAL, Game, State, position_of
from plyground.games.native import Engine, choose_engine, native_game
from plyground.rng import Rng
from plyground.text_form import MOST, require_whole
from plyground.turns import OneAtATime

if TYPE_CHECKING:
    from plyground import _native

# Episodes between two reports of progress in C++; Python reports each one.
BATCH = 200


class Training(Episodes):
    """A learner, its opponent, and its table so far; with the opponent `self` all seats learn, in one table."""

    def __init__(
        self,
        learner: Learner | str,
        game: Game | str,
        opponent: Agent | str = "random",
        seat: int | None = None,
        seed: int = 0,
        engine: Engine = "auto",
    ) -> None:
        self.learner: Learner = parse_learner(learner)
        super().__init__(game, opponent, seat, seed)
        self._alone = OneAtATime("training")
        self._table = Table(self.learner.initial)
        self._native = self._make_native(engine)
        self._behind = False  # whether the native table is newer than `_table`

    @property
    def rule(self) -> str:
        return self.learner.rule

    @property
    def sizes(self) -> dict[str, int]:
        return {"cells": len(self.table)}

    @property
    def engine(self) -> str:
        """The engine that plays the episodes: native or python."""
        return "python" if self._native is None else "native"

    @property
    def table(self) -> Table:
        """The table so far."""
        if self._behind and self._native is not None:
            self._behind = False
            for cell, value, visits in self._native.cells():
                self._table.values[cell], self._table.visits[cell] = value, visits
        return self._table

    def run(self, episodes: int, progress: Callable[[int], object] | None = None) -> None:
        """Play more episodes. `progress` gets the number of episodes since its last call.

        An exception of `progress` ends the run between two episodes: the training can be saved and continued.
        """
        require_whole("the number of episodes", episodes, 0, MOST)
        with self._alone:
            while episodes > 0:
                batch = 1
                if self._native is not None:
                    batch = min(BATCH, episodes)
                    self._behind = True
                    self.results += self._native.run(self.episodes, batch)
                    self._behind = True  # again: another thread may have read the table before the run
                else:
                    self.results.append(self._play(self.episodes))
                episodes -= batch
                if progress is not None:
                    progress(batch)

    def action_values(self, state: State | str) -> dict[int, float]:
        """The learnt value of every legal action, in units of reward."""
        state = position_of(state, self.game)
        actions = state.actions()
        table = self.table
        return {a: table.value(cell) for a, cell in zip(actions, self.learner.cells(state, actions), strict=True)}

    def best_actions(self, state: State | str) -> list[int]:
        """The actions from which greedy play chooses: those of the highest value, with ties=first only the first."""
        values = self.action_values(state)
        actions = list(values)
        return [actions[option] for option in best_options(list(values.values()), self.learner.ties)]

    def restore(self, table: Table, results: bytes) -> None:
        """Take over a table, and the results of the episodes in which it was learnt."""
        self._table, self.results, self._behind = table, bytearray(results), False
        if self._native is not None:
            for cell, value in table.values.items():
                self._native.put(cell, value, table.visits[cell])

    def _play(self, episode: int) -> int:
        """Play and learn from one episode; returns its result."""
        learner, table, step = self.learner, self._table, self.learner.step_in(episode)
        seat = self.seat_in(episode)
        rng = Rng(self.seed, episode)
        paths: list[list[bytes]] = [[] for _ in range(self.game.num_players)]
        others = self.seat_opponents(seat, rng)
        state = self.game.initial_state()
        while state.player != TERMINAL:
            mover = state.player
            if mover == CHANCE:
                move = rng.outcome(state.chance())
            elif mover == seat or self.opponent == SELF:
                actions = state.actions()
                cells = learner.cells(state, actions)
                choice = learner.decide(table, paths[mover], cells, step, rng)
                paths[mover].append(cells[choice])
                move = actions[choice]
            else:
                move = opponent_move(state, others, rng)
            for other in others.values():
                other.observe(state, move)
            state.apply(move)
        returns = state.returns()
        for path, value in zip(paths, returns, strict=True):
            learner.finish(table, path, learner.reward(value), step)
        return self.result(returns, seat)

    def _make_native(self, engine: Engine) -> "_native.Learner | None":
        """The learner in C++, or None if the episodes run in Python."""
        reason = None
        if self.learner.symmetric:
            reason = "symmetric=true"
        elif self.opponent != SELF and not isinstance(self.opponent, Random):
            reason = f"the opponent {self.opponent}"
        elif type(self.learner).__module__.partition(".")[0] != "plyground":
            reason = f"the learner {self.learner.name}"
        if reason is not None:
            if engine == "native":
                raise PlygroundError(f"training in C++ does not support {reason}: use engine=python")
            choose_engine(self.game, engine)
            return None
        if choose_engine(self.game, engine) is None:
            return None
        return _native_learner(self)


def train(
    learner: Learner | str,
    game: Game | str,
    episodes: int,
    opponent: Agent | str = "random",
    seat: int | None = None,
    seed: int = 0,
    engine: Engine = "auto",
    progress: Callable[[int], object] | None = None,
) -> Training:
    """Train a learner from the start. `Training.run` continues the training, `save_training` saves it to a file."""
    training = Training(learner, game, opponent, seat, seed, engine)
    training.run(episodes, progress)
    return training


def parse_learner(text: Learner | str) -> Learner:
    """The learner that a text names: `q_learning`, `sarsa(alpha=0.3)`."""
    learner = parse_agent(text)
    if not isinstance(learner, Learner):
        raise PlygroundError(f"{learner} does not learn: use q_learning, sarsa or monte_carlo")
    return learner


def _native_learner(training: Training) -> "_native.Learner":
    from plyground import _native

    learner = training.learner
    spec = _native.LearnSpec(learner.name)
    spec.afterstates = learner.afterstates
    spec.first_of_ties = learner.ties == "first"
    spec.average = learner.alpha is None
    if learner.alpha is not None:
        spec.alpha = learner.alpha
        spec.alpha_end = learner.alpha if learner.alpha_end is None else learner.alpha_end
    spec.epsilon = learner.epsilon
    spec.epsilon_end = learner.epsilon if learner.epsilon_end is None else learner.epsilon_end
    spec.anneal, spec.gamma, spec.initial = learner.anneal, learner.gamma, learner.initial
    spec.win, spec.loss, spec.draw, spec.step = learner.win, learner.loss, learner.draw, learner.step
    spec.seat = -1 if training.seat is None else training.seat
    spec.self_play = training.opponent == SELF
    spec.seed = training.seed
    twin = native_game(training.game)
    assert twin is not None
    return _native.learner(twin, spec)
