"""`plyground play`: people and agents at one table."""

import os
import secrets
from pathlib import Path
from typing import Literal

from plyground.agents import Agent, Level, parse_agent
from plyground.arena.blame import game_failed, is_the_games
from plyground.arena.contest import require_able
from plyground.cli.game_files import find_game, is_file
from plyground.cli.options import AgentText, GameOrFile, Position, With
from plyground.cli.saved_games import is_saved_game, load_game, needs_files
from plyground.cli.terminal_game import TerminalGame
from plyground.errors import PlygroundError
from plyground.games import TERMINAL, Game
from plyground.games.game_text import SavedGame


def play(
    game: GameOrFile = "",
    /,
    *agents: AgentText,
    level: int | None = None,
    position: Position = "",
    load: str = "",
    seed: int | None = None,
    dice: Literal["roll", "ask"] = "roll",
    show: bool = False,
    own: With = None,
) -> None:
    """Play in the terminal: people and agents, in any seats.

    While you play, ? lists the moves and the commands: hint, eval, line, rules, undo, redo, save, resign, …

    Args:
        game: The game: connect_four, mnk(5,5,4), my_game.py; or a saved game, to continue it.
        agents: The player of each seat, in order: human random. By default you play first, against mcts.
        level: The strength of the players that you do not name, from 1 (for a first game) to 10 (the strongest).
        load: Continue this saved game.
        seed: The same seed repeats the dice and the agents' draws; every game prints its seed.
        dice: Roll the dice for you, or ask for the result of each roll.
        show: Show each agent's opinion of its move: value, visits, line of best play.

    Examples:
        plyground play connect_four --level 3
        plyground play "ludo(players=2)" random human --show
        plyground play saved.txt
    """
    if not game and not load:
        raise PlygroundError("which game? for example: plyground play connect_four; plyground games lists them")
    if game and not load and not is_file(game) and os.path.isfile(game):
        if not is_saved_game(game):
            raise PlygroundError(f"{game} is not a saved game")
        game, load = "", game
    if position and load:
        raise PlygroundError("--position and a saved game both set the start: give one of them")
    if game and not is_file(game) and Path(game).suffix in (".txt", ".plg"):
        raise PlygroundError(f"there is no file {game}")
    chosen = find_game(game) if game else None
    history: list[int] = []
    if load:
        saved = load_game(load, chosen)
        chosen, history = saved.game, saved.moves
        if saved.result and chosen.position(history).player != TERMINAL:
            print(f"saved as: {saved.result}")
        agents = agents or (() if level else _known(load, saved))
    assert chosen is not None
    if position:
        history = chosen.read_moves(position)
    seed = secrets.randbits(32) if seed is None else seed
    table = TerminalGame(chosen, _seat(chosen, agents, level), seed, ask_dice=dice == "ask", show_opinions=show)
    try:
        table.play(history)
    except Exception as error:
        if is_the_games(error):
            raise game_failed(chosen, error) from error
        raise


def _known(path: str, saved: SavedGame) -> tuple[str, ...]:
    """The players of a saved game; an error if their files must be named first."""
    try:
        for player in saved.players:
            parse_agent(player)
    except PlygroundError as error:
        if saved.sources:
            raise needs_files(error, path, saved.sources) from None
        raise
    return saved.players


def _seat(game: Game, agents: tuple[str, ...], level: int | None) -> list[Agent]:
    """One agent for every seat, each with a memory of its own."""
    if len(agents) > game.num_players:
        raise PlygroundError(f"{game} has {game.num_players} seats, and {len(agents)} agents were named")
    if level is not None and len(agents) == game.num_players:
        raise PlygroundError("--level is for seats without a named player, and every seat has one")
    opponent = "mcts" if level is None else str(Level(level))
    named = agents or ("human",)
    seated = [parse_agent(text) for text in (*named, *[opponent] * (game.num_players - len(named)))]
    for agent in seated:
        require_able(agent, game)
    return seated
