"""Which searches may share: statistics between equal states, or the work between threads."""

from plyground.errors import PlygroundError
from plyground.games.base import Game
from plyground.search.columns import get_statistic
from plyground.search.config import Config
from plyground.search.native import calls_python


def is_one_sided(config: Config, game: Game) -> bool:
    """Whether all values in the tree are computed for the root's player, so that no other player can use them."""
    return config.backup.one_sided and not config.opposed(game)


def check_merge(config: Config, game: Game) -> None:
    """Raise unless a search of this game can merge states."""
    unshared = sorted(name for name in config.needs if not get_statistic(name).shared)
    if unshared:
        raise PlygroundError(f"merged states keep visits and values, not {', '.join(unshared)}: use merge=none")
    if is_one_sided(config, game):
        raise PlygroundError(
            f"{config.backup} keeps values for the root's player, who changes between trees: use merge=none"
        )
    if config.expand.hides_chance:
        raise PlygroundError(f"a row of {config.expand} stands for many states: use merge=none")


def check_threads(config: Config, threads: int, *, share_tree: bool, native: bool, merges: bool) -> None:
    """Raise unless a search with these parts can run on that many threads."""
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= 1024:
        raise PlygroundError(f"threads must be a whole number from 1 to 1024, not {threads!r}")
    if threads == 1:
        return
    if not native or calls_python(config):
        raise PlygroundError("only the C++ engine with parts in C++ runs on several threads: use threads=1")
    if merges:
        raise PlygroundError("merged states are for one thread: use threads=1 or merge=none")
    if share_tree:
        for part in (config.select, config.expand, config.evaluate, config.backup):
            if not part.all_share_tree():
                raise PlygroundError(f"{part} is not safe in a tree that threads share: use parallel=root")
