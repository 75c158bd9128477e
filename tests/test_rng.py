"""The one generator: known values, drawing rules, and the same stream in both languages."""

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.games import State, parse_game, random_playouts
from plyground.games.native import have_native
from plyground.rng import Rng
from plyground.search import Evaluate, Search, configure
from plyground.search.walk import Move


def splitmix64(seed: int, count: int) -> list[int]:
    """SplitMix64 as Steele, Lea and Flood print it, written independently of plyground.rng."""
    out, state = [], seed
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        z = state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        out.append(z ^ z >> 31)
    return out


def test_published_values() -> None:
    # The reference values of SplitMix64 for the seed 1234567.
    assert splitmix64(1234567, 3) == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@pytest.mark.parametrize("seed", [0, 1, 1234567, 2**64 - 1])
def test_a_stream_starts_at_an_output_of_its_seed(seed: int) -> None:
    starts = splitmix64(seed, 5)
    for stream, start in enumerate(starts):
        rng = Rng(seed, stream)
        assert [rng.next() for _ in range(4)] == splitmix64(start, 4)


def test_seeds_are_taken_modulo_two_to_the_64() -> None:
    assert Rng(-1).next() == Rng(2**64 - 1).next()
    assert Rng(5).next() == Rng(5 + 2**64).next()


@given(st.integers(0, 2**64 - 1), st.integers(1, 1000))
def test_below_stays_below_and_one_thing_costs_no_draw(seed: int, n: int) -> None:
    rng, same = Rng(seed), Rng(seed)
    assert 0 <= rng.below(n) < n
    if n > 1:
        same.next()
    assert rng.next() == same.next()


@given(st.integers(0, 2**64 - 1))
def test_uniform_is_in_the_half_open_unit_interval(seed: int) -> None:
    assert 0.0 <= Rng(seed).uniform() < 1.0


def test_outcomes_follow_their_probabilities() -> None:
    rng = Rng(3)
    uneven = [(7, 0.5), (8, 0.3), (9, 0.2)]
    drawn = [rng.outcome(uneven) for _ in range(20_000)]
    for outcome, p in uneven:
        # Five standard deviations of a binomial share.
        assert abs(drawn.count(outcome) / 20_000 - p) < 5 * (p * (1 - p) / 20_000) ** 0.5


def test_equal_outcomes_are_one_draw_below() -> None:
    die = [(face, 1 / 6) for face in range(1, 7)]
    rng, same = Rng(11), Rng(11)
    assert [rng.outcome(die) for _ in range(50)] == [1 + same.below(6) for _ in range(50)]


@pytest.mark.skipif(not have_native(), reason="needs the C++ core")
@pytest.mark.parametrize(
    "text",
    ["tictactoe", "tictactoe(9)", "mnk(5,6,4)", "mnk(9,9,5)", "mnk(13,13,5)", "connect_four", "nim", "pig"],
)
@pytest.mark.parametrize("seed", [0, 17, -1, 2**64 + 3])
def test_both_languages_play_the_same_games(text: str, seed: int) -> None:
    game = parse_game(text)
    games = 20 if text.startswith("mnk(13") else 150
    assert random_playouts(game, games, seed, "python") == random_playouts(game, games, seed, "native")


@pytest.mark.skipif(not have_native(), reason="plyground was built without its C++ core")
def test_parts_in_python_get_the_same_draws_from_both_engines() -> None:
    """A search in C++ hands its own generator to a part in Python."""
    dice: list[tuple[int, float]] = [(1, 0.5), (2, 0.25), (6, 0.25)]
    drawn: list[list[Any]] = []

    @dataclass(frozen=True)
    class Draws(Evaluate):
        def values(self, state: State, rng: Any, moves: list[Move]) -> list[float]:
            drawn[-1] += [rng.outcome(dice), rng.outcome(dice[1:]), rng.below(5), rng.uniform(), rng.next()]
            return [0.0, 0.0]

    for engine in ("python", "native"):
        drawn.append([])
        search = Search("tictactoe", configure(evaluate=Draws()), engine=engine)  # type: ignore[arg-type]
        search.run(search.game.initial_state(), 50)
    assert drawn[0] == drawn[1]
    assert len(drawn[0]) > 100
