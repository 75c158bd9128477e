"""Decide whether an error is the agent's or the game's: a broken game must not cost an agent its Elo.

If the referee itself calls a method of the game or of a state and that method raises an error, the game is to blame.

If an error comes out of an agent, the game is to blame under two conditions. First, of all methods in the traceback
that belong to an agent, a part, a game or a state, the innermost one belongs to a game or a state; helper functions do
not count. Second, the call of this method kept the contract: an agent is to blame if it applies an illegal action, asks
for the returns before the end, or makes a call that the game refuses with a `PlygroundError`.

If `clone` shares data with its original, no error is raised, but an agent that tries moves in its copy changes the game
in progress. The referee therefore replays every game without a C++ twin: see `require_same_end`.
"""

import inspect
import traceback
from collections.abc import Sequence
from types import FrameType
from typing import Any

from plyground.agents import Agent
from plyground.errors import CannotPlay, PlygroundError
from plyground.games import TERMINAL, Game, State
from plyground.search.part import Part


def is_the_games(error: BaseException) -> bool:
    """Is the game to blame for an error that came out of an agent?"""
    if isinstance(error, PlygroundError):
        return False
    for frame, _ in reversed(list(traceback.walk_tb(error.__traceback__))):
        owner = _owner(frame)
        if isinstance(owner, (Agent, Part)):
            return False
        if isinstance(owner, (Game, State)):
            return _kept_contract(frame, owner)
    return False


def game_failed(game: Game, error: BaseException) -> CannotPlay:
    """The error that blames the game, in one sentence that says how to check the game."""
    at = traceback.extract_tb(error.__traceback__)
    place = f" in {at[-1].name}" if at else ""
    return CannotPlay(f"{game} fails: {type(error).__name__}: {error}{place}; {_how_to_check(game)}")


def require_same_end(game: Game, state: State, moves: Sequence[int]) -> None:
    """Raise unless these moves lead to this state: only the referee may change the game in progress."""
    again = game.initial_state()
    for move in moves:
        if move not in again.moves():
            break
        again.apply(move)
    else:
        if _answers(again) == _answers(state):
            return
    raise CannotPlay(
        f"{game} fails: a move in a copy changed the original: clone() must copy everything that a move changes; "
        f"{_how_to_check(game)}"
    )


def _answers(state: State) -> tuple[object, ...]:
    """The player, and the returns or the legal moves: they stand for the state, whose key may not be comparable."""
    return state.player, list(state.returns() if state.player == TERMINAL else state.moves())


def _owner(frame: FrameType) -> Any:
    """The object whose method runs in a frame; None for a plain function."""
    code = frame.f_code
    if not code.co_argcount:
        return None
    owner = frame.f_locals.get(code.co_varnames[0])
    for cls in type(owner).__mro__:
        member = vars(cls).get(code.co_name)
        if getattr(getattr(member, "fget", member), "__code__", None) is code:
            return owner
    return None


def _kept_contract(frame: FrameType, owner: Game | State) -> bool:
    """Does the contract of games allow this call?"""
    outer = frame.f_back
    if outer is not None and isinstance(_owner(outer), (Game, State)):
        return _kept_contract(outer, outer.f_locals[outer.f_code.co_varnames[0]])  # the game called itself
    if isinstance(owner, Game):
        return True
    name, arguments = frame.f_code.co_name, inspect.getargvalues(frame)
    try:
        if name in ("apply", "action_name"):
            return arguments.locals[arguments.args[1]] in owner.moves()
        return name != "returns" or owner.player == TERMINAL
    except Exception:  # even the state's legal moves raise an error
        return True


def _how_to_check(game: Game) -> str:
    try:
        file = inspect.getsourcefile(type(game))
    except (OSError, TypeError):
        file = None
    if type(game).__module__.startswith("plyground.games."):
        return f"plyground check '{game}' tests it"
    return f"plyground check {file} tests it" if file else "plyground.games.check_game tests it"
