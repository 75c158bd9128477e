"""Files that are written whole or not at all.

`write_file` writes the new content to a temporary file in the same folder, and renames that file when the content is
complete and on the disk: a crash, a full disk or Ctrl-C leaves the old file or the new one, never half of one.
"""

import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from plyground.errors import PlygroundError
from plyground.files import place_of


def write_file(path: str | Path, content: str | bytes | Iterable[bytes]) -> None:
    """Write text (as UTF-8), bytes, or an iterable of bytes. An existing file keeps its permissions."""
    if isinstance(content, str):
        content = content.encode()
    pieces = [content] if isinstance(content, bytes) else content
    place = Path(os.path.realpath(place_of(path)))  # a symbolic link stays one
    try:
        if place.exists() and not place.is_file():  # a pipe or a terminal: there is nothing to replace
            _write(place, "wb", pieces)
        else:
            _replace(place, pieces)
    except OSError as error:
        raise PlygroundError(f"cannot write {path}: {error.strerror or error}") from None


def require_place(path: str | Path) -> None:
    """Raise, before long work, unless `write_file` could write a file of this name."""
    place = Path(os.path.realpath(place_of(path)))
    try:
        if place.is_dir():
            raise PlygroundError(f"cannot write {path}: it is a folder")
        if not place.parent.is_dir():
            raise PlygroundError(f"cannot write {path}: there is no folder {place.parent}")
        if not place.exists() and not os.access(place.parent, os.W_OK):
            raise PlygroundError(f"cannot write {path}: its folder is read-only")
    except OSError as error:
        raise PlygroundError(f"cannot write {path}: {error.strerror or error}") from None


def _replace(place: Path, pieces: Iterable[bytes]) -> None:
    partial = place.with_name(f".plyground-{secrets.token_hex(8)}.partial")
    try:
        _write(partial, "xb", pieces)
        if place.exists():
            os.chmod(partial, place.stat().st_mode & 0o7777)
        os.replace(partial, place)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def _write(place: Path, mode: str, pieces: Iterable[bytes]) -> None:
    with open(place, mode) as file:
        for piece in pieces:
            file.write(piece)
        if mode == "xb":
            file.flush()
            os.fsync(file.fileno())
