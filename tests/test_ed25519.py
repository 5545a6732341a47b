"""House and verifier check Ed25519 identically, and more strictly than the library that both use."""

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from sicbo.errors import BadInput
from sicbo.house.entries import PersonSignature
from sicbo.house.identity.keys import check_signatures
from sicbo.journal.notes import COSIGNATURE, SIGNATURE, Vkey, make_vkey, read_vkey, to_base64
from sicbo.verify.canonical import Unusable
from sicbo.verify.keys import is_signed, key_of
from tests.ed25519 import B, Case, cases, encode_point, low_encodings, times

IDENTITY = (1).to_bytes(32, "little")


def by_the_library(case: Case) -> bool:
    """Return the result of `cryptography` alone."""
    try:
        Ed25519PublicKey.from_public_bytes(case.key).verify(case.signature, case.message)
    except (InvalidSignature, ValueError):
        return False
    return True


WEAK = {case.key for case in cases() if not case.sound}
"""Keys of low and of mixed order in every encoding, non-canonical keys, and bytes that are not a point."""


def test_house_and_verifier_agree_on_every_class_of_signature() -> None:
    """They agree on more than five hundred signatures; the library alone accepts some ninety others."""
    said = [
        (case.name, Vkey("any", SIGNATURE, case.key).is_signed_by_key(case.signature, case.message))
        for case in cases()
    ]
    assert said == [(case.name, case.holds) for case in cases()]
    assert said == [(case.name, is_signed(case.key, case.signature, case.message)) for case in cases()]
    assert sum(case.holds for case in cases()) == 4
    assert sum(map(by_the_library, cases())) > 80


@pytest.mark.parametrize("message", [b"pay 1", b"pay 1000000"])
def test_the_identity_as_a_key_signs_nothing(message: bytes) -> None:
    """That key makes one signature valid for every message, in a library that only checks the equation."""
    signature = encode_point(times(7, B)) + (7).to_bytes(32, "little")
    assert by_the_library(Case("", IDENTITY, signature, message))
    assert not Vkey("any", SIGNATURE, IDENTITY).is_signed_by_key(signature, message)
    assert not is_signed(IDENTITY, signature, message)


def test_a_weak_key_is_refused_wherever_one_enters() -> None:
    """Both programs refuse a weak key of a person, a house or a witness; all keys of low order are tested."""
    assert len(low_encodings()) == 14
    assert low_encodings().keys() < WEAK
    for public in WEAK:
        for kind in (SIGNATURE, COSIGNATURE):
            with pytest.raises(BadInput, match="32 bytes" if len(public) != 32 else "not a sound"):
                make_vkey("ana", kind, public)
            line = str(Vkey("ana", kind, public))
            with pytest.raises(BadInput):
                read_vkey(line)
            with pytest.raises(Unusable):
                key_of(line)


def test_a_key_of_prime_order_is_taken_by_both() -> None:
    """Both signs of x are accepted."""
    for public in {case.key for case in cases() if case.sound}:
        line = str(make_vkey("ana", SIGNATURE, public))
        assert read_vkey(line).public == key_of(line).public == public


def test_a_weak_key_that_was_accepted_before_counts_for_nothing() -> None:
    """An order signed with it is refused in one sentence, and the house continues."""
    weak = Vkey("p-ana", SIGNATURE, IDENTITY)
    signature = to_base64(encode_point(times(7, B)) + (7).to_bytes(32, "little"))
    given = [PersonSignature("p-ana", weak.id, signature)]
    says = check_signatures("T1", b'{"type":"pause"}', given, ["p-ana"], {"p-ana": [str(weak)]})
    assert says is not None and "not a sound Ed25519 key" in says.say()
