"""The common part of `plyground games`, `agents` and `parts`: everything registered, with its parameters."""

import dataclasses
import re
import typing
from collections.abc import Callable, Sequence
from typing import Any

from plyground.cli.output import say, write_paragraph
from plyground.docstrings import paragraphs, parameter_help, summary
from plyground.text_form import Registry, TextForm, choices_of, is_literal

Parameters = list[dict[str, Any]]
Entry = dict[str, Any]

_TYPES = {"int": "whole number", "float": "number", "bool": "true or false", "str": "text"}
# A bound this far away is not shown.
_FAR = 1e9


def entry_of(registry: Registry[Any], name: str) -> Entry:
    """One entry as JSON."""
    cls: Any = registry.get(name)
    return {
        "name": name,
        "summary": summary(cls),
        "description": "\n\n".join(paragraphs(cls)),
        "parameters": parameters_of(cls),
    }


def write_entries(entries: Sequence[Entry], whole: bool, command: str, heading: Callable[[Entry], str]) -> None:
    """A list with a sentence each, or one entry in full."""
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


def parameters_of(cls: Any) -> Parameters:
    """Name, type, default, range and explanation of each field, for JSON."""
    if not dataclasses.is_dataclass(cls):
        return []
    hints, descriptions = typing.get_type_hints(cls), parameter_help(typing.cast("type", cls))
    presets: dict[str, dict[str, Any]] = getattr(cls, "presets", {})  # the values of parameters left out, by preset
    return [
        {
            "name": field.name,
            "type": _type_name(hints[field.name]),
            "required": field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING,
            "default": _default(field),
            "low": field.metadata.get("low"),
            "high": field.metadata.get("high"),
            "choices": choices_of(field, hints[field.name]),
            "presets": {name: values[field.name] for name, values in presets.items() if field.default is None},
            "description": descriptions.get(field.name, ""),
        }
        for field in dataclasses.fields(cls)
    ]


def _type_name(kind: Any) -> str:
    """The type for people, without modules; a part of a search by the kind of its registry."""
    if is_literal(kind):
        return "str"
    kinds = [one for one in typing.get_args(kind) or (kind,) if one is not type(None)]
    registries = [one.registry.kind for one in kinds if hasattr(one, "registry")]
    if registries:
        return str(registries[0])
    return kind.__name__ if type(kind) is type else re.sub(r"\b(\w+\.)+\b", "", str(kind)).removesuffix(" | None")


def _default(field: "dataclasses.Field[Any]") -> Any:
    value = field.default
    if field.default_factory is not dataclasses.MISSING:
        value = field.default_factory()
    if value is dataclasses.MISSING:
        return None
    if isinstance(value, tuple):
        return list(value)
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


def signature(name: str, parameters: Parameters) -> str:
    """The text form with its parameters: `mnk(rows, cols, k)`, `tictactoe(n=3)`; … for those not set."""
    shown = [p["name"] if p["required"] else f"{p['name']}={_text(p['default'])}" for p in parameters if is_set(p)]
    shown += ["…"] * (len(shown) < len(parameters))
    return f"{name}({', '.join(shown)})" if shown else name


def is_set(parameter: dict[str, Any]) -> bool:
    """Is the parameter required, or does it have a default other than none?"""
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


def example(registry: Registry[Any], name: str) -> TextForm | None:
    """An object of that name with default parameters, or with small values for required ones."""
    cls = registry.get(name)
    values = {}
    for parameter in parameters_of(cls):
        if parameter["required"]:
            low, high = parameter["low"] or 0, parameter["high"] or 3
            values[parameter["name"]] = parameter["choices"][0] if parameter["choices"] else max(low, min(3, high))
    try:
        thing: TextForm = cls(**values)
    except Exception:  # small numbers do not fit a required parameter: no example to show
        return None
    return thing


def report_broken_plugins(registry: Registry[Any]) -> None:
    for name, reason in registry.broken_plugins.items():
        say(f"plyground: the plug-in of {registry.kind} {name!r} does not load: {reason}")
