"""Import of whole folders, whose files register what they define."""

import importlib
import pkgutil
from collections.abc import Iterable
from types import ModuleType


def import_all(package: str, path: Iterable[str]) -> list[ModuleType]:
    """Import every module of a package, given its `__name__` and `__path__`."""
    return [importlib.import_module(f"{package}.{module.name}") for module in pkgutil.iter_modules(path)]
