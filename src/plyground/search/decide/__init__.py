"""Decision rules."""

from plyground.search.decide.final_move import BestValue, MostVisits, Sampled, Secure

__all__ = ["BestValue", "MostVisits", "Sampled", "Secure"]
