"""Run the server: its address, its threads, its files."""

import logging
import os
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from platformdirs import user_data_path

from plyground.agents import parse_agent
from plyground.arena.play import default_workers
from plyground.errors import PlygroundError
from plyground.serve.limits import CLASSROOM, SessionLimits
from plyground.serve.origins import read_origin

DEFAULT_PORT = 8765
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
# When a search needs Python's lock, another thread gives it up after this time.
SWITCH_SECONDS = 0.001


@dataclass(frozen=True)
class ServeOptions:
    """The options of `plyground serve`."""

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    token: str = ""
    browser: bool = True
    classroom: bool = False
    threads: int | None = None
    data: Path | None = None
    agents: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()  # web origins that may show the page and open its socket
    game: str = ""  # the one that the page opens
    prepare: Callable[[], object] | None = None  # imports the Python files of the command line, in every process

    @property
    def is_local(self) -> bool:
        return self.host in _LOOPBACK

    def limits(self) -> SessionLimits:
        base = CLASSROOM if self.classroom else SessionLimits()
        return replace(base, offered=frozenset(str(parse_agent(text)) for text in self.agents))

    def folder(self) -> Path:
        folder = self.data or user_data_path("plyground", appauthor=False) / "serve"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise PlygroundError(f"cannot make the folder {folder}: {error.strerror}") from None
        return folder


def require_extra() -> None:
    """Raise unless the packages of the extra `serve` are installed."""
    try:
        import starlette
        import uvicorn
        import websockets  # noqa: F401
    except ImportError as error:
        raise PlygroundError(
            f"the page needs {error.name}: pip install 'plyground[serve]' (make demo does that)"
        ) from None
    assert starlette
    assert uvicorn


def make_server(options: ServeOptions) -> Any:
    """The server with its services, not yet running."""
    from plyground.serve.app import Server
    from plyground.serve.races import RaceHall
    from plyground.serve.session import Services
    from plyground.serve.store import SessionStore
    from plyground.serve.work import FairQueue

    limits = options.limits()
    threads = default_workers() if options.threads is None else options.threads
    if threads < 1:
        raise PlygroundError(f"the number of threads must be at least 1, not {threads}")
    token = options.token or ("" if options.is_local else secrets.token_urlsafe(12))
    folder = options.folder()
    store = SessionStore(folder / "sessions.db")
    services = Services(
        queue=FairQueue(threads, step_seconds=limits.patience),
        store=store,
        limits=limits,
        hall=RaceHall(store, folder / "races.db", workers=max(1, threads - 1), prepare=options.prepare),
        drawer=ThreadPoolExecutor(1, "draw"),
    )
    origins = frozenset(map(read_origin, options.origins))
    return Server(services, _LOOPBACK if options.is_local else frozenset(), token, origins)


def web_server(server: Any) -> Any:
    """The uvicorn server that runs the application."""
    import uvicorn

    from plyground.serve.app import make_app
    from plyground.serve.protocol import LONGEST_REQUEST

    return uvicorn.Server(
        uvicorn.Config(
            make_app(server),
            log_level="warning",
            ws="websockets-sansio",
            ws_max_size=2 * LONGEST_REQUEST,
            ws_per_message_deflate=not server.hosts,  # on one machine, compression costs more than it saves
            lifespan="on",
            timeout_graceful_shutdown=2,
        )
    )


def serve_page(options: ServeOptions) -> None:
    """Serve until Ctrl-C."""
    require_extra()
    with listen(options.host, options.port) as listener:
        server = make_server(options)
        logging.basicConfig(level=logging.WARNING, format="plyground: %(message)s")
        sys.setswitchinterval(SWITCH_SECONDS)
        address = page_address(options.host, listener.getsockname()[1], server.token, options.game)
        print(f"The page is at {address}", flush=True)
        print("Ctrl-C ends the server; games are kept.", flush=True)
        if options.browser and _has_desktop():
            threading.Timer(0.8, webbrowser.open, [address]).start()
        try:
            web_server(server).run(sockets=[listener])
        except KeyboardInterrupt:
            pass
        finally:
            server.services.store.close()


def page_address(host: str, port: int, token: str, game: str) -> str:
    name = socket.gethostname() if host in ("0.0.0.0", "::") else host
    name = f"[{name}]" if ":" in name else name
    asked, view = f"?token={token}" if token else "", f"#/play?game={quote(game)}" if game else ""
    return f"http://{name}:{port}/{asked}{view}"


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    if os.name == "posix":  # the port of a server that just ended; on Windows this would share a port in use
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(2048)  # connections made before the server is ready wait here
    except OSError as error:
        listener.close()
        raise PlygroundError(f"cannot listen at {host}, port {port}: {error.strerror}; try --port 0") from None
    except OverflowError:
        listener.close()
        raise PlygroundError(f"a port is a number from 0 to 65535, not {port}") from None
    return listener


def _has_desktop() -> bool:
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
