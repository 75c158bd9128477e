"""A room answers the requests of one kind for one session, each in the method named after the request."""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, ClassVar

from plyground.serve.messages import ServerMessage

if TYPE_CHECKING:
    from plyground.serve.session import PageSession

Answer = Callable[[Any], Coroutine[Any, Any, ServerMessage]]


class Room:
    """Base class of the rooms; `requests` names the requests that a room answers."""

    requests: ClassVar[tuple[str, ...]] = ()

    def __init__(self, session: "PageSession") -> None:
        self.session = session
        self.limits = session.limits

    def answers(self) -> dict[str, Answer]:
        return {name: getattr(self, name) for name in self.requests}

    @property
    def busy(self) -> bool:
        """True while it has work to finish even without a page."""
        return False

    def wake(self) -> None:
        """A page has connected: resume what was paused."""

    def rest(self) -> None:
        """The last page has disconnected."""

    def close(self) -> None:
        """The session leaves the memory."""
