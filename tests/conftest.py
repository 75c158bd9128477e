"""Hypothesis draws the same examples every time, without a deadline, so that no test fails by chance.

The fixtures of the page, for the tests of its server.
"""

import signal
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from page_helpers import Browser

    from plyground.client import Client

settings.register_profile("plyground", derandomize=True, deadline=None)
settings.load_profile("plyground")

# The tests press Ctrl-C. A background job may ignore it, and its child processes would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module")
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of the page, with the module's SERVER_LIMITS if it has any."""
    from serve_helpers import LIMITS, running

    limits = getattr(request.module, "SERVER_LIMITS", LIMITS)
    with running(tmp_path_factory.mktemp("serve"), limits) as (address, _):
        yield address


@pytest.fixture
def page(address: str) -> "Iterator[Client]":
    """A session of its own on that server."""
    from plyground.client import connect

    with connect(address, timeout=120) as client:
        yield client


@pytest.fixture(scope="module")
def dejavu(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Browser]":
    """A browser with the widest of the usual fonts, and no other."""
    from text_helpers import dejavu_browser

    with dejavu_browser(tmp_path_factory.mktemp("fonts")) as browser:
        yield browser
