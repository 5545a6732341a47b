"""Which Ed25519 keys and signatures are read: those of prime order in their one encoding (RFC 8032, 5.1).

Everything else is refused before the equation is checked, because libraries differ on it. The order of a
point is found on the Montgomery form of the curve, by u = (1 + y) / (1 - y) alone (RFC 7748, 4.1 and 5).
"""

from functools import lru_cache

P = 2**255 - 19
L = 2**252 + 0x14DEF9DEA2F79CD65812631A5CF5D3ED
A24 = 121665
EDWARDS_D = P - A24 * pow(A24 + 1, P - 2, P) % P
SIZE = 32


@lru_cache(maxsize=1 << 12)
def has_prime_order(encoded: bytes) -> bool:
    """Whether bytes are the canonical encoding of a point, and the group's order times it is the identity."""
    y = int.from_bytes(encoded, "little") % 2**255
    if len(encoded) != SIZE or not 1 < y < P - 1:
        return False
    square = (y * y - 1) * (EDWARDS_D * y * y + 1)
    if pow(square, (P - 1) // 2, P) != 1:
        return False
    return _times_order((1 + y) * pow(1 - y, P - 2, P) % P)


def _times_order(u: int) -> bool:
    """Whether the order of the group times a point is the point at infinity, by the Montgomery ladder."""
    x2, z2, x3, z3 = 1, 0, u, 1
    for digit in f"{L:b}":
        if digit == "1":
            x2, z2, x3, z3 = x3, z3, x2, z2
        plus, minus = x2 + z2, x2 - z2
        one, other = (x3 - z3) * plus, (x3 + z3) * minus
        first, second = plus * plus, minus * minus
        apart = first - second
        x3, z3 = (one + other) ** 2 % P, u * (one - other) ** 2 % P
        x2, z2 = first * second % P, apart * (first + A24 * apart) % P
        if digit == "1":
            x2, z2, x3, z3 = x3, z3, x2, z2
    return z2 == 0


def is_strict(signature: bytes) -> bool:
    """Whether a signature has both halves, S is less than the order, and R is not the identity."""
    return (
        len(signature) == 2 * SIZE
        and int.from_bytes(signature[SIZE:], "little") < L
        and int.from_bytes(signature[:SIZE], "little") != 1
    )
