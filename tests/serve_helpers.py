"""A server of the page in a thread of the test, on a port of this machine."""

import contextlib
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from plyground.serve.app import Server
from plyground.serve.limits import SessionLimits
from plyground.serve.run import ServeOptions, listen, make_server, web_server

LIMITS = SessionLimits()


@contextlib.contextmanager
def running(
    data: Path, limits: SessionLimits = LIMITS, token: str = "", origins: tuple[str, ...] = ()
) -> Iterator[tuple[str, Server]]:
    """The address of a server, and the server itself."""
    listener = listen("127.0.0.1", 0)
    server: Server = make_server(ServeOptions(data=data, threads=2, token=token, origins=origins))
    server.services = replace(server.services, limits=limits, pace=0.0)
    runner = web_server(server)
    thread = threading.Thread(target=runner.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not runner.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/", server
    finally:
        runner.should_exit = True
        thread.join(10)
        server.services.store.close()
        listener.close()
