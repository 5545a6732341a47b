"""Seats, sanctions, what is held back: rare evenings that are lawful, and lies that one check alone finds."""

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from sicbo.game.rulebook.publication import canonical_json
from sicbo.rulebooks import get_rulebook
from sicbo.table.transcript.parser import parse_transcript
from sicbo.table.transcript.player import play_transcript
from sicbo.verify import clauses
from sicbo.verify.canonical import written
from sicbo.verify.report import TableReport
from sicbo.verify.rules import law_of
from sicbo.verify.state import Table
from tests.verify.bundles import Entry, Story, assert_found, from_transcript
from tests.verify.lies import Entries, asked, both, having

PLAY = "cover, spin, no more bets, uncover, call, enter 1 2 4, light, collect, pay"
EVENINGS = {
    "a round after the spins without wagers": f"""
rulebook crown-sydney-2024  limits $5 to $500, chips of $5, approved minimum $2, with drop box
ana      buys $100
manager  direct spins without wagers
dealer   place your bets, cover, spin, no more bets, uncover, call, enter 6 6 6, light
dealer   stop spins without wagers
dealer   place your bets
ana      $25 on small
dealer   {PLAY}
rack     ana $125
""",
    "three rounds without a wager, not counting the one that had begun": f"""
rulebook crown-melbourne-6.1/a  limits $5 to $500, chips of $5, 1 seat
dealer  place your bets
ana     sits on seat 1
dealer  {PLAY}
dealer  place your bets, {PLAY}
dealer  place your bets, {PLAY}
dealer  place your bets, {PLAY}
dealer  ask ana to make room
""",
    "excluded first, where the two stand together": """
rulebook canberra-2005  limits $5 to $500, readings C-14=together
ana             buys $100
dealer          place your bets
ana             $25 on small
dealer          record side-bet by ana because she bet with ben
senior-manager  exclude ana from the game because she bet with ben
senior-manager  void the wagers of ana because she bet with ben
rack            ana $100
""",
    "two cents that are held back, one of which is lost": f"""
rulebook crown-melbourne-6.1/a  limits $0.01 to $5, chips of $0.01
ana             buys $1
dealer          record device by ana because a watch counted results
senior-manager  withhold the winnings of ana because she used a watch
dealer          place your bets
ana             $0.01 on small
dealer          {PLAY}
dealer          place your bets
ana             $0.01 on small
dealer          {PLAY}
held            ana $0.02
supervisor      correct to 4 5 6 seen by kim because of a misread die
held            ana $0.01
senior-manager  release what is held of ana because it was a plain watch
held            ana $0
rack            ana $1
""",
    "winnings that were released once": f"""
rulebook crown-melbourne-6.1/a  limits $5 to $500, chips of $5
ana             buys $100
dealer          record device by ana because a watch counted results
senior-manager  withhold the winnings of ana because she used a watch
dealer          place your bets
ana             $25 on small
dealer          {PLAY}
senior-manager  release what is held of ana because it was a plain watch
senior-manager  withhold the winnings of ana because she has another one
held            ana $0
rack            ana $125
""",
    "two disputes": """
rulebook crown-melbourne-6.1/a  limits $5 to $500, chips of $5
ana             buys $100
dealer          place your bets
ana             disputes that the dealer waited
manager         decide the dispute of ana, who is satisfied: no spin was made
ana             disputes that the cover was closed
""",
    "nothing to hold back": f"""
rulebook crown-melbourne-6.1/a  limits $5 to $500, chips of $5
ana             buys $100
dealer          place your bets
ana             $25 on big
dealer          {PLAY}
dealer          record device by ana because a watch counted results
senior-manager  withhold the winnings of ana because she used a watch
senior-manager  exclude ana from the game because she used a watch
supervisor      correct to 4 5 6 seen by kim because of a misread die
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


def added(entry: Entry, at: int, kind: str, **words: Any) -> None:
    """Let one thing more come of a command."""
    said = {"type": kind, "stamp": entry.command["stamp"], "command": entry.id}
    entry.events.insert(at, said | words)


def somebody_leaves_who_has_no_seat(entries: Entries) -> None:
    both(having(entries, "seat-left"), player="ben")


def void_without_an_exclusion(entries: Entries) -> None:
    entries.remove(asked(entries, "exclude-from-game"))


def another_sanction_than_the_order(entries: Entries) -> None:
    asked(entries, "exclude-from-game").events[0].update(sanction="withhold-winnings", clause="9.2.3")


def held_back_after_the_release(entries: Entries) -> None:
    """Ana offended again, but what she won was determined to be hers."""
    first, again = having(entries, "winnings-withheld"), asked(entries, "withhold-winnings", nth=-1)
    event = deepcopy(first.event("winnings-withheld"))
    again.events.append(event | {"stamp": again.command["stamp"], "command": again.id})


def nothing_is_held_back(entries: Entries) -> None:
    words = {"player": "ana", "round": 1, "cents": 0, "clause": "9.2.3"}
    added(asked(entries, "withhold-winnings"), 1, "winnings-withheld", **words)


def freed(entries: Entries, number: int, cents: int) -> None:
    words = {"player": "ana", "round": number, "cents": cents, "kept": False, "clause": "7.3"}
    added(asked(entries, "correct-result"), 0, "winnings-freed", **words)


def a_cent_comes_out_of_suspense(entries: Entries) -> None:
    freed(entries, 1, 1)


def nothing_comes_out_of_suspense(entries: Entries) -> None:
    freed(entries, 1, 0)


def a_cent_of_a_round_that_never_was(entries: Entries) -> None:
    freed(entries, 99, 1)


LIES = [
    ("three rounds without a wager, not counting the one that had begun", somebody_leaves_who_has_no_seat),
    ("excluded first, where the two stand together", void_without_an_exclusion),
    ("nothing to hold back", another_sanction_than_the_order),
    ("winnings that were released once", held_back_after_the_release),
    ("nothing to hold back", nothing_is_held_back),
    ("nothing to hold back", a_cent_comes_out_of_suspense),
    ("nothing to hold back", nothing_comes_out_of_suspense),
]


@pytest.mark.parametrize(("name", "lie"), LIES)
def test_a_lie_about_conduct_is_found(name: str, lie: Callable[[Entries], None]) -> None:
    """It is found in the record where it stands."""
    assert_found(told(name), lie)


def test_nothing_is_held_back_of_a_round_that_never_was() -> None:
    """A correction is about one round."""
    assert_found(told("nothing to hold back"), a_cent_of_a_round_that_never_was)


def test_every_dispute_is_counted_for_the_regulator() -> None:
    """Ana raised two, of which one is decided."""
    (report,) = told("two disputes").made().verified().tables

    assert report.counts["disputes"] == 2


def test_every_sanction_is_listed_for_the_regulator() -> None:
    """On whom it fell, who ordered it by which clause, and why."""
    (report,) = told("nothing to hold back").made().verified().tables

    assert [(one.what, one.clause, one.says) for one in report.lists["sanctions"]] == [
        ("withhold-winnings, ana", "9.2.3", "she used a watch"),
        ("exclude-from-game, ana", "9.2.2", "she used a watch"),
    ]


@pytest.mark.parametrize(
    ("kind", "player", "clause"),
    [
        ("wagers-forfeited", "ana", "9.6"),
        ("wagers-returned", "ben", "9.5"),
        ("settlement-reversed", "ana", "9.5"),
        ("settlement-reversed", "ben", "9.5"),
        ("debt-set-off", "ana", "9.5"),
    ],
)
def test_only_what_a_fraudster_forfeits_is_ruled_by_the_clause_on_offenders(
    kind: str, player: str, clause: str
) -> None:
    """The Star has one clause for all of it; a published rulebook could have two."""
    book = json.loads(canonical_json(get_rulebook("star-sydney-2016")))
    book["conduct"]["offenders_wager"]["clause"] = "9.6"
    table = Table("T1", law_of(written(book).encode(), ""), TableReport("T1"))
    command = {"type": "declare-void", "ground": "fraud", "forfeits": "ana"}

    for named in ("9.5", "9.6"):
        clauses.check(table, command, {"type": kind, "player": player, "clause": named})

    assert [one.says for one in table.report.findings] == [
        f"{kind} is ruled by {clause}, not by {named}" for named in ("9.5", "9.6") if named != clause
    ]
