"""The protocol of the page: JSON texts on one WebSocket, `/socket`, typed on both sides.

The page sends requests (`requests.py`), the first one `hello`; the server sends messages (`messages.py`). Every request
gets exactly one answer with its `id`: the message that its docstring names, or `failed` with one sentence. Messages
with `id` 0 are news. web/src/protocol.ts and the lists in docs/protocol.md are generated from these classes.
"""

import msgspec

from plyground.errors import PlygroundError
from plyground.serve.messages import Message, ServerMessage
from plyground.serve.requests import Request

PROTOCOL = 1
# Longer requests are refused before they are read.
LONGEST_REQUEST = 256 * 1024

_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
_messages: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
_encoder = msgspec.json.Encoder()


class BadRequest(PlygroundError):
    """The text is not a valid request. `id` and `about` hold what could be read of it."""

    def __init__(self, reason: str, id: int = 0, about: str = "") -> None:
        super().__init__(reason)
        self.id, self.about = id, about


class _Head(msgspec.Struct):
    """The fields of an invalid request that its answer needs."""

    id: int = 0
    type: str = ""


def read_request(text: str | bytes) -> Request:
    """Decode a request."""
    if len(text) > LONGEST_REQUEST:
        raise BadRequest(f"a message has at most {LONGEST_REQUEST} bytes, this one has {len(text)}")
    try:
        return _requests.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        head = _Head()
        try:
            head = msgspec.json.decode(text, type=_Head)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise BadRequest(f"this is not a request: {error}") from None
        if not 0 <= head.id < 2**32:
            head.id = 0
        about = head.type[:40]
        raise BadRequest(f"{about or 'a request'}: {error}", head.id, about) from None


def read_message(text: str | bytes) -> Message:
    """Decode a message of the server, for the Python client."""
    return _messages.decode(text)


def write(message: ServerMessage | Request) -> str:
    """Encode a message or a request as JSON."""
    return _encoder.encode(message).decode()
