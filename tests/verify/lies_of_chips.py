"""Lies about chips: the float, the value of a colour, and pieces that nobody has."""

from typing import Any

from tests.verify.lies import Entries, asked, both


def a_false_count_of_the_float(entries: Entries) -> None:
    entry = asked(entries, "count-float", nth=-1)
    entry.events[0]["expected"] += 100
    entry.events[0]["variance"] -= 100


def the_float_counted_by_one(entries: Entries) -> None:
    entry = asked(entries, "count-float")
    both(entry, second=entry.actor)


def a_voucher_spent_twice(entries: Entries) -> None:
    first = asked(entries, "exchange-voucher")
    both(asked(entries, "exchange-voucher", nth=1), number=first.command["number"])


def a_dearer_colour(entries: Entries) -> None:
    asked(entries, "redeem-colours").events[0]["value"] += 100


def three_red_of_one(entries: Entries) -> None:
    """One red at 20.00 and one blue at 50.00 are before her: the money would be there."""
    both(asked(entries, "redeem-colours", colour="red"), pieces=3)


def a_stake_in_another_colour(entries: Entries) -> None:
    entry = asked(entries, "register-slip", player="ben")
    for message in (entry.command, entry.events[0]):
        message["stakes"][0][2] = "colour-chip:red"


def pieces_without_a_colour(entries: Entries) -> None:
    entry = asked(entries, "register-slip", player="ben")
    for message in (entry.command, entry.events[0]):
        message["stakes"][0][2] = "colour-chip"


def a_piece_that_is_cut(entries: Entries) -> None:
    _lost(entries).pop("change")


def more_change_than_there_is(entries: Entries) -> None:
    _lost(entries)["change"] += 500


def change_that_is_a_word(entries: Entries) -> None:
    _lost(entries)["change"] = "ten"


def a_streak_in_another_colour(entries: Entries) -> None:
    entry = asked(entries, "place-streak", instrument="colour-chip:red")
    entry.command["instrument"] = entry.events[0]["stake"][2] = "colour-chip:blue"


def _lost(entries: Entries) -> dict[str, Any]:
    """The line of the wager that went over the maximum."""
    events = (event for entry in entries for event in entry.events)
    lines = (line for event in events if event["type"] == "wagers-collected" for line in event["lines"])
    return next(line for line in lines if "change" in line)
