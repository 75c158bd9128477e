"""Imports in src/plyground go one way: a room may use the rooms before it in the list, none after it."""

import ast
from pathlib import Path

import plyground

ORDER = [
    "errors",
    "modules",
    "turns",
    "quantities",
    "docstrings",
    "atomic_file",
    "sealed_file",
    "text_form",
    "rng",
    "statistics",
    "games",
    "solve",
    "tree",
    "search",
    "agents",
    "exact",
    "view",
    "arena",  # after view: its reports print tables
    "experiments",
    "bench",
    "web",
    "cli",
]
ROOT = Path(plyground.__file__).parent


def room_of(module: str) -> str | None:
    """The room of a module's dotted name; None for what every room may use (the package, the C++ core)."""
    parts = module.split(".")
    if parts[0] != "plyground" or len(parts) == 1 or parts[1] in ("_native", "__version__"):
        return None
    return parts[1]


def imports_of(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute here"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found += names if node.module == "plyground" else [str(node.module)]
    return found


def breaches(room: str, modules: list[str]) -> list[str]:
    used = [(module, room_of(module)) for module in modules]
    return [module for module, other in used if other is not None and ORDER.index(other) > ORDER.index(room)]


def test_every_module_is_in_a_room() -> None:
    rooms = {path.relative_to(ROOT).parts[0].removesuffix(".py") for path in ROOT.rglob("*.py")}
    assert rooms - {"__init__", "__main__"} <= set(ORDER)


def test_imports_go_one_way() -> None:
    wrong = []
    for path in sorted(ROOT.rglob("*.py")):
        room = path.relative_to(ROOT).parts[0].removesuffix(".py")
        if room in ORDER:
            wrong += [f"{path.relative_to(ROOT)} imports {name}" for name in breaches(room, imports_of(path))]
    assert wrong == []


def test_no_two_classes_share_a_name() -> None:
    places: dict[str, list[str]] = {}
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def test_a_breach_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "mnk.py"
    file.write_text(
        "from plyground import _native, search\nimport plyground.web.server\nfrom plyground.rng import Rng\n"
    )
    assert breaches("games", imports_of(file)) == ["plyground.search", "plyground.web.server"]
