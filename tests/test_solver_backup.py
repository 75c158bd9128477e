"""The solver backup against minimax and max^n: what is proven is true, and nothing is wasted on it."""

from dataclasses import dataclass

import pytest
from search_helpers import ENGINES, needs_native, states_of

from plyground.games import CHANCE, TERMINAL, Game, State, parse_game
from plyground.rng import Rng
from plyground.search import Search, configure
from plyground.tree import ROOT, Tree


def minimax(state: State, known: dict[object, float]) -> float:
    """The value to seat 0 of a game of two without chance."""
    key = state.key()
    if key not in known:
        if state.player == TERMINAL:
            known[key] = state.returns()[0]
        else:
            values = []
            for action in state.actions():
                child = state.clone()
                child.apply(action)
                values.append(minimax(child, known))
            known[key] = max(values) if state.player == 0 else min(values)
    return known[key]


@needs_native
def test_solver_is_minimax_on_every_tictactoe_position() -> None:
    game = parse_game("tictactoe")
    known: dict[object, float] = {}
    minimax(game.initial_state(), known)
    assert len(known) == 5478
    search = Search(game, configure(backup="solver"), engine="native", seed=4)
    for key, value in known.items():
        state = game.state_from_key(key)
        if state.player == TERMINAL:
            continue
        result = search.run(state, 20_000)
        assert result.stopped == "solved"
        assert search.top().extra["proven"][ROOT] == [value, -value], state
        chosen = state.clone()
        chosen.apply(result.action)
        assert known[chosen.key()] == value, state


@needs_native
@pytest.mark.parametrize(
    ("game", "moves", "value"),
    [
        ("mnk(4,4,3)", "", 1.0),  # the first player wins: small boards, by full enumeration
        ("mnk(4,3,3)", "", 1.0),
        ("connect_four(4,4,3)", "", None),
        ("connect_four(4,4,4)", "1122", None),
        ("connect_four(4,5,4)", "111122223", None),
        ("connect_four(5,4,4)", "11112222", None),
        ("nim", "", None),
    ],
)
def test_solver_is_minimax(game: str, moves: str, value: float | None) -> None:
    state = parse_game(game).position(moves)
    value = minimax(state, {}) if value is None else value
    for c in (0.1, 1.4, 10):
        search = Search(state.game, configure(f"ucb1(c={c})", backup="solver"), engine="native", seed=1)
        result = search.run(state, 100_000)
        assert search.top().extra["proven"][ROOT] == [value, -value]
        assert result.line[0] in {move.name for move in result.moves if move.proven == value * (1 - 2 * state.player)}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("game", "moves"), [("tictactoe", ""), ("mnk(3,4,3)", "b2 a1 c3"), ("connect_four(4,4,3)", "23")]
)
def test_whatever_is_proven_is_true(game: str, moves: str, engine: str) -> None:
    state = parse_game(game).position(moves)
    known: dict[object, float] = {}
    minimax(state, known)
    search = Search(state.game, configure(backup="solver"), engine=engine, seed=1)
    search.run(state, 3_000)
    tree = search.tree()
    proven = {row: found for row, found in enumerate(tree.extra["proven"]) if found is not None}
    assert len(proven) > 10
    for row, reached in states_of(tree, state).items():
        if row in proven:
            value = known[reached.key()]
            assert proven[row] == [value, -value]
            assert tree.value[row] == proven[row][tree.seat[row]]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("game", "moves", "select"),
    [
        ("tictactoe", "b2", "ucb1"),
        ("tictactoe", "b2", "epsilon_greedy(0.5)"),
        ("tictactoe", "b2", "random_opponent"),
        ("connect_four(4,4,4)", "1122", "thompson"),
    ],
)
def test_no_visit_goes_to_what_is_proven(game: str, moves: str, select: str, engine: str) -> None:
    """Except to outcomes of chance, which are drawn, not chosen."""
    search = Search(game, configure(select, backup="solver"), engine=engine, seed=2)
    search.start(search.game.position(moves))
    known = visits = 0
    before = search.tree()
    for _ in range(150):
        search.resume(4)
        tree = search.tree()
        parents = before.parents()
        for row, values in enumerate(before.extra["proven"]):
            closed = values is not None or before.extra["cut"][row]
            if closed and row != ROOT and before.player[parents[row]] != CHANCE:
                known += 1
                visits += tree.visits[row] - before.visits[row]
        before = tree
    assert known > 100
    assert visits == 0


@dataclass(frozen=True)
class Lottery(Game):
    """Players move in turn; after five moves of three each gets a random value, two play for opposite ones."""

    players: int
    seed: int
    name = "lottery"

    @property
    def num_players(self) -> int:
        return self.players

    def initial_state(self) -> "LotteryState":
        return LotteryState(self)


class LotteryState(State):
    def __init__(self, game: Lottery) -> None:
        super().__init__(game)
        self.history, self.player = list[int](), 0

    def actions(self) -> list[int]:
        return [0, 1, 2]

    def apply(self, action: int) -> None:
        self.history.append(action)
        self.player = TERMINAL if len(self.history) == 5 else len(self.history) % self.game.num_players

    def returns(self) -> list[float]:
        rng = Rng(self.game.seed, int("1" + "".join(map(str, self.history)), 3))
        values = [2.0 * rng.uniform() - 1.0 for _ in range(self.game.num_players)]
        return [values[0], -values[0]] if len(values) == 2 else values


def max_n(state: State) -> list[float]:
    if state.player == TERMINAL:
        return state.returns()
    outcomes = []
    for action in state.actions():
        child = state.clone()
        child.apply(action)
        outcomes.append(max_n(child))
    return max(outcomes, key=lambda values: values[state.player])


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(5))
def test_solver_is_max_n(players: int, seed: int) -> None:
    """Every player seeks the best for itself, among values that are all different."""
    state = Lottery(players, seed).initial_state()
    exact = max_n(state)
    search = Search(state.game, configure(backup="solver"), engine="python", seed=seed)
    result = search.run(state, 1_000)
    assert result.stopped == "solved"
    assert search.top().extra["proven"][ROOT] == exact
    assert (result.simulations < 363) == (players == 2)  # 3 + 9 + … + 243 rows: only two players may cut
    state.apply(result.action)
    assert max_n(state) == exact


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_cut_is_no_better_than_what_is_proven(engine: str) -> None:
    search = Search("tictactoe", configure(backup="solver"), engine=engine, seed=3)
    state = search.game.position("b2 a1")
    known: dict[object, float] = {}
    minimax(state, known)
    search.run(state, 2_000)
    tree = search.tree()
    proven, sure, cut, parents = tree.extra["proven"], tree.extra["sure"], tree.extra["cut"], tree.parents()
    seen = 0
    for row, reached in states_of(tree, state).items():
        sign = 1 - 2 * tree.seat[row]
        if cut[row] and proven[row] is None:
            seen += 1
            parent = parents[row]
            bound = (proven[parent] or sure[parent])[tree.player[parent]]
            assert sign * known[reached.key()] <= bound
        if sure[row] is not None:
            exact = (1 - 2 * tree.player[row]) * known[reached.key()]
            assert sure[row][tree.player[row]] <= exact
    assert seen > 20


def top_of(values: list[tuple[int, float, list[float] | None]], proven: list[float] | None = None) -> Tree:
    """A root where seat 0 moves, and children with these visits, values and proofs."""
    tree = Tree()
    for name, fill in (("proven", None), ("sure", None), ("cut", False)):
        tree.add_column(name, fill)
    tree.add_rows([0], 0)
    tree.player[ROOT] = 0
    tree.first_child[ROOT] = tree.add_rows(list(range(len(values))), 0)
    tree.num_children[ROOT] = len(values)
    for row, (visits, value, exact) in enumerate(values, start=1):
        tree.visits[row], tree.value[row], tree.extra["proven"][row] = visits, value, exact
    tree.extra["proven"][ROOT] = proven
    return tree


@pytest.mark.parametrize("decide", ["most_visits", "best_value", "secure(a=0.1)", "sampled"])
@pytest.mark.parametrize(
    ("children", "root", "wanted"),
    [
        ([(900, -0.2, None), (3, 0.0, [0.0, 0.0])], None, 1),  # the draw is sure
        ([(900, 0.4, None), (1, 0.0, [0.0, 0.0]), (9, -1.0, [-1.0, 1.0])], None, 0),  # this looks better than a draw
        ([(900, 1.0, None), (2, 1.0, [1.0, -1.0])], [1.0, -1.0], 1),  # solved: what is proven
        ([(900, -1.0, [-1.0, 1.0]), (2, 0.0, [0.0, 0.0])], [0.0, 0.0], 1),
    ],
)
def test_decisions_know_what_is_proven(
    decide: str, children: list[tuple[int, float, list[float] | None]], root: list[float] | None, wanted: int
) -> None:
    rule = configure(decide=decide).decide
    tree = top_of(children, root)
    for seed in range(5):
        assert tree.action[rule.choose(tree, Rng(seed))] == wanted or (decide == "sampled" and len(children) == 3)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("units", ["", "(win=1, draw=0.5, loss=0)"])
def test_a_proven_loss_is_played_where_there_is_nothing_else(units: str, engine: str) -> None:
    """O must block at a3: every other move is proven to lose long before the search ends."""
    search = Search("tictactoe", configure(backup=f"solver{units}"), engine=engine, seed=1)
    state = search.game.position("a1 b2 a2")
    for simulations in range(1, 80):
        search.start(state)
        search.resume(simulations)
        top = search.top()
        lost = {
            top.action[child]
            for child in top.children(ROOT)
            if top.extra["proven"][child] is not None and top.extra["proven"][child][0] == 1.0
        }
        assert search.decide() not in lost or len(lost) == len(state.actions())
    assert len(lost) > 2


def test_a_state_that_memory_proved_is_played_well() -> None:
    search = Search("tictactoe", configure(backup="solver"), seed=3, merge="states", engine="python")
    start = search.game.initial_state()
    assert search.run(start, 20_000).stopped == "solved"
    known: dict[object, float] = {}
    minimax(start, known)
    state = start
    while state.player != TERMINAL:
        assert search.run(state, 2_000).stopped == "solved"
        action = search.decide()
        value = known[state.key()]
        state = state.clone()
        state.apply(action)
        assert known[state.key()] == value
