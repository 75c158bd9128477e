"""The order in which the statistics of the C++ core are registered, or named by parts, changes nothing."""

import itertools

from search_helpers import needs_native

from plyground.search import Config, Search, configure
from plyground.search import native as native_search
from plyground.tree import Tree, first_difference


def parts() -> Config:
    return configure("epsilon_greedy(inner=gumbel)", backup="solver")


def grown(config: Config, engine: str) -> Tree:
    search = Search("tictactoe", config, engine=engine, seed=3)  # type: ignore[arg-type]
    search.run(search.game.initial_state(), 60)
    search.advance(4)
    search.resume(20)
    return search.tree()


@needs_native
def test_statistics_are_copied_in_any_order() -> None:
    expected = grown(parts(), "python")
    assert len(parts().needs) == 3
    for order in itertools.permutations(parts().needs):
        config = parts()
        described = native_search._description(config)
        config.once("description", lambda made=(*described[:-1], list(order)): made)
        tree = grown(config, "native")
        assert first_difference(expected, tree) is None
        assert expected.extra == tree.extra
