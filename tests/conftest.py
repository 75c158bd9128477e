"""Hypothesis draws the same examples every time and never times them: a test fails for a reason."""

import signal

from hypothesis import settings

settings.register_profile("plyground", derandomize=True, deadline=None)
settings.load_profile("plyground")

# A job in the background may have been started with Ctrl-C ignored, and so would every child: the tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
