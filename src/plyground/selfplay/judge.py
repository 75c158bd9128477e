"""An exact judge of players: the share of positions in which they play a move that keeps the value."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from plyground.errors import PlygroundError
from plyground.games.base import CHANCE, TERMINAL, Game, State
from plyground.games.connect_four import ConnectFour
from plyground.rng import Rng
from plyground.selfplay.judged import judged_positions, moves_that_keep
from plyground.solve.connect_four import analyse
from plyground.solve.state_graph import state_graph

# Random positions of a board without a shipped set, and the seed of their games.
SAMPLE, SEED = 1000, 7
# Larger games are not enumerated.
MOST_STATES = 20_000
# A position is hard if some move loses its value and at most this many keep it.
HARD = 2


@dataclass(frozen=True)
class Share:
    """The number of positions in which a player's move is right, out of all of them."""

    right: int
    positions: int

    def __str__(self) -> str:
        return f"{100 * self.right / max(1, self.positions):.2f} %"


@dataclass(frozen=True)
class Verdict:
    """The share of right moves in all positions, and in the hard ones (see `HARD`)."""

    all: Share
    hard: Share

    def __str__(self) -> str:
        return f"{self.all}, hard {self.hard}"

    def to_dict(self) -> dict[str, float]:
        """The shares, from 0 to 1, and the numbers of positions."""
        return {
            "all": self.all.right / self.all.positions,
            "hard": self.hard.right / max(1, self.hard.positions),
            "positions": self.all.positions,
            "hard_positions": self.hard.positions,
        }


@dataclass(frozen=True, eq=False)
class Judge:
    """Positions with the moves that keep their value."""

    states: tuple[State, ...]
    keeping: tuple[frozenset[int], ...]
    hard: tuple[bool, ...]

    def verdict(self, actions: Sequence[int]) -> Verdict:
        """The verdict on one action for each position."""
        right = [action in keeping for action, keeping in zip(actions, self.keeping, strict=True)]
        hard = [good for good, is_hard in zip(right, self.hard, strict=True) if is_hard]
        return Verdict(Share(sum(right), len(right)), Share(sum(hard), len(hard)))


@cache
def judge_of(game: Game) -> Judge | None:
    """The judge of a game; None if its exact values are not available.

    Connect Four: the 5,000 solved positions that plyground ships, or 1,000 random positions on another board. Small
    zero-sum games for two players without dice: every position in which a player decides.
    """
    if game == ConnectFour():
        return _judge([(position.state(), position.scores) for position in judged_positions()])
    if isinstance(game, ConnectFour) and game.k == 4 and game.cols * (game.rows + 1) <= 64:
        return _judge([(state, analyse(state)) for state in _random_states(game, SAMPLE)])
    try:
        return _judge(_all_states(game))
    except PlygroundError:
        return None


def _judge(scored: Iterable[tuple[State, Mapping[int, float]]]) -> Judge:
    states, keeping, hard = [], [], []
    for state, scores in scored:
        good = moves_that_keep(scores)
        states.append(state)
        keeping.append(good)
        hard.append(len(good) < len(scores) and len(good) <= HARD)
    return Judge(tuple(states), tuple(keeping), tuple(hard))


def _random_states(game: Game, count: int) -> list[State]:
    """Distinct positions, each from a random ply of a random game."""
    states: dict[Hashable, State] = {}
    rng = Rng(SEED)
    while len(states) < count:
        line = [game.initial_state()]
        while line[-1].player != TERMINAL:
            state = line[-1].clone()
            actions = state.actions()
            state.apply(actions[rng.below(len(actions))])
            line.append(state)
        chosen = line[rng.below(len(line) - 1)]
        states.setdefault(chosen.key(), chosen)
    return list(states.values())


def _all_states(game: Game) -> Iterator[tuple[State, dict[int, float]]]:
    """Every decision of a zero-sum game for two without dice, with the minimax value of each move to its mover."""
    if game.num_players != 2 or not game.zero_sum:
        raise PlygroundError(f"{game} is not a zero-sum game for two players")
    graph = state_graph(game, MOST_STATES)
    values: list[float] = []  # to the first seat
    for node in graph.nodes:
        if node.player == TERMINAL:
            values.append(node.state.returns()[0])
            continue
        if node.player == CHANCE:
            raise PlygroundError(f"{game} has dice")
        sign = 1.0 if node.player == 0 else -1.0
        scores = {move: sign * values[child] for move, child in zip(node.moves, node.children, strict=True)}
        values.append(sign * max(scores.values()))
        yield game.state_from_key(node.state.key()), scores
