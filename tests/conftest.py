"""Hypothesis draws the same examples every time and never times them: a test fails for a reason."""

from hypothesis import settings

settings.register_profile("plyground", derandomize=True, deadline=None)
settings.load_profile("plyground")
