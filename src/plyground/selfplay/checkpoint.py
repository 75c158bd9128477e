"""A training of a network as one file, from which a killed training continues.

The file is sealed (see `sealed_file`); its body is MessagePack: the options, the counts, the weights and the state of
the optimiser. The replay window is not saved: new games fill it again.
"""

from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec
import numpy as np

from plyground.atomic_file import write_file
from plyground.errors import PlygroundError
from plyground.net.array_math import need_jax
from plyground.sealed_file import decode_sealed, read_sealed, seal

KIND, VERSION = "selfplay", 2


class Memory(NamedTuple):
    """The state from which a training continues."""

    counts: bytes  # MessagePack
    arrays: Any  # a JAX pytree


class Resumable(Protocol):
    """A training that a checkpoint can keep."""

    def options(self) -> dict[str, str]: ...

    def memory(self) -> Memory: ...

    def remember(self, memory: Memory) -> None: ...


class _SavedTraining(msgspec.Struct, forbid_unknown_fields=True):
    options: dict[str, str]
    counts: bytes
    arrays: list[bytes]


def save_checkpoint(training: Resumable, path: str | Path) -> None:
    """Write a training; the file appears whole or not at all."""
    memory = training.memory()
    arrays = [np.asarray(leaf).tobytes() for leaf in need_jax().tree.leaves(memory.arrays)]
    saved = _SavedTraining(training.options(), memory.counts, arrays)
    write_file(path, seal(KIND, VERSION, [msgspec.msgpack.encode(saved)]))


def load_checkpoint(training: Resumable, path: str | Path) -> None:
    """Continue a training from the file of a training with the same options."""
    jax = need_jax()
    saved = decode_sealed(read_sealed(path, KIND, VERSION), _SavedTraining, path, "training")
    for what, wanted in training.options().items():
        found = saved.options.get(what)
        if wanted != found:
            raise PlygroundError(
                f"{path} was trained with the {what} {found}, not {wanted}: name another file with --out"
            )
    leaves, tree = jax.tree.flatten(training.memory().arrays)
    old = [np.asarray(leaf) for leaf in leaves]
    if [len(content) for content in saved.arrays] != [array.nbytes for array in old]:
        raise PlygroundError(f"{path} does not have the layers of this training")
    new = [
        np.frombuffer(content, array.dtype).reshape(array.shape)
        for content, array in zip(saved.arrays, old, strict=True)
    ]
    if not all(np.isfinite(array).all() for array in new):
        raise PlygroundError(f"{path} has numbers that are not finite")
    try:
        training.remember(Memory(saved.counts, jax.tree.unflatten(tree, [jax.numpy.asarray(array) for array in new])))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise PlygroundError(f"{path} is not a training that plyground saved: {error}") from None
