"""A game as text: its text form, its players and result, then one move a line as people write it, dice included.

    game: connect_four
    player: human
    player: level(3)
    result: X (human) wins.
    4
    4

There is a `player:` line for each seat, or none; an unfinished game has no result. The text holds no code. It is
replayed move by move, so that an error names its line. If the game or a player comes from a Python file, a further line
names that file: `source: FILE DIGEST`. Only the command line reads it, and nothing runs the file.
"""

from dataclasses import dataclass
from typing import NamedTuple

from plyground.errors import PlygroundError
from plyground.games.base import Game, parse_game

HEADING = "game:"
_SOURCE, _PLAYER, _RESULT = "source:", "player:", "result:"


@dataclass(frozen=True)
class SavedGame:
    """A game with its moves; `players` are text forms of agents, one for each seat or none."""

    game: Game
    moves: list[int]
    players: tuple[str, ...] = ()
    result: str = ""
    # The Python files of the game and of the players, each with its digest.
    sources: tuple[str, ...] = ()


class GameLines(NamedTuple):
    """The text of a game, not yet replayed."""

    where: str  # the name of the file, with which errors begin
    game: str
    sources: tuple[str, ...]
    players: tuple[str, ...]
    result: str
    moves: list[tuple[int, str]]  # with the numbers of their lines


def write_game(saved: SavedGame) -> str:
    """The text of a game."""
    lines = [f"{HEADING} {saved.game}", *(f"{_SOURCE} {source}" for source in saved.sources)]
    lines += [f"{_PLAYER} {player}" for player in saved.players]
    lines += [f"{_RESULT} {saved.result}"] if saved.result else []
    return "\n".join([*lines, *(name for _, name in saved.game.name_moves(saved.moves))]) + "\n"


def split_game(where: str, text: str) -> GameLines:
    """Split a text into its header and its moves."""
    lines = text.splitlines()
    if not lines or not lines[0].startswith(HEADING):
        raise PlygroundError(f"{where}, line 1: expected 'game: connect_four' or the like")
    header: list[tuple[str, str]] = []
    for line in lines[1:]:
        key = next((key for key in (_SOURCE, _PLAYER, _RESULT) if line.startswith(key)), None)
        if key is None:
            break
        header.append((key, line.removeprefix(key).strip()))
    first = 2 + len(header)
    return GameLines(
        where=where,
        game=lines[0].removeprefix(HEADING).strip(),
        sources=tuple(words for key, words in header if key == _SOURCE),
        players=tuple(words for key, words in header if key == _PLAYER),
        result=next((words for key, words in header if key == _RESULT), ""),
        moves=[(number, line) for number, line in enumerate(lines[first - 1 :], start=first) if line.strip()],
    )


def replay(lines: GameLines, game: Game) -> SavedGame:
    """Replay the moves, which checks them."""
    where, players = lines.where, lines.players
    if players and len(players) != game.num_players:
        raise PlygroundError(f"{where} names {len(players)} players, and {game} has {game.num_players} seats")
    state = game.initial_state()
    moves = []
    for number, line in lines.moves:
        try:
            moves.append(state.parse_action(line))
            state.apply(moves[-1])
        except ValueError as error:  # PlygroundError, or an error of a game's own reader
            raise PlygroundError(f"{where}, line {number}: {error}") from None
    return SavedGame(game, moves, players, lines.result, lines.sources)


def read_game(where: str, text: str) -> SavedGame:
    """Read and replay a saved game."""
    lines = split_game(where, text)
    try:
        game = parse_game(lines.game)
    except PlygroundError as error:
        raise PlygroundError(f"{where}, line 1: {error}") from None
    return replay(lines, game)
