"""What the searches of "When does more search hurt?" come to: shares, changes, slopes, pictures."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from plyground.experiments.figures import Figure, table
from plyground.experiments.more_search_play import Case
from plyground.statistics import estimates
from plyground.statistics.estimates import Z
from plyground.statistics.intervals import Estimate

# The shortest trap of a position, in plies after the losing move: the deepest trap of each class.
CLASSES = ("trap at once", "trap of 3 to 11 plies", "trap of 13 to 23 plies", "trap of 25 plies or more")
_DEEPEST = (1, 11, 23)
NO_TRAP = "no trap"


def class_of(case: Case) -> str:
    if case.trap is None:
        return NO_TRAP
    return CLASSES[sum(case.trap > deepest for deepest in _DEEPEST)]


@dataclass(frozen=True)
class Searched:
    """For every position and seed, whether the preferred move was wrong after each budget."""

    name: str
    cases: list[Case]
    budgets: tuple[int, ...]
    # By position, seed and budget.
    wrong: list[list[list[bool]]]

    @classmethod
    def of(cls, name: str, cases: list[Case], budgets: tuple[int, ...], columns: Sequence[Sequence[str]]) -> "Searched":
        wrong = [
            [[case.wrong(int(column)) for column in seed[place]] for seed in columns]
            for place, case in enumerate(cases)
        ]
        return cls(name, cases, budgets, wrong)

    @property
    def errors(self) -> list[list[float]]:
        """For every position and budget, the share of seeds that were wrong."""
        return [[sum(at) / len(at) for at in zip(*seeds, strict=True)] for seeds in self.wrong]

    def changes(self, early: int, late: int) -> list[float]:
        """For every position, the change of its share between two budgets."""
        return [errors[late] - errors[early] for errors in self.errors]

    def only(self, places: Sequence[int]) -> "Searched":
        return Searched(self.name, [self.cases[at] for at in places], self.budgets, [self.wrong[at] for at in places])

    def of_class(self, words: str) -> "Searched":
        return self.only([place for place, case in enumerate(self.cases) if class_of(case) == words])

    def trapped(self) -> "Searched":
        """The positions with a trap."""
        return self.only([place for place, case in enumerate(self.cases) if case.trap is not None])

    def picked(self, early: int) -> list[tuple[float, float]]:
        """Of positions that turned from right to wrong with the first seed: the shares of the others, then and now."""
        return [
            (share(seeds[1:], early), share(seeds[1:], -1))
            for seeds in self.wrong
            if len(seeds) > 1 and seeds[0][-1] > seeds[0][early]
        ]

    def turned(self, sign: int) -> list[float]:
        """For every position, the share of seeds that turned from right to wrong (1), or from wrong to right (−1)."""
        return [sum(sign * (seed[-1] - seed[0]) > 0 for seed in seeds) / len(seeds) for seeds in self.wrong]


def share(seeds: Sequence[Sequence[bool]], place: int) -> float:
    """The share of seeds that were wrong after a budget."""
    return sum(seed[place] for seed in seeds) / len(seeds)


def overall(one: Searched, place: int) -> Estimate:
    """The share of wrong moves after a budget."""
    return estimates.mean_share([errors[place] for errors in one.errors])


def slope(xs: Sequence[float], ys: Sequence[float], groups: Sequence[int]) -> Estimate:
    """The change of y for ten more x, among members of the same group (least squares, with the robust interval).

    White (1980): the variance is Σ (x e)² / (Σ x²)², with the residuals e, so that they need not be equally large.
    """
    x, y = _centred(xs, groups), _centred(ys, groups)
    square = math.fsum(a * a for a in x)
    if not square or not any(y):
        return Estimate(0.0, -math.inf, math.inf)
    value = math.fsum(a * b for a, b in zip(x, y, strict=True)) / square
    half = Z * math.sqrt(math.fsum((a * (b - value * a)) ** 2 for a, b in zip(x, y, strict=True))) / square
    return Estimate(10 * value, 10 * (value - half), 10 * (value + half))


def _centred(values: Sequence[float], groups: Sequence[int]) -> list[float]:
    """The values less the mean of their group."""
    found: dict[int, list[float]] = {}
    for value, group in zip(values, groups, strict=True):
        found.setdefault(group, []).append(value)
    means = {group: math.fsum(here) / len(here) for group, here in found.items()}
    return [value - means[group] for value, group in zip(values, groups, strict=True)]


def step_changes(one: Searched) -> list[tuple[str, int, Estimate, int]]:
    """For every class and every two neighbouring budgets: the change of wrong moves, and the number of positions."""
    found = []
    for words in CLASSES:
        part = one.of_class(words)
        if len(part.cases) > 1:
            for step in range(len(one.budgets) - 1):
                change = estimates.mean_gap(part.changes(step, step + 1))
                found.append((words, step, change, len(part.cases)))
    return found


def error_figure(id: str, title: str, found: Sequence[Searched], level: float) -> Figure:
    lines = {one.name: [(budget, overall(one, place)) for place, budget in enumerate(one.budgets)] for one in found}
    return Figure(
        id, title, "lines", lines,
        {"x": "simulations", "y": "wrong moves", "log_x": True, "percent": True, "y_range": (0, 0.25),
         "note": f"{len(found[0].cases):,} positions in which a move can be wrong; "
         f"a random move is in {100 * level:.1f} %; 95 % intervals"},
    )  # fmt: skip


def class_figure(id: str, one: Searched) -> Figure:
    parts = {words: one.of_class(words) for words in CLASSES}
    lines = {
        words: [(budget, overall(part, place)) for place, budget in enumerate(part.budgets)]
        for words, part in parts.items()
        if len(part.cases) > 1
    }
    return Figure(
        id, f"Wrong moves by the shortest trap: {one.name}", "lines", lines,
        {"x": "simulations", "y": "wrong moves", "log_x": True, "percent": True, "y_range": (0, 0.5),
         "note": "a trap is a move that loses by force; 95 % intervals"},
    )  # fmt: skip


def share_table(id: str, found: Sequence[Searched]) -> Figure:
    """The shares of wrong moves by search, class and budget."""
    rows = []
    for one in found:
        for words in (*CLASSES, NO_TRAP):
            part = one.of_class(words)
            if part.cases:
                shares = [overall(part, place) for place in range(len(part.budgets))]
                cells = [f"{100 * s.value:.1f} [{100 * s.low:.1f}, {100 * s.high:.1f}]" for s in shares]
                rows.append([one.name, words, f"{len(part.cases):,}", *cells])
    head = ["search", "shortest trap", "positions", *(f"{budget:,} simulations" for budget in found[0].budgets)]
    return table(id, "Wrong moves, %", head, rows)


def flip_figure(id: str, one: Searched) -> Figure:
    parts = [words for words in CLASSES if len(one.of_class(words).cases) > 1]
    series = {
        words: [estimates.mean_share(one.of_class(part).turned(sign)) for part in parts]
        for words, sign in (("right, then wrong", 1), ("wrong, then right", -1))
    }
    return Figure(
        id, f"Positions that turned, from {one.budgets[0]:,} to {one.budgets[-1]:,} simulations: {one.name}", "bars",
        {"groups": parts, "series": series},
        {"y": "positions", "percent": True, "note": "95 % intervals"},
    )  # fmt: skip


def again_table(found: Sequence[Searched]) -> Figure:
    """Who hurts again: by class and by the budget from which more search hurt."""
    rows = []
    for one in found:
        for early, budget in enumerate(one.budgets[:-1]):
            for words in (*CLASSES, NO_TRAP):
                part = one.of_class(words)
                picked = part.picked(early)
                if picked:
                    before, after = (100 * sum(pair[place] for pair in picked) / len(picked) for place in (0, 1))
                    cells = [
                        f"{budget:,}",
                        words,
                        f"{len(part.cases):,}",
                        str(len(picked)),
                        f"{before:.0f}",
                        f"{after:.0f}",
                    ]
                    rows.append([one.name, *cells])
    title = f"Positions that turned from right to wrong, up to {found[0].budgets[-1]:,} simulations"
    head = ["backup", "from", "shortest trap", "positions", "turned", "other seed: wrong, %", "then wrong, %"]
    return table("again", title, head, rows)


def worst_table(found: Sequence[Searched], count: int = 12) -> Figure:
    """The positions that every backup together has hurt most, by the sum of their changes."""
    errors = [one.errors for one in found]
    rise = [sum(one[place][-1] - one[place][0] for one in errors) for place in range(len(found[0].cases))]
    worst = sorted(range(len(rise)), key=lambda place: (-rise[place], place))[:count]
    rows = []
    for place in worst:
        case = found[0].cases[place]
        cells = [" ".join(f"{100 * share:.0f}" for share in one[place]) for one in errors]
        right = " ".join(str(column + 1) for column in sorted(case.keeping))
        rows.append([case.position.moves, right, str(case.trap or "–"), *cells])
    head = ["moves", "right columns", "shortest trap, plies", *(f"{one.name}: wrong, %" for one in found)]
    budgets = ", ".join(f"{budget:,}" for budget in found[0].budgets)
    return table("worst", f"Positions that more search hurts most ({budgets} simulations)", head, rows)
