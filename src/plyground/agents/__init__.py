"""Agents: the contract (`base`) and the players, one idea a file."""

from plyground.agents.alpha_beta import AlphaBeta
from plyground.agents.base import Agent, Decision, parse_agent, register
from plyground.agents.expectimax import Expectimax
from plyground.agents.heuristic import Heuristic
from plyground.agents.human import Human
from plyground.agents.mcts import Mcts
from plyground.agents.minimax import Minimax, RandomMinimax
from plyground.agents.simple import First, Random

__all__ = [
    "Agent",
    "AlphaBeta",
    "Decision",
    "Expectimax",
    "First",
    "Heuristic",
    "Human",
    "Mcts",
    "Minimax",
    "Random",
    "RandomMinimax",
    "parse_agent",
    "register",
]
