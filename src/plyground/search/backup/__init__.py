"""Backups: how the value of a leaf changes the rows above it.

The package imports all files of this folder and offers their classes. The imports below are for type checkers alone: a
new file works without one.
"""

from plyground.modules import import_all
from plyground.search.backup.bayes import Bayes as Bayes
from plyground.search.backup.max_mean_mix import MaxMeanMix as MaxMeanMix
from plyground.search.backup.mean import Mean as Mean
from plyground.search.backup.solver import Solver as Solver
from plyground.search.part import Backup, export

__all__ = export(Backup, globals(), import_all(__name__, __path__))
