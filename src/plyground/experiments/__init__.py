"""The documents that plyground reproduces, one file each: their claims as data, a run, and verdicts."""

from plyground.experiments.base import EXPERIMENTS, Claim, Experiment, Figure, Outcome, Row, find_experiments
from plyground.experiments.centre_opening import CentreOpening
from plyground.experiments.lecture import Lecture
from plyground.experiments.nxn import NxN
from plyground.experiments.report import Finding, Report
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
    "Lecture",
    "NxN",
    "Outcome",
    "Report",
    "Row",
    "Session",
    "ThesisLudo",
    "ThesisTicTacToe",
    "TreeShapeControl",
    "find_experiments",
    "verdict",
]
