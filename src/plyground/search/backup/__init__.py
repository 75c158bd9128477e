"""Backups: how the value of a leaf changes the rows above it."""

from plyground.search.backup.bayes import Bayes
from plyground.search.backup.max_mean_mix import MaxMeanMix
from plyground.search.backup.mean import Mean
from plyground.search.backup.solver import Solver

__all__ = ["Bayes", "MaxMeanMix", "Mean", "Solver"]
