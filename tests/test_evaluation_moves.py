"""An evaluation in Python that notes the moves it played: rave and grave learn from them, in both engines."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from search_helpers import ENGINES, needs_native

from plyground.errors import PlygroundError
from plyground.games import State
from plyground.rng import Rng
from plyground.search import Evaluate, Search, configure
from plyground.search.evaluate import Rollout
from plyground.search.walk import Move
from plyground.tree import first_difference

GAMES = ["tictactoe", "mnk(4,5,3)", "connect_four", "nim", "pig(3,target=20)", "ludo(players=3, tokens=1)"]


@dataclass(frozen=True)
class OwnRollout(Evaluate):
    """Random moves, noted as an evaluation of one's own does."""

    def values(self, state: State, rng: Rng, moves: list[Move]) -> list[float]:
        return Rollout().values(state, rng, moves)


@needs_native
@pytest.mark.parametrize("select", ["rave", "grave(ref=3)", "random_opponent(inner=rave)", "ucb1"])
@pytest.mark.parametrize("game", GAMES)
def test_own_rollouts_grow_the_tree_of_rollouts(game: str, select: str) -> None:
    trees = []
    for engine in ("python", "native"):
        for evaluate in (OwnRollout(), Rollout()):
            search = Search(game, configure(select, evaluate=evaluate), engine=engine, seed=4)  # type: ignore[arg-type]
            assert search.run(search.game.initial_state(), 80).engine == engine
            trees.append(search.tree())
    for tree in trees[1:]:
        assert first_difference(trees[0], tree) is None
        assert trees[0].extra == tree.extra


@dataclass(frozen=True)
class Notes(Evaluate):
    """Says that it played these moves."""

    noted: tuple[Any, ...] = ()

    def values(self, state: State, rng: Rng, moves: list[Move]) -> Sequence[float]:  # type: ignore[override]
        moves += self.noted
        return [0.0, 0.0]


@pytest.mark.parametrize(
    "move", [(2, 0), (-2, 0), (0, -1), (0, 9), (0, 1 << 40), (0,), 3, None, (0, 1.0), "ab"], ids=str
)
@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_no_move_is_refused(move: Any, engine: str) -> None:
    search = Search("tictactoe", configure("rave", evaluate=Notes((move,))), engine=engine)  # type: ignore[arg-type]
    with pytest.raises(PlygroundError, match=r"a move is the player, from -1 \(chance\) to 1, and one of the"):
        search.run(search.game.initial_state(), 5)
