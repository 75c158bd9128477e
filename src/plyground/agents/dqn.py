"""DQN: a network learns the value of every action, and plays the best one."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from plyground.agents.base import Agent, Decision, register
from plyground.errors import PlygroundError
from plyground.games.base import Game, State, require_decision
from plyground.games.planes import pack

if TYPE_CHECKING:
    from plyground.net.network import Network


@register("dqn")
@dataclass
class Dqn(Agent):
    """Plays the action that a network values highest (`plyground train dqn`).

    Mnih et al.: Human-level control through deep reinforcement learning (2015).

    Args:
        file: A network file of `plyground train dqn`.
    """

    file: str = ""

    def check(self, game: Game) -> None:
        self._network(game)

    def files(self, game: Game) -> list[str]:
        return [self.file] if self.file else []

    def choose(self, state: State) -> Decision:
        values = self._action_values(state)
        return Decision(max(values, key=values.__getitem__), info={"action_values": values})

    def policy(self, state: State) -> dict[int, Fraction]:
        return {self.choose(state).action: Fraction(1)}

    def _action_values(self, state: State) -> dict[int, float]:
        require_decision(state)
        answer = self._network(state.game).evaluate(pack(state)[None]).logits[0]
        return {action: float(answer[action]) for action in state.actions()}

    def _network(self, game: Game) -> "Network":
        from plyground.net.architecture import QNetwork
        from plyground.net.trained import trained_network

        if not self.file:
            raise PlygroundError(
                f"dqn has learnt nothing yet: plyground train dqn --game '{game}' --out FILE, then play dqn(file=FILE)"
            )
        network = trained_network(self.file, game)
        if not isinstance(network.architecture, QNetwork):
            raise PlygroundError(f"{self.file} does not value actions: play it as network(file=…) or alphazero(file=…)")
        return network
