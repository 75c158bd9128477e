"""Searches of solved Connect Four positions, and the traps in them: what "When does more search hurt?" runs.

A *trap* is a move that loses although another one would not. Its depth is the number of plies after it until the
opponent has won, if both then play as well as they can. The exact score of a move determines it.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property

from plyground.games import parse_game
from plyground.rng import Rng
from plyground.search import Search, configure
from plyground.selfplay.judged import JudgedPosition, judged_positions, moves_that_keep

GAME = "connect_four"
STONES = 21  # of each player


@dataclass(frozen=True)
class Case:
    """A solved position in which some move loses the value."""

    position: JudgedPosition

    @property
    def ply(self) -> int:
        return len(self.position.moves)

    @cached_property
    def keeping(self) -> frozenset[int]:
        return moves_that_keep(self.position.scores)

    @property
    def blind(self) -> float:
        """The share of wrong moves among all: how often a player who moves at random is wrong."""
        return 1 - len(self.keeping) / len(self.position.scores)

    @cached_property
    def trap(self) -> int | None:
        """The depth of the shortest trap; None if the wrong moves only draw a won position."""
        depths = [trap_depth(self.ply, score) for score in self.position.scores.values() if score < 0]
        return min(depths) if depths else None

    def wrong(self, action: int) -> bool:
        return action not in self.keeping


def trap_depth(ply: int, score: int) -> int:
    """The plies after a losing move, played at this ply, until the opponent has won.

    A score of −s: the winner has s stones left at the end, its last one included. So the stone that wins is its
    number 22 − s, and stone number k of the seat that moves second is the ply 2k of the game, of the other 2k − 1.
    """
    number = STONES + 1 + score
    moves_first = ply % 2 == 1  # is the winner, who moves after this ply, the seat that began the game?
    return 2 * number - moves_first - (ply + 1)


@cache
def cases() -> tuple[Case, ...]:
    """The solved positions that plyground ships, without those in which no move can be wrong."""
    found = (Case(position) for position in judged_positions())
    return tuple(case for case in found if len(case.keeping) < len(case.position.scores))


def search_cases(
    parts: dict[str, str], numbers: Sequence[int], budgets: Sequence[int], seed: int, threads: int | None
) -> list[str]:
    """For each of these cases, the columns (from 0) that one search prefers when it has made so many simulations."""
    config, game = configure(**parts), parse_game(GAME)

    def run(number: int) -> str:
        search = Search(game, config, seed=Rng(seed, number).next() >> 1)
        search.start(cases()[number].position.state())
        columns, made = "", 0
        for budget in budgets:
            search.grow(budget - made)
            columns, made = columns + str(search.decide()), budget
        return columns

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(run, numbers))


def random_moves(numbers: Sequence[int], budgets: Sequence[int], seed: int) -> list[str]:
    """The same for a player who moves at random, however long it thinks."""
    found = []
    for number in numbers:
        rng, moves = Rng(seed, number), sorted(cases()[number].position.scores)
        found.append("".join(str(moves[rng.below(len(moves))]) for _ in budgets))
    return found
