"""Rule-based Ludo players: they score the board after each legal move and play the move with the highest score.

A token's *worth* is the distance that it has walked from its start square. Its *prey* are the tokens that it could
capture with one roll, its *hunters* those that could capture it with one roll. Safe squares, blocks and game rules
without capture are taken into account.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from plyground.agents.base import Agent, Decision, register
from plyground.agents.lookahead import swift
from plyground.errors import PlygroundError
from plyground.games.base import Game, State, require_decision
from plyground.games.ludo import Ludo
from plyground.games.ludo_rules import LudoRules

REACH = 6  # squares that one roll covers at most
Tokens = Sequence[Sequence[int]]  # the steps of each seat's tokens


class Stack(NamedTuple):
    """Tokens of one seat on one track square: their total worth, and the captures possible with one roll."""

    worth: int
    prey: int  # the worth of the stacks that these tokens could capture
    hunters: int  # number of stacks that could capture these tokens


def stacks(rules: LudoRules, tokens: Tokens, seat: int) -> list[Stack]:
    """The stacks of a seat on the track."""
    lap, track, quarter = rules.lap, rules.track, rules.track // 4
    worth_on: dict[int, int] = {}  # of the other seats' tokens, by square
    blocked: set[int] = set()
    if rules.capture:
        for other, steps in enumerate(tokens):
            if other != seat:
                start = rules.quarters[other] * quarter - 1
                for step in steps:
                    if 0 < step <= lap:
                        square = (start + step) % track
                        if square in worth_on and rules.stack == "block":
                            blocked.add(square)
                        worth_on[square] = worth_on.get(square, 0) + step - 1
    found = []
    safe, start = rules.safe_squares, rules.quarters[seat] * quarter - 1
    mine = [step for step in tokens[seat] if 0 < step <= lap]
    for step in dict.fromkeys(mine):
        count, square, reach = mine.count(step), (start + step) % track, min(REACH, lap - step)
        protected = square in safe or (count > 1 and rules.stack == "block")
        prey = hunters = 0
        for at, worth in worth_on.items():
            distance = (at - square) % track
            if 0 < distance <= reach and at not in safe and at not in blocked:
                prey += worth
            elif distance >= track - REACH and not protected:
                hunters += 1
        found.append(Stack((step - 1) * count, prey, hunters))
    return found


def standing(rules: LudoRules, steps: Sequence[int]) -> int:
    """(39 − distance from the exit) per token on the track, 50 in the home column, 60 at home.

    39 − distance is the distance walked on a lap of 40 squares. On a lap of n squares a token counts n + 10 in the
    home column and n + 20 at home.
    """
    total = 0
    for step in steps:
        if step >= rules.goal:
            total += rules.lap + 20
        elif step > rules.lap:
            total += rules.lap + 10
        elif step:
            total += step - 1
    return total


class LudoPlayer(Agent, ABC):
    """Plays the move with the highest score; of equal ones the last, which moves the foremost token."""

    def check(self, game: Game) -> None:
        ludo_rules(self, game)

    def choose(self, state: State) -> Decision:
        require_decision(state)
        seat, rules = state.player, ludo_rules(self, state.game)
        actions = state.actions()
        if len(actions) == 1:
            return Decision(actions[0])
        state = swift(state)
        before = tokens_of(rules, state)
        scores = []
        for action in actions:
            child = state.clone()
            child.apply(action)
            scores.append((self.score(rules, before, tokens_of(rules, child), seat), action))
        best, action = max(scores)
        return Decision(action, None, {"score": best})

    @abstractmethod
    def score(self, rules: LudoRules, before: Tokens, after: Tokens, seat: int) -> float:
        """The score of the move that leads from the tokens `before` to the tokens `after`."""


def ludo_rules(agent: Agent, game: Game) -> LudoRules:
    """The rules of this game; raises if it is not Ludo."""
    if not isinstance(game, Ludo):
        raise PlygroundError(f"{agent.name} plays only Ludo, not {game}")
    return game.rule_book


def tokens_of(rules: LudoRules, state: State) -> Tokens:
    """The steps of every seat's tokens, read off the state's key."""
    key, n = state.key(), rules.tokens
    assert isinstance(key, bytes)
    return [key[seat * n : (seat + 1) * n] for seat in range(rules.players)]


@register("rules")
@dataclass
class Rules(LudoPlayer):
    """Plays Ludo by the rules of Yadav's thesis, section 4.3: worth of the tokens, and threats within six squares.

    The score is Σ own − Σ others of `standing`, plus ⌊(prey − worth · hunters) / 6⌋ for every own stack. A token on its
    start square is worth no more than one in the yard: if only a 6 brings tokens in, the player rarely brings one in,
    and is weak.

    The thesis does not say which of equal moves the player takes. wsandst/beta-knuff, the program with the thesis's
    names and constants, takes the last. In that program the first seat also sees prey beyond its own exit, which it
    cannot reach; here no seat does.
    """

    def score(self, rules: LudoRules, before: Tokens, after: Tokens, seat: int) -> float:
        total = 2 * standing(rules, after[seat]) - sum(standing(rules, steps) for steps in after)
        return total + sum((s.prey - s.worth * s.hunters) // 6 for s in stacks(rules, after, seat))


@register("aggressive")
@dataclass
class Aggressive(LudoPlayer):
    """Plays Ludo by captures, the most advanced token first; else by the prey within reach and the steps gained.

    Yadav's thesis, 2.3.2.
    """

    def score(self, rules: LudoRules, before: Tokens, after: Tokens, seat: int) -> float:
        prey = sum(s.prey for s in stacks(rules, after, seat))
        return WEIGHT * _captured(before, after, seat) + prey + _gain(before, after, seat)


@register("defensive")
@dataclass
class Defensive(LudoPlayer):
    """Plays Ludo with as little as possible within reach of others, and among equally safe moves by the steps gained.

    Yadav's thesis, 2.3.2.
    """

    def score(self, rules: LudoRules, before: Tokens, after: Tokens, seat: int) -> float:
        risk = sum((s.worth + 1) * s.hunters for s in stacks(rules, after, seat))
        return _gain(before, after, seat) - WEIGHT * risk


@register("balanced")
@dataclass
class Balanced(LudoPlayer):
    """Plays Ludo by captures and risk: captures count twice when behind, risk counts twice when ahead.

    A hunter captures a stack about once in six rolls. Yadav's thesis, 2.3.2: aggressive and defensive play combined,
    and adapted to the state of the game.
    """

    def score(self, rules: LudoRules, before: Tokens, after: Tokens, seat: int) -> float:
        ahead = sum(before[seat]) * rules.players >= sum(map(sum, before))
        mine = stacks(rules, after, seat)
        attack = _captured(before, after, seat) + sum(s.prey for s in mine) / 6
        risk = sum(s.worth * s.hunters for s in mine) / 6
        return _gain(before, after, seat) + (attack - 2 * risk if ahead else 2 * attack - risk)


# More than the gain of any move: the term with this weight decides first.
WEIGHT = 1000


def _captured(before: Tokens, after: Tokens, seat: int) -> int:
    """The steps that the other seats lost."""
    return sum(sum(steps) - sum(after[other]) for other, steps in enumerate(before) if other != seat)


def _gain(before: Tokens, after: Tokens, seat: int) -> int:
    """The steps walked. Bringing a token in counts more than any walk: with few tokens out, rolls are wasted."""
    return _walked(after[seat]) - _walked(before[seat])


def _walked(steps: Sequence[int]) -> int:
    return sum(step + REACH for step in steps if step)
