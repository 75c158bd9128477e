"""What `import plyground as pg` offers: every name is there, explained, and enough for all pages."""

import ast
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import plyground as pg
from plyground.search.part import Part

PROJECT = Path(__file__).parent.parent
PAGES = [
    path
    for path in (PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md")))
    if path.stem != "developing" and "```python\n" in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", pg.__all__)
def test_a_public_name_is_there_and_explained(name: str) -> None:
    value = getattr(pg, name)
    assert f"`{name}`" in (PROJECT / "docs" / "python.md").read_text(encoding="utf-8")
    if not isinstance(value, int):  # CHANCE and TERMINAL
        assert value.__doc__
    assert name in dir(pg)


def test_every_public_name_is_typed() -> None:
    """What `__getattr__` loads, mypy reads in the block for type checkers: both have the same names."""
    body = ast.parse(Path(pg.__file__).read_text(encoding="utf-8")).body
    block = next(node for node in body if isinstance(node, ast.If))
    imported = [
        alias.asname or alias.name
        for node in ast.walk(block)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    assert sorted(imported) == sorted(pg.__all__)


@pytest.mark.parametrize("kind", ["select", "expand", "evaluate", "backup", "decide"])
def test_every_part_is_a_class_beside_its_text(kind: str) -> None:
    module: ModuleType = getattr(pg, kind)
    base: type[Part] = getattr(pg, kind.capitalize())
    classes = [getattr(module, name) for name in module.__all__]
    assert {cls.name for cls in classes} - {""} == {
        name for name in base.registry if base.registry.get(name).__module__.startswith("plyground.")
    }
    for cls in classes:
        if cls.name:
            part = cls()
            assert base.registry.parse(str(part)) == part


def test_every_agent_is_a_class_beside_its_text() -> None:
    classes = {getattr(value, "name", "") for value in map(vars(pg.agents).get, pg.agents.__all__)}
    ours = {name for name in pg.Agent.registry if pg.Agent.registry.get(name).__module__.startswith("plyground.")}
    assert ours <= classes


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_pages_import_nothing_but_plyground_itself(page: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    for block in blocks:
        tree = ast.parse(block)
        used = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        used += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
        ours = [str(module) for module in used if str(module).startswith("plyground.")]
        # The page about a study shows the functions of the study.
        assert page.stem == "openings" or not ours
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "pg":
                assert node.attr in pg.__all__


def test_a_prompt_completes_public_names_alone() -> None:
    assert {name for name in dir(pg) if not name.startswith("__")} == set(pg.__all__)


def test_using_games_does_not_load_the_arena_or_pictures() -> None:
    code = (
        "import plyground as pg, sys\npg.Search('tictactoe', pg.configure(select=pg.select.Ucb1(c=1.4)), "
        "engine='python').run(pg.TicTacToe().initial_state(), 20)\n"
        "print(sorted(sys.modules.keys() & {'plyground.arena', 'plyground.view', 'plyground.agents', 'pandas', "
        "'networkx', 'rich', 'jinja2'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
