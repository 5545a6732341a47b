"""Every fault at every step of a round under every rulebook: the verifier makes of it what the table does."""

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache

import pytest

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.house.entries import CommandRequest, entry_text
from sicbo.machine.messages import Stamp
from sicbo.table.equipment.faults import FAULT_KINDS
from sicbo.table.log_kind import decide
from sicbo.table.messages.faults import ReportFault
from sicbo.verify.replay import follow
from tests.verify.bundles import assert_found, from_transcript
from tests.verify.lies import Entries, asked, both, copied
from tests.verify.twisted import Told, told_of

PLAY = "place your bets, cover, spin, no more bets, uncover, call, enter 1 2 4, light, collect, pay"
DARK = "place your bets, cover, spin, no more bets, uncover, call, enter 1 2 4, collect, pay"
SHORT = "place your bets, cover, spin 3, no more bets, uncover, enter 1 2 4, collect, pay"
COVERED = "cover, spin 3, place your bets, no more bets, uncover, call, enter 1 2 4, light, collect, pay"
SIGN = "limits $5 to $500, chips of $5"
ROUNDS = {
    "canberra-2005  limits $5 to $500": DARK,
    "canberra-2005  limits $5 to $500, readings C-18=until-called": DARK,
    f"crown-sydney-2024  {SIGN}, approved minimum $2": PLAY,
    f"crown-sydney-2024  {SIGN}, approved minimum $2, readings S-16=may": PLAY,
    f"crown-melbourne-6.1/a  {SIGN}": PLAY,
    f"singapore-etg/1  {SIGN}": SHORT,
    f"singapore-etg/1  {SIGN}, readings SG-11=at-rest": SHORT,
    f"star-sydney-2016  {SIGN}": COVERED,
}


@cache
def round_at(table: str) -> Told:
    """One round without wagers, from its first step to its last."""
    return told_of(table, f"rulebook {table}\n\ndealer  {ROUNDS[table]}\n")


@pytest.mark.parametrize("mended", [False, True])
@pytest.mark.parametrize("table", ROUNDS)
def test_a_fault_at_every_step_is_what_the_rulebook_makes_of_it(table: str, mended: bool) -> None:
    """By which clause, who hears of it, whether play waits, and whether the round can only be void."""
    told = round_at(table)
    for at, entry in enumerate(told.story.entries):
        when = entry.command["stamp"]
        for kind in FAULT_KINDS:
            stamp = Stamp("kim", Rank.DEALER, when["wall"], when["elapsed"])
            command = ReportFault(id="f", stamp=stamp, fault=kind, note="seen", mended=mended)
            answer = decide(told.tables[at], command)
            assert not isinstance(answer, Refusal), (at, kind, answer)
            known = deepcopy(told.known[at], {id(told.known[at].law): told.known[at].law})
            follow(
                known,
                json.loads(entry_text(CommandRequest(told.story.table, command, ()), answer)),
                known=False,
            )
            assert not known.report.findings, (at, kind, known.report.findings)


CUT_OFF = """
rulebook singapore-etg/1  limits $1 to $500, chips of $0.50
dealer  place your bets
dealer  report terminals cutting off ana because a switch failed
dealer  report terminals cutting off ana and ben because the next one failed
dealer  report terminals cutting off chi because the last one failed
dealer  report lights-dark because a lamp failed
dealer  cover, spin 3
dealer  report power because the floor went dark
dealer  report display-wrong because it shows the last round
dealer  void interrupted
"""


def the_same_terminals_twice(entries: Entries) -> None:
    report = asked(entries, "report-fault", nth=1)
    both(report, players=["ana"])


def the_same_lights_twice(entries: Entries) -> None:
    """With somebody beside whom they went dark: that makes no other fault of it."""
    report = asked(entries, "report-fault", fault="lights-dark")
    both(copied(entries, report, entries.index(report) + 1, "again"), players=["ana"])


def a_round_that_goes_on_without_an_outcome(entries: Entries) -> None:
    """The display that was wrong as well does not make it good."""
    entry = asked(entries, "perform", step="spin")
    void = entries.index(asked(entries, "declare-void"))
    goes_on = copied(entries, entry, void, "goes on")
    goes_on.command.update(step="close", tumbles=None)
    goes_on.events[0].update(step="close", tumbles=None, clause="3.5")


LIES = [
    (the_same_terminals_twice,),
    (the_same_lights_twice,),
    (a_round_that_goes_on_without_an_outcome,),
]


@pytest.mark.parametrize(("lie",), LIES)
def test_a_fault_is_reported_once_and_stays(lie: Callable[[Entries], None]) -> None:
    """More terminals that are cut off are news; the same ones are not, and nothing else undoes a fault."""
    told = from_transcript(CUT_OFF.lstrip())

    assert told.made().verified().every == []
    assert_found(told, lie)
