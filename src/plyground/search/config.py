"""The parts of a search. A combination that cannot work is refused, and the error says what to change."""

import warnings
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from plyground.errors import PlygroundError, PlygroundWarning
from plyground.games.base import Game
from plyground.search.backup import Bayes, Mean
from plyground.search.columns import get_statistic
from plyground.search.decide import MostVisits
from plyground.search.evaluate import Function, Rollout
from plyground.search.expand import AllChildren, OneChild
from plyground.search.part import MOST_LEAVES, Backup, Decide, Evaluate, Expand, Part, Select
from plyground.search.select import Puct, Ucb1
from plyground.text_form import require_number

T = TypeVar("T")
# The weight of exploration is too small if the values' range is this many times larger.
WIDE = 50.0


@dataclass(frozen=True)
class Config:
    """The five parts of a search."""

    select: Select
    expand: Expand
    evaluate: Evaluate
    backup: Backup
    decide: Decide

    def __post_init__(self) -> None:
        if self.select.scores_unvisited and not self.expand.all_at_once:
            raise PlygroundError(
                f"{self.select} decides itself when a child is first tried, but {self.expand} tries all of them first: "
                "use expand=all_children"
            )
        tied = sorted(name for name in self.needs if not get_statistic(name).mixable)
        if self.expand.hides_chance and tied:
            raise PlygroundError(
                f"rows of {self.expand} mix positions and cannot keep {', '.join(tied)}: use expand=all_children"
            )
        if self.evaluate.gives_logits and (self.expand != AllChildren() or "prior" not in self.select.all_needs()):
            raise PlygroundError(
                f"{self.evaluate} gives priors of moves: use select=puct or gumbel and "
                f"expand=all_children, not {self.select} and {self.expand}"
            )
        if "posterior" in self.select.all_needs() and not isinstance(self.backup, Bayes):
            raise PlygroundError(f"{self.select} needs a belief about every node: use backup=bayes, not {self.backup}")

    def check(self, game: Game) -> None:
        """Raise unless this search can play the game."""
        self.once(("check", game), lambda: self._check(game))

    def once(self, what: Hashable, compute: Callable[[], T]) -> T:
        """The result of `compute`, cached under the key `what`: a match starts many trees with one Config."""
        memory = vars(self).setdefault("_memory", {})
        if what not in memory:
            memory[what] = compute()
        known: T = memory[what]
        return known

    def _check(self, game: Game) -> None:
        values = self.backup.value_range(game)
        require_number("leaves", self.evaluate.leaves, 1, MOST_LEAVES)
        for part in self.all_parts():
            part.check(game)
            if part.two_players_only and game.num_players != 2:
                raise PlygroundError(f"{part.name} is for two players, {game} has {game.num_players}")
            if part.zero_sum_only and game.num_players == 2 and not game.zero_sum:
                raise PlygroundError(f"{part.name} needs two players with opposite values, {game} is not zero-sum")
            if part.unit_returns_only:
                _require_unit(f"{part} is for returns", game, game.value_range)
            if part.unit_values_only:
                _require_unit(f"{part} is for values", game, values)
        self._warn_if_greedy(game, values)

    def _warn_if_greedy(self, game: Game, values: tuple[float, float]) -> None:
        """Warn if a rule that explores gives differences between values far more weight."""
        span = values[1] - values[0]
        for part in self.all_parts():
            c = part.exploration if isinstance(part, Select) else None
            if c and 0.0 < c < span / WIDE and span > 2.0:
                warnings.warn(
                    f"values of {game} go from {values[0]:g} to {values[1]:g}, where {part} hardly explores: set c to "
                    f"about half of the usual difference between two results, or scale the returns to -1 to 1",
                    PlygroundWarning,
                    stacklevel=7,
                )

    def one_by_one(self) -> "Config":
        """The same parts with `leaves=1`: one leaf at a time waits for the network."""
        part: Any = self.evaluate
        return self if part.leaves == 1 else replace(self, evaluate=replace(part, leaves=1))

    def opposed(self, game: Game) -> bool:
        """Whether there are two seats and the backup keeps the value to one as minus the value to the other."""
        low, high = game.value_range
        as_they_are = self.backup.worth([low, high]) == [low, high] and self.backup.worth([0.0]) == [0.0]
        return game.num_players == 2 and game.zero_sum and as_they_are

    def parts(self) -> list[Part]:
        return [self.select, self.expand, self.evaluate, self.backup, self.decide]

    def all_parts(self) -> list[Part]:
        """The five parts and the parts inside them."""
        found = self.parts()
        for part in found:
            found += part.inner_parts()
        return found

    @property
    def needs(self) -> frozenset[str]:
        """The statistics that the parts need."""
        return self.once("needs", self._needs)

    def _needs(self) -> frozenset[str]:
        return frozenset[str]().union(*(part.all_needs() for part in self.parts()))

    def __str__(self) -> str:
        names = ("select", "expand", "evaluate", "backup", "decide")
        return ", ".join(f"{name}={part}" for name, part in zip(names, self.parts(), strict=True))


def configure(
    select: Select | str | None = None,
    expand: Expand | str | None = None,
    evaluate: Evaluate | str | object | None = None,
    backup: Backup | str | None = None,
    decide: Decide | str | None = None,
) -> Config:
    """The configuration of a search, each part given as an object or as its text form.

    Omitted parts get defaults that suit the others; without any, the search is classic UCT. `evaluate` may also be a
    function of a state.
    """
    if evaluate is not None and not isinstance(evaluate, (Evaluate, str)):
        evaluate = Function(evaluate)  # type: ignore[arg-type]
    leaf = _part(Evaluate, evaluate) or Rollout()
    rule = _part(Select, select) or (Puct() if leaf.gives_logits else Ucb1())
    bayesian = "posterior" in rule.all_needs()
    return Config(
        select=rule,
        expand=_part(Expand, expand) or (AllChildren() if rule.scores_unvisited else OneChild()),
        evaluate=leaf,
        backup=_part(Backup, backup) or (Bayes() if bayesian else Mean()),
        decide=_part(Decide, decide) or MostVisits(),
    )


def _require_unit(what: str, game: Game, span: tuple[float, float]) -> None:
    if not -1.0 <= span[0] <= span[1] <= 1.0:
        raise PlygroundError(f"{what} from -1 to 1, those of {game} go from {span[0]:g} to {span[1]:g}")


def _part(kind: Any, given: object) -> Any:
    if given is None or isinstance(given, kind):
        return given
    if not isinstance(given, str):
        raise PlygroundError(f"{given!r} is no {kind.registry.kind}")
    return kind.registry.parse(given)
