"""A network says what leaves are worth and which moves look good there, many leaves at a time."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from plyground.errors import PlygroundError
from plyground.games.base import CHANCE, TERMINAL, Game, State
from plyground.games.planes import pack
from plyground.rng import Rng
from plyground.search.part import Evaluate
from plyground.search.walk import Move, Walk


class BatchEvaluator(Protocol):
    """A network as the search calls it: packed positions in, values and logits out.

    `positions` is an array (n, words) of 64-bit words; `plyground.games.planes.unpack` makes planes of it. The answer
    is a pair of arrays of 32 or 16 bit numbers:

        values  (n,) what each position is worth to the seat that moves, in a game where the other one gets the
                opposite; or (n, seats), the seat that moves first, then those after it
        logits  (n, actions) how likely each action is, as logarithms but for a constant; those of illegal actions
                do not count
    """

    def __call__(self, positions: Any) -> tuple[Any, Any]: ...


class NetworkEvaluate(Evaluate):
    """The base of evaluations by a network. A part of your own implements `evaluator`."""

    gives_logits = True

    @abstractmethod
    def evaluator(self, game: Game) -> BatchEvaluator:
        """The network for this game."""

    def values(self, state: State, rng: Rng, moves: list[Move]) -> list[float]:
        """A network judges decisions alone: chance is drawn before."""
        while state.player == CHANCE:
            moves.append((CHANCE, rng.outcome(state.chance())))
            state.apply(moves[-1][1])
        return state.returns() if state.player == TERMINAL else self.answers([state])[0][0]

    def judge(self, leaves: Sequence[Walk]) -> list[tuple[list[float], list[float]]]:
        return self.answers([leaf.state for leaf in leaves])

    def answers(self, states: Sequence[State]) -> list[tuple[list[float], list[float]]]:
        """What the network says of decisions: of each the value to every seat, and a logit for each legal action."""
        import numpy as np

        values, logits = self.evaluator(states[0].game)(np.stack([pack(state) for state in states]))
        return [
            (seat_values(state, value), [float(row[action]) for action in state.actions()])
            for state, value, row in zip(states, values, logits, strict=True)
        ]


@dataclass(frozen=True)
class Batched(NetworkEvaluate):
    """`call(positions)` is a `BatchEvaluator`. Given in Python only: it has no text form to read back.

    Args:
        call: The network.
        leaves: So many leaves of one search wait for it together.
    """

    call: BatchEvaluator
    leaves: int = 1

    def __post_init__(self) -> None:
        if not callable(self.call):
            raise PlygroundError(f"Batched takes a function of packed positions, not {self.call!r}")

    def evaluator(self, game: Game) -> BatchEvaluator:
        return self.call

    def __str__(self) -> str:
        name = getattr(self.call, "__qualname__", type(self.call).__name__)
        return f"batched({name})" if self.leaves == 1 else f"batched({name}, leaves={self.leaves})"


def judge_once(network: BatchEvaluator, positions: Any) -> tuple[Any, Any]:
    """The answers of a network that judges equal positions once: searches that begin together ask the same."""
    import numpy as np

    different, places = np.unique(positions, axis=0, return_inverse=True)
    values, logits = network(different)
    places = places.reshape(-1)
    return np.asarray(values)[places], np.asarray(logits)[places]


def seat_values(state: State, answer: Any) -> list[float]:
    """One value per seat from those that begin with the seat that moves; from one, where two seats are opposed."""
    players = state.game.num_players
    given = [float(value) for value in answer] if getattr(answer, "ndim", 0) else [float(answer)]
    if len(given) == 1 and players == 2:
        given.append(-given[0])
    if len(given) != players:
        raise PlygroundError(f"{state.game}: a network must give {players} values a position, not {len(given)}")
    return [given[(seat - state.player) % players] for seat in range(players)]
