"""The reference of all public names, from their docstrings; the groups are those of the table in docs/python.md."""

import inspect
import re
from pathlib import Path

import plyground as pg

TABLE = Path(__file__).parent / "python.md"
MEMBERS = {"Search", "Game", "State", "Agent", "Tree", "Result", "Rng"}


def groups() -> dict[str, list[str]]:
    """The names of each group, by the group's meaning, in the order of the table."""
    text = TABLE.read_text(encoding="utf-8").partition("## ")[0]
    found = {}
    for names, meaning in re.findall(r"^\| (`.*) \| (.*) \|$", text, re.MULTILINE):
        found[meaning] = re.findall(r"`(\w+)`", names)
    named = [name for names in found.values() for name in names]
    assert sorted(named) == sorted(pg.__all__), f"{TABLE} must list every public name once"
    return found


def entry(name: str) -> str:
    """The directive that documents one name."""
    value = getattr(pg, name)
    if inspect.ismodule(value):
        return module_entry(name)
    if inspect.isclass(value):
        more = "   :members:\n   :undoc-members:\n" if name in MEMBERS else ""
        return f".. autoclass:: plyground.{name}\n{more}"
    if callable(value):
        return f".. autofunction:: plyground.{name}\n"
    return f".. autodata:: plyground.{name}\n"


def _with_code(docstring: str) -> list[str]:
    """The lines of a docstring, with its indented blocks marked as code; a block may contain blank lines."""
    lines: list[str] = []
    within = False
    for line in docstring.split("\n"):
        if line.startswith("    ") and not within:
            lines += [".. code-block:: python", ""]
        within = line.startswith("    ") or (within and not line)
        lines.append(line)
    return lines


def module_entry(name: str) -> str:
    """A module: its docstring, and its public names."""
    module = getattr(pg, name)
    lines = [f".. rubric:: pg.{name}", "", *_with_code(str(inspect.getdoc(module))), ""]
    for member in getattr(module, "__all__", [name for name in vars(module) if not name.startswith("_")]):
        value = getattr(module, member)
        if not hasattr(module, "__all__") and getattr(value, "__module__", "") != module.__name__:
            continue
        if inspect.isclass(value) and value.__module__.startswith("plyground.") and member not in pg.__all__:
            lines.append(f".. autoclass:: {value.__module__}.{value.__qualname__}\n")
        elif inspect.isfunction(value) and member not in pg.__all__:
            lines.append(f".. autofunction:: {value.__module__}.{value.__qualname__}\n")
    return "\n".join(lines)


def write(folder: Path) -> None:
    folder.mkdir(parents=True)
    toc = []
    for number, (meaning, names) in enumerate(groups().items(), 1):
        title = ", ".join(names[:4]) + (", …" if len(names) > 4 else "")
        body = "\n".join(f"{entry(name)}\n" for name in names)
        text = f"{title}\n{'=' * len(title)}\n\n{meaning[0].upper() + meaning[1:]}.\n\n{body}"
        file = f"{number:02}_{names[0].lower()}"
        toc.append(file)
        (folder / f"{file}.rst").write_text(text, encoding="utf-8")
    listed = "\n   ".join(toc)
    index = f"""Reference
=========

Everything that ``import plyground as pg`` offers, from the docstrings; :doc:`../python` is the overview.

.. toctree::
   :maxdepth: 1

   {listed}
"""
    (folder / "index.rst").write_text(index, encoding="utf-8")
