"""The suites by name."""

from collections.abc import Callable, Iterable

from plyground.bench import arena, games, pool, search
from plyground.bench.race import Race

SUITES: dict[str, Callable[[], Iterable[Race]]] = {
    "games": games.races,
    "search": search.races,
    "arena": arena.races,
    "pool": pool.races,
}
