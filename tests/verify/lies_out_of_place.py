"""Lies out of place: something that could be lawful is said where nothing is there that it could be about."""

from copy import deepcopy
from typing import Any

from tests.verify.bundles import Entry
from tests.verify.lies import Entries, asked, both, copied, having, stamped, without


def invented(entries: Entries, at: int, order: str, words: dict[str, Any]) -> Entry:
    """A command that nobody gave, behind another record; what came of it is still to be told."""
    near = entries[at - 1]
    stamp = deepcopy(near.command["stamp"]) | {"rank": 4, "by": "eve"}
    told = {"command": {"type": order, "id": f"eve-{at}", "stamp": stamp, **words}, "events": []}
    entries.insert(at, Entry(told, near.wall, "eve", f"eve-{at}"))
    return entries[at]


def came(entry: Entry, event: str, clause: str, words: dict[str, Any]) -> None:
    """Something that is said to have come of a command."""
    command = entry.command
    told = {"type": event, "clause": clause, "command": command["id"], "stamp": command["stamp"]}
    entry.events.append(told | words)


def moved_behind(entries: Entries, entry: Entry, behind: Entry) -> None:
    """The same record later."""
    entries.remove(entry)
    stamp = behind.command["stamp"]
    entry.wall = behind.wall
    stamped(entry, wall=stamp["wall"], elapsed=stamp["elapsed"])
    entries.insert(entries.index(behind) + 1, entry)


def a_message_about_no_fault(entries: Entries) -> None:
    entries.remove(asked(entries, "report-fault"))


def a_fault_ends_the_streaks_of_no_round(entries: Entries) -> None:
    moved_behind(entries, having(entries, "streak-end-forced"), entries[-1])


def winnings_held_back_of_a_round_that_never_was(entries: Entries) -> None:
    having(entries, "winnings-withheld").event("winnings-withheld")["round"] = 99


def less_comes_back_than_was_held(entries: Entries) -> None:
    having(entries, "winnings-freed").event("winnings-freed")["cents"] -= 500


def a_decision_on_no_dispute(entries: Entries) -> None:
    both(asked(entries, "decide-dispute"), dispute="nothing")


def a_review_of_no_dispute(entries: Entries) -> None:
    both(asked(entries, "request-review"), dispute="nothing")


def a_voucher_for_nothing_here(entries: Entries) -> None:
    words: dict[str, Any] = {"player": "ana", "number": "v9", "kind": "complimentary", "cents": 1_000}
    entry = invented(entries, 3, "exchange-voucher", words)
    came(entry, "voucher-exchanged", "3.5", words | {"instrument": "token"})


def a_slip_before_its_time(entries: Entries) -> None:
    stamped(asked(entries, "register-slip", nth=-1), elapsed=1)


def a_slip_under_what_is_ever_taken(entries: Entries) -> None:
    both(asked(entries, "register-slip"), stakes=[["three-123", 100, "credit"]])


def a_slip_under_the_approved_minimum(entries: Entries) -> None:
    both(asked(entries, "register-slip", nth=-1), stakes=[["small", 100, "value-chip"]])


def a_slip_under_the_sign(entries: Entries) -> None:
    both(asked(entries, "register-slip", nth=-1), stakes=[["small", 300, "value-chip"]])


def a_second_line_that_pays_more(entries: Entries) -> None:
    having(entries, "wagers-paid").event("wagers-paid")["lines"][1]["winnings"] += 1


def limits_changed_when_closed(entries: Entries) -> None:
    moved_behind(entries, asked(entries, "change-limits"), asked(entries, "close-table"))


def limits_agreed_when_closed(entries: Entries) -> None:
    moved_behind(entries, asked(entries, "agree-limits"), asked(entries, "close-table"))


def a_step_when_closed(entries: Entries) -> None:
    moved_behind(entries, asked(entries, "perform"), asked(entries, "close-table"))


def an_order_that_nobody_may_give(entries: Entries) -> None:
    entry = invented(entries, 3, "require-to-vacate", {"player": "ana"})
    came(entry, "seat-left", "3.6", {"player": "ana", "required": True})


def play_at_a_table_of_a_tournament(entries: Entries) -> None:
    moved_behind(entries, asked(entries, "release-table"), asked(entries, "buy-in"))
    moved_behind(entries, asked(entries, "buy-in"), asked(entries, "designate-table"))


def another_event_than_the_one(entries: Entries) -> None:
    entry = asked(entries, "buy-in")
    entry.events.append(deepcopy(entry.events[0]))


def a_repair_that_nobody_asks_for(entries: Entries) -> None:
    without(asked(entries, "declare-void", ground="tumbler-fault"), "fault-reported")


def winnings_to_be_held_back_that_are_not(entries: Entries) -> None:
    without(asked(entries, "withhold-winnings"), "winnings-withheld")


def a_refusal_without_a_word(entries: Entries) -> None:
    next(one for one in entries if "refusal" in one.told).told["refusal"]["message"]["key"] = ""


def a_settlement_without_dice(entries: Entries) -> None:
    entries.remove(having(entries, "result-entered"))


def dice_for_another_round(entries: Entries) -> None:
    having(entries, "result-entered").event("result-entered")["round"] = 9


def a_payment_to_somebody_without_a_wager(entries: Entries) -> None:
    having(entries, "wagers-paid").event("wagers-paid")["player"] = "eve"


def a_warning_before_the_first_round(entries: Entries) -> None:
    pay = having(entries, "player-warned")
    entry = copied(entries, pay, 2, "early")
    entry.told["events"] = [one for one in entry.events if one["type"] == "player-warned"]


def more_than_there_is_money(entries: Entries) -> None:
    entry = asked(entries, "register-slip", nth=-1)
    for message in (entry.command, entry.events[0]):
        message["stakes"][0][1] = 10**16


def a_stake_beside_the_unit(entries: Entries) -> None:
    both(asked(entries, "register-slip", nth=-1), stakes=[["small", 700, "value-chip"]])


def a_stake_that_cannot_be_paid(entries: Entries) -> None:
    both(asked(entries, "register-slip"), stakes=[["four-1234", 533, "credit"]])


def other_chips_than_the_demanded_ones(entries: Entries) -> None:
    entries.remove(asked(entries, "require-colours", required=False))


def a_void_of_wagers_that_are_not_there(entries: Entries) -> None:
    having(entries, "wagers-voided").event("wagers-voided")["player"] = "eve"


def an_unlawful_fate_of_void_wagers(entries: Entries) -> None:
    having(entries, "wagers-voided").event("wagers-voided")["becomes"] = "forfeited"


def a_reversal_in_no_round(entries: Entries) -> None:
    having(entries, "settlement-reversed").event("settlement-reversed")["round"] = 99


def a_debt_that_is_not_set_off(entries: Entries) -> None:
    without(having(entries, "debt-set-off"), "debt-set-off")


def a_correction_of_no_result(entries: Entries) -> None:
    entry = asked(entries, "correct-result")
    entry.command["round"] = entry.event("result-corrected")["round"] = 99


def a_streak_where_none_is_offered(entries: Entries) -> None:
    words: dict[str, Any] = {"player": "ana", "round": 1}
    more = {"side": "small", "cents": 1_000, "instrument": "value-chip"}
    stake = ["streak-small", 1_000, "value-chip"]
    entry = invented(entries, 3, "place-streak", words | more)
    came(entry, "streak-wagered", "6.1", words | {"stake": stake, "side": "small", "count": 0})


def a_streak_for_another_round(entries: Entries) -> None:
    entry = asked(entries, "place-streak")
    both(entry, round=9)


def streaks_counted_where_there_are_none(entries: Entries) -> None:
    pay = asked(entries, "perform", step="pay")
    came(pay, "streaks-advanced", "6.3", {"round": 1, "how": "result", "dice": [1, 4, 4]})


def streaks_taken_back_before_any_round(entries: Entries) -> None:
    correction = having(entries, "streak-reversed")
    entry = copied(entries, correction, 2, "early")
    kinds = ("streak-reversed", "streaks-rewound")
    entry.told["events"] = [one for one in entry.events if one["type"] in kinds]


def a_time_that_is_none(entries: Entries) -> None:
    entries[4].wall = 0


def ids_that_are_numbers(entries: Entries) -> None:
    entries[4].command["id"] = 5
    entries[6].command["id"] = 7


def a_wager_on_no_bet(entries: Entries) -> None:
    entry = asked(entries, "register-slip", nth=-1)
    for message in (entry.command, entry.events[0]):
        message["stakes"][0][0] = "seven"


def a_streak_on_the_side_that_did_not_come(entries: Entries) -> None:
    entry = asked(entries, "place-streak")
    both(entry, side="big")
    entry.events[0]["stake"][0] = "streak-big"


def a_stamp_without_a_rank(entries: Entries) -> None:
    del entries[4].command["stamp"]["rank"]


def a_stamp_with_a_time_in_words(entries: Entries) -> None:
    entries[4].command["stamp"]["elapsed"] = "late"
