"""Sessions, their tables and their races on disk: one SQLite file, written before the page hears of a move.

A session is found by a key that only its page has; the file holds the key's SHA-256. WAL with synchronous=NORMAL: a
server that is killed loses nothing, a machine that loses its power may lose the last moves but never the file.
"""

import hashlib
import sqlite3
import time
from pathlib import Path
from typing import TypeVar

import msgspec

from plyground.errors import PlygroundError
from plyground.serve.table import TableRecord

_APPLICATION = 0x504C5953  # "PLYS"
_FORMAT = 1
_TABLES = """
CREATE TABLE sessions (key TEXT PRIMARY KEY, seen REAL NOT NULL, names INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE TABLE kept (session TEXT NOT NULL REFERENCES sessions(key) ON DELETE CASCADE, kind TEXT NOT NULL,
    name TEXT NOT NULL, content BLOB NOT NULL, PRIMARY KEY (session, kind, name)) WITHOUT ROWID;
"""


class RaceRecord(msgspec.Struct):
    """The stored data of a race; its games lie in the arena's store."""

    race: str
    game: str
    agents: list[str]
    games: int
    form: str
    seed: int
    opening_moves: int
    sprt: tuple[float, float] | None
    created: str
    move_seconds: float | None = None
    wanted: bool = True  # true: a restarted server continues it


Kept = TypeVar("Kept", TableRecord, RaceRecord)
_KINDS: dict[type, str] = {TableRecord: "table", RaceRecord: "race"}


class SessionStore:
    """The file. Only the thread of the server's event loop uses it."""

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        try:
            self._db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            self._prepare()
        except sqlite3.Error as error:
            raise PlygroundError(f"{self.path}: {error}; it should be a file of plyground serve") from None

    def _prepare(self) -> None:
        application = self._db.execute("PRAGMA application_id").fetchone()[0]
        if application == 0 and not self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            self._db.execute(f"PRAGMA application_id = {_APPLICATION}")
            self._db.execute(f"PRAGMA user_version = {_FORMAT}")
            self._db.executescript(_TABLES)
        elif (application, self._db.execute("PRAGMA user_version").fetchone()[0]) != (_APPLICATION, _FORMAT):
            raise PlygroundError(f"{self.path} is another program's database, or of another version: not changed")
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.execute("PRAGMA foreign_keys = ON")

    def close(self) -> None:
        self._db.close()

    def add_session(self, key: str) -> None:
        self._db.execute("INSERT INTO sessions (key, seen) VALUES (?, ?)", (mark_of(key), time.time()))

    def has_session(self, key: str) -> bool:
        return bool(self._db.execute("SELECT 1 FROM sessions WHERE key = ?", (mark_of(key),)).fetchone())

    def saw(self, key: str) -> None:
        self._db.execute("UPDATE sessions SET seen = ? WHERE key = ?", (time.time(), mark_of(key)))

    def new_name(self, key: str, letter: str) -> str:
        """A name that this session has never used: t1, r2."""
        row = self._db.execute(
            "UPDATE sessions SET names = names + 1 WHERE key = ? RETURNING names", (mark_of(key),)
        ).fetchone()
        return f"{letter}{row[0]}"

    def forget_old(self, seconds: float) -> int:
        """Delete the sessions that were not seen for this time; returns how many."""
        return self._db.execute("DELETE FROM sessions WHERE seen < ?", (time.time() - seconds,)).rowcount

    def keep(self, key: str, name: str, record: TableRecord | RaceRecord) -> None:
        self.keep_of(mark_of(key), name, record)

    def keep_of(self, mark: str, name: str, record: TableRecord | RaceRecord) -> None:
        """`keep` for a session of which only the mark is known."""
        self._db.execute(
            "INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)",
            (mark, _KINDS[type(record)], name, msgspec.json.encode(record)),
        )

    def drop(self, key: str, name: str) -> None:
        self._db.execute("DELETE FROM kept WHERE session = ? AND name = ?", (mark_of(key), name))

    def kept(self, key: str, kind: type[Kept]) -> list[Kept]:
        """A session's records of one kind."""
        return self.kept_of(mark_of(key), kind)

    def kept_of(self, mark: str, kind: type[Kept]) -> list[Kept]:
        rows = self._db.execute(
            "SELECT content FROM kept WHERE session = ? AND kind = ?", (mark, _KINDS[kind])
        ).fetchall()
        return [msgspec.json.decode(content, type=kind) for (content,) in rows]

    def wanted_races(self) -> list[tuple[str, RaceRecord]]:
        """The races of all sessions that a restarted server continues, each with the mark of its session."""
        rows = self._db.execute("SELECT session, content FROM kept WHERE kind = 'race'").fetchall()
        found = [(session, msgspec.json.decode(content, type=RaceRecord)) for session, content in rows]
        return [(session, race) for session, race in found if race.wanted]

    def sessions(self) -> int:
        return int(self._db.execute("SELECT count(*) FROM sessions").fetchone()[0])


def mark_of(key: str) -> str:
    """The mark that stands for a session in the file: the SHA-256 of its key."""
    return hashlib.sha256(key.encode()).hexdigest()
