"""Games in the terminal, typed through a pipe."""

import io
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from plyground.agents import Agent, Decision
from plyground.cli import main
from plyground.cli.game_files import load_file
from plyground.games import CHANCE, TERMINAL, Game, State

MISERE_NIM = str(Path(__file__).parent.parent / "examples" / "my_game.py")


@dataclass(frozen=True)
class TwoCoins(Game):
    """Each seat says yes or no, then a coin falls; heads and yes score. For tests of chance."""

    name = "two_coins"
    num_players = 2

    def initial_state(self) -> "TwoCoinsState":
        return TwoCoinsState(self)


class TwoCoinsState(State):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.player, self.turn, self.said, self.score = 0, 0, 0, [0, 0]

    def actions(self) -> list[int]:
        return [0, 1] if self.player >= 0 else []

    def chance(self) -> list[tuple[int, float]]:
        return [(0, 0.5), (1, 0.5)] if self.player == CHANCE else []

    def apply(self, action: int) -> None:
        if self.player == CHANCE:
            self.score[self.turn % 2] += self.said * action
            self.turn += 1
            self.player = TERMINAL if self.turn == 4 else self.turn % 2
        else:
            self.said, self.player = action, CHANCE

    def returns(self) -> list[float]:
        lead = self.score[0] - self.score[1]
        sign = float((lead > 0) - (lead < 0))
        return [sign, -sign]

    def action_name(self, action: int) -> str:
        return (["tails", "heads"] if self.player == CHANCE else ["no", "yes"])[action]


@dataclass
class Illegal(Agent):
    """Plays an action that does not exist."""

    name = "illegal"

    def choose(self, state: State) -> Decision:
        return Decision(99)


@dataclass
class Raising(Agent):
    """Fails in the middle of a game."""

    name = "raising"

    def choose(self, state: State) -> Decision:
        raise RuntimeError("out of ideas")


@dataclass
class Watching(Agent):
    """Plays the first action, and keeps what it observed."""

    name = "watching"

    def __post_init__(self) -> None:
        super().__post_init__()
        SEEN.clear()

    def reset(self, game: Game, seat: int, seed: int) -> None:
        SEEN.append(("reset", seat))

    def observe(self, state: State, action: int) -> None:
        SEEN.append((state.action_name(action), state.player))

    def choose(self, state: State) -> Decision:
        return Decision(state.actions()[0])


SEEN: list[tuple[str, int]] = []


@pytest.fixture(autouse=True)
def own_registries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the games and agents of these tests from all other tests."""
    agents = {agent.name: agent for agent in (Illegal, Raising, Watching)}
    monkeypatch.setattr(Game.registry, "_entries", {**Game.registry._entries, "two_coins": TwoCoins})
    monkeypatch.setattr(Agent.registry, "_entries", {**Agent.registry._entries, **agents})
    load_file.cache_clear()


@pytest.fixture
def session(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Play with these lines typed; returns the output."""

    def play(typed: str, *arguments: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main(["play", *arguments])
        captured = capsys.readouterr()
        assert (code, captured.err) == (0, "")
        return captured.out

    return play


def test_tic_tac_toe_to_a_win(session: Callable[..., str]) -> None:
    out = session("a3\nb3\nc3\n", "tictactoe", "human", "first")
    assert "X (human): a3\nO (first): a1\n" in out
    assert out.endswith("   a b c\n 1 O O .\n 2 . . .\n 3 X X X\n\nX (human) wins.\n")


def test_connect_four_from_a_position(session: Callable[..., str]) -> None:
    out = session("d\n", "connect_four", "human", "first", "--position", "414141")
    assert "X to move (? for help): d\nX (human): 4\n" in out
    assert out.endswith("X (human) wins.\n")


def test_a_draw(session: Callable[..., str]) -> None:
    assert session("b1\n", "tictactoe", "human", "first", "--position", "b2a1c1a3a2c2c3b3").endswith("\nA draw.\n")


def test_a_game_from_a_file(session: Callable[..., str]) -> None:
    # The other takes one stone of the first heap each time: 3 4 0, 2 4 0, 2 1 0, 1 1 0, 1 0 0.
    out = session("35\n23\n21\n", MISERE_NIM, "human", "first")
    assert "heap 1: ooo\nheap 2: oooo\nheap 3: ooooo\n" in out
    assert out.endswith("player 1 (human) wins.\n")


def test_bad_input_is_asked_again(session: Callable[..., str]) -> None:
    out = session("zz\n\nA1 \na1\n\n9\nc3\nquit\n", "tictactoe", "human", "human")
    assert "no cell 'zz'; legal: a1" in out
    assert "a1 is not possible: there is a stone already" in out
    assert "O (human): c3" in out
    assert out.endswith("left the game after 2 moves\n")


def test_help_names_the_moves_and_the_requests(session: Callable[..., str]) -> None:
    out = session("?\n", "tictactoe", "human", "first", "--position", "a1b1")
    assert "Type your move: c1, a2, b2, c2, a3, b3, c3\n" in out
    assert "undo         go back" in out


def test_undo_returns_to_the_same_persons_decision(session: Callable[..., str]) -> None:
    out = session("undo\nb2\nundo\nc3\nmoves\n", "tictactoe", "human", "first")
    assert "there is no earlier decision of yours to go back to" in out
    assert "took back 2 moves" in out
    assert "  1. X (human): c3\n  2. O (first): a1\n" in out


def test_undo_between_two_people_takes_back_both(session: Callable[..., str]) -> None:
    out = session("a1\nb2\nc3\nundo\nmoves\nquit\n", "tictactoe", "human", "human")
    assert "took back 2 moves" in out  # O undoes its own b2, and X's answer to it
    assert out.endswith("left the game after 1 move\n")


def test_resign(session: Callable[..., str]) -> None:
    out = session("resign\n", "tictactoe", "human", "first")
    assert out.endswith("X (human) resigns; O (first) wins\n")


def test_end_of_input_leaves(session: Callable[..., str]) -> None:
    assert session("", "tictactoe").endswith("left the game after 0 moves\n")


def test_save_and_load(session: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    session(f"b2\nsave {file}\n", "tictactoe", "human", "first")
    assert file.read_text() == "game: tictactoe\nplayer: human\nplayer: first\nb2\na1\n"
    for arguments in (["--load", str(file)], [str(file)]):
        out = session("moves\n", *arguments)
        assert out.startswith("tictactoe: X (human), O (first); seed")
        assert "  1. X (human): b2\n" in out
    assert session("", str(file), "human", "random").startswith("tictactoe: X (human), O (random);")
    assert session("", str(file), "--level", "2").startswith("tictactoe: X (human), O (level(2));")
    out = session(f"load {file}\nsave {file}\n", "tictactoe", "human", "first")
    assert f"loaded 2 moves from {file}" in out
    assert f"saved 2 moves to {file}" in out


def test_a_saved_game_from_a_file_loads_beside_it(session: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "nim.txt"
    session(f"35\nsave {file}\n", MISERE_NIM, "human", "first")
    assert "heap 1: oo\nheap 2: oooo\nheap 3: \n" in session("", MISERE_NIM, "--load", str(file))


def test_a_saved_game_runs_no_file_that_nobody_named(
    session: Callable[..., str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, file, trace = tmp_path / "my_nim.py", tmp_path / "nim.txt", tmp_path / "imported"
    text = Path(MISERE_NIM).read_text().replace("misere_nim", "my_nim")
    source.write_text(f"with open({str(trace)!r}, 'a') as file:\n    file.write('x')\n{text}")
    session(f"35\nsave {file}\n", str(source), "human", "first")
    assert file.read_text().splitlines()[1].startswith(f"source: {source} ")
    assert trace.read_text() == "x"

    Game.registry._entries.pop("my_nim")  # as in a new process
    load_file.cache_clear()
    assert main(["play", "--load", str(file)]) == 2
    said = capsys.readouterr().err
    assert f"unknown game 'my_nim': {file} needs {source}, and only a file that you name is run" in said
    assert said.endswith(f"plyground play {file} --with {source}\n")
    assert trace.read_text() == "x"

    assert "heap 1: oo\nheap 2: oooo\nheap 3: \n" in session("", str(source), "--load", str(file))
    source.write_text(source.read_text() + "# a new rule\n")
    assert main(["play", str(source), "human", "first", "--load", str(file)]) == 0
    assert f"{source} has changed since {file} was saved" in capsys.readouterr().err
    source.unlink()
    Game.registry._entries.pop("my_nim")
    assert main(["play", "--load", str(file)]) == 2
    assert f"needs {source} ({source} is missing), and only" in capsys.readouterr().err


def test_a_saved_game_may_name_no_players(session: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("game: tictactoe\nb2\n")
    assert session("", str(file)).startswith("tictactoe: X (human), O (mcts);")


def test_a_finished_game_is_shown_with_its_result(session: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("game: tictactoe\nplayer: human\nplayer: first\nresult: X (human) wins.\na3\na1\nb3\nb1\nc3\n")
    assert session("", str(file)).endswith(" 3 X X X\n\nX (human) wins.\n")


def test_a_resigned_game_tells_its_result_and_goes_on(session: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("game: tictactoe\nresult: X resigns\nb2\n")
    out = session("", str(file), "human", "first")
    assert out.startswith("saved as: X resigns\n")
    assert out.endswith("left the game after 2 moves\n")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello\n", "is not a saved game"),
        ("", "there is no file"),
        ("game: tictactoe\nplayer: human\nb2\n", "names 1 players, and tictactoe has 2 seats"),
        ("game: tictactoe\nplayer: human\nplayer: nobody\nb2\n", "unknown agent 'nobody'"),
    ],
)
def test_a_saved_game_that_cannot_be_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, sentence: str
) -> None:
    file = tmp_path / "game.txt"
    if text:
        file.write_text(text)
    assert main(["play", str(file)]) == 2
    assert sentence in capsys.readouterr().err


def test_a_level_takes_the_seats_without_a_name(
    session: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert session("", "tictactoe", "--level", "3").startswith("tictactoe: X (human), O (level(3));")
    assert session("", "pig(players=3)", "random", "human", "--level", "1").startswith(
        "pig(3): player 1 (random), player 2 (human), player 3 (level(1));"
    )
    assert main(["play", "tictactoe", "human", "first", "--level", "3"]) == 2
    assert "every seat has one" in capsys.readouterr().err
    assert main(["play", "tictactoe", "--level", "11"]) == 2
    assert "level must be from 1 to 10, not 11" in capsys.readouterr().err


def test_hint_eval_and_line_are_exact_where_the_game_is_solved(session: Callable[..., str]) -> None:
    out = session("hint\neval\nline\n", "tictactoe", "human", "first", "--position", "a1b1a2b2")
    assert "hint: a3 (wins in 1 move; solved)\n" in out
    assert re.search(r"^a3 +wins in 1 move$", out, re.MULTILINE)
    assert re.search(r"^c1 +loses in 2 moves$", out, re.MULTILINE)
    assert "best play: a3 (wins in 1 move; solved)\n" in out
    assert out.count("   a b c\n") == 1  # the board is shown once for every position


def test_a_hint_by_search_has_an_interval_and_its_line_ends_at_the_dice(session: Callable[..., str]) -> None:
    out = session("hint\nline\n", "pig", "human", "random", "--position", "roll 6")
    assert re.search(r"hint: roll \(value \+0\.\d\d \[\+0\.\d\d, \+0\.\d\d\]; 5,000 simulations\)", out)
    assert "best play: roll (" in out


def test_nobody_judges_dice(session: Callable[..., str]) -> None:
    assert "chance moves here" in session("hint\n", "ludo", "--dice", "ask")


def test_redo(session: Callable[..., str]) -> None:
    out = session("redo\nb2\nc3\nundo\nundo\nredo\nredo\nredo\nmoves\n", "tictactoe", "human", "first")
    assert "there is nothing to redo" in out
    assert out.count("played 2 moves again") == 2
    assert "  4. O (first): b1\n" in out
    out = session("b2\nundo\nc3\nredo\n", "tictactoe", "human", "first")
    assert "another move was made since" in out
    out = session("b2\nc3\nundo\nundo\nb2\nredo\nmoves\n", "tictactoe", "human", "first")
    assert "  3. X (human): c3\n" in out  # the same move again keeps the rest


def test_rules_are_the_docstring_with_this_games_numbers(session: Callable[..., str]) -> None:
    out = session("rules\n", "connect_four(rows=5)", "human", "first")
    assert "Two players drop stones into columns" in out
    assert "  rows=5: Rows of the board.\n" in out
    out = session("rules\n", "ludo(players=2, rules=maedn)", "human", "first")
    assert "  track=40: Squares of the common track" in out
    assert "taking the last stone loses" in session("rules\n", MISERE_NIM, "human", "first")


def test_opinions_are_shown_on_demand(session: Callable[..., str]) -> None:
    out = session("b2\n", "tictactoe", "human", "mcts(simulations=50)", "--show")
    assert re.search(r"O \(mcts\(simulations=50\)\): \w\d  \(value [+-]\d\.\d\d, \d+ of 50 visits, line \w\d", out)
    assert "(value" not in session("b2\n", "tictactoe", "human", "mcts(simulations=50)")
    assert re.search(r"\(value \+0.00, exact\)", session("b2\n", "tictactoe", "human", "level(10)", "--show"))
    assert "a random move" in session("b2\n", "tictactoe", "human", "level(1)", "--show")


def test_the_moves_to_type_stand_below_the_board(session: Callable[..., str]) -> None:
    assert "\nmoves: 1 2 3 4 5 6 7\n" in session("", "connect_four")
    assert "\nmoves: a1 b1 … o15 (225 in all)\n" in session("", "mnk(15,15,5)")


def test_nobody_resigns_for_agents(session: Callable[..., str]) -> None:
    assert "nobody can resign" in session("resign\n", "pig", "first", "first", "--dice", "ask")


def test_save_overwrites_no_other_file(session: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "thesis.txt"
    file.write_text("years of work")
    assert "is not a saved game: it was not changed" in session(f"save {file}\n", "tictactoe")
    assert file.read_text() == "years of work"
    assert "a file name is missing" in session("save\n", "tictactoe")
    assert "cannot write" in session(f"save {tmp_path}/nowhere/x\n", "tictactoe")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"game: tictactoe\nb2\n\nzz\n", "line 4: no cell 'zz'"),
        (b"game: tictactoe\nb2\nb2\n", "line 3: b2 is not possible"),
        (b"game: tictacto\nb2\n", "line 1: unknown game 'tictacto'"),
        (b"b2\n", "line 1: expected 'game: connect_four'"),
        (b"", "line 1: expected"),
        (b"\xff\xfe", "it is not text"),
        (b"game: connect_four\n", "is a game of connect_four, not of tictactoe"),
    ],
)
def test_damaged_files(
    session: Callable[..., str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    text: bytes,
    sentence: str,
) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(text)
    assert sentence in session(f"load {file}\n", "tictactoe")  # the game goes on
    assert main(["play", "tictactoe", "--load", str(file)]) == 2
    assert sentence in capsys.readouterr().err


def test_dice_are_drawn_from_the_seed(session: Callable[..., str]) -> None:
    games = {session("", "two_coins", "watching", "watching", "--seed", str(seed)) for seed in (1, 1, 2, 3, 4)}
    assert 2 <= len(games) <= 4
    assert any("dice: heads" in game for game in games)


def test_undo_does_not_change_the_dice(session: Callable[..., str]) -> None:
    once = session("yes\nmoves\n", "two_coins", "human", "first", "--seed", "5")
    again = session("no\nundo\nyes\nmoves\n", "two_coins", "human", "first", "--seed", "5")
    assert once[once.index("  1. ") :] == again[again.index("  1. ") :]


def test_dice_that_a_person_throws(session: Callable[..., str]) -> None:
    out = session("yes\nsix\nheads\ntails\nno\ntails\ntails\n", "two_coins", "human", "first", "--dice", "ask")
    assert "no move 'six' here; legal: tails, heads" in out
    assert "dice: heads\n" in out
    assert out.endswith("player 1 (human) wins.\n")


def test_agents_are_reset_and_told_everything(session: Callable[..., str]) -> None:
    session("a3\nundo\nquit\n", "tictactoe", "human", "watching")
    assert SEEN == [("reset", 1), ("a3", 0), ("a1", 1), ("reset", 1)]


@pytest.mark.parametrize(
    ("agent", "reason"),
    [
        ("illegal", "O (illegal) loses: the move a34 (action number 99) is illegal; legal: b1"),
        ("raising", "O (raising) loses: it raised RuntimeError: out of ideas"),
    ],
)
def test_an_agent_that_fails_loses(session: Callable[..., str], agent: str, reason: str) -> None:
    out = session("a1\n", "tictactoe", "human", agent)
    assert reason in out
    assert out.endswith("; X (human) wins\n")


def test_control_c_leaves_cleanly(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    stdin = io.StringIO()
    monkeypatch.setattr(stdin, "readline", interrupted, raising=False)
    monkeypatch.setattr(sys, "stdin", stdin)
    assert main(["play", "tictactoe", "human", "first"]) == 130
    assert capsys.readouterr().err == "\nplyground: stopped\n"
