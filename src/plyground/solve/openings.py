"""The opening table of Connect Four: the scores of all positions with a given number of stones, as a small file.

The file holds only the scores, a byte each: the solver lists the positions again (up to mirror images, ascending by
key), and the scores of positions with fewer stones follow from these.

    8 bytes   "PLYC4OPN"
    4 bytes   version of the format, rows, columns, stones
    32 bytes  SHA-256 of the 4 bytes above and of the compressed scores
    …         the scores, compressed by zlib
"""

import hashlib
import zlib
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_cache_path

from plyground.atomic_file import write_file
from plyground.errors import PlygroundError
from plyground.sealed_file import decompress

MAGIC = b"PLYC4OPN"
VERSION = 1
_HEADER = len(MAGIC) + 4 + 32


@dataclass(frozen=True)
class Openings:
    """The scores of all positions of `stones` stones on a rows × cols board, in the order of their keys."""

    rows: int
    cols: int
    stones: int
    scores: bytes

    def write(self, path: Path) -> None:
        """Write the file whole or not at all."""
        head = bytes([VERSION, self.rows, self.cols, self.stones])
        body = zlib.compress(self.scores, 9)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, [MAGIC, head, hashlib.sha256(head + body).digest(), body])


def read(path: Path) -> Openings:
    """The table in this file. Raises an error that names the defect of a bad file."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise PlygroundError(f"cannot read the opening table {path}: {error.strerror}") from None
    head, digest, body = content[8:12], content[12:_HEADER], content[_HEADER:]
    if content[:8] != MAGIC:
        raise PlygroundError(f"{path} is not an opening table of plyground")
    if head[:1] != bytes([VERSION]):
        raise PlygroundError(f"the opening table {path} is of another version; delete it and make it again")
    if hashlib.sha256(head + body).digest() != digest:
        raise PlygroundError(f"the opening table {path} is damaged or cut short; delete it and make it again")
    scores = decompress(body)
    most = head[1] * head[2]  # no score is larger than the number of stones
    if scores is None or any(most < score < 256 - most for score in set(scores)):
        raise PlygroundError(f"the opening table {path} holds no scores; delete it and make it again")
    return Openings(head[1], head[2], head[3], scores)


def file_name(rows: int, cols: int, stones: int) -> str:
    return f"connect_four_{cols}x{rows}_{stones}.openings"


def shipped_folder() -> Path:
    return Path(__file__).parent


def cache_folder() -> Path:
    """The folder of tables that the user makes: the cache directory of the platform."""
    return user_cache_path("plyground", appauthor=False, opinion=False)


def deepest(rows: int, cols: int) -> Openings | None:
    """The table of this board with the most stones; None without one."""
    path = deepest_file(rows, cols)
    if path is None:
        return None
    found = read(path)
    if path.name != file_name(rows, cols, found.stones) or (found.rows, found.cols) != (rows, cols):
        raise PlygroundError(f"{path} is an opening table of another board; delete it")
    return found


def deepest_file(rows: int, cols: int) -> Path | None:
    """The file of the table with the most stones, made by the user or shipped; None without one."""
    for stones in range(rows * cols, -1, -1):
        for folder in (cache_folder(), shipped_folder()):
            path = folder / file_name(rows, cols, stones)
            if path.exists():
                return path
    return None
