"""Draws from distributions. Twin: `src/native/search/draws.hpp`."""

import math

from plyground.rng import Rng


def normal(rng: Rng) -> float:
    """A standard normal draw (Box, Muller 1958)."""
    radius = math.sqrt(-2.0 * math.log(1.0 - rng.uniform()))
    return radius * math.cos(2.0 * math.pi * rng.uniform())


def gamma(shape: float, rng: Rng) -> float:
    """A draw from Gamma(shape, 1). Marsaglia, Tsang: A simple method for generating gamma variables (2000)."""
    if shape < 1.0:
        larger = gamma(shape + 1.0, rng)
        return float(larger * (1.0 - rng.uniform()) ** (1.0 / shape))
    d = shape - 1.0 / 3.0
    c = 1.0 / math.sqrt(9.0 * d)
    while True:
        x = normal(rng)
        v = 1.0 + c * x
        if v <= 0.0:
            continue
        v = v * v * v
        if math.log(1.0 - rng.uniform()) < 0.5 * x * x + d - d * v + d * math.log(v):
            return d * v


def gumbel(rng: Rng) -> float:
    """A standard Gumbel draw: the index of the largest logit + draw is distributed as the softmax of the logits."""
    return -math.log(-math.log(max(rng.uniform(), 2.0**-54)))  # both ends excluded
