"""The report of a contest, as text and as JSON."""

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from plyground.arena.contest import Contest
from plyground.arena.referee import GameRecord
from plyground.arena.runner import Progress
from plyground.errors import CannotPlay
from plyground.games.playouts import has_chance
from plyground.statistics.bradley_terry import Ratings, fit_ratings
from plyground.statistics.elo import elo_error, elo_estimate, elo_of_score
from plyground.statistics.intervals import Estimate, score_estimate
from plyground.statistics.payoff import Payoff
from plyground.statistics.returns import Returns
from plyground.statistics.running_average import RunningAverage
from plyground.statistics.seatings import SeatingTable
from plyground.statistics.significance import los
from plyground.statistics.sprt import Sprt
from plyground.statistics.tally import Counts, MatchRecord, Pairs, Tally
from plyground.view import charts
from plyground.view.moves_table import report_html
from plyground.view.result_tables import first_move_table, payoff_table, ratings_table, returns_table, seating_table
from plyground.view.tables import percent


class ShownReport(ABC):
    """A report that a prompt shows as text, and a notebook as text with a chart."""

    @abstractmethod
    def chart(self, palette: charts.Palette | None = None) -> charts.Chart:
        """The figures as a chart."""

    @abstractmethod
    def __str__(self) -> str: ...

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return report_html(str(self), self.chart().svg() if charts.have_plots() else "")


@dataclass(frozen=True, repr=False)
class ContestReport(ShownReport):
    """The games of a contest, in the order of their numbers."""

    contest: Contest
    records: Sequence[GameRecord]
    # The agents' names in tables.
    names: tuple[str, ...]
    lost: int = 0
    # Messages for the user who started the run, not about these figures.
    notices: Sequence[str] = ()

    @cached_property
    def returns(self) -> Returns | None:
        """What every agent got, seed by seed, in a game of one seat; None in others."""
        if self.contest.form != "alone":
            return None
        values: dict[str, dict[int, float]] = {name: {} for name in self.names}
        for record in self.records:
            values[self.names[record.seats[0]]][record.number // self.contest.block_size] = record.returns[0]
        return Returns(values, *self.contest.game.value_range)

    def _alone_text(self, returns: Returns) -> str:
        count = _count(len(self.records), "game")
        heading = f"{self.contest.game}: {' and '.join(self.names)} alone, {count} in all, on the same seeds"
        remarks = [*self.remarks(), *self.notices]
        return "\n".join([heading, "", returns_table(returns), *(["", *remarks] if remarks else [])])

    def _alone_chart(self, returns: Returns, palette: charts.Palette | None) -> charts.Chart:
        looks, names = palette or charts.Palette(self.names), returns.ranking
        means = {name: returns.mean(name) for name in names}
        first = names[0]
        gaps = {f"{first} − {name}": returns.difference(first, name) for name in names[1:]}
        return charts.grid(
            f"{self.contest.game}: each alone",
            charts.dots("Mean return", means, x="return", palette=looks),
            *([charts.dots(f"Difference of {first} and", gaps, x="return", level=("", 0.0))] if gaps else []),
            note=f"{_count(len(self.records), 'game')}, 95 % intervals",
        )

    @property
    def forfeits(self) -> list[GameRecord]:
        return [record for record in self.records if record.forfeit is not None]

    @property
    def copies(self) -> int:
        """The number of games that repeat an earlier one move by move; the intervals treat them as independent."""
        return len(self.records) - len({(record.seats, record.moves) for record in self.records})

    def remarks(self) -> list[str]:
        """Warnings about the figures."""
        lines = []
        reasons = Counter((record.seats[record.forfeit or 0], record.reason) for record in self.forfeits)
        for (agent, reason), count in reasons.most_common(5):
            lines.append(f"{_count(count, 'game')} forfeited by {self.names[agent]}: {reason}")
        if len(reasons) > 5:
            lines.append(f"{_count(len(self.forfeits), 'forfeit')} in all, for {len(reasons)} reasons")
        if self.lost:
            lines.append(
                f"{_count(self.lost, 'game')} given up: a worker died three times; the same command tries again"
            )
        thrown = self.returns is not None and has_chance(self.contest.game)  # equal throws are independent all the same
        if self.copies > len(self.records) / 4 and not thrown:
            lines.append(
                f"{self.copies} of {_count(len(self.records), 'game')} repeat an earlier one: play random openings"
            )
        return lines


@dataclass(frozen=True, repr=False)
class MatchReport(ContestReport):
    """A match, from the first side's view. If an SPRT gave a verdict, it holds the games up to that verdict."""

    sprt: Sprt | None = None
    verdict: str | None = None

    @cached_property
    def match(self) -> MatchRecord:
        """The complete pairs of games."""
        if self.returns is not None:
            return MatchRecord()
        score = {record.number: record.score(0) for record in self.records}
        return MatchRecord([(score[n], score[n + 1]) for n in score if n % 2 == 0 and n + 1 in score])

    @cached_property
    def tally(self) -> Tally:
        """Games won, drawn and lost; in a game of one seat, seeds with a higher, an equal and a lower return."""
        if self.returns is not None:
            return self.returns.tally(*self.names)
        return Tally.of(record.score(0) for record in self.records)

    @property
    def counts(self) -> Counts:
        """What all statistics count: pairs, or single games if a game has no partner."""
        pairs = self.match.pairs
        return pairs if pairs.games == self.tally.games else self.tally

    @property
    def score(self) -> Estimate:
        """The score with its 95 % interval, the same in every output."""
        return score_estimate(self.counts)

    @property
    def running_average(self) -> RunningAverage:
        if self.returns is not None:
            gaps = self.returns.differences(*self.names)
            return RunningAverage(tuple(1.0 if gap > 0 else 0.5 if gap == 0 else 0.0 for gap in gaps))
        scores = tuple(record.score(0) for record in self.records)
        return RunningAverage(scores, paired=isinstance(self.counts, Pairs))

    def chart(self, palette: charts.Palette | None = None) -> charts.Chart:
        """The running score and the Elo difference, with their intervals; in a game of one seat, the mean returns."""
        if self.returns is not None:
            return self._alone_chart(self.returns, palette)
        a, b = self.names
        looks = palette or charts.Palette(self.names)
        return charts.grid(
            f"{self.contest.game}: {a} against {b}",
            charts.running_average(f"The score of {a}", {a: self.running_average}, palette=looks),
            charts.dots(
                f"Elo of {a} above {b}", {a: elo_estimate(self.counts)}, x="Elo", level=("", 0.0), palette=looks
            ),
            note=f"{_count(self.tally.games, 'game')} {self.tally}, 95 % intervals",
        )

    def to_dict(self) -> dict[str, Any]:
        """The document of `plyground match --json`."""
        s = self.score
        about = {"game": str(self.contest.game), "a": str(self.contest.agents[0]), "b": str(self.contest.agents[1])}
        if self.returns is not None:
            return {**about, "games": len(self.records), **self.returns.to_dict()}
        return {
            **about,
            "games": self.tally.games,
            **self.tally.to_dict(),
            "score": s.value,
            "low": s.low,
            "high": s.high,
            "elo": _finite(elo_of_score(s.value)),
            "elo_error": _finite(elo_error(self.counts)),
            "los": los(self.counts),
            "sprt": self._sprt_dict(),
        }

    def _sprt_dict(self) -> dict[str, Any] | None:
        if self.sprt is None:
            return None
        test = self.sprt
        return {
            "elo0": test.elo0,
            "elo1": test.elo1,
            "alpha": test.alpha,
            "beta": test.beta,
            "llr": test.llr(self.match.pairs),
            "lower": test.lower,
            "upper": test.upper,
            "verdict": self.verdict,
        }

    def __str__(self) -> str:
        if self.returns is not None:
            return self._alone_text(self.returns)
        a, b = self.names
        tally, s = self.tally, self.score
        shares = [
            f"{word} {percent(count / tally.games)} %"
            for word, count in zip(("won", "drawn", "lost"), tally.counts, strict=True)
        ]
        lines = [
            f"{self.contest.game}: {a} against {b}, {_count(tally.games, 'game')} {tally}",
            f"  {'   '.join(shares)}",
            f"  score {percent(s.value)} % [{percent(s.low)}, {percent(s.high)}]   "
            f"likelihood of superiority {percent(los(self.counts))} %",
            f"  Elo {elo_text(self.counts)}",
            f"  moving first {self.match.as_first}, second {self.match.as_second}; pairs {self.match.pairs}",
        ]
        if self.sprt is not None:
            lines.append(f"  {self._sprt_text()}")
        return "\n".join([*lines, *(f"  {remark}" for remark in (*self.remarks(), *self.notices))])

    def _sprt_text(self) -> str:
        assert self.sprt is not None
        test = self.sprt
        llr = f"LLR {test.llr(self.match.pairs):z.2f} in ({test.lower:z.2f}, {test.upper:.2f})"
        if self.verdict is None:
            return f"SPRT {test.elo0:g} against {test.elo1:g} Elo: undecided, {llr}"
        won = {"H0": test.elo0, "H1": test.elo1}[self.verdict]
        return f"SPRT {test.elo0:g} against {test.elo1:g} Elo: {self.verdict} accepted ({won:g} Elo), {llr}"


@dataclass(frozen=True, repr=False)
class TournamentReport(ContestReport):
    """A tournament, of meetings of two agents or with all agents at one table."""

    @cached_property
    def payoff(self) -> Payoff:
        """The results of every agent against every other, by first mover; empty if no two of them met."""
        payoff = Payoff(self.names)
        if self.contest.form not in ("seatings", "alone"):
            for record in self.records:
                first, second = record.seats[:2]
                payoff.add(self.names[first], self.names[second], Tally.of([record.score(first)]))
            known = {record.number: record for record in self.records}
            for number, record in known.items():
                if number % 2 == 0 and number + 1 in known:
                    for agent in record.seats[:2]:
                        payoff.add_pair(self.names[agent], (record.score(agent), known[number + 1].score(agent)))
        return payoff

    @cached_property
    def ratings(self) -> Ratings | None:
        """Bradley–Terry ratings; None if no two agents met."""
        return fit_ratings(self.payoff.results) if self.payoff.results else None

    @cached_property
    def seatings(self) -> SeatingTable:
        """The wins of every seating; rotations of one circle are different rows."""
        table = SeatingTable()
        if self.contest.form == "seatings":
            for record in self.records:
                table.add([self.names[agent] for agent in record.seats], record.winner)
        return table

    @cached_property
    def circles(self) -> SeatingTable:
        """The wins by circular order, rotations added up: six rows for four players, as in Yadav's thesis."""
        table = SeatingTable()
        for seats, games in self.seatings.games.items():
            turn = seats.index(self.names[0])
            circle = seats[turn:] + seats[:turn]
            wins = self.seatings.wins[seats]
            for seat, won in enumerate(wins):
                table.add(circle, (seat - turn) % len(seats), won)
            table.add(circle, None, games - sum(wins))
        return table

    def chart(self, palette: charts.Palette | None = None) -> charts.Chart:
        """Ratings with their errors and the payoff matrix; the wins by seating if all sat at one table."""
        if self.returns is not None:
            return self._alone_chart(self.returns, palette)
        title = f"{self.contest.game}: {self.contest.form.replace('_', ' ')}"
        note = f"{_count(len(self.records), 'game')}, 95 % intervals"
        looks = palette or charts.Palette(self.names)
        if self.ratings is None:
            return charts.seatings(title, self.circles, note=note, palette=looks)
        elo = {name: self.ratings[name] for name in self.ratings.players}
        return charts.grid(
            title, charts.ratings("Ratings", elo, palette=looks), charts.payoff("Payoff", self.payoff), note=note
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": str(self.contest.game),
            "form": self.contest.form,
            "agents": {name: str(agent) for name, agent in zip(self.names, self.contest.agents, strict=True)},
            "games": len(self.records),
            "ratings": self.ratings.to_dict() if self.ratings else None,
            "payoff": self.payoff.to_dict() if self.payoff.results else None,
            "seatings": self.seatings.to_dict() if self.seatings.games else None,
            "returns": self.returns.to_dict() if self.returns else None,
            "forfeits": len(self.forfeits),
            "lost": self.lost,
        }

    def __str__(self) -> str:
        if self.returns is not None:
            return self._alone_text(self.returns)
        lines = [f"{self.contest.game}: {self.contest.form.replace('_', ' ')}, {_count(len(self.records), 'game')}"]
        if self.ratings is not None:
            lines += ["", ratings_table(self.ratings), "", "won and lost, in percent", payoff_table(self.payoff)]
            lines += ["", "where the row moves first", first_move_table(self.payoff)]
        if self.seatings.games:
            seats = range(self.contest.game.num_players)
            rates = ", ".join(f"seat {seat + 1} {percent(self.seatings.seat_rate(seat).value)}" for seat in seats)
            lines += ["", seating_table(self.circles), "", f"won from each seat, in percent: {rates}"]
        return "\n".join([*lines, *(["", *remarks] if (remarks := [*self.remarks(), *self.notices]) else [])])


def match_report(progress: Progress, names: tuple[str, ...] | None = None) -> MatchReport:
    """The report of a match; if an SPRT gave a verdict, of the games up to that verdict."""
    records = _played(progress)
    test = progress.test
    if test is not None and test.verdict is not None:
        records = [record for record in records if record.number < test.games]
    return MatchReport(
        progress.contest,
        records,
        names or default_names(progress.contest),
        len(progress.lost),
        progress.notices,
        test.sprt if test else None,
        test.verdict if test else None,
    )


def tournament_report(progress: Progress, names: tuple[str, ...] | None = None) -> TournamentReport:
    names = names or default_names(progress.contest)
    return TournamentReport(progress.contest, _played(progress), names, len(progress.lost), progress.notices)


def _played(progress: Progress) -> list[GameRecord]:
    """The games by number; raises if there are none."""
    if not progress.records:
        why = f": {_count(len(progress.lost), 'game')} given up, a worker died three times" if progress.lost else ""
        raise CannotPlay(f"no game was played{why}")
    records = sorted(progress.records.values(), key=lambda record: record.number)
    return [replace(record, contest=progress.contest) for record in records]


def default_names(contest: Contest) -> tuple[str, ...]:
    """The agents' text forms; repeated ones are numbered."""
    texts = [str(agent) for agent in contest.agents]
    return tuple(
        text if texts.count(text) == 1 else f"{text} #{texts[: place + 1].count(text)}"
        for place, text in enumerate(texts)
    )


def elo_text(counts: Counts) -> str:
    """The Elo difference with the interval of the score in Elo; ∞ if every game was won."""
    elo = elo_estimate(counts)
    return f"{_signed(elo.value)} [{_signed(elo.low)}, {_signed(elo.high)}]"


def _signed(number: float) -> str:
    return f"{number:+z.0f}" if math.isfinite(number) else ("+∞" if number > 0 else "−∞")


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
