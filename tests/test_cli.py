"""The command line: what it prints, what a program reads, and how it fails."""

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from plyground.agents import Agent
from plyground.bench import race
from plyground.bench.race import Race
from plyground.cli import COMMANDS, INTERRUPTED, bench, main
from plyground.cli.game_files import load_file
from plyground.games import Game, State, TicTacToe, counting
from plyground.text_form import param

MISERE_NIM = str(Path(__file__).parent.parent / "examples" / "my_game.py")


@pytest.fixture(autouse=True)
def own_registries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what a test registers."""
    for registry in (Game.registry, Agent.registry):
        monkeypatch.setattr(registry, "_entries", dict(registry._entries))
    load_file.cache_clear()


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def ok(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    code, out, err = run(capsys, *arguments)
    assert code == 0, err
    return out


def fails(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The only line on stderr of a command that fails."""
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("plyground: ")
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize(
    ("statement", "heavy"),
    [
        (
            "import plyground",
            {"numpy", "rich", "cyclopts", "pyspiel", "msgspec", "plyground.games", "plyground._native"},
        ),
        (
            "from plyground.cli import main; main(['--help'])",
            {"numpy", "rich.progress", "pyspiel", "plyground.games", "plyground._native"},
        ),
    ],
)
def test_start_loads_nothing_heavy(statement: str, heavy: set[str]) -> None:
    code = f"{statement}\nimport sys; print('loaded', *(sys.modules.keys() & {heavy!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "loaded"


def test_public_names_resolve() -> None:
    import plyground

    assert all(getattr(plyground, name) is not None for name in plyground.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = plyground.nonsense


def test_help_is_plain_when_piped(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--help"], *([command, "--help"] for command in COMMANDS)):
        text = ok(capsys, *arguments)
        assert "Usage: plyground" in text
        assert not set(text) & set("\x1b╭│─╰")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_explained(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    options = [line for line in ok(capsys, command, "--help").splitlines() if line.startswith("  --")]
    assert options
    for line in options:
        assert re.match(r"  --[a-z-]+( [A-Z]+(\.\.\.)?)?: [A-Z].*[.…)]", line), line


def test_help_of_a_command_is_its_whole_docstring(capsys: pytest.CaptureFixture[str]) -> None:
    text = ok(capsys, "search", "--help")
    assert "Without a limit, the search makes 10,000 simulations. Ctrl-C ends it" in text
    assert "  --simulations COUNT: Stop after this many simulations: 1000, 1e3, 10k, 2M.\n" in text
    assert "  --time TIME: " in text
    seed = next(line for line in text.splitlines() if "--seed" in line)
    assert seed.endswith("unless threads share a tree. [default: 0]")  # a line for each, however wide


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    import plyground

    assert ok(capsys, "--version").strip() == plyground.__version__


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    text = ok(capsys, "games")
    assert "mnk(rows, cols, k)  (2 players, C++ and Python)" in text
    assert "connect_four(rows=6, cols=7, k=4)  (2 players, C++ and Python)\n    Two players drop stones" in text
    entries = {entry["name"]: entry for entry in json.loads(ok(capsys, "games", "--json"))}
    assert entries["tictactoe"]["parameters"] == [
        {
            "name": "n",
            "type": "int",
            "required": False,
            "default": 3,
            "low": 1,
            "high": 19,
            "choices": None,
            "presets": {},
            "description": "Rows and columns of the board, and stones in a row that win.",
        }
    ]
    assert entries["mnk"]["example"] == "mnk(3,3,3)"


def test_one_game(capsys: pytest.CaptureFixture[str]) -> None:
    text = ok(capsys, "games", "mnk(2,4,2)")
    assert "   a b c d\n 1 . . . .\n 2 . . . .\n" in text
    assert "plyground play 'mnk(2,4,2)'" in text
    assert "heap 3: ooooo" in ok(capsys, "games", MISERE_NIM)


def test_agents(capsys: pytest.CaptureFixture[str]) -> None:
    assert "random(seed=0)\n    Plays a uniformly random legal action." in ok(capsys, "agents")
    assert json.loads(ok(capsys, "agents", "human", "--json"))["name"] == "human"


def test_broken_plugin_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(Game.registry.broken_plugins, "shogi", "ImportError: no module named shogi")
    code, _, err = run(capsys, "games")
    assert (code, err) == (
        0,
        "plyground: the plug-in of game 'shogi' does not load: ImportError: no module named shogi\n",
    )
    assert "game shogi" in ok(capsys, "doctor")


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    counts = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert json.loads(ok(capsys, "perft", "tictactoe", "9", "--json")) == {
        "game": "tictactoe",
        "depth": 9,
        "nodes": counts,
    }
    report = json.loads(ok(capsys, "perft", "tictactoe", "4", "--json", "--divide", "--engine", "python"))
    assert report["nodes"] == counts[:5]
    assert report["divide"] == dict.fromkeys(["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"], 336)
    rows = [line.split() for line in ok(capsys, "perft", "connect_four", "2").splitlines()]
    assert [row[:2] for row in rows[:4]] == [["ply", "nodes"], ["0", "1"], ["1", "7"], ["2", "49"]]
    assert rows[3][-1] == "nodes/s"
    assert json.loads(ok(capsys, "perft", "connect_four", "1", "--position", "444444", "--json"))["nodes"] == [
        1,
        6,
    ]
    assert json.loads(ok(capsys, "perft", "tictactoe", "0", "--json"))["nodes"] == [1]
    assert json.loads(ok(capsys, "perft", "tictactoe(1)", "2", "--position", "a1", "--json"))["nodes"] == [
        1,
        0,
        0,
    ]


def test_perft_tells_every_ply_as_it_comes(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    count = counting.perft

    def stop_at_the_last_ply(state: State, depth: int, engine: str) -> list[int]:
        if depth == 3:
            raise KeyboardInterrupt
        return count(state, depth, engine)

    monkeypatch.setattr(counting, "perft", stop_at_the_last_ply)
    code, out, _ = run(capsys, "perft", "tictactoe", "4")
    assert code == INTERRUPTED
    assert [line.split()[:2] for line in out.splitlines()[-2:]] == [["2", "72"], ["3", "504"]]
    _, out, err = run(capsys, "perft", "tictactoe", "3", "--json")
    assert json.loads(out)["nodes"] == [1, 9, 72, 504]
    assert err.splitlines()[-1].split()[:2] == ["3", "504"]


def test_perft_in_parts_is_perft(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    whole = ok(capsys, "perft", "tictactoe", "7", "--json", "--divide")
    monkeypatch.setattr("plyground.cli.perft.PART", 1000)
    assert ok(capsys, "perft", "tictactoe", "7", "--json", "--divide") == whole


def test_check(capsys: pytest.CaptureFixture[str]) -> None:
    out = ok(capsys, "check", MISERE_NIM, "misere_nim(2)")
    assert out.startswith("misere_nim(2): keeps its laws\n  ok  ")
    assert "BROKEN" not in out
    report = json.loads(ok(capsys, "check", "connect_four", "--games", "3", "--json"))
    assert report[0]["game"] == "connect_four"
    assert report[0]["checks"]["ending"] == 3


def test_check_of_a_broken_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    broken = tmp_path / "broken_nim.py"
    text = Path(MISERE_NIM).read_text().replace("misere_nim", "broken_nim")
    broken.write_text(text.replace("for seat in (0, 1)]", "for seat in (0,)]"))
    code, out, _ = run(capsys, "check", str(broken))
    assert code == 1
    assert "BROKEN  broken_nim breaks the law 'returns' after the moves" in out
    code, out, _ = run(capsys, "check", str(broken), "--json")
    assert code == 1
    assert list(json.loads(out)[0]["broken"]) == ["returns"]


def test_two_games_in_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "two.py"
    file.write_text(
        "from dataclasses import dataclass\nfrom plyground.games import TicTacToe\n"
        "@dataclass(frozen=True)\nclass FirstBoard(TicTacToe):\n    name = ''\n"
        "@dataclass(frozen=True)\nclass SecondBoard(TicTacToe):\n    name = ''\n"
    )
    assert f"name one: {file}:first_board or {file}:second_board" in fails(capsys, "play", str(file))
    assert "first_board(n=3)" in ok(capsys, "games", f"{file}:first_board(2)")
    assert "has no game 'third'" in fails(capsys, "games", f"{file}:third")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x = 1\ny = x / 0\n", "does not import: line 2: ZeroDivisionError: division by zero"),
        ("x = 1\nx = (\n", "does not import: line 2: SyntaxError"),
        ("raise SystemExit(3)\n", "does not import: line 1: SystemExit: 3"),
        ("x = 1\n", "has no game"),
        (None, "there is no file"),
    ],
)
def test_files_that_hold_no_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str | None, sentence: str
) -> None:
    file = tmp_path / "no_game.py"
    if text is not None:
        file.write_text(text)
    assert sentence in fails(capsys, "check", str(file))


def test_doctor(capsys: pytest.CaptureFixture[str]) -> None:
    assert ok(capsys, "doctor", "--brief").count("\n") == 1
    report = json.loads(ok(capsys, "doctor", "--json"))
    assert report["dependencies"]["cyclopts"]
    assert set(report["extras"]) >= {"build", "openspiel", "test"}
    assert report["engine"]["name"] in ("native", "python")


def test_doctor_and_parts_name_the_parts_that_are_slow_in_python(capsys: pytest.CaptureFixture[str]) -> None:
    slow = "rollout(policy=heuristic)"
    assert slow in ok(capsys, "doctor")
    assert (
        f"Slow in the Python engine, because every legal move is tried each time: rollout(policy=decisive), {slow}."
        in (ok(capsys, "parts", "rollout"))
    )
    assert "Slow" not in ok(capsys, "parts", "mean")


def test_doctor_without_the_core(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    import plyground

    monkeypatch.delattr(plyground, "_native", raising=False)
    monkeypatch.setitem(sys.modules, "plyground._native", None)
    assert "100 to 1000 times slower" in ok(capsys, "doctor", "--brief")
    assert "install g++ or clang++" in ok(capsys, "doctor")


def test_bench_races_a_suite(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    done: dict[str, list[int]] = {"ours": [], "theirs": []}
    pair = Race("g", "sums", lambda n: done["ours"].append(n), "peer 1.0", lambda n: done["theirs"].append(n))
    monkeypatch.setattr(bench, "SUITES", {"toy": lambda: [pair, Race("g", "alone", print)]})
    monkeypatch.setattr(race, "calibrate", lambda runner, seconds, clock: 7)
    first, second = json.loads(_last_json(ok(capsys, "bench", "toy", "--json")))
    assert done == {"ours": [7] * race.REPEATS, "theirs": [7] * race.REPEATS}
    assert (first["simulations"], first["peer"]) == (7, "peer 1.0")
    assert first["ratio"] == pytest.approx(first["per_second"] / first["peer_per_second"])
    assert [second[key] for key in ("peer", "peer_per_second", "ratio")] == [None] * 3


def _last_json(text: str) -> str:
    return text[text.index("[\n") :]


def test_calibration_does_not_count_the_first_call() -> None:
    clock = [0.0]
    calls: list[int] = []

    def slow_at_first(count: int) -> None:
        clock[0] += 0.001 * count if calls else 100.0
        calls.append(count)

    assert race.calibrate(slow_at_first, 2.0, lambda: clock[0]) == 2000


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nonsense"], "Unknown command"),
        (["games", "--nonsense"], "Unknown option"),
        (["games", "connect_for"], "did you mean connect_four?"),
        (["perft", "tictactoe"], "DEPTH"),
        (["perft", "tictactoe", "x"], "a number such as 1000, 1e3, 10k or 2M"),
        (["perft", "tictactoe", "1001"], "from 0 to 1,000"),
        (["perft", "tictactoe", "2", "--position", "a1a1"], "a1"),
        (["perft", "mnk", "2"], "mnk needs rows, cols, k"),
        (["perft", MISERE_NIM, "2", "--engine", "native"], "C++"),
        (["bench", "nonsense"], "there is no suite"),
        (["bench", "--seconds", "0"], "--seconds"),
        (["check", "tictactoe", "--games", "0"], "--games"),
        (["reproduce", "--out", MISERE_NIM], "--out must be a folder, and"),
        (["reproduce", "--out", f"{MISERE_NIM}/x"], "--out: cannot make the folder"),
        (["play"], "which game?"),
        (["play", "tictactoe", "nobody"], "unknown agent 'nobody'"),
        (["play", "tictactoe", "first", "first", "first"], "2 seats"),
        (["play", "tictactoe", "--position", "z9"], "no cell 'z9'"),
        (["play", "tictactoe", "--position", "a1", "--load", "x"], "both set the start"),
    ],
)
def test_misuse_is_one_sentence(capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str) -> None:
    assert sentence in fails(capsys, *arguments)


@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        ("(sleep 0.3; {}) | :", 141, ""),
        ("{} > /dev/full", 1, "plyground: cannot write the output: No space left on device\n"),
        ("{} 2> /dev/full > /dev/full", 1, ""),
        ("{} >&-", 0, ""),
        ("{} >&- 2>&-", 0, ""),
    ],
    ids=["reader gone", "full", "both full", "closed", "both closed"],
)
@pytest.mark.parametrize("arguments", ["games", "games --json", "search tictactoe --simulations 20"])
def test_output_that_cannot_be_written(arguments: str, line: str, status: int, said: str) -> None:
    command = line.format(f"{sys.executable} -m plyground.cli {arguments}") + "; exit ${PIPESTATUS[0]}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", said)


def test_a_reader_that_leaves() -> None:
    command = f"{sys.executable} -m plyground.cli games | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "plyground", "games", "nim"], capture_output=True, text=True, check=True
    )
    assert "nim" in done.stdout
    done = subprocess.run([sys.executable, "-m", "plyground", "nonsense"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    "command",
    [
        ["-m", "plyground", "search", "connect_four", "--simulations", "50"],
        [
            "-m",
            "plyground",
            "match",
            "mcts(simulations=5)",
            "random",
            "--game",
            "nim",
            "--games",
            "4",
            "--workers",
            "2",
        ],
        [MISERE_NIM.replace("my_game", "my_rule")],  # a search that Python's collector has to find
    ],
    ids=lambda command: command[-1].rpartition("/")[2],
)
def test_the_core_is_left_empty(command: list[str]) -> None:
    """At the end of the process nanobind reports leaked C++ objects on stderr."""
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=True)
    assert "leaked" not in done.stderr


def test_an_ascii_terminal() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "plyground.cli", "games", "tictactoe"],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert b"n ? n cells" in done.stdout


def test_parameters_that_are_not_set_stay_short(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    @dataclass(frozen=True)
    class Optional(TicTacToe):
        """A game with options."""

        name = "optional"
        heaps: tuple[int, ...] = (3, 4)
        track: int | None = param(None, low=24)

    monkeypatch.setitem(Game.registry._entries, "optional", Optional)
    text = ok(capsys, "games")
    assert "optional(n=3, heaps=[3,4], …)" in text
    assert "options: track" in text
    assert "track=none: [whole number, at least 24]\n" in ok(capsys, "games", "optional")


def test_files_that_never_end_and_names_that_are_too_long(capsys: pytest.CaptureFixture[str]) -> None:
    long = "a" * 300
    assert "unknown game" in fails(capsys, "play", long)
    assert "File name too long" in fails(capsys, "results", long)
    assert "File name too long" in fails(capsys, "match", "first", "random", "--game", "nim", "--store", long)
    assert "File name too long" in fails(capsys, "play", "nim", "first", "first", "--load", long)
    if Path("/dev/zero").exists():
        assert "it is a device or a pipe" in fails(capsys, "review", "/dev/zero")
