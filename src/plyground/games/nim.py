"""Nim: take objects from one heap; the player who takes the last one wins. Twin: `src/native/games/nim.hpp`.

Solved by Bouton (Nim, a game with a complete mathematical theory, 1901): the mover wins unless the heaps'
exclusive or is zero. That makes it an oracle for every search.
"""

from dataclasses import dataclass

from plyground.errors import PlygroundError
from plyground.games.base import TERMINAL, Game, State, register
from plyground.games.planes import Planes, ones
from plyground.text_form import param, shown

MOST_HEAPS = 8
LARGEST_HEAP = 99


@register("nim")
@dataclass(frozen=True)
class Nim(Game):
    """Two players take any number of objects from one heap in turn; taking the last object wins.

    A move is the letter of a heap and the number of objects to take: b3. The winning strategy: leave heaps whose
    exclusive or is zero (Bouton 1901).

    Args:
        heaps: Objects in each heap.
    """

    heaps: tuple[int, ...] = param((3, 4, 5), low=1, high=LARGEST_HEAP)

    def __post_init__(self) -> None:
        heaps = tuple(self.heaps) if isinstance(self.heaps, (list, tuple)) else ()
        numbers = all(isinstance(heap, int) and not isinstance(heap, bool) for heap in heaps)
        if not (numbers and 1 <= len(heaps) <= MOST_HEAPS and all(1 <= heap <= LARGEST_HEAP for heap in heaps)):
            raise PlygroundError(
                f"nim: heaps must be a list of 1 to {MOST_HEAPS} numbers from 1 to {LARGEST_HEAP}, "
                f"such as nim([3,4,5]), not {shown(self.heaps)}"
            )
        object.__setattr__(self, "heaps", heaps)
        super().__post_init__()

    @property
    def num_players(self) -> int:
        return 2

    def initial_state(self) -> "NimState":
        return NimState(self)

    @property
    def num_actions(self) -> int:
        return len(self.heaps) * max(self.heaps)

    @property
    def planes(self) -> Planes:
        return Planes(tuple(f"heap {_letter(heap)}" for heap in range(len(self.heaps))), 1, max(self.heaps))

    @property
    def twin(self) -> tuple[str, tuple[int, ...]]:
        return "nim", self.heaps

    def state_from_key(self, key: bytes) -> "NimState":
        if len(key) != 1 + len(self.heaps) or key[0] > 1:
            raise PlygroundError(f"{self}: a position is the seat to move (0 or 1), then {len(self.heaps)} heaps")
        turn, heaps = key[0], key[1:]
        taken = [before - now for before, now in zip(self.heaps, heaps, strict=True)]
        if min(taken) < 0:
            raise PlygroundError(f"{self}: no heap can grow to {list(heaps)}")
        # If every heap lost one object at most, the number of moves is certain.
        if max(taken) <= 1 and turn != sum(taken) % 2:
            raise PlygroundError(f"{self}: after {sum(taken)} moves it cannot be seat {turn}'s turn")
        state = NimState(self)
        state.turn, state.heaps = turn, list(heaps)
        state.player = turn if any(heaps) else TERMINAL
        return state


class NimState(State):
    """An action is heap · (largest heap at the start) + objects taken − 1."""

    def __init__(self, game: Nim) -> None:
        super().__init__(game)
        self.heaps = list(game.heaps)
        self.largest = max(game.heaps)
        self.turn = 0  # at the end: the seat that has no object left to take, and has lost
        self.player = 0

    def actions(self) -> list[int]:
        return [heap * self.largest + take for heap, objects in enumerate(self.heaps) for take in range(objects)]

    def apply(self, action: int) -> None:
        heap, take = divmod(action, self.largest)
        if not 0 <= heap < len(self.heaps) or take >= self.heaps[heap]:
            self.require_legal(action)
        self.heaps[heap] -= take + 1
        self.turn = 1 - self.turn
        self.player = self.turn if any(self.heaps) else TERMINAL

    def returns(self) -> list[float]:
        if self.player != TERMINAL:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.turn == 1 else [-1.0, 1.0]

    def key(self) -> bytes:
        return bytes([self.turn, *self.heaps])

    def plane_bits(self) -> list[int]:
        return [ones(heap) for heap in self.heaps]

    def action_name(self, action: int) -> str:
        """The heap's letter and the number of objects taken: "b3"."""
        heap, take = divmod(action, self.largest)
        return f"{_letter(heap)}{take + 1}"

    def __str__(self) -> str:
        width = len(str(self.largest))
        return "\n".join(
            f"{_letter(heap)} {objects:>{width}} {'|' * objects}".rstrip() for heap, objects in enumerate(self.heaps)
        )


def _letter(heap: int) -> str:
    return chr(ord("a") + heap)
