"""The library at a Python prompt: short representations, and messages for mistakes."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, cast

import pytest

from sicbo import BadInput, Rulebook

SYDNEY = Rulebook.load("crown-sydney-2024")


@pytest.mark.parametrize(
    "asked",
    [
        lambda: Rulebook.load(cast(Any, 5)),
        lambda: SYDNEY.settle(cast(Any, 5), (1, 2, 4)),
        lambda: SYDNEY.settle(cast(Any, None), (1, 2, 4)),
        lambda: SYDNEY.settle(cast(Any, "small"), (1, 2, 4)),
        lambda: SYDNEY.settle(cast(Any, {None: 100}), (1, 2, 4)),
        lambda: SYDNEY.edge(cast(Any, None)),
        lambda: SYDNEY.settle({"small": 100}, cast(Any, 5)),
    ],
)
def test_what_is_no_name_and_no_slip_is_refused_in_a_sentence(asked: Callable[[], object]) -> None:
    """The message says what is expected and what was given."""
    with pytest.raises(BadInput, match=r"^(A|The (name|key) of a) (rulebook|slip|bet|roll) is .*, not .*$"):
        asked()


def test_what_a_shell_shows_is_short() -> None:
    """A rulebook, its readings and a settlement take one line each."""
    read = Rulebook.load("crown-sydney", {"S-03": "each-pair"})
    (domino,) = [reading for reading in read.readings() if reading.id == "S-03"]

    assert repr(Rulebook.load("crown-sydney")) == "Rulebook('crown-sydney-2024')"
    assert repr(read) == "Rulebook('crown-sydney-2024', {'S-03': 'each-pair'})"
    assert repr(domino) == "<Reading S-03 of 3.3.7(a), 6.3/two-dice: both-once or exactly-two or each-pair>"
    assert repr(domino.default) == "<Option both-once>"
    assert repr(SYDNEY.settle({"small": 100, "big": 5}, (1, 2, 4))) == (
        "<Settlement of 1-2-4: small won 100, big lost -5; net 95>"
    )


def test_an_odds_table_holds_the_streak_bets() -> None:
    """They follow those of the layout; they win over several rounds, so no rolls are counted."""
    table = Rulebook.load("star-sydney").odds_table()

    assert (len(table), table["streak-small"].edge) == (60, Fraction(201, 2048))
    assert (table["streak-odd"].wins, table["streak-odd"].probability) == (0, Fraction(1, 16))
    assert "streak-even" in str(table)
