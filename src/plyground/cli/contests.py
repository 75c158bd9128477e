"""What `match`, `tournament` and `tune` share: the game, the store's notices, and leaving cleanly."""

import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from plyground.arena.contest import Contest
from plyground.arena.store import IN_MEMORY, Store
from plyground.cli.game_files import find_game, is_file
from plyground.cli.output import say
from plyground.errors import PlygroundError
from plyground.games import Game


def game_and_import(text: str) -> tuple[Game, Callable[[], object] | None]:
    """The game, and for a game from a file what a worker calls to know it too."""
    if not text:
        raise PlygroundError("which game? for example: --game connect_four; plyground games lists them")
    game = find_game(text)
    if not is_file(text):
        return game, None
    path, mark, form = text.strip().rpartition(".py")
    return game, partial(find_game, f"{Path(path).expanduser().resolve()}{mark}{form}")


def tell_of_other_versions(store: Store, contest: Contest) -> None:
    """Games under another version are another run: say that they are there, and not counted."""
    for run in store.other_versions(contest):
        same = run.version == contest.describe()["version"]
        under = "other code of the game or the agents" if same else f"plyground {run.version}"
        say(f"plyground: {store.path} has {run.games} games of this under {under} (run {run.id}): not counted here")


@contextlib.contextmanager
def leaving(store: str, done: Callable[[], str]) -> Iterator[None]:
    """Ctrl-C ends with a sentence that says how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        on = (
            "with --store FILE the same command could go on"
            if store == IN_MEMORY
            else f"the same command goes on ({store})"
        )
        raise KeyboardInterrupt(f"stopped after {done()}; {on}") from None
