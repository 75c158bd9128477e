"""The words of a Python file that can change what it does: all but comments, docstrings and white space.

They are the same in every version of Python, unlike a syntax tree or compiled code.
"""

import ast
import io
import tokenize
from collections.abc import Iterator
from pathlib import Path

_SILENT = {"COMMENT", "NL", "ENCODING", "ENDMARKER"}
# Their text is white space.
_LAYOUT = {"NEWLINE", "INDENT", "DEDENT"}


def what_runs(path: Path) -> list[str]:
    """The words in order; the whole text of a file that is not Python."""
    try:
        with tokenize.open(path) as file:
            return list(_words(file.read()))
    except (SyntaxError, tokenize.TokenError, UnicodeDecodeError, ValueError):
        return [path.read_bytes().hex()]


def _words(source: str) -> Iterator[str]:
    docstrings = set(_docstrings(ast.parse(source)))
    lines = io.StringIO(source).readlines()
    inside, begin, ends_docstring = 0, (1, 0), False
    for token in tokenize.generate_tokens(iter(lines).__next__):
        kind = tokenize.tok_name[token.type]
        if kind == "FSTRING_START":  # from Python 3.12 on, a formatted text is several tokens
            begin = begin if inside else token.start
            inside += 1
        elif kind == "FSTRING_END":
            inside -= 1
            if not inside:
                yield _between(lines, begin, token.end)
        elif inside or kind in _SILENT:
            continue
        elif kind == "STRING" and token.start in docstrings:
            ends_docstring = True
        elif kind == "NEWLINE" and ends_docstring:
            ends_docstring = False
        else:
            yield kind if kind in _LAYOUT else token.string


def _docstrings(tree: ast.Module) -> Iterator[tuple[int, int]]:
    """Where the docstrings begin."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(getattr(first.value, "value", None), str):
                yield first.lineno, first.col_offset


def _between(lines: list[str], begin: tuple[int, int], end: tuple[int, int]) -> str:
    text = lines[begin[0] - 1 : end[0]]
    text[-1] = text[-1][: end[1]]
    text[0] = text[0][begin[1] :]
    return "".join(text)
