"""Exhaustive players against exact oracles: every reply, every position, closed forms and value iteration."""

import itertools
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.agents import Agent, Minimax, parse_agent
from plyground.agents.lookahead import Lookahead
from plyground.errors import PlygroundError
from plyground.games.base import CHANCE, TERMINAL, Game, State, parse_game
from plyground.games.pig import HOLD, ROLL

TICTACTOE = parse_game("tictactoe")


def after(state: State, action: int) -> State:
    child = state.clone()
    child.apply(action)
    return child


@cache
def exact_value(game: Game, key: bytes) -> float:
    """The value to the first seat, by the plainest recursion."""
    state = game.state_from_key(key)
    if state.player == TERMINAL:
        return state.returns()[0]
    values = [exact_value(game, after(state, action).key()) for action in state.actions()]
    return max(values) if state.player == 0 else min(values)


def positions(game: Game) -> list[State]:
    """Every position with a player to move."""
    found: dict[bytes, State] = {}
    todo = [game.initial_state()]
    while todo:
        state = todo.pop()
        if state.player != TERMINAL and state.key() not in found:
            found[state.key()] = state
            todo += [after(state, action) for action in state.actions()]
    return list(found.values())


def results(agent: Agent, seat: int) -> set[float]:
    """What the agent gets on this seat of tic-tac-toe, over all replies."""
    got, seen = set[float](), set[bytes]()

    def walk(state: State) -> None:
        if state.key() in seen:
            return
        seen.add(state.key())
        if state.player == TERMINAL:
            got.add(state.returns()[seat])
            return
        actions = [agent.choose(state).action] if state.player == seat else state.actions()
        for action in actions:
            walk(after(state, action))

    walk(TICTACTOE.initial_state())
    return got


@pytest.mark.parametrize("text", ["minimax", "minimax(depth=9)", "random_minimax(seed=3)", "alpha_beta(depth=9)"])
@pytest.mark.parametrize("seat", [0, 1])
def test_perfect_players_never_lose(text: str, seat: int) -> None:
    assert results(parse_agent(text), seat) == {0.0, 1.0}


def test_a_greedy_player_can_lose() -> None:
    assert -1.0 in results(parse_agent("heuristic"), 1)


def test_python_alpha_beta_never_loses() -> None:
    assert results(parse_agent("alpha_beta(depth=9, engine=python)"), 1) == {0.0, 1.0}


def test_every_position_of_tictactoe() -> None:
    alpha_beta, minimax = parse_agent("alpha_beta(depth=9)"), parse_agent("minimax")
    states = positions(TICTACTOE)
    assert len(states) == 4520
    for state in states:
        value = exact_value(TICTACTOE, state.key())
        for agent in (alpha_beta, minimax):
            decision = agent.choose(state)
            assert decision.values == [value, -value]
            assert exact_value(TICTACTOE, after(state, decision.action).key()) == value


def win_chance(agent: Minimax, seat: int, uniform: bool) -> float:
    """The probability that minimax beats a random player: over all games, not a sample."""

    @cache
    def chance(key: bytes) -> float:
        state = TICTACTOE.state_from_key(key)
        if state.player == TERMINAL:
            return float(state.returns()[seat] == 1.0)
        actions = state.actions()
        if state.player == seat:
            best = [action for action, _ in agent._best(state)]
            actions = best if uniform else [agent.choose(state).action]
        return sum(chance(after(state, action).key()) for action in actions) / len(actions)

    return chance(TICTACTOE.initial_state().key())


@pytest.mark.parametrize(("seat", "expected"), [(0, 0.96781), (1, 0.77748)])
def test_random_minimax_against_random(seat: int, expected: float) -> None:
    agent = parse_agent("random_minimax")
    assert isinstance(agent, Minimax)
    assert win_chance(agent, seat, uniform=True) == pytest.approx(expected, abs=5e-6)


@pytest.mark.parametrize(("seat", "expected"), [(0, 191 / 192), (1, 0.80635)])
def test_first_best_minimax_against_random(seat: int, expected: float) -> None:
    agent = parse_agent("minimax")
    assert isinstance(agent, Minimax)
    assert win_chance(agent, seat, uniform=False) == pytest.approx(expected, abs=5e-6)


def test_random_minimax_plays_all_best_moves() -> None:
    agent, state = parse_agent("random_minimax"), TICTACTOE.position("b2")
    agent.reset(TICTACTOE, 1, 7)
    assert {agent.choose(state).action for _ in range(100)} == {0, 2, 6, 8}  # the edges lose


SOLVED = {
    "mnk(3,4,3)": 1.0,
    "mnk(4,4,3)": 1.0,
    "mnk(4,4,4)": 0.0,
    "connect_four(rows=4, cols=4)": 0.0,
    "connect_four(rows=4, cols=5)": 0.0,
    "nim([1,2,3])": -1.0,
    "nim([3,4,5])": 1.0,
}


@pytest.mark.parametrize(("text", "value"), SOLVED.items())
def test_solved_games(text: str, value: float) -> None:
    decision = parse_agent("alpha_beta(depth=30)").choose(parse_game(text).initial_state())
    assert decision.values == [value, -value]
    assert decision.info["exact"]


@pytest.mark.parametrize("moves", ["13", "22", "34"])
def test_six_by_four_is_lost(moves: str) -> None:
    """Each of the first player's openings, up to mirroring, has a reply that wins for the second."""
    game = parse_game("connect_four(rows=4, cols=6)")
    assert parse_agent("alpha_beta(depth=22)").choose(game.position(moves)).values == [-1.0, 1.0]


SMALL = ["tictactoe", "mnk(3,4,3)", "mnk(4,4,4)", "connect_four(rows=4, cols=5)", "nim([2,3,4])"]


@st.composite
def small_positions(draw: st.DrawFn) -> State:
    game = parse_game(draw(st.sampled_from(SMALL)))
    state = game.initial_state()
    for _ in range(draw(st.integers(0, 8))):
        child = after(state, draw(st.sampled_from(state.actions())))
        if child.player == TERMINAL:
            break
        state = child
    return state


@settings(max_examples=150)
@given(small_positions(), st.integers(1, 4))
def test_both_engines_play_minimax(state: State, depth: int) -> None:
    native, python = (
        parse_agent(f"alpha_beta(depth={depth}, engine={engine})").choose(state) for engine in ("native", "python")
    )
    assert (native.action, native.values) == (python.action, python.values)
    options = dict(Lookahead(depth).options(state))
    assert native.values is not None
    best = max(values[state.player] for values in options.values())
    assert native.values[state.player] == best
    assert options[native.action][state.player] == best


@settings(max_examples=60)
@given(small_positions())
def test_a_used_table_changes_nothing(state: State) -> None:
    fresh, used = parse_agent("alpha_beta(depth=5)"), parse_agent("alpha_beta(depth=5)")
    for action in state.actions():
        child = after(state, action)
        if child.player != TERMINAL:
            used.choose(child)
    first, second = fresh.choose(state), used.choose(state)
    assert (first.action, first.values) == (second.action, second.values)


@pytest.mark.parametrize("engine", ["native", "python"])
def test_wins_now_and_loses_late(engine: str) -> None:
    agent = parse_agent(f"alpha_beta(depth=9, engine={engine})")
    # Every move but one wins for X here, b1 and c1 before it in the list; c3 wins at once.
    state = TICTACTOE.position("a1 a2 b2 a3")
    assert [action for action, _ in Lookahead().best(state)] != [8]
    assert agent.choose(state).action == 8
    # X threatens a2 and c1. O loses whatever it plays, but not at once if it stops one of them.
    state = TICTACTOE.position("b2 b1 a1 c3 a3")
    assert agent.choose(state).values == [1.0, -1.0]
    assert state.action_name(agent.choose(state).action) in ("a2", "c1")


@pytest.mark.parametrize("engine", ["native", "python"])
def test_out_of_time_still_moves(engine: str) -> None:
    game = parse_game("mnk(9,9,5)")
    info = parse_agent(f"alpha_beta(seconds=0, engine={engine})").choose(game.initial_state()).info
    assert 1 <= info["depth"] <= 2
    assert not info["exact"]


# Dice.


def test_expectimax_on_pig_is_value_iteration() -> None:
    game = parse_game("pig(target=6)")
    target = 6
    # The probability that the mover wins, with scores i (mover), j and pot k before a decision.
    wins = {(i, j, k): 0.5 for i, j, k in itertools.product(range(target), range(target), range(target)) if i + k < 6}
    for _ in range(200):
        for i, j, k in wins:
            lose_turn = 1 - wins[j, i, 0]
            roll = (lose_turn + sum(1.0 if i + k + f >= target else wins[i, j, k + f] for f in range(2, 7))) / 6
            hold = 1 - wins[j, i + k, 0] if k else 0.0
            wins[i, j, k] = max(roll, hold)
    agent = parse_agent("expectimax(depth=60)")
    state = game.initial_state()
    decision = agent.choose(state)
    assert decision.values is not None
    assert (decision.values[0] + 1) / 2 == pytest.approx(wins[0, 0, 0], abs=1e-9)
    for rolled in range(2, 6):
        state = game.position([ROLL, rolled])
        hold_value = 1 - wins[0, rolled, 0]
        roll_value = (
            1 - wins[0, 0, 0] + sum(1.0 if rolled + f >= target else wins[0, 0, rolled + f] for f in range(2, 7))
        ) / 6
        assert agent.choose(state).action == (HOLD if hold_value > roll_value else ROLL)


def brute_force(state: State, depth: int, root: int | None) -> list[float]:
    """Expectimax without a memory, in Python."""
    if state.player == TERMINAL:
        return state.returns()
    if state.player == CHANCE:
        values = [[p * v for v in brute_force(after(state, o), depth, root)] for o, p in state.chance()]
        return [sum(column) for column in zip(*values, strict=True)]
    if depth == 0:
        return state.heuristic()
    children = [brute_force(after(state, action), depth - 1, root) for action in state.actions()]
    if root is None or state.player == root:
        return max(children, key=lambda values: values[state.player])
    return min(children, key=lambda values: values[root])


ENDGAMES = [
    ("ludo(players=2, rules=thesis, tokens=2)", [41, 43, 40, 42, 0, 3, 0], 3),
    ("ludo(players=2, rules=thesis, tokens=2)", [10, 38, 20, 17, 1, 2, 0], 2),
    ("ludo(players=3, rules=thesis, tokens=1)", [40, 33, 43, 0, 4, 0], 3),
    ("ludo(players=2, rules=international, tokens=2)", [50, 53, 20, 55, 0, 6, 1], 2),
]


@pytest.mark.parametrize(("text", "key", "depth"), ENDGAMES)
@pytest.mark.parametrize("paranoid", [False, True])
def test_expectimax_on_ludo_is_brute_force(text: str, key: list[int], depth: int, paranoid: bool) -> None:
    game = parse_game(text)
    steps = game.initial_state().key()[:-3]
    seats, n = game.num_players, len(steps) // game.num_players
    tokens = [sorted(key[seat * n : (seat + 1) * n]) for seat in range(seats)]
    state = game.state_from_key(bytes([*itertools.chain(*tokens), *key[-3:]]))
    root = state.player if paranoid else None
    decision = parse_agent(f"expectimax(depth={depth}, paranoid={str(paranoid).lower()})").choose(state)
    expected = [brute_force(after(state, action), depth - 1, root) for action in state.actions()]
    best = max(expected, key=lambda values: values[state.player])
    assert decision.values == pytest.approx(best, abs=1e-12)
    assert decision.action == state.actions()[expected.index(best)]


def test_a_race_has_its_closed_form() -> None:
    """Both need a 1 and pass otherwise: the mover of p = 1/6 + (5/6)(1 − p) wins with p = 6/11."""
    game = parse_game("ludo(players=2, rules=thesis, tokens=1, six_again=false)")
    state = game.state_from_key(bytes([44, 44, 0, 2, 0]))
    values = parse_agent("expectimax(depth=150)").choose(state).values
    assert values == pytest.approx([-1 / 11, 1 / 11], abs=1e-9)


def test_heuristic_takes_the_mean_over_the_dice() -> None:
    state = parse_game("pig(target=10)").position([ROLL, 6])
    # Rolling wins at once with 4, 5 or 6; the heuristic does not know the value of holding.
    assert parse_agent("heuristic").choose(state).action == ROLL


def test_heuristic_breaks_ties_by_its_seed() -> None:
    agent = parse_agent("heuristic")
    state = TICTACTOE.initial_state()
    picks = []
    for seed in range(20):
        agent.reset(TICTACTOE, 0, seed)
        picks.append(agent.choose(state).action)
    assert set(picks) == {4}  # the centre lies on most lines
    state = TICTACTOE.position("b2")
    picks = []
    for seed in range(60):
        agent.reset(TICTACTOE, 1, seed)
        picks.append(agent.choose(state).action)
    assert set(picks) == {0, 2, 6, 8}


# Bad input.


@dataclass
class Case:
    agent: str
    game: str
    moves: str
    sentence: str


CASES = [
    Case("minimax", "tictactoe", "a1 a2 b1 b2 c1", "the game is over: there is nothing to decide"),
    Case("alpha_beta", "tictactoe", "a1 a2 b1 b2 c1", "the game is over: there is nothing to decide"),
    Case("expectimax", "ludo", "", "chance moves here: there is nothing to decide"),
    Case("minimax", "pig", "", "minimax is for games without chance, pig has dice: use expectimax"),
    Case("alpha_beta", "pig", "", "alpha_beta is for games without chance, pig has dice: use expectimax"),
    Case(
        "alpha_beta(engine=python)", "pig", "", "alpha_beta is for games without chance, pig has dice: use expectimax"
    ),
    Case("minimax", "pig(players=3)", "", "minimax is for two players, pig(3) has 3: use expectimax"),
    Case("alpha_beta", "pig(players=3)", "", "alpha_beta is for two players, pig(3) has 3: use expectimax"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.agent}-{case.game}")
def test_a_clear_sentence(case: Case) -> None:
    state = parse_game(case.game).position(case.moves)
    with pytest.raises(PlygroundError) as error:
        parse_agent(case.agent).choose(state)
    assert str(error.value) == case.sentence


@pytest.mark.parametrize("name", ["minimax", "random_minimax", "alpha_beta", "expectimax"])
def test_depth_is_at_least_one(name: str) -> None:
    with pytest.raises(PlygroundError, match=f"{name}: depth must be from 1 to .*, not -1"):
        parse_agent(f"{name}(depth=-1)")


def test_too_large_to_search_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.agents.lookahead.MOST_POSITIONS", 1000)
    with pytest.raises(PlygroundError, match="connect_four has more than 1,000 positions to look at: set a smaller"):
        parse_agent("minimax").choose(parse_game("connect_four").initial_state())


def test_too_long_to_search_out() -> None:
    with pytest.raises(PlygroundError, match="is too long to look so far ahead: set a smaller depth"):
        parse_agent("minimax").choose(parse_game("mnk(19,19,19)").initial_state())


def test_ctrl_c_ends_the_search() -> None:
    """Without the interrupt this search would take hours."""
    threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        parse_agent("alpha_beta(depth=42)").choose(parse_game("connect_four").initial_state())


def test_threads_take_turns() -> None:
    agent = parse_agent("alpha_beta(depth=6)")
    states = [parse_game("connect_four").position(moves) for moves in ("", "4", "44", "444")]
    expected = [agent.choose(state).values for state in states]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda state: agent.choose(state).values, states * 5)) == expected * 5
