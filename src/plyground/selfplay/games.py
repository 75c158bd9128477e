"""Self-play: a pool of searches plays games against itself, and a network evaluates its batches."""

from collections import deque
from functools import cache
from typing import Any

import numpy as np

from plyground.net.architecture import Architecture, Weights
from plyground.net.array_math import JaxMath, need_jax
from plyground.net.inputs import Inputs
from plyground.search.evaluate.batched import BatchEvaluator
from plyground.search.pool import Records, SearchPool
from plyground.selfplay.learning import accelerated
from plyground.selfplay.replay import TrainingBatch


@cache
def compile_answers(architecture: Architecture, inputs: Inputs) -> Any:
    """A compiled function of weights and packed positions: values and logits in half precision."""
    jax = need_jax()
    jnp, math = jax.numpy, JaxMath()
    dtype = jnp.bfloat16 if accelerated() else jnp.float32

    def answer(weights: Weights, positions: Any) -> Any:
        narrow = jax.tree.map(lambda weight: weight.astype(dtype), weights)
        values, logits = architecture.forward(math, narrow, inputs.planes(jnp, positions, dtype))
        return values.astype(jnp.float16), logits.astype(jnp.float16)

    return jax.jit(answer)


def evaluator_of(architecture: Architecture, inputs: Inputs, weights: Weights) -> BatchEvaluator:
    """An evaluator with these weights, for batches of any size."""
    jax = need_jax()
    answer = compile_answers(architecture, inputs)
    weights = jax.tree.map(jax.numpy.asarray, weights)

    def evaluate(positions: Any) -> tuple[Any, Any]:
        # JAX compiles once per size; padding to powers of two keeps the sizes few.
        size = 1 << max(5, (len(positions) - 1).bit_length())
        padded = np.zeros((size, positions.shape[1]), positions.dtype)
        padded[: len(positions)] = positions
        values, logits = answer(weights, padded.view(np.uint32))
        return np.asarray(values)[: len(positions)], np.asarray(logits)[: len(positions)]

    return evaluate


class SelfPlay:
    """Games of a network against itself, with several batches in flight."""

    def __init__(self, pool: SearchPool, batches: int, architecture: Architecture, inputs: Inputs) -> None:
        self.pool = pool
        self.ahead = max(1, batches // 2)  # batches at the network; meanwhile threads walk the trees of the others
        self.values = inputs.shape.values
        self.games = self.positions = 0
        self._answer = compile_answers(architecture, inputs)
        self._flying: deque[Any] = deque()

    def step(self, weights: Weights) -> None:
        """Send one more batch to the network; once `ahead` batches are in flight, give the pool the oldest answer."""
        answers = self._answer(weights, self.pool.collect().view(np.uint32))
        for answer in answers:
            answer.copy_to_host_async()
        self._flying.append(answers)
        if len(self._flying) >= self.ahead:
            self.pool.deliver(*map(np.asarray, self._flying.popleft()))

    def lessons(self, search_share: float) -> TrainingBatch:
        """Training positions from the games finished since the last call."""
        records = self.pool.take_records()
        self.positions += len(records)
        self.games += games_of(records)
        return lessons_of(records, self.values, search_share)


def games_of(records: Records) -> int:
    """The number of games whose decisions are recorded."""
    return int((records.moves == 0).sum())


def lessons_of(records: Records, value_count: int, search_share: float) -> TrainingBatch:
    """Lessons from recorded decisions, for a network with `value_count` values.

    A value to learn is a mean of the search's value, with weight `search_share`, and the game's outcome.
    """
    outcomes = records.outcomes[:, :value_count]
    values = (1.0 - search_share) * outcomes + search_share * searched_values(records, value_count)
    return TrainingBatch(
        records.positions.view(np.uint32), records.policies.astype(np.float16), values.astype(np.float16)
    )


def searched_values(records: Records, seats: int) -> np.ndarray:
    """The search's value of each decision, to the mover and then to the seats after it: (n, seats).

    A search values its root for the mover only. The value to another seat is therefore the value of that seat's next
    decision in the game, or the outcome if it has no further decision.
    """
    rows = np.arange(len(records))
    starts = np.append(np.flatnonzero(records.moves == 0), len(rows))
    ends = starts[1:].repeat(np.diff(starts))
    players = records.outcomes.shape[1]
    is_mover = records.seats == np.arange(players)[:, None]
    next_decisions = np.minimum.accumulate(np.where(is_mover, rows, len(rows))[:, ::-1], axis=1)[:, ::-1]
    found = records.outcomes[:, :seats].copy()
    for after in range(seats):
        at = next_decisions[(records.seats + after) % players, rows]
        decides = at < ends
        found[decides, after] = records.values[at[decides]]
    return found
