"""Evaluation by a function that the user gives."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from plyground.errors import PlygroundError
from plyground.games.base import State
from plyground.rng import Rng
from plyground.search.part import Evaluate
from plyground.search.walk import Move


@dataclass(frozen=True)
class Function(Evaluate):
    """Takes the values from `call(state)`, one per seat. For Python only: a function has no text form."""

    call: Callable[[State], Sequence[float]]

    def __post_init__(self) -> None:
        if not callable(self.call):
            raise PlygroundError(f"evaluate takes a part or a function of a state, not {self.call!r}")

    def values(self, state: State, rng: Rng, moves: list[Move]) -> list[float]:
        return self.call(state)  # type: ignore[return-value]  # the engine converts the answer to a list of floats

    def __str__(self) -> str:
        return f"function({getattr(self.call, '__qualname__', 'callable')})"
