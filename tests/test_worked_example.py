"""The worked example of docs/developing.md, "A rule added with its twin", in a copy of the sources, word for word.

CMake finds the new file and compiles it alone; the other objects come from the build at hand, and the core is linked
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
NAME = "ucb_polynomial"


def files_of_the_page() -> dict[str, str]:
    """The files of the page's steps: the path at the end of a step, and the block below it."""
    blocks = re.findall(r"^\d\. [^\n]*`(src/\S+)`:\n\n   ```\w+\n(.*?)^   ```$", PAGE, re.MULTILINE | re.DOTALL)
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
    for path, text in files_of_the_page().items():
        assert not (copy / path).exists()
        (copy / path).write_text(text, encoding="utf-8")

    options = [f"-D{name}={setting(build, name)}" for name in ("CMAKE_BUILD_TYPE", "PLYGROUND_NATIVE", "nanobind_ROOT")]
    tools = [f"-DCMAKE_CXX_COMPILER={compiler}", f"-DCMAKE_MAKE_PROGRAM={ninja}"]
    own = copy / "build"
    run(cmake, "-G", "Ninja", "-C", build / "CMakeInit.txt", "-S", copy, "-B", own, *options, *tools, cwd=copy)
    run(ninja, "-C", own, OBJECTS / f"src/native/search/select/{NAME}.cpp.o", OBJECTS / "build_id.cpp.o", cwd=copy)
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


def test_the_page_counts_right() -> None:
    lengths = [len(text.splitlines()) for text in files_of_the_page().values()]
    assert f"Two files, {' and '.join(map(str, lengths))} lines" in PAGE


@needs_native
def test_the_rule_runs_in_cpp_and_its_twin_is_compared(site: Path) -> None:
    program = (
        "from plyground.games import parse_game\n"
        "from plyground.search import configure\n"
        "from plyground.search.native import calls_python\n"
        "from plyground.search.signature import combinations\n"
        f"print(calls_python(configure(select='{NAME}')), {{'select': '{NAME}'}} in combinations())"
    )
    assert python(site, "-c", program) == "False True\n"
    assert f"select={NAME}(c=0.5)" in python(site, "-m", "plyground", "parts", NAME)
    chosen = f"{NAME} or has_a_twin"
    tests = python(site, "-m", "pytest", "-p", "no:cacheprovider", "-q", "tests/test_twins_search.py", "-k", chosen)
    assert re.search(r"^27 passed", tests, re.MULTILINE), tests  # 13 games, by default and its sample
