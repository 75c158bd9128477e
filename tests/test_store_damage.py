"""Damaged results files: the right data or one sentence that names the file, never anything else."""

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from plyground.arena import GameRecord, Store, make_contest
from plyground.arena.runner import run_contest
from plyground.arena.store import StoredRun
from plyground.arena.workers import Inline
from plyground.cli import main
from plyground.errors import PlygroundError

CONTESTS = [make_contest("tictactoe", ["random", "first"]), make_contest("pig", ["random", "random"])]
GAMES = 12
Contents = tuple[list[StoredRun], list[list[GameRecord]]]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("sound") / "results.db"
    with Store(path) as store:
        for contest in CONTESTS:
            run_contest(contest, GAMES, store, Inline())
    return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path, sound: bytes) -> Path:
    path = tmp_path / "results.db"
    path.write_bytes(sound)
    return path


def contents(path: Path) -> Contents:
    with Store(path, must_exist=True) as store:
        runs = store.runs()
        return runs, [store.records(run.id) for run in runs]


def contents_or_sentence(path: Path) -> Contents | str:
    try:
        return contents(path)
    except PlygroundError as error:
        return str(error)


def flip_a_bit(data: bytearray, rng: random.Random) -> None:
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def flip_a_bit_of_a_head(data: bytearray, rng: random.Random) -> None:
    page = rng.randrange(len(data) // 4096) * 4096
    data[page + rng.randrange(100)] ^= 1 << rng.randrange(8)


def overwrite_bytes(data: bytearray, rng: random.Random) -> None:
    start = rng.randrange(len(data))
    data[start : start + rng.randrange(1, 64)] = rng.randbytes(min(rng.randrange(1, 64), len(data) - start))


def truncate(data: bytearray, rng: random.Random) -> None:
    del data[rng.randrange(len(data)) :]


def overwrite_a_page(data: bytearray, rng: random.Random) -> None:
    start = rng.randrange(len(data) // 4096) * 4096
    data[start : start + 4096] = rng.choice([bytes(4096), rng.randbytes(4096), b"\xff" * 4096])


def copy_a_page(data: bytearray, rng: random.Random) -> None:
    source, target = (rng.randrange(len(data) // 4096) * 4096 for _ in range(2))
    data[target : target + 4096] = data[source : source + 4096]


def change_a_digit(data: bytearray, rng: random.Random) -> None:
    places = [place for place, byte in enumerate(data) if chr(byte).isdigit()]
    data[rng.choice(places)] = ord(str(rng.randrange(10)))


MUTATIONS = [
    flip_a_bit,
    flip_a_bit_of_a_head,
    overwrite_bytes,
    truncate,
    overwrite_a_page,
    copy_a_page,
    change_a_digit,
]


@pytest.mark.parametrize("mutate", MUTATIONS)
def test_damage_is_noticed(path: Path, sound: bytes, mutate: Callable[[bytearray, random.Random], None]) -> None:
    right = contents(path)
    noticed = 0
    for seed in range(80):
        data = bytearray(sound)
        mutate(data, random.Random(seed))
        path.write_bytes(data)
        found = contents_or_sentence(path)
        if isinstance(found, str):
            noticed += 1
            assert str(path) in found
            assert "\n" not in found
        else:
            assert found == right, f"seed {seed} is not noticed"
    assert noticed > 10


def change(path: Path, statement: str) -> None:
    database = sqlite3.connect(path, isolation_level=None)
    database.execute(statement)
    database.close()


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE games SET moves = '0 1' WHERE run = 1 AND number IN (3, 5)", "of the 12 games of run 1, 2 have"),
        ("DELETE FROM games WHERE run = 2 AND number < 4", "of the 12 games of run 2, 0 have changed .* 4 are gone"),
        ("UPDATE games SET run = 2, number = number + 100 WHERE run = 1 AND number = 0", "have changed since"),
        ("UPDATE games SET reason = CAST(x'ff' AS TEXT) WHERE run = 1 AND number = 1", "1 have changed since they"),
        ("UPDATE runs SET agents = '[]' WHERE id = 2", "1 of 2 runs have changed since they were stored"),
        ("DELETE FROM runs WHERE id = 2", "12 games belong to no run"),
        ("ALTER TABLE games RENAME COLUMN moves TO movies", "its tables are not those of a results file"),
        ("DROP TABLE games", "its tables are not those of a results file"),
    ],
)
def test_the_sentence_says_what_is_wrong(
    path: Path, statement: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    change(path, statement)
    with pytest.raises(PlygroundError, match=rf"results\.db is damaged: .*{sentence}"):
        contents(path)
    assert main(["results", str(path), "--export", str(path.with_suffix(".csv"))]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not path.with_suffix(".csv").exists()


def test_no_games_are_added_to_a_damaged_run(path: Path) -> None:
    with Store(path) as store:
        records = store.records(1)
        change(path, "UPDATE runs SET version = '99' WHERE id = 1")
        with pytest.raises(PlygroundError, match="run 1 has changed since it was stored"):
            store.add(1, records)
