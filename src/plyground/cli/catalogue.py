"""What `plyground games` and `plyground agents` share: everything registered, with its parameters."""

import dataclasses
import inspect
import re
import typing
from typing import Any

from plyground.cli.output import say, write_paragraph
from plyground.text_form import Registry, TextForm

Parameters = list[dict[str, Any]]


def parameters_of(cls: Any) -> Parameters:
    """Name, type, default and range of each field, as a program reads them."""
    if not dataclasses.is_dataclass(cls):
        return []
    hints = typing.get_type_hints(cls)
    return [
        {
            "name": field.name,
            "type": _type_name(hints[field.name]),
            "required": field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING,
            "default": _default(field),
            "low": field.metadata.get("low"),
            "high": field.metadata.get("high"),
            "choices": field.metadata.get("choices"),
        }
        for field in dataclasses.fields(cls)
    ]


def _type_name(kind: Any) -> str:
    """As people write it: without the modules."""
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
    """Has the parameter a value of its own, or must it get one?"""
    return parameter["required"] or parameter["default"] is not None


def summary(parameters: Parameters) -> str:
    """All parameters in one line; those that are not set by name only."""
    rest = [p["name"] for p in parameters if not is_set(p)]
    also = [f"not set: {', '.join(rest)}"] if rest else []
    return "; ".join([*(describe_parameter(p) for p in parameters if is_set(p)), *also])


def _text(value: Any) -> str:
    if isinstance(value, list):
        return f"[{','.join(map(_text, value))}]"
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def describe_parameter(parameter: dict[str, Any]) -> str:
    low, high, choices = parameter["low"], parameter["high"], parameter["choices"]
    if choices:
        span = f"one of {', '.join(choices)}"
    elif low is not None and high is not None:
        span = f"{parameter['type']} from {low} to {high}"
    elif low is not None or high is not None:
        span = f"{parameter['type']}, at {'least' if high is None else 'most'} {low if high is None else high}"
    else:
        span = parameter["type"]
    default = "required" if parameter["required"] else f"default {_text(parameter['default'])}"
    return f"{parameter['name']}: {span}, {default}"


def description(cls: Any) -> str:
    """The whole docstring; its first line is the description in lists."""
    return inspect.getdoc(cls) or "no description"


def example(registry: Registry[Any], name: str) -> TextForm | None:
    """One thing of that name: as it is by default, or with small values where parameters are required."""
    cls = registry.get(name)
    values = {}
    for parameter in parameters_of(cls):
        if parameter["required"]:
            low, high = parameter["low"] or 0, parameter["high"] or 3
            values[parameter["name"]] = parameter["choices"][0] if parameter["choices"] else max(low, min(3, high))
    try:
        thing: TextForm = cls(**values)
    except Exception:  # a required parameter that small numbers do not fit: there is no example to show
        return None
    return thing


def write_entry(heading: str, note: str, lines: list[str]) -> None:
    write_paragraph(f"{heading}  ({note})" if note else heading, style="bold")
    for line in lines:
        write_paragraph(line, indent=4)


def report_broken_plugins(registry: Registry[Any]) -> None:
    for name, reason in registry.broken_plugins.items():
        say(f"plyground: the plug-in of {registry.kind} {name!r} does not load: {reason}")
