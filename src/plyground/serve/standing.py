"""The standing of a race: ratings with intervals, the results of every pair, the state of the SPRT."""

import math

from plyground.arena.report import match_report, tournament_report
from plyground.arena.runner import Progress
from plyground.serve.shapes import PayoffCell, RatedPlayer, SprtShown
from plyground.statistics.elo import elo_estimate
from plyground.statistics.intervals import Estimate, score_estimate
from plyground.statistics.tally import Tally

Standing = tuple[list[RatedPlayer], list[list[PayoffCell | None]], list[str]]


def standing(progress: Progress, names: tuple[str, ...]) -> Standing:
    """The players, strongest first; the results, row against column; remarks about the figures."""
    if progress.contest.form == "seatings":
        players, payoff, remarks = _seatings(progress, names)
    elif len(names) == 2:
        players, payoff, remarks = _match(progress, names)
    else:
        players, payoff, remarks = _tournament(progress, names)
    return sorted(players, key=lambda player: -(player.score or 0.0)), payoff, remarks


def _match(progress: Progress, names: tuple[str, ...]) -> Standing:
    report = match_report(progress, names)
    elo, games = elo_estimate(report.counts), report.tally.games
    first, second = map(str, progress.contest.agents)
    players = [
        _rated(names[0], first, games, elo, report.score),
        _rated(names[1], second, games, _mirrored(elo, 0.0), _mirrored(report.score, 1.0)),
    ]
    return players, [[None, _cell(report.tally)], [_cell(report.tally.flipped), None]], report.remarks()


def _tournament(progress: Progress, names: tuple[str, ...]) -> Standing:
    report = tournament_report(progress, names)
    ratings, payoff = report.ratings, report.payoff
    players = []
    for name, agent in zip(names, progress.contest.agents, strict=True):
        counts = payoff.counts(name)
        played = counts.games and ratings is not None and name in ratings.players
        elo = ratings[name] if ratings is not None and played else None
        players.append(_rated(name, str(agent), counts.games, elo, score_estimate(counts) if played else None))
    cells = [[None if row == column else _cell(payoff.against(row, column)) for column in names] for row in names]
    return players, cells, report.remarks()


def _seatings(progress: Progress, names: tuple[str, ...]) -> Standing:
    """All at one table: the share of games that each player won."""
    report = tournament_report(progress, names)
    known = set(report.seatings.players)
    players = [
        _rated(name, str(agent), len(report.records), None, report.seatings.win_rate(name) if name in known else None)
        for name, agent in zip(names, progress.contest.agents, strict=True)
    ]
    return players, [], report.remarks()


def _rated(name: str, agent: str, games: int, elo: Estimate | None, score: Estimate | None) -> RatedPlayer:
    return RatedPlayer(name, agent, games, *_numbers(elo), *_numbers(score))


def _numbers(estimate: Estimate | None) -> list[float | None]:
    if estimate is None:
        return [None] * 3
    return [number if math.isfinite(number) else None for number in (estimate.value, estimate.low, estimate.high)]


def _mirrored(estimate: Estimate, total: float) -> Estimate:
    """The estimate from the opponent's side."""
    return Estimate(total - estimate.value, total - estimate.high, total - estimate.low)


def _cell(tally: Tally) -> PayoffCell:
    return PayoffCell(tally.wins, tally.draws, tally.losses)


def sprt_shown(progress: Progress) -> SprtShown | None:
    test = progress.test
    if test is None:
        return None
    verdict = test.verdict
    return SprtShown(
        test.sprt.elo0,
        test.sprt.elo1,
        test.sprt.llr(test.seen.pairs),
        test.sprt.lower,
        test.sprt.upper,
        "H0" if verdict == "H0" else "H1" if verdict == "H1" else None,
    )
