"""The shell commands on the pages run, in page order, each page in a folder of its own; what a page prints is true."""

import io
import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from doc_pages import PAGES, blocks
from search_helpers import EXAMPLES, needs_native, skip_without_extra

from plyground.agents import Agent
from plyground.cli import COMMANDS, build_app, examples_of, main
from plyground.cli.game_files import load_file
from plyground.experiments import EXPERIMENTS
from plyground.games import Game
from plyground.search.part import Part

# Commands that a test cannot run, by how they begin, and why. They must still parse.
NOT_RUN = {
    "plyground serve": "runs until it is ended; tests/test_serve_cli.py starts it",
    "plyground bench": "measures for half a minute; tests/test_cli.py runs a short race",
    "plyground signature": "takes seconds; tests/test_signature.py compares the number itself",
    "plyground train alphazero": "compiles for ten seconds; tests/test_selfplay.py runs the command",
    "plyground train alphazero(": "the same, on a GPU",
    "plyground match mcts random --game connect_four --games 100000": "needs the cluster of the lines above it",
    "python benchmarks/": "measures for minutes",
    "make ": "installs",
    "pip install": "installs",
    ".venv/bin/pip install": "installs",
    "dask ": "one machine of a cluster; tests/test_arena_cluster.py starts one",
    "export DASK": "the same",
    "openssl ": "not plyground's",
    "chmod ": "not plyground's",
}
# Sizes on a page, and the smaller ones of the test. Experiments run at their tiny size; their report has no charts.
SMALLER = {
    r"--time \d+s": "--time 50ms",
    r"--games 6000": "--games 20",
    r"--games 2000(?!.*--sprt)": "--games 40",
    r'"alpha_beta\(depth=4\)"': '"alpha_beta(depth=2)"',
    r"simulations=(10|60)k": "simulations=100",
    r"--games (60|100) --openings 2": "--games 2 --openings 2",
    r"--games 200 --seed 1": "--games 4 --seed 1",
    r"--episodes 100k": "--episodes 2k",
    r"--simulations 50k": "--simulations 1k",
    r"my_game.py --games 100": "my_game.py --games 4",
    r"check (.*) --games 100": r"check \1 --games 4",
    r"alphazero (.*)--games 20": r"alphazero \1--games 2",
    r"perft connect_four 8": "perft connect_four 5",
    r"plyground reproduce( lecture)?( --full)?$": r"plyground reproduce nxn\2",  # test_experiments.py runs all eight
    r"reproduce lecture nxn": "reproduce nxn",
    r"train dqn (.*)--episodes \w+": r"train dqn \1--episodes 100",
    r"against mcts --game nim": "against random --game nim",
}
# Commands that a reader has run before this page. All readers have the examples, a saved game and a league.
BEFORE = {"results --help": "plyground tournament league.toml --store league.db"}


@dataclass(frozen=True)
class Shown:
    """A command on a page, and the output that the page prints below it."""

    text: str
    output: tuple[str, ...] = ()

    @property
    def words(self) -> list[str]:
        return shlex.split(self.text)

    def smaller(self) -> "Shown":
        text = self.text
        for large, small in SMALLER.items():
            text = re.sub(large, small, text)
        return replace(self, text=text)

    @property
    def can_run(self) -> bool:
        return not any(" ".join(self.words).startswith(start) for start in NOT_RUN)


def commands_of(page: str) -> list[Shown]:
    """The commands in the shell blocks of a page: every line of `sh`, every line with a prompt of `console`."""
    found: list[Shown] = []
    for language, block in blocks(page, "sh", "console"):
        for line in block.replace("\\\n", " ").splitlines():
            prompt = re.match(r"\w*\$ +", line)
            if language == "sh" or prompt:
                found.append(Shown(re.sub(r"\s+# .*", "", line[prompt.end() if prompt else 0 :]).strip()))
            else:
                found[-1] = replace(found[-1], output=(*found[-1].output, line))
    return found


SHOWN = {page: commands_of(page) for page in PAGES}
SHOWN |= {f"{name} --help": [Shown(line.strip()) for line in examples_of(name).splitlines()[1:]] for name in COMMANDS}
SHOWN = {page: commands for page, commands in SHOWN.items() if commands}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a reader of the guide. What a command registers is forgotten after the test."""
    for registry in (Game.registry, Agent.registry, *(kind.registry for kind in Part.__subclasses__())):
        monkeypatch.setattr(registry, "_entries", dict(registry._entries))
    load_file.cache_clear()
    for experiment in EXPERIMENTS.values():
        monkeypatch.setattr(experiment, "quick", experiment.tiny)
        monkeypatch.setattr(experiment, "full", experiment.tiny)
    monkeypatch.setattr("plyground.experiments.report.have_plots", lambda: False)
    monkeypatch.chdir(tmp_path)
    shutil.copytree(EXAMPLES, "examples")
    for name in ("my_game.py", "my_rule.py", "my_agent.py"):
        shutil.copy(EXAMPLES / name, ".")
    (saved,) = (text for _, text in blocks("play", "") if text.startswith("game: "))
    Path("saved.txt").write_text(saved, encoding="utf-8")
    (league,) = (text for _, text in blocks("arena", "toml") if text.startswith("# league.toml"))
    Path("league.toml").write_text(league, encoding="utf-8")
    return tmp_path


@needs_native
@pytest.mark.parametrize("page", [page for page, commands in SHOWN.items() if any(one.can_run for one in commands)])
def test_the_commands_on_the_page_run(
    page: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for shown in (*([Shown(BEFORE[page])] if page in BEFORE else []), *SHOWN[page]):
        if not shown.can_run:
            continue
        command = shown.smaller()
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))  # of `play`
        code = main(command.words[1:])
        captured = capsys.readouterr()
        if code:
            skip_without_extra(captured.err)
        assert code == 0, f"{command.text}\n{captured.err}"
        if shown.output:
            compare(shown.output, captured.out, exact=command == shown)


def compare(printed: tuple[str, ...], out: str, exact: bool) -> None:
    """The page shows the output's lines in order; after a smaller run only their first words. … stands for others."""
    lines = [line.rstrip() if exact else beginning(line) for line in out.splitlines()]
    wanted = [line.rstrip() if exact else beginning(line) for line in printed]
    if "…" not in printed:
        assert lines == wanted
    rest = iter(lines)
    for line in wanted:
        assert line in ("…", "") or line in rest, f"{line!r} is not in the output:\n{out}"


def beginning(line: str) -> str:
    return re.split(r"[\s:(]", line.strip())[0]


@pytest.mark.parametrize("page", SHOWN)
def test_the_commands_on_the_page_exist(page: str, folder: Path) -> None:
    for shown in SHOWN[page]:
        program, *words = shown.words
        if program == "plyground":
            assert words[0] in COMMANDS, shown.text
            build_app(words[0]).parse_args(words, print_error=False, exit_on_error=False)  # raises
        else:
            assert not shown.can_run, f"a test runs {shown.text!r}, or NOT_RUN says why not"


def test_no_command_hides_in_a_block_of_another_language() -> None:
    for page in PAGES:
        for _, text in blocks(page, "", "text"):
            assert not re.search(r"^(\w*\$ )?(plyground|make|pip) ", text, re.MULTILINE), page


def test_every_exception_is_still_needed() -> None:
    texts = [" ".join(shown.words) for commands in SHOWN.values() for shown in commands]
    for start in NOT_RUN:
        assert any(text.startswith(start) for text in texts), start
    quoted = [shown.text for commands in SHOWN.values() for shown in commands]
    for large in SMALLER:
        assert any(re.search(large, text) for text in quoted), large
