"""A stamp in a promotion says who, as what, and when, in the command and in the event alike."""

import json
from typing import Any

import pytest

from sicbo.verify.canonical import Wrong
from tests.verify.offered import says, written
from tests.verify.test_offered import a_cent_counts
from tests.verify.test_promotions import Entries, followed

KINDS, NAMES = "a stamp says who, as what, and when", "a stamp has by, rank, wall and elapsed"


def by_a_dealer() -> tuple[str, Entries]:
    """The last record is a dealer's, of rank 1."""
    book, records = written(a_cent_counts)
    entries: Entries = json.loads(records)
    says(entries, stamp=entries[-1]["command"]["stamp"] | {"rank": 1})
    return book, entries


def test_a_dealer_counts_play() -> None:
    """With a stamp that is as it has to be."""
    book, entries = by_a_dealer()

    followed(entries, book)


@pytest.mark.parametrize(
    ("changes", "found"),
    [({"rank": True}, KINDS), ({"elapsed": "9"}, KINDS), ({"by": 7}, KINDS), ({"seat": 4}, NAMES)],
    ids=str,
)
def test_a_stamp_of_another_kind_is_found(changes: dict[str, Any], found: str) -> None:
    """Where command and event say the same of it."""
    book, entries = by_a_dealer()
    says(entries, stamp=entries[-1]["command"]["stamp"] | changes)

    with pytest.raises(Wrong, match=found):
        followed(entries, book)


def test_yes_is_no_rank() -> None:
    """Though it equals that of a dealer, which the command has."""
    book, entries = by_a_dealer()
    (event,) = entries[-1]["events"]
    event["stamp"] = event["stamp"] | {"rank": True}

    with pytest.raises(Wrong, match=KINDS):
        followed(entries, book)
