"""The errors that a user's input can cause: one sentence each, what is wrong and where."""


class PlygroundError(ValueError):
    """Something given to plyground cannot work; the message says what and where."""


class IllegalAction(PlygroundError):
    """An action that the rules do not allow in this state."""
