"""A game as a text file, written as `plyground.games.game_text` says.

For a game from a Python file, its second line has that file and the SHA-256 of its content:

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
from plyground.games import Game, parse_game
from plyground.games.game_text import HEADING, replay, split_game, write_game


def save_game(path: str, game: Game, moves: list[int]) -> None:
    """Write a game; a file that is not a saved game is never overwritten."""
    file, source = _file(path), source_of(game)
    text = write_game(game, moves, "" if source is None else f"{source} {_digest(source)}")
    try:
        if file.exists() and not file.read_text(encoding="utf-8", errors="replace").startswith(HEADING):
            raise PlygroundError(f"{path} exists and is not a saved game: it was not changed")
    except OSError as error:
        raise PlygroundError(f"cannot write {path}: {error.strerror}") from None
    write_file(file, text)


def command_to_load(path: str, game: Game) -> str:
    """The command that continues a saved game; a game from a file needs that file named."""
    return shlex.join(["plyground", "play", *([spell(game)] if source_of(game) else []), "--load", path])


def load_game(path: str, expected: Game | None = None) -> tuple[Game, list[int]]:
    """The game and its moves; `expected` is the game that it must be."""
    name, source, lines = split_game(path, _read(path))
    game = _game_of(path, name, source)
    if expected is not None and game != expected:
        raise PlygroundError(f"{path} is a game of {game}, not of {expected}")
    if source:
        _tell_of_changes(path, source, game)
    return game, replay(path, game, lines)


def _read(path: str) -> str:
    try:
        return _file(path).read_text(encoding="utf-8")
    except OSError as error:
        raise PlygroundError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise PlygroundError(f"{path} is not a saved game: it is not text") from None


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
