"""A walkthrough shows the simulations of the search, number for number."""

import json
import math
import re

import pytest
from search_helpers import example

from plyground import view
from plyground.cli import main
from plyground.errors import PlygroundError
from plyground.games import parse_game
from plyground.search import Search, configure
from plyground.search.part import Select
from plyground.search.select import Ucb1
from plyground.tree import ROOT, first_difference
from plyground.view.story import narrate

CASES = [
    ("tictactoe", {}),
    ("tictactoe", {"select": "puct", "expand": "all_children"}),
    ("tictactoe", {"select": "puct(fpu=0.3)", "expand": "all_children"}),
    ("tictactoe", {"select": "ucb1(fpu=1)", "expand": "all_children"}),
    ("tictactoe", {"select": "ucb1_tuned", "backup": "solver"}),
    ("tictactoe", {"select": "rave"}),
    ("tictactoe", {"select": "grave", "expand": "all_children"}),
    ("tictactoe", {"select": "bayes_uct1", "backup": "bayes"}),
    ("tictactoe", {"select": "bayes_uct2", "backup": "bayes"}),
    ("tictactoe", {"select": "tree_shape"}),
    ("tictactoe", {"select": "epsilon_greedy(0.5)"}),
    ("tictactoe", {"select": "random_opponent", "evaluate": "heuristic"}),
    ("tictactoe", {"select": "thompson", "expand": "all_children", "evaluate": "rollout(n=3)"}),
    ("connect_four", {"evaluate": "rollout(depth_limit=3)", "backup": "max_mean_mix"}),
    ("nim([2,1])", {"backup": "solver"}),
    ("pig(target=12)", {}),
    ("pig(target=12)", {"expand": "open_loop"}),
    ("ludo(players=2, track=24, home=2, tokens=2)", {"expand": "progressive_widening"}),
]


def started(game: str, **parts: str) -> Search:
    search = Search(game, configure(**parts), seed=4)
    search.start(parse_game(game).initial_state())
    return search


@pytest.mark.parametrize(("game", "parts"), CASES, ids=str)
def test_the_numbers_are_those_of_the_tree(game: str, parts: dict[str, str]) -> None:
    n = 25
    search = started(game, **parts)
    story, tree = narrate(search, n)
    assert search.simulations == 0  # a walkthrough makes no simulations
    search.resume(n)
    finished = [simulation for simulation in story if simulation.changes]
    assert len(finished) == search.simulations
    assert first_difference(tree, search.tree().subtree(ROOT)) is None
    last: dict[tuple[tuple[int, int], ...], tuple[int, float]] = {}
    for number, simulation in enumerate(finished, 1):
        assert simulation.number == number
        assert [phase.name for phase in simulation.phases] == ["select", "expand", "evaluate", "back up"]
        for change in simulation.changes:
            if change.key in last:  # nobody else changes a row
                assert change.before == last[change.key]
            assert change.after[0] == change.before[0] + 1
            last[change.key] = change.after
    rows = {(): ROOT}
    for row in range(len(tree)):
        key = next((key for key, other in rows.items() if other == row), None)
        for child in tree.children(row) if key is not None else ():
            rows[(*key, (tree.seat[child], tree.action[child]))] = child
    for key, (visits, value) in last.items():
        assert (tree.visits[rows[key]], tree.value[rows[key]]) == (visits, value)


@pytest.mark.parametrize(("game", "parts"), CASES, ids=str)
def test_terms_add_up_to_the_scores_and_the_largest_is_chosen(game: str, parts: dict[str, str]) -> None:
    search = started(game, **parts)
    compared = 0
    for simulation in narrate(search, 40)[0]:
        for comparison in simulation.phases[0].comparisons:
            scores = [candidate.score for candidate in comparison.candidates]
            assert scores == sorted(scores, reverse=True)
            for candidate in comparison.candidates:
                assert len(candidate.terms) == len(comparison.terms)
                assert sum(candidate.terms) == pytest.approx(candidate.score)
            [chosen] = [candidate for candidate in comparison.candidates if candidate.chosen]
            if not search.config.select.draws:
                assert chosen.score == scores[0]
            compared += 1
    assert compared or search.replay().config.backup.name == "solver"


def test_select_lights_the_old_nodes_and_expand_the_new_one() -> None:
    for simulation in narrate(started("tictactoe"), 15)[0]:
        assert simulation.phases[0].lit[0] == ()  # the root, from the first simulation on
        assert simulation.phases[0].lit == simulation.path[: len(simulation.phases[0].lit)]
        if simulation.changes:
            assert simulation.phases[1].lit == simulation.added == simulation.path[-1:]


def test_ucb1_splits_into_value_and_exploration() -> None:
    search = started("tictactoe")
    *_, following = narrate(search, 12)[0]
    search.resume(12)
    top = search.top()
    [comparison] = following.phases[0].comparisons
    assert comparison.terms == ["value", "exploration"]
    assert comparison.visits == 12
    rows = {search.state.action_name(top.action[row]): row for row in top.children(ROOT)}
    for candidate in comparison.candidates:
        row = rows[candidate.name]
        assert candidate.visits == top.visits[row]
        value, exploration = candidate.terms
        assert value == top.value[row]
        assert exploration == pytest.approx(1.4 * math.sqrt(math.log(12) / top.visits[row]))


def test_the_next_simulation_goes_where_the_story_says() -> None:
    search = started("connect_four")
    *_, following = narrate(search, 30)[0]
    assert [phase.name for phase in following.phases] == ["select"]
    search.resume(30)
    trace = search.trace()
    assert trace.simulation + 1 == following.number == 31
    tree = search.tree()
    assert following.path[-1] == tuple((tree.seat[row], tree.action[row]) for row in trace.path[1:])


def test_a_rule_need_not_split_its_score() -> None:
    class Plain(Ucb1):
        terms = Select.terms

    search = Search("tictactoe", configure(select=Plain()), engine="python", seed=1)
    search.start(parse_game("tictactoe").initial_state())
    text = view.walkthrough(search, 10).text()
    assert re.search(r"move +visits +score", text)


def test_the_lecture_is_told_as_in_its_slides() -> None:
    """Turcotte's figures: 20 and 10 first, then 11.48 against 12.10."""
    text = view.walkthrough(example("walkthrough").lecture_search(), 4).text()
    assert "the root: visits 1 → 2, value to player 1 +20.00 → +15.00" in text
    assert re.search(r"> +S2 +1 +\+10\.000 +\+2\.096 +\+12\.096", text)
    assert re.search(r" +S1 +2 +\+10\.000 +\+1\.482 +\+11\.482", text)


@pytest.mark.parametrize(("game", "parts"), CASES, ids=str)
def test_the_page_has_every_phase_and_stands_alone(game: str, parts: dict[str, str]) -> None:
    walk = view.walkthrough(started(game, **parts), 6)
    page = walk.html()
    phases = sum(len(simulation.phases) for simulation in walk.simulations)
    assert page.count("<section>") == 1 + phases
    story = json.loads(re.search(r"const story = (.*);\n", page)[1])
    assert len(story["steps"]) == 1 + phases
    numbers = {node.number for node in view.tree(walk.tree, depth=99, top=99, limit=999).nodes}
    for step in story["steps"]:
        assert set(step["lit"]) <= numbers
        assert 0 <= step["board"] < len(story["boards"])
    assert set(re.findall(r"https?://[^\"'\\\s]+", page)) == {"http://www.w3.org/2000/svg"}
    assert "<iframe" in walk._repr_html_()


def test_no_text_of_a_game_ends_the_script() -> None:
    state = example("my_game").MisereNim().initial_state()
    type(state).action_name, kept = (lambda self, action: f"</script>{action}"), type(state).action_name
    try:
        search = Search(state.game, seed=1)
        search.start(state)
        page = view.walkthrough(search, 3).html() + view.tree(search).html()
    finally:
        type(state).action_name = kept
    assert page.count("</script>") == 2


def test_what_cannot_be_told_is_refused() -> None:
    over = parse_game("tictactoe").position("a1 b1 a2 b2 a3")
    search = Search("tictactoe")
    search.start(over)
    with pytest.raises(PlygroundError, match="the game is over"):
        view.walkthrough(search, 3)
    with pytest.raises(PlygroundError, match="at least one simulation"):
        view.walkthrough(started("tictactoe"), 0)
    merged = Search("tictactoe", merge="states")
    merged.start(parse_game("tictactoe").initial_state())
    with pytest.raises(PlygroundError, match="cannot be traced"):
        view.walkthrough(merged, 3)
    moved = started("tictactoe")
    moved.resume(100)
    moved.advance(4)
    with pytest.raises(PlygroundError, match="earlier position"):
        view.walkthrough(moved, 3)


def test_the_command_line_writes_and_tells(tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    page, tree, saved = tmp_path / "walk.html", tmp_path / "tree.svg", tmp_path / "search.npz"
    base = ("search", "tictactoe", "--simulations", "100", "--seed", "3")
    assert main((*base, "--trace", str(page), "--tree", str(tree), "--save", str(saved))) == 0
    assert "which comes next" in page.read_text(encoding="utf-8")
    assert tree.read_text(encoding="utf-8").startswith("<svg")
    assert "the tree is in" in capsys.readouterr().err
    assert main(("search", "tictactoe", "--load", str(saved), "--simulations", "50", "--json")) == 0
    loaded = json.loads(capsys.readouterr().out)
    assert main(("search", "tictactoe", "--simulations", "150", "--seed", "3", "--json")) == 0
    whole = json.loads(capsys.readouterr().out)
    assert loaded["moves"] == whole["moves"]
    assert main((*base, "--trace", "2")) == 0
    story = capsys.readouterr().out
    assert "simulation 2\n" in story
    assert "simulation 3, which comes next" in story


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--tree", "x.png"), "ends with .html, .svg, .dot"),
        (("--trace", "x.png"), "ends with .html, .txt"),
        (("--trace", "3", "--json"), "not JSON"),
        (("--load", "no.npz"), "there is no file no.npz"),
        (("--load", "no.npz", "--select", "puct"), "leave --select out"),
        (("--load", "no.npz", "--threads", "2"), "one thread"),
        (("--save", "x.npz", "--threads", "2"), "one thread"),
        (("--trace", "3", "--threads", "2"), "cannot be traced"),
    ],
)
def test_the_command_line_refuses_early(arguments: tuple[str, ...], says: str, capsys) -> None:  # type: ignore[no-untyped-def]
    assert main(("search", "tictactoe", "--simulations", "10", *arguments)) != 0
    captured = capsys.readouterr()
    assert says in captured.err
    assert captured.out == ""
