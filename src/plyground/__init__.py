"""plyground: a Monte Carlo tree search workbench. The search that you read is the search that runs."""

__version__ = "0.1.0"
