"""How long a search may go on. Every limit that is set counts; the first one reached ends the search."""

from dataclasses import dataclass, fields
from typing import Self

from plyground.errors import PlygroundError
from plyground.text_form import LONGEST, MOST, TextForm, param


@dataclass(frozen=True, kw_only=True)
class Budget(TextForm):
    """Limits of one search; at least one is needed.

    `simulations`, `seconds`, `nodes` (rows of the tree) and `megabytes` (what the search holds, all threads and
    merged states together; half of the machine's memory if left out) limit effort. `converged` is the rule of
    Qi and Hu: stop when a simulation changes the value of the root by less than this (it says little: a mean
    over N simulations moves by less than 1/N whatever they find). `gap` is an honest one: stop when the best
    move is better than all others, with at most this probability of error over all looks; plyground.search.gap
    says what exactly is promised.
    """

    name = "budget"

    simulations: int | None = param(None, low=0, high=MOST)
    seconds: float | None = param(None, low=0, high=LONGEST)
    nodes: int | None = param(None, low=1, high=MOST)
    megabytes: float | None = param(None, low=0, high=MOST)
    converged: float | None = param(None, low=0, high=MOST)
    gap: float | None = param(None, low=1e-12, high=0.5)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.limits():
            raise PlygroundError("a budget needs a limit: simulations, seconds, nodes, megabytes, converged or gap")

    def limits(self) -> dict[str, float]:
        """Those that are set, by name."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value is not None}

    @classmethod
    def of(cls, limit: Self | int) -> Self:
        """A budget as it is, or a number of simulations."""
        if isinstance(limit, cls):
            return limit
        if isinstance(limit, int) and not isinstance(limit, bool):
            return cls(simulations=limit)
        raise PlygroundError(f"a budget is a Budget or a number of simulations, not {limit!r}")
