"""Evaluation by a trained network: the value of a leaf and the priors of its moves."""

from dataclasses import dataclass
from pathlib import Path

from plyground.games.base import Game
from plyground.search.evaluate.batched import BatchEvaluator, NetworkEvaluate
from plyground.search.part import MOST_LEAVES, register_evaluate
from plyground.text_form import param


@register_evaluate("network")
@dataclass(frozen=True)
class NetworkFile(NetworkEvaluate):
    """Takes values and priors from a trained network (`plyground train alphazero`).

    Silver et al.: A general reinforcement learning algorithm that masters chess, shogi and Go through self-play (2018).

    Args:
        file: The network's file; if empty, the network that plyground ships for the game.
        prior: Whether to take the prior of the moves, too, for rules such as puct and gumbel. Without it, the value
            replaces a rollout, in any search.
        leaves: Number of leaves of one search that wait for the network together.
    """

    reads_files = True

    file: str = ""
    prior: bool = True
    leaves: int = param(1, low=1, high=MOST_LEAVES)

    @property
    def gives_logits(self) -> bool:  # type: ignore[override]
        return self.prior

    def evaluator(self, game: Game) -> BatchEvaluator:
        from plyground.net.trained import trained_network

        return trained_network(self.file, game).evaluate

    def check(self, game: Game) -> None:
        self.evaluator(game)

    def files(self, game: Game) -> list[Path]:
        from plyground.net.trained import network_path

        return [network_path(self.file, game)]
