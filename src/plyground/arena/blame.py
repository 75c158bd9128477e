"""Decide whether an error is the agent's or the game's: a broken game must not cost an agent its Elo.

If the referee itself calls a method of the game or of a state and that method raises an error, the game is to blame.

If an error comes out of an agent, `plyground.games.broken_rules` decides. The game is to blame under two conditions.
First, of all methods in the traceback that belong to an agent, a part, a game or a state, the innermost one belongs to
a game or a state; helper functions do not count. Second, the call of this method kept the contract: an agent is to
blame if it applies an illegal action, asks for the returns before the end, or makes a call that the game refuses with a
`PlygroundError`. The game is also to blame if plyground's code fails because of a wrong answer of a state.

If `clone` shares data with its original, no error is raised, but an agent that tries moves in its copy changes the game
in progress. The referee therefore replays every game without a C++ twin: see `require_same_end`.
"""

import traceback
from collections.abc import Sequence

from plyground.agents import Agent
from plyground.errors import BrokenRules, CannotPlay, named
from plyground.games import Game, State
from plyground.games.broken_rules import answers, explained, how_to_check, shares_data
from plyground.search.part import Part


def is_the_games(error: BaseException) -> bool:
    """Is the game to blame for an error that came out of an agent?"""
    return isinstance(error, BrokenRules) or explained(error, (Agent, Part)) is not None


def game_failed(game: Game, error: BaseException) -> CannotPlay:
    """The error that blames the game, in one sentence that says how to check the game."""
    if isinstance(error, CannotPlay):
        return type(error)(str(error))  # not the error itself, which the caller makes the cause
    at = traceback.extract_tb(error.__traceback__)
    place = f" in {at[-1].name}" if at else ""
    return explained(error, (Agent, Part)) or CannotPlay(f"{game} fails: {named(error)}{place}; {how_to_check(game)}")


def require_same_end(game: Game, state: State, moves: Sequence[int]) -> None:
    """Raise unless these moves lead to this state: only the referee may change the game in progress."""
    again = game.initial_state()
    for move in moves:
        if move not in again.moves():
            break
        again.apply(move)
    else:
        if answers(again) == answers(state):
            return
    raise shares_data(game)
