"""Exact scores of Connect Four positions.

A score is from the view of the seat to move: the number of stones that the winner has left at the end, counting the
winning stone; positive for a win, 0 for a draw, negative for a loss. The best score is therefore also the fastest win
or the slowest loss.
"""

from plyground.solve.connect_four import analyse, solve

__all__ = ["analyse", "solve"]
