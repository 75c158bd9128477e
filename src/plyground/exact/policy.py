"""Who plays, as exact tools see it: for every state the probability of every action."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from plyground.agents.base import Agent, parse_agent
from plyground.errors import PlygroundError
from plyground.games.base import State

# Fractions stay fractions: uniform play gives 737/1260, not 0.5849206….
Number = Fraction | float
Policy = Callable[[State], Mapping[int, Number]]


def policy_of(player: Policy | Agent | str) -> Policy:
    """The policy of an agent or of its text form (`random`); a policy passes through."""
    if isinstance(player, (Agent, str)):
        return parse_agent(player).policy
    return player


def deterministic(agent: Agent | str) -> Policy:
    """The policy of an agent that plays the same action whenever it sees the same state."""
    player = parse_agent(agent)

    def choose(state: State) -> dict[int, Number]:
        return {player.choose(state).action: Fraction(1)}

    return choose


def probabilities(policy: Policy, state: State) -> dict[int, Number]:
    """The probabilities of a policy in a state, checked: legal actions, none negative, sum one."""
    found = {action: p for action, p in policy(state).items() if p != 0}
    legal = state.actions()
    for action, p in found.items():
        if action not in legal:
            raise PlygroundError(f"the policy plays {action}, which is illegal in a state of {state.game}")
        if not p > 0:
            raise PlygroundError(f"the policy gives action {action} the probability {p}")
    total = float(sum(found.values()))
    if abs(total - 1.0) > 1e-9:
        raise PlygroundError(f"the probabilities of a policy must sum to one, not to {total:g}")
    return found
