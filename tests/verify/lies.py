"""Lies: what an insider might write instead of what happened, one function for each."""

from copy import deepcopy
from typing import Any

from tests.verify.bundles import Entry

Entries = list[Entry]


def having(entries: Entries, kind: str, nth: int = 0) -> Entry:
    """The record in which an event of a kind happened."""
    return [entry for entry in entries if any(event["type"] == kind for event in entry.events)][nth]


def asked(entries: Entries, kind: str, nth: int = 0, **words: Any) -> Entry:
    """The record of a command that was followed."""
    found = [
        entry
        for entry in entries
        if entry.command["type"] == kind
        and entry.events
        and all(entry.command[name] == value for name, value in words.items())
    ]
    return found[nth]


def both(entry: Entry, **words: Any) -> None:
    """Say something else in the command and in its first event."""
    entry.command.update(words)
    entry.events[0].update(words)


def stamped(entry: Entry, **words: Any) -> None:
    """Another stamp on a command and everything that came of it."""
    for message in (entry.command, *entry.events):
        message["stamp"] = message["stamp"] | words


def without(entry: Entry, kind: str, nth: int = 0) -> None:
    """Leave an event out."""
    entry.events.remove([event for event in entry.events if event["type"] == kind][nth])


def copied(entries: Entries, entry: Entry, at: int, name: str) -> Entry:
    """The same once more, under another id and at another place."""
    again = deepcopy(entry)
    near = entries[at - 1]
    again.id = again.command["id"] = name
    for event in again.events:
        event["command"] = name
    again.wall = near.wall
    stamped(again, wall=near.wall, elapsed=near.command["stamp"]["elapsed"])
    entries.insert(at, again)
    return again


def a_cent_more(entries: Entries) -> None:
    having(entries, "wagers-paid").event("wagers-paid")["lines"][0]["winnings"] += 1


def a_cent_less_back(entries: Entries) -> None:
    having(entries, "wagers-paid").event("wagers-paid")["lines"][0]["returned"] -= 1


def another_clause(entries: Entries) -> None:
    having(entries, "wagers-paid").event("wagers-paid")["lines"][0]["clause"] = "6.3/big"


def a_winner_left_out(entries: Entries) -> None:
    without(having(entries, "wagers-paid"), "wagers-paid")


def a_loser_left_out(entries: Entries) -> None:
    without(having(entries, "wagers-collected"), "wagers-collected")


def paid_twice(entries: Entries) -> None:
    entry = having(entries, "wagers-paid")
    entry.events.insert(0, deepcopy(entry.events[0]))


def a_loser_paid(entries: Entries) -> None:
    entry = having(entries, "wagers-collected")
    line = entry.event("wagers-collected")["lines"][0]
    line.update(outcome="won", winnings=line["collected"], returned=line["collected"], collected=0)


def other_dice(entries: Entries) -> None:
    entry = having(entries, "result-entered")
    entry.command["dice"] = [6, 6, 5]
    entry.event("result-entered").update(
        dice=[6, 6, 5], lit=["big", "double-6", "total-17", "domino-56", "single-5", "single-6"]
    )


def dice_that_are_none(entries: Entries) -> None:
    entry = having(entries, "result-entered")
    entry.command["dice"] = entry.event("result-entered")["dice"] = [1, 4, 7]


def not_as_entered(entries: Entries) -> None:
    having(entries, "result-entered").command["dice"] = [1, 1, 2]


def entered_by_another_clause(entries: Entries) -> None:
    having(entries, "result-entered").event("result-entered")["clause"] = "9.9"


def a_light_too_many(entries: Entries) -> None:
    having(entries, "result-entered").event("result-entered")["lit"].append("big")


def a_late_slip(entries: Entries) -> None:
    slip = asked(entries, "register-slip", nth=-1)
    close = entries.index(asked(entries, "perform", step="close"))
    again = copied(entries, slip, close + 1, "late")
    both(again, version=slip.command["version"] + 1)
    again.events[0]["before"] = slip.command["stakes"]


def a_slip_for_the_next_round(entries: Entries) -> None:
    both(asked(entries, "register-slip"), round=2)


def a_version_left_out(entries: Entries) -> None:
    both(asked(entries, "register-slip"), version=2)


def another_slip_before(entries: Entries) -> None:
    asked(entries, "register-slip").events[0]["before"] = [["big", 500, "value-chip"]]


def another_slip_than_asked(entries: Entries) -> None:
    asked(entries, "register-slip").events[0]["stakes"][0][1] = 3_000


def over_the_maximum(entries: Entries) -> None:
    both(asked(entries, "buy-in"), cents=1_000_000)
    both(asked(entries, "register-slip"), stakes=[["small", 50_500, "value-chip"]])


def under_the_minimum(entries: Entries) -> None:
    both(asked(entries, "register-slip"), stakes=[["small", 400, "value-chip"]])


def no_such_bet(entries: Entries) -> None:
    both(asked(entries, "register-slip"), stakes=[["odd", 500, "value-chip"]])


def a_bet_twice(entries: Entries) -> None:
    both(asked(entries, "register-slip"), stakes=[["small", 500, "value-chip"]] * 2)


def more_than_there_is(entries: Entries) -> None:
    both(asked(entries, "buy-in"), cents=500)


def chips_from_nowhere(entries: Entries) -> None:
    entry = asked(entries, "perform", step="cover")
    event = {"type": "value-brought", "player": "ana", "cents": 10_000, "instrument": "value-chip"}
    entry.events.append(entry.events[0] | event | {"clause": asked(entries, "buy-in").events[0]["clause"]})
    for name in ("round", "step", "tumbles"):
        del entry.events[-1][name]


def more_than_was_brought(entries: Entries) -> None:
    asked(entries, "buy-in").events[0]["cents"] += 100


def more_taken_than_there_is(entries: Entries) -> None:
    both(asked(entries, "cash-out"), cents=1_000_000)


def a_step_left_out(entries: Entries) -> None:
    entries.remove(asked(entries, "perform", step="cover"))


def two_steps_swapped(entries: Entries) -> None:
    first, second = asked(entries, "perform", step="cover"), asked(entries, "perform", step="spin")
    first.told["command"]["step"], second.told["command"]["step"] = "spin", "cover"
    first.events[0].update(step="spin", tumbles=1)
    second.events[0].update(step="cover", tumbles=None)


def an_entry_of_another_round(entries: Entries) -> None:
    asked(entries, "perform", step="enter").command["round"] = 9


def paid_by_a_step_of_another_round(entries: Entries) -> None:
    asked(entries, "perform", step="pay").command["round"] = 9


def too_few_tumbles(entries: Entries) -> None:
    both(asked(entries, "perform", step="spin"), tumbles=2)


def a_void_forgets_a_wager(entries: Entries) -> None:
    without(having(entries, "wagers-returned"), "wagers-returned")


def a_void_keeps_a_cent(entries: Entries) -> None:
    having(entries, "wagers-returned").event("wagers-returned")["stakes"][0][1] -= 1


def a_void_by_the_dealer(entries: Entries) -> None:
    stamped(asked(entries, "declare-void", ground="disruption"), rank=1)


def a_void_without_reason(entries: Entries) -> None:
    entry = asked(entries, "declare-void", ground="disruption")
    entry.command["note"] = entry.event("round-voided")["note"] = ""


def a_void_by_another_clause(entries: Entries) -> None:
    having(entries, "round-voided").event("round-voided")["clause"] = "1.1"


def a_void_on_no_ground(entries: Entries) -> None:
    entry = having(entries, "round-voided")
    entry.command["ground"] = entry.event("round-voided")["ground"] = "too-few-tumbles"


def a_correction_alone(entries: Entries) -> None:
    entry = asked(entries, "correct-result")
    entry.command["second"] = entry.event("result-corrected")["second"] = entry.actor


def a_correction_that_forgets_one(entries: Entries) -> None:
    without(asked(entries, "correct-result"), "settlement-reversed")


def a_correction_that_reverses_less(entries: Entries) -> None:
    asked(entries, "correct-result").event("settlement-reversed")["lines"][0]["returned"] -= 1


def a_correction_that_settles_less(entries: Entries) -> None:
    without(asked(entries, "correct-result"), "wagers-paid")


def a_correction_by_the_dealer(entries: Entries) -> None:
    stamped(asked(entries, "correct-result"), rank=1)


def kept_winnings_taken_twice(entries: Entries) -> None:
    without(having(entries, "winnings-freed"), "winnings-freed")


def kept_winnings_out_of_suspense(entries: Entries) -> None:
    having(entries, "winnings-freed").event("winnings-freed")["kept"] = False


def released_winnings_out_of_the_house(entries: Entries) -> None:
    entry = having(entries, "winnings-freed")
    entry.events.insert(1, entry.event("winnings-freed") | {"player": "ben", "cents": 12_000})


def doubted_winnings_paid_out(entries: Entries) -> None:
    without(having(entries, "winnings-freed"), "winnings-withheld")


def a_minimum_raised_without_notice(entries: Entries) -> None:
    entries.remove(asked(entries, "give-notice", subject="limits"))


def a_notice_that_is_too_short(entries: Entries) -> None:
    entry = asked(entries, "give-notice", subject="limits")
    entry.command["in_seconds"] = 60
    entry.events[0]["due"] = entry.command["stamp"]["elapsed"] + 60_000


def another_minimum_than_announced(entries: Entries) -> None:
    entry = asked(entries, "change-limits", nth=-1)
    both(entry, minimum=entry.command["minimum"] + 500)


def limits_changed_by_the_dealer(entries: Entries) -> None:
    stamped(asked(entries, "change-limits"), rank=1)


def limits_lowered_by_another_clause(entries: Entries) -> None:
    asked(entries, "change-limits", nth=-1).events[0]["clause"] = "4.5.1"


def limits_agreed_without_a_marker(entries: Entries) -> None:
    asked(entries, "agree-limits").command["marked"] = False


def closed_without_notice(entries: Entries) -> None:
    entries.remove(asked(entries, "give-notice", subject="table"))


def play_goes_on_with_a_fault(entries: Entries) -> None:
    entries.remove(asked(entries, "rectify-fault"))


def a_fault_that_stops_nothing(entries: Entries) -> None:
    next(one for one in entries if one.events and one.events[0].get("stops")).events[0]["stops"] = False


def a_streak_that_pays_more(entries: Entries) -> None:
    having(entries, "streak-settled").event("streak-settled")["lines"][0]["winnings"] += 100


def a_streak_that_is_not_settled(entries: Entries) -> None:
    without(having(entries, "streak-settled"), "streak-settled")


def a_streak_that_counts_more(entries: Entries) -> None:
    asked(entries, "place-streak").events[0]["count"] += 1


def a_round_that_counts_for_no_streak(entries: Entries) -> None:
    without(having(entries, "streaks-advanced"), "streaks-advanced")


def a_streak_that_costs_less(entries: Entries) -> None:
    entry = asked(entries, "place-streak")
    entry.command["cents"] -= 100
    entry.events[0]["stake"][1] -= 100


def a_sanction_without_offence(entries: Entries) -> None:
    entries.remove(asked(entries, "record-offence"))


def another_stamp(entries: Entries) -> None:
    event = asked(entries, "buy-in").events[0]
    event["stamp"] = event["stamp"] | {"rank": 4}


def another_command(entries: Entries) -> None:
    asked(entries, "buy-in").events[0]["command"] = "c999"


def another_actor(entries: Entries) -> None:
    entries[3].actor = "somebody"


def another_id(entries: Entries) -> None:
    entries[3].id = "c999"


def an_id_twice(entries: Entries) -> None:
    first, second = asked(entries, "buy-in"), asked(entries, "buy-in", nth=1)
    second.id = second.command["id"] = second.events[0]["command"] = first.id


def time_that_runs_backwards(entries: Entries) -> None:
    stamped(entries[5], elapsed=1)


def an_unknown_field(entries: Entries) -> None:
    asked(entries, "buy-in").events[0]["bonus"] = 1


def an_unknown_event(entries: Entries) -> None:
    asked(entries, "buy-in").events[0]["type"] = "value-conjured"


def an_unknown_command(entries: Entries) -> None:
    asked(entries, "buy-in").command["type"] = "conjure"


def an_unknown_part(entries: Entries) -> None:
    entries[3].told["remark"] = "x"


def yes_for_a_number(entries: Entries) -> None:
    both(asked(entries, "buy-in"), cents=True)


def a_warning_not_given(entries: Entries) -> None:
    without(having(entries, "player-warned"), "player-warned")


def _refused(entries: Entries) -> Entry:
    return next(one for one in entries if "refusal" in one.told)


def a_refusal_until_tomorrow(entries: Entries) -> None:
    _refused(entries).told["refusal"]["earliest"] = "tomorrow"


def a_refusal_with_more_to_say(entries: Entries) -> None:
    _refused(entries).told["refusal"]["latest"] = 1


def a_refusal_that_happened(entries: Entries) -> None:
    entry = _refused(entries)
    del entry.told["refusal"]
    entry.told["events"] = []


def other_tumbles(entries: Entries) -> None:
    asked(entries, "perform", step="spin").events[0]["tumbles"] += 1


def a_slip_by_another_clause(entries: Entries) -> None:
    asked(entries, "register-slip").events[0]["clause"] = "1.1"
