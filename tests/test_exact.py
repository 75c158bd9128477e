"""Exact tools against published and hand-computed fractions; sampled play and brute force as second opinions."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.agents import Agent, Decision, parse_agent
from plyground.errors import PlygroundError
from plyground.exact import (
    best_response,
    deterministic,
    enumerate_games,
    exact_match,
    exploitability,
    state_graph,
)
from plyground.exact.policy import Number, Policy, mean
from plyground.games import CHANCE, TERMINAL, Game, State, parse_game, perft, random_playouts
from plyground.rng import Rng
from plyground.solve.state_graph import winner

TICTACTOE = parse_game("tictactoe")
CORNERS, EDGES, CENTRE = (0, 2, 6, 8), (1, 3, 5, 7), 4


def test_random_against_random() -> None:
    odds = exact_match(TICTACTOE, "random", "random")
    assert odds.wins == (Fraction(737, 1260), Fraction(121, 420))
    assert odds.draw == Fraction(8, 63)


@pytest.mark.parametrize(
    ("cells", "wins", "draw"),
    [
        (CORNERS, (Fraction(17, 28), Fraction(37, 140)), Fraction(9, 70)),
        (EDGES, (Fraction(15, 28), Fraction(47, 140)), Fraction(9, 70)),
        ((CENTRE,), (Fraction(97, 140), Fraction(27, 140)), Fraction(4, 35)),
    ],
)
def test_random_after_a_first_move(cells: tuple[int, ...], wins: tuple[Fraction, ...], draw: Fraction) -> None:
    for cell in cells:
        odds = exact_match(TICTACTOE.position([cell]), "random", "random")
        assert (odds.wins, odds.draw) == (wins, draw)


@pytest.mark.parametrize("game", ["connect_four(4,4,3)", "nim([1,2,3])", "mnk(2,4,2)"])
def test_odds_agree_with_played_games(game: str) -> None:
    """2,000 random games: five standard errors are at most 0.056."""
    odds = exact_match(parse_game(game), "random", "random")
    played = random_playouts(parse_game(game), 2000, seed=3)
    for exact, won in zip((*odds.wins, odds.draw), (*played.wins, played.draws), strict=True):
        assert abs(float(exact) - won / 2000) < 0.056


@pytest.mark.parametrize(("seat", "wins"), [(0, Fraction(191, 192)), (1, Fraction(887, 945))])
def test_best_reply_to_random(seat: int, wins: Fraction) -> None:
    reply = best_response(TICTACTOE, "random", seat, objective="wins")
    assert reply.value == wins
    players = ["random", reply.policy] if seat else [reply.policy, "random"]
    assert exact_match(TICTACTOE, *players).wins[seat] == wins


def test_best_reply_by_return_is_never_behind_its_own_match() -> None:
    for seat in (0, 1):
        reply = best_response(TICTACTOE, "random", seat)
        players = ["random", reply.policy] if seat else [reply.policy, "random"]
        odds = exact_match(TICTACTOE, *players)
        assert reply.value == odds.wins[seat] - odds.wins[1 - seat]


def test_qi_and_hu_centre_opening() -> None:
    """Qi & Hu: X begins in the centre and plays at random, O maximises its wins."""
    after_centre = TICTACTOE.position([CENTRE])
    values = best_response(after_centre, "random", 1, objective="wins").action_values(after_centre)
    assert {values[cell] for cell in CORNERS} == {Fraction(29, 35)}
    assert {values[cell] for cell in EDGES} == {Fraction(74, 105)}
    reply = best_response(after_centre, "random", 1, objective="wins")
    adjacent = TICTACTOE.position([CENTRE, 0, 6])
    assert max(reply.action_values(adjacent).values()) == Fraction(13, 15)
    assert reply.action_values(TICTACTOE.position([CENTRE, 0, 6, 2, 7]))[1] == 1


def test_minimax_against_random() -> None:
    assert float(exact_match(TICTACTOE, "random_minimax", "random").wins[0]) == pytest.approx(0.96781, abs=5e-6)
    assert float(exact_match(TICTACTOE, "random", "random_minimax").wins[1]) == pytest.approx(0.77748, abs=5e-6)
    assert exact_match(TICTACTOE, "minimax", "random").wins[0] == Fraction(191, 192)
    assert float(exact_match(TICTACTOE, "random", "minimax").wins[1]) == pytest.approx(0.80635, abs=5e-6)
    assert exact_match(TICTACTOE, "random_minimax", "minimax").draw == 1


def test_exploitability() -> None:
    assert exploitability(TICTACTOE, "minimax") == 0
    random = exploitability(TICTACTOE, "random")
    replies = [best_response(TICTACTOE, "random", seat).value for seat in (0, 1)]
    assert random == sum(replies) / 2 > 0.9
    assert exploitability(parse_game("nim([1,2,4])"), "first") == 1


def random_policy(seed: int) -> Policy:
    """Random probabilities, which depend on the seed and the state alone."""

    def policy(state: State) -> dict[int, Number]:
        key = state.key()
        assert isinstance(key, bytes)
        rng = Rng(seed, int.from_bytes(key, "big") % 2**64)
        weights = {action: 1 + rng.below(9) for action in state.actions()}
        return {action: Fraction(weight, sum(weights.values())) for action, weight in weights.items()}

    return policy


@given(st.integers(0, 2**32), st.integers(0, 2**32), st.sampled_from(["nim([1,2,2])", "mnk(2,3,2)"]))
@settings(max_examples=30)
def test_nobody_does_better_than_the_best_reply(seed: int, other: int, name: str) -> None:
    game = parse_game(name)
    player, challenger = random_policy(seed), random_policy(other)
    for seat in (0, 1):
        odds = exact_match(game, *([player, challenger] if seat else [challenger, player]))
        assert sum(odds.wins) + odds.draw == 1
        assert best_response(game, player, seat).value >= odds.wins[seat] - odds.wins[1 - seat]
        assert best_response(game, player, seat, objective="wins").value >= odds.wins[seat]
    assert exploitability(game, player) >= 0


numbers = st.fractions(-5, 5, max_denominator=60) | st.integers(-4, 4).map(float)


@given(st.lists(st.tuples(numbers, numbers), max_size=6))
def test_mean_is_the_plain_sum(pairs: list[tuple[Number, Number]]) -> None:
    found = mean([weight for weight, _ in pairs], [value for _, value in pairs])
    assert float(found) == pytest.approx(float(sum(Fraction(w) * Fraction(v) for w, v in pairs)))
    if all(isinstance(number, Fraction) for pair in pairs for number in pair):
        assert found == sum(w * v for w, v in pairs)


@pytest.mark.parametrize("game", ["connect_four(3,4,3)", "mnk(3,3,2)", "mnk(2,4,3)", "nim([3,4,5])"])
def test_perfect_play_cannot_be_exploited(game: str) -> None:
    for player in ("minimax", "random_minimax"):
        assert exploitability(parse_game(game), player) == 0


def test_the_first_player_of_nim_wins_unless_the_heaps_cancel() -> None:
    for heaps, won in (("[1,2,3]", 1), ("[1,2,4]", 0), ("[2,2]", 1)):
        game = parse_game(f"nim({heaps})")
        assert exact_match(game, "minimax", "random_minimax").wins[won] == 1


def test_all_games_of_tictactoe() -> None:
    tally = enumerate_games(TICTACTOE)
    assert tally.total == 255_168
    assert tally.by_winner == {0: 131_184, 1: 77_904, None: 46_080}
    assert tally.by_length == {
        5: {0: 1_440},
        6: {1: 5_328},
        7: {0: 47_952},
        8: {1: 72_576},
        9: {0: 81_792, None: 46_080},
    }
    for cells, winners in (
        (CORNERS, {0: 14_652, None: 5_184, 1: 7_896}),
        (EDGES, {0: 14_232, None: 5_184, 1: 10_176}),
        ((CENTRE,), {0: 15_648, None: 4_608, 1: 5_616}),
    ):
        assert all(tally.by_first_move[cell] == winners for cell in cells)


@pytest.mark.parametrize("game", ["nim([2,3])", "mnk(2,3,2)", "connect_four(3,3,3)"])
def test_tally_agrees_with_walking_every_game(game: str) -> None:
    walked: dict[tuple[int, int | None], int] = {}

    def walk(state: State, length: int) -> None:
        if state.player == TERMINAL:
            end = (length, winner(state.returns()))
            walked[end] = walked.get(end, 0) + 1
        for move in state.moves():
            child = state.clone()
            child.apply(move)
            walk(child, length + 1)

    walk(parse_game(game).initial_state(), 0)
    tally = enumerate_games(parse_game(game))
    assert {(n, won): c for n, winners in tally.by_length.items() for won, c in winners.items()} == walked
    assert tally.total == sum(walked.values())


def test_state_graph_counts() -> None:
    graph = state_graph(TICTACTOE)
    assert len(graph.nodes) == 5_478
    assert sum(node.player == TERMINAL for node in graph.nodes) == 958
    assert all(child < number for number, node in enumerate(graph.nodes) for child in node.children)


@dataclass(frozen=True)
class Guess(Game):
    """A coin with 3/4 heads is thrown after the seat's guess: the exact tools meet dice."""

    name: ClassVar[str] = "guess"

    @property
    def num_players(self) -> int:
        return 1

    def initial_state(self) -> "GuessState":
        return GuessState(self)


class GuessState(State):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.player, self.said, self.coin = 0, -1, -1

    def actions(self) -> list[int]:
        return [0, 1] if self.player == 0 else []

    def chance(self) -> list[tuple[int, float]]:
        return [(0, 0.25), (1, 0.75)] if self.player == CHANCE else []

    def apply(self, action: int) -> None:
        if self.player == 0:
            self.said, self.player = action, CHANCE
        else:
            self.coin, self.player = action, TERMINAL

    def returns(self) -> list[float]:
        return [1.0 if self.said == self.coin else -1.0]


def test_dice() -> None:
    game = Guess()
    reply = best_response(game, "random", 0)
    assert reply.value == 0.5
    assert reply.policy(game.initial_state()) == {1: 1}
    assert enumerate_games(game).total == sum(perft(game, 2)[2:]) == 4


def test_what_cannot_work_is_said_in_one_sentence() -> None:
    with pytest.raises(PlygroundError, match=r"connect_four is too large to enumerate: it has more than 1,000 states"):
        exact_match(parse_game("connect_four"), "random", "random", limit=1000)
    with pytest.raises(PlygroundError, match=r"pig\(target=5\) cannot be enumerated: its states can repeat"):
        enumerate_games(parse_game("pig(target=5)"))
    with pytest.raises(PlygroundError, match="has 2 seats, and 1 players were given"):
        exact_match(TICTACTOE, "random")
    with pytest.raises(PlygroundError, match="has seats 0 to 1, not 2"):
        best_response(TICTACTOE, "random", 2)
    with pytest.raises(PlygroundError, match="the objective must be one of return, wins"):
        best_response(TICTACTOE, "random", 0, objective="draws")
    with pytest.raises(PlygroundError, match="mcts does not know the probabilities of its actions"):
        exact_match(TICTACTOE, "mcts", "random")
    with pytest.raises(PlygroundError, match="exploitability needs a game for two, and guess has 1 seats"):
        exploitability(Guess(), "random")
    with pytest.raises(PlygroundError, match=r"must sum to one, not to 0\.5"):
        exact_match(TICTACTOE, lambda state: {state.actions()[0]: 0.5}, "random")
    with pytest.raises(PlygroundError, match="plays 9, which is illegal"):
        exact_match(TICTACTOE, lambda _: {9: 1.0}, "random")
    with pytest.raises(PlygroundError, match=r"gives action \d the probability -1"):
        exact_match(TICTACTOE, lambda state: dict.fromkeys(state.actions(), -1.0), "random")
    reply = best_response(TICTACTOE.position([CENTRE]), "random", 1)
    with pytest.raises(PlygroundError, match="cannot be reached"):
        reply.action_values(TICTACTOE.initial_state())
    with pytest.raises(PlygroundError, match="does not move in this state"):
        reply.action_values(TICTACTOE.position([CENTRE, 0]))
    with pytest.raises(PlygroundError, match="the game is over"):
        parse_agent("minimax").policy(TICTACTOE.position("a1 a2 b1 b2 c1"))


def test_a_deterministic_agent_is_a_policy() -> None:
    class Last(Agent):
        def choose(self, state: State) -> Decision:
            return Decision(state.actions()[-1])

    def last(state: State) -> dict[int, Number]:
        return {state.actions()[-1]: Fraction(1)}

    assert exact_match(TICTACTOE, deterministic(Last()), "random") == exact_match(TICTACTOE, last, "random")
