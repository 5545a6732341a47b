"""Records followed one by one: what each has to say of itself, in just these words."""

from collections.abc import Callable
from functools import cache

import pytest

from sicbo.game.rulebook.publication import canonical_json
from sicbo.rulebooks import get_rulebook
from sicbo.table.transcript.parser import parse_transcript
from sicbo.table.transcript.player import play_transcript
from sicbo.verify.replay import follow
from sicbo.verify.report import TableReport
from sicbo.verify.rules import law_of
from sicbo.verify.state import Round, Sign, Table
from tests.verify import lies
from tests.verify.bundles import Story, assert_found, from_transcript
from tests.verify.lies import Entries, asked, both, copied, having
from tests.verify.lies_out_of_place import came, moved_behind
from tests.verify.short_evenings import EVENINGS

STAMP = {"by": "kim", "rank": 1, "wall": 1, "elapsed": 1}


def table_of(book: str) -> Table:
    """A table of which nothing is known yet."""
    return Table("T1", law_of(canonical_json(get_rulebook(book)), ""), TableReport("T1"))


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("note", [{}, {"note": ""}], ids=["short", "full"])
def test_a_command_that_left_something_out_is_no_model_for_the_next(
    note: dict[str, str], known: bool
) -> None:
    """Also where it was refused; one whose shape was read before left nothing out."""
    command = {"type": "rectify-fault", "id": "1", "stamp": STAMP, "fault": "power"} | note
    entry = {
        "command": command,
        "refusal": {"clause": "7.1", "message": {"key": "text", "values": {"text": "No."}}},
    }

    assert follow(table_of("star-sydney-2016"), entry, known=known) is (not known and not note)


@cache
def told(name: str) -> Story:
    """An evening as a story."""
    return from_transcript(EVENINGS[name].lstrip())


@pytest.mark.parametrize("name", EVENINGS)
def test_such_an_evening_is_lawful(name: str) -> None:
    """It goes as it is written, and nothing is found."""
    assert play_transcript(parse_transcript(EVENINGS[name].lstrip())).differences == ()
    assert told(name).made().verified().every == []


def all_of_it_is_void_too(entries: Entries) -> None:
    words = {"round": 1, "ground": "fraud", "note": "he moved a chip", "second": "", "stands": False}
    came(having(entries, "wagers-voided"), "round-voided", "10.3.2", words)


def one_more_streak(entries: Entries) -> None:
    """Of ben at the end, as ana placed hers."""
    both(copied(entries, asked(entries, "place-streak"), len(entries), "more"), player="ben")


def a_streak_on_a_side_that_there_is_not(entries: Entries) -> None:
    entry = asked(entries, "place-streak")
    both(entry, side="seven")
    entry.events[0]["stake"][0] = "streak-seven"


def a_streak_after_the_spin(entries: Entries) -> None:
    moved_behind(entries, asked(entries, "place-streak"), asked(entries, "perform", step="spin", nth=1))


def a_streak_after_the_close(entries: Entries) -> None:
    moved_behind(entries, asked(entries, "place-streak"), asked(entries, "perform", step="close", nth=1))


def a_streak_before_the_round(entries: Entries) -> None:
    entry = asked(entries, "place-streak")
    entries.remove(entry)
    copied(entries, entry, entries.index(asked(entries, "perform", step="cover", nth=1)), "early")


def counted_before_it_is_settled(entries: Entries) -> None:
    """The round counts first, and what it comes to is told then."""
    events = having(entries, "streak-settled").events
    told = next(event for event in events if event["type"] == "streak-settled")
    events.remove(told)
    events.insert(1 + next(at for at, one in enumerate(events) if one["type"] == "streaks-advanced"), told)


def a_streak_stays_in_the_dark(entries: Entries) -> None:
    lies.without(asked(entries, "report-fault"), "streak-returned")


def rewound_in_another_round(entries: Entries) -> None:
    having(entries, "streaks-rewound").event("streaks-rewound")["round"] = 9


def nothing_is_counted_anew(entries: Entries) -> None:
    for kind in ("streaks-rewound", "streaks-advanced"):
        lies.without(asked(entries, "correct-result"), kind)


def counted_on_without_going_back(entries: Entries) -> None:
    lies.without(asked(entries, "correct-result"), "streaks-rewound")


def a_slip_in_the_dark(entries: Entries) -> None:
    moved_behind(entries, asked(entries, "register-slip"), asked(entries, "report-fault"))


def a_slip_before_bets_are_open(entries: Entries) -> None:
    entry = asked(entries, "register-slip")
    entries.remove(entry)
    copied(entries, entry, entries.index(asked(entries, "perform", step="place-bets")), "early")


def a_slip_in_no_round(entries: Entries) -> None:
    entry = asked(entries, "register-slip")
    entries.remove(entry)
    copied(entries, entry, entries.index(asked(entries, "perform")), "early")


def given_and_released_by_another_clause(entries: Entries) -> None:
    for kind in ("designate-table", "release-table"):
        asked(entries, kind).events[0]["clause"] = "1.1"


def nothing_is_held_back(entries: Entries) -> None:
    lies.without(having(entries, "winnings-withheld"), "winnings-withheld")


ONE, BEFORE, AMONG = (
    "the wagers of one are void",
    "a Super Streak before the spin",
    "a Super Streak among the other bets",
)
LIGHTS = "lights that fail between two rounds"
EARLY = "a slip of ben for round 1 while betting on it is not open"
OUTSIDE = "a Super Streak wager outside its time"
LIES = [
    (ONE, lies.an_unknown_event),
    (ONE, lies.an_unknown_command),
    (ONE, all_of_it_is_void_too),
    ("the final call", one_more_streak),
    ("somebody is excluded", one_more_streak),
    (BEFORE, a_streak_on_a_side_that_there_is_not),
    (BEFORE, a_streak_after_the_spin),
    (AMONG, a_streak_after_the_close),
    (AMONG, a_streak_before_the_round),
    ("an offender and then a correction", rewound_in_another_round),
    ("an offender and then a correction", counted_on_without_going_back),
    ("an offender and then a correction", nothing_is_counted_anew),
    ("a table for a tournament", given_and_released_by_another_clause),
    ("the power fails", a_slip_in_the_dark),
    ("bets that open after the spin", a_slip_before_bets_are_open),
    (ONE, a_slip_in_no_round),
    (LIGHTS, a_streak_stays_in_the_dark),
    (LIGHTS, counted_before_it_is_settled),
    ("one wager is won and one goes back", nothing_is_held_back),
]


@pytest.mark.parametrize(("name", "lie"), LIES)
def test_a_lie_about_it_is_found(name: str, lie: Callable[[Entries], None]) -> None:
    """It is found in the record where it stands."""
    assert_found(told(name), lie)


def test_settled_super_streaks_count_as_settlements() -> None:
    """Each line of each, as wagers do."""
    (report,) = told(LIGHTS).made().verified().tables

    assert report.counts["settlements"] == 1


def test_the_last_ten_rounds_are_kept_where_the_rulebook_reaches_back() -> None:
    """Those before them are gone, and elsewhere all are."""
    kept = []
    for book, layout in (("singapore-etg", "1"), ("canberra-2005", "")):
        table = Table("T1", law_of(canonical_json(get_rulebook(book)), layout), TableReport("T1"))
        for number in range(1, 13):
            table.last = Round(number, Sign(500, None, 1, 1, None, ()), {})
            table.put_away()
        kept.append([one.number for one in table.past])

    assert kept == [[*range(3, 13)], []]


@pytest.mark.parametrize(("held", "taken"), [(0, 1), (500, 501)])
def test_a_cent_that_is_not_there_cannot_be_taken(held: int, taken: int) -> None:
    """It is found, and nothing is left; just what is there can be taken."""
    table = table_of("star-sydney-2016")
    table.give("ana", "value-chip", held)
    table.take("ana", "value-chip", taken)

    assert [one.says for one in table.report.findings] == ["ana has 1 cents too little in value-chip"]
    assert table.racks == {}
    table.give("ana", "value-chip", taken)
    table.take("ana", "value-chip", taken)
    assert (len(table.report.findings), table.racks) == (1, {})
