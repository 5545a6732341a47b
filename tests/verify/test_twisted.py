"""The verifier agrees with the table, which it shares no line with: what one takes, the other believes."""

import pytest

from sicbo.rulebooks import every_rulebook
from sicbo.table.log_kind import TABLE
from tests.verify.twisted import Twist, findings, other_moments, other_words, twisted

BOOKS = sorted(every_rulebook())
KINDS = sorted(str(kind.__struct_config__.tag) for kind in TABLE.rules)


def disagreements(twists: list[Twist]) -> list[str]:
    """Where the verifier believes what the table refuses, or does not believe what the table takes."""
    found = []
    for twist in twists:
        if made := twisted(twist):
            entry, taken = made
            wrong = findings(twist, entry)
            if bool(wrong) == taken:
                found.append(f"{twist}: {wrong[:1]}")
    return found


def test_every_command_is_twisted_somewhere() -> None:
    """No command of the table is left out, and none is twisted that the table does not know."""
    assert {kind for _, kind in other_words()} == set(KINDS)
    assert {kind for _, kind in other_moments()} == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("book", BOOKS)
def test_a_command_with_another_word_is_believed_just_where_the_table_takes_it(book: str, kind: str) -> None:
    """Each number one more, one less, nought and below; each name another; each rank; each text none."""
    assert disagreements(other_words().get((book, kind), [])) == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("book", BOOKS)
def test_a_command_at_another_moment_is_believed_just_where_the_table_takes_it(book: str, kind: str) -> None:
    """What was done at its time, put on record at any other: out of order, twice, too early, too late."""
    assert disagreements(other_moments().get((book, kind), [])) == []
