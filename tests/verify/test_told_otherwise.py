"""What came of a command is told word for word: an event with any other word in it is found."""

from copy import deepcopy

import pytest

from sicbo.rulebooks import every_rulebook
from tests.verify.twisted import findings, other_events, put

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
