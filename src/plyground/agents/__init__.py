"""Agents: the contract (`base`) and the players, one idea a file."""

from plyground.agents.base import Agent, Decision, parse_agent, register
from plyground.agents.human import Human
from plyground.agents.mcts import Mcts
from plyground.agents.perfect import Perfect
from plyground.agents.simple import First, Random

__all__ = ["Agent", "Decision", "First", "Human", "Mcts", "Perfect", "Random", "parse_agent", "register"]
