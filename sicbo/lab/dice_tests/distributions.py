"""The distributions that the dice tests need: chi-square, noncentral chi-square and normal."""

from math import erfc, exp, lgamma, log, sqrt

TINY, MOST_STEPS = 1e-300, 100_000


def gamma_above(a: float, x: float) -> float:
    """Return the regularised upper incomplete gamma function."""
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    return 1.0 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1.0 / a
    for n in range(1, MOST_STEPS):
        term *= x / (a + n)
        total += term
        if term < total * 1e-17:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """Evaluate the continued fraction by Lentz's method."""
    b = x + 1.0 - a
    c, d = 1.0 / TINY, 1.0 / b
    value = d
    for n in range(1, MOST_STEPS):
        factor = -n * (n - a)
        b += 2.0
        d = factor * d + b
        c = b + factor / c
        d = 1.0 / (d if abs(d) > TINY else TINY)
        c = c if abs(c) > TINY else TINY
        value *= c * d
        if abs(c * d - 1.0) < 1e-16:
            break
    return value


def chi_square_above(x: float, df: int) -> float:
    """Return the probability that a chi-square variable of `df` degrees of freedom is at least x."""
    return gamma_above(df / 2, x / 2)


def shifted_above(x: float, df: int, shift: float) -> float:
    """Return the same for a noncentral chi-square: a mixture of chi-squares with Poisson weights."""
    half = shift / 2
    middle = int(half)
    total = 0.0
    for step in (1, -1):
        n = middle if step > 0 else middle - 1
        while n >= 0:
            weight = exp(n * log(half) - half - lgamma(n + 1)) if half else float(n == 0)
            total += weight * chi_square_above(x, df + 2 * n)
            if weight < 1e-16:
                break
            n += step
    return min(total, 1.0)


def chi_square_limit(share: float, df: int) -> float:
    """Return the x that a chi-square variable exceeds with probability `share`."""
    low, high = 0.0, 10.0 + 10.0 * df
    while chi_square_above(high, df) > share:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if chi_square_above(middle, df) > share else (low, middle)
    return high


def normal_beyond(z: float) -> float:
    """Return the two-sided p-value of a normal deviate."""
    return erfc(abs(z) / sqrt(2))
