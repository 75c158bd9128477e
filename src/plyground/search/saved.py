"""A search in a file: one `.npz` with the columns of the tree and a header that says which search it is."""

import os
import zipfile
from pathlib import Path
from typing import Any

import msgspec

from plyground.errors import PlygroundError
from plyground.tree import COLUMNS, Tree

VERSION = 1


class Header(msgspec.Struct, forbid_unknown_fields=True):
    """Which search the tree belongs to."""

    version: int
    game: str
    parts: dict[str, str]
    seed: int
    stream: int
    simulations: int
    key: bytes | None  # of the root state, where the game can rebuild it from there


def write(path: Path, header: Header, tree: Tree) -> None:
    """Write the file whole or not at all."""
    import numpy as np

    columns: dict[str, Any] = {name: np.asarray(getattr(tree, name)) for name in COLUMNS}
    columns["header"] = np.frombuffer(msgspec.json.encode(header), dtype=np.uint8)
    columns["extra"] = np.frombuffer(msgspec.msgpack.encode(_plain(tree.extra)), dtype=np.uint8)
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        with open(partial, "wb") as file:
            np.savez_compressed(file, **columns)
        os.replace(partial, path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise PlygroundError(f"cannot write {path}: {error.strerror or error}") from None


def read(path: Path) -> tuple[Header, Tree]:
    """The header and the tree, or one sentence that says what is wrong with the file."""
    import numpy as np

    try:
        with open(path, "rb") as stream, np.load(stream, allow_pickle=False) as file:
            header = msgspec.json.decode(file["header"].tobytes(), type=Header)
            columns = {name: file[name].tolist() for name in COLUMNS}
            extra = _tables(msgspec.msgpack.decode(file["extra"].tobytes()))
    except FileNotFoundError:
        raise PlygroundError(f"there is no file {path}") from None
    except OSError as error:
        raise PlygroundError(f"cannot read {path}: {error.strerror or error}") from None
    except (KeyError, ValueError, EOFError, zipfile.BadZipFile, msgspec.MsgspecError) as error:
        raise PlygroundError(f"{path} is no saved search, or a damaged one: {error}") from None
    if header.version != VERSION:
        raise PlygroundError(f"{path} has format {header.version}, this plyground reads format {VERSION}")
    tree = Tree.from_columns({**columns, "extra": extra})
    _check(path, tree)
    return header, tree


def _check(path: Path, tree: Tree) -> None:
    """A tree that an engine can walk without leaving the table."""
    rows = len(tree)
    sizes = {len(getattr(tree, name)) for name in COLUMNS} | {len(column) for column in tree.extra.values()}
    inside = all(
        first >= 0 and count >= 0 and first + count <= rows and (count == 0) == (first == 0)
        for first, count in zip(tree.first_child, tree.num_children, strict=False)
    )
    if rows == 0 or sizes != {rows} or not inside:
        raise PlygroundError(f"{path} is a damaged search: its tree does not hold together")


def _plain(extra: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """The extra columns without the dictionaries that the file format has no word for."""
    plain = dict(extra)
    if "amaf" in extra:
        plain["amaf"] = [
            [[*move, *entry] for move, entry in table.items()] if table is not None else None for table in extra["amaf"]
        ]
    return plain


def _tables(plain: dict[str, list[Any]]) -> dict[str, list[Any]]:
    extra = dict(plain)
    if "amaf" in extra:
        extra["amaf"] = [
            None if table is None else {(seat, action): [n, v] for seat, action, n, v in table}
            for table in extra["amaf"]
        ]
    return extra
