"""The arena: matches, tournaments and tuning, with stored games."""

from plyground.arena.contest import Contest, make_contest
from plyground.arena.matches import match, tournament
from plyground.arena.play import play
from plyground.arena.referee import GameRecord
from plyground.arena.report import MatchReport, TournamentReport
from plyground.arena.store import Store
from plyground.statistics.bradley_terry import Ratings, fit_ratings
from plyground.statistics.elo import elo_error, elo_estimate, elo_of_score, nelo_estimate, score_of_elo
from plyground.statistics.intervals import Estimate, score_estimate, wilson
from plyground.statistics.payoff import Payoff
from plyground.statistics.running_average import RunningAverage
from plyground.statistics.seatings import SeatingTable, circular_seatings
from plyground.statistics.significance import games_needed, los, los_of_decisive, sign_test
from plyground.statistics.sprt import Sprt
from plyground.statistics.tally import Counts, MatchRecord, Pairs, Tally

__all__ = [
    "Contest",
    "Counts",
    "Estimate",
    "GameRecord",
    "MatchRecord",
    "MatchReport",
    "Pairs",
    "Payoff",
    "Ratings",
    "RunningAverage",
    "SeatingTable",
    "Sprt",
    "Store",
    "Tally",
    "TournamentReport",
    "circular_seatings",
    "elo_error",
    "elo_estimate",
    "elo_of_score",
    "fit_ratings",
    "games_needed",
    "los",
    "los_of_decisive",
    "make_contest",
    "match",
    "nelo_estimate",
    "play",
    "score_estimate",
    "score_of_elo",
    "sign_test",
    "tournament",
    "wilson",
]
