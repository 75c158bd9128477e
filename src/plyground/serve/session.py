"""One person's session: its sockets, tables, searches, stories and races. All of it runs in the server's event loop."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import msgspec

from plyground.errors import PlygroundError, named
from plyground.serve.advice_room import AdviceRoom
from plyground.serve.catalogue_room import CatalogueRoom
from plyground.serve.learn_room import LearnRoom
from plyground.serve.limits import SessionLimits
from plyground.serve.messages import Failure, ServerMessage, TableShown
from plyground.serve.play_room import PlayRoom
from plyground.serve.race_room import RaceRoom
from plyground.serve.races import RaceHall
from plyground.serve.requests import Hello, Request, tag_of
from plyground.serve.room import Room
from plyground.serve.step_room import StepRoom
from plyground.serve.store import SessionStore
from plyground.serve.watch_room import WatchRoom
from plyground.serve.work import FairQueue

_log = logging.getLogger("plyground.serve")
ROOMS: tuple[type[Room], ...] = (CatalogueRoom, PlayRoom, AdviceRoom, WatchRoom, StepRoom, RaceRoom, LearnRoom)
R = TypeVar("R", bound=Room)
T = TypeVar("T")


class Socket(Protocol):
    """A connection of the page."""

    def send(self, message: ServerMessage) -> None: ...


@dataclass(frozen=True)
class Services:
    """The services that all sessions share."""

    queue: FairQueue
    store: SessionStore
    limits: SessionLimits
    hall: RaceHall
    drawer: Executor
    pace: float = 0.4  # seconds between the moves of a game without people


class PageSession:
    """A session. It stays in memory while a socket is open, and for a while afterwards."""

    def __init__(self, key: str, services: Services) -> None:
        self.key, self.services = key, services
        self.limits, self.queue, self.store = services.limits, services.queue, services.store
        self.sockets: set[Socket] = set()
        self.left = time.monotonic()  # when its last socket was closed
        self.loop = asyncio.get_running_loop()
        self.connected = asyncio.Event()
        self.tasks: set[asyncio.Task[None]] = set()
        self.rooms = [room(self) for room in ROOMS]
        self._answers: dict[str, Callable[[Any], Any]] = {}
        for room in self.rooms:
            self._answers |= room.answers()

    @staticmethod
    def new_key() -> str:
        return secrets.token_urlsafe(18)

    def enter(self, socket: Socket) -> None:
        self.sockets.add(socket)
        self.connected.set()
        for room in self.rooms:
            room.wake()

    def leave(self, socket: Socket) -> None:
        self.sockets.discard(socket)
        if not self.sockets:
            self.left = time.monotonic()
            self.connected.clear()
            for room in self.rooms:
                room.rest()
            self.store.saw(self.key)

    def send(self, message: ServerMessage) -> None:
        """Send news to every page of this session."""
        for socket in self.sockets:
            socket.send(message)

    def send_soon(self, message: ServerMessage) -> None:
        """Send news from a thread that works for this session."""
        self.loop.call_soon_threadsafe(self.send, message)

    def room(self, kind: type[R]) -> R:
        return next(room for room in self.rooms if isinstance(room, kind))

    async def answer(self, request: Request, socket: Socket) -> None:
        """Send the answer to a request. The other pages of the session get a changed table too."""
        tag = tag_of(type(request).__name__)
        try:
            if isinstance(request, Hello):
                raise PlygroundError("this socket has said hello already")
            answer: ServerMessage = await self._answers[tag](request)
        except PlygroundError as error:
            answer = Failure(message=" ".join(str(error).split()), about=tag)
        except Exception as error:  # a bug in plyground or in a loaded game fails this request only
            _log.exception("%s failed", tag)
            answer = Failure(message=f"the server failed: {named(error)}"[:500], about=tag)
        if isinstance(answer, TableShown):
            for other in self.sockets - {socket}:
                other.send(answer)
        socket.send(msgspec.structs.replace(answer, id=request.id))

    def start(self, work: Any) -> asyncio.Task[None]:
        """Run a coroutine beside the requests; closing the session cancels it."""
        task: asyncio.Task[None] = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def run(self, work: Callable[[], Any]) -> Any:
        """Run work in a thread of the server, when it is this session's turn."""
        return await self.queue.run(self.key, work)

    async def aside(self, work: Callable[..., T], *arguments: Any) -> T:
        """Run work in the one drawing thread of the server: many viewers must not slow down searches or answers."""
        return await self.loop.run_in_executor(self.services.drawer, work, *arguments)

    def new_name(self, letter: str) -> str:
        return self.store.new_name(self.key, letter)

    @property
    def busy(self) -> bool:
        """True while there is work to finish even without a socket."""
        return any(room.busy for room in self.rooms)

    def close(self) -> None:
        for task in list(self.tasks):
            task.cancel()
        for room in self.rooms:
            room.close()
