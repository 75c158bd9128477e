"""The agent that asks a person, at the keyboard or through a pipe."""

import contextlib
import sys
from collections.abc import Callable
from dataclasses import dataclass

from plyground.agents.base import Agent, Decision, register
from plyground.errors import PlygroundError
from plyground.games.base import CHANCE, State, require_decision

REQUESTS = {
    "hint": "hint         suggest a move",
    "eval": "eval         judge every move",
    "line": "line         show best play from here",
    "rules": "rules        explain the game",
    "undo": "undo         go back to your previous decision",
    "redo": "redo         take an undo back",
    "moves": "moves        list the game so far",
    "save": "save FILE    write the game to a file",
    "load": "load FILE    continue a game from a file",
    "resign": "resign       give the game up",
    "quit": "quit         leave (so does Ctrl-D)",
}
# Requests that make sense when the game is over; `review` does only then.
AFTER_THE_END = ("undo", "moves", "save", "load", "rules", "review", "quit")
MOVES_SHOWN = 12


class Request(Exception):
    """A person's request to the program that runs the game; if unhandled, the person loses."""

    def __init__(self, what: str, argument: str = "") -> None:
        super().__init__(f"{what} {argument}".strip())
        self.what, self.argument = what, argument


def show(state: State) -> None:
    print(f"\n{state}\n")
    show_moves(state)


@register("human")
@dataclass
class Human(Agent):
    """Asks a person, who types the move."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.show: Callable[[State], None] = show  # a program with a better display sets its own

    def choose(self, state: State) -> Decision:
        require_decision(state)
        self.show(state)
        actions = state.actions()
        only = f", Enter for {state.action_name(actions[0])}" if len(actions) == 1 else ""
        return Decision(ask(state, f"{state.game.seat_name(state.player)} to move (? for help{only}): "))


def show_moves(state: State) -> None:
    """Print the names to type, below the board; of a long list only the first two and the last."""
    names = [state.action_name(action) for action in state.moves()]
    if len(names) > MOVES_SHOWN:
        names = [*names[:2], "…", f"{names[-1]} ({len(names)} in all)"]
    if names:
        print(f"moves: {' '.join(names)}")


def ask(state: State, prompt: str) -> int:
    """Ask until a person types a legal action or chance outcome; raise a `Request` if the person types one."""
    while True:
        line = read_line(prompt)
        word, _, argument = line.partition(" ")
        if not line:
            if len(state.moves()) == 1:
                return state.moves()[0]
            continue
        if word in ("?", "help"):
            print(_help(state))
        elif word.lower() in REQUESTS:
            raise Request(word.lower(), argument.strip())
        else:
            try:
                action = state.parse_action(line)
                state.require_legal(action)
                return action
            except PlygroundError as error:
                print(error)
            except ValueError:  # from a game whose own parse_action expects a number
                print(f"cannot read the move {line!r}; ? shows the legal moves")


def ask_after_the_end() -> Request:
    """The request that a person types when the game is over; Enter means quit."""
    while True:
        word, _, argument = read_line("review, undo, save FILE, or Enter to leave: ").partition(" ")
        if not word:
            return Request("quit")
        if word.lower() in AFTER_THE_END:
            return Request(word.lower(), argument.strip())
        print(f"the game is over; you can type {', '.join(AFTER_THE_END)}")


def read_line(prompt: str) -> str:
    """A line from the keyboard or a pipe; the end of the input is a request to quit."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # its import gives input() a history and line editing
    try:
        line = input(prompt).strip()
    except EOFError:
        print()
        raise Request("quit") from None
    if not sys.stdin.isatty():
        print(line)  # a terminal would show the typed line
    return line


def _help(state: State) -> str:
    legal = ", ".join(state.action_name(action) for action in state.moves())
    what = "the outcome" if state.player == CHANCE else "your move"
    return "\n".join([f"Type {what}: {legal}", "or", *(f"  {line}" for line in REQUESTS.values())])
