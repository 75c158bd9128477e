"""Text forms: every game, part and agent is written as it is constructed.

    connect_four    mnk(5,5,4)    mcts(simulations=1000, select=ucb1(c=1.4))

The command line, the web page and the results store share these texts, and `parse(str(thing)) == thing`.
A class with a text form is a dataclass that derives from `TextForm` and is entered in a `Registry` under its name. It
declares a field that has a range with `param`; every number in plyground's own classes has one.
"""

import ast
import dataclasses
import difflib
import enum
import keyword
import math
import re
import sys
import types
import typing
from collections.abc import Callable, Collection, Iterator
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from plyground.errors import PlygroundError
from plyground.quantities import read_count

T = TypeVar("T", bound="TextForm")
_MISSING = dataclasses.MISSING
_LONGEST_TEXT = 2000
# The largest weight or value: a double of this size still distinguishes values that differ by 1e-9.
LARGEST = 1_000_000
# The most simulations, visits or rows: the C++ engine counts them in 32 bits.
MOST = 2**32 - 1
# The longest time in seconds: about thirty years.
LONGEST = 1_000_000_000
SEEDS = (-(2**63), 2**64 - 1)
# A whole quoted text, or a word between the punctuation of a text form.
_WORD = re.compile(r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[^\s,()\[\]='"]+""")
_FILE_NAME = re.compile(r"(?=.*[./-])[\w~./-]+")
_OWN_FILE = re.compile(r".+\.py(:.*)?", re.DOTALL)
_BIG_COUNT = re.compile(r"-?[\d_.]+[kKM]", re.ASCII)


def param(
    default: Any = _MISSING,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] | None = None,
    kw_only: bool | Any = _MISSING,
) -> Any:
    """A dataclass field with a range or a list of allowed values; for fixed words a `Literal` type is better."""
    metadata = {"low": low, "high": high, "choices": choices}
    return dataclasses.field(default=default, metadata=metadata, kw_only=kw_only)


def seed_param() -> Any:
    """The field `seed` of a class that draws random numbers."""
    return param(0, low=SEEDS[0], high=SEEDS[1])


class TextForm:
    """Base of dataclasses whose string is the text that constructs them, and which check their fields."""

    name: ClassVar[str] = ""

    def __post_init__(self) -> None:
        for parameter in _parameters(type(self)):
            name = parameter.field.name
            value = getattr(self, name)
            checked = _check(_name_of(type(self)), parameter, _from_text(parameter, value))
            if checked is not value:
                object.__setattr__(self, name, checked)

    def __str__(self) -> str:
        positional = True
        parts = []
        for parameter in _parameters(type(self)):
            field, value = parameter.field, getattr(self, parameter.field.name)
            if field.default is not _MISSING and value == _from_text(parameter, field.default):
                positional = False
                continue
            positional = positional and not field.kw_only
            parts.append(_write(value) if positional else f"{field.name}={_write(value)}")
        separator = "," if not any("=" in part for part in parts) else ", "
        name = _name_of(type(self))
        return f"{name}({separator.join(parts)})" if parts else name


def _name_of(cls: type[TextForm]) -> str:
    """The name in texts and messages: the registered name, or the class name if the class itself is not registered."""
    return vars(cls).get("name") or cls.__name__


def _write(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "none"
    if isinstance(value, enum.Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return "[" + ",".join(map(_write, value)) + "]"
    if isinstance(value, str):
        bare = value.isascii() and value.isidentifier() and not keyword.iskeyword(value)
        return value if bare and value not in ("true", "false", "none") else repr(value)
    return str(value)


# The types that a field accepts.
Kinds = tuple[Any, ...]


class _Parameter(NamedTuple):
    field: dataclasses.Field[Any]
    kinds: Kinds
    choices: tuple[str, ...] | None


_parameters_of: dict[Any, list[_Parameter]] = {}


def _parameters(cls: Any) -> list[_Parameter]:
    if cls not in _parameters_of:
        hints = typing.get_type_hints(cls)
        fields = dataclasses.fields(cls) if dataclasses.is_dataclass(cls) else ()  # a plain class has no parameters
        _parameters_of[cls] = [
            _Parameter(field, _kinds(hints[field.name]), choices_of(field, hints[field.name])) for field in fields
        ]
    return _parameters_of[cls]


def _options(hint: Any) -> tuple[Any, ...]:
    return typing.get_args(hint) if typing.get_origin(hint) in (types.UnionType, typing.Union) else (hint,)


def _kinds(hint: Any) -> Kinds:
    """The types of the values that a field holds; `Select | str` holds a `Select`, because a text is converted."""
    kinds = tuple(str if is_literal(h) else typing.get_origin(h) or h for h in _options(hint))
    parsed = any(hasattr(kind, "registry") for kind in kinds) and not any(map(is_literal, _options(hint)))
    return tuple(kind for kind in kinds if not (parsed and kind is str))


def _from_text(parameter: _Parameter, value: Any) -> Any:
    """The object that a text names, if the field holds a game, an agent or a part."""
    if not isinstance(value, str) or str in parameter.kinds:
        return value
    registry = _registry(parameter.kinds)
    return value if registry is None else registry.parse(value)


def _registry(kinds: Kinds) -> "Registry[Any] | None":
    return next((kind.registry for kind in kinds if hasattr(kind, "registry")), None)


def is_literal(hint: Any) -> bool:
    """Whether the type is a list of words."""
    return typing.get_origin(hint) is Literal


def choices_of(field: dataclasses.Field[Any], hint: Any) -> tuple[str, ...] | None:
    """The words that a field accepts, from its `Literal` type or from `param`; None if it accepts any value."""
    words = next((typing.get_args(h) for h in _options(hint) if is_literal(h)), None)
    return words or field.metadata.get("choices")


def _check(name: str, parameter: _Parameter, value: Any) -> Any:
    """The value, converted to the field's type, or an error that says what the field accepts."""
    field, kinds, choices = parameter
    if value is None and type(None) in kinds:
        return None
    where, is_bool = f"{name}: {field.name}", isinstance(value, bool)
    if isinstance(value, int) and not is_bool and float in kinds and int not in kinds and bool not in kinds:
        require_number(where, value, field.metadata.get("low"), field.metadata.get("high"))
        value = float(value)
    elif isinstance(value, float) and value.is_integer() and int in kinds and float not in kinds:
        value = int(value)  # 1e3
    if (is_bool and bool not in kinds) or not isinstance(value, kinds):
        expected = " or ".join("none" if k is type(None) else getattr(k, "__name__", str(k)) for k in kinds)
        raise PlygroundError(f"{where} must be {expected}, not {shown(value)}")
    for number in value if isinstance(value, tuple) else (value,):
        if isinstance(number, (int, float)) and not isinstance(number, bool):
            require_number(where, number, field.metadata.get("low"), field.metadata.get("high"))
    if choices:
        require_choice(where, value, choices)
    return value


def require_choice(where: str, value: Any, choices: Collection[str]) -> None:
    """Raise an error that lists the choices and suggests the nearest, unless the value is one of them."""
    if isinstance(value, str) and value in choices:
        return
    near = difflib.get_close_matches(value, choices, n=1, cutoff=0.5) if isinstance(value, str) else []
    hint = f"; did you mean {near[0]}?" if near else ""
    raise PlygroundError(f"{where} must be one of {', '.join(choices)}, not {shown(value)}{hint}")


def require_number(where: str, value: Any, low: float | None = None, high: float | None = None) -> None:
    """Raise an error that names the range, unless the value is a finite number within it that a double can hold."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise PlygroundError(f"{where} must be a number, not {shown(value)}")
    if (low is None or value >= low) and (high is None or value <= high) and abs(value) <= sys.float_info.max:
        return
    if value != value or (low is None and high is None):
        raise PlygroundError(f"{where} must be a finite number, not {shown(value)}")
    span = f"from {low} to {high}" if None not in (low, high) else f"at least {low}"
    span = f"at most {high}" if low is None else span
    raise PlygroundError(f"{where} must be {span}, not {shown(value)}")


def require_whole(where: str, value: Any, low: int, high: int) -> None:
    """Like `require_number`, for a whole number."""
    require_number(where, value, low, high)
    if not isinstance(value, int):
        raise PlygroundError(f"{where} must be a whole number, not {shown(value)}")


def shown(value: object) -> str:
    """A value as text that is short enough for an error message."""
    if isinstance(value, (tuple, list)):
        return f"[{','.join(map(shown, value[:8]))}{', …' if len(value) > 8 else ''}]"
    if isinstance(value, int) and abs(value) >= 10**30:
        return f"an integer of about {int(value.bit_length() * math.log10(2)) + 1} digits"
    text = _write(value)
    return text if len(text) <= 80 else f"{text[:60]} …"


@dataclasses.dataclass(frozen=True)
class Call:
    """A parsed text form that no registry has resolved yet: `name(args…, key=value…)`."""

    name: str
    args: tuple[Any, ...] = ()
    kwargs: tuple[tuple[str, Any], ...] = ()


def read(text: str) -> Call:
    """Parse a text form; a bare word inside it becomes a `Call` without arguments."""
    if not isinstance(text, str):
        raise PlygroundError(f"expected a text such as 'connect_four', not {type(text).__name__}")
    if len(text) > _LONGEST_TEXT:
        raise PlygroundError(f"a text form has at most {_LONGEST_TEXT} characters, this one has {len(text)}")
    try:
        plain = _WORD.sub(_python_word, text.strip())
        value = _value(ast.parse(plain, mode="eval").body, plain)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        if isinstance(error, PlygroundError):
            raise
        raise PlygroundError(f"cannot read {text!r}: expected name or name(value, key=value)") from None
    if not isinstance(value, Call):
        if isinstance(value, str) and _OWN_FILE.fullmatch(value):
            raise PlygroundError(
                f"{value} is a file, not a name: import it (in a command: --with {value}), and use the names in it"
            )
        near = str(value).replace("-", "_")
        hint = f"; did you mean {near}?" if near.isidentifier() and near != value else ""
        raise PlygroundError(f"cannot read {text!r}: expected name or name(value, key=value){hint}")
    return value


def _python_word(match: re.Match[str]) -> str:
    """A word as Python writes it: 10k as 10000, a file's name (table.plg, runs/table.plg) in quotes."""
    word = match[0]
    if _BIG_COUNT.fullmatch(word):
        return str(read_count(word, low=-(2**63)))
    return repr(word) if _FILE_NAME.fullmatch(word) and not _is_number(word) else word


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def _value(node: ast.expr, text: str) -> Any:
    match node:
        case ast.Name(id="true" | "True"):
            return True
        case ast.Name(id="false" | "False"):
            return False
        case ast.Name(id="none"):
            return None
        case ast.Name(id=name):
            return Call(name)
        case ast.Constant(value=value) if value is None or isinstance(value, (bool, int, float, str)):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return -value
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return tuple(_value(item, text) for item in items)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords):
            if any(key.arg is None for key in keywords):
                raise PlygroundError(f"cannot read {text!r}: '**' has no meaning here")
            return Call(
                name,
                tuple(_value(arg, text) for arg in args),
                tuple((str(key.arg), _value(key.value, text)) for key in keywords),
            )
    part = ast.get_source_segment(text, node)
    raise PlygroundError(f"cannot read {part!r} in {text!r}: expected a name, a number or a call")


class Registry(Generic[T]):
    """The classes of one kind (games, agents, …) by name; plug-ins add theirs by entry points."""

    def __init__(self, kind: str, plural: str) -> None:
        self.kind = kind
        self.plural = plural
        self._entries: dict[str, Callable[..., T]] = {}
        self._plugins_loaded = False
        self.broken_plugins: dict[str, str] = {}

    def register(self, name: str) -> Callable[[type[T]], type[T]]:
        """Class decorator: enter the class under a name."""

        def enter(cls: type[T]) -> type[T]:
            if not (name.isidentifier() and name.islower()):
                raise PlygroundError(f"a {self.kind} needs a lower-case name such as 'my_{self.kind}', not {name!r}")
            self._refuse_unfinished(name, cls)
            known = self._entries.get(name)
            if known is not None and getattr(known, "__qualname__", "") != cls.__qualname__:
                raise PlygroundError(f"there is a {self.kind} named {name!r} already")
            cls.name = name
            self._entries[name] = cls
            return cls

        return enter

    def _refuse_unfinished(self, name: str, cls: type[T]) -> None:
        """Raise one sentence for a class from which no object could be made later."""
        what, mine = f"the {self.kind} {name!r}", cls.__name__
        if getattr(cls, "registry", None) is not self:
            raise PlygroundError(f"{what}: derive the class {mine} from a base class such as pg.Game or pg.Agent")
        missing = sorted(getattr(cls, "__abstractmethods__", ()))
        if missing:
            raise PlygroundError(f"{what}: the class {mine} lacks {' and '.join(missing)}")

    def names(self) -> list[str]:
        self._load_plugins()
        return sorted(self._entries)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def get(self, name: str) -> Callable[..., T]:
        """The class of that name, or an error with the nearest names."""
        if name not in self._entries:
            self._load_plugins()
        if name in self._entries:
            return self._entries[name]
        if name in self.broken_plugins:
            raise PlygroundError(f"the plug-in of {self.kind} {name!r} does not load: {self.broken_plugins[name]}")
        near = difflib.get_close_matches(name, self._entries, n=3, cutoff=0.5)
        hint = (
            f"did you mean {' or '.join(near)}?" if near else f"known {self.plural}: {', '.join(sorted(self._entries))}"
        )
        raise PlygroundError(f"unknown {self.kind} {name!r}; {hint}")

    def parse(self, text: str | T) -> T:
        """The object that a text form describes; an object is returned as it is."""
        if isinstance(text, TextForm):
            if getattr(text, "registry", None) is not self:
                raise PlygroundError(f"{text} is no {self.kind}")
            return text
        return self.build(read(text))

    def build(self, call: Call) -> T:
        cls = self.get(call.name)
        if not dataclasses.is_dataclass(cls):
            return cls(*call.args, **dict(call.kwargs))
        parameters = _parameters(cls)
        names = [parameter.field.name for parameter in parameters]
        if len(call.args) > len(names):
            takes = f"at most {len(names)} values ({', '.join(names)})" if names else "no values"
            raise PlygroundError(f"{call.name} takes {takes}, got {len(call.args)}")
        values = dict(zip(names, call.args, strict=False))
        for key, value in call.kwargs:
            if key not in names:
                near = difflib.get_close_matches(key, names, n=1, cutoff=0.5)
                hint = f"did you mean {near[0]}?" if near else f"it takes {', '.join(names) or 'none'}"
                raise PlygroundError(f"{call.name} has no parameter {key!r}; {hint}")
            if key in values:
                raise PlygroundError(f"{call.name}: {key} is given twice")
            values[key] = value
        needed = [f.name for f, _, _ in parameters if f.default is _MISSING and f.default_factory is _MISSING]
        missing = [name for name in needed if name not in values]
        if missing:
            form = f"{call.name}({', '.join(needed)})"
            raise PlygroundError(f"{call.name} needs {', '.join(missing)}: it is written {form}")
        kinds = {parameter.field.name: parameter.kinds for parameter in parameters}
        return cls(**{key: _resolve(kinds[key], value) for key, value in values.items()})

    def _load_plugins(self) -> None:
        if self._plugins_loaded:
            return
        self._plugins_loaded = True
        from importlib.metadata import entry_points  # slow to import, and few users have plug-ins

        for point in entry_points(group=f"plyground.{self.plural}"):
            try:
                loaded = point.load()
                if point.name not in self._entries:
                    self.register(point.name)(loaded)
            except Exception as error:  # a broken plug-in is reported by name and breaks nothing else
                self.broken_plugins[point.name] = f"{type(error).__name__}: {error}"


def _resolve(kinds: Kinds, value: Any) -> Any:
    """Turn a nested call into what the field's type asks for: a registered object, or a bare word."""
    if not isinstance(value, Call):
        return value
    registry = _registry(kinds)
    if registry is not None:
        return registry.build(value)
    if value.args or value.kwargs:
        raise PlygroundError(f"cannot use {value.name}(…) as a value here")
    return value.name
