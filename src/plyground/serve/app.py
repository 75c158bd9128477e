"""The web application: the page's files and one WebSocket. The page loads nothing from other machines."""

import asyncio
import contextlib
import hmac
import logging
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request as HttpRequest
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground import __version__
from plyground.serve.learn_room import learn_routes
from plyground.serve.limits import RateLimit
from plyground.serve.messages import Failure, Welcome
from plyground.serve.origins import lesson_policy, may_connect, page_policy
from plyground.serve.protocol import PROTOCOL
from plyground.serve.requests import Hello
from plyground.serve.session import PageSession, Services
from plyground.serve.sockets import PageSocket

STATIC = Path(__file__).parent / "static"
_log = logging.getLogger("plyground.serve")


@dataclass
class Server:
    """The sessions in memory, and the services that they share."""

    services: Services
    hosts: frozenset[str]  # host names that requests may use; empty: any
    token: str = ""
    origins: frozenset[str] = frozenset()  # other web origins that may connect, and show the page in a frame
    idle_seconds: float = 600.0  # then a session without sockets leaves the memory
    keep_seconds: float = 30 * 86_400.0  # then an unused session leaves the disk
    most_sessions: int = 1_000
    sessions: dict[str, PageSession] = field(default_factory=dict)

    def open(self, hello: Hello) -> tuple[PageSession, bool]:
        """The session that `hello` names, or a new one; True if it existed before."""
        store = self.services.store
        key, known = hello.session, hello.session in self.sessions
        if not known and key and store.has_session(key):
            known = True
        if key not in self.sessions:
            self.sweep()
            if len(self.sessions) >= self.most_sessions and not self._make_room():
                raise ConnectionRefusedError(f"the server is full: {self.most_sessions} sessions are open")
            if not known:
                key = PageSession.new_key()
                store.add_session(key)
            self.sessions[key] = PageSession(key, self.services)
        store.saw(key)
        return self.sessions[key], known

    def sweep(self) -> None:
        """Drop idle sessions from memory."""
        old = time.monotonic() - self.idle_seconds
        for session in list(self.sessions.values()):
            if not session.sockets and session.left < old and not session.busy:
                self._let_go(session)

    def _make_room(self) -> bool:
        """Drop the session that has been unused longest; False if all are in use."""
        unused = [session for session in self.sessions.values() if not session.sockets]
        if unused:
            self._let_go(min(unused, key=lambda session: session.left))
        return bool(unused)

    def _let_go(self, session: PageSession) -> None:
        session.close()
        del self.sessions[session.key]

    async def look_after(self) -> None:
        while True:
            self.sweep()
            self.services.store.forget_old(self.keep_seconds)
            await asyncio.sleep(60.0)

    async def connect(self, websocket: WebSocket) -> None:
        """Serve one connection of a page."""
        headers = websocket.headers
        if not may_connect(headers.get("origin"), headers.get("host"), self.origins):
            await websocket.close(1008, "a page of this origin may not connect (--allow-origin)")
            return
        await websocket.accept()
        limits = self.services.limits
        page = PageSocket(websocket, RateLimit(limits.rate, limits.burst))
        writer = asyncio.create_task(page.write_all())
        try:
            await self._talk(page)
        except (WebSocketDisconnect, RuntimeError):
            pass  # the page has gone
        finally:
            if page.closing is not None:
                with contextlib.suppress(Exception):
                    await asyncio.wait_for(writer, 2.0)
            writer.cancel()

    async def _talk(self, page: PageSocket) -> None:
        while (hello := await page.hello()) is not None:
            if not hmac.compare_digest(hello.token.encode(), self.token.encode()):
                await asyncio.sleep(0.5)
                page.send(
                    Failure(
                        id=hello.id,
                        about="hello",
                        message="this server needs its token: open the address that it printed",
                    )
                )
                continue
            try:
                session, known = self.open(hello)
            except ConnectionRefusedError as full:
                page.send(Failure(id=hello.id, about="hello", message=str(full)))
                continue
            page.send(
                Welcome(
                    id=hello.id,
                    session=session.key,
                    resumed=known,
                    version=__version__,
                    protocol=PROTOCOL,
                    limits=self.services.limits.shown(),
                )
            )
            session.enter(page)
            try:
                await page.serve(session)
            finally:
                session.leave(page)
            return


class Guard:
    """Refuses requests for unknown host names (DNS rebinding), and adds the security headers."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str], origins: frozenset[str]) -> None:
        self.app, self.hosts = app, hosts
        self.page, self.lesson = page_policy(origins), lesson_policy(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        host = urlsplit(f"//{Headers(scope=scope).get('host', '')}").hostname or ""
        if self.hosts and host not in self.hosts:
            if scope["type"] == "http":
                await PlainTextResponse("this server does not answer to that host name", 400)(scope, receive, send)
            else:
                await WebSocket(scope, receive, send).close(1008, "this server does not answer to that host name")
            return
        is_lesson = scope["path"].startswith("/learn/")

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Security-Policy"] = self.lesson if is_lesson else self.page
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "no-referrer"
                headers["Cross-Origin-Opener-Policy"] = "same-origin"
                if not is_lesson:  # a lesson's origin is opaque: it could not load its own files
                    headers["Cross-Origin-Resource-Policy"] = "same-origin"
                headers["Cache-Control"] = headers.get("Cache-Control", "no-cache")
            await send(message)

        await self.app(scope, receive, with_headers)


def make_app(server: Server) -> ASGIApp:
    """The application of one server."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        keeper = asyncio.create_task(server.look_after())
        server.services.hall.wake()
        yield
        keeper.cancel()
        for session in list(server.sessions.values()):
            session.close()
        server.services.queue.close()
        server.services.hall.close()
        server.services.drawer.shutdown(wait=False, cancel_futures=True)

    async def missing(request: HttpRequest) -> Response:
        return PlainTextResponse("the page was not built: npm run build in web/ writes src/plyground/serve/static", 404)

    routes: list[BaseRoute] = [
        WebSocketRoute("/socket", server.connect),
        *learn_routes(),
    ]
    if (STATIC / "index.html").is_file():
        routes.append(Mount("/", StaticFiles(directory=STATIC, html=True)))
    else:
        routes.append(Route("/", missing))
    return Guard(Starlette(routes=routes, lifespan=lifespan), server.hosts, server.origins)
