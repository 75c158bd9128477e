"""The common part of `match`, `tournament` and `tune`: options, the game, and a clean exit."""

import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, Unpack

from cyclopts import Parameter

from plyground.arena.contest import Contest
from plyground.arena.play import WhoPlays, check_numbers, play
from plyground.arena.runner import Forfeits, Progress
from plyground.arena.store import IN_MEMORY, Store
from plyground.cli.game_files import find_game, is_file
from plyground.cli.live import LiveTable
from plyground.cli.options import CountOrZero
from plyground.errors import PlygroundError
from plyground.files import place_of
from plyground.games import Game
from plyground.statistics.sprt import Sprt

Openings = Annotated[CountOrZero, Parameter(help="Begin every game with this many random moves.")]
StoreFile = Annotated[
    str, Parameter(help="Keep the games in this file; the same command then continues where it stopped.")
]
Cluster = Annotated[
    str | None, Parameter(help="A Dask scheduler's address (tls://host:port), or local to start one here.")
]
OnForfeits = Annotated[
    Forfeits, Parameter(help="After three games that agents forfeited by errors: stop, or count them as lost.")
]


def game_and_import(text: str) -> tuple[Game, Callable[[], object] | None]:
    """The game and, for a game from a file, a function with which a worker imports it."""
    if not text:
        raise PlygroundError("which game? for example: --game connect_four; plyground games lists them")
    game = find_game(text)
    if not is_file(text):
        return game, None
    path, mark, form = text.strip().rpartition(".py")
    return game, partial(find_game, f"{place_of(path).resolve()}{mark}{form}")


@contextlib.contextmanager
def leaving(path: str, done: Callable[[], str] = lambda: "stopped") -> Iterator[None]:
    """Ctrl-C ends with a sentence about the finished games and how to continue."""
    try:
        yield
    except KeyboardInterrupt:
        how = "with --store FILE the same command could continue"
        if path != IN_MEMORY:
            how = f"the same command continues ({path})"
        raise KeyboardInterrupt(f"{done()}; {how}") from None


def play_live(
    contest: Contest,
    games: int,
    path: str,
    *,
    names: tuple[str, ...] | None = None,
    sprt: Sprt | None = None,
    forfeits: Forfeits = "stop",
    plot: Callable[[Progress], None] = lambda progress: None,
    **who: Unpack[WhoPlays],
) -> Progress:
    """Play a contest into the store at this path, with a live table; `plot` gets all games, or those before Ctrl-C."""
    check_numbers(games, who.get("workers"))
    total = len(contest.numbers(games))
    with (
        Store(path) as store,
        LiveTable(names) as live,
        leaving(path, lambda: f"stopped after {store.count(contest)} of {total} games"),
    ):
        try:
            done = play(contest, games, store, sprt=sprt, forfeits=forfeits, watch=live, **who)
        except KeyboardInterrupt:
            if live.progress is not None and live.progress.records:
                plot(live.progress)
            raise
        plot(done)
        return done
