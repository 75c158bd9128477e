"""The protocol of the page: the files generated from it are up to date, and bad texts get a clear answer."""

import json
import runpy
import typing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from plyground.serve import messages, requests
from plyground.serve.protocol import LONGEST_REQUEST, BadRequest, read_message, read_request, write

PROJECT = Path(__file__).parent.parent
EXAMPLES: list[dict[str, object]] = json.loads((PROJECT / "docs" / "protocol_examples.json").read_text("utf-8"))


def tags(union: object) -> set[str]:
    return {cls.__struct_config__.tag for cls in typing.get_args(union)}


def holds(whole: Any, part: Any) -> bool:
    """True if `whole` contains all of `part`; `whole` may have more fields, with defaults."""
    if isinstance(part, dict):
        return all(key in whole and holds(whole[key], value) for key, value in part.items())
    if isinstance(part, list):
        return len(whole) == len(part) and all(map(holds, whole, part))
    return bool(whole == part)


def test_the_types_of_the_page_and_the_docs_are_up_to_date() -> None:
    script = runpy.run_path(str(PROJECT / "web" / "write_protocol.py"))
    assert script["main"](check=True) == 0


def test_every_message_has_an_example_that_reads_as_one() -> None:
    assert {str(example["type"]) for example in EXAMPLES} == tags(requests.Request) | tags(messages.Message)
    for example in EXAMPLES:
        text = json.dumps(example)
        read = read_request(text) if example["type"] in tags(requests.Request) else read_message(text)
        assert holds(msgspec.json.decode(write(read)), example)


def test_no_tag_is_both_asked_and_told() -> None:
    assert not tags(requests.Request) & tags(messages.Message)


@pytest.mark.parametrize(
    ("text", "id", "words"),
    [
        ("", 0, "not a request"),
        ("[" * 100_000, 0, "not a request"),
        ("\x00\xff", 0, "not a request"),
        ('{"type": "hallo", "id": 3}', 3, "hallo"),
        ('{"type": "hello", "id": 4, "sesion": "x"}', 4, "sesion"),
        ('{"type": "hello", "id": -4}', 0, "id"),
        ('{"type": "play", "id": 5, "table": "t1", "move": 1.5}', 5, "move"),
        ('{"type": "play", "id": 6, "table": "t1"}', 6, "move"),
        ('{"type": "start_search", "game": "' + "x" * 3000 + '"}', 0, "game"),
        ('{"type": "hello", "token": "' + "x" * LONGEST_REQUEST + '"}', 0, "at most"),
    ],
)
def test_a_text_that_is_no_request_is_explained(text: str, id: int, words: str) -> None:
    with pytest.raises(BadRequest, match=words) as caught:
        read_request(text)
    assert caught.value.id == id
