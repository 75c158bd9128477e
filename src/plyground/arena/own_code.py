"""A digest of your own games, agents, rules and functions.

For a definition in a file, the digest covers that file and your own files that it imports, without their comments,
docstrings and blank lines (`plyground.arena.what_runs`). A definition made at a
prompt or in a notebook has no file: the digest covers its compiled code and the objects that this code refers to.
"""

import dataclasses
import hashlib
import inspect
import pickle
import reprlib
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from plyground.arena.what_runs import what_runs

_PLAIN = (type(None), bool, int, float, complex, str, bytes)
_NOT_OURS = {"plyground", "builtins", *sys.stdlib_module_names} - {"__main__"}
_INSTALLED = {"site-packages", "dist-packages"}


class OwnCode:
    """The user code that some objects depend on, with the values that it holds."""

    def __init__(self, things: Iterable[object]) -> None:
        # The classes and functions.
        self.definitions: list[Any] = []
        self._files: dict[str, Path] = {}
        self._parts: list[str] = []
        self._seen: dict[int, object] = {}  # holds the objects: an id is valid only while its object lives
        for thing in things:
            self._value(thing, own=False)

    @property
    def digest(self) -> str:
        """Empty if all code is plyground's."""
        if not self.definitions:
            return ""
        digest = hashlib.sha256()
        for _, path in sorted(self._files.items()):
            digest.update("\n".join(what_runs(path)).encode(errors="surrogatepass"))
        digest.update("\n".join(self._parts).encode())
        return digest.hexdigest()[:16]

    @property
    def sources(self) -> list[str]:
        """The files that register the definitions by name; scripts and installed packages are left out."""
        files = [_file_of(one) for one in self.definitions if isinstance(one, type) and vars(one).get("name")]
        main = getattr(sys.modules.get("__main__"), "__file__", None)
        found = [str(file) for file in files if file and not _INSTALLED.intersection(file.parts)]
        return [file for file in dict.fromkeys(found) if file != main]

    @property
    def unimportable(self) -> list[str]:
        """The names of definitions that another process cannot import."""
        names = [one.__qualname__ for one in self.definitions if one.__module__ == "__main__" or not _is_found(one)]
        return list(dict.fromkeys(names))

    def _value(self, value: Any, own: bool) -> None:
        """Enter a value; `own` if user code holds it. Parameters of plyground's objects are in their text forms."""
        if isinstance(value, _PLAIN):
            if own:
                self._parts.append(repr(value))
        elif id(value) not in self._seen:
            self._seen[id(value)] = value
            if isinstance(value, (FunctionType, type)):
                self._definition(value)
            else:
                self._object(value, own)

    def _object(self, value: Any, own: bool) -> None:
        if isinstance(value, dict):
            for key, item in value.items():
                self._value(key, own)
                self._value(item, own)
        elif isinstance(value, (list, tuple)):
            for item in value:
                self._value(item, own)
        elif isinstance(value, (set, frozenset)):
            self._parts += sorted(map(repr, value))
        elif isinstance(value, partial):
            self._object([value.func, value.args, value.keywords], own=True)
        elif isinstance(value, MethodType):
            self._object([value.__func__, value.__self__], own=True)
        elif not isinstance(value, ModuleType):
            ours = _is_ours(type(value))
            if ours:
                self._definition(type(value))
            self._state(value, own or ours)

    def _state(self, thing: Any, own: bool) -> None:
        if dataclasses.is_dataclass(thing):
            for field in dataclasses.fields(thing):
                self._value(getattr(thing, field.name, None), own)
        elif hasattr(thing, "__dict__"):
            self._object(vars(thing), own)
        elif own:
            try:
                self._parts.append(hashlib.sha256(pickle.dumps(thing)).hexdigest())
            except Exception:  # it cannot be pickled: its type stands for it
                self._parts.append(type(thing).__qualname__)

    def _definition(self, definition: Any) -> None:
        if not _is_ours(definition):
            return
        self.definitions.append(definition)
        file = _file_of(definition)
        if file is not None:
            self._module(sys.modules.get(definition.__module__), file)
        if isinstance(definition, type):
            for base in definition.__bases__:
                self._value(base, own=True)
            if file is None:
                for name, member in vars(definition).items():
                    self._member(name, member)
        else:
            given = inspect.getclosurevars(definition).nonlocals
            self._object([definition.__defaults__, definition.__kwdefaults__, given], own=True)
            if file is None:
                self._code(definition.__code__, definition.__globals__)

    def _member(self, name: str, member: Any) -> None:
        function = getattr(member, "fget", None) or getattr(member, "__func__", member)
        if isinstance(function, FunctionType):
            self._parts.append(name)
            self._code(function.__code__, function.__globals__)
        elif isinstance(member, _PLAIN):
            self._parts.append(f"{name} = {member!r}")

    def _code(self, code: CodeType, names: dict[str, Any]) -> None:
        self._parts += [code.co_code.hex(), repr(code.co_names), repr(code.co_varnames)]
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._code(constant, names)
            else:
                self._value(constant, own=True)
        for name in code.co_names:
            if name in names:
                self._value(names[name], own=True)

    def _module(self, module: ModuleType | None, file: Path) -> None:
        """Enter a file, and the files of the modules that it imports, except installed packages."""
        if str(file) in self._files:
            return
        self._files[str(file)] = file
        if module is None:
            return
        root = module.__name__.partition(".")[0]
        for other in _imported(module):
            path = Path(getattr(other, "__file__", None) or "")
            inside = other.__name__.partition(".")[0] == root
            if path.is_file() and (inside or not _INSTALLED.intersection(path.parts)):
                self._module(other, path)


def _is_ours(definition: Any) -> bool:
    return (definition.__module__ or "builtins").partition(".")[0] not in _NOT_OURS


def _imported(module: ModuleType) -> Iterator[ModuleType]:
    for value in list(vars(module).values()):
        other = value if isinstance(value, ModuleType) else sys.modules.get(getattr(value, "__module__", None) or "")
        if isinstance(other, ModuleType) and other.__name__.partition(".")[0] not in _NOT_OURS | {"__main__"}:
            yield other


def _file_of(definition: Any) -> Path | None:
    """The file with the source of a class or function; None for one made at a prompt or in a notebook."""
    members = vars(definition).values() if isinstance(definition, type) else [definition]
    functions = [inspect.unwrap(member) for member in members if isinstance(member, FunctionType)]
    names = {function.__code__.co_filename for function in functions}
    names -= {"<string>", dataclasses.__file__, reprlib.__file__}  # of methods that @dataclass wrote
    if not names:
        names = {getattr(sys.modules.get(definition.__module__), "__file__", None) or ""}
    files = [Path(name) for name in sorted(names)]
    return files[0] if all(file.is_file() for file in files) else None


def _is_found(definition: Any) -> bool:
    """Can pickle find the definition by its module and name?"""
    found: Any = sys.modules.get(definition.__module__)
    for name in definition.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is definition
