"""Exact answers: scores of Connect Four positions, and best play wherever a position can be solved.

A score is from the view of the seat to move: the number of stones that the winner has left at the end, counting the
winning stone; positive for a win, 0 for a draw, negative for a loss. The best score is therefore also the fastest win
or the slowest loss.
"""

from plyground.solve.best_play import ExactMove, exact_moves
from plyground.solve.connect_four import analyse, solve

__all__ = ["ExactMove", "analyse", "exact_moves", "solve"]
