"""Exact answers by full enumeration: matches, best replies and numbers of games."""

from plyground.exact.best_response import BestResponse, best_response, exploitability
from plyground.exact.games_tally import GamesTally, enumerate_games
from plyground.exact.match import Odds, exact_match
from plyground.exact.policy import Policy, deterministic, policy_of
from plyground.solve.state_graph import StateGraph, state_graph

__all__ = [
    "BestResponse",
    "GamesTally",
    "Odds",
    "Policy",
    "StateGraph",
    "best_response",
    "deterministic",
    "enumerate_games",
    "exact_match",
    "exploitability",
    "policy_of",
    "state_graph",
]
