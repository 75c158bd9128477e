"""`plyground search` and `plyground parts`: what they print, what a program reads, and how they fail."""

import json
import sys
from typing import Any

import pytest

import plyground
from plyground.bench import search as bench_search
from plyground.cli import INTERRUPTED, main
from plyground.games import parse_game
from plyground.games.native import have_native, native_missing
from plyground.search import Search, configure
from plyground.search.evaluate import Rollout


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_search_shows_the_board_the_moves_and_the_tree(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "search", "tictactoe", "--position", "a1 b1 a2 b2", "--simulations", "500")
    assert code == 0
    assert "tictactoe after a1 b1 a2 b2" in out
    assert " 1 X O ." in out
    lines = out.splitlines()
    heading = next(i for i, line in enumerate(lines) if line.startswith("move"))
    assert lines[heading].split()[:4] == ["move", "visits", "share", "value"]
    assert lines[heading + 1].split()[0] == "a3"
    assert "+1.0000" in lines[heading + 1]
    assert "X plays a3" in out
    assert "500 simulations in" in out
    assert "stopped: simulations" in out
    assert "\x1b" not in out  # no colours in a pipe


def test_search_shows_what_is_proven(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "search", "tictactoe", "--position", "a1 b1 a2 b2", "--backup", "solver")
    assert "proven" in out
    assert "stopped: solved" in out


def test_json_has_the_fields_that_programs_read(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("search", "connect_four", "--position", "444", "--simulations", "200", "--seed", "7", "--json")
    found = json.loads(run(capsys, *arguments)[1])
    fields = {"game", "simulations", "seconds", "simulations_per_second", "nodes", "bytes", "depth", "width", "moves"}
    assert fields <= found.keys()
    assert {"action", "name", "visits", "value", "low", "high"} <= found["moves"][0].keys()
    assert (found["game"], found["simulations"], len(found["moves"])) == ("connect_four", 200, 7)
    assert sum(move["visits"] for move in found["moves"]) == 200
    again = json.loads(run(capsys, *arguments)[1])
    assert again["moves"] == found["moves"]  # the seed decides


@pytest.mark.parametrize("simulations", ["3", "12", "60"])
@pytest.mark.parametrize("decide", ["best_value", "secure", "sampled", "most_visits"])
def test_the_line_and_the_value_are_of_the_move_played(
    capsys: pytest.CaptureFixture[str], decide: str, simulations: str
) -> None:
    for seed in ("1", "2", "3"):
        arguments = ["connect_four", "--decide", decide, "--simulations", simulations, "--seed", seed]
        found = json.loads(run(capsys, "search", *arguments, "--json")[1])
        played = next(move for move in found["moves"] if move["action"] == found["action"])
        assert found["line"][0] == played["name"]
        assert found["action_value"] == played["value"]
        total = sum(move["visits"] * move["value"] for move in found["moves"])
        assert found["value"] == pytest.approx(total / int(simulations))
        _, out, _ = run(capsys, "search", *arguments)
        assert f"line: {' '.join(found['line'])}" in out
        assert (
            f"plays {played['name']}; value {played['value']:+z.4f}; mean over all moves {found['value']:+z.4f}" in out
        )


@pytest.mark.parametrize("limit", [["--simulations", "150"], ["--nodes", "400"], ["--time", "50ms"]])
def test_json_tells_all_that_repeats_a_search(capsys: pytest.CaptureFixture[str], limit: list[str]) -> None:
    arguments = ["tictactoe(4)", "--position", "a1 b2", "--select", "puct(c=2)", "--decide", "sampled", "--seed", "5"]
    found = json.loads(run(capsys, "search", *arguments, *limit, "--json")[1])
    assert found["version"] == plyground.__version__
    assert (found["position"], found["file"], found["seed"], found["merge"]) == ("a1 b2", None, 5, "none")
    assert set(found["budget"]) == {limit[0][2:].replace("time", "seconds")}
    search = Search(
        found["game"],
        configure(**found["parts"]),
        engine=found["engine"],
        seed=found["seed"],
        merge=found["merge"],
        threads=found["threads"],
        parallel=found["parallel"],
    )
    again = search.run(search.game.position(found["position"]), found["simulations"]).to_dict()
    for field in ("moves", "line", "action", "action_value", "value", "nodes", "depth", "parts"):
        assert again[field] == found[field]


def test_a_finished_game_reports_its_returns(capsys: pytest.CaptureFixture[str]) -> None:
    for moves, returns in (("a1 b1 a2 b2 a3", [1.0, -1.0]), ("a1 b1 a2 b2 c3 b3", [-1.0, 1.0])):
        found = json.loads(run(capsys, "search", "tictactoe", "--position", moves, "--json")[1])
        assert (found["returns"], found["value"], found["action"]) == (returns, None, None)
    found = json.loads(run(capsys, "search", "tictactoe", "--simulations", "5", "--json")[1])
    assert found["returns"] is None


@pytest.mark.skipif(not have_native(), reason="plyground was built without its C++ core")
def test_engines_agree(capsys: pytest.CaptureFixture[str]) -> None:
    moves = [
        json.loads(run(capsys, "search", "pig", "--simulations", "50", "--engine", engine, "--json")[1])["moves"]
        for engine in ("python", "native")
    ]
    assert moves[0] == moves[1]


@pytest.mark.parametrize(
    ("arguments", "stopped"),
    [
        (["connect_four", "--time", "20ms"], "seconds"),
        (["connect_four", "--nodes", "300"], "nodes"),
        (["connect_four", "--megabytes", "0.2"], "megabytes"),
        (["connect_four", "--converged", "0.01"], "converged"),
        (["tictactoe", "--position", "a1 b1 a2 b2", "--gap", "0.4"], "gap"),
    ],
)
def test_limits(capsys: pytest.CaptureFixture[str], arguments: list[str], stopped: str) -> None:
    code, out, _ = run(capsys, "search", *arguments, "--json")
    assert code == 0
    assert json.loads(out)["stopped"] == stopped


def test_a_game_that_is_over_and_one_that_starts_with_a_die(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "search", "tictactoe", "--position", "a1 b1 a2 b2 a3")
    assert "The game is over: X +1, O -1" in out
    _, out, _ = run(capsys, "search", "ludo(players=2)", "--simulations", "20")
    assert "chance moves" in out


def test_many_moves_are_cut(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "search", "tictactoe(10)", "--simulations", "100")
    assert "… and 80 more moves" in out


def test_an_interrupt_prints_the_best_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = [0]
    values = Rollout.values

    def interrupted(*args: Any) -> list[float]:
        calls[0] += 1
        if calls[0] == 30:
            raise KeyboardInterrupt
        return values(*args)

    monkeypatch.setattr(Rollout, "values", interrupted)
    code, out, _ = run(capsys, "search", "connect_four", "--engine", "python")
    assert code == INTERRUPTED
    assert "29 simulations in" in out
    assert "stopped: interrupted" in out


def test_a_missing_core_is_told_once(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("plyground.cli.search", "plyground.search.native", "plyground.games.native"):
        monkeypatch.setattr(f"{module}.have_native", lambda: False)
    code, out, err = run(capsys, "search", "tictactoe", "--simulations", "20")
    assert (code, err.count("\n")) == (0, 1)
    assert native_missing() in err
    assert "100 to 1000 times slower" in err
    assert "Python engine" in out
    assert run(capsys, "search", "tictactoe", "--simulations", "20", "--engine", "python")[2] == ""


def test_progress_is_shown_on_a_terminal_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "search", "connect_four", "--time", "0.2")[2] == ""


@pytest.mark.skipif(not have_native(), reason="plyground was built without its C++ core")
@pytest.mark.parametrize("parallel", ["root", "tree"])
def test_search_on_threads(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, parallel: str) -> None:
    from plyground.cli import search as command

    made: list[Search] = []
    monkeypatch.setattr(command, "Search", lambda *args, **kwargs: made.append(Search(*args, **kwargs)) or made[-1])
    arguments = ("connect_four", "--simulations", "300", "--threads", "2", "--parallel", parallel, "--json")
    code, out, _ = run(capsys, "search", *arguments)
    found = json.loads(out)
    assert (code, found["simulations"], found["engine"]) == (0, 300, "native")
    assert sum(move["visits"] for move in found["moves"]) == 300
    assert [(search.threads, search.parallel) for search in made] == [(2, parallel)]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["conect_four"], "did you mean connect_four?"),
        (["tictactoe", "--position", "zz"], "no cell 'zz'"),
        (["tictactoe", "--simulations", "-1"], "--simulations must be a whole number of at least 1, not -1"),
        (["tictactoe", "--nodes", "0"], "--nodes must be a whole number of at least 1, not 0"),
        (["tictactoe", "--gap", "2"], "gap must be from"),
        (["tictactoe", "--converged", "-1"], "converged must be from 0 to"),
        (["tictactoe", "--time", "soon"], "--time must be a duration above zero such as 2s"),
        (["tictactoe", "--select", "ucb2"], "did you mean ucb1"),
        (["tictactoe", "--select", "ucb1(c=-1)"], "c must be from 0 to 1000000, not -1"),
        (["tictactoe", "--expand", "ucb1"], "unknown expansion rule 'ucb1'"),
        (["tictactoe", "--select", "puct", "--expand", "one_child"], "use expand=all_children"),
        (["pig(3)", "--select", "bayes_uct1"], "is for two players"),
        (["tictactoe", "--engine", "rust"], "rust"),
        (["tictactoe", "--seed", "x"], "seed"),
        (["tictactoe", "--threads", "0"], "threads must be a whole number from 1 to 1024"),
        (["tictactoe", "--threads", "2", "--engine", "python"], "use threads=1"),
        (["tictactoe", "--threads", "2", "--converged", "0.01"], "use threads=1"),
        (["tictactoe", "--parallel", "leaf"], "leaf"),
        ([], "GAME"),
    ],
)
def test_what_cannot_work_is_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    code, out, err = run(capsys, "search", *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("plyground: ")
    assert sentence.lower() in err.lower()


def test_parts(capsys: pytest.CaptureFixture[str]) -> None:
    _, everything, _ = run(capsys, "parts")
    assert "select=ucb1(c=1.4, plus_one=false, …)" in everything
    assert "value + c · √(ln N) · 1/√n" in run(capsys, "parts", "ucb1")[1]
    assert "decide=most_visits" in everything
    _, one, _ = run(capsys, "parts", "tree_shape")
    assert "Marchenko" in one
    assert "criterion=dwc: Which ratio is controlled: depth to width (dwc) or width to depth (wdc). [dwc or wdc]" in one
    kind = json.loads(run(capsys, "parts", "backup", "--json")[1])
    assert {"mean", "solver", "bayes"} <= {entry["name"] for entry in kind}
    code, _, err = run(capsys, "parts", "nonsense")
    assert (code, "there is no part 'nonsense'" in err) == (2, True)


def test_bench_search_races_the_same_position() -> None:
    """Both sides stand at the first choice of the same game."""
    spiel = pytest.importorskip("pyspiel", reason="needs open_spiel, the peer")
    for ours, theirs in bench_search.GAMES.items():
        state, other = bench_search.first_choice(parse_game(ours), spiel.load_game(theirs))
        assert state.player == other.current_player()
        assert len(state.actions()) == len(other.legal_actions()) > 1


def test_bench_search_races_do_their_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every race of the suite runs, small; each checks that it made its simulations."""
    pytest.importorskip("pyspiel", reason="needs open_spiel, the peer")
    monkeypatch.setattr(bench_search, "SIMULATIONS", (20,))
    monkeypatch.setattr(bench_search, "THREAD_SIMULATIONS", dict.fromkeys(bench_search.THREAD_SIMULATIONS, 20))
    races = list(bench_search.races())
    assert {race.units for race in races} == {20}
    for race in races:
        race.ours(2)
        if race.peers is not None:
            race.peers(2)
    assert sum(race.peer is not None and "OpenSpiel" in race.peer for race in races) == 4
    sized = {race.what: race.bytes_per_node for race in races if race.bytes_per_node}
    assert sized["tree_shape, 20 simulations"] > sized["classic UCT, 20 simulations"]


def test_watching_a_search_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from plyground.cli import search as command
    from plyground.search import Budget

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(command, "QUIET_SECONDS", 0.0)
    searcher, alone = (Search("connect_four", engine="python", seed=3) for _ in range(2))
    budget = Budget(simulations=300)
    searcher.start(searcher.game.initial_state())
    with command._progress(searcher, budget):
        watched = searcher.resume(budget)
    assert watched.moves == alone.run(alone.game.initial_state(), 300).moves
    assert "300 simulations, 100%" in command._how_far(searcher, budget, 2.0)
