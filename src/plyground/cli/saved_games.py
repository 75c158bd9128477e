"""Saved games as files: the text of `plyground.games.game_text`.

If the game comes from a Python file, the text names that file and the SHA-256 of its content:

    source: /home/ada/my_game.py 9f86d081884c7d65…

Opening a saved game never runs that file. Only a file that the user names is loaded:
`plyground play my_game.py --load saved.txt`.
"""

import hashlib
import shlex
from pathlib import Path

from plyground.atomic_file import write_file
from plyground.cli.game_files import source_of, spell
from plyground.cli.output import say
from plyground.errors import PlygroundError
from plyground.files import find_file, place_of, read_file, read_text
from plyground.games import Game, parse_game
from plyground.games.game_text import HEADING, GameLines, SavedGame, replay, split_game, write_game


def save_game(path: str, saved: SavedGame) -> None:
    """Write a game; a file that is not a saved game is never overwritten."""
    file, source = _file(path), source_of(saved.game)
    text = write_game(saved, "" if source is None else f"{source} {_digest(source)}")
    if find_file(file) is not None and not is_saved_game(path):
        raise PlygroundError(f"{path} exists and is not a saved game: it was not changed")
    write_file(file, text)


def is_saved_game(path: str) -> bool:
    """Does this file begin like a saved game?"""
    return read_file(_file(path), len(HEADING)) == HEADING.encode()


def command_to_load(path: str, game: Game) -> str:
    """The command that continues a saved game; for a game from a Python file it names that file."""
    own = [spell(game), "--load"] if source_of(game) else []
    return shlex.join(["plyground", "play", *own, path])


def load_game(path: str, expected: Game | None = None) -> SavedGame:
    """The saved game; `expected` is the game that it must be."""
    lines = split_game(path, _read(path))
    game = _game_of(lines)
    if expected is not None and game != expected:
        raise PlygroundError(f"{path} is a game of {game}, not of {expected}")
    if lines.source:
        _tell_of_changes(lines, game)
    return replay(lines, game)


def _read(path: str) -> str:
    return read_text(_file(path), "a saved game")


def _game_of(lines: GameLines) -> Game:
    try:
        return parse_game(lines.game)
    except PlygroundError as error:
        if not lines.source:
            raise PlygroundError(f"{lines.where}, line 1: {error}") from None
    file = lines.source.rpartition(" ")[0]
    there = "" if Path(file).is_file() else ", which is missing"
    raise PlygroundError(
        f"{lines.where} is a game of {lines.game} from {file}{there}; only a file that you name is run: "
        f"{shlex.join(['plyground', 'play', f'{file}:{lines.game}', '--load', lines.where])}"
    )


def _tell_of_changes(lines: GameLines, game: Game) -> None:
    file = source_of(game)
    if file is not None and lines.source.rpartition(" ")[2] != _digest(file):
        say(f"plyground: {file} has changed since {lines.where} was saved: its moves may mean something else now")


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _file(path: str) -> Path:
    if not path:
        raise PlygroundError("a file name is missing: save FILE, load FILE")
    return place_of(path)
