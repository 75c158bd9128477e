"""Python files of the user's: the argument GAME of all commands, and the option --with.

connect_four    mnk(5,5,4)    my_game.py    my_game.py:my_game(3)

A file runs only if the command names it; a file that a saved game or a store names is never run.
"""

import hashlib
import importlib.util
import inspect
import re
import sys
import traceback
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from plyground.agents import Agent
from plyground.cli import named_files
from plyground.errors import PlygroundError
from plyground.files import find_file
from plyground.games import Game, parse_game, register
from plyground.search.part import KINDS
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


def sources_of(*things: Game | Agent) -> list[str]:
    """The files that a command must name with --with to know these games, agents and their parts."""
    from plyground.arena.own_code import OwnCode  # here, because the arena is slow to import

    return OwnCode(things).sources


def spell(game: Game) -> str:
    """A game as a command names it: `my_game.py:my_game(3)` if it comes from a file."""
    return ":".join([*sources_of(game)[:1], str(game)])


def games_in(path: str) -> tuple[str, ...]:
    """The names of the games in a file; an error if it has none."""
    found = load_own(path)
    if found.games:
        return found.games
    if found.others:
        others = " and ".join(found.others)
        raise PlygroundError(f"{path} has no game, but {others}: load it with --with {path}, and name a game as usual")
    raise PlygroundError(f"{path} has no game: derive a class from pg.Game, with @pg.register_game above it")


class OwnFile(NamedTuple):
    """What a file of the user's has registered."""

    games: tuple[str, ...]
    # Agents and parts, as messages name them: "the agent careful".
    others: tuple[str, ...]


def load_own(path: str) -> OwnFile:
    """Import a file that the command names, once."""
    place = find_file(path)
    if place is None:
        raise PlygroundError(f"there is no file {path}")
    file = place.resolve()
    found = load_file(file)
    named_files[file] = None
    return found


def load_with(path: str) -> OwnFile:
    """Import a file for the option --with: it must register something."""
    found = load_own(path)
    if not (found.games or found.others):
        raise PlygroundError(
            f"{path} registers no game, agent or part: write a decorator such as @pg.register_agent('my_agent') above "
            "a class"
        )
    return found


def load_all(paths: tuple[str, ...]) -> None:
    for path in paths:
        load_own(path)


def importer() -> Callable[[], object] | None:
    """A function with which worker processes import the files that this command names; None if there are none."""
    return partial(load_all, tuple(map(str, named_files))) if named_files else None


@cache
def load_file(file: Path) -> OwnFile:
    """Import a file; its games may do without a decorator."""
    before = _entries()
    module = _import(file)
    for name, value in vars(module).items():
        if _is_game_of(value, module) and not value.name:
            register(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower())(value)
    new = [(kind, name) for (kind, name), cls in _entries().items() if before.get((kind, name)) is not cls]
    game = Game.registry.kind
    return OwnFile(
        tuple(name for kind, name in new if kind == game),
        tuple(f"the {kind} {name}" for kind, name in new if kind != game),
    )


def _entries() -> dict[tuple[str, str], Any]:
    """All registered classes by kind and name."""
    registries = [Game.registry, Agent.registry, *(base.registry for base in KINDS.values())]
    return {(registry.kind, name): registry.get(name) for registry in registries for name in registry}


def _is_game_of(value: object, module: ModuleType) -> bool:
    return (
        isinstance(value, type)
        and issubclass(value, Game)
        and value.__module__ == module.__name__
        and not inspect.isabstract(value)
    )


def _import(file: Path) -> ModuleType:
    # Files of the same name in different folders are different modules.
    name = f"{_PREFIX}{file.stem}_{hashlib.sha256(str(file).encode()).hexdigest()[:8]}"
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
        raise PlygroundError(f"{file} does not import: {_where(error, file)}") from None
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
