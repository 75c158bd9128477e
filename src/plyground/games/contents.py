"""The contents of a state, copied all the way down: they show whether a move in a clone changed the original."""

from collections import deque
from collections.abc import Sequence
from typing import Any

from plyground.games.base import Game, State


def contents(state: State) -> dict[str, Any]:
    """A state's attributes as nested lists, dicts and numbers.

    An object that shows neither attributes nor equality, such as one of a C library, counts as equal to all of its
    type: only the answers of the state show whether a move changed it.
    """
    return {name: _copied(value, ()) for name, value in vars(state).items() if name != "game"}


def _copied(value: Any, above: Sequence[int]) -> Any:
    if id(value) in above:
        return "…"  # a cycle
    above = (*above, id(value))
    if isinstance(value, (list, tuple, deque)):
        return [_copied(item, above) for item in value]
    if isinstance(value, dict):
        return {key: _copied(item, above) for key, item in value.items()}
    if isinstance(value, (set, frozenset, bytearray)):
        return type(value)(value)
    if hasattr(value, "tolist"):  # arrays
        return _copied(value.tolist(), above)
    if isinstance(value, (Game, type)) or callable(value):
        return value
    attributes = _attributes(value)
    if not attributes:
        compares = any("__eq__" in vars(cls) for cls in type(value).__mro__[:-1])
        return value if compares else type(value)
    return {name: _copied(item, above) for name, item in attributes.items()}


def _attributes(value: object) -> dict[str, Any]:
    slots = [name for cls in type(value).__mro__ for name in _names(vars(cls).get("__slots__", ()))]
    return {**getattr(value, "__dict__", {}), **{name: getattr(value, name) for name in slots if hasattr(value, name)}}


def _names(slots: Any) -> Sequence[str]:
    return [slots] if isinstance(slots, str) else list(slots)
