"""Import of whole folders, whose files register what they define."""

import importlib
import pkgutil
from collections.abc import Iterable


def import_all(package: str, path: Iterable[str]) -> None:
    """Import every module of a package, given its `__name__` and `__path__`."""
    for module in pkgutil.iter_modules(path):
        importlib.import_module(f"{package}.{module.name}")
