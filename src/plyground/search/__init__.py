"""The search: one loop (`engine`) of five kinds of parts, and `Search`, which runs it."""

from plyground.search.budget import Budget
from plyground.search.config import Config, configure
from plyground.search.part import (
    Backup,
    Decide,
    Evaluate,
    Expand,
    Select,
    register_backup,
    register_decide,
    register_evaluate,
    register_expand,
    register_select,
)
from plyground.search.result import Result
from plyground.search.search import Search

__all__ = [
    "Backup",
    "Budget",
    "Config",
    "Decide",
    "Evaluate",
    "Expand",
    "Result",
    "Search",
    "Select",
    "configure",
    "register_backup",
    "register_decide",
    "register_evaluate",
    "register_expand",
    "register_select",
]
