"""The server among hostile pages: malformed, huge, too many and out-of-order messages hurt nobody else."""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from serve_helpers import running
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect as open_socket

from plyground.client import connect
from plyground.errors import PlygroundError
from plyground.serve.limits import CLASSROOM
from plyground.serve.origins import read_origin

EXAMPLES = json.loads((Path(__file__).parent.parent / "docs" / "protocol_examples.json").read_text("utf-8"))
REQUESTS = [example for example in EXAMPLES if example["id"]]
SERVER_LIMITS = replace(CLASSROOM, simulations=500, seconds=0.2, races=1, rate=1e6, burst=100_000)
JUNK: list[Any] = [
    *(None, True, -1, 0, 2**31, 2**63, 1e308, 0.5, "", "x" * 5000, "\u0000", "💥", "../../etc/passwd", "' OR 1=1 --"),
    *([], {}, [[]] * 50, {"a": {"b": []}}, ["human"] * 20, "mcts(" * 300, "t1", "s2", "9" * 400, "(" * 1900),
    *("tictactoe(n=1000)", "mnk(99999999,9,9)", "ludo(players=-1)", "level(level=99)", "mcts(select=ucb1(c=nan))"),
]


def socket_of(address: str) -> str:
    return address.replace("http://", "ws://") + "socket"


def send_and_wait(socket: Any, text: str) -> None:
    socket.send(text)
    while True:
        socket.recv(timeout=10)


def mutated(rng: random.Random, number: int) -> str:
    """A request with some fields replaced, removed or added; now and then not even JSON."""
    message = {**rng.choice(REQUESTS), "id": number}
    for _ in range(rng.choice((0, 1, 1, 2))):
        field = rng.choice([*message, "surplus"])
        if rng.random() < 0.2 and field != "id":
            message.pop(field, None)
        else:
            message[field] = rng.choice(JUNK)
    text = json.dumps(message)
    if rng.random() < 0.05:
        cut = rng.randrange(len(text))
        text = text[:cut] + rng.choice(("", "}", "[", "\u2028")) + text[cut + 1 :]
    return text


@pytest.mark.parametrize("seed", [1, 2])
def test_every_mutated_request_is_answered_and_nobody_else_is_hurt(address: str, seed: int) -> None:
    rng = random.Random(seed)
    texts = [mutated(rng, number) for number in range(10, 260)]
    with open_socket(socket_of(address), max_size=None) as hostile, connect(address) as page:
        table = page.ask("new_game", game="tictactoe", seats=["human", "first"])
        hostile.send('{"type": "hello", "id": 1}')
        for text in texts:
            hostile.send(text)
        page.ask("play", table=table.table, move="b2")
        assert page.wait("table", lambda table: table.player == 0).position == "b2 a1"
        hostile.send('{"type": "list_lessons", "id": 77777}')
        answers = 0
        while True:
            message = json.loads(hostile.recv(timeout=30))
            answers += message["type"] == "failed" or message["id"] != 0
            if message["id"] == 77777:
                break
            if message["type"] == "failed":
                assert message["message"]
                assert "Traceback" not in message["message"]
                assert "the server failed" not in message["message"], message
        assert answers > 200


def test_random_bytes_are_no_request(address: str) -> None:
    rng = random.Random(3)
    with open_socket(socket_of(address)) as hostile:
        for _ in range(50):
            hostile.send(rng.randbytes(rng.randrange(1, 400)))
        replies = [json.loads(hostile.recv(timeout=10)) for _ in range(50)]
    assert {reply["type"] for reply in replies} == {"failed"}


def test_requests_before_hello_are_refused(address: str) -> None:
    with open_socket(socket_of(address)) as hostile:
        hostile.send('{"type": "list_games", "id": 5}')
        reply = json.loads(hostile.recv(timeout=10))
        assert (reply["type"], reply["id"], reply["message"]) == ("failed", 5, "say hello first")
        hostile.send('{"type": "hello", "id": 6}')
        assert json.loads(hostile.recv(timeout=10))["type"] == "welcome"


def test_a_huge_message_closes_its_own_socket_alone(address: str) -> None:
    with connect(address) as page:
        with open_socket(socket_of(address)) as hostile:
            hostile.send('{"type": "hello", "id": 1, "token": "' + "x" * 300_000 + '"}')
            reply = json.loads(hostile.recv(timeout=10))
            assert "at most" in reply["message"]
            with pytest.raises(ConnectionClosed):
                send_and_wait(hostile, "x" * 20_000_000)
        assert page.ask("list_games").games == []


def test_a_flood_is_refused_and_then_cut_off(tmp_path: Path) -> None:
    limits = replace(CLASSROOM, rate=5.0, burst=20)
    with running(tmp_path, limits) as (address, _), connect(address) as page:
        with open_socket(socket_of(address)) as hostile:
            hostile.send('{"type": "hello", "id": 1}')
            code = 0
            try:
                for _ in range(500):
                    hostile.send('{"type": "list_games", "id": 2}')
                while True:
                    hostile.recv(timeout=10)
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else 0
            assert code == 1008
        assert page.ask("list_games").games == []


def get(address: str, path: str = "", **headers: str) -> tuple[int, dict[str, str], str]:
    try:
        with urlopen(Request(address + path, headers=headers), timeout=10) as reply:
            return reply.status, {k.lower(): v for k, v in reply.headers.items()}, reply.read().decode()
    except HTTPError as error:
        return error.code, {k.lower(): v for k, v in error.headers.items()}, error.read().decode(errors="replace")


def test_every_answer_has_the_strict_policy(address: str) -> None:
    for path in ("", "app.css", "nothing", "../../etc/passwd", "static/..%2f..%2fapp.py"):
        status, headers, body = get(address, path)
        assert status in (200, 404)
        assert "root:x:0" not in body
        assert "def make_app" not in body
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_lessons_are_sandboxed(address: str) -> None:
    status, headers, body = get(address, "learn/walkthrough.html")
    assert status == 200
    assert headers["content-security-policy"].startswith("sandbox allow-scripts")
    assert "allow-same-origin" not in headers["content-security-policy"]
    assert "simulation" in body
    with connect(address) as page:
        for lesson in page.ask("list_lessons").lessons:
            assert bool(lesson.address) != bool(lesson.how)


def test_another_host_name_is_refused(address: str) -> None:
    assert get(address, Host="evil.example")[0] == 400
    port = address.rstrip("/").rpartition(":")[2]
    assert get(address, "app.css", Host=f"localhost:{port}")[0] == 200


def test_a_page_of_another_origin_cannot_connect(address: str) -> None:
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", "http://["):
        with pytest.raises(InvalidStatus), open_socket(socket_of(address), additional_headers={"Origin": origin}):
            pass
    own = address.rstrip("/")
    with open_socket(socket_of(address), additional_headers={"Origin": own}) as socket:
        socket.send('{"type": "hello", "id": 1}')
        assert json.loads(socket.recv(timeout=10))["type"] == "welcome"


def test_a_named_origin_may_connect_and_frame_the_page_and_no_other(tmp_path: Path) -> None:
    with running(tmp_path, origins=("HTTP://Course.example:80/", "https://b.example:8443")) as (address, _):
        for origin in ("http://course.example", "https://b.example:8443"):
            with open_socket(socket_of(address), additional_headers={"Origin": origin}) as socket:
                socket.send('{"type": "hello", "id": 1}')
                assert json.loads(socket.recv(timeout=10))["type"] == "welcome"
        for origin in ("https://course.example", "http://course.example:8443", "http://b.example", "null"):
            with pytest.raises(InvalidStatus), open_socket(socket_of(address), additional_headers={"Origin": origin}):
                pass
        named = "http://course.example https://b.example:8443"
        assert get(address)[1]["content-security-policy"].endswith(f"frame-ancestors {named}")
        policy = get(address, "learn/walkthrough.html")[1]["content-security-policy"]
        assert policy.endswith(f"frame-ancestors 'self' {named}")
        assert get(address, Host="course.example")[0] == 400  # host names are another matter


def test_without_named_origins_nobody_frames_the_page(address: str) -> None:
    assert get(address)[1]["content-security-policy"].endswith("frame-ancestors 'none'")
    assert get(address, "learn/walkthrough.html")[1]["content-security-policy"].endswith("frame-ancestors 'self'")


@pytest.mark.parametrize(
    "text",
    [
        *("", "*", "null", "localhost", "http://", "http://*.example", "http://a.example/page", "http://me@a.example"),
        *("http://a.example 'self'", "http://a.example;script-src *", "http://a.example:x", "http://a, http://b"),
    ],
)
def test_what_is_no_origin_gets_one_sentence(text: str) -> None:
    with pytest.raises(PlygroundError, match="a scheme and a host"):
        read_origin(text)
