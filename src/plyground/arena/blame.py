"""Decide whether an error is the agent's or the game's: a broken game must not cost an agent its Elo.

An error that a method of the game or of a state raises where the referee calls it is the game's. An error that comes
out of an agent is the game's too if, of all methods on its way, the innermost one that belongs to an agent, a part,
a game or a state belongs to a game or a state (helper functions between them do not count), and if the call kept
the contract: an agent that applies an illegal action, or asks for the returns before the end, is itself to
blame, and so is one whose call the game refuses with a `PlygroundError`.

A clone that shares data with its original raises nothing: the agent's thinking then changes the game in progress.
The referee therefore replays games without a C++ twin: see `require_same_end`.
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
    """Is an error that came out of an agent the game's?"""
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
    """The sentence for an error of the game."""
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
        f"{game} fails: a move in a copy changed the original, clone() must copy all that a move changes; "
        f"{_how_to_check(game)}"
    )


def _answers(state: State) -> tuple[object, ...]:
    """The rules' answers about a state; its key may not be comparable."""
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
