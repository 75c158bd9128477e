"""A Python client of `plyground serve`: it speaks the protocol of the page, from a script or a test.

    import plyground as pg

    with pg.client.connect("http://127.0.0.1:8765/") as page:
        table = page.ask("new_game", game="tictactoe", seats=["human", "mcts"])
        table = page.ask("play", table=table.table, move="b2")
        table = page.wait("table", lambda table: table.player == 0)  # the agent has moved
        print(table.position)
        page.ask("start_search", game="connect_four", position="444")
        for frame in page.news("frame"):
            print(frame.frame.simulations, frame.frame.line)
            if frame.frame.state == "ended":
                break

Requests and messages are those of docs/protocol.md; a request that fails raises `PlygroundError`.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

import msgspec

from plyground.errors import PlygroundError
from plyground.serve.messages import Failure, ServerMessage
from plyground.serve.protocol import read_message
from plyground.serve.requests import tag_of

_LONGEST_MESSAGE = 64 * 1024 * 1024
_MOST_KEPT = 4096


def connect(address: str, session: str = "", timeout: float = 30.0) -> "Client":
    """Open a new session of the server at this address, or an earlier one by its key."""
    return Client(address, session, timeout)


class Client:
    """One session, to be used by one thread."""

    def __init__(self, address: str, session: str = "", timeout: float = 30.0) -> None:
        try:
            from websockets.sync.client import connect as open_socket
        except ImportError:
            raise PlygroundError("the client needs websockets: pip install 'plyground[serve]'") from None
        parts = urlsplit(address)
        scheme = "wss" if parts.scheme == "https" else "ws"
        self.timeout = timeout
        self._kept: deque[ServerMessage] = deque(maxlen=_MOST_KEPT)  # news not yet returned by `news` or `wait`
        self._count = 0
        self._closing = ExitStack()
        try:
            self._socket = self._closing.enter_context(
                open_socket(f"{scheme}://{parts.netloc}/socket", max_size=_LONGEST_MESSAGE, open_timeout=timeout)
            )
        except OSError as error:
            raise PlygroundError(f"no server answers at {address}: {error}") from None
        token = parse_qs(parts.query).get("token", [""])[0]
        try:
            self.welcome: Any = self.ask("hello", session=session, token=token)
        except BaseException:
            self.close()
            raise

    @property
    def session(self) -> str:
        """The key of this session, with which `connect` opens it again."""
        key: str = self.welcome.session
        return key

    def ask(self, type: str, **fields: Any) -> Any:
        """Send a request, and return its answer."""
        self._count += 1
        self._socket.send(msgspec.json.encode({"type": type, "id": self._count, **fields}).decode())
        while True:
            message = self._receive()
            if message.id == self._count:
                break
            self._kept.append(message)
        if isinstance(message, Failure):
            raise PlygroundError(message.message)
        return message

    def news(self, *types: str) -> Iterator[Any]:
        """The server's news as they arrive. If types are named, news of other types are dropped."""
        while True:
            message = self._kept.popleft() if self._kept else self._receive()
            if not types or type_of(message) in types:
                yield message

    def wait(self, type: str, until: Callable[[Any], bool] = lambda message: True) -> Any:
        """The first news of a type that satisfies the condition; other news are kept for later."""
        for place, message in enumerate(self._kept):
            if type_of(message) == type and until(message):
                del self._kept[place]
                return message
        while True:
            message = self._receive()
            if type_of(message) == type and until(message):
                return message
            self._kept.append(message)

    def close(self) -> None:
        self._closing.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    def _receive(self) -> ServerMessage:
        from websockets.exceptions import ConnectionClosed

        try:
            return read_message(self._socket.recv(timeout=self.timeout))
        except TimeoutError:
            raise PlygroundError(f"the server sent nothing for {self.timeout:g} seconds") from None
        except ConnectionClosed as error:
            raise PlygroundError(f"the server closed the connection: {error}") from None


def type_of(message: ServerMessage) -> str:
    """The type of a message."""
    tag = type(message).__struct_config__.tag
    return str(tag) if tag is not None else tag_of(type(message).__name__)
