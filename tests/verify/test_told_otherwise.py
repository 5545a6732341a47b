"""What came of a command is told word for word: an event with any other word in it is found."""

from copy import deepcopy

import pytest

from sicbo.rulebooks import every_rulebook
from tests.verify.twisted import Twist, every_told, findings, other_events, put, refused_and_done, twisted

BOOKS = sorted(every_rulebook())


@pytest.mark.parametrize("book", BOOKS)
def test_an_event_with_another_word_is_not_believed(book: str) -> None:
    """Each number, name, clause, note and yes or no of each event that a table can tell."""
    believed = []
    for at, twist in other_events()[book]:
        entry = deepcopy(twist.told.story.entries[twist.at])
        put(entry.events[at], twist.place, twist.word)
        if not findings(twist, entry):
            believed.append(f"{entry.events[at]['type']} {twist}")
    assert believed == []


@pytest.mark.parametrize("book", BOOKS)
def test_what_the_table_refused_is_not_believed_as_done(book: str) -> None:
    """Each refusal of each transcript, with what came of the same command when it was followed."""
    forged = refused_and_done()[book]
    believed = [f"{twist}: {entry.command}" for twist, entry in forged if not findings(twist, entry)]

    assert len(forged) > 20
    assert believed == []


def test_a_dispute_about_a_promotion_is_raised_by_its_own_clause() -> None:
    """The Star's 10.11, and not 9.13 on all the others."""
    (told,) = (one for one in every_told() if one.name == "star-disputes")
    at = next(at for at, entry in enumerate(told.story.entries) if entry.command["type"] == "raise-dispute")
    twist = Twist(told, at, at, ("matter",), "promotion")
    made = twisted(twist)
    assert made is not None and made[1]

    assert findings(twist, deepcopy(made[0])) == []
    assert made[0].events[0]["clause"] == "10.11"
    made[0].events[0]["clause"] = "9.13"
    assert findings(twist, made[0]) == ["dispute-raised is ruled by 10.11, not by 9.13"]
