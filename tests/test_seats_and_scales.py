"""Three seats and more, games that are not zero-sum, returns in other ranges: right, or refused in one sentence."""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from search_helpers import ENGINES, needs_native

from plyground.agents import Mcts, parse_agent
from plyground.cli import main
from plyground.errors import PlygroundError, PlygroundWarning
from plyground.games import TERMINAL, Game, State, check_game, parse_game
from plyground.rng import Rng
from plyground.search import Search, configure
from plyground.search.backup import Solver
from plyground.search.select.puct import mean_of_children
from plyground.tree import ROOT, first_difference


@dataclass(frozen=True)
class Leaves(Game):
    """Every seat in turn goes left or right; the leaf, numbered by the turns taken, pays each seat its own sum."""

    name = "leaves"

    pays: tuple[tuple[float, ...], ...] = ()
    span: tuple[float, float] = (-1.0, 1.0)
    opposed: bool = False

    def __post_init__(self) -> None:
        pass  # tuples of tuples have no text form

    @property
    def num_players(self) -> int:
        return len(self.pays[0])

    @property
    def value_range(self) -> tuple[float, float]:  # type: ignore[override]
        return self.span

    @property
    def zero_sum(self) -> bool:
        return self.opposed

    def initial_state(self) -> "LeavesState":
        return LeavesState(self)


class LeavesState(State):
    game: Leaves

    def __init__(self, game: Leaves) -> None:
        super().__init__(game)
        self.player, self.node = 0, 1

    def actions(self) -> list[int]:
        return [] if self.player == TERMINAL else [0, 1]

    def apply(self, action: int) -> None:
        self.node = 2 * self.node + action
        last = self.node >= len(self.game.pays)
        self.player = TERMINAL if last else (self.player + 1) % self.game.num_players

    def returns(self) -> list[float]:
        return list(self.game.pays[self.node - len(self.game.pays)])


COMMON = Leaves(((1.0, 1.0), (-1.0, -1.0), (0.0, 0.0), (0.5, 0.5)))  # two players with the same aim
THREE = Leaves(
    tuple(
        pays
        for pays in [(1, -1, -1), (-1, 1, -1), (-1, -1, 1), (0, 0, 0), (-1, 1, -1), (1, -1, -1), (0, 0, 0), (-1, -1, 1)]
    )
)
POINTS = Leaves(((1.0, -1.0), (-10.0, 10.0), (10.0, -10.0), (5.0, -5.0)), (-10.0, 10.0), opposed=True)


@pytest.mark.parametrize("game", ["pig(players=3, target=12)", "pig(players=4, target=12)", "ludo(players=3)"])
def test_the_parents_value_is_the_movers(game: str) -> None:
    """What `puct` gives a child not visited yet: the mean of the values to the seat that moves, in any row."""
    search = Search(game, configure(select="puct", evaluate="heuristic"), engine="python", seed=4)
    search.run(search.game.initial_state(), 400)
    tree = search.tree()
    seen = 0
    for row in range(len(tree)):
        tried = [child for child in tree.children(row) if tree.visits[child]]
        if tree.player[row] < 0 or not tried:
            continue
        seen += tree.player[row] != tree.seat[row]
        mover = [tree.seat[child] for child in tried]
        assert mover == [tree.player[row]] * len(tried)
        visits = sum(tree.visits[child] for child in tried)
        mean = sum(tree.visits[child] * tree.value[child] for child in tried) / visits
        assert mean_of_children(tree, row) == pytest.approx(mean)
    assert seen


@needs_native
@pytest.mark.parametrize("backup", ["mean", "mean(win=1, draw=0, loss=0)", "mean(paranoid=true)", "solver"])
@pytest.mark.parametrize("text", ["tictactoe", "pig(players=3, target=12)", "ludo(players=4)"])
def test_puct_is_the_same_in_both_engines(text: str, backup: str) -> None:
    trees = []
    for engine in ENGINES:
        config = configure(select="puct(prior=heuristic)", evaluate="heuristic", backup=backup)
        search = Search(text, config, engine=engine, seed=4)
        search.run(search.game.initial_state(), 300)
        trees.append(search.tree())
    assert first_difference(*trees) is None


@pytest.mark.parametrize("select", ["puct", "puct(fpu=0)", "ucb1", "thompson"])
def test_two_players_with_the_same_aim_find_it(select: str) -> None:
    """Left, then left pays both the most; a search that takes one's gain for the other's loss goes right."""
    search = Search(COMMON, configure(select=select), seed=1)
    result = search.run(COMMON.initial_state(), 2000)
    assert (result.action, result.line) == (0, ["0", "0"])
    search.advance(0)
    kept = search.resume(1)
    assert kept.value is not None
    assert kept.value > 0.5  # to the second player, who moves now


def test_the_value_after_advance_is_the_movers_with_three_seats() -> None:
    """All lines end with 1 for the second seat: that is what it expects when it moves."""
    game = Leaves(((-1.0, 1.0, -1.0),) * 8)
    search = Search(game, seed=1)
    search.run(game.initial_state(), 50)
    search.advance(0)
    result = search.resume(1)
    assert (result.value, result.seat, result.action_value) == (1.0, 1, 1.0)


def test_a_kept_root_without_visits_below_it_has_no_value_to_another_seat() -> None:
    for game, value in ((Leaves(((-1.0, 1.0, -1.0),) * 8), None), (Leaves(((-1.0, 1.0),) * 4, opposed=True), 1.0)):
        search = Search(game, seed=1)
        search.run(game.initial_state(), 1)
        search.advance(search.top().action[next(row for row in (1, 2) if search.top().visits[row])])
        assert search.resume(0).value == value


def test_mcts_tells_both_values_only_where_one_is_the_others_loss() -> None:
    assert Mcts(simulations=50).choose(COMMON.initial_state()).values is None
    assert Mcts(simulations=50).choose(THREE.initial_state()).values is None
    wins_alone = Mcts(simulations=50, backup=Solver(win=1.0, draw=0.0, loss=0.0))
    state = parse_game("tictactoe").position("a1 b1 a2 b2")
    assert wins_alone.choose(state).values is None
    decision = Mcts(simulations=200).choose(state)
    assert decision.values == [1.0, -1.0]  # of the move that wins at once, not the mean over all moves
    assert decision.info["action_value"] == 1.0


def test_three_seats_each_seek_their_own_best() -> None:
    """max^n by hand: the third seat takes 4 leaves' best for itself, the second and first choose among those."""
    result = Search(THREE, configure(backup="solver"), seed=1).run(THREE.initial_state(), 500)
    proven = {move.name: move.proven for move in result.moves}
    assert result.stopped == "solved"
    assert max(value for value in proven.values() if value is not None) == result.value


@pytest.mark.parametrize(
    ("parts", "game", "sentence"),
    [
        ({"backup": "max_mean_mix"}, COMMON, "max_mean_mix needs two players with opposite values, .* is not zero-sum"),
        ({"select": "bayes_uct1"}, COMMON, "bayes needs two players with opposite values, .* is not zero-sum"),
        ({"backup": "solver"}, COMMON, "solver needs two players with opposite values, .* is not zero-sum"),
        ({"backup": "max_mean_mix"}, THREE, "max_mean_mix is for two players"),
        ({"backup": "solver"}, POINTS, "solver is for returns from -1 to 1, those of .* go from -10 to 10"),
        ({"select": "ucb1_tuned"}, POINTS, "ucb1_tuned is for values from -1 to 1"),
        ({"select": "thompson"}, POINTS, "thompson is for values from -1 to 1"),
        ({"select": "bayes_uct2"}, POINTS, "is for values from -1 to 1"),
        ({"select": "epsilon_greedy(0.1, thompson)"}, POINTS, "thompson is for values from -1 to 1"),
        ({"select": "thompson", "backup": "mean(win=5)"}, "tictactoe", "thompson is for values from -1 to 1"),
    ],
)
def test_parts_that_need_another_game_are_refused(parts: dict[str, str], game: Any, sentence: str) -> None:
    with pytest.raises(PlygroundError, match=sentence):
        Search(game, configure(**parts))


def test_alpha_beta_is_for_opponents() -> None:
    with pytest.raises(PlygroundError, match=r"alpha_beta is for zero-sum games, which .* is not: use expectimax"):
        parse_agent("alpha_beta(depth=2)").choose(COMMON.initial_state())
    assert parse_agent("alpha_beta(depth=4)").choose(POINTS.initial_state()).action == 1


def test_what_fits_is_accepted() -> None:
    """A solver for three seats needs no opponents, and a backup may bring wide returns into [−1, 1]."""
    Search(THREE, configure(backup="solver"))
    Search(POINTS, configure(backup="max_mean_mix"))
    Search(POINTS, configure(select="thompson", backup="mean(win=0.1, loss=-0.1)"))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("worths", ["win=-1, draw=0, loss=1", "win=0.2, draw=-0.5, loss=-1, paranoid=true"])
def test_a_solver_knows_the_most_that_can_be_had(worths: str, engine: str) -> None:
    """Where a loss counts more than a win, a proven win proves nothing about its parent."""
    search = Search("tictactoe", configure(backup=f"solver({worths})"), engine=engine, seed=2)
    state = search.game.position("a1 b1 a2 b2")
    result = search.run(state, 20_000)
    most = [move for move in result.moves if move.proven is not None]
    assert result.stopped == "solved"
    if "paranoid" not in worths:
        assert all((move.proven or 0) <= (result.value or 0) for move in most)
        assert state.action_name(result.action or 0) != "a3"  # the win at once is the worst


def test_decisive_rollouts_know_a_win_in_any_range() -> None:
    """1 point is not a win where 10 can be had."""
    config = configure(evaluate="rollout(policy=decisive)")
    search = Search(POINTS, config, seed=1)
    state = POINTS.position([0])
    seen = {tuple(config.evaluate.values(state.clone(), rng, [])) for rng in _rngs(20)}
    assert seen == {(-10.0, 10.0)}
    back = POINTS.position([1])
    assert len({tuple(config.evaluate.values(back.clone(), rng, [])) for rng in _rngs(20)}) == 2
    assert search.run(POINTS.initial_state(), 300).action == 1


def _rngs(count: int) -> Iterator[Rng]:
    return (Rng(1, stream) for stream in range(count))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_paranoid_tree_serves_one_root_alone(engine: str) -> None:
    config = configure(backup="mean(paranoid=true)")
    for text, kept in (("pig(players=3, target=12)", False), ("pig(players=2, target=12)", True)):
        search = Search(text, config, engine=engine, seed=1)
        search.run(search.game.initial_state(), 200)
        search.advance(search.state.actions()[0])
        assert (search.top().visits[ROOT] > 0) == kept
    with pytest.raises(PlygroundError, match="use merge=none"):
        Search("pig(players=3)", config, engine=engine, merge="states")


# What games declare


def test_a_game_that_is_not_zero_sum_must_say_so() -> None:
    wrong = Leaves(COMMON.pays, opposed=True)
    report = check_game(wrong, games=3)
    assert [breach.law for breach in report.broken] == ["zero sum"]
    assert "sum to" in report.broken[0].message
    assert "after the moves" in report.broken[0].message
    assert check_game(COMMON, games=3).ok


@pytest.mark.parametrize("pays", [(0.5, 0.25), (7.0, -7.0)])
def test_the_one_end_that_breaks_a_law_is_found(pays: tuple[float, float]) -> None:
    """One of 512 ends: four random games miss it, the walk through the whole game does not."""
    ends = [(1.0, -1.0)] * 511
    game = Leaves((*ends[:300], pays, *ends[300:]), opposed=True)
    report = check_game(game, games=4, seed=1)
    assert [breach.law for breach in report.broken] == ["zero sum" if pays[0] < 1 else "returns"]
    assert "after the moves 1 0 0 1 0 1 1 0 0" in report.broken[0].message


@pytest.mark.parametrize("span", [(1.0, -1.0), (0.0, 0.0), (-1.0, float("inf")), (1.0,)])
def test_a_range_is_two_finite_numbers(span: Any) -> None:
    report = check_game(Leaves(COMMON.pays, span), games=2)
    assert any("value_range is" in breach.message for breach in report.broken)


@pytest.mark.parametrize("text", ["tictactoe", "connect_four(3,3,3)", "nim([2,1])", "pig", "pig(3)", "ludo(players=2)"])
def test_our_games_say_what_they_are(text: str) -> None:
    game = parse_game(text)
    assert game.zero_sum == (game.num_players == 2)
    assert check_game(game, games=3).ok


@pytest.mark.parametrize(
    "parts",
    [{}, {"select": "rave"}, {"select": "puct"}, {"select": "tree_shape"}, {"select": "epsilon_greedy"}],
    ids=str,
)
def test_a_range_of_values_that_hides_exploration_is_said(parts: dict[str, str]) -> None:
    """Once for these parts and this game, with what to change."""
    config = configure(backup="mean(win=1000, loss=0)", **parts)
    with pytest.warns(
        PlygroundWarning, match=r"go from 0 to 1000, where .* hardly explores: set c to about half"
    ) as said:
        Search("tictactoe", config)
    Search("tictactoe", config)  # warnings are errors here
    assert len(said) == 1


@pytest.mark.parametrize(
    "parts",
    [
        {"select": "ucb1(c=300)", "backup": "mean(win=1000, loss=0)"},
        {"select": "ucb1(c=0)", "backup": "mean(win=1000, loss=0)"},
        {"select": "ucb1(c=0.001)"},
        {"select": "gumbel", "backup": "mean(win=1000, loss=0)"},
        {"backup": "mean(win=30, loss=-30)"},
    ],
    ids=str,
)
def test_sensible_settings_are_accepted_in_silence(parts: dict[str, str]) -> None:
    """No exploration at all, or a small c for values in [−1, 1], is a wish."""
    Search("tictactoe", configure(**parts))


WIDE_GAME = """
from dataclasses import dataclass
import plyground as pg

@pg.register_game("wide_nim")
@dataclass(frozen=True)
class WideNim(pg.Nim):
    value_range = (-1000.0, 1000.0)
    twin = None
"""


def test_commands_say_it_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "wide.py").write_text(WIDE_GAME, encoding="utf-8")
    for command in (["check", "--games", "1"], ["search", "--simulations", "10"]):
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            assert main([command[0], str(tmp_path / "wide.py"), *command[1:]]) == 0
        said = capsys.readouterr().err.splitlines()
        assert [line[:47] for line in said] == ["plyground: values of wide_nim go from -1000 to "]
