"""The results file: nothing is lost, mixed or damaged, and what it holds can be read and exported."""

import csv
import dataclasses
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from plyground import __version__
from plyground.arena import Contest, GameRecord, Store, identity, make_contest
from plyground.arena import store as store_module
from plyground.arena.runner import run_contest
from plyground.arena.workers import Inline
from plyground.cli import main
from plyground.cli.game_files import load_file
from plyground.errors import PlygroundError
from plyground.games import TERMINAL, Game, parse_game

MATCH = make_contest("tictactoe", ["random", "first"])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.db"


def fill(path: Path, contest: Contest = MATCH, games: int = 10) -> list[GameRecord]:
    with Store(path) as store:
        progress = run_contest(contest, games, store, Inline())
    return [progress.records[number] for number in sorted(progress.records)]


def stored(path: Path, run: int = 1) -> list[GameRecord]:
    with Store(path) as store:
        return store.records(run)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_games_come_back_as_they_were(path: Path) -> None:
    records = fill(path)
    again = stored(path)
    assert [dataclasses.replace(one, seconds=()) for one in again] == [
        dataclasses.replace(one, seconds=()) for one in records
    ]
    assert [one.seconds for one in again] == [pytest.approx(one.seconds, abs=1e-6) for one in records]


def test_stored_games_are_not_played_again(path: Path) -> None:
    class Busy(Inline):
        def run(self, tasks):  # type: ignore[no-untyped-def]
            for task in tasks:
                played.extend(task.numbers)
                yield task.id, task()

    played: list[int] = []
    fill(path, games=6)
    with Store(path) as store:
        run_contest(MATCH, 10, store, Busy())
        assert sorted(played) == [6, 7, 8, 9]
        run_contest(MATCH, 10, store, Busy())
    assert len(played) == 4
    assert [record.number for record in stored(path)] == list(range(10))


def test_a_game_is_stored_once(path: Path) -> None:
    records = fill(path)
    with Store(path) as store:
        store.add(1, [dataclasses.replace(records[3], moves="0")])
    assert [record.moves for record in stored(path)] == [record.moves for record in records]


def test_a_batch_is_stored_whole_or_not_at_all(path: Path) -> None:
    fill(path, games=2)
    records = fill(path.with_name("other.db"), games=6)
    broken = dataclasses.replace(records[5], moves=None)  # type: ignore[arg-type]
    with Store(path) as store, pytest.raises(PlygroundError, match=r"results\.db"):
        store.add(1, [*records[2:5], broken])
    assert len(stored(path)) == 2


def test_the_file_is_durable(path: Path) -> None:
    with Store(path) as store:
        pragmas = {name: store._db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")}
    assert pragmas == {"journal_mode": "wal", "synchronous": 2}


def test_readers_see_whole_batches_while_a_run_writes(path: Path) -> None:
    records = fill(path, games=4)
    more = fill(path.with_name("other.db"), games=6)[4:]
    with Store(path) as writer, Store(path) as reader, Store(path) as other:

        def entered_slowly() -> Iterator[GameRecord]:
            for record in more:
                yield record
                assert len(reader.records(1)) == len(other.records(1)) == len(records)

        writer.add(1, entered_slowly())
        assert len(reader.records(1)) == len(other.records(1)) == 6


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 1},
        {"opening_moves": 1},
        {"move_seconds": 9.0},
        {"form": "gauntlet"},
        {"agents": make_contest("tictactoe", ["random", "random"]).agents},
        {"agents": MATCH.agents[::-1]},
        {"game": parse_game("tictactoe(4)")},
    ],
)
def test_whatever_changes_a_game_is_another_run(path: Path, change: dict[str, object]) -> None:
    fill(path, games=2)
    other = dataclasses.replace(MATCH, **change)  # type: ignore[arg-type]
    assert other.identity != MATCH.identity
    fill(path, other, games=4)
    with Store(path) as store:
        assert [found.games for found in store.runs()] == [2, 4]


def test_another_build_is_told_and_not_mixed(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["match", "random", "first", "--game", "tictactoe", "--games", "4", "--store", str(path)]
    assert run(capsys, *command)[0] == 0
    assert run(capsys, *command)[2] == ""
    monkeypatch.setattr(identity, "PLYGROUND", "another")
    code, out, err = run(capsys, *command[:-4], "--games", "6", "--store", str(path))
    assert code == 0
    said = f"4 stored games of this contest (run 1 of {path}) were played with another build of plyground: "
    assert err == f"plyground: {said}they are kept but not counted\n"
    assert "6 games" in out
    assert said in out
    with Store(path) as store:
        assert [found.games for found in store.runs()] == [4, 6]


def test_changed_code_is_another_run(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Game.registry, "_entries", dict(Game.registry._entries))
    text = (Path(__file__).parent.parent / "examples" / "my_game.py").read_text()
    file = tmp_path / "my_nim.py"
    command = ["match", "random", "first", "--game", str(file), "--games", "2", "--store", str(path)]
    for version in (text.replace("misere_nim", "my_nim"), text.replace("misere_nim", "my_nim") + "CHANGED = 1\n"):
        file.write_text(version)
        load_file.cache_clear()
        sys.modules.pop("plyground_game_file_my_nim", None)
        code, _, err = run(capsys, *command)
        assert code == 0
    said = f"2 stored games of this contest (run 1 of {path}) were played with another version of your own code: "
    assert said in err
    with Store(path) as store:
        assert [found.games for found in store.runs()] == [2, 2]


# Files that are full, locked, foreign or broken.


def test_a_full_disk_loses_nothing(path: Path) -> None:
    fill(path, games=4)
    contest = make_contest("connect_four", ["random", "random"])
    with Store(path) as store:
        pages = store._db.execute("PRAGMA page_count").fetchone()[0]
        store._db.execute(f"PRAGMA max_page_count = {pages + 1}")
        with pytest.raises(PlygroundError, match="the disk is full; all games stored before are safe"):
            run_contest(contest, 2000, store, Inline())
        entered = len(store.records(2))
    assert 0 < entered < 2000
    assert len(stored(path, 1)) == 4
    assert len(stored(path, 2)) == entered
    fill(path, contest, games=entered + 10)
    assert [record.number for record in stored(path, 2)] == list(range(entered + 10))


def test_a_locked_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(path)
    monkeypatch.setattr(store_module, "_LOCK_SECONDS", 0.02)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(PlygroundError, match="another program has locked it"):
        fill(path, games=20)
    other.execute("ROLLBACK")
    other.close()
    assert len(fill(path, games=20)) == 20


def make_foreign_database(path: Path) -> None:
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE recipes (name TEXT)")
    database.commit()
    database.close()


def make_store_of_format(path: Path, number: int) -> None:
    Store(path).close()
    database = sqlite3.connect(path)
    database.execute(f"PRAGMA user_version = {number}")
    database.close()


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (make_foreign_database, "is another program's database: it was not changed"),
        (lambda path: make_store_of_format(path, 1), "has format 1, and this plyground reads format 2"),
        (lambda path: make_store_of_format(path, 7), "has format 7, and this plyground reads format 2"),
        (lambda path: path.write_text("dear diary, this is longer than a head"), "is not a results file; it was not"),
        (lambda path: path.write_bytes(b"SQLite format 3\0" + b"x" * 5000), "not a results file|damaged"),
        (lambda path: path.mkdir(), "is a folder"),
    ],
)
def test_other_files_stay_as_they_are(path: Path, make, sentence: str) -> None:  # type: ignore[no-untyped-def]
    make(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(PlygroundError, match=sentence):
        Store(path)
    assert before is None or path.read_bytes() == before


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(PlygroundError, match="cannot be opened"):
        Store(tmp_path / "nowhere" / "results.db")


def test_an_empty_file_is_a_new_store(path: Path) -> None:
    path.touch()
    assert len(fill(path)) == 10


def test_connections_that_make_a_file_together(tmp_path: Path) -> None:
    """A race on the page opens its store for the first game and for the first picture at once."""
    with ThreadPoolExecutor(3) as threads:
        for name in range(60):
            together = Barrier(3)

            def make(path: Path, together: Barrier = together) -> str:
                together.wait()
                with Store(path) as store:
                    return str(store._db.execute("PRAGMA journal_mode").fetchone()[0])

            assert list(threads.map(make, [tmp_path / f"{name}.db"] * 3)) == ["wal"] * 3


def test_two_stores_of_one_process_keep_their_locks(path: Path) -> None:
    """Another program that reads and leaves must not take the file for its own and clear the log away."""
    reader = f"import sqlite3; sqlite3.connect({str(path)!r}).execute('SELECT count(*) FROM games').fetchone()"
    contest = make_contest("tictactoe", ["random", "first"])
    with Store(path) as first:
        run_contest(contest, 4, first, Inline())
        with Store(path) as second:
            run_contest(contest, 8, second, Inline())
        subprocess.run([sys.executable, "-c", reader], check=True)
        assert Path(f"{path}-wal").exists()
        assert len(run_contest(contest, 12, first, Inline()).records) == 12
    assert len(stored(path, 1)) == 12


def test_a_file_that_cannot_be_written_can_be_read(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(path)
    before = path.read_bytes()
    monkeypatch.setattr(store_module.os, "access", lambda place, mode: False)
    monkeypatch.setattr(sqlite3, "connect", refuse_to_write(sqlite3.connect))
    assert len(stored(path)) == 10
    assert run(capsys, "results", str(path))[0] == 0
    assert run(capsys, "results", str(path), "--export", str(tmp_path / "games.csv"))[1].startswith("10 games")
    assert run(capsys, "match", "random", "first", "--game", "tictactoe", "--store", str(path))[::2] == (
        2,
        f"plyground: {path}: it cannot be written\n",
    )
    assert path.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["games.csv", "results.db"]


def refuse_to_write(connect):  # type: ignore[no-untyped-def]
    """Opening for writing fails, as on a file system that is mounted for reading."""

    def only_reading(address: str, **settings: object) -> sqlite3.Connection:
        if "immutable=1" not in address:
            error = sqlite3.OperationalError("unable to open database file")
            error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise error
        return connect(address, **settings)  # type: ignore[no-any-return]

    return only_reading


def games_that_nobody_reads(path: Path) -> int:
    """The games in a file, as the user `nobody` reads it."""
    program = (
        "import os; from plyground.arena import Store; os.setgid(65534); os.setuid(65534)\n"
        f"store = Store({str(path)!r}, must_exist=True); print(len(store.records(1)))"
    )
    return int(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become another user")
def test_somebody_elses_file_can_be_read() -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "results.db"
        fill(path)
        Path(name).chmod(0o755)
        assert games_that_nobody_reads(path) == 10
        with Store(path) as store:  # while its owner writes, too: the newest games lie in the log
            run_contest(MATCH, 20, store, Inline())
            assert games_that_nobody_reads(path) == 20


def test_an_empty_file_holds_no_results(path: Path) -> None:
    path.touch()
    with pytest.raises(PlygroundError, match="is empty: it is not a results file"):
        Store(path, must_exist=True)


# Reading and exporting.


def test_results_are_listed_and_filtered(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(path, games=2)
    fill(path, make_contest("pig", ["random", "random"]), games=4)
    code, out, _ = run(capsys, "results", str(path))
    assert code == 0
    assert ["random | first" in line for line in out.splitlines()] == [False, True, False]
    listed = json.loads(run(capsys, "results", str(path), "--json")[1])
    assert [(one["game"], one["games"]) for one in listed] == [("tictactoe", 2), ("pig", 4)]
    assert len(json.loads(run(capsys, "results", str(path), "--game", "pig", "--json")[1])) == 1
    assert len(json.loads(run(capsys, "results", str(path), "--agent", "first", "--json")[1])) == 1


def test_a_stored_run_has_the_report_of_its_match(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["match", "random", "first", "--game", "tictactoe", "--games", "8", "--store", str(path), "--json"]
    played = run(capsys, *command)[1]
    assert run(capsys, "results", str(path), "1", "--json")[1] == played
    out = run(capsys, "results", str(path), "1")[1]
    assert "the running score" in out


def test_a_stored_game_replays(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    contest = make_contest("pig", ["random", "random"], opening_moves=1)
    record = fill(path, contest, games=4)[3]
    out = run(capsys, "results", str(path), "1", "3")[1]
    assert f"returns {', '.join(f'{value:g}' for value in record.returns)}" in out
    assert "(opening)" in out
    state = contest.game.position([int(move) for move in record.moves.split()])
    assert (state.player, tuple(state.returns())) == (TERMINAL, record.returns)
    text = tmp_path / "game.txt"
    assert run(capsys, "results", str(path), "1", "3", "--export", str(text))[0] == 0
    from plyground.cli.saved_games import load_game

    saved = load_game(str(text))
    assert (saved.game, saved.moves) == (contest.game, [int(move) for move in record.moves.split()])
    assert saved.players == ("random", "random")
    assert saved.result.startswith("returns ")
    played = json.loads(run(capsys, "results", str(path), "1", "3", "--json")[1])
    assert played["actions"] == [int(move) for move in record.moves.split()]
    assert contest.game.read_moves(" ".join(played["moves"])) == played["actions"]


def test_export_to_csv(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = fill(path)
    target = tmp_path / "games.csv"
    assert "10 games written" in run(capsys, "results", str(path), "--export", str(target))[1]
    with target.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["actions"] for row in rows] == [record.moves for record in records]
    named = [MATCH.game.read_moves(row["moves"]) for row in rows]
    assert [" ".join(map(str, actions)) for actions in named] == [record.moves for record in records]
    assert [tuple(json.loads(row["returns"])) for row in rows] == [record.returns for record in records]
    assert [int(row["seed"]) for row in rows] == [record.seed for record in records]
    assert json.loads(rows[1]["seats"]) == ["first", "random"]
    assert {row["version"] for row in rows} == {__version__}
    assert [one.name for one in tmp_path.glob("*.part")] == []


def test_export_to_parquet(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    records = fill(path)
    target = tmp_path / "games.parquet"
    assert run(capsys, "results", str(path), "--export", str(target))[0] == 0
    rows = parquet.read_table(target).to_pylist()
    assert [row["actions"] for row in rows] == [record.moves for record in records]
    named = [MATCH.game.read_moves(row["moves"]) for row in rows]
    assert [" ".join(map(str, actions)) for actions in named] == [record.moves for record in records]
    assert [tuple(row["returns"]) for row in rows] == [record.returns for record in records]
    assert [row["winner_seat"] for row in rows] == [
        None if record.winner is None else record.winner + 1 for record in records
    ]


def test_export_without_pyarrow(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(path, games=2)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, _, err = run(capsys, "results", str(path), "--export", str(tmp_path / "games.parquet"))
    assert (code, "pip install 'plyground[parquet]'" in err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["missing.db"], "there is no results file"),
        (["{store}", "7"], "has no run 7"),
        (["{store}", "1", "99"], "has no game 99"),
        (["{store}", "--export", "games.xlsx"], "exported to .csv or .parquet"),
        (["{store}", "--export", "/nowhere/games.csv"], "cannot write /nowhere/games.csv"),
        (["{store}", "1", "0", "--export", "game.csv"], "one game is written to a .txt file"),
    ],
)
def test_misuse_is_one_sentence(
    path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    fill(path, games=2)
    code, out, err = run(capsys, "results", *(argument.format(store=path) for argument in arguments))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert sentence in err
