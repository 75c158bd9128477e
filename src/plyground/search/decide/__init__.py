"""Decision rules. Files in this folder are imported automatically."""

from plyground.modules import import_all
from plyground.search.decide.final_move import BestValue, MostVisits, Sampled, Secure

import_all(__name__, __path__)

__all__ = ["BestValue", "MostVisits", "Sampled", "Secure"]
