"""One journal: what founds it, ids that come twice, signatures that nobody asked for, what is remembered."""

import json
from functools import cache
from typing import Any

import pytest

from sicbo.verify.bundle import InMemory
from sicbo.verify.canonical import Wrong
from sicbo.verify.evidence.log import Journal, _founds, _is_of
from sicbo.verify.keys import keys_of
from sicbo.verify.report import TableReport
from tests.verify.bundles import HOUSE, Story, from_transcript
from tests.verify.lies import Entries, asked

EVENING = """
rulebook canberra-2005  limits $5 to $500
ana     buys $100
ben     buys $100
ana     buys $50
dealer  place your bets
"""


@cache
def evening() -> Story:
    """Two players buy in, one of them twice, and bets are placed."""
    return from_transcript(EVENING.lstrip())


def journal() -> Journal:
    """A journal of which nothing is read."""
    keys = keys_of({"house": [], "persons": {}, "witnesses": [], "rotations": []})
    return Journal("T1", HOUSE, InMemory({}), keys, TableReport("T1"))


@pytest.mark.parametrize("first", [[], [{"founding": {}}], "x", {}, {"founding": {}, "more": {}}], ids=str)
def test_a_first_record_that_founds_nothing_is_said_to_be_so(first: Any) -> None:
    """A list is no founding, and neither is one with something besides."""
    with pytest.raises(Wrong, match="the first record does not found the table"):
        journal()._found(first)


def test_a_founding_stands_alone_in_its_record() -> None:
    """Whatever stands beside it."""
    told = json.loads(evening().made().journal.partition(b"\n")[0].split(b"\t")[5])
    assert _founds(told["founding"])
    told["more"] = 1

    with pytest.raises(Wrong, match="the first record does not found the table"):
        journal()._found(told)


@pytest.mark.parametrize("name", ["a" * 63, "a" * 65, "../" + "a" * 61, ""])
def test_a_rulebook_is_named_by_the_letters_of_a_hash(name: str) -> None:
    """By as many as it has, and by no way into another directory."""
    with pytest.raises(Wrong, match="it names no rulebook"):
        journal()._law({"sha256": name})


def an_id_twice(entries: Entries) -> None:
    entries[-1].id = entries[-1].command["id"] = entries[-1].events[0]["command"] = entries[-2].id


def a_hand_that_nobody_asked_for(entries: Entries) -> None:
    asked(entries, "buy-in").told["signatures"] = [{"by": "eve", "key": "x", "sig": "y"}]


def test_an_id_is_used_once() -> None:
    """By the number of the second record that has it."""
    records = len(evening().entries) + 1
    found = evening().changed(an_id_twice).made().verified().every

    assert [(one.number, one.says) for one in found] == [(records, "its id was used before")]
    assert evening().made().verified().every == []


def test_a_signature_is_checked_where_none_is_needed() -> None:
    """One that is false is a lie at any table."""
    found = evening().changed(a_hand_that_nobody_asked_for).made().verified().every

    assert {one.check for one in found} == {"person"}


def a_stamp_with_something_more(entries: Entries) -> None:
    for entry in entries[-4:-1]:
        entry.command["stamp"]["more"] = 1


def test_what_was_found_wrong_once_is_found_wrong_again() -> None:
    """A shape that is not good is not remembered as one."""
    found = evening().changed(a_stamp_with_something_more).made().verified().every

    assert [one.says for one in found] == ["a stamp has by, rank, wall and elapsed"] * 3


def test_a_table_is_founded_once() -> None:
    """A second founding is no command, though it looks like the first; nothing is checked from there on."""
    founding = json.loads(evening().made().journal.partition(b"\n")[0].split(b"\t")[5])
    found = evening().changed(lambda entries: setattr(entries[1], "told", founding)).made().verified()

    assert (found.every[0].number, found.tables[0].unchecked_from) == (3, 3)
    assert found.every[0].says == "cannot vouch: a record is a command with its events or its refusal"


@pytest.mark.parametrize(
    ("rank", "there"), [(None, True), *((rank, 1 <= rank <= 4) for rank in range(-1, 6))]
)
def test_a_command_is_given_by_a_rank_that_there_is(rank: int | None, there: bool) -> None:
    """Or by somebody without any; and it is that of its record."""
    command = {"id": "c", "stamp": {"by": "kim", "rank": rank, "wall": 7}}

    assert _is_of(command, b"c", b"kim", 7) is there
    assert not any((_is_of(command, b"d", b"kim", 7), _is_of(command, b"c", b"lee", 7)))
    assert not _is_of(command, b"c", b"kim", 8)
