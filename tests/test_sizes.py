"""Files and functions stay short enough to read at one sitting."""

import ast
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
FOLDERS = ("src", "tests", "examples", "benchmarks", "docs")
MOST_LINES = 500
MOST_LINES_OF_A_FUNCTION = 60  # without its docstring, which may explain many options


def sources(*endings: str) -> list[Path]:
    found = [path for folder in FOLDERS for ending in endings for path in (PROJECT / folder).rglob(f"*{ending}")]
    assert found
    return sorted(found)


def long_functions(text: str) -> list[str]:
    """The functions of a Python file that are too long, with their lines."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            docstring = node.body[0] if ast.get_docstring(node, clean=False) is not None else None
            lines = lines_of(node) - (lines_of(docstring) if docstring else 0)
            if lines > MOST_LINES_OF_A_FUNCTION:
                found.append(f"{node.name}: {lines} lines")
    return found


def lines_of(node: ast.stmt) -> int:
    assert node.end_lineno is not None
    return node.end_lineno - node.lineno + 1


def test_no_file_is_long() -> None:
    lengths = {
        str(path.relative_to(PROJECT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in sources(".py", ".cpp", ".hpp", ".in")
    }
    assert {path: lines for path, lines in lengths.items() if lines > MOST_LINES} == {}


def test_no_function_is_long() -> None:
    long = {str(path.relative_to(PROJECT)): long_functions(path.read_text(encoding="utf-8")) for path in sources(".py")}
    assert {path: functions for path, functions in long.items() if functions} == {}


@pytest.mark.parametrize(("statements", "found"), [(59, []), (60, ["f: 61 lines"])])
def test_a_long_function_is_seen(statements: int, found: list[str]) -> None:
    docstring = '    """One\n\n    two."""\n'
    assert long_functions("def f():\n" + docstring + "    pass\n" * statements) == found
