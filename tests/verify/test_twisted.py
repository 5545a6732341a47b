"""The verifier agrees with the table, which it shares no line with: what one takes, the other believes."""

import pytest

from tests.verify.twisted import Twist, other_moments, other_words, twisted


def disagreements(twists: list[Twist]) -> list[str]:
    """Where the verifier believes what the table refuses, or does not believe what the table takes."""
    found = []
    for twist in twists:
        if made := twisted(twist):
            told, taken = made
            report = told.made().verified()
            if (report.code == 0) != taken:
                found.append(f"{twist}: {report.every[:1]}")
    return found


@pytest.mark.parametrize(("book", "kind"), sorted(other_words()))
def test_a_command_with_another_word_is_believed_just_where_the_table_takes_it(book: str, kind: str) -> None:
    """Each number one more, one less, nought and below; each name another; each rank; each text none."""
    assert disagreements(other_words()[book, kind]) == []


@pytest.mark.parametrize(("book", "kind"), sorted(other_moments()))
def test_a_command_at_another_moment_is_believed_just_where_the_table_takes_it(book: str, kind: str) -> None:
    """What was done at its time, put on record at any other: out of order, twice, too early, too late."""
    assert disagreements(other_moments()[book, kind]) == []
