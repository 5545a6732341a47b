"""Every refusal of the table is a whole sentence with a clause and, if needed, a time."""

import re
from typing import Any

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import NoticeKind, Step
from sicbo.rulebooks import every_layout
from sicbo.table.messages.round import ChangeLimits, CloseTable, GiveNotice
from sicbo.table.messages.super_streak import CallFinalStreaks, CloseStreaks
from tests.table.dealer import EQUIPMENT, Answer, Dealer
from tests.table.equipment.test_faults import refusal
from tests.table.sentences import sites, wrong_with


def test_the_refusals_of_the_source_are_read() -> None:
    """A checker that read none of them would find nothing wrong."""
    assert len({site.where for site in sites()}) > 190


@pytest.mark.parametrize("site", sites(), ids=lambda site: site.where)
def test_a_refusal_is_a_complete_sentence(site: Any) -> None:
    """It begins with a capital letter or a name, and ends with a full stop."""
    assert wrong_with(site.says) is None, site


@pytest.mark.parametrize("site", sites(), ids=lambda site: site.where)
def test_a_refusal_speaks_of_money_and_chips_as_people_do(site: Any) -> None:
    """It has no cents except in `one cent` and `whole cents`, and no programming names."""
    words = re.sub(r"one cent|whole cents|number of cents", "", site.says)

    assert "cent" not in words
    assert not re.search(r"\w_\w|\bNone\b|value-chip|colour-chip", site.says)


@pytest.mark.parametrize(
    ("says", "wrong"),
    [
        ("The table is closed", "it has no full stop"),
        ("the table is closed: open it first.", "it begins with a small letter"),
        ("The table is closed. Open it first.", None),
    ],
)
def test_the_reader_of_refusals_sees_what_is_missing(says: str, wrong: str | None) -> None:
    """The checker finds each kind of bad sentence."""
    assert wrong_with(says) == wrong


def opened_table(layout: str) -> Dealer:
    """Return an open table with players, and with Super Streak if the rulebook has it."""
    dealer = Dealer(layout)
    offered = {"streak_stake": 1_000} if dealer.table.rules.super_streak else {}
    dealer.open(equipment=(*EQUIPMENT, "streak screen"), **offered)
    return dealer


def change(dealer: Dealer, subject: str) -> Answer:
    """Make the change that the notice of that subject announces."""
    match subject:
        case "limits":
            return dealer.say(ChangeLimits, minimum=1_000, maximum=50_000)
        case "table":
            return dealer.say(CloseTable)
        case _:
            return dealer.say(CloseStreaks)


def needs_time(layout: str, subject: str) -> bool:
    """Return whether the rulebook demands minutes or spins before that change."""
    rules = Dealer(layout).table.rules
    if subject == "super-streak":
        return rules.super_streak is not None
    ruling = rules.limits.raise_notice if subject == "limits" else rules.conduct.closing
    return ruling.choice.kind in (NoticeKind.MINUTES, NoticeKind.SPINS)


def earliest(dealer: Dealer, subject: str) -> tuple[int, str]:
    """Return the time in a refusal of a change, the same in its sentence and its fields."""
    said = refusal(change(dealer, subject))
    values = dict(said.message.values)
    if said.earliest is not None:
        assert said.spins is None
        count, unit = (said.earliest - dealer.elapsed_time) // 1_000, "seconds"
    else:
        assert said.spins is not None
        count, unit = said.spins, "spins"
    assert values[unit] == count
    assert f" {count:,} " in said.says
    return count, unit


TIMED = [
    (layout, subject)
    for layout in every_layout()
    for subject in ("limits", "table", "super-streak")
    if needs_time(layout, subject)
]


@pytest.mark.parametrize(("layout", "subject"), TIMED)
def test_the_time_that_a_refusal_names_is_the_earliest(layout: str, subject: str) -> None:
    """One second or one spin earlier the change is refused with the time left; then it is made."""
    dealer = opened_table(layout)
    count, unit = earliest(dealer, subject)
    words: dict[str, Any] = {"minimum": 1_000, "maximum": 50_000} if subject == "limits" else {}
    at: dict[str, Any] = {"in_seconds": count} if unit == "seconds" else {}
    given = dealer.say(GiveNotice, subject=subject, **words, **at)
    if subject == "super-streak":
        dealer.say(CallFinalStreaks)
    left, _ = earliest(dealer, subject)
    if unit == "seconds":
        dealer.wait(left - 1)
        assert earliest(dealer, subject) == (1, unit)
    else:
        for _ in range(left - 1):
            dealer.until(Step.PAY)
        assert earliest(dealer, subject) == (1, unit)
        dealer.until(Step.PAY)

    assert not isinstance(given, Refusal)
    assert not isinstance(change(dealer, subject), Refusal)


def test_somewhere_each_kind_of_time_is_demanded() -> None:
    """Minutes are demanded for limits and streaks, spins for closing at Crown, minutes at The Star."""
    assert ("crown-sydney-2024", "table") in TIMED
    assert ("star-sydney-2016", "table") in TIMED
    assert ("star-sydney-2016", "super-streak") in TIMED
    assert len(TIMED) == 9
