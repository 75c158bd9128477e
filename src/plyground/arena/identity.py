"""The identity of the code and of the files that the games of a contest depend on.

plyground   a digest of the code of plyground that can change play, Python and C++
own         a digest of your own code (`own_code`), empty if all code is plyground's
files       a digest of every file that an agent or a part says it reads (`Agent.files`, `Part.files`)
"""

import dataclasses
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from plyground.agents import Agent
from plyground.arena.own_code import OwnCode
from plyground.files import read_file
from plyground.games import Game
from plyground.games.native import native_build
from plyground.search.part import Part

_ROOT = Path(__file__).parent.parent
# These folders cannot change a game. In the arena, only the files of `_ARENA` can.
_CANNOT_CHANGE_PLAY = (
    "exact",
    "review.py",
    "view",
    "selfplay",
    "experiments",
    "bench",
    "serve",
    "client.py",
    "cli",
    "__main__.py",
)
_ARENA = (
    "blame.py",
    "contest.py",
    "identity.py",
    "own_code.py",
    "referee.py",
    "shown_game.py",
    "what_runs.py",
    "workers.py",
)

Code = dict[str, Any]


def play_sources() -> list[Path]:
    """The Python files of plyground that can change play."""
    return [
        path
        for path in sorted(_ROOT.rglob("*.py"))
        if (room := path.relative_to(_ROOT).parts[0]) not in _CANNOT_CHANGE_PLAY
        and (room != "arena" or path.name in _ARENA)
    ]


def _digest_of_plyground() -> str:
    digest = hashlib.sha256(native_build().encode())
    for path in play_sources():
        digest.update(f"{path.relative_to(_ROOT).as_posix()}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


# Taken at import: a source that is edited later is not what this process runs.
PLYGROUND = _digest_of_plyground()


def code_of(game: Game, agents: Sequence[Agent]) -> Code:
    """The code and files that the games of these agents depend on."""
    files = {str(path): _digest_of_file(path) for agent in agents for path in _files(agent, game)}
    return {"plyground": PLYGROUND, "own": OwnCode([game, *agents]).digest, "files": dict(sorted(files.items()))}


def difference(then: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """What differs between the code of stored games and the present code: "another build of plyground"."""
    words = []
    if then.get("plyground") != now["plyground"]:
        words.append("another build of plyground")
    if then.get("own", now["own"]) != now["own"]:
        words.append("another version of your own code")
    before = then.get("files", now["files"])
    words += [f"another {path}" for path, digest in now["files"].items() if before.get(path) != digest]
    return " and ".join(words) or "other files"


def _files(thing: Any, game: Game) -> Iterator[Path]:
    """The files that an agent and its parts say they read."""
    if isinstance(thing, (Agent, Part)):
        yield from map(Path, thing.files(game))
    if dataclasses.is_dataclass(thing):
        for field in dataclasses.fields(thing):
            yield from _files(getattr(thing, field.name, None), game)


def _digest_of_file(path: Path) -> str:
    return hashlib.sha256(read_file(path)).hexdigest()[:16]
