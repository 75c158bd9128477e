"""A network: its game, its layers and its weights, its evaluation of positions, and its file.

The file is sealed (see `sealed_file`); its body is MessagePack, the weights are raw numbers. Nothing
in it is executed, and its content is checked before it is used.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np

from plyground.atomic_file import write_file
from plyground.errors import PlygroundError
from plyground.games.base import Game, parse_game
from plyground.net.architecture import Architecture, Forward, parse_architecture
from plyground.net.array_math import NumpyMath
from plyground.net.inputs import Inputs, inputs_of, words_of
from plyground.sealed_file import decode_sealed, open_sealed, read_sealed, seal

KIND, VERSION = "network", 1
# Where a network computes.
Device = Literal["auto", "numpy", "jax"]


@dataclass(frozen=True, eq=False)
class Network:
    """A network for one game. `evaluate` takes packed positions; weights are float32."""

    game: Game
    architecture: Architecture
    weights: dict[str, np.ndarray]

    @staticmethod
    def random(game: Game, architecture: Architecture | str, seed: int = 0) -> "Network":
        """An untrained network."""
        architecture = parse_architecture(architecture)
        return Network(game, architecture, architecture.initial(inputs_of(game).shape, np.random.default_rng(seed)))

    @cached_property
    def inputs(self) -> Inputs:
        return inputs_of(self.game)

    @property
    def parameters(self) -> int:
        """The number of weights."""
        return sum(weight.size for weight in self.weights.values())

    def evaluate(self, positions: np.ndarray) -> Forward:
        """Values and logits of packed positions, in NumPy, on one thread.

        BLAS's own threads cost more than they gain here; beside busy threads, as in a match, a hundred times as much.
        """
        with _blas().limit(limits=1, user_api="blas"), np.errstate(over="ignore", invalid="ignore"):
            found = self._forward(positions)
        if not (np.isfinite(found.values).all() and np.isfinite(found.logits).all()):
            raise PlygroundError(
                f"the network for {self.game} answers with infinite numbers: its weights are too large"
            )
        return found

    def _forward(self, positions: np.ndarray) -> Forward:
        return self.architecture.forward(_NUMPY, self.weights, self.inputs.planes(np, words_of(positions), np.float32))

    def save(self, path: str | Path, number: Literal["float32", "float16"] = "float32") -> None:
        """Write the network to a file; `float16` halves the file and is finer than bfloat16, in which GPUs compute."""
        write_file(path, self._sealed(number))

    def to_bytes(self) -> bytes:
        """The content of its file."""
        return b"".join(self._sealed("float32"))

    def _sealed(self, number: Literal["float32", "float16"]) -> list[bytes]:
        saved = _SavedNetwork(
            game=str(self.game),
            architecture=str(self.architecture),
            number=number,
            weights=[self.weights[name].astype(f"<{np.dtype(number).str[1:]}").tobytes() for name in self.weights],
            names=list(self.weights),
        )
        return seal(KIND, VERSION, [msgspec.msgpack.encode(saved)])


_NUMPY = NumpyMath()


@cache
def _blas() -> Any:
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


class _SavedNetwork(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    architecture: str
    number: Literal["float32", "float16"]
    names: list[str]
    weights: list[bytes]


def load_network(path: str | Path, game: Game | None = None) -> Network:
    """The network in a file. Raises if it was trained for another game than `game`."""
    return _decode(read_sealed(path, KIND, VERSION), path, game)


def read_network(content: bytes) -> Network:
    """The network in the content of a file."""
    where = "the network"
    return _decode(open_sealed(content, where, KIND, VERSION), where)


def _decode(body: bytes, path: str | Path, game: Game | None = None) -> Network:
    saved = decode_sealed(body, _SavedNetwork, path, KIND)
    if game is not None and saved.game != str(game):
        raise PlygroundError(f"{path} was trained for {saved.game}, not for {game}")
    try:
        of, architecture = parse_game(saved.game), parse_architecture(saved.architecture)
        layers = architecture.layers(inputs_of(of).shape)
    except PlygroundError as error:
        raise PlygroundError(f"{path} holds a network that this plyground cannot read: {error}") from None
    if saved.names != list(layers) or len(saved.weights) != len(saved.names):
        raise PlygroundError(f"{path} does not have the layers of {architecture}")
    weights = {
        name: _read_weight(path, name, content, saved.number, layers[name])
        for name, content in zip(saved.names, saved.weights, strict=True)
    }
    return Network(of, architecture, weights)


def _read_weight(path: str | Path, name: str, content: bytes, number: str, shape: Sequence[int]) -> np.ndarray:
    dtype = np.dtype(number).newbyteorder("<")
    if len(content) != dtype.itemsize * int(np.prod(shape)):
        raise PlygroundError(f"{path}: the layer {name} has {len(content)} bytes, not those of shape {tuple(shape)}")
    weight = np.frombuffer(content, dtype).astype(np.float32).reshape(shape)
    if not np.isfinite(weight).all():
        raise PlygroundError(f"{path}: the layer {name} has numbers that are not finite")
    return weight
