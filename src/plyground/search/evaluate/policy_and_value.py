"""Policy and value from two sources: the prior from a network, the value from another one or from rollouts."""

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.errors import PlygroundError
from plyground.games.base import State
from plyground.rng import Rng
from plyground.search.evaluate.batched import NetworkEvaluate
from plyground.search.evaluate.network import NetworkFile
from plyground.search.evaluate.rollout import Rollout
from plyground.search.part import MOST_LEAVES, Evaluate, register_evaluate
from plyground.search.walk import Move, Walk
from plyground.text_form import param

PRIOR = NetworkFile()
VALUE = Rollout()


@register_evaluate("policy_and_value")
@dataclass(frozen=True)
class PolicyAndValue(Evaluate):
    """Takes the prior of the moves from one evaluation and the value of a leaf from another.

    With value=rollout only the policy comes from a network. With two networks they are the policy network and the value
    network of AlphaGo.

    Silver et al.: Mastering the game of Go with deep neural networks and tree search (2016).

    Args:
        policy: Source of the prior, such as network.
        value: Source of the value, such as rollout, network or heuristic.
        leaves: Number of leaves of one search that wait for the networks together.
    """

    gives_logits = True
    reads_files = True

    policy: Evaluate | str = PRIOR
    value: Evaluate | str = VALUE
    leaves: int = param(1, low=1, high=MOST_LEAVES)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self._parts[0].gives_logits:
            raise PlygroundError(f"policy_and_value: {self.policy} gives no prior of moves: use policy=network")
        if self._parts[1].all_needs():
            raise PlygroundError(
                f"policy_and_value: {self.value} reads the tree, which is not at hand: use value=rollout"
            )
        for part in self._parts:
            if part.leaves > 1:
                raise PlygroundError(
                    f"policy_and_value: leaves wait for both parts: set leaves={part.leaves} here, not in {part}"
                )

    @property
    def _parts(self) -> tuple[Evaluate, Evaluate]:
        """The sources of the prior and of the value: texts became parts when this object was made."""
        assert isinstance(self.policy, Evaluate)
        assert isinstance(self.value, Evaluate)
        return self.policy, self.value

    def values(self, state: State, rng: Rng, moves: list[Move]) -> list[float]:
        return self._parts[1].values(state, rng, moves)

    def judge(self, leaves: Sequence[Walk]) -> list[tuple[list[float], list[float]]]:
        policy, value = self._parts
        priors = [logits for _, logits in policy.judge(leaves)]
        if isinstance(value, NetworkEvaluate):
            values = [found for found, _ in value.judge(leaves)]
        else:
            values = [value.values(leaf.state.clone(), leaf.rng, leaf.moves) for leaf in leaves]
        return list(zip(values, priors, strict=True))
