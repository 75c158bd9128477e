"""The games against exact counts and values: full enumeration, published tables and closed forms."""

from functools import cache, reduce
from itertools import product
from operator import xor

import pytest

from plyground.games import TERMINAL, Nim, State, count_positions, parse_game, perft
from plyground.games.lines import grid_lines, has_line
from plyground.games.native import have_native
from plyground.rng import Rng

needs_native = pytest.mark.skipif(not have_native(), reason="needs the C++ core")
ENGINES = ["python", pytest.param("native", marks=needs_native)]


def all_games(state: State) -> dict[tuple[int, float], int]:
    """The number of games that end after this many plies with that value for the first seat."""
    ends: dict[tuple[int, float], int] = {}

    def walk(state: State, ply: int) -> None:
        if state.player == TERMINAL:
            end = ply, state.returns()[0]
            ends[end] = ends.get(end, 0) + 1
        for action in state.actions():
            child = state.clone()
            child.apply(action)
            walk(child, ply + 1)

    walk(state, 0)
    return ends


def value(state: State) -> float:
    """The first seat's value under best play of both, by exhaustive search over canonical positions."""
    known: dict[object, float] = {}

    def best(state: State) -> float:
        if state.player == TERMINAL:
            return state.returns()[0]
        key = state.canonical_key()
        if key not in known:
            values = []
            for action in state.actions():
                child = state.clone()
                child.apply(action)
                values.append(best(child))
                if values[-1] == (1.0 if state.player == 0 else -1.0):
                    break
            known[key] = max(values) if state.player == 0 else min(values)
        return known[key]

    return best(state)


# Tic-tac-toe


def test_tictactoe_games_by_length_and_winner() -> None:
    ends = all_games(parse_game("tictactoe").initial_state())
    assert ends == {
        (5, 1.0): 1440,
        (6, -1.0): 5328,
        (7, 1.0): 47952,
        (8, -1.0): 72576,
        (9, 1.0): 81792,
        (9, 0.0): 46080,
    }
    assert sum(ends.values()) == 255_168


@pytest.mark.parametrize(
    ("first", "x_wins", "draws", "o_wins"),
    [("a1", 14_652, 5_184, 7_896), ("b1", 14_232, 5_184, 10_176), ("b2", 15_648, 4_608, 5_616)],
)
def test_tictactoe_games_by_first_move(first: str, x_wins: int, draws: int, o_wins: int) -> None:
    ends = all_games(parse_game("tictactoe").position(first))
    tally = [sum(n for (_, result), n in ends.items() if result == wanted) for wanted in (1.0, 0.0, -1.0)]
    assert tally == [x_wins, draws, o_wins]


@pytest.mark.parametrize("engine", ENGINES)
def test_tictactoe_counts_per_ply(engine: str) -> None:
    game = parse_game("tictactoe")
    sequences = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert perft(game, 5, engine) == sequences[:6]
    if engine == "native":
        assert perft(game, 10, engine) == [*sequences, 0]
    positions = count_positions(game, engine=engine)
    assert positions == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert sum(positions) == 5_478


def test_tictactoe_positions_up_to_symmetry() -> None:
    positions = count_positions(parse_game("tictactoe"), symmetric=True)
    assert positions == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    assert sum(positions) == 765


def test_random_tictactoe_exactly() -> None:
    """Random against random: 737/1260, 8/63 and 121/420, by summing over the whole tree."""

    @cache
    def shares(key: bytes) -> tuple[float, float, float]:
        state = parse_game("tictactoe").state_from_key(key)
        if state.player == TERMINAL:
            first = state.returns()[0]
            return float(first > 0), float(first == 0), float(first < 0)
        children = []
        for action in state.actions():
            child = state.clone()
            child.apply(action)
            children.append(shares(child.key()))  # type: ignore[arg-type]
        n = len(children)
        return tuple(sum(column) / n for column in zip(*children, strict=True))  # type: ignore[return-value]

    start = bytes([2] * 9)
    assert shares(start) == pytest.approx((737 / 1260, 8 / 63, 121 / 420), abs=1e-12)


# m,n,k games


@pytest.mark.parametrize(
    ("text", "expected"),
    [("mnk(3,3,3)", 0.0), ("mnk(4,3,3)", 1.0), ("mnk(3,4,3)", 1.0), ("mnk(3,3,2)", 1.0), ("mnk(1,5,3)", 0.0)],
)
def test_mnk_values(text: str, expected: float) -> None:
    assert value(parse_game(text).initial_state()) == expected


# Connect Four

CONNECT_FOUR_POSITIONS = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]
CONNECT_FOUR_SEQUENCES = [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234]


@pytest.mark.parametrize("engine", ENGINES)
def test_connect_four_counts_per_ply(engine: str) -> None:
    """Positions: OEIS A212693."""
    game = parse_game("connect_four")
    depth = {"python": 4, "native": 8}[engine]
    assert perft(game, depth, engine) == CONNECT_FOUR_SEQUENCES[: depth + 1]
    depth = {"python": 5, "native": 7}[engine]
    assert count_positions(game, depth, engine=engine) == CONNECT_FOUR_POSITIONS[: depth + 1]


@needs_native
def test_small_connect_four_has_161029_positions() -> None:
    assert sum(count_positions(parse_game("connect_four(4,4,4)"), engine="native")) == 161_029


def test_small_connect_four_is_a_draw() -> None:
    assert value(parse_game("connect_four(4,4,4)").initial_state()) == 0.0


# Nim


@pytest.mark.parametrize("heaps", list(product(range(1, 5), repeat=3)))
def test_nim_is_its_exclusive_or(heaps: tuple[int, ...]) -> None:
    expected = 1.0 if reduce(xor, heaps) else -1.0
    assert value(Nim(heaps).initial_state()) == expected


def test_nim_counts() -> None:
    # One heap of n: the sequences of k moves are the ways to write at most n as k ordered positive parts.
    assert perft(parse_game("nim([4])"), 5, "python") == [1, 4, 6, 4, 1, 0]


# Pig


def pig_first_player_wins(target: int) -> float:
    """The chance that the first of two optimal players wins, by value iteration.

    Neller and Presser: Optimal play of the dice game Pig (2004). `win[i][j][k]` is the mover's chance with i
    points against j and k in the pot; sweeping i + j downwards makes each pair (i, j), (j, i) a small
    fixed point of its own.
    """
    win = [[[0.0] * (target - i) for _ in range(target)] for i in range(target)]

    def after(i: int, j: int, points: int) -> float:
        """The mover ends the turn with these points."""
        return 1.0 - win[j][i + points][0]

    for total in range(2 * target - 2, -1, -1):
        for i in range(max(0, total - target + 1), total // 2 + 1):
            j = total - i
            change = 1.0
            while change > 1e-7:
                change = 0.0
                for mine, other in ((i, j), (j, i)):
                    row = win[mine][other]
                    for pot in range(target - mine - 1, -1, -1):
                        roll = after(mine, other, 0)
                        for face in range(2, 7):
                            roll += 1.0 if mine + pot + face >= target else row[pot + face]
                        best = max(roll / 6, after(mine, other, pot)) if pot else roll / 6
                        change = max(change, abs(best - row[pot]))
                        row[pot] = best
    return win[0][0][0]


def exact_pig_value(target: int) -> float:
    """The same by value iteration over plyground's own states."""
    game = parse_game(f"pig(target={target})")
    states: dict[bytes, State] = {}
    todo = [game.initial_state()]
    while todo:
        state = todo.pop()
        if state.key() in states:
            continue
        states[state.key()] = state  # type: ignore[index]
        for move in state.moves():
            child = state.clone()
            child.apply(move)
            todo.append(child)
    children = {}
    for key, state in states.items():
        children[key] = []
        for move in state.moves():
            child = state.clone()
            child.apply(move)
            children[key].append(child.key())
    values = {key: state.returns()[0] for key, state in states.items()}
    for _ in range(400):
        for key, state in states.items():
            if state.player == TERMINAL:
                continue
            below = [values[child] for child in children[key]]
            values[key] = (sum(below) / 6, max(below), min(below))[{-1: 0, 0: 1, 1: 2}[state.player]]
    return values[game.initial_state().key()]  # type: ignore[index]


@pytest.mark.parametrize("target", [2, 7, 12])
def test_pig_has_the_value_of_the_usual_rules(target: int) -> None:
    assert exact_pig_value(target) == pytest.approx(2 * pig_first_player_wins(target) - 1, abs=1e-6)


def test_pig_to_a_hundred_favours_the_first_player_by_53_percent() -> None:
    """Neller and Presser (2004) publish 53.06 %."""
    assert pig_first_player_wins(100) == pytest.approx(0.5306, abs=5e-5)


@pytest.mark.parametrize(("rows", "cols", "k"), [(3, 3, 3), (6, 7, 4), (1, 5, 3), (5, 1, 3), (4, 6, 5), (2, 2, 1)])
def test_a_line_is_seen_wherever_it_lies(rows: int, cols: int, k: int) -> None:
    rng, lines = Rng(rows * cols, k), grid_lines(rows, cols, k)[0]
    for _ in range(300):
        key = bytes(rng.below(3) for _ in range(rows * cols))
        for seat in (0, 1):
            assert has_line(key, seat, cols, k) == any(all(key[cell] == seat for cell in line) for line in lines)
