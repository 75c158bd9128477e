"""Decision rules.

The package imports all files of this folder and offers their classes. The imports below are for type checkers alone: a
new file works without one.
"""

from plyground.modules import import_all
from plyground.search.decide.final_move import BestValue as BestValue
from plyground.search.decide.final_move import MostVisits as MostVisits
from plyground.search.decide.final_move import Sampled as Sampled
from plyground.search.decide.final_move import Secure as Secure
from plyground.search.part import Decide, export

__all__ = export(Decide, globals(), import_all(__name__, __path__))
