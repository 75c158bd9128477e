"""Statistics beyond visits and values, one file per idea. Files in this folder are imported automatically."""

from plyground.modules import import_all
from plyground.search.columns.base import STATISTICS, Column, Statistic, get_statistic, register_statistic

import_all(__name__, __path__)

__all__ = ["STATISTICS", "Column", "Statistic", "get_statistic", "register_statistic"]
