"""Saved games as files: the text of `plyground.games.game_text`.

If the game or a player comes from a Python file, the text names that file and the SHA-256 of its content:

    source: /home/ada/my_game.py 9f86d081884c7d65…

Opening a saved game never runs that file. Only a file that the user names is loaded:
`plyground play saved.txt --with my_game.py`.
"""

import hashlib
import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

from plyground.atomic_file import write_file
from plyground.cli import named_files
from plyground.cli.output import say
from plyground.errors import PlygroundError
from plyground.files import find_file, place_of, read_file, read_text
from plyground.games import Game, parse_game
from plyground.games.game_text import HEADING, GameLines, SavedGame, replay, split_game, write_game


def save_game(path: str, saved: SavedGame) -> None:
    """Write a game; a file that is not a saved game is never overwritten."""
    file, text = _file(path), write_game(saved)
    if find_file(file) is not None and not is_saved_game(path):
        raise PlygroundError(f"{path} exists and is not a saved game: it was not changed")
    write_file(file, text)


def with_digests(files: Iterable[str]) -> tuple[str, ...]:
    """The sources of a saved game: each file with the digest of its content."""
    return tuple(f"{file} {_digest(file)}" for file in dict.fromkeys(files))


def is_saved_game(path: str) -> bool:
    """Does this file begin like a saved game?"""
    return read_file(_file(path), len(HEADING)) == HEADING.encode()


def command_to_load(path: str, sources: Sequence[str], command: str = "play") -> str:
    """The command that continues a saved game; it names the Python files that the game needs."""
    own = [word for source in sources for word in ("--with", _name(source))]
    return shlex.join(["plyground", command, path, *own])


def load_game(path: str, expected: Game | None = None, command: str = "play") -> SavedGame:
    """The saved game; `expected` is the game that it must be."""
    lines = split_game(path, _read(path))
    game = _game_of(lines, command)
    if expected is not None and game != expected:
        raise PlygroundError(f"{path} is a game of {game}, not of {expected}")
    for source in lines.sources:
        if Path(_name(source)) in named_files and source.rpartition(" ")[2] != _digest(_name(source)):
            say(f"plyground: {_name(source)} has changed since {path} was saved: its moves may mean something else now")
    return replay(lines, game)


def needs_files(error: PlygroundError, path: str, sources: Sequence[str], command: str = "play") -> PlygroundError:
    """The error about a name that is unknown without the files of a saved game: it says how to name them."""
    unknown = str(error).partition(";")[0]
    missing = [_name(source) for source in sources if not Path(_name(source)).is_file()]
    gone = f" ({' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing)" if missing else ""
    files = " and ".join(map(_name, sources))
    return PlygroundError(
        f"{unknown}: {path} needs {files}{gone}, and only a file that you name is run: "
        f"{command_to_load(path, sources, command)}"
    )


def _name(source: str) -> str:
    """The file without its digest."""
    return source.rpartition(" ")[0]


def _read(path: str) -> str:
    return read_text(_file(path), "a saved game")


def _game_of(lines: GameLines, command: str) -> Game:
    try:
        return parse_game(lines.game)
    except PlygroundError as error:
        if lines.sources:
            raise needs_files(error, lines.where, lines.sources, command) from None
        raise PlygroundError(f"{lines.where}, line 1: {error}") from None


def _digest(file: str) -> str:
    """The SHA-256 of a file; of nothing, if it is gone."""
    path = Path(file)
    return hashlib.sha256(path.read_bytes() if path.is_file() else b"").hexdigest()


def _file(path: str) -> Path:
    if not path:
        raise PlygroundError("a file name is missing: save FILE, load FILE")
    return place_of(path)
