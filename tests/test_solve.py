"""The Connect Four solver against another solver, plain minimax and published values; its opening tables."""

import random
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

import pytest

from plyground.deadline import CutOff, until
from plyground.errors import PlygroundError
from plyground.games import TERMINAL, parse_game
from plyground.games.connect_four import ConnectFour, ConnectFourState
from plyground.solve import analyse, solve
from plyground.solve.connect_four import new_solver
from plyground.solve.make_openings import make_openings
from plyground.solve.openings import Openings, cache_folder, deepest, file_name, read, shipped_folder

pytest.importorskip("plyground._native", reason="the solver is part of the C++ core")


def position(stones: int, rng: random.Random, game: str = "connect_four") -> ConnectFourState:
    """A random position of `stones` stones in which the game is not over."""
    while True:
        state = parse_game(game).initial_state()
        for _ in range(stones):
            if state.player == TERMINAL:
                break
            state.apply(rng.choice(state.actions()))
        if state.player != TERMINAL:
            assert isinstance(state, ConnectFourState)
            return state


def minimax(state: ConnectFourState, known: dict[bytes, int]) -> int:
    """The score by the rules alone: every line of play to its end."""
    key = state.key()
    if key not in known:
        best = -100
        for action in state.actions():
            child = state.clone()
            child.apply(action)
            if child.player == TERMINAL:
                score = 0 if child.winner is None else (state.empty + 1) // 2
            else:
                score = -minimax(child, known)
            best = max(best, score)
        known[key] = best
    return known[key]


@pytest.mark.parametrize("stones", range(28, 42))
def test_late_positions_have_the_minimax_score(stones: int) -> None:
    rng = random.Random(stones)
    for _ in range(1 if stones < 31 else 8):
        state = position(stones, rng)
        assert solve(state) == minimax(state, {})


@pytest.mark.parametrize("game", ["connect_four(4,4)", "connect_four(5,4)", "connect_four(4,5)", "connect_four(3,6)"])
def test_small_boards_have_the_minimax_score(game: str) -> None:
    rng = random.Random(1)
    start = parse_game(game).initial_state()
    assert isinstance(start, ConnectFourState)
    for stones in range(start.empty // 3, start.empty):
        state = position(stones, rng, game)
        assert solve(state) == minimax(state, {})


@pytest.mark.parametrize("game", ["connect_four(7,8)", "connect_four(15,4)", "connect_four(6,9)", "connect_four(19,3)"])
def test_the_largest_boards_have_the_minimax_score(game: str) -> None:
    rng = random.Random(3)
    start = parse_game(game).initial_state()
    assert isinstance(start, ConnectFourState)
    for empty in (1, 2, 3, 5, 8, 10):
        state = position(start.empty - empty, rng, game)
        assert solve(state, table_mb=2) == minimax(state, {})


# Columns × rows, and the score of the start.
@pytest.mark.parametrize(
    ("cols", "rows", "score"), [(4, 4, 0), (4, 5, 0), (5, 4, 0), (5, 5, 0), (6, 4, -1), (4, 1, 0), (1, 4, 0)]
)
def test_small_boards_have_their_known_value(cols: int, rows: int, score: int) -> None:
    assert solve(ConnectFour(rows, cols).initial_state()) == score


def test_the_columns_of_the_start_have_their_published_scores() -> None:
    start = parse_game("connect_four").initial_state()
    assert analyse(start) == {0: -2, 1: -1, 2: 0, 3: 1, 4: 0, 5: -1, 6: -2}
    assert solve(start) == 1
    assert solve(parse_game("connect_four").position("7")) == 2


@pytest.mark.parametrize("stones", range(9, 42))
def test_every_move_has_the_score_of_bitbully(stones: int) -> None:
    bitbully = pytest.importorskip("bitbully", reason="the independent solver is not installed")
    referee = bitbully.BitBully(opening_book=None)
    rng = random.Random(stones)
    for _ in range(1 if stones < 12 else 4 if stones < 16 else 10):
        state = position(stones, rng)
        assert analyse(state) == referee.score_all_moves(bitbully.Board(list(played(state))))


def played(state: ConnectFourState) -> list[int]:
    """A legal order of moves that leads to the position."""

    @cache
    def order(heights: tuple[int, ...]) -> list[int] | None:
        seat = sum(heights) % 2
        if list(heights) == state.heights:
            return []
        for column, height in enumerate(heights):
            if height < state.heights[column] and state.cells[height * state.cols + column] == seat:
                after = (*heights[:column], height + 1, *heights[column + 1 :])
                rest = order(after)
                if rest is not None:
                    return [column, *rest]
        return None

    moves = order((0,) * state.cols)
    assert moves is not None
    return moves


@pytest.mark.parametrize("stones", [14, 20, 27, 33])
def test_the_mirror_image_has_the_mirrored_scores(stones: int) -> None:
    state = position(stones, random.Random(stones))
    image = state.game.state_from_key(state.images()[1][0])
    assert analyse(image) == {6 - action: score for action, score in analyse(state).items()}


@pytest.mark.parametrize("stones", [13, 18, 25, 35])
def test_the_score_is_the_best_of_the_moves(stones: int) -> None:
    for seed in range(5):
        state = position(stones, random.Random(seed))
        assert solve(state) == max(analyse(state).values())


def test_a_small_table_forgets_and_stays_exact() -> None:
    state = position(13, random.Random(5))
    assert analyse(state, table_mb=2) == analyse(state)


def test_a_finished_game_is_refused() -> None:
    with pytest.raises(PlygroundError, match="the game is over"):
        solve(parse_game("connect_four").position("1122334"))


def test_without_the_core_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "plyground._native", None)
    with pytest.raises(PlygroundError, match="needs the C\\+\\+ core"):
        new_solver(6, 7, 8)


@pytest.mark.parametrize("key", [b"", bytes(42), b"\x03" * 42, bytes([2] * 7 + [0] + [2] * 34), b"\x01" + b"\x02" * 41])
def test_the_core_refuses_what_is_no_position(key: bytes) -> None:
    with pytest.raises(ValueError, match=r"cells|stone|cell|over"):
        new_solver(6, 7, 2).score(key)


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return cache_folder()


@pytest.mark.skipif(sys.platform != "linux", reason="other platforms have other folders")
def test_tables_go_to_the_users_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == tmp_path / ".cache" / "plyground"


def test_the_numbers_of_openings_are_those_of_all_positions() -> None:
    # Positions per number of stones (OEIS A212693) less those already won, counted with their mirror images.
    solver = new_solver(6, 7, 2)
    mirrored = [0] * 8
    for stones in range(8):
        for key in solver.openings(stones):
            columns = [key >> (7 * column) & 127 for column in range(7)]
            mirrored[stones] += 1 if columns == columns[::-1] else 2
    assert mirrored == [1, 7, 49, 238, 1120, 4263, 16422, 54859 - 728]


def test_a_made_table_has_the_scores_of_the_solver(own_cache: Path) -> None:
    path = make_openings(4, 5, 4, own_cache, table_mb=2)
    made = deepest(4, 5)
    assert (path, made) == (own_cache / file_name(4, 5, 4), read(path))
    solver, knowing = new_solver(4, 5, 2), new_solver(4, 5, 2)
    knowing.set_openings(4, read(path).scores)
    for stones in range(5):
        for key in solver.openings(stones):
            assert knowing.opening_score(key) == solver.opening_score(key)
    assert knowing.nodes == 0


def test_a_position_that_no_play_reaches_is_searched(own_cache: Path) -> None:
    knowing, plain = new_solver(4, 5, 2), new_solver(4, 5, 2)
    knowing.set_openings(4, read(make_openings(4, 5, 4, own_cache, table_mb=2)).scores)
    key = bytes([1, 1, 2, 2, 2, 0, 0, *[2] * 13])  # the second seat has both stones at the bottom
    assert knowing.analyse(key) == plain.analyse(key)


def test_the_core_refuses_a_table_of_another_size() -> None:
    for stones, scores in [(1, b""), (2, bytes(3)), (-1, b"")]:
        with pytest.raises(ValueError, match="one score per opening"):
            new_solver(4, 5, 2).set_openings(stones, scores)


def test_making_a_table_goes_on_where_it_stopped(own_cache: Path) -> None:
    whole = read(make_openings(4, 5, 3, own_cache, table_mb=2))
    partial = (own_cache / file_name(4, 5, 3)).with_suffix(".partial")
    # A wrong but possible score in the saved part shows that this part is kept and the rest is computed.
    partial.write_bytes(bytes([20]) + whole.scores[1:-1] + bytes([0x80]))
    again = read(make_openings(4, 5, 3, own_cache, table_mb=2))
    assert again.scores == bytes([20]) + whole.scores[1:]
    assert not partial.exists()


def test_the_shipped_table_is_exact() -> None:
    [path] = shipped_folder().glob("connect_four_7x6_*.openings")
    table = read(path)
    solver = new_solver(6, 7, 64)
    keys = solver.openings(table.stones)
    assert (path.name, len(keys)) == (file_name(6, 7, table.stones), len(table.scores))
    if table.stones < 8:
        pytest.skip("searching positions of so few stones takes minutes")
    for number in random.Random(2).sample(range(len(keys)), 12):
        assert solver.opening_score(keys[number]) == int.from_bytes(table.scores[number : number + 1], signed=True)


def test_a_bad_file_is_refused_in_one_sentence(own_cache: Path) -> None:
    path = own_cache / file_name(6, 7, 42)
    Openings(6, 7, 42, b"\0" * 1000).write(path)
    good = path.read_bytes()
    flipped = good[:-3] + bytes([good[-3] ^ 1]) + good[-2:]
    for content, message in [
        (b"", "is not an opening table"),
        (b"x" * 100, "is not an opening table"),
        (good[:8] + b"\x07" + good[9:], "another version"),
        (good[:-5], "damaged or cut short"),
        (good[:20], "damaged or cut short"),
        (flipped, "damaged or cut short"),
    ]:
        path.write_bytes(content)
        with pytest.raises(PlygroundError, match=message):
            deepest(6, 7)
    for table, message in [
        (Openings(6, 7, 42, bytes(100_000_000)), "holds no scores"),
        (Openings(6, 7, 42, b"\x64" * 10), "holds no scores"),
        (Openings(6, 7, 41, b"\0" * 1000), "of another board"),
    ]:
        table.write(path)
        with pytest.raises(PlygroundError, match=message):
            deepest(6, 7)
    path.unlink()
    with pytest.raises(PlygroundError, match="cannot read"):
        read(path)


def test_a_deadline_ends_the_solver_and_the_next_answer_is_exact() -> None:
    start = parse_game("connect_four(7,8)").initial_state()  # days of work
    for question in (solve, analyse):
        with pytest.raises(CutOff), until(time.perf_counter() + 0.01):
            question(start)
    solver = new_solver(6, 7, 2)
    state = position(13, random.Random(5))
    with pytest.raises(TimeoutError):
        solver.analyse(state.key(), 0.0)
    assert dict(solver.analyse(state.key())) == analyse(state)


def test_nobody_waits_for_a_busy_solver_beyond_the_deadline() -> None:
    script = """
import os, random, threading
from plyground.games import parse_game
from plyground.solve import exact_moves
start = parse_game("connect_four(7,8)").initial_state()
late = parse_game("connect_four(7,8)").position("3244887651517733527287182246766547282856813363")
threading.Thread(target=exact_moves, args=[start]).start()
while exact_moves(late, 0.0) is not None:
    pass
print("not in time", flush=True)
os._exit(0)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout == "not in time\n"


def test_a_search_can_be_interrupted() -> None:
    script = """
import _thread, threading
from plyground.solve.connect_four import new_solver
threading.Timer(0.5, _thread.interrupt_main).start()
try:
    new_solver(7, 8, 8).score(bytes([2] * 56))
except KeyboardInterrupt:
    print("stopped")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout == "stopped\n"
