"""The layers of a network, from a position to values and prior logits.

A forward pass is written once, in the operations of an `ArrayMath`: NumPy's (to play without any framework) or JAX's
(to train, and to play on an accelerator). A new architecture is a dataclass with two methods.
"""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np

from plyground.net.line_planes import require_lines, with_completions
from plyground.text_form import Registry, TextForm, param

# The weights of a network by name. Their order is that of the layers.
Weights = dict[str, Any]


class ArrayMath(Protocol):
    """The operations that a forward pass needs. Boards are (batch, rows, columns, channels)."""

    xp: Any  # numpy, or jax.numpy

    def conv(self, boards: Any, kernel: Any) -> Any:
        """A 3×3 convolution that keeps the size of the board; kernel (3, 3, channels in, channels out)."""

    def relu(self, x: Any) -> Any: ...

    def tanh(self, x: Any) -> Any: ...


class NetworkShape(NamedTuple):
    """The sizes of the input and the outputs of a network."""

    planes: tuple[int, int, int]  # planes, rows, columns
    actions: int
    values: int  # 1: the value to the mover, minus which is the opponent's; otherwise one per seat, the mover's first


class Forward(NamedTuple):
    """A network's evaluation of a batch of positions."""

    values: Any  # (batch, values), each from −1 to 1
    logits: Any  # (batch, actions); a softmax over the legal actions gives the priors


@dataclass(frozen=True)
class Architecture(TextForm, ABC):
    """The layers of a network, written as text: `resnet(channels=64, blocks=5)`."""

    registry: ClassVar[Registry[Any]]

    @abstractmethod
    def layers(self, shape: NetworkShape) -> dict[str, tuple[int, ...]]:
        """The shape of every array of weights; the last number counts its outputs."""

    @abstractmethod
    def forward(self, ops: ArrayMath, weights: Weights, planes: Any) -> Forward:
        """Values and logits of a batch of planes: (batch, rows, columns, planes)."""

    def initial(self, shape: NetworkShape, rng: np.random.Generator) -> dict[str, np.ndarray]:
        """Weights (float32) before training: the outputs of a layer keep the scale of its inputs (He et al. 2015).

        Biases, the last layer of each residual block and the last layers of both heads start at zero. So a block starts
        as the identity (Zhang et al. 2019), and an untrained network answers 0 for every value and logit.
        """
        weights = {}
        for name, size in self.layers(shape).items():
            zero = name.endswith(("bias", "second")) or name in ("policy", "value")
            scale = 0.0 if zero else np.sqrt(2.0 / np.prod(size[:-1]))
            weights[name] = (rng.standard_normal(size) * scale).astype(np.float32)
        return weights


Architecture.registry = Registry[Architecture]("network", "networks")
register = Architecture.registry.register


def parse_architecture(text: str | Architecture) -> Architecture:
    """The architecture that a text names."""
    architecture: Architecture = Architecture.registry.parse(text)
    return architecture


def _input_size(shape: NetworkShape, lines: int) -> tuple[int, int, int]:
    """Planes, rows and columns of what the first layer reads."""
    planes, rows, columns = shape.planes
    if lines:
        require_lines(shape.planes, lines)
        planes += 2
    return planes, rows, columns


def _read_input(ops: ArrayMath, planes: Any, lines: int) -> Any:
    return with_completions(ops.xp, planes, lines) if lines else planes


def _heads(inputs: int, hidden: int, shape: NetworkShape) -> dict[str, tuple[int, ...]]:
    return {
        "policy": (inputs, shape.actions),
        "policy_bias": (shape.actions,),
        "value_hidden": (inputs, hidden),
        "value_hidden_bias": (hidden,),
        "value": (hidden, shape.values),
        "value_bias": (shape.values,),
    }


def _read_heads(ops: ArrayMath, w: Weights, x: Any) -> Forward:
    hidden = ops.relu(x @ w["value_hidden"] + w["value_hidden_bias"])
    values = ops.tanh(hidden @ w["value"] + w["value_bias"])
    return Forward(values, x @ w["policy"] + w["policy_bias"])


@register("resnet")
@dataclass(frozen=True)
class Resnet(Architecture):
    """A residual tower of 3×3 convolutions, for boards (He et al. 2016; Silver et al. 2017).

    Without batch normalisation, so that training and play share one forward pass.

    Args:
        channels: Channels of each layer.
        blocks: Residual blocks of two layers each.
        hidden: Width of the value head.
        lines: Adds two planes, the empty cells that would complete this many in a row for each seat; 0 adds none.
    """

    channels: int = param(64, low=1, high=1024)
    blocks: int = param(5, low=0, high=100)
    hidden: int = param(64, low=1, high=4096)
    lines: int = param(0, low=0, high=19)

    def layers(self, shape: NetworkShape) -> dict[str, tuple[int, ...]]:
        planes, rows, columns = _input_size(shape, self.lines)
        width = self.channels
        layers: dict[str, tuple[int, ...]] = {"stem": (3, 3, planes, width), "stem_bias": (width,)}
        for block in range(self.blocks):
            for layer in ("first", "second"):
                layers[f"block{block}_{layer}"] = (3, 3, width, width)
                layers[f"block{block}_{layer}_bias"] = (width,)
        return layers | _heads(rows * columns * width, self.hidden, shape)

    def forward(self, ops: ArrayMath, weights: Weights, planes: Any) -> Forward:
        w = weights
        x = _read_input(ops, planes, self.lines)
        x = ops.relu(ops.conv(x, w["stem"]) + w["stem_bias"])
        for block in range(self.blocks):
            y = ops.relu(ops.conv(x, w[f"block{block}_first"]) + w[f"block{block}_first_bias"])
            x = ops.relu(x + ops.conv(y, w[f"block{block}_second"]) + w[f"block{block}_second_bias"])
        return _read_heads(ops, w, x.reshape(x.shape[0], -1))


@register("mlp")
@dataclass(frozen=True)
class Mlp(Architecture):
    """Fully connected layers, for games whose position is a list of numbers, and for small boards.

    Args:
        width: Width of each layer.
        depth: Number of layers.
        hidden: Width of the value head.
        lines: Adds two planes, the empty cells that would complete this many in a row for each seat; 0 adds none.
    """

    width: int = param(128, low=1, high=8192)
    depth: int = param(2, low=1, high=100)
    hidden: int = param(64, low=1, high=4096)
    lines: int = param(0, low=0, high=19)

    def layers(self, shape: NetworkShape) -> dict[str, tuple[int, ...]]:
        layers: dict[str, tuple[int, ...]] = {}
        inputs = math.prod(_input_size(shape, self.lines))
        for layer in range(self.depth):
            layers[f"layer{layer}"] = (inputs, self.width)
            layers[f"layer{layer}_bias"] = (self.width,)
            inputs = self.width
        return layers | _heads(self.width, self.hidden, shape)

    def forward(self, ops: ArrayMath, weights: Weights, planes: Any) -> Forward:
        x = _read_input(ops, planes, self.lines).reshape(planes.shape[0], -1)
        for layer in range(self.depth):
            x = ops.relu(x @ weights[f"layer{layer}"] + weights[f"layer{layer}_bias"])
        return _read_heads(ops, weights, x)


@register("q_network")
@dataclass(frozen=True)
class QNetwork(Architecture):
    """A network whose logits are the values Q of the actions, for `dqn`.

        dueling:  Q(s, a) = V(s) + A(s, a) − mean of A(s, ·)

    The body's value head gives V, its policy head the advantages A. Wang et al.: Dueling network architectures for
    deep reinforcement learning (2016), equation 9. Without `dueling` the policy head alone gives Q, and the value head
    learns nothing.

    Args:
        body: The layers: resnet(channels=32, blocks=3), mlp(width=128).
        dueling: Whether to estimate a state's value apart from its actions' advantages.
    """

    body: Architecture = Mlp()
    dueling: bool = True

    def layers(self, shape: NetworkShape) -> dict[str, tuple[int, ...]]:
        return self.body.layers(shape)

    def forward(self, ops: ArrayMath, weights: Weights, planes: Any) -> Forward:
        values, advantages = self.body.forward(ops, weights, planes)
        if not self.dueling:
            return Forward(values, advantages)
        return Forward(values, values[:, :1] + advantages - advantages.mean(axis=1, keepdims=True))
