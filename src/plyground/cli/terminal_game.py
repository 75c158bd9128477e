"""One game at the terminal: its moves so far (dice included), its players, and the requests of people."""

import contextlib
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import TypeVar

from plyground.agents import Agent, Decision, Human
from plyground.agents.base import decision_of
from plyground.agents.human import Request, ask, ask_after_the_end, read_line, show, show_moves
from plyground.arena.at_the_table import agent_seed, earlier_decision, result_words, roll
from plyground.arena.blame import game_failed, is_the_games
from plyground.cli.game_files import sources_of
from plyground.cli.opinions import count, opinion, seat_names, write_assessment, write_review
from plyground.cli.output import progress, status_line, write_paragraph
from plyground.cli.saved_games import command_to_load, load_game, save_game, with_digests
from plyground.errors import FAILURES, PlygroundError, named
from plyground.games import CHANCE, TERMINAL, Game, State
from plyground.games.game_text import SavedGame
from plyground.games.rules import rules_of
from plyground.review import assess, review_game

T = TypeVar("T")
_YES, _NO = ("y", "yes", "save"), ("n", "no", "q", "quit", "exit")


class AgentFailed(Exception):
    """An agent failed and loses its game; the message names the failure."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.seat = seat


class TerminalGame:
    """One game being played."""

    def __init__(self, game: Game, agents: list[Agent], seed: int, *, ask_dice: bool, show_opinions: bool) -> None:
        self.game, self.agents, self.seed = game, agents, seed
        self.ask_dice, self.show_opinions = ask_dice, show_opinions
        self.names = seat_names(game, tuple(map(str, agents)))
        self.people = [seat for seat, agent in enumerate(agents) if isinstance(agent, Human)]
        for agent in agents:
            if isinstance(agent, Human):
                agent.show = self.show_board
        self.history: list[int] = []
        self.undone: list[int] = []  # the moves that redo plays again
        self.saved: list[int] = []  # the moves at the start, or in the last file saved or loaded
        self.resigned = ""  # who resigned, as a sentence; empty if nobody did
        self.shown = False  # is this position, or the result, on the screen?
        self.state = game.initial_state()
        self.before: State | None = None  # the position before the last decision

    @property
    def over(self) -> bool:
        return bool(self.resigned) or self.state.player == TERMINAL

    def play(self, history: list[int]) -> None:
        """Continue from these moves to the end, or until a person leaves."""
        print(f"{self.game}: {', '.join(self.names)}; seed {self.seed}")
        try:
            self.start_from(history)
            self.saved = list(history)
            while self.turn():
                pass
        except AgentFailed as forfeit:
            print(f"{self.names[forfeit.seat]} loses: {forfeit}{self.others_win(forfeit.seat)}")
        except KeyboardInterrupt:
            self.offer_to_save()
            raise

    def turn(self) -> bool:
        """Make one move or answer one request; False ends the session."""
        try:
            if not self.over:
                self.make_next_move()
                return True
            if not self.shown:
                if not self.resigned:
                    self.show_board(self.state)
                print(self.result())
            self.shown = True
            return self.people != [] and sys.stdin.isatty() and self.answer(ask_after_the_end())
        except Request as request:
            return self.answer(request)

    def start_from(self, history: list[int]) -> None:
        """Reset the agents and replay moves: at the start, after undo, redo and load."""
        self.history, self.resigned, self.before, self.shown = [], "", None, False
        self.state = self.game.initial_state()
        for seat, agent in enumerate(self.agents):
            self.guard(seat, agent.reset, self.game, seat, agent_seed(self.seed, seat))
        for move in history:
            self.make(move)

    def make_next_move(self) -> None:
        seat, state = self.state.player, self.state
        if seat != CHANCE:
            decision = self.decide(seat)
            move, thought = decision.action, opinion(state, decision) if self.show_opinions else ""
        elif self.ask_dice:
            move, thought = ask(state, "the dice show (? for help): "), ""
        else:
            move, thought = roll(state, self.seed, len(self.history)), ""
        print(f"{self.name(seat)}: {state.action_name(move)}{f'  ({thought})' if thought else ''}")
        self.undone = self.undone[1:] if self.undone[:1] == [move] else []
        self.make(move)

    def decide(self, seat: int) -> Decision:
        with self.thinking(seat):
            decision = self.guard(seat, decision_of, self.agents[seat], self.state.clone())
        if decision.info.get("stopped") == "interrupted":  # a search answers Ctrl-C with what it has found so far
            raise KeyboardInterrupt
        self.guard(seat, self.state.require_legal, decision.action)
        return decision

    def thinking(self, seat: int) -> AbstractContextManager[None]:
        """A line on stderr while an agent thinks for more than a second."""
        if seat in self.people:
            return contextlib.nullcontext()
        begin = time.monotonic()

        def line() -> str:
            seconds = int(time.monotonic() - begin)
            return f"{self.names[seat]} is thinking: {seconds} s" if seconds else ""

        return status_line(line)

    def make(self, move: int) -> None:
        for seat, agent in enumerate(self.agents):
            self.guard(seat, agent.observe, self.state, move)
        if self.state.player != CHANCE:
            self.before = self.state.clone()
        self.state.apply(move)
        self.history.append(move)
        self.shown = False

    def guard(self, seat: int, call: Callable[..., T], *arguments: object) -> T:
        """Call an agent: any error except a request loses its game."""
        try:
            return call(*arguments)
        except Request:
            raise
        except FAILURES as error:
            if is_the_games(error):
                raise game_failed(self.game, error) from error
            if isinstance(error, PlygroundError):
                raise AgentFailed(seat, str(error)) from error
            raise AgentFailed(seat, f"it raised {named(error)}") from error

    def answer(self, request: Request) -> bool:
        """Handle a person's request; False ends the session."""
        if request.what == "quit":
            if not self.over:
                self.offer_to_save()
                print(f"left the game after {count(len(self.history), 'move')}")
            return False
        try:
            handlers: dict[str, Callable[[str], None]] = {
                "undo": self.undo,
                "redo": self.redo,
                "moves": self.list_moves,
                "save": self.save,
                "load": self.load,
                "resign": self.resign,
                "hint": self.hint,
                "eval": self.evaluate,
                "line": self.best_line,
                "rules": self.explain_rules,
                "review": self.review,
            }
            handlers[request.what](request.argument)
        except PlygroundError as error:
            print(error)
        return True

    def undo(self, _: str) -> None:
        """Go back to the previous decision of the person who asks."""
        if self.resigned:
            self.resigned, self.shown = "", False
            return
        seats = [self.state.player] if self.state.player in self.people else self.people
        ply = earlier_decision(self.game, self.history, seats)
        kept, taken_back = self.history[:ply], self.history[ply:]
        self.start_from(kept)
        self.undone = taken_back + self.undone
        print(f"took back {count(len(taken_back), 'move')}")

    def redo(self, _: str) -> None:
        """Replay moves that undo took back, up to the next decision of the person who asks."""
        if not self.undone:
            raise PlygroundError("there is nothing to redo: nothing was taken back, or another move was made since")
        seats = [self.state.player] if self.state.player in self.people else self.people
        start, moves = len(self.history), self.history + self.undone
        later = (ply for ply, player in enumerate(self.deciders(moves)) if ply > start and player in seats)
        end = next(later, len(moves))
        undone = moves[end:]
        self.start_from(moves[:end])
        self.undone = undone
        print(f"played {count(end - start, 'move')} again")

    def deciders(self, moves: Iterable[int]) -> list[int]:
        return [player for player, _ in self.game.name_moves(moves)]

    def list_moves(self, _: str) -> None:
        for number, (player, name) in enumerate(self.game.name_moves(self.history), start=1):
            print(f"{number:3d}. {self.name(player)}: {name}")
        if not self.history:
            print("no moves yet")

    def save(self, path: str) -> None:
        result = self.result() if self.over else ""
        sources = with_digests(sources_of(self.game, *self.agents))
        save_game(path, SavedGame(self.game, self.history, tuple(map(str, self.agents)), result, sources))
        self.saved = list(self.history)
        print(f"saved {count(len(self.history), 'move')} to {path}; to continue: {command_to_load(path, sources)}")

    def load(self, path: str) -> None:
        moves = load_game(path, self.game).moves
        self.start_from(moves)
        self.undone, self.saved = [], list(moves)
        print(f"loaded {count(len(moves), 'move')} from {path}")

    def resign(self, _: str) -> None:
        if not self.people:
            raise PlygroundError("no person plays here: nobody can resign")
        who = self.state.player if self.state.player in self.people else self.people[0]
        self.resigned, self.shown = f"{self.names[who]} resigns{self.others_win(who)}", False

    def hint(self, _: str) -> None:
        found = assess(self.state)
        print(f"hint: {found.best.name} ({found.best.words}; {found.source})")

    def evaluate(self, _: str) -> None:
        write_assessment(assess(self.state))

    def best_line(self, _: str) -> None:
        found = assess(self.state)
        print(f"best play: {' '.join(found.line)} ({found.best.words}; {found.source})")

    def explain_rules(self, _: str) -> None:
        print()
        for line in rules_of(self.game).splitlines():
            indent = len(line) - len(line.lstrip())
            write_paragraph(line.strip(), indent, hanging=2 * indent)
        print()

    def review(self, _: str) -> None:
        with progress("review", len(self.history)) as step:
            found = review_game(self.game, self.history, step=step)
        write_review(found, self.names)

    def offer_to_save(self) -> None:
        """Before a person leaves: ask for a file if the game has moves that are not saved."""
        if not sys.stdin.isatty() or not self.history or self.history == self.saved:
            return
        with contextlib.suppress(Request, KeyboardInterrupt):
            while answer := read_line("\nsave the game? FILE, or Enter to leave: "):
                if answer.lower() in _NO:
                    return
                answer = answer.removeprefix("save ")
                if answer.lower() in _YES and not (answer := read_line("to which file? ")):
                    return
                try:
                    self.save(answer)
                    return
                except PlygroundError as error:
                    print(error)

    def show_board(self, state: State) -> None:
        """Print the board, once for every position; in colour if the terminal has it."""
        if self.shown:
            return
        self.shown = True
        if not sys.stdout.isatty():
            show(state)
            return
        from rich.console import Console

        from plyground.view.terminal_boards import paint

        print()
        Console(highlight=False).print(paint(state, self.before), soft_wrap=True)
        print()
        show_moves(state)

    def name(self, player: int) -> str:
        return "dice" if player == CHANCE else self.names[player]

    def others_win(self, loser: int) -> str:
        return f"; {self.names[1 - loser]} wins" if self.game.num_players == 2 else ""

    def result(self) -> str:
        if self.resigned:
            return self.resigned
        return result_words(self.state.returns(), self.name)
