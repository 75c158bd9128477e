"""A training by self-play as one file: a killed training goes on from it.

The file is sealed (see `sealed_file`); its body is MessagePack: the options, the counts, the weights and what the
optimiser remembers of each. The replay window is not kept: self-play fills it again.
"""

from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from plyground.atomic_file import write_file
from plyground.errors import PlygroundError
from plyground.net.array_math import need_jax
from plyground.sealed_file import read_sealed, seal
from plyground.selfplay.training import AlphaZeroTraining, TrainingCounts

KIND, VERSION = "selfplay", 1


class _SavedSelfPlay(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    rule: str
    seed: int
    counts: TrainingCounts
    arrays: list[bytes]


def save_checkpoint(training: AlphaZeroTraining, path: str | Path) -> None:
    """Write a training; the file is there whole or not at all."""
    arrays = [np.asarray(array).tobytes() for array in _arrays(training)]
    saved = _SavedSelfPlay(str(training.game), str(training.rule), training.seed, training.counts, arrays)
    write_file(path, seal(KIND, VERSION, [msgspec.msgpack.encode(saved)]))


def load_checkpoint(training: AlphaZeroTraining, path: str | Path) -> None:
    """Let a training go on from a file that one with the same options wrote."""
    try:
        saved = msgspec.msgpack.decode(read_sealed(path, KIND, VERSION), type=_SavedSelfPlay)
    except msgspec.DecodeError as error:
        raise PlygroundError(f"{path} is not a training that plyground saved: {error}") from None
    options = [
        ("game", str(training.game), saved.game),
        ("options", str(training.rule), saved.rule),
        ("seed", training.seed, saved.seed),
    ]
    for what, wanted, found in options:
        if wanted != found:
            raise PlygroundError(
                f"{path} was trained with the {what} {found}, not {wanted}: name another file with --out"
            )
    old = _arrays(training)
    if [len(content) for content in saved.arrays] != [array.nbytes for array in old]:
        raise PlygroundError(f"{path} does not have the layers of {training.architecture}")
    new = [
        np.frombuffer(content, array.dtype).reshape(array.shape)
        for content, array in zip(saved.arrays, old, strict=True)
    ]
    if not all(np.isfinite(array).all() for array in new):
        raise PlygroundError(f"{path} has numbers that are not finite")
    jax = need_jax()
    descent = training.descent
    tree = jax.tree.structure((descent.weights, descent.state))
    descent.weights, descent.state = jax.tree.unflatten(tree, [jax.numpy.asarray(array) for array in new])
    training.counts = saved.counts


def _arrays(training: AlphaZeroTraining) -> list[Any]:
    descent = training.descent
    return [np.asarray(leaf) for leaf in need_jax().tree.leaves((descent.weights, descent.state))]
