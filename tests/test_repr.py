"""The representations of states, results and searches, as people see them at a prompt."""

import pytest
from search_helpers import ENGINES

import plyground as pg


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
