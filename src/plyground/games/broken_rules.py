"""Explain an error that the rules of a game caused: which method raised it, or which answer was wrong.

Nothing is checked while games are played: that would take longer than the games. The states in the traceback of an
error are checked once it has happened.
"""

import inspect
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

from plyground.deadline import CutOff
from plyground.errors import FAILURES, BrokenRules, PlygroundError, WrongAnswer, named
from plyground.games.base import TERMINAL, Game, State
from plyground.games.position_laws import game_laws, position_laws, short


class RulesMayFail:
    """Within a block `with RulesMayFail():`, an error that the rules of the game caused becomes a `BrokenRules`.

    The methods of an object of the classes `others` may fail, too: such an error stays as it is.
    """

    def __init__(self, *others: type) -> None:
        self.others = others

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        broken = None if error is None else explained(error, self.others)
        if broken is not None:
            raise broken from error


def explained(error: BaseException, others: tuple[type, ...] = ()) -> BrokenRules | None:
    """The error as one sentence that names the class and the method; None if the rules of a game did not cause it."""
    is_sentence = isinstance(error, (PlygroundError, CutOff)) and not isinstance(error, WrongAnswer)
    if not isinstance(error, FAILURES) or is_sentence:
        return None
    users: list[tuple[FrameType, int]] = []  # the lines of the user's code, innermost first
    ours: list[FrameType] = []
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        if _is_plyground(frame):
            if users:  # a function of the user that is no method of a game
                return None
            ours.append(frame)
            continue
        owner = owner_of(frame)
        if ours or (_is_library(frame) and not isinstance(owner, (Game, State, *others))):
            continue
        users.append((frame, line))
        if isinstance(owner, others):
            return None
        if isinstance(owner, (Game, State)):
            return _raised(owner, frame.f_code.co_name, users[0], error) if kept_contract(frame, owner) else None
    for state in _states(ours):
        problem = wrong_answer(state)
        if problem:
            return BrokenRules(broken_sentence(state, problem))
    return None


def wrong_answer(state: State) -> str:
    """The first answer of a state that breaks the contract; empty if all keep it."""
    name, game = type(state).__name__, state.game
    method = "player"
    try:
        sees: dict[str, Any] = {"player": state.player}
        for method in ("actions", "chance", "settled", "heuristic", "clone"):
            sees[method] = getattr(state, method)()
        if state.player == TERMINAL:
            method = "returns"
            sees[method] = state.returns()
        for findings in (game_laws(game), position_laws(game, sees)):
            for _, kept, problem in findings:
                if not kept:
                    return problem
        method = "__str__"
        str(state)
        method = "action_name"
        names = {move: state.action_name(move) for move in state.moves()}
    except FAILURES as error:
        return f"{method}() raised {named(error)}"
    if type(sees["clone"]) is not type(state):
        return f"clone() gave {short(sees['clone'])}, not a {name}"
    wrong = [move for move, text in names.items() if not isinstance(text, str)]
    return f"action_name({wrong[0]}) gave {short(names[wrong[0]])}, not a text" if wrong else ""


def sound_copy(state: State) -> State:
    """A clone of the state. Raises if a move in a clone changes the original, in a game that is not plyground's own.

    Such a game raises no error: a search would take the first line that it plays for the whole tree.
    """
    copy = state.clone()
    if not type(state).__module__.startswith("plyground.games.") and isinstance(copy, State):
        before = answers(state)
        if state.player != TERMINAL and (moves := list(copy.moves())):
            copy.apply(moves[0])
            if answers(state) != before:
                raise shares_data(state.game)
            copy = state.clone()
    return copy


def answers(state: State) -> tuple[object, ...]:
    """The player, and the returns or the legal moves: they stand for the state, whose key may not be comparable."""
    return state.player, list(state.returns() if state.player == TERMINAL else state.moves())


def shares_data(game: Game) -> BrokenRules:
    """The error about a clone that shares data with its original."""
    return BrokenRules(
        f"{game} fails: a move in a copy changed the original: clone() must copy everything that a move changes; "
        f"{how_to_check(game)}"
    )


def broken_sentence(state: State, problem: str) -> str:
    """A sentence that names the game and the class of the state, and says how to check the game."""
    return f"{state.game} fails: {type(state).__name__}: {problem}; {how_to_check(state.game)}"


def how_to_check(game: Game) -> str:
    """The command that tests the rules of a game."""
    try:
        file = inspect.getsourcefile(type(game))
    except (OSError, TypeError):
        file = None
    if type(game).__module__.startswith("plyground.games."):
        return f"plyground check '{game}' tests it"
    return f"plyground check {file} tests it" if file else "plyground.games.check_game tests it"


def owner_of(frame: FrameType) -> Any:
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


def kept_contract(frame: FrameType, owner: Game | State) -> bool:
    """Does the contract of games allow this call?"""
    outer = frame.f_back
    if outer is not None and isinstance(owner_of(outer), (Game, State)):
        return kept_contract(outer, outer.f_locals[outer.f_code.co_varnames[0]])  # the game called itself
    if isinstance(owner, Game) or (outer is not None and _is_plyground(outer)):
        return True
    name, arguments = frame.f_code.co_name, inspect.getargvalues(frame)
    try:
        if name in ("apply", "action_name"):
            return arguments.locals[arguments.args[1]] in owner.moves()
        return name != "returns" or owner.player == TERMINAL
    except Exception:  # even the state's legal moves raise an error
        return True


def _raised(owner: Game | State, method: str, at: tuple[FrameType, int], error: BaseException) -> BrokenRules:
    game = owner if isinstance(owner, Game) else owner.game
    place = f"{Path(at[0].f_code.co_filename).name}, line {at[1]}"
    return BrokenRules(
        f"{game} fails: {type(owner).__name__}.{method}() raised {named(error)} ({place}); {how_to_check(game)}"
    )


def _states(frames: list[FrameType]) -> Iterator[State]:
    """The states of a user's game that these frames hold, each once."""
    seen = set()
    for frame in frames:
        for value in list(frame.f_locals.values()):
            inside = [] if isinstance(value, (State, Game)) else getattr(value, "__dict__", {}).values()
            for state in (value, *inside):
                if isinstance(state, State) and id(state) not in seen:
                    seen.add(id(state))
                    if not type(state).__module__.startswith("plyground.games."):
                        yield state


def _is_plyground(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__", "")).startswith("plyground.")


def _is_library(frame: FrameType) -> bool:
    """Whether this is a function of Python's library or of an installed package."""
    module = str(frame.f_globals.get("__name__", "")).partition(".")[0]
    installed = {"site-packages", "dist-packages"}.intersection(Path(frame.f_code.co_filename).parts)
    return bool(installed) or module in sys.stdlib_module_names - {"__main__"}
