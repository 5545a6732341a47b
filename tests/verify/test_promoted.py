"""The verifier agrees with promotions, which it shares no line with: what one takes, the other believes."""

from copy import deepcopy

import pytest

from tests.promotion.desk import WITH_PROMOTIONS
from tests.verify.promoted import KINDS, believed, moments, other_words, said_otherwise
from tests.verify.twisted import put

BOOKS = [rules.key for rules in WITH_PROMOTIONS]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("book", BOOKS)
def test_an_event_with_another_word_is_not_believed(book: str, kind: str) -> None:
    """Each number, name, hash, clause and yes or no."""
    wrong, seen = [], set()
    for moment in moments(kind, book):
        for event in moment.record.get("events", ()):
            for place, word in other_words(event):
                key = (event["type"], place, str(word))
                if key in seen:
                    continue
                seen.add(key)
                record = deepcopy(moment.record)
                put(record["events"][0], place, word)
                if believed(moment, record):
                    wrong.append(key)
    assert wrong == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("book", BOOKS)
def test_a_command_with_another_word_is_believed_just_where_it_is_taken(book: str, kind: str) -> None:
    """Each number one more, one less, nought and below; each name another; each rank; each text none."""
    wrong, seen = [], set()
    for moment in moments(kind, book):
        command = moment.record["command"]
        for place, word in other_words(command):
            key = (command["type"], "events" in moment.record, place, str(word))
            made = None if key in seen else said_otherwise(moment, place, word)
            seen.add(key)
            if made is not None and believed(moment, made[0]) != made[1]:
                wrong.append(key)
    assert wrong == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("book", BOOKS)
def test_a_command_at_another_moment_is_believed_just_where_it_is_taken(book: str, kind: str) -> None:
    """What was done at its time, put on record at any other: out of order, twice, too early, too late."""
    every, wrong, seen = moments(kind, book), [], set()
    done = {one.record["command"]["type"]: one.record for one in every if "events" in one.record}
    for moment in every:
        for name, record in done.items():
            key = (moment.core.phase, moment.core.held, moment.record["command"]["type"], name)
            if key in seen:
                continue
            seen.add(key)
            moved = deepcopy(record)
            for message in (moved["command"], *moved["events"]):
                message["stamp"]["wall"] = moment.record["command"]["stamp"]["wall"]
            made = said_otherwise(moment._replace(record=moved), ("id",), moved["command"]["id"])
            if made is not None and believed(moment, made[0]) != made[1]:
                wrong.append((key, made[1]))
    assert wrong == []
