"""The errors that a user's input can cause: one sentence each, what is wrong and where."""


class PlygroundError(ValueError):
    """Invalid input; the message says what is wrong and where."""


class CannotPlay(PlygroundError):
    """An agent or a game failed, so that games cannot be played or do not count. The command line exits with 1."""


class IllegalAction(PlygroundError):
    """An action that the rules do not allow in this state."""
