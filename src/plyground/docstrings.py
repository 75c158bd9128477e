"""The parts of a docstring for users: its first paragraph is the summary, its `Args:` explain the parameters.

One sentence.

Whatever else there is to say, with a formula in lines of their own, indented.

Args:
    name: What this parameter does.
"""

import inspect
import re

_ARGUMENT = re.compile(r"(\w+): (.+)")


def summary(cls: type) -> str:
    """The first paragraph in one line."""
    return " ".join(paragraphs(cls)[0].split())


def paragraphs(cls: type) -> list[str]:
    """The docstring without its `Args:`, a text each; those that are laid out by hand keep their lines."""
    text = _docstring(cls).partition("\nArgs:\n")[0].strip()
    blocks = [block.strip("\n") for block in re.split(r"\n\s*\n", text)]
    return [block if "\n " in f"\n{block}" else " ".join(block.split()) for block in blocks]


def parameter_help(cls: type) -> dict[str, str]:
    """What each parameter does, by name, as the class or one that it derives from explains it."""
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
    """The docstring that was written; dataclasses without one get their signature for it."""
    text = inspect.cleandoc(cls.__doc__ or "")
    return "No description." if not text or text.startswith(f"{cls.__name__}(") else text
