"""The statistics of matches and tournaments as tables of text."""

from collections.abc import Callable, Sequence

from plyground.statistics.bradley_terry import Ratings
from plyground.statistics.intervals import Estimate, score_estimate
from plyground.statistics.payoff import Payoff
from plyground.statistics.returns import Returns
from plyground.statistics.running_average import RunningAverage
from plyground.statistics.seatings import Seating, SeatingTable
from plyground.statistics.tally import Counts, Tally
from plyground.view.tables import percent, text_table


def ratings_table(ratings: Ratings) -> str:
    """The players, strongest first, with the errors of their ratings."""
    games = dict(zip(ratings.players, ratings.games, strict=True))
    rows = [[player, *_elo(ratings[player]), str(games[player])] for player in ratings.ranking]
    lines = [text_table(["player", "Elo", "error", "games"], rows)]
    if ratings.first_seat is not None:
        lines.append(f"moving first: {' '.join(_elo(ratings.first_seat))} Elo")
    if ratings.prior:
        lines.append(f"prior: {ratings.prior:g} × a draw of each player with an average one")
    return "\n".join(lines)


def payoff_table(payoff: Payoff) -> str:
    """(won, lost) in percent, row against column; then the row's score against all with 95 % bounds."""
    return _payoff(
        payoff,
        lambda row, column: _shares(payoff.against(row, column)) if row != column else "",
        payoff.counts,
    )


def first_move_table(payoff: Payoff) -> str:
    """(won, lost) in percent where the row moved first; then its score in those games."""
    return _payoff(
        payoff,
        lambda row, column: _shares(payoff.first_move(row, column)),
        lambda row: sum((payoff.first_move(row, column) for column in payoff.players), Tally()),
    )


def seating_table(table: SeatingTable) -> str:
    """Percent of games won: a line per seating, then every player over all seatings."""
    widest = max(map(len, table.games), default=0)
    rows = [
        [str(number), *_seats(seats, table.wins[seats], games, widest), str(games)]
        for number, (seats, games) in enumerate(table.games.items(), 1)
    ]
    seatings = text_table(["seating", *(f"seat {seat + 1}" for seat in range(widest)), "games"], rows)
    overall = [[player, *_with_bounds(table.win_rate(player))] for player in table.players]
    return f"{seatings}\n\n{text_table(['player', 'won', '95 %'], overall)}"


def returns_table(returns: Returns) -> str:
    """Every player's mean return, the highest first; then the differences, row by row, with what they show."""
    names = returns.ranking
    means = [[name, *number_text(returns.mean(name)), str(len(returns.values[name]))] for name in names]
    lines = [text_table(["player", "mean", "95 %", "games"], means)]
    pairs = [(a, b) for place, a in enumerate(names) for b in names[place + 1 :]]
    rows = []
    for a, b in pairs:
        better, tally = returns.better(a, b), returns.tally(a, b)
        verdict = f"{better} gets more" if better else "undecided"
        rows.append([f"{a} − {b}", *number_text(returns.difference(a, b), "+"), str(tally), verdict])
    if rows:
        lines += ["", text_table(["difference", "mean", "95 %", "seeds", "verdict"], rows, {"mean", "95 %"})]
    return "\n".join(lines)


def number_text(estimate: Estimate, sign: str = "") -> tuple[str, str]:
    """A number of any size, and its interval."""
    value, low, high = (f"{number:{sign}z.4g}" for number in (estimate.value, estimate.low, estimate.high))
    return value, f"[{low}, {high}]"


def running_average_table(curve: RunningAverage) -> str:
    """The score in percent after 1, 2, 5, 10, 20, 50, … games or pairs, with its 95 % interval."""
    looks = _looks(len(curve.scores), 2 if curve.paired else 1)
    rows = [[str(games), *_with_bounds(curve.after(games))] for games in looks]
    return text_table(["games", "score", "95 %"], rows)


def _elo(estimate: Estimate) -> tuple[str, str]:
    return f"{estimate.value:+z.0f}", f"±{estimate.high - estimate.value:.0f}"


def _with_bounds(share: Estimate) -> tuple[str, str]:
    return percent(share.value), f"[{percent(share.low)}, {percent(share.high)}]"


def _payoff(payoff: Payoff, cell: Callable[[str, str], str], total: Callable[[str], Counts]) -> str:
    rows = [[row, *(cell(row, column) for column in payoff.players), _score(total(row))] for row in payoff.players]
    return text_table(["", *payoff.players, "score"], rows)


def _shares(tally: Tally) -> str:
    if tally.games == 0:
        return ""
    return f"({percent(tally.wins / tally.games)}, {percent(tally.losses / tally.games)})"


def _score(counts: Counts) -> str:
    return " ".join(_with_bounds(score_estimate(counts))) if counts.games else ""


def _seats(seats: Seating, wins: list[int], games: int, widest: int) -> list[str]:
    cells = [f"{player} {percent(won / games)}" for player, won in zip(seats, wins, strict=True)]
    return cells + [""] * (widest - len(seats))


def _looks(games: int, unit: int) -> Sequence[int]:
    looks = [unit * first * 10**power for power in range(len(str(games))) for first in (1, 2, 5)]
    return [look for look in looks if look < games] + ([games] if games else [])
