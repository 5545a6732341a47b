"""Responsible-gambling overlays: breaks, limits and one table at a time, refused with regulation and time."""

from pathlib import Path

import pytest

from sicbo.errors import NotFound, Refusal
from sicbo.house.responsible_gambling import (
    DAY,
    HOUR,
    MINUTE,
    OVERLAYS,
    PatronLimits,
    PlayHistory,
    ResponsibleGambling,
    overlay_of,
    with_past_play,
)
from sicbo.journal.memory import MemoryJournal
from tests.house.evenings import new_house
from tests.house.test_promotions import PromotionHouse
from tests.promotion.desk import JANUARY
from tests.refused import Refused


def care(key: str = "nsw-2024") -> ResponsibleGambling:
    """Return the guard of an overlay, over an empty journal."""
    return ResponsibleGambling(overlay_of(key), MemoryJournal())


def history_of(hours: int, until: int) -> PlayHistory:
    """Return the history of a patron who played for hours without a pause."""
    return PlayHistory([[until - hours * HOUR, until]], "T1")


def refusal_now(one: ResponsibleGambling, wall: int, table: str = "T1") -> Refusal | None:
    """Return why Ana cannot play, or None if she can."""
    return one._refuse_play("ana", table, wall)


def test_every_overlay_cites_what_it_enforces() -> None:
    """Every overlay has a key and a text, and each requirement has a clause."""
    assert list(OVERLAYS) == ["nsw-2024", "vic-2023", "macau-clock"]
    for one in OVERLAYS.values():
        assert one.text
        assert all(rest.clause and rest.pause_minutes for rest in one.breaks)
        assert bool(one.limits) == bool(one.raise_after_hours)
    with pytest.raises(NotFound):
        overlay_of("atlantis")


def test_31l_twelve_hours_within_a_day_stop_play_for_a_day() -> None:
    """A minute less does not stop play; the refusal names the regulation and the time."""
    one = care()
    one.patrons["ana"] = history_of(12, JANUARY)
    stopped = refusal_now(one, JANUARY + MINUTE)
    assert stopped == Refused(
        "nsw-2024/31L",
        "You have played for 12 hours and have to take a break. "
        "You can play again from 20/01/2026 23:00 UTC.",
    )
    assert refusal_now(one, JANUARY + 24 * HOUR) is None
    one.patrons["ana"] = PlayHistory([[JANUARY - 12 * HOUR + MINUTE, JANUARY]], "T1")
    assert refusal_now(one, JANUARY + MINUTE) is None


def test_31l_forty_eight_hours_within_a_week_stop_play_for_a_week() -> None:
    """The patron plays eight hours on each of six days."""
    one = care()
    one.patrons["ana"] = PlayHistory(
        [[JANUARY - day * DAY - 8 * HOUR, JANUARY - day * DAY] for day in range(5, -1, -1)], "T1"
    )

    stopped = refusal_now(one, JANUARY + 2 * DAY)
    assert stopped is not None and "for 48 hours" in stopped.says
    assert refusal_now(one, JANUARY + 7 * DAY) is None


def test_31l_after_three_hours_without_a_pause_staff_look_after_the_person() -> None:
    """Play continues, and staff are notified."""
    one = care()
    one.patrons["ana"] = history_of(3, JANUARY)

    assert refusal_now(one, JANUARY + MINUTE) is None
    assert one.patrons_to_assess(JANUARY + MINUTE) == ["ana"]
    assert one.patrons_to_assess(JANUARY + HOUR) == []


def test_31d_one_person_plays_at_one_table() -> None:
    """The limit ends a quarter of an hour after the last slip at the other table."""
    one = care()
    one.patrons["ana"] = history_of(1, JANUARY)
    elsewhere = refusal_now(one, JANUARY + MINUTE, "T2")

    assert elsewhere is not None and elsewhere.clause == "nsw-2024/31D"
    assert refusal_now(one, JANUARY + 15 * MINUTE, "T2") is None


def test_31k_lower_limits_hold_at_once_and_higher_ones_after_a_day() -> None:
    """The limit is set to 100.00 now, to 500.00 from tomorrow, and to 50.00 now again."""
    one = care()
    one.set_limits("ana", loss=10_000, deposit=None, wall=JANUARY)
    assert one.limits_of("ana", JANUARY) == PatronLimits(10_000)
    one.set_limits("ana", loss=50_000, deposit=None, wall=JANUARY)
    assert one.limits_of("ana", JANUARY + 24 * HOUR - 1).loss == 10_000
    assert one.limits_of("ana", JANUARY + 24 * HOUR) == PatronLimits(50_000)
    one.set_limits("ana", loss=5_000, deposit=None, wall=JANUARY + HOUR)
    assert one.limits_of("ana", JANUARY + 24 * HOUR).loss == 5_000


def test_31k_a_loss_that_is_reached_ends_the_day() -> None:
    """The refusal gives the time from which play may continue."""
    one = care()
    one.set_limits("ana", loss=10_000, deposit=20_000, wall=JANUARY)
    one.patrons["ana"] = PlayHistory(lost={JANUARY // DAY: 10_000}, brought={JANUARY // DAY: 15_000})
    stopped = refusal_now(one, JANUARY)

    assert stopped is not None and stopped.clause == "nsw-2024/31K"
    assert "20/01/2026 00:00 UTC" in stopped.says
    assert refusal_now(one, JANUARY + DAY) is None
    assert one._refuse_deposit("ana", 5_000, JANUARY) is None
    assert isinstance(one._refuse_deposit("ana", 5_001, JANUARY), Refusal)


def test_victoria_has_a_quarter_of_an_hour_after_three_hours_and_macau_a_clock_alone() -> None:
    """After three hours without a pause fifteen minutes are due; in Macau nothing is refused."""
    victoria, macau = care("vic-2023"), care("macau-clock")
    for one in (victoria, macau):
        one.patrons["ana"] = history_of(3, JANUARY)

    stopped = refusal_now(victoria, JANUARY + 14 * MINUTE)
    assert stopped is not None and stopped.clause.startswith("vic-2023/")
    assert refusal_now(victoria, JANUARY + 15 * MINUTE) is None
    assert refusal_now(macau, JANUARY + MINUTE) is None


def test_the_house_refuses_before_the_table_is_asked(tmp_path: Path) -> None:
    """After thirteen hours at a real table, the slip of the thirteenth hour is refused on record."""
    with new_house(tmp_path / "data") as house:
        night = PromotionHouse(house)
        night.open_table()
        one = care()
        house.floor.guard = one
        house.floor.followers.append(one.follow)
        for number in range(1, 74):
            night.round(number, Ana=500)
            night.now += 10 * MINUTE
        with pytest.raises(AssertionError, match="nsw-2024/31L"):
            night.round(74, Ana=500)
        again = with_past_play(care(), house.journal, house.floor.table_names)

    (ana,) = one.patrons
    assert again.patrons[ana].spells == one.patrons[ana].spells
    assert sum(sum(one.lost.values()) for one in again.patrons.values()) == -73 * 500
