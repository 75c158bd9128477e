"""The common part of `plyground games`, `agents` and `parts`: how they print the catalogue."""

from collections.abc import Callable, Sequence
from typing import Any

from plyground.catalogue import Entry, Parameters
from plyground.cli.output import say, write_paragraph
from plyground.text_form import Registry

_TYPES = {"int": "whole number", "float": "number", "bool": "true or false", "str": "text"}
# A bound this far away is not shown.
_FAR = 1e9


def write_entries(entries: Sequence[Entry], whole: bool, command: str, heading: Callable[[Entry], str]) -> None:
    """Write a list with one sentence per entry, or one entry in full."""
    for entry in entries:
        parameters = entry["parameters"]
        write_paragraph(heading(entry), style="bold")
        if not whole:
            write_paragraph(entry["summary"], indent=4)
            others = [p["name"] for p in parameters if not is_set(p)]
            if others:
                write_paragraph(f"options: {', '.join(others)}", indent=4)
            continue
        for line in entry["description"].splitlines():
            write_paragraph(line, indent=4)
        print(end="\n" if parameters else "")
        for parameter in parameters:
            write_paragraph(describe_parameter(parameter), indent=4, hanging=4)
    if not whole:
        print(f"\nplyground {command} NAME explains one with its parameters.")


def signature(name: str, parameters: Parameters) -> str:
    """The text form with its parameters: `mnk(rows, cols, k)`, `tictactoe(n=3)`; … for those without a default."""
    shown = [p["name"] if p["required"] else f"{p['name']}={_text(p['default'])}" for p in parameters if is_set(p)]
    shown += ["…"] * (len(shown) < len(parameters))
    return f"{name}({', '.join(shown)})" if shown else name


def is_set(parameter: dict[str, Any]) -> bool:
    """True if the parameter is required or has a default."""
    return parameter["required"] or parameter["default"] is not None


def _text(value: Any) -> str:
    if isinstance(value, list):
        return f"[{','.join(map(_text, value))}]"
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def describe_parameter(parameter: dict[str, Any]) -> str:
    """One line: `rows=6: Rows of the board. [whole number from 1 to 19]`."""
    notes = [_span(parameter)]
    if parameter["required"]:
        notes.append("required")
    if parameter["presets"]:
        notes.append(", ".join(f"{name} {_text(value)}" for name, value in parameter["presets"].items()))
    named = parameter["required"] or parameter["presets"]
    head = parameter["name"] if named else f"{parameter['name']}={_text(parameter['default'])}"
    return " ".join(filter(None, [f"{head}:", parameter["description"], f"[{'; '.join(notes)}]"]))


def _span(parameter: dict[str, Any]) -> str:
    low, high = (None if b is None or abs(b) >= _FAR else b for b in (parameter["low"], parameter["high"]))
    if parameter["choices"]:
        *others, last = parameter["choices"]
        return f"{', '.join(others)} or {last}"
    words = _type_words(parameter["type"])
    if low is not None and high is not None:
        return f"{words} from {low:,} to {high:,}"
    if low is not None or high is not None:
        return f"{words}, at {'least' if high is None else 'most'} {low if high is None else high:,}"
    return words


def _type_words(kind: str) -> str:
    """The name of a type for people: whole number, list of numbers."""
    names = [
        f"list of {_TYPES[one.removeprefix('tuple[').removesuffix(', ...]')]}s" if one.startswith("tuple[") else one
        for one in kind.split(" | ")
    ]
    return " or ".join(_TYPES.get(name, name) for name in names)


def report_broken_plugins(registry: Registry[Any]) -> None:
    for name, reason in registry.broken_plugins.items():
        say(f"plyground: the plug-in of {registry.kind} {name!r} does not load: {reason}")
