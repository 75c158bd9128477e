"""The networks that plyground ships, and those in files; each file is read once."""

from functools import lru_cache
from pathlib import Path

from plyground.errors import PlygroundError
from plyground.files import place_of
from plyground.games.base import Game
from plyground.net.network import Network, load_network

FOLDER = Path(__file__).parent


def network_path(file: str, game: Game) -> Path:
    """The path of this file, or without a name the file that plyground ships for the game."""
    if file:
        return place_of(file)
    path = FOLDER / f"{game}.network"
    if not path.exists():
        known = ", ".join(sorted(path.stem for path in FOLDER.glob("*.network")))
        raise PlygroundError(
            f"plyground has trained networks for {known}, none for {game}: "
            f'train one with plyground train alphazero --game "{game}", and name its file'
        )
    return path


def trained_network(file: str, game: Game) -> Network:
    """The network in the file of `network_path`; a file that has changed is read again."""
    path = network_path(file, game)
    try:
        status = path.stat()
    except OSError:
        return load_network(path, game)  # raises an error that says what is wrong
    return _read(path, status.st_mtime_ns, status.st_size, game)


@lru_cache(maxsize=16)
def _read(path: Path, _changed: int, _size: int, game: Game) -> Network:
    return load_network(path, game)
