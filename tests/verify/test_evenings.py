"""Evenings at a table: what they leave behind, what is listed of them, and lies that could be told."""

from collections.abc import Callable
from functools import cache

import pytest

from sicbo.game.rulebook.publication import canonical_json
from sicbo.rulebooks import get_rulebook
from sicbo.table.transcript.parser import parse_transcript
from sicbo.table.transcript.player import play_transcript
from sicbo.verify import replay
from sicbo.verify.report import TableReport
from sicbo.verify.rules import law_of
from sicbo.verify.state import Table
from tests.verify.bundles import assert_found
from tests.verify.lies import Entries, asked, both, copied, having
from tests.verify.lies_out_of_place import came, invented, moved_behind
from tests.verify.test_alike import of_table, of_verifier
from tests.verify.twisted import Told, told_of

LATE = "uncover, call, enter 1 2 4, light, collect, pay"
COVERED = "cover, spin 3, place your bets, no more bets, uncover, call, enter 1 2 4, light, collect, pay"
EVENINGS = {
    "wagers that go back": f"""
rulebook crown-sydney  limits $5 to $500, chips of $5, approved minimum $2, with drop box, readings S-11=stand
ana             buys $100
ben             buys $100
dealer          place your bets
ana             $25 on small, $10 on big
ben             $10 on big
supervisor      refuse the wagers of ana on big because nobody saw it
ana             $100 on small
dealer          cover, spin, no more bets
ben             $10 on small                 refused 3.6 No more bets in this round. ...
dealer          cover                        refused 5.1.4 Next: ...
senior-manager  void fraud for ben because he moved a chip
ben             cashes out $100
dealer          {LATE}
supervisor      correct to 1 2 5 seen by kim because of a misread die
rack            ana $200
dealer          place your bets
dealer          void exposed-early
dealer          cover, spin, no more bets, {LATE}
""",
    "faults that stop the next round": f"""
rulebook crown-melbourne-6.1/a  limits $5 to $500, chips of $5
dealer   place your bets, cover, spin, no more bets
dealer   report lights-dark because a lamp failed
dealer   uncover, call, enter 1 2 4
dealer   report equipment because the float tray is jammed
dealer   light, collect, pay
dealer   tell the manager lee of lights-dark
dealer   tell the manager lee of equipment
manager  mend lights-dark by a new lamp
manager  mend equipment by a new tray
dealer   place your bets, cover, spin, no more bets, {LATE}
""",
    "somebody whose slip is empty": """
rulebook crown-sydney-2024  limits $5 to $500, chips of $5, approved minimum $2, with drop box
ana         buys $25
ben         buys $25
dealer      place your bets
ana         $25 on small
ben         $25 on big
ben         clears
ben         cashes out $25
manager     announce a minimum of $10 and a maximum of $500 in 20 minutes
wait        20 minutes
manager     put up limits $10 to $500
""",
    "a seat that a Super Streak keeps": f"""
rulebook star-sydney-2016  limits $5 to $500, super streak $10, with streak screen, 1 seat
ana     buys $100
ana     sits on seat 1
dealer  {COVERED}
dealer  {COVERED.replace("1 2 4", "4 5 6")}
ana     $10 super streak on big
dealer  {COVERED}
dealer  {COVERED}
dealer  {COVERED}
dealer  {COVERED}
dealer  ask ana to make room
""",
    "a settled round that is void": """
rulebook canberra-2005  limits $5 to $500
ana             buys $100
ben             buys $100
dealer          place your bets
ana             $25 on small
ben             $25 on big
dealer          cover, spin, no more bets, uncover, call, enter 1 2 4, collect, pay
ana             cashes out $125
senior-manager  void disruption seen by kim because a fight broke out
owes            ana $25
rack            ben $100
dealer          place your bets
dealer          void exposed-early
""",
    "more stakes than there were": """
rulebook star-sydney-2016  limits $0.01 to $5, super streak $0.10, with streak screen
ana     buys $0.12
dealer  cover, spin 3, place your bets
ana     $0.01 on small, $0.01 on big
dealer  no more bets, uncover, call, enter 1 2 4, light, collect, pay
ana     $0.10 super streak on small
ana     cashes out $0.01
""",
}


@cache
def told(name: str) -> Told:
    """An evening as it was told."""
    return told_of(name, EVENINGS[name].lstrip())


@pytest.mark.parametrize("name", EVENINGS)
def test_both_know_the_same_after_such_an_evening(name: str) -> None:
    """It goes as it is written, nothing is found, and the verifier knows what the table knows."""
    assert play_transcript(parse_transcript(EVENINGS[name].lstrip())).differences == ()
    evening = told(name)
    assert evening.story.made().verified().every == []
    for at, (table, known) in enumerate(zip(evening.tables, evening.known, strict=True)):
        assert (at, of_verifier(known)) == (at, of_table(table))


def refused_after_the_close(entries: Entries) -> None:
    moved_behind(entries, having(entries, "wager-refused"), asked(entries, "perform", step="close"))


def refused_without_reason(entries: Entries) -> None:
    both(having(entries, "wager-refused"), reason="")


def another_wager_goes_back_too(entries: Entries) -> None:
    event = having(entries, "wager-refused").event("wager-refused")
    event["stakes"] = [["small", 2_500, "value-chip"], *event["stakes"]]


def one_of_two_wagers_goes_back(entries: Entries) -> None:
    having(entries, "wager-refused").command["bets"] = ["small", "big"]


def none_of_the_wagers_goes_back(entries: Entries) -> None:
    entry = having(entries, "wager-refused")
    entry.command["bets"] = ["odd"]
    entry.event("wager-refused")["stakes"] = []


def void_for_another_reason(entries: Entries) -> None:
    having(entries, "wagers-voided").event("wagers-voided")["note"] = "he won"


def void_when_it_was_collected(entries: Entries) -> None:
    moved_behind(entries, having(entries, "wagers-voided"), asked(entries, "perform", step="collect"))


def a_fault_before_the_result(entries: Entries) -> None:
    moved_behind(entries, asked(entries, "report-fault", nth=1), asked(entries, "report-fault"))


def the_next_round_in_the_dark(entries: Entries) -> None:
    moved_behind(entries, asked(entries, "rectify-fault"), entries[-1])


def dice_that_never_tumbled(entries: Entries) -> None:
    both(asked(entries, "perform", step="spin"), tumbles=0)


def a_cover_that_tumbled(entries: Entries) -> None:
    asked(entries, "perform", step="cover").events[0]["tumbles"] = 1


def a_step_by_another_clause(entries: Entries) -> None:
    asked(entries, "perform", step="cover").events[0]["clause"] = "9.9"


def a_step_of_another_round(entries: Entries) -> None:
    asked(entries, "perform", step="cover").events[0]["round"] = 9


def a_result_before_the_bets(entries: Entries) -> None:
    moved_behind(entries, having(entries, "result-entered"), asked(entries, "perform", step="cover"))


def a_result_while_bets_are_open(entries: Entries) -> None:
    moved_behind(entries, having(entries, "result-entered"), asked(entries, "register-slip"))


def a_second_result(entries: Entries) -> None:
    entry = having(entries, "result-entered")
    copied(entries, entry, entries.index(entry) + 1, "again")


def a_result_that_never_came(entries: Entries) -> None:
    """The light goes on without one."""
    having(entries, "result-entered").events.pop(0)


def settled_and_void(entries: Entries) -> None:
    entry = having(entries, "round-voided")
    entry.told["events"] = [event for event in entry.events if event["type"] != "settlement-reversed"]


def a_winner_stays_paid(entries: Entries) -> None:
    entry = having(entries, "round-voided")
    of_ana = [one for one in entry.events if one["type"] == "settlement-reversed" and one["player"] == "ana"]
    entry.events.remove(of_ana[0])


def nothing_is_set_off(entries: Entries) -> None:
    event = having(entries, "debt-set-off").event("debt-set-off")
    event["cents"] = 0


def a_cent_less_is_set_off(entries: Entries) -> None:
    having(entries, "debt-set-off").event("debt-set-off")["cents"] -= 1


def nothing_is_set_off_of_somebody(entries: Entries) -> None:
    entry = having(entries, "debt-set-off")
    words = {"player": "ben", "instrument": "value-chip", "cents": 0}
    came(entry, "debt-set-off", entry.event("debt-set-off")["clause"], words)
    entry.events.insert(0, entry.events.pop())


def a_streak_in_credits(entries: Entries) -> None:
    entry = asked(entries, "place-streak")
    entry.command["instrument"] = entry.events[0]["stake"][2] = "credit"


def void_on_no_ground_at_all(entries: Entries) -> None:
    entry = having(entries, "round-voided", nth=-1)
    entry.command["ground"] = entry.event("round-voided")["ground"] = "boredom"


def stakes_back_in_no_round(entries: Entries) -> None:
    having(entries, "wagers-returned").event("wagers-returned")["round"] = 99


def stakes_back_for_somebody_else(entries: Entries) -> None:
    having(entries, "wagers-returned").event("wagers-returned")["player"] = "eve"


def other_results_before_and_after(entries: Entries) -> None:
    having(entries, "result-corrected").event("result-corrected")["entered"] = [1, 1, 1]


def other_lights_after(entries: Entries) -> None:
    having(entries, "result-corrected").event("result-corrected")["lit"] = []


def corrected_by_another_clause(entries: Entries) -> None:
    having(entries, "result-corrected").event("result-corrected")["clause"] = "1.1"


def a_void_of_nobody(entries: Entries) -> None:
    """An offender who has nothing on the layout."""
    entry = invented(entries, len(entries), "void-players-wagers", {"player": "eve", "note": "x"})
    words = {"player": "eve", "sanction": "void-offenders-wagers", "note": "x", "reference": ""}
    came(entry, "player-sanctioned", "10.2.1", words)


BACK, STOPS, VOID = "wagers that go back", "faults that stop the next round", "a settled round that is void"
NAMED = "not just the wagers that were named go back"
LIES = [
    (BACK, refused_after_the_close),
    (BACK, refused_without_reason),
    (BACK, another_wager_goes_back_too),
    (BACK, one_of_two_wagers_goes_back),
    (BACK, none_of_the_wagers_goes_back),
    (BACK, void_for_another_reason),
    (BACK, void_when_it_was_collected),
    (STOPS, a_fault_before_the_result),
    (STOPS, the_next_round_in_the_dark),
    (BACK, dice_that_never_tumbled),
    (BACK, a_cover_that_tumbled),
    (BACK, a_step_by_another_clause),
    (BACK, a_step_of_another_round),
    ("more stakes than there were", a_result_before_the_bets),
    (BACK, a_result_while_bets_are_open),
    (BACK, a_second_result),
    (BACK, a_result_that_never_came),
    (VOID, settled_and_void),
    (VOID, a_winner_stays_paid),
    (VOID, nothing_is_set_off),
    (VOID, a_cent_less_is_set_off),
    (VOID, nothing_is_set_off_of_somebody),
    (VOID, void_on_no_ground_at_all),
    (VOID, stakes_back_in_no_round),
    (VOID, stakes_back_for_somebody_else),
    ("more stakes than there were", a_streak_in_credits),
    (BACK, other_results_before_and_after),
    (BACK, other_lights_after),
    (BACK, corrected_by_another_clause),
    (BACK, a_void_of_nobody),
]


@pytest.mark.parametrize(("name", "lie"), LIES)
def test_a_lie_about_such_an_evening_is_found(name: str, lie: Callable[[Entries], None]) -> None:
    """It is found in the record where it stands."""
    assert_found(told(name).story, lie)


def test_all_that_was_undone_or_refused_is_listed_for_the_regulator() -> None:
    """Which round, by whom, by which clause and why; and how much of everything there was."""
    (report,) = told(BACK).story.made().verified().tables
    listed = {
        name: [(one.what, one.by, one.clause, one.says) for one in report.lists[name]]
        for name in report.lists
    }

    assert listed["voids"] == [
        ("wagers of ben, refunded", "senior-manager", "10.3.2", "he moved a chip"),
        ("round 2, exposed-early", "dealer", "7.1.3", ""),
    ]
    assert listed["corrections"] == [
        ("round 1, [1, 2, 4] is [1, 2, 5]", "supervisor", "7.3", "of a misread die")
    ]
    assert [one[:2] for one in listed["refusals"]] == [("register-slip", "ben"), ("perform", "dealer")]
    assert (report.counts["rounds"], report.counts["settlements"], report.counts["late slips"]) == (3, 2, 1)


@pytest.mark.parametrize(
    ("command", "clause", "late"),
    [("register-slip", "3.10", 1), ("register-slip", "4.1", 0), ("buy-in", "3.10", 0)],
)
def test_a_slip_is_late_by_the_clause_on_late_wagers(command: str, clause: str, late: int) -> None:
    """Another slip that is refused is not late, and neither is anything else."""
    law = law_of(canonical_json(get_rulebook("star-sydney-2016")), "")
    table = Table("T1", law, TableReport("T1"))
    stamp = {"by": "ana", "rank": None, "wall": 1, "elapsed": 1}
    assert law.clause["wagers.late"] == "3.10"

    replay._refused(
        table,
        {"type": command, "stamp": stamp},
        {"clause": clause, "message": {"key": "text", "values": {"text": "No."}}},
    )

    assert table.report.counts.get("late slips", 0) == late
