"""Lies of omission: something that had to be said, done or waited for is left out."""

from tests.verify.lies import Entries, asked, both, having


def a_sanction_without_reason(entries: Entries) -> None:
    entry = having(entries, "player-sanctioned")
    for message in (entry.command, *entry.events):
        message["note"] = ""


def another_reason_than_was_given(entries: Entries) -> None:
    entry = asked(entries, "void-players-wagers")
    for event in entry.events:
        if event["type"] == "player-sanctioned":
            event["note"] = "something else"


def another_sanction_than_was_asked_for(entries: Entries) -> None:
    asked(entries, "exclude-from-game").events[0].update(sanction="refer", clause="10.2.4")


def a_terminal_that_is_cut_off_and_plays(entries: Entries) -> None:
    report = asked(entries, "report-fault", fault="terminals")
    later = entries[entries.index(report) + 1 :]
    both(report, players=[asked(later, "register-slip").command["player"]])


def a_field_left_out(entries: Entries) -> None:
    del asked(entries, "register-slip").command["stakes"]


def a_close_without_the_final_call(entries: Entries) -> None:
    entries.remove(having(entries, "final-streaks-called"))


def no_pieces_for_value(entries: Entries) -> None:
    both(having(entries, "foreign-colours-redeemed"), pieces=0)
