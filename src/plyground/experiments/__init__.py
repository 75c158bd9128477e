"""The documents that plyground reproduces, and questions of our own: claims as data, a run, and verdicts."""

from plyground.experiments.base import EXPERIMENTS, Claim, Experiment, Outcome, Row, Study, find_experiments
from plyground.experiments.bundle import Measured, StudyResult
from plyground.experiments.centre_opening import CentreOpening
from plyground.experiments.figures import Figure
from plyground.experiments.lecture import Lecture
from plyground.experiments.more_search import MoreSearch
from plyground.experiments.nxn import NxN
from plyground.experiments.openings import HowManyOpenings
from plyground.experiments.report import Finding, Report, search_signature
from plyground.experiments.session import Session
from plyground.experiments.thesis_ludo import ThesisLudo
from plyground.experiments.thesis_tictactoe import ThesisTicTacToe
from plyground.experiments.tree_shape import TreeShapeControl
from plyground.experiments.verdict import verdict

__all__ = [
    "EXPERIMENTS",
    "CentreOpening",
    "Claim",
    "Experiment",
    "Figure",
    "Finding",
    "HowManyOpenings",
    "Lecture",
    "Measured",
    "MoreSearch",
    "NxN",
    "Outcome",
    "Report",
    "Row",
    "Session",
    "Study",
    "StudyResult",
    "ThesisLudo",
    "ThesisTicTacToe",
    "TreeShapeControl",
    "find_experiments",
    "search_signature",
    "verdict",
]
