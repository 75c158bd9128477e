"""Helpers that the tests of the search share."""

import importlib.util
import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from plyground import catalogue
from plyground.games import Game, State
from plyground.games.native import have_native, native_game
from plyground.text_form import read
from plyground.tree import ROOT, Tree

PROJECT = Path(__file__).parent.parent
EXAMPLES = PROJECT / "examples"
ENGINES = ["python", "native"] if have_native() else ["python"]
needs_native = pytest.mark.skipif(not have_native(), reason="plyground was built without its C++ core")


def skip_without_extra(error: str) -> None:
    """Skip the test if a program ended with the sentence that asks for a package: an extra is not installed."""
    found = re.search(r"[^\n]* needs? .*pip install .*", error)
    if found:
        pytest.skip(found[0])


def other_games(listed: Iterable[str], twin: bool = True) -> list[str]:
    """Plyground's games (with a C++ twin) that these texts do not name: a new game is tested without being listed."""
    named = {read(text).name for text in listed}
    games = (catalogue.example(Game.registry, name) for name in Game.registry if name not in named)
    ours = (game for game in games if isinstance(game, Game) and type(game).__module__.startswith("plyground."))
    return [str(game) for game in ours if native_game(game) is not None or not twin]


@cache
def example(name: str, folder: str = "examples") -> ModuleType:
    """A program of that folder as a module."""
    spec = importlib.util.spec_from_file_location(f"{folder}_{name}", PROJECT / folder / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def states_of(tree: Tree, root: State) -> dict[int, State]:
    """The state of every row that was reached."""
    states = {ROOT: root}
    for row in range(len(tree)):
        for child in tree.children(row) if row in states else ():
            if tree.visits[child]:
                states[child] = states[row].clone()
                states[child].apply(tree.action[child])
    return states
