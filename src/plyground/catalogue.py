"""The registered games, agents and parts with their parameters, as data for lists and forms."""

import dataclasses
import re
import typing
from typing import Any

from plyground.docstrings import paragraphs, parameter_help, summary
from plyground.text_form import Registry, TextForm, choices_of, is_literal

Parameters = list[dict[str, Any]]
Entry = dict[str, Any]


def entry_of(registry: Registry[Any], name: str) -> Entry:
    """The name, the explanation and the parameters of one registered class, for JSON."""
    cls: Any = registry.get(name)
    return {
        "name": name,
        "summary": summary(cls),
        "description": "\n\n".join(paragraphs(cls)),
        "parameters": parameters_of(cls),
    }


def parameters_of(cls: Any) -> Parameters:
    """Name, type, default, range and explanation of each field, for JSON."""
    if not dataclasses.is_dataclass(cls):
        return []
    hints, descriptions = typing.get_type_hints(cls), parameter_help(typing.cast("type", cls))
    presets: dict[str, dict[str, Any]] = getattr(cls, "presets", {})  # by preset, the values of omitted parameters
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
    """A readable type, without modules; for a part of a search, the kind of its registry."""
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
    except Exception:  # no example: small numbers do not suit a required parameter
        return None
    return thing
