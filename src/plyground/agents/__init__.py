"""Agents: the contract (`base`) and the players, one idea per file."""

from plyground.agents.alpha_beta import AlphaBeta
from plyground.agents.alphazero import AlphaZero, NetworkAgent
from plyground.agents.base import Agent, Decision, parse_agent, register
from plyground.agents.dqn import Dqn
from plyground.agents.expectimax import Expectimax
from plyground.agents.heuristic import HeuristicAgent
from plyground.agents.human import Human
from plyground.agents.level import Level
from plyground.agents.ludo_minmax import LudoMinMax
from plyground.agents.ludo_rules import Aggressive, Balanced, Defensive, Rules
from plyground.agents.mcts import Mcts
from plyground.agents.minimax import Minimax, RandomMinimax
from plyground.agents.monte_carlo import MonteCarlo
from plyground.agents.perfect import Perfect
from plyground.agents.presets import BayesMcts, MctsThesis, MctsTsc, UctClassic, UctLearner, UctNxn, UctVsRandom
from plyground.agents.q_learning import QLearning
from plyground.agents.sarsa import Sarsa
from plyground.agents.simple import First, Random
from plyground.agents.training import Training, train

__all__ = [
    "Agent",
    "Aggressive",
    "AlphaBeta",
    "AlphaZero",
    "Balanced",
    "BayesMcts",
    "Decision",
    "Defensive",
    "Dqn",
    "Expectimax",
    "First",
    "HeuristicAgent",
    "Human",
    "Level",
    "LudoMinMax",
    "Mcts",
    "MctsThesis",
    "MctsTsc",
    "Minimax",
    "MonteCarlo",
    "NetworkAgent",
    "Perfect",
    "QLearning",
    "Random",
    "RandomMinimax",
    "Rules",
    "Sarsa",
    "Training",
    "UctClassic",
    "UctLearner",
    "UctNxn",
    "UctVsRandom",
    "parse_agent",
    "register",
    "train",
]
