"""`plyground signature`: show whether any search has changed."""

from typing import Literal

from plyground.cli import FAILED
from plyground.cli.options import Json
from plyground.cli.output import progress, say, write_json
from plyground.errors import PlygroundError
from plyground.games.native import Engine, have_native, native_missing
from plyground.search import signature as search_signature


def signature(*, engine: Literal["python", "native", "both"] = "both", json: Json = False) -> int:
    """Print one number computed from many small searches: it changes when any rule of any search changes.

    Both engines must print the same number. If a change is intended, put the new number into
    tests/test_signature.py and say why in the commit.

    Args:
        engine: The engine that searches; with both, the exit code is 1 if their numbers differ.

    Examples:
        plyground signature
        plyground signature --engine python
    """
    if engine == "native" and not have_native():
        raise PlygroundError(native_missing())
    if engine == "both" and not have_native():
        say(f"plyground: {native_missing()}: only the Python engine's signature follows")
        engine = "python"
    names: list[Engine] = ["python", "native"] if engine == "both" else [engine]
    with progress("signature", len(names) * len(list(search_signature.cases()))) as step:
        found = {name: f"{search_signature.signature(name, step):016x}" for name in names}
    if json:
        write_json(found)
    elif len(set(found.values())) == 1:
        print(next(iter(found.values())))
    else:
        for name, value in found.items():
            print(f"{value} {name}")
    return 0 if len(set(found.values())) == 1 else FAILED
