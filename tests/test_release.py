"""What a release says of itself is the same everywhere."""

import json
import re
import tomllib

from search_helpers import PROJECT
from test_layers import ORDER

PACKAGE = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def text(name: str) -> str:
    return (PROJECT / name).read_text(encoding="utf-8")


def test_the_citation_is_of_this_version() -> None:
    cited = dict(re.findall(r"^([\w-]+): (\S+)$", text("CITATION.cff"), re.MULTILINE))
    assert cited["version"] == PACKAGE["version"]
    assert cited["license"] == PACKAGE["license"]
    assert f"## {cited['version']} ({cited['date-released']})\n" in text("CHANGELOG.md")


def test_the_example_of_the_protocol_is_of_this_version() -> None:
    lines = text("docs/protocol_examples.json")
    assert re.findall(r'"version": "(.*?)"', lines) == [PACKAGE["version"]]
    assert json.loads(lines)


def test_the_classifiers_begin_with_the_oldest_python() -> None:
    named = [line.rpartition(" ")[2] for line in PACKAGE["classifiers"] if re.search(r":: 3\.\d+$", line)]
    assert PACKAGE["requires-python"] == f">={named[0]}"


def test_the_guide_lists_all_rooms_in_their_order() -> None:
    _, _, table = text("docs/developing.md").partition("## The rooms")
    rows = re.findall(r"^\| (`src/plyground/.*?) \|", table, re.MULTILINE)
    names = [name for row in rows for name in re.findall(r"`(?:src/plyground/)?(\w+)(?:/|\.py)`", row)]
    assert names == ORDER
