"""`plyground play`: people and agents at one table."""

import secrets
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal, TypeVar

from plyground.agents import Agent, Human, parse_agent
from plyground.agents.human import Request, ask
from plyground.arena.at_the_table import agent_seed, earlier_decision, result_words, roll
from plyground.arena.blame import game_failed, is_the_games
from plyground.arena.contest import require_able
from plyground.cli.game_files import find_game, is_file
from plyground.cli.options import GameText, Position
from plyground.cli.saved_games import load_game, save_game
from plyground.errors import PlygroundError
from plyground.games import CHANCE, TERMINAL, Game

T = TypeVar("T")


def play(
    game: GameText = "",
    /,
    *agents: str,
    position: Position = "",
    load: str = "",
    seed: int | None = None,
    dice: Literal["roll", "ask"] = "roll",
) -> None:
    """Play in the terminal: people and agents, in any seats.

    Args:
        agents: The player of each seat, in order (default: you, then mcts): human random.
        load: Continue a saved game; if its game is from a Python file, name that file as GAME.
        seed: Repeat the dice and the agents' draws of an earlier game.
        dice: Roll the dice here, or ask you for your roll.
    """
    if not game and not load:
        raise PlygroundError("which game? for example: plyground play connect_four; plyground games lists them")
    if position and load:
        raise PlygroundError("--position and --load both set the start: give one of them")
    if game and not is_file(game) and Path(game).is_file():
        raise PlygroundError(f"{game} is a file: if it is a saved game, plyground play --load {game} continues it")
    chosen = find_game(game) if game else None
    history: list[int] = []
    if load:
        chosen, history = load_game(load, chosen)
    assert chosen is not None
    if position:
        history = chosen.read_moves(position)
    seed = secrets.randbits(32) if seed is None else seed
    table = TerminalGame(chosen, _seat(chosen, agents), seed, dice == "ask")
    try:
        table.play(history)
    except Exception as error:
        if is_the_games(error):
            raise game_failed(chosen, error) from error
        raise


def _seat(game: Game, agents: tuple[str, ...]) -> list[Agent]:
    """One agent for every seat, each with a memory of its own."""
    if len(agents) > game.num_players:
        raise PlygroundError(f"{game} has {game.num_players} seats, and {len(agents)} agents were named")
    opponent = "mcts" if "mcts" in Agent.registry.names() else "random"
    named = agents or ("human",)
    seated = [parse_agent(text) for text in (*named, *[opponent] * (game.num_players - len(named)))]
    for agent in seated:
        require_able(agent, game)
    return seated


class AgentFailed(Exception):
    """An agent that fails loses; the message names the failure."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.seat = seat


class TerminalGame:
    """One game being played: its moves so far, dice included, and the players."""

    def __init__(self, game: Game, agents: list[Agent], seed: int, ask_dice: bool) -> None:
        self.game, self.agents, self.seed, self.ask_dice = game, agents, seed, ask_dice
        self.people = [seat for seat, agent in enumerate(agents) if isinstance(agent, Human)]
        self.history: list[int] = []
        self.state = game.initial_state()

    def play(self, history: list[int]) -> None:
        """Continue from these moves to the end, or until a person leaves."""
        seats = ", ".join(map(self.name, range(self.game.num_players)))
        print(f"{self.game}: {seats}; seed {self.seed}")
        try:
            self.start_from(history)
            while self.state.player != TERMINAL:
                try:
                    self.make(self.next_move())
                except Request as request:
                    if not self.answer(request):
                        return
            print(f"\n{self.state}\n\n{self.result()}")
        except AgentFailed as forfeit:
            print(f"{self.name(forfeit.seat)} loses: {forfeit}{self.others_win(forfeit.seat)}")

    def start_from(self, history: list[int]) -> None:
        """Replay moves to new agents: at the start, after undo, after load."""
        self.history = []
        self.state = self.game.initial_state()
        for seat, agent in enumerate(self.agents):
            self.guard(seat, agent.reset, self.game, seat, agent_seed(self.seed, seat))
        for move in history:
            self.make(move, aloud=False)

    def next_move(self) -> int:
        seat = self.state.player
        if seat != CHANCE:
            action = self.guard(seat, self.agents[seat].choose, self.state.clone()).action
            self.guard(seat, self.state.require_legal, action)
            return action
        if self.ask_dice:
            return ask(self.state, "the dice show (? for help): ")
        return roll(self.state, self.seed, len(self.history))

    def make(self, move: int, aloud: bool = True) -> None:
        if aloud:
            print(f"{self.name(self.state.player)}: {self.state.action_name(move)}")
        for seat, agent in enumerate(self.agents):
            self.guard(seat, agent.observe, self.state, move)
        self.state.apply(move)
        self.history.append(move)

    def guard(self, seat: int, call: Callable[..., T], *arguments: object) -> T:
        """Call an agent: any error except a request loses its game."""
        try:
            return call(*arguments)
        except Request:
            raise
        except Exception as error:
            if is_the_games(error):
                raise game_failed(self.game, error) from error
            if isinstance(error, PlygroundError):
                raise AgentFailed(seat, str(error)) from error
            raise AgentFailed(seat, f"it raised {type(error).__name__}: {error}") from error

    def answer(self, request: Request) -> bool:
        """Handle a person's request; False ends the game."""
        seat = self.state.player
        try:
            match request.what:
                case "undo":
                    self.undo([seat] if seat in self.people else self.people)
                case "moves":
                    self.list_moves()
                case "save":
                    save_game(request.argument, self.game, self.history)
                    print(f"saved {_count(len(self.history), 'move')} to {request.argument}")
                case "load":
                    _, history = load_game(request.argument, self.game)
                    self.start_from(history)
                    print(f"loaded {_count(len(history), 'move')} from {request.argument}")
                case "resign":
                    who = seat if seat in self.people else self.people[0]
                    print(f"{self.name(who)} resigns{self.others_win(who)}")
                    return False
                case _:
                    print(f"game left after {_count(len(self.history), 'move')}")
                    return False
        except PlygroundError as error:
            print(error)
        return True

    def undo(self, seats: Iterable[int]) -> None:
        """Back to the last earlier decision of one of these seats."""
        ply = earlier_decision(self.game, self.history, list(seats))
        taken_back = len(self.history) - ply
        self.start_from(self.history[:ply])
        print(f"took back {_count(taken_back, 'move')}")

    def list_moves(self) -> None:
        for number, (player, name) in enumerate(self.game.name_moves(self.history), start=1):
            print(f"{number:3d}. {self.name(player)}: {name}")
        if not self.history:
            print("no moves yet")

    def name(self, player: int) -> str:
        return "dice" if player == CHANCE else f"{self.game.seat_name(player)} ({self.agents[player]})"

    def others_win(self, loser: int) -> str:
        return f"; {self.name(1 - loser)} wins" if self.game.num_players == 2 else ""

    def result(self) -> str:
        return result_words(self.state.returns(), self.name)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
