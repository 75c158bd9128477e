"""Yadav's thesis, section 6.2: four Ludo players at one table in six seatings, and in pairs."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from plyground.experiments.base import Claim, Experiment, Outcome, Study, bounds, register
from plyground.experiments.figures import Figure, table
from plyground.experiments.session import Session
from plyground.experiments.verdict import MISPRINT as A_MISPRINT
from plyground.experiments.verdict import QUESTION, STAND_IN, Range, exactly, holm, less, more, p_value, percent_of
from plyground.statistics import estimates
from plyground.statistics.intervals import Estimate, wilson
from plyground.statistics.seatings import SeatingTable
from plyground.statistics.significance import sign_test
from plyground.statistics.tally import Tally

# The rules are those of wsandst/beta-knuff, whose names and constants are the thesis's. The thesis's text (a 6 to
# enter, another turn after a 6) gives Rules only 60 % against Random; these switches give 82 %, its table 86.6 %.
SWITCHES = "rules=thesis, enter_on_one=true, entry_by_roll=true, six_again=false"
FOUR, TWO = f"ludo({SWITCHES})", f"ludo({SWITCHES}, players=2)"
PLAYERS = {
    "Random": "random",
    "MinMax": "ludo_minmax",
    "MCTS": "mcts(simulations=500)",
    "RuleBased": "rules",
}
GAMES = 500  # of every seating and every pair
# Percent won, seat by seat. The third row is printed so, and sums to 113.4; with 22.4 for RuleBased it sums to 100 and
# gives the printed mean.
SEATINGS: dict[tuple[str, ...], tuple[float, ...]] = {
    ("Random", "MinMax", "MCTS", "RuleBased"): (8.0, 28.8, 33.4, 29.8),
    ("Random", "MinMax", "RuleBased", "MCTS"): (6.0, 33.0, 25.2, 35.8),
    ("Random", "MCTS", "MinMax", "RuleBased"): (3.8, 40.2, 33.6, 35.8),
    ("Random", "MCTS", "RuleBased", "MinMax"): (6.2, 34.0, 27.0, 32.8),
    ("Random", "RuleBased", "MinMax", "MCTS"): (6.8, 26.6, 32.4, 34.2),
    ("Random", "RuleBased", "MCTS", "MinMax"): (5.4, 23.2, 40.2, 31.2),
}
MISPRINT = (("Random", "MCTS", "MinMax", "RuleBased"), "RuleBased", 22.4)
CUMULATIVE = {"Random": 6.034, "MinMax": 31.967, "MCTS": 36.3, "RuleBased": 25.7}
# Percent won by the first of each pair, over both orders of moving.
PAIRS = {
    ("RuleBased", "Random"): 86.6,
    ("MinMax", "Random"): 82.0,
    ("MCTS", "Random"): 87.8,
    ("RuleBased", "MinMax"): 50.6,
    ("MCTS", "RuleBased"): 58.2,
    ("MCTS", "MinMax"): 59.8,
}
ORDER_FOUR = (("MCTS", "MinMax"), ("MinMax", "RuleBased"), ("RuleBased", "Random"))
ORDER_TWO = (("MCTS", "RuleBased"), ("RuleBased", "MinMax"), ("MinMax", "Random"))
# (player, neighbour): the player is said to do worst (−) or best (+) when the neighbour moves next.
NEIGHBOURS = (("Random", "MCTS", -1), ("RuleBased", "MCTS", -1), ("MinMax", "MCTS", -1), ("MCTS", "MinMax", 1))
# Series of games of our own at the table, each with a seed of its own.
SERIES = 2
# χ² of 6 seatings × 4 players at 5 %, 15 degrees of freedom.
CRITICAL, FREEDOM = 24.996, 15
STRATEGIES = {"Random": "random", "Aggressive": "aggressive", "Defensive": "defensive", "Balanced": "balanced"}
# The players of ours that only stand in for the thesis's, and how they differ.
STANDS_IN = {
    "MCTS": "MCTS stands in: ours plays 500 simulations to the end, the thesis gives no number and no evaluation",
    "MinMax": "MinMax stands in: ours looks two decisions ahead, the program with the thesis's names four",
}
POSITION = Claim(
    "position",
    "the position of the players impacts the chances of winning: χ²(15) over all seatings, in",
    "6.2.1",
    Range(low=CRITICAL, words="impacts (χ² > 25.0)"),
    unit="",
    key=True,
)
LEVEL_PAIR = Claim(
    "two/RuleBased/thesis",
    "two players: RuleBased is stronger than MinMax, in the thesis's own 500 games",
    "6.2.2",
    Range(0.51, 1.0, "stronger"),
    key=True,
)
DEEPER = "ludo_minmax(depth=3)"
MINMAX_DEEPER = Claim(
    "minmax/deeper", "how much hangs on MinMax's depth? MinMax with three decisions ahead beats RuleBased", "–",
    Range(), kind=QUESTION,
)  # fmt: skip
DRAWN = Claim(
    "drawn",
    "two players: win ratios do not add up to 1, since some games are drawn",
    "6.2.2",
    Range(low=1e-9, words="some draws"),
)
SUM = Claim("sum", "the third seating's shares add up to 113.4 %", "6.2.1", exactly(1.134, 3), kind=A_MISPRINT)


@dataclass(frozen=True)
class ThesisLudoSize:
    table_games: int  # over all seatings
    pair_games: int


@register
class ThesisLudo(Experiment[ThesisLudoSize]):
    name = "thesis_ludo"
    title = "Four Ludo players"
    seconds = (60.0, 2000.0)
    quick = ThesisLudoSize(table_games=48, pair_games=60)
    full = ThesisLudoSize(table_games=3000, pair_games=600)
    tiny = ThesisLudoSize(table_games=2, pair_games=2)

    @property
    def studies(self) -> Sequence[Study[ThesisLudoSize]]:
        return (
            Study("printed", printed, lambda size: 0),
            Study("table", four_at_a_table, lambda size: 1),
            Study("neighbours", neighbours, lambda size: SERIES),
            Study("pairs", pairs_study, lambda size: len(PAIRS) + 1),
            Study("strategies", strategies, lambda size: 1),
        )


def stand_in(*names: str) -> str:
    """The kind of a row in which these players meet."""
    return STAND_IN if any(name in STANDS_IN for name in names) else ""


def how(*names: str) -> str:
    """What the row says of its stand-ins."""
    return "; ".join(words for name, words in STANDS_IN.items() if name in names)


def printed(session: Session, size: ThesisLudoSize) -> Outcome:
    """The thesis's own figures: one test over all seatings, then the single patterns."""
    outcome = Outcome()
    wins = {seats: mended(seats) for seats in SEATINGS}
    games = len(SEATINGS) * GAMES
    add_position(outcome, wins, "", "the thesis's own games", "with the misprint mended")
    for player, neighbour, sign in NEIGHBOURS:
        claim = neighbour_claim(player, neighbour, sign, "", "the thesis's own games")
        note = "interval for a pattern picked after seeing the table (Scheffé); taken alone "
        alone = neighbour_effect(wins, player, neighbour)
        outcome.add(claim, after_seeing(alone), games, note + bounds(alone.low, alone.high, "points"))
    first, second = (round(percent * GAMES / 100) for percent in (PAIRS["RuleBased", "MinMax"], 49.4))
    p = sign_test(Tally(first, 0, second))
    outcome.add(LEVEL_PAIR, wilson(first, GAMES), GAMES, f"{first} to {second}, p = {p:.2f}: no order can be seen")
    row = SEATINGS[MISPRINT[0]]
    note = f"with {MISPRINT[2]} for RuleBased in place of 35.8 it adds up to 100, and the printed mean of 25.7 follows"
    outcome.add(SUM, estimates.exact((sum(row) - 35.8 + MISPRINT[2]) / 100), 0, note)
    outcome.add(DRAWN, estimates.exact(0.0), 0, "the first to bring all tokens home wins: Ludo cannot be drawn")
    return outcome


def add_position(outcome: Outcome, wins: "Wins", id: str, whose: str, note: str, kind: str = "") -> None:
    """One test over all: above the critical value it holds; below, nothing was shown."""
    chi = chi_square(wins)
    shown = Estimate(chi, CRITICAL, math.inf) if chi > CRITICAL else Estimate(chi, 0.0, math.inf)
    claim = replace(POSITION, id=f"position{id}", text=f"{POSITION.text} {whose}", kind=kind, key=not kind)
    games = sum(games for _, games in wins.values())
    outcome.add(claim, shown, games, f"p = {chi_square_tail(chi, FREEDOM):.3f}, {note}")


def neighbour_claim(player: str, neighbour: str, sign: int, id: str, whose: str, kind: str = "") -> Claim:
    return Claim(
        f"next/{player}-{neighbour}{id}",
        f"{player} does {'worst' if sign < 0 else 'best'} when {neighbour} moves next (difference from the other "
        f"seatings, in {whose})",
        "6.2.1",
        less("worst") if sign < 0 else more("best"),
        "points",
        kind=kind,
        family=f"the four patterns{id}" if id else "",
    )


def neighbours(session: Session, size: ThesisLudoSize) -> Outcome:
    """The thesis's four patterns, fixed beforehand, in games that it never saw: does one series repeat the other?"""
    outcome = Outcome()
    series: list[Wins] = []
    for i in range(SERIES):
        found = session.tournament(PLAYERS, FOUR, size.table_games, "seatings", session.seed + i).circles
        series.append({s: (dict(zip(s, found.wins.get(s, ()), strict=False)), found.games[s]) for s in SEATINGS})
    if not all(games for wins in series for _, games in wins.values()):
        return outcome
    add_patterns(outcome, together(series), "/ours", "all our games")
    for i, wins in enumerate(series):
        add_patterns(outcome, wins, f"/ours/{i + 1}", f"our {('first', 'second')[i]} series alone", QUESTION)
    theirs = {seats: mended(seats) for seats in SEATINGS}
    dots = {}
    for player, neighbour, _ in NEIGHBOURS:
        for whose, wins in (("thesis", theirs), ("ours", series[0]), ("ours again", series[1])):
            one = neighbour_effect(wins, player, neighbour)
            dots[f"{player}, {neighbour} next: {whose}"] = [100 * one.value, 100 * one.low, 100 * one.high]
    games = sum(games for _, games in series[0].values())
    outcome.figures.append(
        Figure(
            "neighbours", "Four patterns of neighbours in Ludo, three times", "dots", dots,
            {"x": "wins, points more than in other seatings", "level": ("no effect", 0.0),
             "note": f"the thesis's 3,000 games, two series of {games:,} of ours; 95 % intervals, each taken alone"},
            "The thesis read the patterns off its own games, so only other games can test them.",
        )
    )  # fmt: skip
    return outcome


def add_patterns(outcome: Outcome, wins: "Wins", id: str, whose: str, kind: str = "") -> None:
    """The test over all seatings, and the four patterns together."""
    add_position(outcome, wins, id, whose, f"with our players; {how('MCTS', 'MinMax')}", kind)
    effects = [neighbour_effect(wins, player, neighbour) for player, neighbour, _ in NEIGHBOURS]
    adjusted = holm([p_value(exactly(0.0), effect) for effect in effects])
    games = sum(games for _, games in wins.values())
    for (player, neighbour, sign), effect, p in zip(NEIGHBOURS, effects, adjusted, strict=True):
        note = f"fixed beforehand by the thesis; p = {p:.3f} by Holm's rule over the four; {how(player, neighbour)}"
        outcome.add(neighbour_claim(player, neighbour, sign, id, whose, kind), effect, games, note)


def together(series: "Sequence[Wins]") -> "Wins":
    """The games of all series."""
    return {
        seats: (
            {name: sum(wins[seats][0][name] for wins in series) for name in seats},
            sum(wins[seats][1] for wins in series),
        )
        for seats in SEATINGS
    }


def four_at_a_table(session: Session, size: ThesisLudoSize) -> Outcome:
    outcome = Outcome()
    found = session.tournament(PLAYERS, FOUR, size.table_games, "seatings").circles
    for seats, published in SEATINGS.items():
        for seat, percent in zip(seats, published, strict=True):
            misprint = (seats, seat) == MISPRINT[:2]
            claim = Claim(
                f"{'-'.join(seats)}/{seat}",
                f"{', '.join(seats)}: {seat} wins",
                "6.2.1",
                percent_of(percent, GAMES),
                kind=A_MISPRINT if misprint else stand_in(*seats),
            )
            games = found.games[seats]
            wins = found.wins[seats][seats.index(seat)] if games else 0
            note = f"{MISPRINT[2]} would fit" if misprint else how(*seats)
            outcome.add(claim, wilson(wins, games), games, note)
    total = sum(found.games.values())
    for name, percent in CUMULATIVE.items():
        paper = percent_of(percent, 6 * GAMES)
        claim = Claim(f"all/{name}", f"all seatings: {name} wins", "6.2.1", paper, kind=stand_in(*CUMULATIVE))
        note = f"the four shares sum to 100 %, so that none can be compared alone; {how(*CUMULATIVE)}"
        outcome.add(claim, found.win_rate(name), total, note)
    won = {name: round(found.win_rate(name).value * total) for name in PLAYERS}
    for better, worse in ORDER_FOUR:
        text = f"four at a table: {better} wins more than {worse}"
        claim = Claim(f"four/{better}", text, "6.2.1", more(), "points", key=True, kind=stand_in(*CUMULATIVE))
        outcome.add(claim, estimates.contrast(won[better], won[worse], total), total, how(*CUMULATIVE))
    rates = {name: found.win_rate(name) for name in CUMULATIVE}
    outcome.figures += [seating_table(found), all_seatings_figure(rates)]
    return outcome


def pairs_study(session: Session, size: ThesisLudoSize) -> Outcome:
    outcome = Outcome()
    found = {(a, b): session.match(PLAYERS[a], PLAYERS[b], TWO, size.pair_games).tally for a, b in PAIRS}
    for (a, b), percent in PAIRS.items():
        text = f"two players: {a} beats {b}"
        kind = stand_in(a, b)
        claim = Claim(f"{a}-{b}", text, "6.2.2", percent_of(percent, GAMES), margin=0.05, kind=kind)
        outcome.add(claim, wilson(found[a, b].wins, found[a, b].games), found[a, b].games, how(a, b))
    for a, b in ORDER_TWO:
        text, stronger = f"two players: {a} is stronger than {b}", Range(0.51, 1.0, "stronger")
        claim = Claim(f"two/{a}", text, "6.2.2", stronger, key=True, kind=stand_in(a, b))
        outcome.add(claim, wilson(found[a, b].wins, found[a, b].games), found[a, b].games, how(a, b))
    deeper = session.match(DEEPER, PLAYERS["RuleBased"], TWO, max(2, size.pair_games // 10)).tally
    outcome.add(MINMAX_DEEPER, wilson(deeper.wins, deeper.games), deeper.games)
    cells = [(a, b, wilson(tally.wins, tally.games)) for (a, b), tally in found.items()]
    cells += [(b, a, wilson(tally.losses, tally.games)) for (a, b), tally in found.items()]
    outcome.figures.append(pairs_figure(cells))
    return outcome


def strategies(session: Session, size: ThesisLudoSize) -> Outcome:
    """The three strategies of section 2.3.2, which the thesis describes and does not play, at one table with Random."""
    outcome = Outcome()
    found = session.tournament(STRATEGIES, FOUR, size.table_games // 2, "seatings").circles
    total = sum(found.games.values())
    for name in STRATEGIES:
        claim = Claim(
            f"strategy/{name}", f"the {name.lower()} strategy of section 2.3.2 at one table with the others: wins", "–",
            Range(), kind=QUESTION,
        )  # fmt: skip
        outcome.add(claim, found.win_rate(name), total)
    outcome.figures.append(
        Figure(
            "strategies", "The three strategies of section 2.3.2 at one table with Random", "dots",
            {name: found.win_rate(name) for name in STRATEGIES}, {"x": "won", "percent": True, "level": ("even", 0.25)},
        )
    )  # fmt: skip
    return outcome


def after_seeing(effect: Estimate) -> Estimate:
    """The interval of a contrast that was picked after seeing the data: as wide as the test over all (Scheffé 1953)."""
    wider = math.sqrt(CRITICAL) / estimates.Z
    return Estimate(
        effect.value,
        effect.value - wider * (effect.value - effect.low),
        effect.value + wider * (effect.high - effect.value),
    )


def chi_square(wins: "Wins") -> float:
    """Pearson's χ² of seatings × players: large if the players' shares depend on the seating."""
    total = sum(games for _, games in wins.values())
    shares = {name: sum(won[name] for won, _ in wins.values()) / total for name in PLAYERS}
    return math.fsum(
        (won[name] - games * share) ** 2 / (games * share)
        for won, games in wins.values()
        for name, share in shares.items()
        if share
    )


def chi_square_tail(chi: float, freedom: int) -> float:
    """The probability of at least this χ², for an odd number of degrees of freedom."""
    term = total = 1.0
    for k in range(1, (freedom - 1) // 2):
        term *= chi / (2 * k + 1)
        total += term
    return math.erfc(math.sqrt(chi / 2)) + math.sqrt(2 * chi / math.pi) * math.exp(-chi / 2) * total


Wins = dict[tuple[str, ...], tuple[dict[str, int], int]]


def mended(seats: tuple[str, ...]) -> tuple[dict[str, int], int]:
    """The thesis's wins of a seating, without the misprint."""
    shares = dict(zip(seats, SEATINGS[seats], strict=True))
    if seats == MISPRINT[0]:
        shares[MISPRINT[1]] = MISPRINT[2]
    return {name: round(percent * GAMES / 100) for name, percent in shares.items()}, GAMES


def neighbour_effect(wins: Wins, player: str, neighbour: str) -> Estimate:
    """The player's share of wins when `neighbour` moves next, less that with other neighbours."""
    counts = {True: [0, 0], False: [0, 0]}
    for seats, (won, games) in wins.items():
        follows = seats[(seats.index(player) + 1) % len(seats)] == neighbour
        counts[follows][0] += won[player]
        counts[follows][1] += games
    near, far = (wilson(*counts[follows]) for follows in (True, False))
    return estimates.difference(near, far)


def seating_table(found: SeatingTable) -> Figure:
    rows = []
    for seats, published in SEATINGS.items():
        games = found.games[seats]
        ours = [f"{100 * won / games:.1f}" for won in found.wins[seats]] if games else ["–"] * 4
        cells = [f"{seat} {p} → {o}" for seat, p, o in zip(seats, published, ours, strict=True)]
        rows.append([*cells, f"{games:,}"])
    head = ["side 1", "side 2", "side 3", "side 4", "games"]
    return table("seatings", "The six seatings, percent won: thesis → ours", head, rows)


def all_seatings_figure(rates: dict[str, Estimate]) -> Figure:
    series = {"the thesis": [percent / 100 for percent in CUMULATIVE.values()], "ours": list(rates.values())}
    return Figure(
        "all_seatings",
        "Four at a table, all seatings: the thesis and ours",
        "bars",
        {"groups": list(CUMULATIVE), "series": series},
        {"y": "won", "percent": True, "y_range": (0, 0.5)},
        f"Shares sum to 100 %, so that none can be compared alone. {how(*CUMULATIVE)}.",
    )


def pairs_figure(cells: Sequence[tuple[str, str, Estimate]]) -> Figure:
    options = {"percent": True, "value_range": (0, 1), "label": "won, %"}
    return Figure("pairs", "Two players: the row beats the column, ours", "heat_map", cells, options)
