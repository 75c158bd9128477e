"""One WebSocket: reading requests, and sending without waiting for a slow reader."""

import asyncio
import contextlib
import logging

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from plyground.serve.limits import RateLimit
from plyground.serve.messages import ComparisonFrame, Failure, Frame, ServerMessage
from plyground.serve.protocol import BadRequest, read_request, write
from plyground.serve.requests import Hello, Request
from plyground.serve.session import PageSession

HELLO_SECONDS = 10.0
MOST_WAITING = 1_000  # messages not yet sent; a slower reader is disconnected
MOST_IN_WORK = 64  # unanswered requests of one socket
TOO_FAST, TOO_SLOW = 1008, 1013
_log = logging.getLogger("plyground.serve")


class PageSocket:
    """A page's connection. A newer frame replaces one that is not yet sent."""

    def __init__(self, websocket: WebSocket, rate: RateLimit) -> None:
        self.websocket, self.rate = websocket, rate
        self._waiting: dict[object, str] = {}  # in sending order
        self._news = asyncio.Event()
        self._count = 0
        self._refused = 0
        self._answering: set[asyncio.Task[None]] = set()
        self.closing: tuple[int, str] | None = None

    def send(self, message: ServerMessage) -> None:
        if isinstance(message, (Frame, ComparisonFrame)) and not message.id:
            key: object = message.search
            self._waiting.pop(key, None)
        else:
            self._count += 1
            key = self._count
        if len(self._waiting) >= MOST_WAITING:
            self.close(TOO_SLOW, "this page reads its messages too slowly")
            return
        self._waiting[key] = write(message)
        self._news.set()

    def close(self, code: int, reason: str) -> None:
        self.closing = (code, reason)
        self._news.set()

    async def write_all(self) -> None:
        """Send waiting messages until the socket is closed."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._waiting and self.closing is None:
                key = next(iter(self._waiting))
                await self.websocket.send_text(self._waiting.pop(key))
            if self.closing is not None:
                await self.websocket.close(*self.closing)
                return

    async def read(self) -> Request | None:
        """The next request; None if it was refused, which the page has been told."""
        incoming = await self.websocket.receive()
        if incoming["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(incoming.get("code", 1000))
        text: str | bytes = incoming.get("text") or incoming.get("bytes") or ""
        if not self.rate.take():
            self._refused += 1
            if self._refused > self.rate.burst:
                self.close(TOO_FAST, "too many messages")
            else:
                self.send(Failure(message=f"too many messages: at most {self.rate.rate:g} a second"))
            return None
        self._refused = 0
        try:
            return read_request(text)
        except BadRequest as error:
            self.send(Failure(id=error.id, message=str(error), about=error.about))
            return None

    async def hello(self) -> Hello | None:
        """Wait for `hello`; None, and the socket closes, if it does not come in time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(HELLO_SECONDS):
                while self.closing is None:
                    request = await self.read()
                    if isinstance(request, Hello):
                        return request
                    if request is not None:
                        self.send(Failure(id=request.id, message="say hello first"))
        self.close(TOO_FAST, "no hello")
        return None

    async def serve(self, session: PageSession) -> None:
        """Answer requests as they come, until the page leaves. A slow answer does not hold up later requests."""
        while self.closing is None:
            request = await self.read()
            if request is None:
                continue
            if len(self._answering) >= MOST_IN_WORK:
                self.send(Failure(id=request.id, message="too many requests wait for their answers"))
                continue
            task = asyncio.create_task(session.answer(request, self))
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)

    @property
    def is_open(self) -> bool:
        return self.websocket.application_state == WebSocketState.CONNECTED
