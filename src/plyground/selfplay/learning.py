"""Gradient steps on lessons, by AdamW, in JAX; the loss of AlphaZero (Silver et al. 2018)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from plyground.games.base import Game
from plyground.net.architecture import Architecture, Weights
from plyground.net.array_math import JaxMath, need_jax
from plyground.net.inputs import Inputs
from plyground.net.network import Network

# A loss of weights and a batch of lessons (the last column: the number of a symmetry), and its terms to report.
Loss = Callable[[Weights, Any], tuple[Any, Any]]


@dataclass(frozen=True)
class LearningRule:
    """The learning rate over a training, and the weight decay.

    Args:
        rate: The highest learning rate. The rate rises during the warm-up, then falls along a cosine to a hundredth.
        warmup: Share of the training during which the rate rises.
        decay: Decoupled weight decay (Loshchilov, Hutter 2019).
    """

    rate: float = 2e-3
    warmup: float = 0.02
    decay: float = 1e-4

    def rate_at(self, progress: float) -> float:
        """The learning rate when this share of the training is done."""
        if progress < self.warmup:
            return self.rate * max(progress / self.warmup, 0.01)
        return float(self.rate * (0.01 + 0.99 * 0.5 * (1.0 + np.cos(np.pi * min(1.0, progress)))))


class Losses(NamedTuple):
    """The mean losses of some gradient steps: see `alphazero_loss`."""

    policy: float
    value: float


class GradientDescent:
    """The weights of a network, and the optimiser that moves them towards lessons."""

    def __init__(self, weights: dict[str, np.ndarray], loss: Loss, rule: LearningRule) -> None:
        jax = need_jax()
        import optax

        def is_matrix(weights: Weights) -> Weights:  # biases do not decay
            return {name: value.ndim > 1 for name, value in weights.items()}

        self.rule = rule
        self._optimiser = optax.inject_hyperparams(optax.adamw, static_args=("mask",))(
            learning_rate=rule.rate, b2=0.99, weight_decay=rule.decay, mask=is_matrix
        )
        self.weights: Weights = jax.tree.map(jax.numpy.asarray, weights)
        self.state = self._optimiser.init(self.weights)
        self._names = list(weights)  # JAX sorts them
        self._run = jax.jit(_steps_of(loss, self._optimiser), donate_argnums=(0, 1))

    def network(self, game: Game, architecture: Architecture) -> Network:
        """A network with the current weights."""
        return Network(game, architecture, {name: np.asarray(self.weights[name], np.float32) for name in self._names})

    def copy(self) -> Weights:
        """A copy of the current weights; later steps do not change it."""
        jax = need_jax()
        weights: Weights = jax.tree.map(jax.numpy.copy, self.weights)
        return weights

    def run(self, lessons: tuple[Any, ...], progress: float, rng: np.random.Generator) -> Any:
        """Take a gradient step for every batch of lessons (steps, batch, …); returns mean losses, on the device."""
        symmetries = rng.integers(0, 1 << 30, len(lessons[0])).astype(np.uint32)
        rate = np.float32(self.rule.rate_at(progress))
        self.weights, self.state, losses = self._run(self.weights, self.state, (*lessons, symmetries), rate)
        return losses


def accelerated() -> bool:
    """Whether JAX computes on a GPU or TPU; if so, networks compute in bfloat16."""
    return bool(need_jax().default_backend() != "cpu")


def alphazero_loss(architecture: Architecture, inputs: Inputs, value_weight: float) -> Loss:
    """Cross entropy of the policies, less their own entropy, plus `value_weight` × the squared error of the values."""
    jax = need_jax()
    jnp, math = jax.numpy, JaxMath()
    dtype = jnp.bfloat16 if accelerated() else jnp.float32

    def loss(weights: Weights, lessons: Any) -> Any:
        positions, policies, values, symmetry = lessons
        planes, policies = inputs.under(
            jnp, symmetry % len(inputs.cells), inputs.planes(jnp, positions, dtype), policies.astype(jnp.float32)
        )
        answer = architecture.forward(math, jax.tree.map(lambda w: w.astype(dtype), weights), planes)
        logs = jax.nn.log_softmax(answer.logits.astype(jnp.float32))
        # The cross entropy is at least the policy's own entropy; less that, a perfect network has loss 0.
        entropy = jax.scipy.special.xlogy(policies, policies).sum(-1)
        policy = (entropy - (policies * logs).sum(-1)).mean()
        value = ((answer.values.astype(jnp.float32) - values.astype(jnp.float32)) ** 2).mean()
        return policy + value_weight * value, jnp.stack([policy, value])

    return loss


def _steps_of(loss: Loss, optimiser: Any) -> Callable[..., Any]:
    jax = need_jax()
    import optax

    def run(weights: Weights, state: Any, lessons: Any, rate: Any) -> Any:
        state.hyperparams["learning_rate"] = rate

        def step(carry: Any, batch: Any) -> Any:
            weights, state = carry
            gradient, losses = jax.grad(loss, has_aux=True)(weights, batch)
            updates, state = optimiser.update(gradient, state, weights)
            return (optax.apply_updates(weights, updates), state), losses

        (weights, state), losses = jax.lax.scan(step, (weights, state), lessons)
        return weights, state, losses.mean(0)

    return run
