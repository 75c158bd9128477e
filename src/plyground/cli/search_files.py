"""Files of `plyground search`: the saved search, the drawn tree and the walkthrough."""

from collections.abc import Mapping
from pathlib import Path

from plyground import view
from plyground.atomic_file import require_place
from plyground.cli.output import say
from plyground.errors import PlygroundError
from plyground.games import State
from plyground.games.native import Engine
from plyground.search import Search

PAGE_SIMULATIONS = 50  # the most on a walkthrough page


def load_search(
    path: Path, start: State, moves: str, engine: Engine, parts: Mapping[str, str | None], threads: int
) -> Search:
    """The search in a file; it must be of this game and, if moves are given, of the position after them."""
    if threads > 1:
        raise PlygroundError("a saved search continues with one thread: leave --threads out")
    given = [f"--{name}" for name, part in parts.items() if part is not None]
    if given:
        raise PlygroundError(f"{path} has its own parts: leave {', '.join(given)} out, or start a new search")
    rebuilt = isinstance(start.key(), bytes) and not moves
    try:
        search = Search.load(path, None if rebuilt else start, engine)
    except PlygroundError as error:
        if not str(error).startswith(f"{path}: unknown "):
            raise
        unknown = str(error).partition(";")[0]
        raise PlygroundError(f"{unknown}; if it is your own, name its file: --load {path} --with FILE.py") from None
    if search.game != start.game:
        raise PlygroundError(f"{path} is a search of {search.game}, not of {start.game}")
    return search


def check_files(tree: Path | None, trace: str | None, save: Path | None, json: bool, threads: int) -> None:
    """Refuse impossible output files before the search."""
    if save is not None and threads > 1:
        raise PlygroundError("only a search on one thread can be saved: leave --threads or --save out")
    if tree is not None:
        view.require_suffix(tree, view.TREE_FILES, "a tree")
    if trace is not None and trace.isdecimal():
        if json:
            raise PlygroundError("--trace with a number prints text, not JSON: give it a file.html")
    elif trace is not None:
        view.require_suffix(Path(trace), view.WALKTHROUGH_FILES, "a walkthrough")
        require_place(trace)
    for path in (tree, save):
        if path is not None:
            require_place(path)


def write_files(search: Search, tree: Path | None, trace: str | None, save: Path | None) -> None:
    """Write the requested files, and name them on stderr."""
    if trace is not None and trace.isdecimal():
        print(view.walkthrough(search, int(trace)).text())
    elif trace is not None:
        view.walkthrough(search, max(1, min(search.simulations, PAGE_SIMULATIONS))).save(trace)
        say(f"the walkthrough is in {trace}")
    if tree is not None:
        view.tree(search).save(tree)
        say(f"the tree is in {tree}")
    if save is not None:
        search.save(save)
        say(f"the search is in {save}")
