"""The page of all examples, from their docstrings."""

import ast
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"
HEAD = """# Examples

Each program in `examples/` has one idea and runs in a few seconds. A test runs them all and compares their output.
"""


def section(path: Path) -> str:
    """The section of one example: its title, its docstring without indented paragraphs, and its source."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert docstring is not None
    first, _, rest = docstring.partition("\n\n")
    words = [part for part in rest.split("\n\n") if not part.startswith("    ")]
    return "\n\n".join(
        [
            f"## {path.stem.replace('_', ' ')}",
            first,
            *words,
            f"```{{literalinclude}} ../examples/{path.name}\n:language: python\n```",
        ]
    )


def write(page: Path) -> None:
    sections = [section(path) for path in sorted(EXAMPLES.glob("*.py"))]
    page.write_text("\n\n".join([HEAD, *sections]) + "\n", encoding="utf-8")
