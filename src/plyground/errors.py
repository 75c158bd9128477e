"""The errors and warnings that a user's input can cause: one sentence each, what is wrong and where."""


class PlygroundError(ValueError):
    """Invalid input; the message says what is wrong and where."""


class CannotPlay(PlygroundError):
    """An agent or a game failed, so that games cannot be played or do not count. The command line exits with 1."""


class PlygroundWarning(UserWarning):
    """Input that works, but hardly as intended; the message says what to change."""


class IllegalAction(PlygroundError):
    """An action that the rules do not allow in this state."""
