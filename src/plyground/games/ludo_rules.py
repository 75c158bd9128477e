"""The rules of Ludo as data: three presets and their options.

A token walks `lap` squares of the common track, then its own home column. Its place is one number, its
*step*: 0 in the yard, 1 on its start square, up to `last`.

    yard 0 │ track 1 … lap │ home column lap + 1 … lap + home │ home square (not with slots) last
"""

from dataclasses import dataclass, fields, replace
from functools import cached_property

from plyground.errors import PlygroundError

STACKS = ("free", "forbidden", "block")
STAR = 8  # the second safe square of a quarter lies this many squares after its start


@dataclass(frozen=True)
class LudoRules:
    """A complete set of rules. `plyground.games.ludo.Ludo` explains the fields."""

    players: int
    track: int
    home: int
    tokens: int
    full_lap: bool
    slots: bool
    enter_on_one: bool
    entry_by_roll: bool
    must_enter: bool
    clear_start: bool
    six_again: bool
    three_sixes: bool
    safe: bool
    capture: bool
    exact: bool

    stack: str

    @cached_property
    def lap(self) -> int:
        return self.track if self.full_lap else self.track - 1

    @cached_property
    def last(self) -> int:
        """The highest step: the home square, or the deepest slot."""
        return self.lap + self.home + (0 if self.slots else 1)

    @cached_property
    def goal(self) -> int:
        """A token that has walked this many steps or more has arrived."""
        return self.lap + 1 if self.slots else self.last

    @cached_property
    def quarters(self) -> tuple[int, ...]:
        """The quarter of the board at which each seat sits; two players sit opposite each other."""
        return (0, 2) if self.players == 2 else tuple(range(self.players))

    @cached_property
    def safe_squares(self) -> frozenset[int]:
        quarter = self.track // 4
        offsets = [0, STAR] if quarter > STAR else [0]
        return frozenset(i * quarter + offset for i in range(4) for offset in offsets) if self.safe else frozenset()

    def square(self, seat: int, step: int) -> int | None:
        """The track square under a seat's step, or None in the yard, the home column and at home."""
        if not 1 <= step <= self.lap:
            return None
        return (self.quarters[seat] * (self.track // 4) + step - 1) % self.track

    def enters(self, roll: int) -> bool:
        return roll == 6 or (roll == 1 and self.enter_on_one)

    def alone(self, step: int) -> bool:
        """Whether a seat may have only one token on this step."""
        if self.slots and step > self.lap:
            return True
        return self.stack == "forbidden" and 0 < step < self.goal

    def numbers(self) -> tuple[int, ...]:
        """The rules as the C++ twin takes them: the fields in order."""
        values = (getattr(self, field.name) for field in fields(self))
        return tuple(STACKS.index(value) if isinstance(value, str) else int(value) for value in values)


# Yadav's thesis. Its text: a 6 to enter, another turn after a 6, capture, no safe squares, home by exact
# count. Its evaluation function implies a track of 40 squares. What the text leaves open, we take from
# wsandst/beta-knuff, whose names and constants are the thesis's: four squares of home column and a home
# square, tokens stack freely and are captured together, no rule about three sixes, and a seat that can move must.
# That program brings tokens in on 1 or 6, on the square that the roll counts, and grants no second roll:
# `ludo(rules=thesis, enter_on_one=true, entry_by_roll=true, six_again=false)`.
_THESIS = LudoRules(
    players=4,
    track=40,
    home=4,
    tokens=4,
    full_lap=True,
    slots=False,
    enter_on_one=False,
    entry_by_roll=False,
    must_enter=False,
    clear_start=False,
    six_again=True,
    three_sixes=False,
    safe=False,
    capture=True,
    exact=True,
    stack="free",
)

PRESETS = {
    "international": replace(_THESIS, track=52, home=5, full_lap=False, three_sixes=True, safe=True, stack="block"),
    # Mensch ärgere dich nicht as OpenSpiel's `maedn` plays it.
    "maedn": replace(_THESIS, slots=True, must_enter=True, clear_start=True, stack="forbidden"),
    "thesis": _THESIS,
}


def resolve(preset: str, players: int, options: dict[str, int | bool | str]) -> LudoRules:
    """The preset with the given options. Raises an error that names conflicting options."""
    rules = replace(PRESETS[preset], players=players, **options)  # type: ignore[arg-type]
    if rules.track % 4:
        raise PlygroundError(f"ludo: track must be a multiple of 4, not {rules.track}")
    arm = (rules.track // 4 - 1) // 2
    if rules.home > arm:
        raise PlygroundError(f"ludo: home must be at most {arm} on a track of {rules.track} squares, not {rules.home}")
    if rules.slots and rules.tokens > rules.home:
        raise PlygroundError(
            f"ludo: {rules.tokens} tokens do not fit into {rules.home} slots; set tokens, home or slots"
        )
    # A rule without effect because of another one: dropped if the preset set it, refused if the user did.
    for name, needed in (("three_sixes", "six_again"), ("safe", "capture")):
        if getattr(rules, name) and not getattr(rules, needed):
            if name in options:
                raise PlygroundError(f"ludo: {name}=true means nothing with {needed}=false")
            rules = replace(rules, **{name: False})  # type: ignore[arg-type]
    return rules
