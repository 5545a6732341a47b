"""The small files of a bundle: how large they are, how many tables they name and how, and in what numbers."""

import json
from io import BytesIO

import pytest

from sicbo.verify import canonical
from sicbo.verify.bundle import FORMAT, Contents, InMemory, bounded
from sicbo.verify.canonical import Unusable, Wrong, loosely, unwrapped
from tests.verify.bundles import HOUSE


def contents(*tables: str) -> Contents:
    """What is read of a bundle that lists these tables."""
    told = {"format": FORMAT, "house": HOUSE, "tables": tables}
    return Contents(InMemory({"bundle.json": json.dumps(told).encode()}))


def test_a_small_file_has_eight_mebibytes_and_not_a_byte_more() -> None:
    """The largest is read whole; of a larger one nothing is believed."""
    text = bytes(8 * 1024 * 1024)

    assert bounded(BytesIO(text), "keys.json") == text
    with pytest.raises(Unusable, match="larger than 8 MiB"):
        bounded(BytesIO(text + b"\0"), "keys.json")


def test_a_house_has_ten_thousand_tables_and_not_one_more() -> None:
    """However short their names are."""
    names = [f"T{number}" for number in range(10_001)]

    assert contents(*names[:-1]).tables == names[:-1]
    with pytest.raises(Unusable, match="impossible"):
        contents(*names)


@pytest.mark.parametrize("name", ["T", "T.1", "T" * 100, "桌"])
def test_a_table_is_called_what_a_file_can_be_called(name: str) -> None:
    """One letter is a name, a hundred are, and a full stop may stand in it."""
    assert contents("other", name).tables == ["other", name]


@pytest.mark.parametrize("name", ["", ".", "..", ".T", "T" * 101, "a/b", "a\\b", "a\nb", "a\tb", "a\0b"])
def test_one_impossible_name_is_enough(name: str) -> None:
    """Whether the other tables have good names or not: nothing outside of the bundle is ever opened."""
    with pytest.raises(Unusable, match="impossible"):
        contents("other", name)


@pytest.mark.parametrize("number", ["1.5", "1.0", "1e3", "-0.0", "NaN", "Infinity", "-Infinity"])
def test_a_number_that_is_not_whole_is_refused_wherever_it_stands(number: str) -> None:
    """Nothing is read in its place, not even that there is nothing."""
    with pytest.raises(Wrong, match="no JSON of whole numbers"):
        loosely(f'{{"exported":[{number}]}}')


@pytest.mark.parametrize("text", ["AA\nAA", "AA AA", "AA-_", "A"])
def test_letters_that_base64_does_not_have_are_not_passed_over(text: str) -> None:
    """It is said that this is no base64 at all, and not that it could be written otherwise."""
    with pytest.raises(Wrong, match="it is no base64"):
        unwrapped(text)


@pytest.mark.parametrize("with_c", [True, False])
@pytest.mark.parametrize("value", [{"a": float("nan")}, {"a": float("inf")}, {(1, 2): 3}], ids=repr)
def test_what_has_no_canonical_form_is_not_written(
    value: object, with_c: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither in a word that JSON does not know nor by leaving it out, by whichever encoder."""
    if not with_c:
        monkeypatch.setattr("json.encoder.c_make_encoder", None)
    parts = canonical._encoder()

    with pytest.raises((ValueError, TypeError)):
        "".join(parts(value, 0))
