"""Files with a heading, which names their kind and format, and a checksum, which reveals any damage.

plyground search 2\\n    the kind and the format
32 bytes                SHA-256 of the rest
…                       the rest
"""

import hashlib
import re
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from plyground.errors import PlygroundError
from plyground.files import read_file

T = TypeVar("T")

_HEADING = re.compile(rb"plyground ([a-z]+) ([0-9]{1,9})\n")
# The largest ratio of content above a megabyte to its compressed form: a small file must not fill the memory.
MOST_EXPANSION = 200
_DIGEST = hashlib.sha256().digest_size


def seal(kind: str, version: int, pieces: Sequence[bytes]) -> list[bytes]:
    """The pieces of a file of this kind and format."""
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
    return [f"plyground {kind} {version}\n".encode(), digest.digest(), *pieces]


def read_sealed(path: str | Path, kind: str, version: int) -> bytes:
    """The content that `seal` was given, or an error that says what is wrong with the file."""
    return open_sealed(read_file(path), path, kind, version)


def open_sealed(content: bytes, path: str | Path, kind: str, version: int) -> bytes:
    """Like `read_sealed`, for content already read; errors name `path` as its source."""
    heading = _HEADING.match(content)
    if heading is None or heading[1].decode() != kind:
        raise PlygroundError(f"{path} is not a {kind} that plyground saved")
    if int(heading[2]) != version:
        raise PlygroundError(f"{path} has format {int(heading[2])}, this plyground reads format {version}")
    start = heading.end() + _DIGEST
    body = content[start:]
    if hashlib.sha256(body).digest() != content[heading.end() : start]:
        raise PlygroundError(f"{path} is damaged: it is shorter than it was, or its bytes have changed")
    return body


def decode_sealed(body: bytes, as_type: type[T], path: str | Path, kind: str) -> T:
    """The body, which is MessagePack, as an object of this type; errors name `path` and `kind`."""
    try:
        return msgspec.msgpack.decode(body, type=as_type)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise PlygroundError(f"{path} is not a {kind} that plyground saved: {error}") from None


def decompress(body: bytes) -> bytes | None:
    """The content of bytes compressed by zlib; None if they are damaged or the content exceeds `MOST_EXPANSION`."""
    most = max(MOST_EXPANSION * len(body), 1 << 20)
    packer = zlib.decompressobj()
    try:
        content = packer.decompress(body, most + 1)
    except zlib.error:
        return None
    return content if packer.eof and not packer.unused_data and len(content) <= most else None
