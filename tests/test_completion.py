"""Help with examples, and completion in bash and fish."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from plyground.cli import COMMANDS, examples_of, main


@pytest.mark.parametrize("command", COMMANDS)
def test_help_ends_with_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    examples = [line.strip() for line in examples_of(command).splitlines()[1:]]
    assert examples
    assert main([command, "--help"]) == 0
    out = capsys.readouterr().out
    for example in examples:
        assert f"\n  {example}\n" in out
        program, *arguments = shlex.split(example)
        assert (program, arguments[0]) == ("plyground", command)


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The completion of bash, installed into a home of its own."""
    home = tmp_path_factory.mktemp("home")
    environment = {"HOME": str(home), "SHELL": "/bin/bash", "PATH": "/usr/bin:/bin"}
    command = [sys.executable, "-m", "plyground", "--install-completion"]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    assert "completion" in (home / ".bashrc").read_text()
    return next(path for path in home.rglob("plyground") if path.is_file())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a saved game and the command."""
    (tmp_path / "saved.txt").write_text("game: tictactoe\n")
    (tmp_path / "rule.py").write_text("")
    (tmp_path / "rules.txt").write_text("")
    launcher = tmp_path / "plyground"
    launcher.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m plyground "$@"\n')
    launcher.chmod(0o755)
    return tmp_path


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("re", ["review", "results", "reproduce"]),
        ("play con", ["connect_four"]),
        ("play sav", ["saved.txt"]),
        ("play tictactoe lev", ["level"]),
        ("play --le", ["--level"]),
        ("play --dice ", ["roll", "ask"]),
        ("search connect_four --engine n", ["native"]),
        ("match mcts random --game lu", ["ludo"]),
        ("search connect_four --wi", ["--with"]),
        ("search connect_four --with ru", ["rule.py"]),
    ],
)
def test_bash_completes(script: Path, folder: Path, typed: str, offered: list[str]) -> None:
    words = " ".join(map(shlex.quote, ["plyground", *typed.split(" ")]))
    code = (
        f"source {shlex.quote(str(script))}; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}}-1)); _plyground; "
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    environment = {"PATH": f"{folder}:/usr/bin:/bin"}
    done = subprocess.run(["bash", "-c", code], capture_output=True, text=True, check=True, cwd=folder, env=environment)
    assert done.stdout.split() == offered


@pytest.mark.skipif(shutil.which("fish") is None, reason="needs fish")
def test_fish_completes(folder: Path) -> None:
    typed = {"re": "reproduce results review", "play sav": "saved.txt", "match mcts random --game lu": "ludo"}
    lines = [f"complete -C {shlex.quote(f'plyground {words}')} | string split -f 1 \\t; echo ==" for words in typed]
    code = "; ".join(["plyground --install-completion >/dev/null", *lines])
    environment = {"HOME": str(folder), "SHELL": "/usr/bin/fish", "PATH": f"{folder}:/usr/bin:/bin"}
    done = subprocess.run(["fish", "-c", code], capture_output=True, text=True, check=True, cwd=folder, env=environment)
    assert [" ".join(part.split()) for part in done.stdout.split("==")[:-1]] == list(typed.values())
