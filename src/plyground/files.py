"""Files that users name: what cannot be read is said in one sentence.

Only regular files are read: a device or a pipe may never end.
"""

import stat
from pathlib import Path

from plyground.errors import PlygroundError


def place_of(path: str | Path) -> Path:
    """The path with `~` expanded. Raises if no file can have this name."""
    try:
        place = Path(path).expanduser()
    except RuntimeError as error:  # ~nobody/file
        raise PlygroundError(f"cannot find {path}: {error}") from None
    if "\0" in str(place):
        raise PlygroundError(f"a file name cannot hold a null character: {str(path)!r}")
    return place


def find_file(path: str | Path) -> Path | None:
    """The regular file of this name; None if there is none. Raises if there is something else."""
    place = place_of(path)
    try:
        mode = place.stat().st_mode
    except FileNotFoundError:
        return None
    except OSError as error:
        raise PlygroundError(f"cannot read {path}: {error.strerror or error}") from None
    if not stat.S_ISREG(mode):
        raise PlygroundError(f"cannot read {path}: it is a {'folder' if stat.S_ISDIR(mode) else 'device or a pipe'}")
    return place


def read_file(path: str | Path, most: int = -1) -> bytes:
    """The content of a file, or its first `most` bytes."""
    place = find_file(path)
    if place is None:
        raise PlygroundError(f"there is no file {path}")
    try:
        with place.open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise PlygroundError(f"cannot read {path}: {error.strerror or error}") from None


def read_text(path: str | Path, what: str) -> str:
    """The content of a text file; errors say that it is not `what`."""
    try:
        return read_file(path).decode().replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise PlygroundError(f"{path} is not {what}: it is not text in UTF-8") from None
