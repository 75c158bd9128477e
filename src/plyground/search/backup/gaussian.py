"""The maximum of two normal variables, as a normal variable again.

Clark: The greatest of a finite set of random variables (1961), in the form that Tesauro, Rajan and Segal (UAI 2010,
section 4.1) look up in tables. The twin is `src/native/search/gaussian.hpp`.
"""

import math
from functools import cache

Gaussian = tuple[float, float]  # mean and variance

# Beyond this many standard deviations the variable with the larger mean is the maximum.
FAR = 6.0
STEP = 1.0 / 64.0


def density(x: float) -> float:
    """φ, the density of the standard normal distribution."""
    return math.exp(-0.5 * x * x) * 0.3989422804014327


def cumulative(x: float) -> float:
    """Φ, the distribution function of the standard normal distribution."""
    return 0.5 * (1.0 + math.erf(x * 0.7071067811865476))


def shape_functions(a: float) -> tuple[float, float, float]:
    """Φ(α), F1(α) = α Φ + φ and F2(α) = α² Φ (1 − Φ) + (1 − 2Φ) α φ − φ²."""
    big, small = cumulative(a), density(a)
    first = a * big + small
    second = a * a * big * (1.0 - big) + (1.0 - 2.0 * big) * a * small - small * small
    return big, first, second


@cache
def tables() -> list[tuple[float, float, float]]:
    """The shape functions at −FAR, −FAR + STEP, …, FAR, and one more point, for values that round up to FAR."""
    return [shape_functions(-FAR + i * STEP) for i in range(int(2 * FAR / STEP) + 2)]


def maximum(x: Gaussian, y: Gaussian, table: bool = False) -> Gaussian:
    """The mean and variance of max(X, Y) for independent normal X and Y, computed or read from the tables."""
    gap, spread = x[0] - y[0], x[1] + y[1]
    if gap * gap >= FAR * FAR * spread:
        return x if gap > 0.0 else y
    theta = math.sqrt(spread)
    a = gap / theta
    if table:
        place = (a + FAR) / STEP
        i = int(place)
        part = place - i
        low, high = tables()[i], tables()[i + 1]
        big = low[0] + part * (high[0] - low[0])
        first = low[1] + part * (high[1] - low[1])
        second = low[2] + part * (high[2] - low[2])
    else:
        big, first, second = shape_functions(a)
    mean = y[0] + theta * first
    variance = y[1] + (x[1] - y[1]) * big + spread * second
    return mean, max(variance, 0.0)


def exact_maximum(parts: list[Gaussian], points: int = 4001, reach: float = 8.0) -> Gaussian:
    """The mean and variance of the maximum of independent normal variables, by numeric integration.

    P(max ≤ x) = Π P(X_i ≤ x); the moments follow from E[X] = high − ∫ P(max ≤ x) dx and likewise for X².
    """
    low = min(mean - reach * math.sqrt(variance) for mean, variance in parts)
    high = max(mean + reach * math.sqrt(variance) for mean, variance in parts)
    step = (high - low) / (points - 1)
    first = second = 0.0
    for i in range(points):
        x = low + i * step
        below = 1.0
        for mean, variance in parts:
            below *= cumulative((x - mean) / math.sqrt(variance))
        weight = step * (0.5 if i in (0, points - 1) else 1.0)
        first += below * weight
        second += 2.0 * x * below * weight
    mean = high - first
    return mean, high * high - second - mean * mean
