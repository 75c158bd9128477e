"""The errors and warnings that a user's input can cause: one sentence each, what is wrong and where."""


class PlygroundError(ValueError):
    """Invalid input; the message says what is wrong and where."""


class WrongAnswer(PlygroundError):
    """A part of a search, or a game, gave a value that cannot be used."""


class CannotPlay(PlygroundError):
    """An agent or a game failed, so that games cannot be played or do not count. The command line exits with 1."""


class PlygroundWarning(UserWarning):
    """Input that works, but hardly as intended; the message says what to change."""


class IllegalAction(PlygroundError):
    """An action that the rules do not allow in this state."""


class BrokenRules(CannotPlay):
    """The rules of a game raised an error or gave an answer that the contract of games does not allow."""


# What failing code of a user raises. KeyboardInterrupt and the errors that end threads are no failures.
FAILURES = (Exception, GeneratorExit, SystemExit)


def named(error: BaseException) -> str:
    """An error as its type and its text, for a sentence that is shown, sent or stored."""
    try:
        text = str(error)
    except Exception:  # an error without a text
        text = ""
    return f"{type(error).__name__}{': ' if text else ''}{text}".encode(errors="backslashreplace").decode()
