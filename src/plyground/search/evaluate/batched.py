"""Evaluation by a network, many leaves at a time: values of leaves, and logits of their moves."""

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

        values  (n,): the value of each position to the seat that moves, in a game of two seats with opposite values;
                or (n, seats): a value per seat, first that of the seat that moves, then those of the next seats
        logits  (n, actions): the logarithm of each action's probability, up to a constant; logits of illegal actions
                are ignored
    """

    def __call__(self, positions: Any) -> tuple[Any, Any]: ...


class NetworkEvaluate(Evaluate):
    """The base of evaluations by a network. A part of your own implements `evaluator`."""

    gives_logits = True

    @abstractmethod
    def evaluator(self, game: Game) -> BatchEvaluator:
        """The network for this game."""

    def values(self, state: State, rng: Rng, moves: list[Move]) -> list[float]:
        """Draw chance outcomes up to the next decision, then evaluate it: a network judges decisions alone."""
        while state.player == CHANCE:
            moves.append((CHANCE, rng.outcome(state.chance())))
            state.apply(moves[-1][1])
        return state.returns() if state.player == TERMINAL else self.answers([state])[0][0]

    def judge(self, leaves: Sequence[Walk]) -> list[tuple[list[float], list[float]]]:
        return self.answers([leaf.state for leaf in leaves])

    def answers(self, states: Sequence[State]) -> list[tuple[list[float], list[float]]]:
        """The network's answers for decisions: of each, the value to every seat and a logit for each legal action."""
        import numpy as np

        values, logits = self.evaluator(states[0].game)(np.stack([pack(state) for state in states]))
        return [
            (seat_values(state, value), [float(row[action]) for action in state.actions()])
            for state, value, row in zip(states, values, logits, strict=True)
        ]


@dataclass(frozen=True)
class Batched(NetworkEvaluate):
    """Takes values and priors from a `BatchEvaluator`. For Python only: its text form cannot be read back.

    Args:
        call: The network.
        leaves: Number of leaves of one search that wait for the network together.
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
    """Call the network with each distinct position once: searches that begin together ask about the same positions."""
    import numpy as np

    different, places = np.unique(positions, axis=0, return_inverse=True)
    values, logits = network(different)
    places = places.reshape(-1)
    return np.asarray(values)[places], np.asarray(logits)[places]


def seat_values(state: State, answer: Any) -> list[float]:
    """One value per seat. The answer starts with the seat that moves; for two opposed seats that value is enough."""
    players = state.game.num_players
    given = [float(value) for value in answer] if getattr(answer, "ndim", 0) else [float(answer)]
    if len(given) == 1 and players == 2:
        given.append(-given[0])
    if len(given) != players:
        raise PlygroundError(f"{state.game}: a network must give {players} values per position, not {len(given)}")
    return [given[(seat - state.player) % players] for seat in range(players)]
