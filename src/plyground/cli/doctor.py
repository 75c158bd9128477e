"""`plyground doctor`: the engine in use, and the installed and missing packages."""

import platform
import re
import sys
from importlib import metadata
from typing import Any

from plyground import __version__
from plyground.agents import Agent
from plyground.cli.options import Json
from plyground.cli.output import write_json, write_table
from plyground.games import Game
from plyground.search.part import KINDS

_EXTRA = re.compile(r"""extra\s*==\s*["']([\w-]+)["']""")
_NAME = re.compile(r"[\w.-]+")

PYTHON_RUNS = "games without a C++ twin and parts of your own run in Python, which is slower"


def doctor(*, brief: bool = False, json: Json = False) -> None:
    """Show the engine in use, versions and missing packages.

    Args:
        brief: Print a single line.

    Examples:
        plyground doctor
        plyground doctor --brief
    """
    engine = _engine()
    if brief and not json:
        print(f"plyground {__version__}, Python {platform.python_version()}, {engine['summary']}")
        return
    needed, extras = _dependencies()
    broken = {
        f"{registry.kind} {name}": reason
        for registry in (Game.registry, Agent.registry)
        for name, reason in (registry.names(), registry.broken_plugins)[1].items()
    }
    report = {
        "plyground": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "engine": engine,
        "dependencies": needed,
        "extras": extras,
        "broken_plugins": broken,
    }
    if json:
        write_json(report)
        return
    _write_report(engine, needed, extras, broken)


def _engine() -> dict[str, Any]:
    try:
        from plyground import _native
    except ImportError as error:
        return {
            "name": "python",
            "summary": "Python engine: the C++ core is missing, everything runs 100 to 1000 times slower",
            "missing": f"{error}; install g++ or clang++ and install plyground again",
        }
    return {
        "name": "native",
        "summary": f"C++ engine ({_native.COMPILER})",
        "compiler": _native.COMPILER,
        "flags": _native.FLAGS,
    }


def _dependencies() -> tuple[dict[str, str | None], dict[str, dict[str, str | None]]]:
    """The installed version, or None, of everything that the package's metadata asks for."""
    needed: dict[str, str | None] = {}
    extras: dict[str, dict[str, str | None]] = {}
    for requirement in metadata.requires("plyground") or []:
        match, extra = _NAME.match(requirement), _EXTRA.search(requirement)
        if match is None or match[0] == "plyground":  # an extra that combines others
            continue
        packages = extras.setdefault(extra[1], {}) if extra else needed
        packages[match[0]] = _version(match[0])
    return needed, extras


def _slow() -> list[str]:
    """Text forms of parts that try every legal move of a position each time."""
    parts = [base.registry.get(name) for base in KINDS.values() for name in base.registry]
    return [form for part in parts for form in getattr(part, "tries_every_move", ())]


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _write_report(
    engine: dict[str, Any],
    needed: dict[str, str | None],
    extras: dict[str, dict[str, str | None]],
    broken: dict[str, str],
) -> None:
    rows = [
        ("plyground", __version__),
        ("Python", f"{platform.python_version()} ({platform.python_implementation()}, {sys.executable})"),
        ("platform", platform.platform()),
        ("engine", engine["summary"]),
    ]
    if "missing" in engine:
        rows.append(("missing", engine["missing"]))
    else:
        rows.append(("flags", engine["flags"]))
    rows.append(("in Python", f"{PYTHON_RUNS}; slowest, because they try every legal move: {', '.join(_slow())}"))
    rows.append(("needs", ", ".join(f"{name} {version or 'MISSING'}" for name, version in needed.items())))
    for extra, packages in extras.items():
        absent = [name for name, version in packages.items() if version is None]
        present = ", ".join(f"{name} {version}" for name, version in packages.items() if version)
        hint = f"absent: {', '.join(absent)} (pip install 'plyground[{extra}]')" if absent else ""
        rows.append((f"[{extra}]", "; ".join(filter(None, [present, hint]))))
    rows += [("broken plug-in", f"{name}: {reason}") for name, reason in broken.items()]
    write_table(("", ""), rows)
