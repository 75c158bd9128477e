"""Python files of the user's on the command line: --with loads them, and nothing else does."""

import json
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from plyground.agents import Agent
from plyground.arena import Store, make_contest
from plyground.arena.own_code import OwnCode
from plyground.cli import COMMANDS, main
from plyground.cli.game_files import load_file
from plyground.games import Game
from plyground.search.part import KINDS

RULE = """
from dataclasses import dataclass
import plyground as pg


@pg.register_select("widest")
@dataclass(frozen=True)
class Widest(pg.Select):
    \"\"\"Walks to the child with the fewest visits.\"\"\"

    c: float = 1.0

    def scores(self, tree, path, children):
        return [-self.c * tree.visits[child] for child in children]
"""
AGENT = """
from dataclasses import dataclass
import plyground as pg


@pg.register_agent("lazy")
@dataclass
class Lazy(pg.Agent):
    \"\"\"Plays the last move.\"\"\"

    def choose(self, state):
        return pg.Decision(state.actions()[-1])
"""
# These take no game, agent or part.
NO_NAMES = {"signature", "reproduce", "doctor", "bench"}


@pytest.fixture
def new_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Forgets the files that were loaded, as a new process would."""
    registries = [Game.registry, Agent.registry, *(base.registry for base in KINDS.values())]
    known = [dict(registry._entries) for registry in registries]

    def forget() -> None:
        load_file.cache_clear()
        for registry, entries in zip(registries, known, strict=True):
            registry._entries = dict(entries)

    forget()
    yield forget
    forget()


@pytest.fixture
def run(new_process: Callable[[], None], capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """A command in a process of its own: code, stdout, stderr."""

    def command(*words: str) -> tuple[int, str, str]:
        new_process()
        code = main(words)
        return code, *capsys.readouterr()

    return command


@pytest.fixture
def rule(tmp_path: Path) -> str:
    (tmp_path / "widest.py").write_text(RULE)
    return str(tmp_path / "widest.py")


@pytest.fixture
def agent(tmp_path: Path) -> str:
    (tmp_path / "lazy.py").write_text(AGENT)
    return str(tmp_path / "lazy.py")


Run = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize("command", sorted(set(COMMANDS) - NO_NAMES))
def test_every_command_that_takes_names_loads_files(
    run: Run, command: str, rule: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(command, "--help")
    assert code == 0
    assert "--with" in out
    assert "several: --with A --with B" in " ".join(out.split())


def test_a_rule_of_your_own_searches_a_game_of_ours(run: Run, rule: str) -> None:
    words = ("search", "tictactoe", "--select", "widest(c=2)", "--simulations", "90", "--json")
    code, out, _ = run(*words, "--with", rule)
    assert code == 0
    found = json.loads(out)
    assert found["parts"]["select"] == "widest(2.0)"
    visits = [move["visits"] for move in found["moves"]]
    assert max(visits) - min(visits) <= 1
    assert run("parts", "widest", "--with", rule)[0] == 0
    assert run("agents", "mcts(select=widest)", "--with", rule)[0] == 0


def test_a_saved_search_of_a_rule_of_your_own_asks_for_its_file(run: Run, rule: str, tmp_path: Path) -> None:
    saved, words = str(tmp_path / "s.search"), ("search", "tictactoe", "--simulations", "20")
    assert run(*words, "--select", "widest", "--save", saved, "--with", rule)[0] == 0
    code, _, err = run(*words, "--load", saved)
    assert code == 2
    assert "unknown selection rule 'widest'; if it is your own, name its file: --load" in err
    assert "--with FILE.py" in err
    assert run(*words, "--load", saved, "--with", rule)[0] == 0


@pytest.mark.parametrize("workers", ["1", "2"])
def test_several_files_play_a_match_and_its_games_go_on(
    run: Run, rule: str, agent: str, tmp_path: Path, workers: str
) -> None:
    """Also in worker processes. The exported game says which files it needs, and the command that it names works."""
    store, game = str(tmp_path / "results.db"), str(tmp_path / "game.txt")
    names = ("--with", rule, "--with", agent)
    played = run(
        *("match", "mcts(simulations=9, select=widest)", "lazy", "--game", "tictactoe", "--games", "4"),
        *(*names, "--store", store, "--workers", workers),
    )
    assert played[0] == 0
    code, out, _ = run("results", store, "1", "3", "--export", game)
    assert code == 0
    said = shlex.split(out.partition(": plyground ")[2].partition(" continues")[0])
    assert sorted(said) == sorted(["play", game, "--with", rule, "--with", agent])
    lines = Path(game).read_text().splitlines()
    assert {line.split()[1] for line in lines if line.startswith("source:")} == {rule, agent}

    code, _, err = run("play", game)
    assert code == 2
    assert re.search(r"unknown (agent 'lazy'|selection rule 'widest'): ", err)
    assert "only a file that you name is run" in err
    assert shlex.split(err.rpartition("plyground ")[2]) == said
    assert run(*said)[0] == 0
    assert run("review", game, "--simulations", "20")[0] == 0  # the moves need no player


def test_a_changed_file_is_told(run: Run, agent: str, tmp_path: Path) -> None:
    game = tmp_path / "game.txt"
    game.write_text(f"game: tictactoe\nsource: {agent} {'0' * 64}\nplayer: lazy\nplayer: lazy\nb2\n")
    code, _, err = run("play", str(game), "--with", agent)
    assert code == 0
    assert f"{agent} has changed since {game} was saved" in err


def test_a_game_file_and_a_rule(run: Run, rule: str) -> None:
    mine = str(Path(__file__).parent.parent / "examples" / "my_game.py")
    code, out, _ = run(
        *("match", "mcts(simulations=9, select=widest)", "random", "--game", mine, "--with", rule),
        *("--games", "4", "--workers", "2", "--json"),
    )
    assert code == 0
    assert json.loads(out)["games"] == 4


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("search", "tictactoe", "--select", "RULE"),
            "RULE is a file, not a name: import it (in a command: ",
        ),
        (("match", "AGENT", "random", "--game", "nim"), "AGENT is a file, not a name"),
        (
            ("match", "random", "first", "--game", "RULE"),
            "RULE has no game, but the selection rule widest",
        ),
        (("play", "AGENT"), "AGENT has no game, but the agent lazy: load it with --with AGENT"),
        (("games", "--with", "EMPTY"), "EMPTY registers no game, agent or part: write a decorator"),
        (("games", "EMPTY"), "EMPTY has no game: derive a class from pg.Game, with @pg.register_game above it"),
        (("games", "--with", "GONE"), "there is no file GONE"),
        (("games", "--with", "BROKEN"), "BROKEN does not import: line 1: ZeroDivisionError"),
    ],
)
def test_a_misuse_is_answered_with_the_way(
    run: Run, rule: str, agent: str, tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    (tmp_path / "empty.py").write_text("x = 1\n")
    (tmp_path / "broken.py").write_text("x = 1 / 0\n")
    files = {"RULE": rule, "AGENT": agent, "GONE": str(tmp_path / "gone.py")}
    files |= {name.upper(): str(tmp_path / f"{name}.py") for name in ("empty", "broken")}
    for name, file in files.items():
        words, says = tuple(file if word == name else word for word in words), says.replace(name, file)
    code, _, err = run(*words)
    assert code == 2
    assert says in err


def test_files_of_one_name_in_two_folders(run: Run, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        text = AGENT.replace('"lazy"', f'"lazy_{folder}"').replace("class Lazy", f"class Lazy{folder.upper()}")
        (tmp_path / folder / "mine.py").write_text(text)
    code, out, _ = run(
        *("match", "lazy_a", "lazy_b", "--game", "tictactoe", "--games", "4", "--workers", "2", "--json"),
        *("--with", str(tmp_path / "a" / "mine.py"), "--with", str(tmp_path / "b" / "mine.py")),
    )
    assert code == 0
    assert json.loads(out)["games"] == 4


def test_a_file_that_is_named_twice_is_loaded_once(run: Run, tmp_path: Path) -> None:
    file, trace = tmp_path / "lazy.py", tmp_path / "loaded"
    file.write_text(f"with open({str(trace)!r}, 'a') as trace:\n    trace.write('x')\n{AGENT}")
    assert run("agents", "lazy", "--with", str(file), "--with", f"{tmp_path}/./lazy.py")[0] == 0
    assert trace.read_text() == "x"


def test_the_files_of_a_run_are_no_part_of_its_identity(tmp_path: Path, new_process: Callable[[], None]) -> None:
    """A moved file is the same code; the store still tells where it was."""
    identities = []
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
        file = tmp_path / folder / "lazy.py"
        file.write_text(AGENT)
        new_process()
        load_file(file)
        contest = make_contest("tictactoe", ["lazy", "random"])
        assert contest.sources == OwnCode([contest.agents[0]]).sources == [str(file)]
        identities.append(contest.identity)
        with Store(tmp_path / f"{folder}.db") as store:
            store.open_run(contest)
            assert store.runs()[0].sources == [str(file)]
    assert identities[0] == identities[1]
