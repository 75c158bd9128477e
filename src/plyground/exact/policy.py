"""Policies, the players of exact tools: the probability of every action in every state."""

import math
from collections.abc import Callable, Mapping, Sequence
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


def probabilities(policy: Policy, state: State, legal: Sequence[int]) -> list[Number]:
    """The probability of each legal action, checked: no other action, none negative, sum one."""
    found = policy(state)
    for action, p in found.items():
        if action not in legal:
            raise PlygroundError(f"the policy plays {action}, which is illegal in a state of {state.game}")
        if not p >= 0:
            raise PlygroundError(f"the policy gives action {action} the probability {p}")
    total = sum(map(float, found.values()))
    if abs(total - 1.0) > 1e-9:
        raise PlygroundError(f"the probabilities of a policy must sum to one, not to {total:g}")
    return [found.get(action, 0) for action in legal]


def mean(weights: Sequence[Number], values: Sequence[Number]) -> Number:
    """Σ weight · value. Fractions are added over a common denominator, ten times as fast as one by one."""
    terms = [(w, v) for w, v in zip(weights, values, strict=True) if w and v]
    if not all(isinstance(w, Fraction) and isinstance(v, Fraction) for w, v in terms):
        return sum((w * v for w, v in terms), Fraction(0))
    products = [(w.numerator * v.numerator, w.denominator * v.denominator) for w, v in terms]  # type: ignore[union-attr]
    common = math.lcm(*(below for _, below in products))
    return Fraction(sum(above * (common // below) for above, below in products), common)
