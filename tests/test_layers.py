"""Imports in src/plyground and includes in src/native go one way: a room may use the rooms before it in the list, none
after it."""

import ast
import re
from pathlib import Path

import plyground

ORDER = [
    "errors",
    "modules",
    "turns",
    "quantities",
    "docstrings",
    "files",
    "atomic_file",
    "sealed_file",
    "text_form",
    "catalogue",
    "rng",
    "statistics",
    "games",
    "solve",
    "net",
    "tree",
    "search",
    "agents",
    "exact",
    "review",
    "view",
    "arena",  # after view: its reports print tables
    "selfplay",  # after arena: its cluster plays, its games rate
    "experiments",
    "bench",
    "serve",
    "client",
    "cli",
]
ROOT = Path(plyground.__file__).parent

# The rooms of src/native; "" is that of the headers in src/native itself. Rooms on one floor do not know each other.
NATIVE_FLOORS = [{""}, {"games"}, {"search", "learn", "solve"}, {"instances"}, {"bindings"}, {"launcher"}]
NATIVE = Path(__file__).parent.parent / "src" / "native"


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
        "from plyground import _native, search\nimport plyground.serve.app\nfrom plyground.rng import Rng\n"
    )
    assert breaches("games", imports_of(file)) == ["plyground.search", "plyground.serve.app"]


def native_files() -> list[Path]:
    return sorted(path for path in NATIVE.rglob("*") if re.search(r"\.[ch]pp(\.in)?$", path.name))


def native_room(path: str) -> str:
    """The room of a file, by its path below src/native."""
    return path.partition("/")[0] if "/" in path else ""


def native_breaches(room: str, text: str) -> list[str]:
    """The includes of a file's text that a file of this room must not have."""
    floors = {name: floor for floor, names in enumerate(NATIVE_FLOORS) for name in names}
    used = re.findall(r'^\s*#\s*include\s+"([^"]+)"', text, re.MULTILINE)
    return [
        path
        for path in used
        if native_room(path) != room and floors.get(native_room(path), len(floors)) >= floors[room]
    ]


def test_every_native_file_is_in_a_room() -> None:
    rooms = {native_room(path.relative_to(NATIVE).as_posix()) for path in native_files()}
    assert rooms == set().union(*NATIVE_FLOORS)


def test_includes_go_one_way() -> None:
    wrong = []
    for path in native_files():
        name = path.relative_to(NATIVE).as_posix()
        breaches = native_breaches(native_room(name), path.read_text(encoding="utf-8"))
        wrong += [f"{name} includes {other}" for other in breaches]
    assert wrong == []


def test_only_the_bindings_know_python() -> None:
    knowing = {
        native_room(path.relative_to(NATIVE).as_posix())
        for path in native_files()
        if re.search(r"#\s*include\s+<(nanobind|Python)", path.read_text(encoding="utf-8"))
    }
    assert knowing <= {"bindings", "launcher"}


def test_a_breach_of_includes_is_seen() -> None:
    text = (
        '#include "rng.hpp"\n#include "games/mnk.hpp"\n#include "search/tree.hpp"\n#include "solve/bound_table.hpp"\n'
    )
    assert native_breaches("search", text) == ["solve/bound_table.hpp"]
    assert native_breaches("games", text) == ["search/tree.hpp", "solve/bound_table.hpp"]
    assert native_breaches("", text) == ["games/mnk.hpp", "search/tree.hpp", "solve/bound_table.hpp"]
    assert native_breaches("instances", text) == []
