"""What ends at a table, and what a notice of it says: evenings that are lawful, and lies that are found."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest

from sicbo.table.transcript.parser import parse_transcript
from sicbo.table.transcript.player import play_transcript
from tests.verify.bundles import Story, assert_found, from_transcript
from tests.verify.lies import Entries, asked, both
from tests.verify.lies_out_of_place import moved_behind
from tests.verify.test_signs import ROUND, STAR, SYDNEY, a_spin_too_few, done, refused

SPUN = "cover, spin 3, place your bets, no more bets, uncover, call, enter 1 2 4, light, collect, pay"
STREAKS = f"{STAR}, super streak $10, with streak screen"
EVENINGS = {
    "spins without wagers, closed and opened": f"""
{SYDNEY}
manager     direct spins without wagers
dealer      place your bets, cover, spin, no more bets, uncover, call, enter 6 6 6, light
supervisor  close the table
manager     open the table, limits $5 to $500, chips of $5, approved minimum $2, with drop box
dealer      {ROUND}
""",
    "three spins after one that does not count": f"""
{SYDNEY}
ana         buys $100
supervisor  announce that the table closes
dealer      place your bets, cover, spin
dealer      void exposed-early
dealer      {ROUND}
dealer      {ROUND}
dealer      {ROUND}
supervisor  correct to 1 2 5 seen by kim because of a misread die
manager     begin gaming day 2026-11-19
supervisor  close the table
""",
    "a notice that stands": f"""
{SYDNEY}
ana      buys $100
manager  announce a minimum of $10 and a maximum of $400
manager  announce a minimum of $20  refused 4.5.2 That notice has already been given. ...
manager  put up limits $4 to $500 in units of $2 with chips of $1
dealer   place your bets
manager  begin gaming day 2026-11-19  refused 5.1 Finish round 1 first. ...
""",
    "a final call without a sign": f"""
{STREAKS}
dealer      make the final call
supervisor  close super streak
supervisor  announce that super streak closes in 20 minutes
""",
    "a streak that runs on": f"""
{STREAKS}
ana         buys $100
dealer      {SPUN}
ana         $10 super streak on small
dealer      make the final call                               refused 6.6 Put up the sign ...
supervisor  announce that super streak closes in 20 minutes
dealer      make the final call
wait        20 minutes
supervisor  close super streak                                refused 6.6 1 Super Streak wager is ...
supervisor  announce that the table closes in 20 minutes
wait        20 minutes
supervisor  close the table                                   refused 6.6 1 Super Streak wager is ...
""",
    "everything in its order": f"""
{STREAKS}
ana         buys $100
dealer      {SPUN}
supervisor  announce that super streak closes in 20 minutes
dealer      make the final call
dealer      make the final call                               refused 6.6 The final call has already ...
supervisor  close super streak                                refused 6.6 The notice is still running. ...
wait        20 minutes
supervisor  close super streak
supervisor  announce that super streak closes in 20 minutes
""",
}


@cache
def told(name: str) -> Story:
    """An evening as a story."""
    return from_transcript(EVENINGS[name].lstrip())


@pytest.mark.parametrize("name", EVENINGS)
def test_a_lawful_end_holds(name: str) -> None:
    """The transcript comes out as it says, and nothing is found."""
    assert play_transcript(parse_transcript(EVENINGS[name].lstrip())).differences == ()
    assert told(name).made().verified().every == []


def one_notice_upon_another(entries: Entries) -> None:
    entry = refused(entries, "give-notice")
    words: dict[str, Any] = {"minimum": 2_000, "maximum": None, "areas": [], "spins": 0}
    due = entry.command["stamp"]["elapsed"] + 1_200_000
    done(entry, "notice-given", subject="limits", due=due, **words)


def announced(entries: Entries, **words: Any) -> None:
    both(asked(entries, "give-notice"), **words)


def served_at(entries: Entries, spins: int) -> None:
    asked(entries, "give-notice").events[0]["spins"] = spins


def put_up(entries: Entries, **words: Any) -> None:
    both(asked(entries, "change-limits"), **words)


def put_up_otherwise(entries: Entries, **words: int) -> None:
    asked(entries, "change-limits").events[0].update(words)


def a_day_within_a_round(entries: Entries) -> None:
    done(refused(entries, "begin-gaming-day"), "gaming-day-begun", day="2026-11-19")


def a_void_spin_counted(entries: Entries) -> None:
    entries.remove(asked(entries, "correct-result"))
    a_spin_too_few(entries)


def called(entries: Entries) -> None:
    done(refused(entries, "call-final-streaks"), "final-streaks-called")


def closed(entries: Entries, what: str, kind: str, clause: str = "6.6") -> None:
    done(refused(entries, what), kind, clause=clause)


def closed_again(entries: Entries) -> None:
    """Super Streak, by the order that came too early before."""
    moved_behind(entries, refused(entries, "close-streaks"), asked(entries, "close-streaks"))
    closed(entries, "close-streaks", "streaks-closed")


def corrected_another_day(entries: Entries) -> None:
    moved_behind(entries, asked(entries, "correct-result"), asked(entries, "begin-gaming-day"))


def corrected_at_a_closed_table(entries: Entries) -> None:
    entries.remove(asked(entries, "begin-gaming-day"))
    moved_behind(entries, asked(entries, "correct-result"), asked(entries, "close-table"))


CLOSED_STREAKS = partial(closed, what="close-streaks", kind="streaks-closed")
UNDER_APPROVED, UPSIDE_DOWN = "a sign under the approved minimum", "a sign with a minimum over its maximum"
COUNTED, STANDING = "three spins after one that does not count", "a notice that stands"
LIES = [
    (COUNTED, a_void_spin_counted),
    (COUNTED, partial(served_at, spins=2)),
    (COUNTED, corrected_another_day),
    (COUNTED, corrected_at_a_closed_table),
    (STANDING, one_notice_upon_another),
    (STANDING, partial(announced, minimum=199)),
    (STANDING, partial(announced, minimum=None)),
    (STANDING, partial(put_up, minimum=199)),
    (STANDING, partial(put_up, maximum=399)),
    (STANDING, partial(put_up_otherwise, unit=1)),
    (STANDING, partial(put_up_otherwise, chip=2)),
    (STANDING, a_day_within_a_round),
    ("a streak that runs on", called),
    ("a streak that runs on", CLOSED_STREAKS),
    ("a streak that runs on", partial(closed, what="close-table", kind="table-closed", clause="9.8")),
    ("everything in its order", called),
    ("everything in its order", CLOSED_STREAKS),
    ("everything in its order", closed_again),
]


@pytest.mark.parametrize(("name", "lie"), LIES)
def test_a_lie_about_an_end_is_found(name: str, lie: Callable[[Entries], None]) -> None:
    """It is found in the record where it stands."""
    assert_found(told(name), lie)
