"""The rules of a game for people: the docstring of its class, and the value of each parameter in this game."""

from dataclasses import fields
from typing import Any

from plyground.docstrings import paragraphs, parameter_help
from plyground.games.base import Game


def rules_of(game: Game) -> str:
    """The paragraphs of the docstring, then an indented line for every parameter."""
    explained = parameter_help(type(game))
    lines = [
        f"  {field.name}={_written(_value(game, field.name))}: {explained[field.name]}"
        for field in fields(game)
        if field.name in explained
    ]
    return "\n\n".join([*paragraphs(type(game)), *filter(None, ["\n".join(lines)])])


def _value(game: Game, name: str) -> Any:
    """The value of a parameter; an omitted one has the value of the game's preset."""
    value = getattr(game, name)
    presets: dict[str, dict[str, Any]] = getattr(game, "presets", {})
    chosen = next((presets[v] for v in vars(game).values() if isinstance(v, str) and v in presets), {})
    return chosen.get(name) if value is None else value


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
