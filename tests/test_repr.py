"""The representations of states, results and searches, as people see them at a prompt."""

from dataclasses import replace

import pytest
from search_helpers import ENGINES

import plyground as pg
from plyground.view.tables import text_table


def test_a_state_is_its_game_who_moves_and_its_board() -> None:
    state = pg.TicTacToe().position("b2")
    assert repr(state) == "<tictactoe, O to move>\n   a b c\n 1 . . .\n 2 . X .\n 3 . . ."
    assert repr(pg.TicTacToe().position("a1 b1 a2 b2 a3")).startswith("<tictactoe, the game is over>\n")
    assert repr(pg.Pig().position("roll")).startswith("<pig, chance moves>\n")


def test_a_state_in_one_line() -> None:
    class Counter(pg.State):
        player = 0
        number = 3

        def actions(self) -> list[int]:
            return [0]

        def apply(self, action: int) -> None:
            self.number -= 1

        def returns(self) -> list[float]:
            return [0.0, 0.0]

        def __str__(self) -> str:
            return f"{self.number} left"

    assert repr(Counter(pg.TicTacToe())) == "<tictactoe, X to move> 3 left"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_result_is_a_line(engine: str) -> None:
    search = pg.Search("tictactoe", pg.configure(backup=pg.backup.Solver()), engine=engine, seed=1)
    assert repr(search) == (
        "<search of tictactoe: select=ucb1, expand=one_child, evaluate=rollout, backup=solver, decide=most_visits; "
        "nothing searched yet>"
    )
    result = search.run(search.game.position("a1 b1 a2 b2"), 1000)  # a3 wins
    visits = {move.name: move.visits for move in result.moves}
    assert repr(result) == (
        f"<tictactoe: a3, value +1.000, {visits['a3']:,} of {sum(visits.values()):,} visits; line a3>"
    )
    assert repr(search).endswith(f"; {search.simulations:,} simulations>")


def test_a_long_line_is_cut() -> None:
    result = pg.Search("connect_four", seed=1).run(pg.ConnectFour().initial_state(), 20_000)
    assert len(result.line) > 8
    assert repr(result).endswith(f"; line {' '.join(result.line[:8])} …>")
    assert "\n" not in repr(result)


def test_results_where_nobody_decides() -> None:
    pig = pg.Search("pig", seed=1)
    assert repr(pig.run(pig.game.position("roll"), 50)).startswith("<pig: chance moves, 50 simulations")
    over = pg.Search("tictactoe").run(pg.TicTacToe().position("a1 b1 a2 b2 a3"), 5)
    assert repr(over) == "<tictactoe: the game is over, returns [1.0, -1.0]>"
    none = pg.Search("tictactoe").run(pg.TicTacToe().initial_state(), 0)
    assert repr(none).endswith(", 0 of 0 visits>")


def test_reports_are_tables_at_a_prompt_and_have_a_chart_in_a_notebook() -> None:
    pytest.importorskip("vl_convert")
    match = pg.match("random", "first", "tictactoe", games=4, workers=1)
    league = pg.tournament(["random", "first", "random(1)"], "tictactoe", games=2, workers=1)
    table = pg.tournament(["random", "first", "random(1)"], "pig(players=3)", games=6, workers=1)
    for report, says in ((match, "tictactoe: random against first, 4 games"), (league, "Elo"), (table, "seat 3")):
        assert repr(report) == str(report)
        assert says in repr(report)
        page = report._repr_html_()
        assert page.count("<svg") == page.count("</svg>") == 1
        assert str(report).splitlines()[0] in page


def test_a_report_of_names_with_marks_is_escaped() -> None:
    page = pg.tournament({"<b>": "random", "&": "first"}, "tictactoe", games=2, workers=1)._repr_html_()
    assert "&lt;b&gt;" in page
    assert "<b>" not in page


def test_a_tuning_is_a_table_too() -> None:
    pytest.importorskip("optuna")
    report = pg.tune("mcts(simulations={n})", "random", "tictactoe", ["n=1:4"], games=40, workers=1)
    assert repr(report) == str(report)
    assert "winner: mcts" in report._repr_html_()


def test_a_report_without_the_plots_is_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.view.charts.have_plots", lambda: False)
    assert "<svg" not in pg.match("random", "first", "tictactoe", games=2, workers=1)._repr_html_()


def test_a_game_and_a_match_record_show_themselves_in_a_notebook() -> None:
    report = pg.match("random", "first", "tictactoe", games=4, opening_moves=2, workers=1)
    page, moves = report.records[1]._repr_html_(), report.records[1].moves.split()
    names = [name for _, name in pg.parse_game("tictactoe").name_moves(map(int, moves))]
    for words in (" ".join(names), "X: first", "O: random", "the first 2 at random"):
        assert words in page
    assert page.count("<svg") == 1
    assert f"pairs {report.match.pairs}" in report.match._repr_html_()
    bare = replace(report.records[1], contest=None)
    assert "<svg" not in bare._repr_html_()
    assert bare == report.records[1]


def test_a_table_adds_nothing_of_its_own_to_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[object] = []
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    monkeypatch.setattr("rich.jupyter.display", lambda *content: shown.append(content))
    assert text_table(["a", "b"], [["x", "1"]]) == "a  b\nx  1"
    assert shown == []


def test_answers_are_short_at_a_prompt() -> None:
    """No answer prints thousands of states or games."""
    match = pg.match("random", "first", "tictactoe", games=4, workers=1)
    answers: dict[str, object] = {
        "<tictactoe, X to move, solved: a1 draws, b1 draws, ": pg.review.assess("tictactoe"),
        "<4 moves of tictactoe, blunders: 2. b1 (a draw becomes a loss": pg.review.review_game(
            "tictactoe", "b2 b1 a1 c3"
        ),
        "<5,478 states of tictactoe>": pg.exact.state_graph("tictactoe"),
        "<the best reply in seat 0 of tictactoe: value +0.9": pg.exact.best_response("tictactoe", "random", 0),
        "<q_learning on tictactoe against random: 50 episodes, ": pg.train("q_learning", "tictactoe", 50),
        f"<4 games {match.tally}, pairs {match.match.pairs}>": match.match,
        f"<the mean score of 4 games: {match.tally.score:.3f} [": match.running_average,
        "nim: keeps its laws": pg.check_game("nim", games=1),
    }
    for start, answer in answers.items():
        assert repr(answer).startswith(start)
        assert len(repr(answer)) < 2000
