"""Minimax with dice for Ludo, on the evaluation of the rule-based player."""

import math
from dataclasses import dataclass

from plyground.agents.base import Agent, Decision, register
from plyground.agents.lookahead import swift
from plyground.agents.ludo_rules import Rules, ludo_rules, tokens_of
from plyground.games.base import CHANCE, TERMINAL, Game, State, require_decision
from plyground.games.ludo_rules import LudoRules
from plyground.text_form import param

WON = 10_000.0  # beyond every evaluation


@register("ludo_minmax")
@dataclass
class LudoMinMax(Agent):
    """Plays Ludo as the MinMax player of Yadav's thesis: looks ahead, and assumes that all others play against it.

    Dice are weighted by their probabilities, and the evaluation of `rules` judges at the horizon. The thesis gives no
    depth. wsandst/beta-knuff, the program with the thesis's names, looks at its own move and three more. The default
    of 2, its own move and the next player's, takes a fiftieth of the time. Plays the last of equally good moves.

    Args:
        depth: Decisions to look ahead.
    """

    depth: int = param(2, low=1, high=10)

    def check(self, game: Game) -> None:
        ludo_rules(self, game)

    def choose(self, state: State) -> Decision:
        require_decision(state)
        rules = ludo_rules(self, state.game)
        actions = state.actions()
        if len(actions) == 1:
            return Decision(actions[0])
        seat, state = state.player, swift(state)
        best, action = max((self._value(_after(state, a), rules, seat, self.depth - 1), a) for a in actions)
        return Decision(action, None, {"score": best})

    def _value(self, state: State, rules: LudoRules, seat: int, depth: int) -> float:
        if state.player == TERMINAL:
            return WON if state.returns()[seat] > 0 else -WON
        if depth == 0:
            tokens = tokens_of(rules, state)
            return Rules().score(rules, tokens, tokens, seat)
        if state.player == CHANCE:
            # Exact, so that the order of close moves is the same in every Python: `sum` rounds otherwise from 3.12 on.
            return math.fsum(p * self._value(_after(state, roll), rules, seat, depth) for roll, p in state.chance())
        values = (self._value(_after(state, action), rules, seat, depth - 1) for action in state.actions())
        return max(values) if state.player == seat else min(values)


def _after(state: State, action: int) -> State:
    child = state.clone()
    child.apply(action)
    return child
