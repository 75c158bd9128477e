"""Agents: the contract (`base`) and the players, one idea a file."""

from plyground.agents.base import Agent, Decision, parse_agent, register
from plyground.agents.human import Human
from plyground.agents.mcts import Mcts
from plyground.agents.monte_carlo import MonteCarlo
from plyground.agents.q_learning import QLearning
from plyground.agents.sarsa import Sarsa
from plyground.agents.simple import First, Random
from plyground.agents.training import Training, train

__all__ = [
    "Agent",
    "Decision",
    "First",
    "Human",
    "Mcts",
    "MonteCarlo",
    "QLearning",
    "Random",
    "Sarsa",
    "Training",
    "parse_agent",
    "register",
    "train",
]
