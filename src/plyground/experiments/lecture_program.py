"""The program that Turcotte's lecture prints, draw for draw: same generator, same seeds, same order of draws.

Only the board differs: bits instead of an array of letters. `play_series` with the printed seeds gives the
printed results, game by game.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

X, O = 0, 1  # noqa: E741
ROOT_2 = math.sqrt(2)
LINES = [sum(1 << cell for cell in line) for line in (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))]  # fmt: skip
WON = [any(cells & line == line for line in LINES) for cells in range(512)]
# The cells of X, those of O.
Board = tuple[int, int]
EMPTY: Board = (0, 0)


def moves_of(board: Board) -> list[int]:
    """Empty cells, row by row, also after the end of the game, like the lecture's `get_valid_moves`."""
    taken = board[X] | board[O]
    return [cell for cell in range(9) if not taken >> cell & 1]


def after(board: Board, move: int, player: int) -> Board:
    return (board[X] | 1 << move, board[O]) if player == X else (board[X], board[O] | 1 << move)


def outcome_of(board: Board) -> int | None:
    """+1, −1 or 0 to X; None while the game goes on."""
    if WON[board[X]]:
        return 1
    if WON[board[O]]:
        return -1
    return 0 if board[X] | board[O] == 511 else None


class LectureSolver(Protocol):
    def select_move(self, board: Board, player: int) -> int: ...


class RandomSolver:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def select_move(self, board: Board, player: int) -> int:
        return self.rng.choice(moves_of(board))


class MinimaxSolver:
    def select_move(self, board: Board, player: int) -> int:
        return _minimax(board, player)[1]


@cache
def _minimax(board: Board, player: int) -> tuple[int, int]:
    """The value to X, and the first of the best moves."""
    outcome = outcome_of(board)
    if outcome is not None:
        return outcome, -1
    best, chosen = (-2, -1) if player == X else (2, -1)
    for move in moves_of(board):
        value = _minimax(after(board, move, player), 1 - player)[0]
        if value > best if player == X else value < best:
            best, chosen = value, move
    return best, chosen


class AlphaBetaSolver:
    """The lecture's second solver: the same moves, with cuts."""

    def select_move(self, board: Board, player: int) -> int:
        return _alpha_beta(board, player, -2, 2)[1]


@cache
def _alpha_beta(board: Board, player: int, alpha: int, beta: int) -> tuple[int, int]:
    outcome = outcome_of(board)
    if outcome is not None:
        return outcome, -1
    best, chosen = (-2, -1) if player == X else (2, -1)
    for move in moves_of(board):
        value = _alpha_beta(after(board, move, player), 1 - player, alpha, beta)[0]
        if value > best if player == X else value < best:
            best, chosen = value, move
        if player == X:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best, chosen


@dataclass
class ClassicNode:
    board: Board
    player: int
    parent: "ClassicNode | None" = None
    children: "dict[int, ClassicNode]" = field(default_factory=dict)
    untried: list[int] = field(default_factory=list)
    visits: int = 0
    total: float = 0.0


class ClassicSolver:
    """MCTSClassicSolver: a new tree for every move; wins counted for the player to move at a node."""

    def __init__(self, simulations: int, seed: int, c: float = ROOT_2) -> None:
        self.simulations, self.c, self.rng = simulations, c, random.Random(seed)
        self.root: ClassicNode | None = None

    def select_move(self, board: Board, player: int) -> int:
        root = self.root = ClassicNode(board, player, untried=moves_of(board))
        for _ in range(self.simulations):
            self._simulate(root)
        return max(root.children, key=lambda move: root.children[move].visits)

    def _simulate(self, node: ClassicNode) -> None:
        while True:
            outcome = outcome_of(node.board)
            if outcome is not None:
                break
            if node.untried:
                move = self.rng.choice(node.untried)
                node.untried.remove(move)
                board = after(node.board, move, node.player)
                child = ClassicNode(board, 1 - node.player, node, untried=moves_of(board))
                node.children[move] = node = child
                outcome = rollout(board, child.player, self.rng)
                break
            scale = math.log(node.visits + 1)
            node = max(
                node.children.values(),
                key=lambda child: -(child.total / child.visits) + self.c * math.sqrt(scale / child.visits),
            )
        at: ClassicNode | None = node
        while at is not None:
            at.visits += 1
            at.total += outcome if at.player == X else -outcome
            at = at.parent


@dataclass
class KnownState:
    player: int
    untried: list[int]
    children: dict[int, Board] = field(default_factory=dict)
    visits: int = 0
    total: float = 0.0


class LearnerSolver:
    """MCTSSolver: statistics by state that last across moves and games."""

    def __init__(self, simulations: int, seed: int) -> None:
        self.simulations, self.rng = simulations, random.Random(seed)
        self.states: dict[Board, KnownState] = {}

    def select_move(self, board: Board, player: int) -> int:
        root = self._entry(board, player)
        for _ in range(self.simulations):
            self._simulate(board)
        return max(root.children, key=lambda move: self.states[root.children[move]].visits)

    def _entry(self, board: Board, player: int) -> KnownState:
        if board not in self.states:
            self.states[board] = KnownState(player, moves_of(board))
        return self.states[board]

    def _simulate(self, board: Board) -> None:
        path = []
        while True:
            path.append(entry := self.states[board])
            outcome = outcome_of(board)
            if outcome is not None:
                break
            if entry.untried:
                move = entry.untried.pop()
                entry.children[move] = board = after(board, move, entry.player)
                path.append(self._entry(board, 1 - entry.player))
                outcome = rollout(board, 1 - entry.player, self.rng)
                break
            board = self._best_child(entry)
        for entry in path:
            entry.visits += 1
            entry.total += outcome if entry.player == X else -outcome

    def _best_child(self, entry: KnownState) -> Board:
        scale = math.log(entry.visits + 1)

        def score(board: Board) -> float:
            child = self.states[board]
            return math.inf if child.visits == 0 else (
                -(child.total / child.visits) + ROOT_2 * math.sqrt(scale / child.visits)
            )  # fmt: skip

        return max(entry.children.values(), key=score)


def rollout(board: Board, player: int, rng: random.Random) -> int:
    cells, empty = list(board), moves_of(board)
    while True:
        if WON[cells[1 - player]]:
            return 1 if player == O else -1
        if not empty:
            return 0
        move = rng.choice(empty)
        empty.remove(move)
        cells[player] |= 1 << move
        player = 1 - player


def play_series(x: LectureSolver, o: LectureSolver, games: int) -> list[int]:
    """The outcome of each game to X; the solvers keep their generators, and a learner its states."""
    results = []
    for _ in range(games):
        board, player = EMPTY, X
        while (outcome := outcome_of(board)) is None:
            board = after(board, (x, o)[player].select_move(board, player), player)
            player = 1 - player
        results.append(outcome)
    return results


def running_average(results: Sequence[int]) -> list[float]:
    total, averages = 0, []
    for games, result in enumerate(results, 1):
        total += result
        averages.append(total / games)
    return averages
