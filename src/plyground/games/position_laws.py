"""What a game and one of its positions must answer: the laws that need no second position.

Each law is a generator of findings. Later findings rely on earlier ones: stop at the first that is not kept.
"""

import math
from collections.abc import Iterator
from typing import Any

from plyground.games.base import CHANCE, TERMINAL, Game

# The law, whether it is kept here, and what is wrong if it is not.
Finding = tuple[str, bool, str]


def game_laws(game: Game) -> Iterator[Finding]:
    """The laws of the seats and of the range of values."""
    seats, span = game.num_players, game.value_range
    yield "player", is_integer(seats) and seats > 0, f"num_players is {seats!r}, not an integer from 1"
    low_and_high = len(span) == 2 and all(map(math.isfinite, span)) and span[0] < span[1]
    yield "returns", low_and_high, f"value_range is {span!r}, not the lowest and the highest value"


def position_laws(game: Game, sees: dict[str, Any]) -> Iterator[Finding]:
    """The laws of one position; `sees` holds its answers by name."""
    player, actions, seats = sees["player"], sees["actions"], game.num_players
    yield (
        "player",
        is_integer(player) and (player in (CHANCE, TERMINAL) or 0 <= player < seats),
        f"player is {player!r}, not a seat from 0 to {seats - 1}, CHANCE or TERMINAL",
    )
    yield (
        "actions",
        isinstance(actions, list) and all(is_integer(action) and action >= 0 for action in actions),
        f"actions() must be a list of integers from 0, not {short(actions)}",
    )
    yield "actions", actions == sorted(set(actions)), f"actions() must be sorted and distinct, not {short(actions)}"
    yield (
        "actions",
        bool(actions) == (player >= 0),
        "a seat is to move, and actions() is empty"
        if player >= 0
        else f"no seat is to move, and actions() must be empty, not {short(actions)}",
    )
    yield from _chance_laws(player, sees["chance"])
    if player == TERMINAL:
        yield from value_laws("returns", sees["returns"], game)
    if sees["settled"] is not None:
        yield from value_laws("settled", sees["settled"], game)
    yield from value_laws("heuristic", sees["heuristic"], game)


def _chance_laws(player: int, chance: Any) -> Iterator[Finding]:
    if player != CHANCE:
        yield "chance", chance == [], f"chance() must be empty here, not {short(chance)}"
        return
    pairs = isinstance(chance, list) and all(isinstance(pair, tuple) and len(pair) == 2 for pair in chance)
    yield "chance", pairs and bool(chance), f"chance() must list (outcome, p), not {short(chance)}"
    outcomes = [outcome for outcome, _ in chance]
    yield (
        "chance",
        all(is_integer(outcome) and outcome >= 0 for outcome in outcomes) and len(set(outcomes)) == len(outcomes),
        f"the outcomes of chance() must be distinct integers from 0, not {short(outcomes)}",
    )
    yield "chance", all(p > 0 for _, p in chance), f"a probability of chance() is not positive: {short(chance)}"
    total = math.fsum(p for _, p in chance)
    yield "chance", abs(total - 1.0) < 1e-9, f"the probabilities of chance() sum to {total}"


def value_laws(method: str, values: Any, game: Game) -> Iterator[Finding]:
    """The laws of `returns`, `settled` and `heuristic`."""
    low, high = game.value_range
    numbers = isinstance(values, list) and all(isinstance(v, (int, float)) for v in values)
    yield (
        method,
        numbers and len(values) == game.num_players,
        f"{method}() must be a list of {game.num_players} numbers, not {short(values)}",
    )
    yield (
        method,
        all(math.isfinite(v) and low <= v <= high for v in values),
        f"{method}() gave {short(values)}, not within the value_range from {low} to {high}",
    )


def is_integer(value: object) -> bool:
    """Whether this is an int, and no bool."""
    return isinstance(value, int) and not isinstance(value, bool)


def _item(value: object) -> str:
    """An item of a list; a number of another library looks like one of Python and is none."""
    foreign = type(value).__module__ not in ("builtins", "fractions") and hasattr(value, "dtype")
    return f"{type(value).__module__}.{type(value).__name__}({value})" if foreign else str(value)


def short(value: object) -> str:
    """A value for a message."""
    text = " ".join(map(_item, value)) if isinstance(value, list) and value else repr(value)
    return text if len(text) <= 200 else f"{text[:150]} … {text[-40:]}"
