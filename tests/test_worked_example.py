"""The worked examples of docs/developing.md, "A part added with its twin", in a copy of the sources, word for word.

CMake finds the new files and compiles them alone; the other objects come from the build at hand, and the core is linked
from both.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import textwrap
from pathlib import Path

import pytest
from search_helpers import PROJECT, needs_native

PAGE = (PROJECT / "docs" / "developing.md").read_text(encoding="utf-8")
OBJECTS = Path("CMakeFiles") / "_native.dir"
GAME = "double_trouble"
# The game types for which the new evaluation is compiled, and a word that chooses their tests.
COMPILED = {"ConnectFour": "444", "DoubleTrouble": GAME}
# Tests that take every registered game.
SUITES = ["fused", "leaves", "planes", "pool", "twins_games", "twins_memory", "twins_search", "view_boards"]


def files_of_the_page(section: str = PAGE) -> dict[str, str]:
    """The files of the page's steps: the path at the end of a step, and the block below it."""
    blocks = re.findall(r"^\d\. [^\n]*`(src/\S+)`:\n\n   ```\w+\n(.*?)^   ```$", section, re.MULTILINE | re.DOTALL)
    return {path: textwrap.dedent(block) for path, block in blocks}


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    done = subprocess.run(command, cwd=cwd, env=os.environ | environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def find_build() -> Path:
    """The folder of the build that made the core at hand."""
    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    for init in sorted(PROJECT.glob(f"build/{version}-*/CMakeInit.txt")):
        if (init.parent / OBJECTS).is_dir():
            return init.parent
    pytest.skip("plyground was not built in this folder")


def setting(build: Path, name: str) -> str:
    """A value of CMake's cache."""
    found = re.search(rf"^{name}:\w+=(.*)$", (build / "CMakeCache.txt").read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else ""


def write_files_of_the_page(copy: Path) -> None:
    """Add the files, and the line for the game in CMakeLists.txt."""
    for path, text in files_of_the_page().items():
        assert not (copy / path).exists()
        (copy / path).write_text(text, encoding="utf-8")
    line = re.search(r'`("\w+\|\w+")`', PAGE)
    assert line is not None
    lists = (copy / "CMakeLists.txt").read_text(encoding="utf-8")
    begin = "set(GAME_TYPES\n"
    assert begin in lists
    (copy / "CMakeLists.txt").write_text(lists.replace(begin, f"{begin}  {line[1]}\n"), encoding="utf-8")


def objects_to_compile() -> list[Path]:
    """The new files, what is generated for the new game, and the evaluations of some games."""
    new = [OBJECTS / f"{path}.o" for path in files_of_the_page() if path.endswith(".cpp")]
    families = [f"DoubleTrouble_{family}" for family in ("general", "fused", "pool")]
    generated = [*families, *(f"{game}_evaluate" for game in COMPILED)]
    return [*new, *(OBJECTS / "instances" / f"{name}.cpp.o" for name in generated), OBJECTS / "build_id.cpp.o"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package as the page leaves it."""
    build = find_build()
    compiler, cmake, ninja = (
        setting(build, name) for name in ("CMAKE_CXX_COMPILER", "CMAKE_COMMAND", "CMAKE_MAKE_PROGRAM")
    )
    for tool in (compiler, cmake, ninja):
        if not shutil.which(tool):
            pytest.skip(f"{tool or 'a tool of the build'} is not there any more")
    copy = tmp_path_factory.mktemp("example") / "plyground"
    shutil.copytree(PROJECT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyi"))
    shutil.copy(PROJECT / "CMakeLists.txt", copy)
    write_files_of_the_page(copy)

    options = [f"-D{name}={setting(build, name)}" for name in ("CMAKE_BUILD_TYPE", "PLYGROUND_NATIVE", "nanobind_ROOT")]
    tools = [f"-DCMAKE_CXX_COMPILER={compiler}", f"-DCMAKE_MAKE_PROGRAM={ninja}"]
    own = copy / "build"
    run(cmake, "-G", "Ninja", "-C", build / "CMakeInit.txt", "-S", copy, "-B", own, *options, *tools, cwd=copy)
    run(ninja, "-C", own, *objects_to_compile(), cwd=copy)
    for kept in (*(build / OBJECTS).rglob("*.o"), build / "libnanobind-static.a"):
        place = own / kept.relative_to(build)
        if not place.exists():
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(kept, place)
    core = f"_native{sysconfig.get_config_var('EXT_SUFFIX')}"
    link = run(ninja, "-C", own, "-t", "commands", "-s", core, cwd=copy).splitlines()[-1]
    run("sh", "-c", link, cwd=own)
    shutil.copy(own / core, copy / "src" / "plyground")
    return copy / "src"


def python(site: Path, *arguments: str | Path) -> str:
    """Python with that package. -S leaves out the editable install; the other packages are found all the same."""
    path = os.pathsep.join([str(site), sysconfig.get_path("purelib")])
    return run(sys.executable, "-S", *arguments, cwd=PROJECT, PYTHONPATH=path, PYTHONDONTWRITEBYTECODE="1")


def run_tests(site: Path, suites: list[str], chosen: str) -> int:
    """Run the tests chosen by that expression against that package; returns the number of those that passed."""
    files = [f"tests/test_{suite}.py" for suite in suites]
    out = python(site, "-m", "pytest", "-p", "no:cacheprovider", "-q", "-n", "0", *files, "-k", chosen)
    passed = re.search(r"^(\d+) passed", out, re.MULTILINE)
    assert passed is not None, out
    return int(passed[1])


def test_the_page_counts_right() -> None:
    sections = [part for part in re.split(r"^### ", PAGE, flags=re.MULTILINE) if files_of_the_page(part)]
    assert len(sections) == 4
    for section in sections:
        *lengths, last = [len(text.splitlines()) for text in files_of_the_page(section).values()]
        assert f" {', '.join(map(str, lengths))} and {last} lines" in section


@needs_native
@pytest.mark.parametrize(
    ("kind", "name", "shown"),
    [
        ("select", "ucb_polynomial", "ucb_polynomial(c=0.5)"),
        ("expand", "log_widening", "log_widening(first=2.0, growth=1.4, after=1)"),
        ("evaluate", "careful", "careful"),
    ],
)
def test_the_part_runs_in_cpp_and_its_twin_is_compared(site: Path, kind: str, name: str, shown: str) -> None:
    program = (
        "import plyground as pg\n"
        "from plyground.search import configure\n"
        "from plyground.search.native import calls_python\n"
        "from plyground.search.signature import combinations\n"
        f"print(calls_python(configure({kind}='{name}')), {{'{kind}': '{name}'}} in combinations(), pg.{kind}.__all__)"
    )
    out = python(site, "-c", program)
    assert out.startswith("False True")
    assert "".join(word.capitalize() for word in name.split("_")) in out
    assert f"{kind}={shown}" in python(site, "-m", "plyground", "parts", name)
    games = " or ".join(COMPILED.values())
    assert run_tests(site, ["twins_search"], f"has_a_twin or (test_same_tree and {name} and ({games}))") >= 3


@needs_native
def test_everything_is_compared_for_a_new_game(site: Path) -> None:
    assert "keeps its laws" in python(site, "-m", "plyground", "check", GAME)
    assert run_tests(site, SUITES, GAME) > 60
