"""Our own question: when does more search hurt? Wrong moves on solved Connect Four positions, by budget and backup.

The claims below are the questions and their tests; they were written before the full run.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from plyground.experiments.base import Claim, Experiment, Outcome, Study, number, register
from plyground.experiments.figures import Figure, table
from plyground.experiments.more_search_play import Case, cases, random_moves, search_cases
from plyground.experiments.more_search_tables import (
    CLASSES,
    Searched,
    again_table,
    class_figure,
    class_of,
    error_figure,
    flip_figure,
    overall,
    share_table,
    slope,
    step_changes,
    worst_table,
)
from plyground.experiments.session import Session
from plyground.experiments.verdict import QUESTION, Range, exactly, less, more
from plyground.rng import Rng
from plyground.statistics import estimates

# The same search, but for its backup; and the search with the network that plyground ships.
BACKUPS = ("mean", "solver", "max_mean_mix", "bayes")
# Those whose searches go on to the largest budget.
LONG = BACKUPS[:2]
NETWORK = {"select": "puct", "evaluate": "network(leaves=8)"}
RANDOM = "random"
CHUNK = 100
# Streams of the session's seed.
DEEP, SHUFFLE, BLIND = 1 << 44, 1 << 45, 1 << 46
BLIND_SEEDS, PERMUTATIONS = 20, 200


@dataclass(frozen=True)
class MoreSearchSize:
    # The first so many positions in which a move can be wrong.
    positions: int
    budgets: tuple[int, ...]
    seeds: int
    # Positions of each class, and the budgets of their longer searches.
    deep: tuple[int, tuple[int, ...]]
    # Positions and budgets of the network.
    network: tuple[int, tuple[int, ...]]


@register
class MoreSearch(Experiment[MoreSearchSize]):
    name = "more_search"
    title = "When does more search hurt?"
    seconds = (9.0, 450.0)
    quick = MoreSearchSize(400, (100, 1000, 10_000), 2, (10, (10_000, 100_000)), (100, (10, 100)))
    full = MoreSearchSize(
        5000, (100, 1000, 10_000, 100_000), 2, (60, (10_000, 100_000, 1_000_000)), (1000, (10, 100, 1000))
    )
    tiny = MoreSearchSize(150, (5, 20), 2, (3, (20, 40)), (20, (2, 4)))

    @property
    def studies(self) -> Sequence[Study[MoreSearchSize]]:
        return (
            Study("backups", backups, lambda size: len(BACKUPS) * size.seeds * len(chunks(chosen(size)))),
            Study("deep", deep, lambda size: len(LONG) * len(chunks(drawn(size, 0)))),
            Study("network", network, lambda size: len(chunks(chosen(size)[: size.network[0]]))),
        )


def chosen(size: MoreSearchSize) -> list[int]:
    return list(range(min(size.positions, len(cases()))))


def chunks(numbers: Sequence[int]) -> list[Sequence[int]]:
    return [numbers[start : start + CHUNK] for start in range(0, len(numbers), CHUNK)]


def drawn(size: MoreSearchSize, seed: int) -> list[int]:
    """The same number of positions from each class, at random."""
    found = []
    for place, words in enumerate(CLASSES):
        numbers = [number for number in chosen(size) if class_of(cases()[number]) == words]
        rng = Rng(seed, DEEP + place)
        for taken in range(min(size.deep[0], len(numbers))):
            other = taken + rng.below(len(numbers) - taken)
            numbers[taken], numbers[other] = numbers[other], numbers[taken]
        found += numbers[: size.deep[0]]
    return found


def search(
    session: Session, name: str, parts: dict[str, str], numbers: Sequence[int], budgets: tuple[int, ...], seeds: int
) -> Searched:
    """One search per position and seed, stored in chunks; the first seed of all positions comes first."""
    found = []
    for repeat in range(seeds):
        columns: list[str] = []
        for part in chunks(numbers):
            seed = Rng(session.seed, repeat).next()
            which = f"{len(part)} cases from {part[0]} to {part[-1]}"
            what = f"more_search: {parts}, {budgets} simulations, seed {repeat}, {which}"
            columns += session.remember(what, partial(search_cases, parts, part, budgets, seed, session.workers))
        found.append(columns)
    return Searched.of(name, [cases()[number] for number in numbers], budgets, found)


def blind(session: Session, numbers: Sequence[int], budgets: tuple[int, ...]) -> Searched:
    """The control: a player to whom the budget means nothing."""
    played = [random_moves(numbers, budgets, Rng(session.seed, BLIND + repeat).next()) for repeat in range(BLIND_SEEDS)]
    return Searched.of(RANDOM, [cases()[number] for number in numbers], budgets, played)


def backups(session: Session, size: MoreSearchSize) -> Outcome:
    numbers, budgets = chosen(size), size.budgets
    found = [search(session, name, {"backup": name}, numbers, budgets, size.seeds) for name in BACKUPS]
    control = blind(session, numbers, budgets)
    outcome = Outcome()
    for one in (*found, control):
        add_whole(outcome, one)
        add_again(outcome, one)
    for one in found:
        add_slopes(outcome, one, session.seed)
        add_steps(outcome, one)
    add_help(outcome, found)
    share = sum(case.blind for case in control.cases) / len(numbers)
    outcome.figures += [
        error_figure("errors", "Wrong moves on solved positions", found, share),
        class_figure("classes", found[0]),
        flip_figure("flips", found[0]),
        share_table("shares", found),
        class_table(control.cases),
        again_table(found),
        worst_table(found),
    ]
    return outcome


def span(one: Searched, early: int = 0) -> str:
    return f"from {one.budgets[early]:,} to {one.budgets[-1]:,} simulations"


def add_whole(outcome: Outcome, one: Searched) -> None:
    """Over all positions, more search should help; it cannot help a player who moves at random."""
    claim = Claim(
        f"whole/{one.name}",
        f"{one.name}: over all positions, more search means fewer wrong moves ({span(one)}; by 1 point at least)",
        "question 1", less("fewer"), "points", key=True,
    )  # fmt: skip
    if one.name == RANDOM:
        text = "control: a random player's share of wrong moves is the same with every “budget” (margin 1 point)"
        claim = Claim(f"whole/{one.name}", text, "control", exactly(0.0), "points", 0.01, key=True)
    first, last = overall(one, 0), overall(one, -1)
    note = f"{100 * first.value:.1f} % wrong, then {100 * last.value:.1f} %"
    outcome.add(claim, estimates.mean_gap(one.changes(0, -1)), len(one.cases), note)


def add_slopes(outcome: Outcome, one: Searched, seed: int) -> None:
    """Does the depth of the shortest trap tell which positions turn from right to wrong? Within one ply only."""
    trapped = one.trapped()
    depths = [float(case.trap or 0) for case in trapped.cases]
    plies = [case.ply for case in trapped.cases]
    keeping = [100 * case.ply + len(case.keeping) for case in trapped.cases]
    turned, changes = trapped.turned(1), trapped.changes(0, -1)
    rule = "change per ten plies of the shortest trap, among positions of one ply"
    rising = more("rises", by=0.005)
    claims = (
        ("turned", f"positions that turn from right to wrong ({rule}; half a point at least)", rising, plies, turned),
        ("keeping", "the same among positions of one ply with as many right moves", rising, keeping, turned),
        ("change", f"the gain from more search shrinks ({rule}; 1 point at least)", more("shrinks"), plies, changes),
    )
    for kind, text, paper, groups, values in claims:
        claim = Claim(
            f"slope/{kind}/{one.name}", f"{one.name}, {span(one)}: {text}", "question 2", paper, "points",
            key=kind == "turned",
        )  # fmt: skip
        outcome.add(claim, slope(depths, values, groups), len(depths))
    rng = Rng(seed, SHUFFLE)
    chance = [slope(permuted(depths, plies, rng), turned, plies).value for _ in range(PERMUTATIONS)]
    text = f"control: {one.name}, the first of these with the depths of one ply permuted (margin half a point)"
    claim = Claim(f"slope/permuted/{one.name}", text, "control", exactly(0.0), "points", 0.005)
    measured = slope(depths, turned, plies).value
    reached = sum(slope_here >= measured for slope_here in chance)
    note = f"{reached} of {PERMUTATIONS} permutations reach the {number(measured, 'points')} measured"
    outcome.add(claim, estimates.mean_gap(chance), PERMUTATIONS, note)


def permuted(values: Sequence[float], groups: Sequence[int], rng: Rng) -> list[float]:
    """The values, exchanged at random within each group."""
    found = list(values)
    places: dict[int, list[int]] = {}
    for place, group in enumerate(groups):
        places.setdefault(group, []).append(place)
    for here in places.values():
        for last in range(len(here) - 1, 0, -1):
            a, b = here[last], here[rng.below(last + 1)]
            found[a], found[b] = found[b], found[a]
    return found


def add_steps(outcome: Outcome, one: Searched, family: str = "step") -> None:
    """Every class of traps, every tenfold: does more search hurt?"""
    for words, step, change, count in step_changes(one):
        budgets = f"{one.budgets[step]:,} to {one.budgets[step + 1]:,}"
        claim = Claim(
            f"{family}/{one.name}/{words}/{one.budgets[step]}",
            f"{one.name}, {budgets} simulations, {words}: at most 1 point more wrong moves",
            "question 3", Range(high=0.01, words="not worse"), "points", family=f"{family}/{one.name}",
        )  # fmt: skip
        outcome.add(claim, change, count)


def add_again(outcome: Outcome, one: Searched) -> None:
    """Does a position hurt again? One seed picks those that turned from right to wrong, the others measure them.

    The larger early budgets were added when the searches of the first backup were in, see the chapter.
    """
    for early, budget in enumerate(one.budgets[:-1]):
        picked = one.picked(early)
        if len(picked) < 2:
            continue
        claim = Claim(
            f"again/{one.name}/{budget}",
            f"{one.name}: positions that turn from right to wrong with one seed ({span(one, early)}) get worse with "
            "another, too (by 1 point at least)",
            "question 4" + (", added" if early else ""), more("worse"), "points", key=not early,
        )  # fmt: skip
        if one.name == RANDOM:
            text = f"control: positions that turn so with a random player ({span(one, early)}) do not get worse again "
            text += "(margin 3 points)"
            claim = Claim(f"again/{one.name}/{budget}", text, "control", exactly(0.0), "points", 0.03)
        before, after = (100 * sum(pair[place] for pair in picked) / len(picked) for place in (0, 1))
        note = (
            f"{len(picked)} of {len(one.cases):,} positions turned with the first seed; with the other {before:.0f} % "
        )
        note += f"wrong, then {after:.0f} %"
        outcome.add(claim, estimates.mean_gap([then - now for now, then in picked]), len(picked), note)


def add_help(outcome: Outcome, found: Sequence[Searched]) -> None:
    """What another backup changes with the largest budget, where the shortest trap is deepest."""
    mean = found[0].of_class(CLASSES[-1])
    if not mean.cases:
        return
    for one in found[1:]:
        other = one.of_class(CLASSES[-1])
        gaps = [b[-1] - a[-1] for a, b in zip(mean.errors, other.errors, strict=True)]
        claim = Claim(
            f"help/{one.name}",
            f"what does {one.name} change against mean, with {one.budgets[-1]:,} simulations, {CLASSES[-1]}?",
            "question 5", Range(), "points", kind=QUESTION,
        )  # fmt: skip
        outcome.add(claim, estimates.mean_gap(gaps), len(gaps))


def deep(session: Session, size: MoreSearchSize) -> Outcome:
    """Ten times the largest budget, on some positions of every class."""
    outcome = Outcome()
    budgets = size.deep[1]
    numbers = drawn(size, session.seed)
    found = [search(session, name, {"backup": name}, numbers, budgets, 1) for name in LONG]
    for one in found:
        add_steps(outcome, one, "deep")
    outcome.figures.append(share_table("shares_deep", found))
    return outcome


def network(session: Session, size: MoreSearchSize) -> Outcome:
    """The shipped network, which judges a leaf without a rollout; its simulations cost hundreds of times as much."""
    outcome = Outcome()
    count, budgets = size.network
    one = search(session, "network", NETWORK, chosen(size)[:count], budgets, 1)
    add_whole(outcome, one)
    add_slopes(outcome, one, session.seed)
    add_steps(outcome, one)
    outcome.figures.append(share_table("shares_network", [one]))
    return outcome


def class_table(found: Sequence[Case]) -> Figure:
    rows = []
    for words in (*CLASSES, "no trap"):
        here = [case for case in found if class_of(case) == words]
        if here:
            rows.append(
                [
                    words,
                    f"{len(here):,}",
                    f"{sum(case.ply for case in here) / len(here):.1f}",
                    f"{sum(len(case.keeping) for case in here) / len(here):.1f}",
                    f"{100 * sum(case.blind for case in here) / len(here):.1f}",
                ]
            )
    head = ["shortest trap", "positions", "mean ply", "right moves", "wrong moves of a random player, %"]
    return table("positions", "The positions in which a move can be wrong", head, rows)
