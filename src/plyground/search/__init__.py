"""The search: one loop (`engine`) of five kinds of parts, and `Search`, which runs it."""

from plyground.search.budget import Budget
from plyground.search.config import Config, configure
from plyground.search.evaluate.batched import BatchEvaluator
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
from plyground.search.pool import Records, SearchPool
from plyground.search.result import Result
from plyground.search.search import Search

__all__ = [
    "Backup",
    "BatchEvaluator",
    "Budget",
    "Config",
    "Decide",
    "Evaluate",
    "Expand",
    "Records",
    "Result",
    "Search",
    "SearchPool",
    "Select",
    "configure",
    "register_backup",
    "register_decide",
    "register_evaluate",
    "register_expand",
    "register_select",
]
