"""A game as a text file: its text form, its players and result, then one move a line as people write it, dice included.

    game: connect_four
    player: human
    player: level(3)
    result: X (human) wins.
    4
    4

There is a `player:` line for each seat, or none; a game that goes on has no result. A file holds no code; it is
replayed move by move, so damage is found at its line. For a game from a Python file, a further line has that file and
the SHA-256 of its content:

    source: /home/ada/my_game.py 9f86d081884c7d65…

Opening a saved game never runs that file. Only a file that the user names is loaded:
`plyground play my_game.py --load saved.txt`.
"""

import hashlib
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from plyground.atomic_file import write_file
from plyground.cli.game_files import source_of, spell
from plyground.cli.output import say
from plyground.errors import PlygroundError
from plyground.games import Game, parse_game

_HEADING = "game:"
_SOURCE, _PLAYER, _RESULT = "source:", "player:", "result:"


@dataclass(frozen=True)
class SavedGame:
    """A game with its moves; `players` are text forms of agents, one for each seat or none."""

    game: Game
    moves: list[int]
    players: tuple[str, ...] = ()
    result: str = ""


def save_game(path: str, saved: SavedGame) -> None:
    """Write a game; a file that is not a saved game is never overwritten."""
    file, source = _file(path), source_of(saved.game)
    lines = [f"{_HEADING} {saved.game}"]
    if source is not None:
        lines.append(f"{_SOURCE} {source} {_digest(source)}")
    lines += [f"{_PLAYER} {player}" for player in saved.players]
    if saved.result:
        lines.append(f"{_RESULT} {saved.result}")
    lines += [name for _, name in saved.game.name_moves(saved.moves)]
    try:
        if file.exists() and not is_saved_game(path):
            raise PlygroundError(f"{path} exists and is not a saved game: it was not changed")
    except OSError as error:
        raise PlygroundError(f"cannot write {path}: {error.strerror}") from None
    write_file(file, "\n".join(lines) + "\n")


def is_saved_game(path: str) -> bool:
    """Does this file begin as a saved game does?"""
    with _file(path).open("rb") as file:
        return file.read(len(_HEADING)) == _HEADING.encode()


def command_to_load(path: str, game: Game) -> str:
    """The command that continues a saved game; a game from a file needs that file named."""
    own = [spell(game), "--load"] if source_of(game) else []
    return shlex.join(["plyground", "play", *own, path])


def load_game(path: str, expected: Game | None = None) -> SavedGame:
    """The saved game; `expected` is the game that it must be."""
    lines = _read(path)
    header = _header(lines)
    source = next((text for key, text in header if key == _SOURCE), "")
    game = _game_of(path, lines[0].removeprefix(_HEADING).strip(), source)
    if expected is not None and game != expected:
        raise PlygroundError(f"{path} is a game of {game}, not of {expected}")
    if source:
        _tell_of_changes(path, source, game)
    players = tuple(text for key, text in header if key == _PLAYER)
    if players and len(players) != game.num_players:
        raise PlygroundError(f"{path} names {len(players)} players, and {game} has {game.num_players} seats")
    state = game.initial_state()
    moves = []
    for number, line in enumerate(lines[1 + len(header) :], start=2 + len(header)):
        if line.strip():
            try:
                moves.append(state.parse_action(line))
                state.apply(moves[-1])
            except ValueError as error:  # PlygroundError, or an error of a game's own reader
                raise PlygroundError(f"{path}, line {number}: {error}") from None
    return SavedGame(game, moves, players, next((text for key, text in header if key == _RESULT), ""))


def _read(path: str) -> list[str]:
    try:
        lines = _file(path).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise PlygroundError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise PlygroundError(f"{path} is not a saved game: it is not text") from None
    if not lines or not lines[0].startswith(_HEADING):
        raise PlygroundError(f"{path}, line 1: expected 'game: connect_four' or the like")
    return lines


def _header(lines: Sequence[str]) -> list[tuple[str, str]]:
    """The lines between the game and its moves, as (key, text)."""
    found = []
    for line in lines[1:]:
        key = next((key for key in (_SOURCE, _PLAYER, _RESULT) if line.startswith(key)), None)
        if key is None:
            break
        found.append((key, line.removeprefix(key).strip()))
    return found


def _game_of(path: str, text: str, source: str) -> Game:
    try:
        return parse_game(text)
    except PlygroundError as error:
        if not source:
            raise PlygroundError(f"{path}, line 1: {error}") from None
    file = source.rpartition(" ")[0]
    there = "" if Path(file).is_file() else ", which is missing"
    raise PlygroundError(
        f"{path} is a game of {text} from {file}{there}; only a file that you name is run: "
        f"{shlex.join(['plyground', 'play', f'{file}:{text}', '--load', path])}"
    )


def _tell_of_changes(path: str, source: str, game: Game) -> None:
    file = source_of(game)
    if file is not None and source.rpartition(" ")[2] != _digest(file):
        say(f"plyground: {file} has changed since {path} was saved: its moves may mean something else now")


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _file(path: str) -> Path:
    if not path:
        raise PlygroundError("a file name is missing: save FILE, load FILE")
    return Path(path).expanduser()
