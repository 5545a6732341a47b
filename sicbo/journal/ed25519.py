"""Ed25519 public keys and signatures on which all verifiers agree (RFC 8032, 5.1).

A library checks the equation of a signature. It may still accept a key of low order, under which anyone can
sign, and libraries differ on keys and signatures outside the group of prime order. All of these are refused.
"""

from functools import lru_cache

PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, PRIME) % PRIME
ROOT_OF_MINUS_ONE = pow(2, (PRIME - 1) // 4, PRIME)
SIGN, BYTES = 1 << 255, 32
IDENTITY = (1).to_bytes(BYTES, "little")

Point = tuple[int, int, int, int]
"""X, Y, Z and T with x = X / Z, y = Y / Z and x * y = T / Z."""


@lru_cache(maxsize=1 << 12)
def is_public_key(public: bytes) -> bool:
    """Return whether this is the one encoding of a point of prime order."""
    point = _decoded(public)
    return point is not None and public != IDENTITY and _is_identity(_multiplied(point, ORDER))


def is_signature(signature: bytes) -> bool:
    """Return whether S is below the order and R is not the identity; the library checks the equation."""
    first, second = signature[:BYTES], signature[BYTES:]
    return len(second) == BYTES and int.from_bytes(second, "little") < ORDER and first != IDENTITY


def _decoded(encoded: bytes) -> Point | None:
    """Return the point of a canonical encoding, or None (RFC 8032, 5.1.3)."""
    whole = int.from_bytes(encoded, "little")
    odd, y = divmod(whole, SIGN)
    if len(encoded) != BYTES or y >= PRIME:
        return None
    over, under = y * y - 1, D * y * y + 1
    x = over * pow(under, 3, PRIME) * pow(over * pow(under, 7, PRIME), (PRIME - 5) // 8, PRIME) % PRIME
    if (under * x * x - over) % PRIME:
        x = x * ROOT_OF_MINUS_ONE % PRIME
    if (under * x * x - over) % PRIME or (x == 0 and odd):
        return None
    x = x if x % 2 == odd else PRIME - x
    return x, y, 1, x * y % PRIME


def _sum(one: Point, other: Point) -> Point:
    """Return the sum of two points, which may be the same (RFC 8032, 5.1.4)."""
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a, b = (y1 - x1) * (y2 - x2), (y1 + x1) * (y2 + x2)
    c, d = 2 * D * t1 * t2, 2 * z1 * z2
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def _multiplied(point: Point, by: int) -> Point:
    total = (0, 1, 1, 0)
    while by:
        if by & 1:
            total = _sum(total, point)
        point, by = _sum(point, point), by >> 1
    return total


def _is_identity(point: Point) -> bool:
    x, y, z, _ = point
    return x == 0 and y == z
