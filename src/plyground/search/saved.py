"""A search in a file: a heading and a checksum (`sealed_file`), then a header in JSON and the columns of the tree.

    4 bytes   the length of the header
    …         the header: the search that the tree belongs to, and its columns
    …         the columns one after the other, compressed by zlib

A file is not trusted. `read` ensures only that it holds a table of numbers of the right types and lengths;
`saved_check` must then check that the table is a tree of that search, before an engine gets it.
"""

import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from plyground.errors import PlygroundError
from plyground.games.base import Game, State, parse_game
from plyground.sealed_file import MOST_EXPANSION, decompress, read_sealed, seal
from plyground.search.columns.base import COLUMN_TYPES
from plyground.search.saved_columns import Damaged, Reader, pack_column, unpack_column
from plyground.text_form import read as read_form
from plyground.tree import COLUMNS, Tree

KIND, VERSION = "search", 2
_PIECE = 1 << 20  # bytes compressed at a time, so that Ctrl-C is handled within 0.1 s


class Parts(msgspec.Struct, forbid_unknown_fields=True):
    """The parts of a search as text."""

    select: str
    expand: str
    evaluate: str
    backup: str
    decide: str


class Header(msgspec.Struct, forbid_unknown_fields=True):
    """The search that the tree belongs to."""

    game: str
    source: str | None  # the file that defines the game, if it is not plyground's own
    parts: Parts
    seed: int
    stream: int
    simulations: int
    key: bytes | None  # of the root state, for games that can rebuild a state from its key
    players: int
    planned: int | None = 0  # simulations planned for this root; 0: unknown; None: not yet planned
    advanced: bool = False  # whether the tree comes from an earlier root
    rows: int = 0
    extra: list[str] = []


def pack(header: Header, tree: Tree) -> list[bytes]:
    """The pieces of the file."""
    header.rows, header.extra = len(tree), sorted(tree.extra)
    unknown = [name for name in header.extra if name not in COLUMN_TYPES]
    if unknown:
        raise PlygroundError(f"the column {unknown[0]} cannot be written to a file: this search cannot be saved")
    try:
        columns = [pack_column(name, _column(tree, name), header.players) for name in [*COLUMNS, *header.extra]]
    except OverflowError as error:
        raise PlygroundError(f"this search cannot be saved: {error}") from None
    body = list(_compress(columns, 6))
    if sum(map(len, columns)) > MOST_EXPANSION * sum(map(len, body)):
        body = list(_compress(columns, 0))
    head = msgspec.json.encode(header)
    return seal(KIND, VERSION, [len(head).to_bytes(4, "big"), head, *body])


def read(path: Path) -> tuple[Header, Tree]:
    """The header and the table, or an error that says what is wrong with the file."""
    content = read_sealed(path, KIND, VERSION)
    try:
        start = 4 + int.from_bytes(content[:4], "big")
        header = msgspec.json.decode(content[4:start], type=Header)
        return header, _read_tree(header, content[start:])
    except (Damaged, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise PlygroundError(f"{path} is a damaged search: {error}") from None


def source_of(game: Game) -> str | None:
    """The file that defines the game, or None for plyground's own."""
    module = type(game).__module__
    return None if module.startswith("plyground.") else getattr(sys.modules.get(module), "__file__", None)


def game_of(header: Header) -> Game:
    """The game of a search. A user's game file is named in the error, never run: loading a search must not run code."""
    name = read_form(header.game).name
    if header.source is not None and name not in Game.registry.names():
        raise PlygroundError(f"the game {name} is not loaded: import {header.source} first")
    game = parse_game(header.game)
    if header.players != game.num_players:
        raise PlygroundError(f"{game} has {game.num_players} players, not {header.players}")
    return game


def root_state(header: Header, game: Game) -> State:
    """The state at the root, rebuilt from its key."""
    if header.key is None:
        raise PlygroundError(f"{game} cannot rebuild a position from its key: give the state too")
    try:
        return game.state_from_key(header.key)
    except PlygroundError:
        raise
    except Exception as error:  # raised by a game's own reader; the key may be anything
        raise PlygroundError(f"no position of {game}: {type(error).__name__}: {error}") from None


def _read_tree(header: Header, body: bytes) -> Tree:
    limits = {"seed": (0, 1 << 64), "stream": (0, 1 << 63), "simulations": (0, 1 << 63)}
    limits |= {"rows": (1, 1 << 32), "players": (1, 1 << 7)}
    limits |= {"planned": (0, 1 << 32)} if header.planned is not None else {}
    for name, (low, high) in limits.items():
        if not low <= getattr(header, name) < high:
            raise Damaged(f"its header says {name} {getattr(header, name)}")
    unknown = [name for name in header.extra if name not in COLUMN_TYPES]
    if unknown or len(set(header.extra)) != len(header.extra):
        raise Damaged("its header names unknown columns")
    content = decompress(body)
    if content is None:
        raise Damaged("its columns cannot be decompressed")
    reader = Reader(content)
    columns = {name: unpack_column(name, reader, header.rows, header.players) for name in COLUMNS}
    extra = {name: unpack_column(name, reader, header.rows, header.players) for name in header.extra}
    reader.finish()
    return Tree.from_columns({**columns, "extra": extra})


def _column(tree: Tree, name: str) -> list[Any]:
    column: list[Any] = getattr(tree, name) if name in COLUMNS else tree.extra[name]
    return column


def _compress(columns: list[bytes], level: int) -> Iterator[bytes]:
    packer = zlib.compressobj(level)
    for column in columns:
        for start in range(0, len(column), _PIECE):
            yield packer.compress(column[start : start + _PIECE])
    yield packer.flush()
