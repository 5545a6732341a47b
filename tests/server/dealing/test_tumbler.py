"""The electronic tumbler: a reproducible rule, fair faces, and a check of its source."""

import hashlib
import hmac
from collections import Counter

import pytest

from sicbo.house.electronic_rolls import commitment_of, roll_of
from sicbo.server.dealing import tumbler
from sicbo.server.dealing.tumbler import Electronic, Unfit, new_seed


def by_hand(seed: bytes, close: bytes) -> list[int]:
    """Calculate a roll by the rule of docs/reference/http.md, written independently."""
    faces: list[int] = []
    counter = 0
    while len(faces) < 3:
        block = hmac.new(seed, b"sicbo-roll-1\n" + close + counter.to_bytes(4, "big"), hashlib.sha256)
        faces += [byte % 6 + 1 for byte in block.digest() if byte < 252]
        counter += 1
    return faces[:3]


def test_a_roll_follows_from_its_seed_and_the_closing_record() -> None:
    """Another closing record gives another roll, so the roll cannot be known before the close."""
    seed, commitment = new_seed()
    assert commitment == hashlib.sha256(seed).hexdigest() == commitment_of(seed)
    closes = [hashlib.sha256(bytes([number])).digest() for number in range(200)]
    rolls = [roll_of(seed, close) for close in closes]
    assert [list(roll) for roll in rolls] == [by_hand(seed, close) for close in closes]
    assert len(set(rolls)) > 80
    assert roll_of(seed, closes[0]) == rolls[0]


def test_every_face_is_as_likely_as_another() -> None:
    """Of 30,000 faces from a fixed seed each is within five standard deviations of its share."""
    seed = bytes(range(32))
    faces = Counter(face for number in range(10_000) for face in roll_of(seed, number.to_bytes(32, "big")))
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert all(abs(seen - 5_000) < 323 for seen in faces.values())


def test_a_stuck_source_is_noticed() -> None:
    """The same byte eight times in a row is not random."""
    with pytest.raises(Unfit):
        Electronic().roll(b"\x07" * 32, b"close")


def test_a_face_that_comes_too_often_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check counts the faces of all rolls."""
    monkeypatch.setattr(tumbler, "roll_of", lambda seed, close: (6, 6, 6))
    electronic = Electronic()
    with pytest.raises(Unfit):
        for _ in range(200):
            electronic.roll(new_seed()[0], b"close")
