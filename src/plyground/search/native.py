"""The C++ engine behind the same face as the Python one."""
from plyground.games.base import Game
from plyground.search.config import Config
def native_obstacle(game: Game, config: Config, merged: bool) -> str | None:
    return "no"
class NativeEngine: pass
