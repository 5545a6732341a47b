"""Records: hashes follow docs/reference/journal.md, and the first record that does not hold is named."""

from hashlib import sha256
from typing import Any

import pytest

from sicbo.errors import JournalError
from sicbo.journal.record import Draft, Head, Record, chain_records, initial_head, record_hash, verify_chain
from tests.journal.contract import make_records

DRAFT = Draft(1_700_000_000_000_000, "p-0123", "id-1", '{"note":"骰寶"}'.encode())


def test_a_chain_starts_with_the_name_of_its_table() -> None:
    """The hash before record 1 is that of the format and the table, as sha256sum prints it."""
    assert initial_head("T1") == Head(0, sha256(b"sicbo-journal-1\nT1").digest())
    assert initial_head("T1").hash.hex() == "19563b9cc760348b1ff614892e845d984d66df055a765cf8a7548770e30e9a89"
    assert initial_head("骰寶").hash == sha256(b"sicbo-journal-1\n\xe9\xaa\xb0\xe5\xaf\xb6").digest()


def test_the_hash_is_over_what_the_document_says() -> None:
    """It covers the hash before, five lines, then the text."""
    before = initial_head("T1").hash
    said = before + b"T1\n1\n1700000000000000\np-0123\nid-1\n" + DRAFT.text

    assert record_hash(before, "T1", 1, DRAFT) == sha256(said).digest()
    assert (
        record_hash(before, "T1", 1, DRAFT).hex()
        == "8f06cc9ef37b024189f2bf5497b82b77b8022f0a0b5e904b2e01d16e3fd2e0ae"
    )


def test_drafts_become_the_next_records() -> None:
    """They get numbers without a gap, and each is bound to the one before."""
    first, second = chain_records("T1", Head(6, b"x" * 32), [DRAFT, DRAFT._replace(id="id-2")])

    assert (first.number, first.before, second.number, second.before) == (7, b"x" * 32, 8, first.hash)
    assert first[2:6] == DRAFT
    assert first.hash == record_hash(b"x" * 32, "T1", 7, DRAFT)
    assert chain_records("T1", initial_head("T1"), []) == []


def test_a_whole_chain_is_vouched_for() -> None:
    """It is accepted from its start and from any head in it."""
    whole = make_records("T1", 5)

    assert list(verify_chain("T1", initial_head("T1"), whole)) == whole
    assert list(verify_chain("T1", Head(2, whole[1].hash), whole[2:])) == whole[2:]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("table", "T2"),
        ("number", 4),
        ("wall", 1),
        ("actor", "p-other"),
        ("id", "id-other"),
        ("text", b"{ }"),
        ("before", b"\x00" * 32),
        ("hash", b"\x00" * 32),
    ],
)
def test_the_first_bad_record_is_named(field: str, value: Any) -> None:
    """Whatever is changed in record 3, the two before it are accepted and it is named."""
    whole: list[Record] = make_records("T1", 5)
    whole[2] = whole[2]._replace(**{field: value})
    vouched = []

    with pytest.raises(JournalError) as found:
        for record in verify_chain("T1", initial_head("T1"), whole):
            vouched.append(record)

    assert vouched == whole[:2]
    assert (found.value.table, found.value.number) == ("T1", 3)
    assert "record 3" in str(found.value)


@pytest.mark.parametrize("places", [(0, 1, 3, 4), (0, 1, 3, 2, 4), (0, 1, 1, 2), (1, 2)])
def test_a_lost_moved_or_doubled_record_is_found(places: tuple[int, ...]) -> None:
    """A record out of order is an error."""
    whole = make_records("T1", 5)

    with pytest.raises(JournalError):
        list(verify_chain("T1", initial_head("T1"), [whole[place] for place in places]))
