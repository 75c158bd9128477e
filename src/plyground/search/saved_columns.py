"""The columns of a tree as bytes: numbers of a fixed width, little-endian, one array after the other.

A column of lists takes several arrays: for every row a flag or the length of its list, then the numbers of all lists.
"""

from collections.abc import Callable
from typing import Any

from plyground.search.columns.base import COLUMN_TYPES, CellType

_NONE = 0xFFFFFFFF


class Damaged(Exception):
    """The file is damaged; the message is the end of a sentence that says how."""


class Reader:
    """Takes one array after the other from bytes."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._place = 0

    def take(self, form: str, count: int) -> Any:
        """The next `count` numbers."""
        import numpy as np

        size = np.dtype(form).itemsize * count
        if size > len(self._content) - self._place:
            raise Damaged("a column is shorter than the tree")
        array = np.frombuffer(self._content, form, count, self._place)
        self._place += size
        return array

    def finish(self) -> None:
        if self._place != len(self._content):
            raise Damaged("there is more data than the tree needs")


Pack = Callable[[list[Any], int], bytes]
Unpack = Callable[[Reader, int, int], list[Any]]


def pack_column(name: str, column: list[Any], players: int) -> bytes:
    """The column as bytes; OverflowError if a number is too large for the file."""
    return _form(name)[0](column, players)


def unpack_column(name: str, reader: Reader, rows: int, players: int) -> list[Any]:
    return _form(name)[1](reader, rows, players)


def _array(values: list[Any], form: str) -> bytes:
    import numpy as np

    content: bytes = np.asarray(values, form).tobytes()
    return content


def _numbers(form: str) -> tuple[Pack, Unpack]:
    return (lambda column, _: _array(column, form), lambda reader, rows, _: list(reader.take(form, rows).tolist()))


def _pack_flags(column: list[bool], _: int) -> bytes:
    return _array(column, "u1")


def _unpack_flags(reader: Reader, rows: int, _: int) -> list[bool]:
    flags = reader.take("u1", rows)
    if flags.max(initial=0) > 1:
        raise Damaged("a flag is neither 0 nor 1")
    return list(flags.astype(bool).tolist())


def _pack_values(column: list[list[float] | None], players: int) -> bytes:
    """In some rows, one number per seat."""
    known = [values is not None for values in column]
    return _array(known, "u1") + _array([v for values in column if values is not None for v in values], "<f8")


def _unpack_values(reader: Reader, rows: int, players: int) -> list[list[float] | None]:
    known = _unpack_flags(reader, rows, players)
    values = iter(reader.take("<f8", players * sum(known)).reshape(-1, players).tolist())
    return [next(values) if there else None for there in known]


def _pack_levels(column: list[list[int] | None], _: int) -> bytes:
    counts = [len(levels) if levels is not None else 0 for levels in column]
    return _array(counts, "<u4") + _array([n for levels in column for n in levels or ()], "<u4")


def _unpack_levels(reader: Reader, rows: int, _: int) -> list[list[int] | None]:
    counts = reader.take("<u4", rows).tolist()
    numbers = reader.take("<u4", sum(counts)).tolist()
    levels: list[list[int] | None] = []
    start = 0
    for count in counts:
        levels.append(numbers[start : start + count] if count else None)
        start += count
    return levels


def _pack_amaf(column: list[dict[tuple[int, int], list[Any]] | None], _: int) -> bytes:
    counts = [_NONE if table is None else len(table) for table in column]
    entries = [(*move, *entry) for table in column for move, entry in (table or {}).items()]
    fields = list(zip(*entries, strict=True)) or [(), (), (), ()]
    return _array(counts, "<u4") + b"".join(
        _array(list(field), form) for field, form in zip(fields, _AMAF, strict=True)
    )


def _unpack_amaf(reader: Reader, rows: int, _: int) -> list[dict[tuple[int, int], list[Any]] | None]:
    counts = reader.take("<u4", rows).tolist()
    total = sum(count for count in counts if count != _NONE)
    fields = [reader.take(form, total).tolist() for form in _AMAF]
    entries = zip(*fields, strict=True)
    column: list[dict[tuple[int, int], list[Any]] | None] = []
    for count in counts:
        if count == _NONE:
            column.append(None)
            continue
        table = {(seat, action): [n, v] for seat, action, n, v in (next(entries) for _ in range(count))}
        if len(table) != count:
            raise Damaged("a move is in a table twice")
        column.append(table)
    return column


_AMAF = ("i1", "<i8", "<u4", "<f8")  # seat, action, visits, value
_REAL, _COUNT, _WHOLE, _SEAT = _numbers("<f8"), _numbers("<u4"), _numbers("<i8"), _numbers("i1")
_OF_EVERY_TREE: dict[str, tuple[Pack, Unpack]] = {
    "value": _REAL,
    "visits": _COUNT,
    "first_child": _COUNT,
    "num_children": _COUNT,
    "action": _WHOLE,
    "player": _SEAT,
    "seat": _SEAT,
}
_BY_TYPE: dict[CellType, tuple[Pack, Unpack]] = {
    "float": _REAL,
    "int": _COUNT,
    "bool": (_pack_flags, _unpack_flags),
    "floats": (_pack_values, _unpack_values),
    "ints": (_pack_levels, _unpack_levels),
    "moves": (_pack_amaf, _unpack_amaf),
}


def _form(name: str) -> tuple[Pack, Unpack]:
    return _OF_EVERY_TREE[name] if name in _OF_EVERY_TREE else _BY_TYPE[COLUMN_TYPES[name]]
