"""The web origins whose pages may show this page in a frame and open its socket: `--allow-origin`."""

import re

from plyground.errors import PlygroundError

_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")
_USUAL_PORTS = {"http": ":80", "https": ":443"}


def read_origin(text: str) -> str:
    """The origin in the form in which browsers send it."""
    origin = text.strip().lower().removesuffix("/")
    if not _ORIGIN.fullmatch(origin):
        raise PlygroundError(
            f"an origin is a scheme and a host, such as http://localhost:8888, not {text!r}; a page that is opened "
            "from a file has none: serve its folder with python -m http.server"
        )
    return origin.removesuffix(_USUAL_PORTS.get(origin.partition(":")[0], "/"))


def may_connect(origin: str | None, host: str | None, allowed: frozenset[str]) -> bool:
    """May the sender open a socket? Browsers send the origin of their page, programs send none."""
    return origin is None or origin.partition("://")[2] == host or origin in allowed


def page_policy(allowed: frozenset[str]) -> str:
    """The Content-Security-Policy of the page: it loads nothing from elsewhere."""
    frames = " ".join(sorted(allowed)) or "'none'"
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
        "connect-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        f"frame-ancestors {frames}"
    )


def lesson_policy(allowed: frozenset[str]) -> str:
    """The policy of a lesson, which has inline scripts: the sandbox gives it an opaque origin, apart from the page."""
    frames = " ".join(["'self'", *sorted(allowed)])
    return (
        "sandbox allow-scripts allow-popups; default-src 'none'; script-src 'unsafe-inline' 'self'; "
        "style-src 'unsafe-inline' 'self'; img-src 'self' data:; font-src 'self' data:; "
        f"frame-ancestors {frames}"
    )
