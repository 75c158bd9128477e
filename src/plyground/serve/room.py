"""A room answers requests of one kind for one session: each by the method that has the request's name."""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, ClassVar

from plyground.serve.messages import Told

if TYPE_CHECKING:
    from plyground.serve.session import PageSession

Answer = Callable[[Any], Coroutine[Any, Any, Told]]


class Room:
    """The requests of one kind."""

    requests: ClassVar[tuple[str, ...]] = ()

    def __init__(self, session: "PageSession") -> None:
        self.session = session
        self.limits = session.limits

    def answers(self) -> dict[str, Answer]:
        return {name: getattr(self, name) for name in self.requests}

    @property
    def busy(self) -> bool:
        """Does it work on, though nobody looks?"""
        return False

    def wake(self) -> None:
        """A page has come: go on with what waited."""

    def rest(self) -> None:
        """The last page has gone."""

    def close(self) -> None:
        """The session leaves the memory."""
