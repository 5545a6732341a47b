"""Personal signatures: whoever orders something signs it, and a second person where there are two."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.verify.bundles import ROOT, Entry, Story, from_transcript, key

SIGNED = ("correct-result", "open-table", "perform:enter")


@cache
def told() -> Story:
    """A correction by two, at a table that wants signatures."""
    path = ROOT / "tests" / "rounds" / "crown-sydney-correction.round"
    return from_transcript(path, signed=SIGNED)


def signed(entries: list[Entry], kind: str) -> Entry:
    """The record of a command that bears signatures."""
    return next(one for one in entries if one.command["type"] == kind and one.events)


def unsigned(entries: list[Entry]) -> None:
    del signed(entries, "correct-result").told["signatures"]


def signed_by_one(entries: list[Entry]) -> None:
    signed(entries, "correct-result").told["signatures"].pop()


def signed_by_another(entries: list[Entry]) -> None:
    entry = signed(entries, "correct-result")
    entry.told["signatures"][0]["by"] = "somebody"


def signed_for_another_reason(entries: list[Entry]) -> None:
    entry = signed(entries, "correct-result")
    entry.command["reason"] = entry.event("result-corrected")["reason"] = "another"


def with_another_key(entries: list[Entry]) -> None:
    signed(entries, "open-table").told["signatures"][0]["key"] = key("somebody").vkey.id


def with_something_else(entries: list[Entry]) -> None:
    signed(entries, "open-table").told["signatures"][0]["more"] = 1


def test_everything_that_must_be_signed_is() -> None:
    """Opening, the entry, and the correction by two; orders that were refused were signed as well."""
    report = told().made().verified()

    assert report.every == []
    assert [
        len(signed(told().entries, kind).told["signatures"]) for kind in ("open-table", "correct-result")
    ] == [1, 2]
    every = sum(len(entry.told.get("signatures", ())) for entry in told().entries)
    assert report.tables[0].counts["personal signatures"] == every > 4


@pytest.mark.parametrize(
    "lie",
    [
        unsigned,
        signed_by_one,
        signed_by_another,
        signed_for_another_reason,
        with_another_key,
        with_something_else,
    ],
)
def test_a_signature_that_is_missing_or_false_is_found(lie: Callable[[list[Entry]], None]) -> None:
    """The record is named, and the rest of the journal is still followed."""
    report = told().changed(lie).made().verified()

    assert report.code == 3
    assert {finding.check for finding in report.every} == {"person"}
    assert len({finding.number for finding in report.every}) == 1


@pytest.mark.parametrize(("clause", "found"), [("house/signatures", 0), ("5.1", 1)])
def test_a_false_signature_that_was_refused_is_no_fault_of_the_journal(clause: str, found: int) -> None:
    """Anybody can send one, and the house writes down that it said no; no other reason excuses it."""

    def forged(entries: list[Entry]) -> None:
        entry = next(one for one in entries if one.told.get("signatures") and "refusal" in one.told)
        entry.told["refusal"]["clause"] = clause
        other = signed(entries, "open-table").told["signatures"][0]
        entry.told["signatures"][0]["signature"] = other["signature"]

    report = told().changed(forged).made().verified()

    assert ("person" in {finding.check for finding in report.every}) is bool(found)


def test_keys_of_persons_from_outside_count() -> None:
    """A key that only the bundle vouches for does not."""
    made = told().made()
    trust: dict[str, Any] = json.loads(made.trust)
    trust["persons"] = {name: [str(key("somebody").vkey)] for name in trust["persons"]}

    report = made.verified(trust=json.dumps(trust).encode())

    assert {finding.check for finding in report.every} == {"person"}


@pytest.mark.parametrize("order", ["register-slip", "perform:pay"])
def test_what_is_otherwise_taken_at_a_glance_is_read_where_it_must_be_signed(order: str) -> None:
    """A slip, or the payment, without its signature at a table whose founding asks for it."""
    kind, _, step = order.partition(":")
    path = ROOT / "tests" / "rounds" / "crown-sydney-plain.round"
    story = from_transcript(path, signed=(order,))

    def unsigned_last(entries: list[Entry]) -> None:
        ours = [one for one in entries if one.command["type"] == kind and one.events]
        del [one for one in ours if one.command.get("step", "") == step][-1].told["signatures"]

    assert story.made().verified().every == []
    assert "person" in {found.check for found in story.changed(unsigned_last).made().verified().every}
