"""Results on disk: one SQLite file, one row per game.

Every batch of games is one transaction that is on the disk before it counts (WAL, synchronous=FULL): a run
killed at any moment continues where it stopped. One process writes a run; any number may read it meanwhile.

The identity of a run is a hash of all that its games depend on: the game, the agents with their parameters,
the form, seed, openings and time limit, plyground's code that can change play (Python and C++) and its version, your
own code, and the contents of the files that agents read (`plyground.arena.identity`). Games that differ in any of
these belong to another run, and runs never mix.

Every row ends with a seal, a checksum of its other values; a run also keeps the number of its games and the sum of
their seals. If tables, seals or sums do not fit, the file is damaged. It is then refused as a whole, with a sentence
that names the defect and the number of damaged rows: a report on the sound rows would look like one on all games.
"""

import contextlib
import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from plyground.arena.contest import Contest, Form
from plyground.arena.referee import GameRecord
from plyground.errors import PlygroundError
from plyground.files import find_file, place_of

IN_MEMORY = ":memory:"
_APPLICATION = 0x504C5947  # "PLYG": tells our files from other programs'
_FORMAT = 2
_LOCK_SECONDS = 10
_LARGEST = (1 << 63) - 1

_TABLES = (
    """CREATE TABLE runs (
    id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, version TEXT NOT NULL, code TEXT NOT NULL,
    game TEXT NOT NULL, agents TEXT NOT NULL, form TEXT NOT NULL, seed INTEGER NOT NULL,
    opening_moves INTEGER NOT NULL, move_seconds REAL, created TEXT NOT NULL,
    games INTEGER NOT NULL, games_seal INTEGER NOT NULL, seal INTEGER NOT NULL)""",
    """CREATE TABLE games (
    run INTEGER NOT NULL REFERENCES runs(id), number INTEGER NOT NULL, seats TEXT NOT NULL, seed TEXT NOT NULL,
    moves TEXT NOT NULL, opening INTEGER NOT NULL, returns TEXT NOT NULL, seconds TEXT NOT NULL,
    forfeit INTEGER, reason TEXT NOT NULL, played TEXT NOT NULL, seal INTEGER NOT NULL,
    PRIMARY KEY (run, number)) WITHOUT ROWID""",
)


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
    form: Form
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


_RUN_COLUMNS = ", ".join([*(field.name for field in fields(StoredRun)), "games_seal", "seal"])


class Store:
    """A results file, created if missing; with `IN_MEMORY` the results live as long as the object."""

    def __init__(self, path: str | Path = IN_MEMORY, *, must_exist: bool = False) -> None:
        self.path = IN_MEMORY if path == IN_MEMORY else str(place_of(path))
        if self.path != IN_MEMORY:
            _refuse_missing(Path(self.path), must_exist)
        self.read_only = self.path != IN_MEMORY and _read_only(Path(self.path))
        with self._errors():
            self._db = self._connect()
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def _connect(self) -> sqlite3.Connection:
        address = self.path
        if self.read_only:
            # SQLite reads a log by an index file beside it. Without a log, immutable=1 promises that nobody writes.
            log = Path(f"{self.path}-wal")
            logged = log.exists() and log.stat().st_size > 0
            address = f"{Path(self.path).absolute().as_uri()}?{'mode=ro' if logged else 'immutable=1'}"
        # Autocommit: `_transaction` begins and ends the transactions explicitly.
        database = sqlite3.connect(address, timeout=_LOCK_SECONDS, isolation_level=None, uri=self.read_only)
        # Damaged text must decode, so that its seal reports the damage.
        database.text_factory = lambda data: data.decode(errors="surrogateescape")
        return database

    def _prepare(self) -> None:
        self._db.execute("PRAGMA synchronous = FULL")
        with self._transaction("DEFERRED"):  # one view of the file: another connection may be making it
            ours = self._ours()
        if not ours:
            with self._transaction():
                if not self._ours():  # no other process made it meanwhile
                    self._db.execute(f"PRAGMA application_id = {_APPLICATION}")
                    self._db.execute(f"PRAGMA user_version = {_FORMAT}")
                    for statement in _TABLES:
                        self._db.execute(statement)
        self._check_structure()
        self.runs()
        if not self.read_only:
            self._use_wal()

    def _use_wal(self) -> None:
        """Switch to WAL. SQLite does not wait for a lock here, so wait for connections that read the file meanwhile."""
        end = time.monotonic() + _LOCK_SECONDS
        while True:
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                    raise
                time.sleep(0.01)

    def _check_structure(self) -> None:
        """Raise unless SQLite finds its pages in order, the tables are ours, and every game belongs to a run."""
        if self.path == IN_MEMORY:
            return
        found = str(self._db.execute("PRAGMA integrity_check(1)").fetchone()[0])
        if found != "ok":
            raise self._damaged(" ".join(found.split()))
        tables = self._db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid").fetchall()
        if [sql for (sql,) in tables] != list(_TABLES):
            raise self._damaged("its tables are not those of a results file")
        orphans = self._db.execute("SELECT count(*) FROM games WHERE run NOT IN (SELECT id FROM runs)").fetchone()[0]
        if orphans:
            raise self._damaged(f"{orphans} games belong to no run")

    def _damaged(self, what: str) -> PlygroundError:
        return PlygroundError(f"{self.path} is damaged: {what}; restore a copy of it, or play into another file")

    def _ours(self) -> bool:
        """True for a results file, False for an empty one; raises for any other file."""
        application = self._db.execute("PRAGMA application_id").fetchone()[0]
        if application == _APPLICATION:
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version != _FORMAT:
                raise PlygroundError(f"{self.path} has format {version}, and this plyground reads format {_FORMAT}")
            return True
        if application or self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise PlygroundError(f"{self.path} is another program's database: it was not changed")
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
        """The number of the contest's run, which is created if missing."""
        what = contest.describe()
        texts = {name: json.dumps(what[name]) for name in ("agents", "code")}
        unsealed = {"games": 0, "games_seal": 0, "seal": 0}
        values = {**what, **texts, **unsealed, "identity": contest.identity, "created": _now()}
        names = ", ".join(values)
        slots = ", ".join(f":{name}" for name in values)
        with self._errors(), self._transaction():
            new = self._db.execute(
                f"INSERT INTO runs ({names}) VALUES ({slots}) ON CONFLICT (identity) DO NOTHING", values
            ).rowcount
            row = self._db.execute("SELECT id FROM runs WHERE identity = ?", (contest.identity,)).fetchone()
            if new:
                self._seal_run(row[0], new=True)
        return int(row[0])

    def add(self, run: int, records: Iterable[GameRecord]) -> None:
        """Store games, all or none of them; games already stored stay unchanged."""
        now = _now()
        insert = f"INSERT INTO games VALUES ({', '.join('?' * 12)}) ON CONFLICT (run, number) DO NOTHING"
        seals = []
        with self._errors(), self._transaction():
            for game in records:
                row = (
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
                seal = _seal(row)
                if self._db.execute(insert, (*row, seal)).rowcount:
                    seals.append(seal)
            self._seal_run(run, seals)

    def _seal_run(self, run: int, seals: Sequence[int] = (), *, new: bool = False) -> None:
        """Renew the seal of a run's row, after adding the games with these seals to its counts."""
        *values, seal = self._db.execute(f"SELECT {_RUN_COLUMNS} FROM runs WHERE id = ?", (run,)).fetchone()
        if not new and _seal(values) != seal:
            raise self._damaged(f"run {run} has changed since it was stored")
        *about, games, games_seal = values
        games, games_seal = games + len(seals), _sum(games_seal, *seals)
        self._db.execute(
            "UPDATE runs SET games = ?, games_seal = ?, seal = ? WHERE id = ?",
            (games, games_seal, _seal((*about, games, games_seal)), run),
        )

    def records(self, run: int) -> list[GameRecord]:
        """The games of a run, by their number."""
        with self._errors(), self._transaction("DEFERRED"):
            about = self._db.execute("SELECT games, games_seal FROM runs WHERE id = ?", (run,)).fetchone()
            rows = self._db.execute("SELECT * FROM games WHERE run = ? ORDER BY number", (run,)).fetchall()
        games, games_seal = about or (0, 0)
        changed, missing = sum(_seal(values) != seal for *values, seal in rows), max(0, games - len(rows))
        if changed or len(rows) != games or _sum(*(row[-1] for row in rows)) != games_seal:
            raise self._damaged(
                f"of the {games} games of run {run}, {changed} have changed since they were stored, {missing} are gone"
            )
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
            for _, number, seats, seed, moves, opening, returns, seconds, forfeit, reason, _, _ in rows
        ]

    def runs(self) -> list[StoredRun]:
        """All runs, the oldest first."""
        with self._errors():
            rows = self._db.execute(f"SELECT {_RUN_COLUMNS} FROM runs ORDER BY id").fetchall()
        changed = sum(_seal(values) != seal for *values, seal in rows)
        if changed:
            raise self._damaged(f"{changed} of {len(rows)} runs have changed since they were stored")
        names = [field.name for field in fields(StoredRun)]
        found = [dict(zip(names, row, strict=False)) for row in rows]
        return [
            StoredRun(**{**run, "agents": tuple(json.loads(run["agents"])), "code": json.loads(run["code"])})
            for run in found
        ]

    def run(self, number: int) -> StoredRun:
        for run in self.runs():
            if run.id == number:
                return run
        raise PlygroundError(f"{self.path} has no run {number}")

    def count(self, contest: Contest) -> int:
        """The number of stored games of the contest."""
        return sum(run.games for run in self.runs() if run.identity == contest.identity)

    def stale_runs(self, contest: Contest) -> list[StoredRun]:
        """Runs of the same contest whose games were played with other code or other files."""
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
    def _transaction(self, kind: str = "IMMEDIATE") -> Iterator[None]:
        self._db.execute(f"BEGIN {kind}")
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
        sqlite3.SQLITE_FULL: "the disk is full; all games stored before are safe: make room and repeat the command",
        sqlite3.SQLITE_BUSY: "another program has locked it",
        sqlite3.SQLITE_LOCKED: "another program has locked it",
        sqlite3.SQLITE_READONLY: "it cannot be written",
        sqlite3.SQLITE_CANTOPEN: "it cannot be opened: does its folder exist, and may you write in it?",
        sqlite3.SQLITE_NOTADB: "it is not a results file; it was not changed",
        sqlite3.SQLITE_CORRUPT: "it is damaged",
        sqlite3.SQLITE_IOERR: "the disk fails or is full; all games stored before are safe",
    }
    return sentences.get(code, str(error))


def _refuse_missing(path: Path, must_exist: bool) -> None:
    """Raise unless the file may be opened as a database.

    Nothing but SQLite may read it: if this process has the file open elsewhere, closing it here would drop the locks of
    that connection, and another program could then write.
    """
    if os.path.isdir(path):
        raise PlygroundError(f"{path} is a folder, not a results file")
    found = find_file(path)
    if must_exist and found is None:
        raise PlygroundError(f"there is no results file {path}")
    if must_exist and path.stat().st_size == 0:
        raise PlygroundError(f"{path} is empty: it is not a results file")


def _read_only(path: Path) -> bool:
    """Is the file or its folder read-only? SQLite also writes files beside the database."""
    return path.is_file() and not all(os.access(place, os.W_OK) for place in (path, path.absolute().parent))


def _seal(values: Iterable[object]) -> int:
    """The checksum of a row, within the range of SQLite's integers."""
    text = repr(tuple(values)).encode(errors="surrogateescape")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest()) & _LARGEST


def _sum(*seals: int) -> int:
    return sum(seals) & _LARGEST


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
