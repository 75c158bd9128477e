"""The errors that a user's input can cause: one sentence each, what is wrong and where."""


class PlygroundError(ValueError):
    """Something given to plyground cannot work; the message says what and where."""


class CannotPlay(PlygroundError):
    """Games cannot be played, or do not count: an agent or a game fails. The command line ends with 1."""


class IllegalAction(PlygroundError):
    """An action that the rules do not allow in this state."""
