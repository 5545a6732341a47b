"""Issue 19, point 7: exact dollars, and rulebooks, runs and settlements that are values."""

import copy
import pickle
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from sicbo import BadInput, Bounds, Limits, Rulebook, dollars

SYDNEY = Rulebook.load("crown-sydney-2024")
OWN = 'id = "home-2024"\nextends = "crown-sydney-2024"\n'


@pytest.mark.parametrize(
    ("amount", "cents"),
    [
        (25, 2_500),
        (0, 0),
        (-3, -300),
        ("25.5", 2_550),
        ("25.50", 2_550),
        ("-0.05", -5),
        (Decimal("25.5"), 2_550),
        (Decimal("1E+2"), 10_000),
        (Fraction(51, 2), 2_550),
    ],
)
def test_dollars_are_exact(amount: int | str | Decimal | Fraction, cents: int) -> None:
    """25.5 is 2550 cents in every exact form, and always an int."""
    assert dollars(amount) == cents
    assert type(dollars(amount)) is int


@pytest.mark.parametrize(
    ("amount", "says"),
    [
        (25.5, "Give dollars as an int, a Decimal, a Fraction or text, not 25.5."),
        (True, "Give dollars as an int, a Decimal, a Fraction or text, not True."),
        (None, "Give dollars as an int, a Decimal, a Fraction or text, not None."),
        ("25.505", "Write dollars as in 25 or 25.50, not '25.505'."),
        ("two", "Write dollars as in 25 or 25.50, not 'two'."),
        ("١٢", "Write dollars as in 25 or 25.50, not '١٢'."),
        ("1" * 5_000, f"Write dollars as in 25 or 25.50, not '{'1' * 58}…."),
        (Decimal("0.001"), "Decimal('0.001') dollars is not a whole number of cents."),
        (Fraction(1, 3), "Fraction(1, 3) dollars is not a whole number of cents."),
        (Fraction(1, 10**5_000), "a very long Fraction dollars is not a whole number of cents."),
        (Decimal("NaN"), "Decimal('NaN') is not an amount of dollars."),
        (Decimal("1E+999999"), "Decimal('1E+999999') is not an amount of dollars."),
    ],
)
def test_dollars_refuse_what_is_not_exact(amount: Any, says: str) -> None:
    """A float, a third of a dollar and text that is not an amount are refused in one sentence each."""
    with pytest.raises(BadInput) as refused:
        dollars(amount)
    assert str(refused.value) == says


BOOKS = [
    SYDNEY,
    Rulebook.load("star-sydney-2016"),
    Rulebook.load("singapore-etg/1"),
    Rulebook.load("crown-melbourne/b", readings={"M-01": "exactly-one"}),
    Rulebook.from_toml(OWN),
]


@pytest.mark.parametrize("book", BOOKS, ids=repr)
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_rulebooks_runs_and_settlements_are_values(
    book: Rulebook, copied: Callable[[object], object]
) -> None:
    """A copy equals its original, hashes alike, and settles and simulates alike."""
    limits = Limits(areas={"small": Bounds(100, 500)})
    bet = book.layout.bets[0].key
    slip = {bet: 500}
    book.distribution(slip)  # fills what a layout computes only once
    values = [
        book,
        book.settle(slip, (1, 2, 3), limits),
        book.simulate(slip, 1_000, seed=7, limits=limits, progress=lambda done, mean: None),
        book.simulate(slip, 1_000, seed=7, level="totals"),
        *book.readings(),
    ]
    for value in values:
        again = copied(value)
        assert again == value
        assert hash(again) == hash(value)
        assert {value: "found"}[again] == "found"
    same = copied(book)
    assert isinstance(same, Rulebook)
    assert same.publish() == book.publish()
    assert same.simulate(slip, 1_000, seed=7).histogram == book.simulate(slip, 1_000, seed=7).histogram


def test_other_readings_are_another_value() -> None:
    """Two readings of one text, two layouts of one book and two seeds of a run are not equal."""
    literal, meant = (
        Rulebook.load("crown-melbourne/b", readings=taken) for taken in (None, {"M-01": "exactly-one"})
    )
    assert len({literal, meant, Rulebook.load("crown-melbourne/a"), Rulebook.load("crown-melbourne/b")}) == 3
    first, second = (SYDNEY.simulate({"small": 100}, 10, seed=seed) for seed in (1, 2))
    assert first != second


def test_what_a_rulebook_holds_cannot_be_changed() -> None:
    """Its mappings refuse every change, so that the hash stays true; `dict` makes a copy to change."""
    titles: Any = SYDNEY.rules.titles
    for name, *given in (
        ("update", {}),
        ("pop", next(iter(titles))),
        ("__setitem__", "dealer", "x"),
        ("__ior__", {}),
        ("clear",),
    ):
        with pytest.raises(TypeError, match="copy it with dict"):
            getattr(titles, name)(*given)
    assert dict(titles) == titles
