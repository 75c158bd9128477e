"""Players with a trained network: alone, and in a search."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from plyground.agents.base import Agent, Decision, register
from plyground.agents.mcts import Mcts
from plyground.agents.presets import Preset
from plyground.games.base import Game, State, require_decision
from plyground.search.evaluate.network import NetworkFile
from plyground.search.part import MOST_LEAVES, Select
from plyground.search.select import Gumbel
from plyground.text_form import MOST, param, seed_param

PLAYS_TO_WIN = Gumbel(noise=0.0)


@register("alphazero")
@dataclass
class AlphaZero(Preset):
    """Searches with a trained network, which gives the values of leaves and the priors of moves (Silver et al. 2018).

    Args:
        file: A network file of `plyground train alphazero`; empty means the network that plyground ships for the game.
        simulations: Simulations a move.
        select: How to walk down the tree: gumbel, puct.
        leaves: Number of leaves that wait for the network together.
        seed: Seed of the random choices.
    """

    file: str = ""
    simulations: int = param(64, low=2, high=MOST)
    select: Select | str = PLAYS_TO_WIN
    leaves: int = param(8, low=1, high=MOST_LEAVES)
    seed: int = seed_param()

    def expanded(self) -> Mcts:
        evaluate = NetworkFile(self.file, leaves=self.leaves)
        return Mcts(simulations=self.simulations, select=self.select, evaluate=evaluate, seed=self.seed)


@register("network")
@dataclass
class NetworkAgent(Agent):
    """Plays the move that a trained network prefers, without a search.

    Args:
        file: A network file of `plyground train alphazero`; empty means the network that plyground ships for the game.
    """

    file: str = ""

    def check(self, game: Game) -> None:
        NetworkFile(self.file).check(game)

    def files(self, game: Game) -> Sequence[Path]:
        return NetworkFile(self.file).files(game)

    def choose(self, state: State) -> Decision:
        require_decision(state)
        values, logits = NetworkFile(self.file).answers([state])[0]
        actions = state.actions()
        best = max(range(len(actions)), key=logits.__getitem__)
        return Decision(actions[best], values, {"logits": dict(zip(actions, logits, strict=True))})
