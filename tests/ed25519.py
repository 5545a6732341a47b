"""Ed25519 keys and signatures on which libraries differ, made by a small arithmetic of the tests' own.

The classes are those of C2SP's CCTV vectors and of Wycheproof: points of low and mixed order as key and as R,
non-canonical encodings, S outside its range, and changed signatures. House, verifier and browser get the same
list and must agree on it.
"""

from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha512
from itertools import count
from typing import NamedTuple

P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)
HIGH = 1 << 255

Point = tuple[int, int, int]
"""X, Y and Z with x = X / Z and y = Y / Z."""
ZERO: Point = (0, 1, 1)


class Case(NamedTuple):
    """A signature, whether it is valid, and whether a signer may have its key."""

    name: str
    key: bytes
    signature: bytes
    message: bytes
    holds: bool = False
    sound: bool = True


def add(one: Point, other: Point) -> Point:
    """Add two points in projective coordinates."""
    (x1, y1, z1), (x2, y2, z2) = one, other
    z, x, y = z1 * z2, x1 * x2, y1 * y2
    squared, twisted = z * z, D * x * y
    minus, plus = squared - twisted, squared + twisted
    cross = (x1 + y1) * (x2 + y2) - x - y
    return z * minus * cross % P, z * plus * (y + x) % P, minus * plus % P


def times(scalar: int, point: Point) -> Point:
    """Multiply a point by a scalar."""
    total = ZERO
    for digit in f"{scalar:b}":
        total = add(total, total)
        if digit == "1":
            total = add(total, point)
    return total


def encode_point(point: Point) -> bytes:
    """Return the canonical encoding of a point."""
    x, y, z = point
    inverse = pow(z, -1, P)
    return (y * inverse % P + (x * inverse % P % 2) * HIGH).to_bytes(32, "little")


def lift_point(y: int, odd: int) -> Point | None:
    """Return the point with this y and this parity of x, if there is one."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    root = pow(square, (P + 3) // 8, P)
    for x in (root, root * ROOT % P):
        if x * x % P == square:
            return (x if x % 2 == odd else P - x) % P, y % P, 1
    return None


def base() -> Point:
    """Return the generator of RFC 8032."""
    found = lift_point(4 * pow(5, -1, P) % P, 0)
    assert found
    return found


B = base()


@cache
def low() -> list[Point]:
    """Return the eight points of low order: the multiples of one of order eight."""
    for y in count(2):
        point = lift_point(y, 0)
        if point and times(4, eighth := times(L, point))[:2] != (0, eighth[2]):
            found = [times(number, eighth) for number in range(8)]
            if len(set(map(encode_point, found))) == 8:
                return found
    raise AssertionError


@cache
def low_encodings() -> dict[bytes, int]:
    """Return all fourteen encodings of a point of low order, with the point's number; eight are canonical."""
    found: dict[bytes, int] = {}
    for place, point in enumerate(low()):
        canonical = int.from_bytes(encode_point(point), "little")
        y, odd = canonical % HIGH, canonical // HIGH
        signs = (0, 1) if y in (1, P - 1) else (odd,)
        for more in (0, P):
            for sign in signs if y + more < HIGH else ():
                found[(y + more + sign * HIGH).to_bytes(32, "little")] = place
    return found


def challenge_scalar(first: bytes, key: bytes, message: bytes) -> int:
    """Return the hash of R, A and the message as a scalar."""
    return int.from_bytes(sha512(first + key + message).digest(), "little") % L


def secret(number: int) -> int:
    """Return a scalar for the tests."""
    return int.from_bytes(sha512(b"scalar %d" % number).digest(), "little") % L


class Signer(NamedTuple):
    """A signer who knows the scalars of R and of the key, except for a part of low order in either."""

    key: bytes
    a: int
    first: bytes
    r: int

    def case(self, name: str, wanted: Callable[[int], bool], *, sound: bool = True) -> Case:
        """Return a signature on the first message with a suitable challenge, or on any if none has one."""
        messages = [b"%s %d" % (name.encode(), number) for number in range(64)]
        message = next((one for one in messages if wanted(self._challenge(one))), messages[0])
        last = (self.r + self._challenge(message) * self.a) % L
        return Case(name, self.key, self.first + last.to_bytes(32, "little"), message, sound=sound)

    def _challenge(self, message: bytes) -> int:
        return challenge_scalar(self.first, self.key, message)


def of_prime_order() -> Iterator[Case]:
    """Yield good signatures, and each of them with a changed part."""
    for number, length in enumerate((0, 1, 63, 1023)):
        a, r, message = secret(2 * number), secret(2 * number + 1), bytes(range(256)) * 4
        key, first, message = encode_point(times(a, B)), encode_point(times(r, B)), message[:length]
        last = (r + challenge_scalar(first, key, message) * a) % L
        good = first + last.to_bytes(32, "little")
        yield Case(f"good {number}", key, good, message, holds=True)
        yield Case("another message", key, good, message + b"\0")
        yield Case("another key", encode_point(times(a + 1, B)), good, message)
        yield Case("the other sign of the key", flip_sign(key), good, message)
        yield Case("the other sign of R", key, flip_sign(first) + good[32:], message)
        for bit in (0, 8, 250, 256, 300, 500, 508):
            changed = int.from_bytes(good, "little") ^ (1 << bit)
            yield Case(f"bit {bit}", key, changed.to_bytes(64, "little"), message)
        for more in range(1, 16):
            if last + more * L < 1 << 256:
                yield Case(f"S + {more} L", key, first + (last + more * L).to_bytes(32, "little"), message)
        for s in (0, 1, L - 1, L, L + 1, 2**252, 2**255 - 1, 2**256 - 1):
            yield Case(f"S = {s:x}", key, first + s.to_bytes(32, "little"), message)
        for cut in (good[:-1], good[:32], b"", good + b"\0", good[32:] + first):
            yield Case(f"{len(cut)} bytes", key, cut, message)
        yield Case("all zero", key, bytes(64), message)


def flip_sign(encoded: bytes) -> bytes:
    """Return an encoding with its other sign."""
    return encoded[:-1] + bytes([encoded[-1] ^ 0x80])


def of_low_order() -> Iterator[Case]:
    """Yield keys of low order. They have no secret: every R is valid on one message in a few, or on all."""
    points, r = low(), secret(100)
    firsts = [(first, 0, place) for first, place in low_encodings().items()]
    firsts += [(encode_point(add(times(r, B), points[place])), r, place) for place in (0, 3)]
    for key, at in low_encodings().items():
        for first, scalar, place in firsts:
            signer = Signer(key, 0, first, scalar)
            yield signer.case(f"low key {at}, R {place}", _cancels(at, place), sound=False)


def _cancels(at: int, place: int) -> Callable[[int], bool]:
    """Return a test whether the low-order parts of a key, times the challenge, and of R cancel out."""
    return lambda k: (k * at + place) % 8 == 0


def of_mixed_order() -> Iterator[Case]:
    """Yield a good key or R plus a point of low order: for the plain equation, and for 8 times it only."""
    a, r = secret(200), secret(201)
    good, first = times(a, B), times(r, B)
    for place, torsion in list(enumerate(low()))[1:]:
        mixed = Signer(encode_point(add(good, torsion)), a, encode_point(first), r)
        yield mixed.case(f"mixed key {place}", _cancels(place, 0), sound=False)
        yield mixed.case(f"mixed key {place}, 8 times", _cancels(place, 1), sound=False)
        both = mixed._replace(first=encode_point(add(first, torsion)))
        yield both.case(f"mixed key and R {place}", _cancels(place, place), sound=False)
        yield both._replace(key=encode_point(good)).case(f"good key, mixed R {place}", bool)
    for encoded, place in low_encodings().items():
        yield Signer(encode_point(good), a, encoded, 0).case(f"good key, low R {place}", bool)


def non_canonical_cases() -> Iterator[Case]:
    """Yield keys and R with a y past the prime, and bytes that are not a point."""
    key, first = encode_point(times(secret(300), B)), encode_point(times(secret(301), B))
    for y in range(2, 19):
        for odd in (0, 1):
            point = lift_point(y, odd)
            strange = (y + P + odd * HIGH).to_bytes(32, "little")
            kind = "not canonical" if point else "no point, not canonical"
            yield Case(f"key {kind} {y}", strange, first + bytes(32), b"any", sound=False)
            yield Case(f"R {kind} {y}", key, strange + bytes(32), b"any")
            if point is None:
                yield Case(
                    f"key no point {y}", y.to_bytes(32, "little"), first + bytes(32), b"any", sound=False
                )
    for length in (0, 31, 33, 64):
        yield Case(f"key of {length} bytes", (key * 2)[:length], first + bytes(32), b"any", sound=False)


@cache
def cases() -> list[Case]:
    """Return every case."""
    return [*of_prime_order(), *of_low_order(), *of_mixed_order(), *non_canonical_cases()]
