"""Binomial and multinomial counts in constant time, without dealing the rounds.

Only sums, products, quotients and square roots of IEEE doubles are used, which every machine rounds alike;
logarithms and powers of a mathematics library are not, because they differ between machines. Below a mean of
10 a draw inverts the distribution from zero. From there on it is Hörmann's transformed rejection (BTRS, 1993)
with the exact ratio of probabilities by Loader's saddle-point expansion. The ratio is accurate to 1e-11 and
the uniform numbers have 53 bits; tests check both.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, count
from math import floor, frexp, sqrt
from typing import Final

from sicbo.game.dice import FACES, Roll
from sicbo.lab.random.splitmix import TOTALS, stream, word

FEW: Final = 10
LOG_2: Final = 0.6931471805599453
LOG_2_PI: Final = 1.8378770664093453
STIRLING: Final = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188)
LONG: Final = 16
KINDS: Final[tuple[Roll, ...]] = tuple(combinations_with_replacement(FACES, 3))
WEIGHTS: Final = tuple((1, 3, 6)[len(set(kind)) - 1] for kind in KINDS)

Uniform = Iterator[float]


def counts_of_kinds(seed: int, rounds: int) -> dict[Roll, int]:
    """Draw how often each of the 56 kinds of roll comes in a number of rounds, as one multinomial draw.

    A kind is three faces in any order, so it is 1, 3 or 6 of the 216 rolls, and no bet distinguishes those.
    """
    uniform = uniforms(stream(seed, TOTALS))
    left, weight = rounds, sum(WEIGHTS)
    counts: dict[Roll, int] = {}
    for kind, own in zip(KINDS, WEIGHTS, strict=True):
        counts[kind] = binomial(left, own, weight, uniform)
        left, weight = left - counts[kind], weight - own
    return counts


def uniforms(state: int) -> Uniform:
    """Yield numbers from 0 to below 1 on a grid of 2^53: the upper bits of the words of a stream."""
    return (float(word(state, number) >> 11) * 2.0**-53 for number in count())


def binomial(n: int, part: int, whole: int, uniform: Uniform) -> int:
    """Draw how many of `n` trials succeed if each succeeds with probability `part / whole`."""
    if 2 * part > whole:
        return n - binomial(n, whole - part, whole, uniform)
    if n == 0 or part == 0:
        return 0
    return _counted(n, part, whole, uniform) if n * part < FEW * whole else _bent(n, part, whole, uniform)


def _counted(n: int, part: int, whole: int, uniform: Uniform) -> int:
    """Draw by inversion: return the least k whose cumulative probability reaches a uniform number."""
    p = part / whole
    odds, chance = part / (whole - part), _power(1.0 - p, n)
    left = next(uniform)
    for k in range(n):
        if left < chance:
            return k
        left -= chance
        chance *= odds * ((n - k) / (k + 1))
    return n


def _bent(n: int, part: int, whole: int, uniform: Uniform) -> int:
    """Draw by BTRS: a uniform number is transformed to a hat function, and mostly accepted at once."""
    p = part / whole
    spread = sqrt(n * p * (1.0 - p))
    b = 1.15 + 2.53 * spread
    a = -0.0873 + 0.0248 * b + 0.01 * p
    quick, alpha, middle = 0.92 - 4.2 / b, (2.83 + 5.1 / b) * spread, n * p + 0.5
    mode = (n + 1) * part // whole
    while True:
        u, v = next(uniform) - 0.5, next(uniform)
        edge = 0.5 - abs(u)
        if not edge:
            continue
        k = floor((2.0 * a / edge + b) * u + middle)
        if edge >= 0.07 and v <= quick:
            return k
        if 0 <= k <= n and v > 0.0:
            height = log(v * alpha / (a / (edge * edge) + b)) + log_chance(n, mode, part, whole)
            if height <= log_chance(n, k, part, whole):
                return k


def log_chance(n: int, k: int, part: int, whole: int) -> float:
    """Return the logarithm of the probability of k."""
    if k in (0, n):
        return n * log(part / whole if k else 1.0 - part / whole)
    off = (k * whole - n * part) / whole
    near = _deviance(k, k - off, off) + _deviance(n - k, n - k + off, -off)
    return _stirling(n) - _stirling(k) - _stirling(n - k) - near + 0.5 * (log(n / k) - log(n - k) - LOG_2_PI)


def _deviance(x: int, mean: float, off: float) -> float:
    """Return x · log(x / mean) + mean - x, where off is x - mean, without cancellation near zero."""
    v = off / (x + mean)
    if abs(v) > 0.1:
        return x * log(x / mean) - off
    total, term, square = off * v, 2.0 * x * v, v * v
    for odd in range(3, 25, 2):
        term *= square
        total += term / odd
    return total


@cache
def _short(n: int) -> float:
    return _stirling(n + 1) + (n + 0.5) * log((n + 1) / n) - 1.0 if n else 0.0


def _stirling(n: int) -> float:
    """Return the error of Stirling's formula for the logarithm of n factorial."""
    if n < LONG:
        return _short(n)
    square = 1.0 / (float(n) * n)
    total = 0.0
    for factor in reversed(STIRLING):
        total = total * square + factor
    return total / n


def log(x: float) -> float:
    """Return the natural logarithm, computed from basic operations only."""
    part, twos = frexp(x)
    if part < 0.7071067811865476:
        part, twos = 2.0 * part, twos - 1
    s = (part - 1.0) / (part + 1.0)
    square, total = s * s, 0.0
    for odd in range(23, 0, -2):
        total = total * square + 1.0 / odd
    return 2.0 * s * total + twos * LOG_2


def _power(base: float, n: int) -> float:
    """Return a power by repeated squaring."""
    result = 1.0
    while n:
        result, base, n = (result * base if n & 1 else result), base * base, n >> 1
    return result
