"""Signs, notices and limits of one player: rare evenings that are lawful, and lies that are found at once."""

from collections.abc import Callable
from copy import deepcopy
from functools import cache, partial
from typing import Any

import pytest

from sicbo.table.transcript.parser import parse_transcript
from sicbo.table.transcript.player import play_transcript
from tests.verify.bundles import Entry, Story, assert_found, from_transcript
from tests.verify.lies import Entries, asked, both, stamped

STAR = "rulebook star-sydney-2016  limits $5 to $500, chips of $1"
SYDNEY = "rulebook crown-sydney-2024  limits $5 to $500, chips of $5, approved minimum $2, with drop box"
CANBERRA = "rulebook canberra-2005  limits $5 to $200, $5 to $50 on triple"
ROUND = "place your bets, cover, spin, no more bets, uncover, call, enter 1 2 4, light, collect, pay"
EVENINGS = {
    "two raises": f"""
{STAR}
ana         buys $100
supervisor  announce a minimum of $10 and a maximum of $500 in 20 minutes
supervisor  put up limits $2 to $500
wait        20 minutes
supervisor  put up limits $10 to $600
supervisor  put up limits $5 and up
supervisor  announce a minimum of $10 in 20 minutes
wait        20 minutes
supervisor  put up limits $10 and up
""",
    "a raise at an empty table": f"""
{STAR}
supervisor  announce a minimum of $10 in 20 minutes
wait        20 minutes
supervisor  put up limits $10 to $500
""",
    "the dearest area": f"""
{STAR}
supervisor  announce a minimum of $5 and a maximum of $500 with $10 to $50 on triple in 20 minutes
wait        20 minutes
supervisor  put up limits $5 to $500 with $10 to $50 on triple
""",
    "a table that closes in a day": f"""
{STAR}
ana         buys $100
supervisor  announce that the table closes in 1440 minutes
""",
    "a sign without its time": f"""
{SYDNEY}
ana      buys $100
manager  announce a minimum of $10
wait     20 minutes
manager  put up limits $10 to $500
""",
    "three spins": f"""
{SYDNEY}
ana         buys $100
supervisor  announce that the table closes
dealer      {ROUND}
dealer      {ROUND}
dealer      {ROUND}
supervisor  close the table
supervisor  announce that the table closes  refused 10.5 The table is closed. Open it first.
supervisor  close the table                 refused 10.5 The table is already closed.
manager     agree $5 to $700 with ana, marked  refused 4.4 The table is closed. Open it first.
""",
    "the whole sign is announced": f"""
{CANBERRA}
ana             buys $100
senior-manager  announce a minimum of $10 and a maximum of $500 with $10 to $50 on triple
senior-manager  put up limits $10 to $500 with $10 to $50 on triple
""",
    "limits that end": f"""
{SYDNEY}
ana      buys $100
manager  agree $10 to $700 with ana, marked
manager  end the limits of ana
manager  agree up to $700 with ana, marked
""",
    "a sign for one": f"""
{STAR}
ana         buys $100
supervisor  agree $5 to $500.01 with ana, marked
""",
    "no maximum for anybody": """
rulebook star-sydney-2016  limits $5 and up, chips of $1
ana         buys $100
supervisor  agree $5 to $600 with ana, marked  refused 4.6 The agreed maximum must be above that of the sign.
""",
    "a maximum for one": f"""
{CANBERRA}
ana             buys $100
senior-manager  agree up to $300 with ana, marked
""",
}


@cache
def told(name: str) -> Story:
    """An evening as a story."""
    return from_transcript(EVENINGS[name].lstrip())


@pytest.mark.parametrize("name", EVENINGS)
def test_a_rare_evening_that_is_lawful_holds(name: str) -> None:
    """The transcript comes out as it says, and nothing is found."""
    assert play_transcript(parse_transcript(EVENINGS[name].lstrip())).differences == ()
    assert told(name).made().verified().every == []


def test_every_change_of_the_limits_is_listed_for_the_regulator() -> None:
    """What they were, what they are, and which notice the change needed."""
    (report,) = told("two raises").made().verified().tables

    assert [(one.what, one.says) for one in report.lists["limit changes"]] == [
        ("minimum 500 to 200, maximum 50000", ""),
        ("minimum 200 to 1000, maximum 60000", ""),
        ("minimum 1000 to 500, no maximum", ""),
        ("minimum 500 to 1000, no maximum", ""),
    ]


def test_limits_of_one_player_are_listed_for_the_regulator() -> None:
    """Whose they are, from what to what, and what shows them."""
    (report,) = told("limits that end").made().verified().tables

    assert [(one.what, one.says) for one in report.lists["limit changes"]] == [
        ("limits of ana: 1000 to 70000", ""),
        ("limits of ana: None to None", ""),
        ("limits of ana: 500 to 70000", ""),
    ]


def done(entry: Entry, kind: str, **words: Any) -> None:
    """Write a command that was refused as if it had been followed."""
    event = {"type": kind, "stamp": entry.command["stamp"], "command": entry.id}
    event["clause"] = entry.told["refusal"]["clause"]
    entry.told = {"command": entry.command, "events": [event | words]}


def refused(entries: Entries, kind: str) -> Entry:
    """The record of a command that was refused."""
    return next(one for one in entries if one.command["type"] == kind and "refusal" in one.told)


def ran(entries: Entries, early: int) -> None:
    """The limits change so many milliseconds before the notice of it has run."""
    due = asked(entries, "give-notice").events[0]["due"]
    stamped(asked(entries, "change-limits", nth=-1), elapsed=due - early)


def unannounced(entries: Entries, nth: int = 0) -> None:
    entries.remove(asked(entries, "give-notice", nth=nth))


def timed(entries: Entries, seconds: int | None, due: int) -> None:
    """Another time on the sign, and when it will have run."""
    entry = asked(entries, "give-notice")
    entry.command["in_seconds"] = seconds
    entry.events[0]["due"] = entry.command["stamp"]["elapsed"] + due * 1000


def of_something_else(entries: Entries) -> None:
    both(asked(entries, "give-notice"), subject="poker")


def a_notice_at_a_closed_table(entries: Entries) -> None:
    entry = refused(entries, "give-notice")
    words: dict[str, Any] = {"subject": "table", "minimum": None, "maximum": None, "areas": []}
    done(entry, "notice-given", due=entry.command["stamp"]["elapsed"], spins=6, **words)


def a_closed_table_is_closed(entries: Entries) -> None:
    done(refused(entries, "close-table"), "table-closed")


def limits_at_a_closed_table(entries: Entries) -> None:
    done(refused(entries, "agree-limits"), "limits-agreed", player="ana", minimum=500, maximum=70_000)


def a_spin_too_few(entries: Entries) -> None:
    """All of the last round is left out."""
    last = [one for one in entries if one.command["type"] == "perform"][-10:]
    entries[:] = [one for one in entries if not any(one is other for other in last)]


def put_up(entries: Entries, **words: Any) -> None:
    both(asked(entries, "change-limits"), **words)


def agreed(entries: Entries, nth: int = 0, **words: Any) -> None:
    both(asked(entries, "agree-limits", nth=nth), **words)


def agreed_beside(entries: Entries, said: dict[str, Any], **words: Any) -> None:
    """The command says one thing, and what came of it another."""
    entry = asked(entries, "agree-limits", nth=-1)
    entry.command.update(said)
    entry.events[0].update(words)


def ended_twice(entries: Entries) -> None:
    first, again = (asked(entries, "agree-limits", nth=nth) for nth in (1, 2))
    again.command.update(minimum=None, maximum=None, marked=False)
    again.events[0].update(deepcopy(first.events[0]) | {"stamp": again.command["stamp"], "command": again.id})


def agreed_where_there_is_no_maximum(entries: Entries) -> None:
    done(refused(entries, "agree-limits"), "limits-agreed", player="ana", minimum=500, maximum=60_000)


NOBODY = {"minimum": None, "maximum": None}
OTHERS = "the notice announced other limits"
LIES: list[tuple[str, Callable[[Entries], None], tuple[str, ...]]] = [
    ("a raise at an empty table", partial(ran, early=1), ("it comes 1 ms before its notice has run",)),
    ("a raise at an empty table", partial(ran, early=0), ()),
    ("a raise at an empty table", unannounced, ("no notice of it was given: 20 minutes",)),
    ("the dearest area", unannounced, ("no notice of it was given: 20 minutes",)),
    ("two raises", partial(unannounced, nth=1), ("no notice of it was given: 20 minutes",)),
    ("a raise at an empty table", partial(timed, seconds=None, due=1_200), ("a sign without its time",)),
    ("a table that closes in a day", partial(timed, seconds=None, due=1_200), ("a sign without its time",)),
    ("a table that closes in a day", partial(timed, seconds=1_200, due=1_200), ()),
    *(
        (
            "a table that closes in a day",
            partial(timed, seconds=seconds, due=due),
            ("the sign must stand for 1200 seconds",),
        )
        for seconds, due in ((86_401, 86_401), (1_199, 1_199), (1_200, 1_199), (1_199, 1_200))
    ),
    (
        "a table that closes in a day",
        of_something_else,
        ("nobody may give-notice under this rulebook", "a notice of poker"),
    ),
    ("three spins", a_notice_at_a_closed_table, ("a notice of table",)),
    (
        "three spins",
        a_closed_table_is_closed,
        ("a table closes within a round", "no notice of it was given: 3 spins"),
    ),
    ("three spins", limits_at_a_closed_table, ("limits are agreed at a closed table",)),
    ("three spins", a_spin_too_few, ("it comes 1 spins before its notice has run",)),
    ("the whole sign is announced", partial(put_up, maximum=40_000), (OTHERS,)),
    ("the whole sign is announced", partial(put_up, areas=[["triple", 1_000, 6_000]]), (OTHERS,)),
    ("the whole sign is announced", partial(put_up, areas=[["triple", 1_001, 5_000]]), (OTHERS,)),
    ("the whole sign is announced", partial(put_up, areas=[["double", 1_000, 5_000]]), (OTHERS,)),
    ("the whole sign is announced", partial(put_up, minimum=1_001), (OTHERS,)),
    ("limits that end", partial(agreed, nth=1, player="ben"), ("ben has no limits of their own",)),
    ("limits that end", ended_twice, ("ana has no limits of their own",)),
    (
        "limits that end",
        partial(agreed_beside, said=NOBODY, minimum=500, maximum=50_000),
        ("ana has no limits of their own",),
    ),
    (
        "limits that end",
        partial(agreed_beside, said={}, minimum=501, maximum=70_000),
        ("other limits are agreed than were asked for",),
    ),
    (
        "limits that end",
        partial(agreed, minimum=70_001),
        ("a sign with a minimum over its maximum",),
    ),
    ("limits that end", partial(agreed, minimum=199), ("a sign under the approved minimum",)),
    ("a sign for one", partial(agreed, maximum=50_000), ("only a higher maximum may be agreed",)),
    (
        "a sign for one",
        partial(agreed_beside, said={"minimum": None}),
        ("the sign shows the maximum alone",),
    ),
    (
        "a sign for one",
        partial(agreed_beside, said={"maximum": None}, maximum=50_000),
        ("only a higher maximum may be agreed",),
    ),
    ("no maximum for anybody", agreed_where_there_is_no_maximum, ("only a higher maximum may be agreed",)),
    ("a maximum for one", partial(agreed, maximum=20_000), ("only a higher maximum may be agreed",)),
    (
        "a maximum for one",
        partial(agreed_beside, said={"minimum": 500}),
        ("only the maximum may differ",),
    ),
]


@pytest.mark.parametrize(("name", "lie", "says"), LIES, ids=range(len(LIES)))
def test_a_lie_about_a_sign_is_found(
    name: str, lie: Callable[[Entries], None], says: tuple[str, ...]
) -> None:
    """At the edge of what is lawful nothing is found."""
    if says:
        assert_found(told(name), lie)
    else:
        assert told(name).changed(lie).made().verified().every == []
