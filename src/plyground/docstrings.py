"""The sections of a docstring for users: the first paragraph is the summary, `Args:` explains the parameters.

One sentence.

Further paragraphs; a formula stands on indented lines of its own.

Args:
    name: What this parameter does.
"""

import inspect
import re

_ARGUMENT = re.compile(r"(\w+): (.+)")


def summary(cls: type) -> str:
    """The first paragraph, on one line."""
    return " ".join(paragraphs(cls)[0].split())


def paragraphs(cls: type) -> list[str]:
    """The paragraphs before `Args:`, each on one line; a paragraph with an indented line keeps its line breaks."""
    text = _docstring(cls).partition("\nArgs:\n")[0].strip()
    blocks = [block.strip("\n") for block in re.split(r"\n\s*\n", text)]
    return [block if "\n " in f"\n{block}" else " ".join(block.split()) for block in blocks]


def parameter_help(cls: type) -> dict[str, str]:
    """The explanation of each parameter, by name, from the class or else from its bases."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        name = ""
        for line in _docstring(base).partition("\nArgs:\n")[2].splitlines():
            match = _ARGUMENT.fullmatch(line.removeprefix("    "))
            if match:
                name, found[match[1]] = match[1], match[2]
            elif name and line.strip():
                found[name] += f" {line.strip()}"
    return found


def _docstring(cls: type) -> str:
    """The docstring, or "No description."; Python gives a dataclass without a docstring its signature."""
    text = inspect.cleandoc(cls.__doc__ or "")
    return "No description." if not text or text.startswith(f"{cls.__name__}(") else text
