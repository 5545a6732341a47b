"""Error messages say what is wrong and what to do instead."""

import apsw
import pytest

from sicbo.errors import BadInput, NotFound, Refusal, RulebookError, SicboError, short_repr, storage_error_for
from sicbo.i18n import message


def test_a_refusal_reads_as_its_sentence_and_clause() -> None:
    """The clause comes last, in brackets."""
    refusal = Refusal("4.2.4", message("limits.above-maximum", maximum=50_000))

    assert str(refusal) == "The maximum is $500. (4.2.4)"


@pytest.mark.parametrize("error", [BadInput, NotFound, RulebookError])
def test_one_base_catches_every_sentence(error: type[SicboError]) -> None:
    """A caller needs only one exception."""
    assert issubclass(error, SicboError)


def test_bad_input_is_a_value_error_and_not_found_a_lookup_error() -> None:
    """Python's own exceptions catch them too."""
    assert issubclass(BadInput, ValueError)
    assert issubclass(NotFound, LookupError)
    assert not issubclass(RulebookError, (ValueError, LookupError))


def test_what_a_database_says_is_told_with_advice_and_a_bug_is_not() -> None:
    """The advice is the newest backup, which helps if a file of the house is no longer a database."""
    told = storage_error_for(apsw.NotADBError("file is not a database"))

    assert str(told).endswith("(file is not a database): restore the newest backup.")
    assert storage_error_for(KeyError("a bug")) is None


def test_a_near_name_is_suggested() -> None:
    """`smal` is nearly `small`; of six equally near names three are enough."""
    doubles = [f"double-{face}" for face in range(1, 7)]

    assert str(NotFound("bet", "smal", ["small", "big"])) == "Unknown bet: 'smal'. Did you mean small?"
    offered = str(NotFound("bet", "double", doubles))
    assert offered == "Unknown bet: 'double'. Did you mean double-6 or double-5 or double-4?"


def test_a_name_with_its_digits_in_another_order_is_what_was_meant() -> None:
    """4-1 means 1-4, although 4-5 has more characters in the same position."""
    pairs = ["domino-14", "domino-45", "domino-46"]

    assert str(NotFound("bet", "domino-41", pairs)) == "Unknown bet: 'domino-41'. Did you mean domino-14?"


def test_without_a_near_name_the_first_twelve_known_ones_are_listed() -> None:
    """Thirteen names are too many for a sentence, so dots replace the rest."""
    twelve = [f"b{number}" for number in range(10, 22)]
    listed = ", ".join(twelve)

    assert str(NotFound("bet", "zzz", twelve)) == f"Unknown bet: 'zzz'. Known: {listed}."
    assert str(NotFound("bet", "zzz", [*twelve, "b22"])) == f"Unknown bet: 'zzz'. Known: {listed} …."


def test_where_nothing_is_known_the_sentence_says_so() -> None:
    """The message contains no list, not even an empty one."""
    assert str(NotFound("reading", "S-01", [])) == "Unknown reading: 'S-01'. None are known."


def test_a_name_of_a_million_letters_is_answered_in_one_sentence() -> None:
    """The message shows sixty characters of it, the last of which is an ellipsis."""
    sentence = str(NotFound("bet", "small" * 200_000, ["small"]))

    assert len(sentence) < 120
    assert "…" in sentence


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (7, "7"),
        (True, "True"),
        ("4", "'4'"),
        (2.5, "2.5"),
        (10**59, "1" + "0" * 59),
        (10**60, "1" + "0" * 58 + "…"),
        ("x" * 61, "'" + "x" * 58 + "…"),
        (2**200, "a number of more than sixty digits"),
    ],
)
def test_a_value_is_shown_in_at_most_sixty_characters(value: object, text: str) -> None:
    """The value is written as Python writes it, and cut if it is longer."""
    assert short_repr(value) == text


def test_a_number_that_python_will_not_print_is_shown_too() -> None:
    """Python refuses to print integers of more than 4300 digits, but the message must not fail on one."""
    assert short_repr(10**5000) == short_repr(-(10**5000)) == "a number of more than sixty digits"
    assert short_repr([10**5000]) == "a very long list"
