"""Whatever a tournament reckons is reckoned again: an event with another figure or name in it is found."""

from copy import deepcopy
from typing import Any

import msgspec
import pytest

from sicbo import rulebooks
from sicbo.game.rulebook.publication import canonical_json
from sicbo.verify.canonical import Wrong
from sicbo.verify.evidence.log import UNFOLLOWED
from sicbo.verify.report import TableReport
from sicbo.verify.tournaments import Followed
from tests.tournament.tournaments import BOOKS
from tests.verify.test_tournaments import Entry, entries, eventful
from tests.verify.twisted import Place, others, put, words

REPEATED = {
    *(("tournament-entered", name) for name in ("player", "method", "publicity", "second")),
    *((kind, "note") for kind in ("entrant-out", "penalty-imposed")),
    ("director-appointed", "name"),
    ("entrant-absent", "late"),
    ("regulator-advised", "to"),
    ("seat-draws-committed", "commitments"),
    ("slip-sealed", "commitment"),
    ("tables-designated", "tables"),
}
"""What somebody said, and nothing before it decides: dice, names, notes, promises."""


def believed(known: Followed, record: Entry) -> bool:
    """Whether the verifier finds nothing wrong with a record at that moment."""
    book = known.book
    try:
        deepcopy(known, {id(book): book}).follow(record)
    except (Wrong, *UNFOLLOWED):
        return False
    return True


def changed(book: str) -> list[tuple[str, Place, Any]]:
    """What the verifier believes of a tournament in which one word of one event is another."""
    rules = rulebooks.get_rulebook(book)
    law = msgspec.json.decode(canonical_json(rules))
    known = Followed("cup", law, TableReport("cup"), rules.layouts[0].key)
    found, seen = [], set()
    for record in entries(eventful(book)):
        for at, event in enumerate(record["events"]):
            for place, value in words(event):
                for turn, word in enumerate(others(place, value)):
                    key = (event["type"], place, turn)
                    if word == value or key in seen or place[0] in ("stamp", "command", "clause"):
                        continue
                    seen.add(key)
                    other = deepcopy(record)
                    put(other["events"][at], place, word)
                    if believed(known, other):
                        found.append((event["type"], place, word))
        known.follow(record)
    return found


@pytest.mark.parametrize("book", BOOKS)
def test_an_event_with_another_figure_is_not_believed(book: str) -> None:
    """Each number, name, hash and yes or no that follows from what was before."""
    assert {(kind, place[0]) for kind, place, _ in changed(book)} <= REPEATED
