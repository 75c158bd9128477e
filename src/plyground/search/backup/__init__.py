"""Backups: how the value of a leaf changes the rows above it. Files in this folder are imported automatically."""

from plyground.modules import import_all
from plyground.search.backup.bayes import Bayes
from plyground.search.backup.max_mean_mix import MaxMeanMix
from plyground.search.backup.mean import Mean
from plyground.search.backup.solver import Solver

import_all(__name__, __path__)

__all__ = ["Bayes", "MaxMeanMix", "Mean", "Solver"]
