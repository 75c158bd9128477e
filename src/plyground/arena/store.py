"""Results on disk: one SQLite file, one row a game.

Every batch of games is one transaction that is on the disk before it counts (WAL, synchronous=FULL): a run that
is killed at any moment goes on where it stopped. One process writes a run, any number may read meanwhile.

A run is known by its identity, a hash of all that its games depend on: the game, the agents with their parameters,
the form, seed, openings and time limit, plyground's code that can change play (Python and C++) and its version, the
code of your own, and the contents of the files that agents read (`plyground.arena.identity`). Games that differ in
any of it are another run and never mix with it.
"""

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from plyground.arena.contest import Contest
from plyground.arena.referee import GameRecord
from plyground.errors import PlygroundError

IN_MEMORY = ":memory:"
_APPLICATION = 0x504C5947  # "PLYG": tells our files from other programs'
_FORMAT = 1
_LOCK_SECONDS = 10

_TABLES = """
CREATE TABLE runs (
    id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, version TEXT NOT NULL, code TEXT NOT NULL,
    game TEXT NOT NULL, agents TEXT NOT NULL, form TEXT NOT NULL, seed INTEGER NOT NULL,
    opening_moves INTEGER NOT NULL, move_seconds REAL, created TEXT NOT NULL);
CREATE TABLE games (
    run INTEGER NOT NULL REFERENCES runs(id), number INTEGER NOT NULL, seats TEXT NOT NULL, seed TEXT NOT NULL,
    moves TEXT NOT NULL, opening INTEGER NOT NULL, returns TEXT NOT NULL, seconds TEXT NOT NULL,
    forfeit INTEGER, reason TEXT NOT NULL, played TEXT NOT NULL, PRIMARY KEY (run, number)) WITHOUT ROWID;
"""


@dataclass(frozen=True)
class StoredRun:
    """A run as the store lists it."""

    id: int
    identity: str
    version: str
    # See `plyground.arena.identity`.
    code: dict[str, Any]
    game: str
    agents: tuple[str, ...]
    form: str
    seed: int
    opening_moves: int
    move_seconds: float | None
    created: str
    games: int

    @property
    def build(self) -> str:
        """The version of plyground, with the beginning of its code's digest."""
        return " ".join(filter(None, (self.version, self.code.get("plyground", "")[:8])))

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "agents": list(self.agents)}


class Store:
    """A results file, made where there is none; `IN_MEMORY` keeps results as long as the object lives."""

    def __init__(self, path: str | Path = IN_MEMORY, *, must_exist: bool = False) -> None:
        self.path = str(path)
        if self.path != IN_MEMORY:
            _refuse_missing(Path(self.path), must_exist)
        with self._errors():
            # Autocommit: transactions are begun and ended below, where they can be seen.
            self._db = sqlite3.connect(self.path, timeout=_LOCK_SECONDS, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def _prepare(self) -> None:
        self._db.execute("PRAGMA synchronous = FULL")
        if not self._ours():
            with self._transaction():
                if not self._ours():  # nobody else made it meanwhile
                    self._db.execute(f"PRAGMA application_id = {_APPLICATION}")
                    self._db.execute(f"PRAGMA user_version = {_FORMAT}")
                    for statement in _TABLES.split(";")[:-1]:
                        self._db.execute(statement)
        self._db.execute("PRAGMA journal_mode = WAL")

    def _ours(self) -> bool:
        """Is it a results file? False where it is empty; any other file is refused."""
        application = self._db.execute("PRAGMA application_id").fetchone()[0]
        if application == _APPLICATION:
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version != _FORMAT:
                raise PlygroundError(f"{self.path} has format {version}, and this plyground reads format {_FORMAT}")
            return True
        if application or self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise PlygroundError(f"{self.path} is another program's database: it was left as it is")
        return False

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    def open_run(self, contest: Contest) -> int:
        """The number of the contest's run, entered where it is new."""
        what = contest.describe()
        texts = {name: json.dumps(what[name]) for name in ("agents", "code")}
        values = {**what, **texts, "identity": contest.identity, "created": _now()}
        names = ", ".join(values)
        slots = ", ".join(f":{name}" for name in values)
        with self._errors(), self._transaction():
            self._db.execute(f"INSERT INTO runs ({names}) VALUES ({slots}) ON CONFLICT (identity) DO NOTHING", values)
            row = self._db.execute("SELECT id FROM runs WHERE identity = ?", (contest.identity,)).fetchone()
        return int(row[0])

    def add(self, run: int, records: Iterable[GameRecord]) -> None:
        """Enter games, all or none of them; a game that is there already stays as it is."""
        now = _now()
        rows = [
            (
                run,
                game.number,
                json.dumps(game.seats),
                str(game.seed),
                game.moves,
                game.opening,
                json.dumps(game.returns),
                json.dumps([round(seconds, 6) for seconds in game.seconds]),
                game.forfeit,
                game.reason,
                now,
            )
            for game in records
        ]
        with self._errors(), self._transaction():
            slots = ", ".join("?" * 11)
            self._db.executemany(f"INSERT INTO games VALUES ({slots}) ON CONFLICT (run, number) DO NOTHING", rows)

    def records(self, run: int) -> list[GameRecord]:
        """The games of a run, by their number."""
        columns = "number, seats, seed, moves, opening, returns, seconds, forfeit, reason"
        with self._errors():
            rows = self._db.execute(f"SELECT {columns} FROM games WHERE run = ? ORDER BY number", (run,)).fetchall()
        return [
            GameRecord(
                number,
                tuple(json.loads(seats)),
                int(seed),
                moves,
                opening,
                tuple(json.loads(returns)),
                tuple(json.loads(seconds)),
                forfeit,
                reason,
            )
            for number, seats, seed, moves, opening, returns, seconds, forfeit, reason in rows
        ]

    def runs(self) -> list[StoredRun]:
        """All runs, the oldest first."""
        names = [field.name for field in fields(StoredRun)][:-1]
        count = "(SELECT count(*) FROM games WHERE run = runs.id)"
        with self._errors():
            rows = self._db.execute(f"SELECT {', '.join(names)}, {count} FROM runs ORDER BY id").fetchall()
        runs = [dict(zip([*names, "games"], row, strict=True)) for row in rows]
        return [
            StoredRun(**{**run, "agents": tuple(json.loads(run["agents"])), "code": _read_code(run["code"])})
            for run in runs
        ]

    def run(self, number: int) -> StoredRun:
        for run in self.runs():
            if run.id == number:
                return run
        raise PlygroundError(f"{self.path} has no run {number}")

    def count(self, contest: Contest) -> int:
        """How many games of the contest are stored."""
        return sum(run.games for run in self.runs() if run.identity == contest.identity)

    def stale_runs(self, contest: Contest) -> list[StoredRun]:
        """Runs with games of the same contest by other code or other files."""
        mine = contest.describe()
        same = ("game", "form", "seed", "opening_moves", "move_seconds")
        return [
            run
            for run in self.runs()
            if run.games
            and run.identity != contest.identity
            and list(run.agents) == mine["agents"]
            and all(getattr(run, name) == mine[name] for name in same)
        ]

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise PlygroundError(f"{self.path}: {_explain(error)}") from None


def _explain(error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the low byte is the kind of the error
    sentences: dict[int, str] = {
        sqlite3.SQLITE_FULL: "the disk is full; all games entered before are safe, make room and run the same command",
        sqlite3.SQLITE_BUSY: "another program has locked it",
        sqlite3.SQLITE_LOCKED: "another program has locked it",
        sqlite3.SQLITE_READONLY: "it cannot be written",
        sqlite3.SQLITE_CANTOPEN: "it cannot be opened: is its folder there, and may you write in it?",
        sqlite3.SQLITE_NOTADB: "it is not a results file; it was left as it is",
        sqlite3.SQLITE_CORRUPT: "it is damaged",
        sqlite3.SQLITE_IOERR: "the disk fails or is full; all games entered before are safe",
    }
    return sentences.get(code, str(error))


def _read_code(text: str) -> dict[str, Any]:
    """What `open_run` wrote; the first stores kept one digest there, which tells nothing any more."""
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    return found if isinstance(found, dict) else {}


def _refuse_missing(path: Path, must_exist: bool) -> None:
    """Raise unless the file may be opened as a database.

    Only SQLite may read it: to close a file that this process holds open elsewhere would drop the locks of that
    connection, and another program would then take the file for its own.
    """
    if path.is_dir():
        raise PlygroundError(f"{path} is a folder, not a results file")
    if must_exist and not path.exists():
        raise PlygroundError(f"there is no results file {path}")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
