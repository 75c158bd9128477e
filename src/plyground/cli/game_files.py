"""The argument GAME of all commands: a text form, or a Python file with a game in it.

connect_four    mnk(5,5,4)    my_game.py    my_game.py:my_game(3)
"""

import importlib.util
import inspect
import re
import sys
import traceback
from functools import cache
from pathlib import Path
from types import ModuleType

from plyground.errors import PlygroundError
from plyground.files import find_file
from plyground.games import Game, parse_game, register
from plyground.text_form import read

_FILE = re.compile(r"(?P<path>.+\.py)(:(?P<form>.+))?", re.DOTALL)
_PREFIX = "plyground_game_file_"  # of the names of the modules made from such files


def find_game(text: str) -> Game:
    """The game that a text form names, or that a file holds."""
    match = _FILE.fullmatch(text.strip())
    if match is None:
        return parse_game(text)
    path, form = match["path"], match["form"]
    names = games_in(path)
    if form is None and len(names) > 1:
        raise PlygroundError(
            f"{path} has {len(names)} games, name one: {' or '.join(f'{path}:{name}' for name in names)}"
        )
    form = form or names[0]
    if read(form).name not in names:
        raise PlygroundError(f"{path} has no game {read(form).name!r}, it has {' and '.join(names)}")
    return parse_game(form)


def is_file(text: str) -> bool:
    return _FILE.fullmatch(text.strip()) is not None


def source_of(game: Game) -> Path | None:
    """The file that a game came from; None for games of an installed package."""
    module = type(game).__module__
    return Path(sys.modules[module].__file__ or "") if module.startswith(_PREFIX) else None


def spell(game: Game) -> str:
    """A game as a command names it: `my_game.py:my_game(3)` if it comes from a file."""
    source = source_of(game)
    return str(game) if source is None else f"{source}:{game}"


def games_in(path: str) -> tuple[str, ...]:
    """The names of the games in a file; an error if it has none."""
    names = load_file(path)
    if not names:
        raise PlygroundError(f"{path} has no game: derive a class from plyground.games.Game and @register it")
    return names


@cache
def load_file(path: str) -> tuple[str, ...]:
    """Import a file; returns the names of the games that it registers or defines, if any."""
    known = set(Game.registry)
    module = _import(path)
    for name, value in vars(module).items():
        if _is_game_of(value, module) and not value.name:
            register(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower())(value)
    return tuple(
        name
        for name in Game.registry
        if name not in known or getattr(Game.registry.get(name), "__module__", "") == module.__name__
    )


def _is_game_of(value: object, module: ModuleType) -> bool:
    return (
        isinstance(value, type)
        and issubclass(value, Game)
        and value.__module__ == module.__name__
        and not inspect.isabstract(value)
    )


def _import(path: str) -> ModuleType:
    found = find_file(path)
    if found is None:
        raise PlygroundError(f"there is no file {path}")
    file = found.resolve()
    name = f"{_PREFIX}{file.stem}"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their types up here
    sys.path.insert(0, str(file.parent))  # as `python my_game.py` does, for the modules beside it
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise PlygroundError(f"{path} does not import: {_where(error, file)}") from None
    finally:
        sys.path.remove(str(file.parent))
    return module


def _where(error: BaseException, file: Path) -> str:
    """The error in one line, with the last line of that file in its traceback."""
    message = f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: {type(error).__name__}: {error.msg}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(file)]
    return f"line {lines[-1]}: {message}" if lines else message
