"""What cannot work is refused, and a program's mistake is never counted as weak play."""

import copy
import re
from pathlib import Path

import pytest
from arena_agents import Failing

from plyground.agents import Agent, Decision, Random
from plyground.arena import Store, make_contest, match, tournament
from plyground.arena.report import match_report, tournament_report
from plyground.arena.runner import Progress, run_contest
from plyground.arena.workers import Inline
from plyground.cli import main
from plyground.cli.game_files import find_game, load_file
from plyground.errors import CannotPlay
from plyground.games import Game, State


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


# Agents that cannot play this game.

UNABLE = [
    ("aggressive", "tictactoe", "aggressive plays only Ludo, not tictactoe"),
    ("rules", "pig", "rules plays only Ludo"),
    ("ludo_minmax", "tictactoe", "ludo_minmax plays only Ludo"),
    ("perfect", "tictactoe", "the solver is for connect_four with four in a row, not tictactoe"),
    ("minimax", "pig", "minimax is for games without chance, pig has dice"),
    ("random_minimax", "ludo", "random_minimax is for two players, ludo has 4"),
    ("alpha_beta", "ludo(players=2)", "alpha_beta is for games without chance"),
    ("alpha_beta", "ludo", "alpha_beta is for two players"),
    ("mcts(expand=open_loop, merge=states)", "tictactoe", "use merge=none"),
    ("bayes_mcts", "ludo", "bayes is for two players"),
    ("mcts(threads=2, engine=python)", "tictactoe", "use threads=1"),
    ("q_learning", "tictactoe", "q_learning has learnt nothing yet"),
    ("sarsa(file='nowhere.plg')", "tictactoe", "there is no file nowhere.plg"),
]


@pytest.mark.parametrize(("agent", "game", "sentence"), UNABLE)
def test_an_agent_that_cannot_play_is_refused_before_the_first_game(
    capsys: pytest.CaptureFixture[str], agent: str, game: str, sentence: str
) -> None:
    code, out, err = run(capsys, "match", agent, "random", "--game", game)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert sentence in err


def test_every_way_to_play_asks(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    sentence = "aggressive plays only Ludo, not tictactoe"
    league = tmp_path / "league.toml"
    league.write_text('game = "tictactoe"\nagents = ["random", "first", "aggressive"]\n')
    tuning = ["tune", "mcts(select=ucb1(c={c}))", "--against", "aggressive", "--range", "c=0.1:3", "--games", "40"]
    for command in (["tournament", str(league)], ["play", "tictactoe", "random", "aggressive"]):
        assert run(capsys, *command) == (1, "", f"plyground: {sentence}\n")
    pytest.importorskip("optuna", reason="Optuna is not installed")
    assert run(capsys, *tuning, "--game", "tictactoe") == (1, "", f"plyground: {sentence}\n")


def test_a_check_of_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    class Picky(Random):
        def check(self, game: Game) -> None:
            raise KeyError("no board like this")

    with pytest.raises(CannotPlay, match="Picky cannot play tictactoe: KeyError: 'no board like this'"):
        match(Picky(), "random", "tictactoe")


# Games that fail.

GAME = """
from dataclasses import dataclass
from plyground.games import TERMINAL, Game, State, register

@register("{name}")
@dataclass(frozen=True)
class Line(Game):
    num_players = 2
    def initial_state(self):
        return LineState(self)

def look(cells, place):
    return cells[place]

class LineState(State):
    def __init__(self, game):
        super().__init__(game)
        self.rows, self.player = [[0, 0, 0, 0], [0, 0]], 0
    def actions(self):
        return [place for place in range(4) if not look(self.rows[0], place)]
    def apply(self, action):
        self.rows[0][action] = 1
        {apply}
        self.player = 1 - self.player if self.actions() else TERMINAL
    def returns(self):
        return {returns}
    def clone(self):
        {clone}
"""
GOOD = {
    "apply": "pass",
    "returns": "[1.0, -1.0]",
    "clone": "other = object.__new__(LineState); other.__dict__.update(self.__dict__); "
    "other.rows = [list(row) for row in self.rows]; return other",
}
SHALLOW = "other = object.__new__(LineState); other.__dict__.update(self.__dict__); return other"


@pytest.fixture
def line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """Makes a file with a faulty game in it."""
    monkeypatch.setattr(Game.registry, "_entries", dict(Game.registry._entries))

    def make(**mistakes: str) -> str:
        load_file.cache_clear()
        file = tmp_path / f"line_{len(list(tmp_path.glob('line_*.py')))}.py"
        file.write_text(GAME.format(name=file.stem, **{**GOOD, **mistakes}))
        return str(file)

    return make


@pytest.mark.parametrize("agent", ["random", "mcts(simulations=5)", "expectimax"])
def test_a_good_game_plays(line, agent: str) -> None:  # type: ignore[no-untyped-def]
    assert match(agent, "random", find_game(line()), games=4, workers=1).tally.games == 4


@pytest.mark.parametrize(
    ("mistake", "sentence"),
    [
        (
            {"apply": "look(self.rows[0], 7)"},
            "LineState.apply() raised IndexError: list index out of range (line_0.py, line 13)",
        ),
        ({"returns": "1 / 0"}, "LineState.returns() raised ZeroDivisionError: division by zero (line_0.py, line 26)"),
        (
            {"clone": "raise RuntimeError('no copies')"},
            "LineState.clone() raised RuntimeError: no copies (line_0.py, line 28)",
        ),
        ({"clone": SHALLOW}, "clone() must copy everything that a move changes"),
    ],
)
@pytest.mark.parametrize("agent", ["mcts(simulations=5)", "expectimax"])
def test_a_game_that_fails_ends_the_match(  # type: ignore[no-untyped-def]
    line, capsys: pytest.CaptureFixture[str], agent: str, mistake: dict[str, str], sentence: str
) -> None:
    file = line(**mistake)
    code, out, err = run(capsys, "match", agent, "random", "--game", file, "--workers", "1")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert f"{Path(file).stem} fails: " in err
    assert sentence in err
    assert f"plyground check {file} tests it" in err


def test_a_game_that_fails_in_another_process(line, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    file = line(returns="1 / 0")
    code, out, err = run(capsys, "match", "expectimax", "random", "--game", file, "--workers", "2", "--games", "4")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "ZeroDivisionError" in err


def test_play_blames_the_game(line, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    code, out, err = run(capsys, "play", line(clone="raise RuntimeError('no copies')"), "expectimax", "random")
    assert code == 1
    assert "loses" not in out
    assert "LineState.clone() raised RuntimeError: no copies" in err


class Careless(Agent):
    """Makes a call that the contract does not allow."""

    def __init__(self, how: str) -> None:
        self.how = how

    def choose(self, state: State) -> Decision:
        trial = copy.deepcopy(state)
        if self.how == "apply":
            trial.apply(77)
        elif self.how == "returns":
            trial.returns()
        elif self.how == "own error":
            [state.actions()][1]
        return Decision(99)


@pytest.mark.parametrize(
    ("how", "mistake", "reason"),
    [
        ("apply", {}, "IndexError"),
        ("returns", {"returns": "[1.0, -1.0][self.player + 2:][0]"}, "IndexError"),
        ("own error", {}, "IndexError"),
    ],
)
def test_an_agent_that_breaks_the_contract_fails_itself(  # type: ignore[no-untyped-def]
    line, how: str, mistake: dict[str, str], reason: str
) -> None:
    game = find_game(line(**mistake))
    report = match(Careless(how), "random", game, games=2, workers=1)
    assert [record.reason.split(":")[0] for record in report.forfeits] == [f"it raised {reason}"] * 2


# Agents that fail.


def test_the_third_error_of_an_agent_ends_the_match(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = ["match", "failing", "random", "--game", "tictactoe", "--workers", "1", "--store", str(tmp_path / "db")]
    sentence = r"failing fails: it raised RuntimeError: no idea \(game \d+; \d of \d games ended by an error\)"
    for _ in range(2):  # the stored games are the same failures
        code, out, err = run(capsys, *command, "--games", "20")
        assert (code, out, err.count("\n")) == (1, "", 1)
        assert re.search(sentence, err)
    with Store(tmp_path / "db") as store:
        assert 3 <= store.runs()[0].games <= 4
    code, out, _ = run(capsys, *command, "--games", "20", "--forfeits", "count")
    assert code == 0
    assert "20 games forfeited by failing: it raised RuntimeError: no idea" in out


def test_forfeits_from_python() -> None:
    with pytest.raises(CannotPlay, match="failing fails: it raised"):
        tournament([Failing(), "random", "first"], "tictactoe", games=4, workers=1)
    assert len(tournament([Failing(), "random"], "tictactoe", games=4, workers=1, forfeits="count").forfeits) == 4
    with pytest.raises(ValueError, match="forfeits must be one of stop, count, not ignore"):
        match("random", "first", "tictactoe", games=2, forfeits="ignore")


def test_illegal_moves_and_time_are_play() -> None:
    assert len(match(Failing("illegal"), "random", "tictactoe", games=8, workers=1).forfeits) == 8
    slow = match(Failing("slow"), "first", "tictactoe", games=4, move_seconds=0.02, workers=1)
    assert len(slow.forfeits) == 4


def test_no_games_are_no_result(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    contest = make_contest("tictactoe", ["random", "first"])
    for report in (match_report, tournament_report):
        with pytest.raises(CannotPlay, match="no game was played: 4 games given up, a worker died three times"):
            report(Progress(contest, 4, 0, {}, lost={0, 1, 2, 3}))
    with Store(tmp_path / "db") as store:
        store.open_run(contest)
    assert run(capsys, "results", str(tmp_path / "db"), "1")[:2] == (1, "")


def test_a_stored_run_is_shown_without_its_agents(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Its class may have been defined in a notebook, its table may be gone."""
    with Store(tmp_path / "db") as store:
        run_contest(make_contest("tictactoe", [Careless("illegal"), "random"]), 2, store, Inline())
    code, out, _ = run(capsys, "results", str(tmp_path / "db"), "1")
    assert code == 0
    assert "Careless against random, 2 games" in out
