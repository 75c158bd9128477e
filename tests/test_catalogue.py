"""What `plyground games`, `agents` and `parts` say about plyground's own games, agents and parts."""

import itertools
import re
import subprocess
import sys
from dataclasses import dataclass

import pytest

from plyground.agents import Agent
from plyground.catalogue import entry_of, parameters_of
from plyground.cli import main
from plyground.cli.catalogue import describe_parameter
from plyground.docstrings import paragraphs, parameter_help, summary
from plyground.games import Game, parse_game
from plyground.games.ludo_rules import PRESETS
from plyground.search import Backup, Decide, Evaluate, Expand, Select
from plyground.text_form import Registry, param

KINDS = (Game, Agent, Select, Expand, Evaluate, Backup, Decide)
OURS = [
    (base.registry, name)
    for base in KINDS
    for name in base.registry.names()
    if str(getattr(base.registry.get(name), "__module__", "")).startswith("plyground.")
]


@pytest.mark.parametrize(("registry", "name"), OURS, ids=lambda value: getattr(value, "kind", value))
def test_everything_is_explained(registry: Registry[Game], name: str) -> None:
    entry = entry_of(registry, name)
    assert re.fullmatch(r"[A-Z].+\.", entry["summary"]), "a whole sentence"
    assert not re.search(r"\. [A-Z]", entry["summary"]), "and one alone"
    assert len(entry["summary"].split()) >= 5
    for parameter in entry["parameters"]:
        assert re.fullmatch(r"[A-Z0-9].+\.", parameter["description"]), f"{name}: {parameter['name']}"
        line = describe_parameter(parameter)
        assert not re.search(r"<class|tuple|\bint\b|\bfloat\b|\bbool\b|\bstr\b|plyground\.", line), line
    explained = parameter_help(registry.get(name))  # type: ignore[arg-type]
    names = {parameter["name"] for parameter in entry["parameters"]}
    inherited = {"simulations", "engine", "seed", "win", "draw", "loss", "paranoid", "c", "k"}
    assert explained.keys() - inherited <= names, "no parameter that there is not"


@pytest.mark.parametrize("command", ["games", "agents", "parts"])
def test_lists_show_text_forms_and_sentences(command: str) -> None:
    """In a process of its own: other tests register things that they do not explain."""
    done = subprocess.run([sys.executable, "-m", "plyground", command], capture_output=True, text=True, check=True)
    *entries, empty, footer = done.stdout.splitlines()
    assert (empty, footer) == ("", f"plyground {command} NAME explains one with its parameters.")
    for heading, sentence in itertools.pairwise(entries):
        if not heading.startswith(" "):
            assert re.match(r"(\w+=)?[a-z]\w*(\(.*\))?( |$)", heading)
            assert re.match(r"    [A-Z].*\.$", sentence)


def test_every_option_of_ludo_is_told_with_its_presets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "ludo"]) == 0
    out = capsys.readouterr().out
    assert "track: Squares of the common track, a multiple of 4; the seats start a quarter apart. " in out
    assert "[whole number from 24 to 52; international 52, maedn 40, thesis 40]\n" in out
    for parameter in parameters_of(type(parse_game("ludo"))):
        if parameter["default"] is None:
            assert parameter["presets"] == {name: getattr(rules, parameter["name"]) for name, rules in PRESETS.items()}
    assert "players=4: Number of players" in out


def test_a_part_is_found_by_its_text_form(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["parts", "ucb1(c=2)"]) == 0
    assert "c=1.4: How much to explore" in capsys.readouterr().out
    assert main(["parts", "ubc1"]) == 2
    assert "there is no part 'ubc1'; did you mean ucb1" in capsys.readouterr().err


class Base:
    """A base.

    Args:
        c: What c does,
            in two lines.
        k: What k does.
    """


@dataclass
class Derived(Base):
    """Does something
    in two lines.

    More of it,
    to read on.

        x = 1
        y = 2

    Args:
        k: What k does here.
    """

    c: float = 1.0
    k: tuple[int, ...] = param((1, 2))


@dataclass
class Silent:
    n: int = 3


def test_docstrings() -> None:
    assert summary(Derived) == "Does something in two lines."
    assert paragraphs(Derived)[1:] == ["More of it, to read on.", "    x = 1\n    y = 2"]
    assert parameter_help(Derived) == {"c": "What c does, in two lines.", "k": "What k does here."}
    assert summary(Silent) == "No description."
    lines = [describe_parameter(parameter) for parameter in (*parameters_of(Derived), *parameters_of(Silent))]
    assert lines == [
        "c=1.0: What c does, in two lines. [number]",
        "k=[1,2]: What k does here. [list of whole numbers]",
        "n=3: [whole number]",
    ]
