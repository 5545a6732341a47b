"""Keys: of the house, of persons and of witnesses, and whether a signature is theirs."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from sicbo.verify.canonical import Unusable, Wrong, unwrapped
from sicbo.verify.ed25519 import has_prime_order, is_strict

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    CAN_CHECK = True
except ImportError:
    CAN_CHECK = False

ED25519, COSIGNATURE = 1, 4
LONGEST_NAME = 200


class Key(NamedTuple):
    """A public key as notes write it: name, kind and the four bytes by which lines refer to it."""

    name: str
    hash: bytes
    kind: int
    public: bytes

    @property
    def short(self) -> str:
        """Name and hash, as a signature refers to it."""
        return f"{self.name}+{self.hash.hex()}"


def key_of(text: object) -> Key:
    """A key from `name+hash+base64`."""
    if not isinstance(text, str) or text.count("+") < 2:
        raise Unusable(f"{str(text)[:40]!r} is no key: write name+hash+base64.")
    name, short, coded = text.split("+", 2)
    try:
        plain = unwrapped(coded, 33)
    except Wrong:
        raise Unusable(f"The key of {name[:40]!r} is no base64 of 33 bytes.") from None
    if plain[0] not in (ED25519, COSIGNATURE):
        raise Unusable(f"The key of {name[:40]!r} is of kind {plain[0]}; 1 and 4 are known.")
    hashed = sha256(name.encode() + b"\n" + plain).digest()[:4]
    if not name or len(name) > LONGEST_NAME or hashed.hex() != short:
        raise Unusable(f"The key of {name[:40]!r} does not bear its own hash.")
    if not has_prime_order(plain[1:]):
        raise Unusable(
            f"The key of {name[:40]!r} is not a sound Ed25519 key: anybody may be able to sign for it."
        )
    return Key(name, hashed, plain[0], plain[1:])


@lru_cache(maxsize=1 << 8)
def is_signed(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether a signature is by that key over that message; only asked where it can be checked."""
    if not has_prime_order(public) or not is_strict(signature):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


class Keys(NamedTuple):
    """Whose signatures count: those given from outside, or where none are, those of the bundle.

    `retired` says of a key of the house that was given up, when that was.
    """

    house: tuple[Key, ...]
    persons: Mapping[str, tuple[Key, ...]]
    witnesses: tuple[Key, ...]
    rotations: tuple[str, ...]
    outside: tuple[str, ...] = ()
    retired: Mapping[Key, int] = {}

    def person(self, by: str, short: str) -> Key | None:
        """The key of a person that a signature refers to."""
        return next((key for key in self.persons.get(by, ()) if key.short == short), None)


def keys_of(value: object) -> Keys:
    """The keys in a file like `keys.json`."""
    if not isinstance(value, dict) or not value.keys() <= {"house", "persons", "witnesses", "rotations"}:
        raise Unusable("A file of keys has house, persons, witnesses and rotations, and nothing else.")
    persons = value.get("persons", {})
    if not isinstance(persons, dict):
        raise Unusable("The keys of persons are listed under each person.")
    return Keys(
        _listed(value, "house"),
        {by: tuple(map(key_of, _list(keys))) for by, keys in persons.items()},
        _listed(value, "witnesses"),
        tuple(str(note) for note in _list(value.get("rotations", []))),
    )


def _listed(value: Mapping[str, Any], name: str) -> tuple[Key, ...]:
    return tuple(map(key_of, _list(value.get(name, []))))


def _list(value: object) -> Iterable[Any]:
    if not isinstance(value, list):
        raise Unusable("Keys come in lists.")
    return value


def joined(trusted: Keys | None, bundled: Keys) -> Keys:
    """Outside keys before those of the bundle; rotations of both are looked at."""
    if trusted is None:
        return bundled
    given = ("house", "persons", "witnesses")
    return Keys(
        trusted.house or bundled.house,
        trusted.persons or bundled.persons,
        trusted.witnesses or bundled.witnesses,
        tuple(dict.fromkeys((*trusted.rotations, *bundled.rotations))),
        tuple(name for name in given if getattr(trusted, name)),
    )
