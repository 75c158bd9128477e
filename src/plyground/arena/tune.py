"""Tune an agent's numbers: find those that score best against a fixed opponent.

Scores of few games are noise, so the budget is split. The first part tries many values, a few games each,
chosen by Optuna's sampler (TPE; Bergstra et al. 2011). The rest goes to the best of them by successive
halving (Karnin, Koren & Somekh 2013): half of the candidates leave after each round, the others play on. All
candidates meet the same openings and dice. The winner then plays an SPRT on seeds that the search never saw,
because the games that selected the best of many overestimate it.

Only games are stored. The same command continues where it stopped: the sampler starts again from its seed and gets the
results of the stored games.
"""

import re
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plyground.agents import Agent, parse_agent
from plyground.arena.contest import make_contest
from plyground.arena.live import Watch, watched
from plyground.arena.play import WhoPlays, play
from plyground.arena.report import MatchReport, ShownReport, match_report
from plyground.arena.store import IN_MEMORY, Store
from plyground.errors import PlygroundError
from plyground.games import Game, parse_game
from plyground.rng import Rng
from plyground.statistics.sprt import Sprt
from plyground.view import charts
from plyground.view.tables import percent, text_table

_EXPLORE = 0.6  # the share of the budget for trying many values
_TRIALS = 40
_FEWEST_GAMES = 10
_FINALISTS = 8
_ROUNDS = 3  # 8, 4 and 2 finalists

_RANGE = re.compile(r"(?P<name>[A-Za-z_]\w*)=(?P<low>[^:]+):(?P<high>[^:]+)(?P<log>:log)?")

Values = dict[str, float | int]


@dataclass(frozen=True)
class Span:
    """The range of one name in the agent's text: `c=0.1:3`, `c=0.01:10:log`, `n=1:20`.

    The values are whole numbers if both ends are written as whole numbers.
    """

    name: str
    low: float
    high: float
    log: bool = False
    whole: bool = False

    @classmethod
    def read(cls, text: str) -> "Span":
        match = _RANGE.fullmatch(text.replace(" ", ""))
        try:
            if match is None:
                raise ValueError
            low, high = float(match["low"]), float(match["high"])
        except ValueError:
            raise PlygroundError(f"cannot read the range {text!r}: expected c=0.1:3, c=0.01:10:log or n=1:20") from None
        whole = all(re.fullmatch(r"[+-]?\d+", match[end]) for end in ("low", "high"))
        return cls(match["name"], low, high, match["log"] is not None, whole)

    def __post_init__(self) -> None:
        if not (abs(self.low) < 1e12 and abs(self.high) < 1e12 and self.low < self.high):
            raise PlygroundError(f"the range of {self.name} must go up, not from {self.low:g} to {self.high:g}")
        if self.log and self.low <= 0:
            raise PlygroundError(f"the range of {self.name} must be above 0 to be logarithmic, not from {self.low:g}")

    def suggest(self, trial: Any) -> float | int:
        if self.whole:
            number: int = trial.suggest_int(self.name, int(self.low), int(self.high), log=self.log)
            return number
        return float(f"{trial.suggest_float(self.name, self.low, self.high, log=self.log):.4g}")


@dataclass
class Candidate:
    """One choice of values, and the results of the agent that has them."""

    values: Values
    agent: Agent
    report: MatchReport | None = None

    @property
    def score(self) -> float:
        return self.report.counts.score if self.report is not None else 0.0

    @property
    def games(self) -> int:
        return self.report.tally.games if self.report is not None else 0

    def to_dict(self) -> dict[str, Any]:
        return {"values": self.values, "agent": str(self.agent), "games": self.games, "score": self.score}


@dataclass(frozen=True, repr=False)
class TuneReport(ShownReport):
    """All candidates, the best first, and the confirming match of the winner."""

    candidates: Sequence[Candidate]
    confirmation: MatchReport
    spans: Sequence[Span] = ()

    @property
    def winner(self) -> Candidate:
        return self.candidates[0]

    @property
    def confirmed(self) -> bool:
        """Did the SPRT accept that the winner is stronger than the opponent?"""
        return self.confirmation.verdict == "H1"

    def chart(self, palette: charts.Palette | None = None) -> charts.Chart:
        """The score of every candidate against each number; the winner is a diamond."""
        verdict = "confirmed" if self.confirmed else "not confirmed"
        remark = f"the winner (diamond) is {verdict} on fresh seeds"
        return _trials_chart(self.candidates, self.spans, self.confirmation.names[1], remark)

    def to_dict(self) -> dict[str, Any]:
        return {
            "winner": self.winner.to_dict(),
            "confirmed": self.confirmed,
            "confirmation": self.confirmation.to_dict(),
            "candidates": [candidate.to_dict() for candidate in self.candidates],
        }

    def __str__(self) -> str:
        rows = []
        for candidate in self.candidates[:10]:
            assert candidate.report is not None
            s = candidate.report.score
            values = " ".join(f"{name}={value:g}" for name, value in candidate.values.items())
            rows.append([values, percent(s.value), f"[{percent(s.low)}, {percent(s.high)}]", str(candidate.games)])
        table = text_table(["values", "score", "95 %", "games"], rows)
        verdict = "confirmed" if self.confirmed else "not confirmed"
        return f"{table}\n\nwinner: {self.winner.agent}, {verdict} on fresh seeds\n{self.confirmation}"


def _trials_chart(candidates: Sequence[Candidate], spans: Sequence[Span], against: str, remark: str) -> charts.Chart:
    """The score of every candidate against each number; the first candidate is a diamond."""
    first = candidates[0]
    panels = [
        charts.trials(
            f"The score over {span.name}",
            [(one.values[span.name], one.report.score, one.games) for one in candidates if one.report],
            x=span.name,
            log_x=span.log,
            best=first.values[span.name],
        )
        for span in spans
    ]
    note = f"{len(candidates)} candidates, 95 % intervals; {remark}"
    return charts.grid(f"{first.agent} against {against}", *panels, note=note)


def tune(
    template: str,
    against: Agent | str,
    game: Game | str,
    ranges: Sequence[Span | str],
    *,
    games: int = 2000,
    seed: int = 0,
    opening_moves: int = 0,
    sprt: Sprt | None = None,
    store: str | Path = IN_MEMORY,
    workers: int | None = None,
    cluster: str | None = None,
    prepare: Callable[[], object] | None = None,
    watch: Watch | None = None,
    stopped: Callable[[Callable[[], charts.Chart]], None] = lambda draw: None,
) -> TuneReport:
    """Find the numbers for the {names} in an agent's text that score best against the opponent.

    `games` is the budget of the search; the confirming match plays at most as many again. On Ctrl-C, if any candidate
    has played, `stopped` is called with a function that draws the candidates so far.
    """
    spans = [Span.read(span) if isinstance(span, str) else span for span in ranges]
    _check_names(template, spans)
    if games < 4 * _FEWEST_GAMES:
        raise PlygroundError(f"tuning needs at least {4 * _FEWEST_GAMES} games, not {games}")
    optuna = need_optuna()
    rules = parse_game(game)
    if rules.num_players == 1:
        raise PlygroundError(f"{rules} has one seat, and tuning needs an opponent: compare agents with a match")
    tuning_seed, fresh_seed = (Rng(seed, stream).next() >> 1 for stream in (0, 1))
    with Store(store) as results, watched(watch) as show:
        who = WhoPlays(workers=workers, cluster=cluster, prepare=prepare)
        players = _Players(template, parse_agent(against), rules, opening_moves, results, who, show)
        a_look = max(_FEWEST_GAMES, int(_EXPLORE * games / _TRIALS) // 2 * 2)
        looks = max(1, int(_EXPLORE * games) // a_look)
        try:
            candidates = _explore(optuna, players, spans, looks, a_look, tuning_seed)
            _halve(players, candidates, games - sum(one.games for one in candidates), tuning_seed)
            candidates = players.ranked()
            confirmation = players.meet(candidates[0].agent, games, fresh_seed, sprt or Sprt(0, 20))
        except KeyboardInterrupt:
            if tried := players.ranked():
                remark = "stopped before the end; the diamond is the best so far"
                stopped(lambda: _trials_chart(tried, spans, str(players.against), remark))
            raise
    return TuneReport(candidates, confirmation, spans)


@dataclass
class _Players:
    """Plays candidates against the opponent."""

    template: str
    against: Agent
    game: Game
    opening_moves: int
    store: Store
    who: WhoPlays
    watch: Watch
    known: dict[str, Candidate] = field(default_factory=dict)

    def candidate(self, values: Values) -> Candidate:
        """The candidate with these values; values that give the same text share one candidate."""
        agent = parse_agent(self.template.format(**values))
        return self.known.setdefault(str(agent), Candidate(values, agent))

    def ranked(self) -> list[Candidate]:
        """The candidates that played, best first: by games, since the best reach later rounds, then by score."""
        tried = [one for one in self.known.values() if one.report is not None]
        return sorted(tried, key=lambda one: (-one.games, -one.score))

    def meet(self, agent: Agent, games: int, seed: int, sprt: Sprt | None = None) -> MatchReport:
        contest = make_contest(self.game, [agent, self.against], seed=seed, opening_moves=self.opening_moves)
        return match_report(play(contest, games, self.store, sprt=sprt, watch=self.watch, **self.who))


def _explore(
    optuna: Any, players: _Players, spans: Sequence[Span], looks: int, games: int, seed: int
) -> list[Candidate]:
    """Try many values, a few games each. Repeated values cost nothing; the number of trials is limited."""
    sampler = optuna.samplers.TPESampler(seed=seed % 2**32, n_startup_trials=max(4, looks // 4))
    study = optuna.create_study(direction="maximize", sampler=sampler)
    for _ in range(10 * looks):
        trial = study.ask()
        candidate = players.candidate({span.name: span.suggest(trial) for span in spans})
        if candidate.report is None:
            candidate.report = players.meet(candidate.agent, games, seed)
        study.tell(trial, candidate.score)
        if len(players.known) == looks:
            break
    return list(players.known.values())


def _halve(players: _Players, candidates: list[Candidate], budget: int, seed: int) -> None:
    """Spend the rest of the budget on the best candidates, half as many in each round."""
    count = min(_FINALISTS, len(candidates))
    for round_number in range(_ROUNDS):
        finalists = sorted(candidates, key=lambda one: (-one.games, -one.score))[:count]
        if round_number == 0:
            finalists = sorted(candidates, key=lambda one: -one.score)[:count]
        more = budget // _ROUNDS // len(finalists) // 2 * 2
        if more:
            for candidate in finalists:
                candidate.report = players.meet(candidate.agent, candidate.games + more, seed)
        count = max(1, count // 2)


def _check_names(template: str, spans: Sequence[Span]) -> None:
    names = [span.name for span in spans]
    wanted = re.findall(r"\{(\w+)\}", template)
    if not wanted:
        raise PlygroundError(f"nothing to tune in {template!r}: write a {{name}} in the place of a number")
    for name in wanted:
        if name not in names:
            raise PlygroundError(f"{{{name}}} has no range: give {name}=LOW:HIGH")
    for name in names:
        if name not in wanted or names.count(name) > 1:
            raise PlygroundError(f"the range of {name} needs one {{{name}}} in {template!r}")
    parse_agent(template.format(**{span.name: int(span.low) if span.whole else span.low for span in spans}))


def need_optuna() -> Any:
    """The package Optuna; the error explains how to install it."""
    try:
        with warnings.catch_warnings(action="ignore"):  # in a notebook its progress bars miss a package
            import optuna
    except ImportError:
        raise PlygroundError("tuning needs Optuna: pip install 'plyground[tune]'") from None
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    return optuna
