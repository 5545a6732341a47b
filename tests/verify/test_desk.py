"""At the desk the verifier draws each line where the table draws it: money, colours, the float, the sign."""

from copy import deepcopy
from functools import cache
from typing import Any, NamedTuple

import pytest

from tests.verify.bundles import Entry
from tests.verify.lies import asked
from tests.verify.twisted import Place, Told, Twist, findings, put, told_of, twisted

EVENINGS = {
    "sydney": """
rulebook crown-sydney-2024  limits $5 to $500, chips of $5, approved minimum $2, with drop box, \
with float tray, with distinctive markers, colours red blue green white
dealer      count a float of $1,000 with kim
ana         buys $200
ben         buys $100
chi         buys $100
dealer      count a float of $600 with kim
dealer      fill the float with $10 on slip f1 with kim
dealer      credit the float with $500 on slip c1 with kim
dealer      sell ana 4 red at $5
dealer      sell ana 2 red at $5
dealer      sell ben 2 red at $5 with consent of ana
dealer      sell chi 2 red at $5 with consent of ana and ben
supervisor  sell ben 2 blue at $10 while dan and eve wait
dealer      change complimentary voucher v1 of $20 for ben
manager     redeem 5 green of ben from closed table t7 traced at $5
ana         cashes out $10
dealer      count a float of $1 with kim
""",
    "sydney, without a drop box": """
rulebook crown-sydney-2024  limits $5 to $500, chips of $5, approved minimum $2
ana         buys $10 of tokens
""",
    "sydney, on two days": """
rulebook crown-sydney-2024  limits $5 to $500, chips of $5, approved minimum $2, with drop box
dealer      change complimentary voucher v1 of $20 for ben
ben         cashes out $20
supervisor  close the table
supervisor  open the table, limits $5 to $500, chips of $5, approved minimum $2, with drop box
dealer      change complimentary voucher v2 of $20 for ben
""",
    "star, without markers": """
rulebook star-sydney-2016  limits $5 to $500, chips of $1, colours red blue green
ana         buys $100
dealer      sell ana 2 red at $5
supervisor  sell ana 1 blue at $5
""",
    "star, closed twice": """
rulebook star-sydney-2016  limits $5 to $500, chips of $1, with marker buttons, colours red blue
ana         buys $200
dealer      sell ana 10 red at $10
supervisor  announce that the table closes in 20 minutes
wait 20 minutes
supervisor  close the table
supervisor  take home 4 red of ana changed at table t4 as c17
supervisor  open the table, limits $5 to $500, chips of $1, with marker buttons, colours red blue
supervisor  announce that the table closes in 20 minutes
wait 20 minutes
supervisor  close the table
supervisor  take home 4 red of ana changed at table t4 as c18
""",
    "star, unmarked at the minimum": """
rulebook star-sydney-2016  limits $5 to $500, chips of $1, colours red blue, readings ST-22=table-minimum
ana         buys $100
dealer      sell ana 2 red at $5
""",
    "star, all on Super Streak": """
rulebook star-sydney-2016  limits $5 to $500, chips of $1, super streak $10, with streak screen, \
with marker buttons, colours red blue
ana         buys $10
ben         buys $100
dealer      sell ana 1 red at $10
dealer      cover, spin 3, place your bets, no more bets, uncover, call, enter 1 2 4, light, collect, pay
ana         $10 red super streak on small
dealer      sell ben 1 red at $10 with consent of ana
dealer      redeem 1 red of ben
dealer      cover, spin 3, place your bets, no more bets, uncover, call, enter 4 5 6, light, collect, pay
settled     ana streak-small red lost $10
dealer      sell ben 1 red at $10 with consent of ana
""",
    "canberra": """
rulebook canberra-2005  limits $5 to $500, colours red blue
ana         buys $100
ben         buys $100
dealer      sell ana 2 red at $5
dealer      sell ben 1 blue at $5
dealer      place your bets
ana         $10 red on small
dealer      sell ben 1 blue at $5
""",
    "singapore": """
rulebook singapore-etg/3  limits $5 to $100, chips of $1
ana         buys $0.01 of credits
ana         takes ticket t1
""",
}
FAR, LARGEST = 1_000_000_000_000, 2**53
NO_SET = "the colours of the table are no set of them"


class Case(NamedTuple):
    """A command of an evening with another word; the verifier says nothing where the table takes it."""

    evening: str
    kind: str
    nth: int
    place: str
    word: Any
    says: str = ""


CASES = [
    Case("sydney", "open-table", 0, "maximum", 500),
    Case("sydney", "open-table", 0, "maximum", 499, "a sign with a minimum over its maximum"),
    Case("sydney", "open-table", 0, "approved_minimum", 500),
    Case("sydney", "open-table", 0, "approved_minimum", 501, "a sign under the approved minimum"),
    Case("sydney", "open-table", 0, "approved_minimum", None, "the approved minimum is not set"),
    Case("sydney", "open-table", 0, "areas", [["any-triple", 500, 500], ["small", 500, None]]),
    Case("sydney", "open-table", 0, "areas", [["small", 100, 500]], "a sign under the approved minimum"),
    Case("sydney", "open-table", 0, "areas", [["small", 500, None]] * 2, "an area stands twice on the sign"),
    Case("sydney", "open-table", 0, "colours", []),
    Case("sydney", "open-table", 0, "colours", ["red", "blue"]),
    Case("sydney", "open-table", 0, "colours", ["red"], NO_SET),
    Case("sydney", "open-table", 0, "colours", ["red"] * 2, NO_SET),
    Case("singapore", "open-table", 0, "colours", ["red", "blue"], NO_SET),
    Case("sydney", "buy-in", 0, "cents", 1),
    Case("sydney", "buy-in", 0, "cents", LARGEST - 1),
    Case("sydney", "buy-in", 0, "cents", LARGEST, f"{LARGEST} of value-chip come in"),
    Case("singapore", "buy-credits", 0, "cents", LARGEST, f"{LARGEST} of credit come in"),
    Case("sydney", "buy-in", 0, "instrument", "credit", "20000 of credit come in"),
    Case(
        "sydney, without a drop box", "buy-in", 0, "instrument", "value-chip",
        "cash is taken at a table without a drop box",
    ),
    Case("sydney", "cash-out", 0, "cents", 1),
    Case("sydney", "exchange-voucher", 0, "cents", 1),
    Case("sydney", "exchange-voucher", 0, "cents", LARGEST - 1),
    Case("sydney", "exchange-voucher", 0, "cents", LARGEST, "a voucher without a value"),
    Case("sydney, on two days", "exchange-voucher", 1, "number", "v1", "voucher v1 is spent twice"),
    Case("singapore", "dispense-ticket", 0, "player", "ben", "the terminal holds 0 cents"),
    Case("sydney", "fill-float", 0, "cents", 1),
    Case("sydney", "fill-float", 0, "cents", FAR),
    Case("sydney", "fill-float", 0, "cents", LARGEST, "no chips move, or on no slip"),
    Case("sydney", "credit-float", 0, "cents", 61_000),
    Case("sydney", "credit-float", 0, "cents", 61_001, "the tray should hold 61000 cents"),
    Case("sydney", "count-float", 0, "cents", 0),
    Case("sydney", "count-float", 0, "cents", LARGEST, "that was not counted"),
    Case("sydney", "issue-colours", 0, "pieces", 1),
    Case("sydney", "issue-colours", 0, "value", 1),
    Case("sydney", "issue-colours", 1, "value", 1_000, "one colour has two values"),
    Case("sydney", "issue-colours", 3, "consent", ["ana"], "red is somebody else's"),
    Case("sydney", "issue-colours", 4, "waiting", ["ben", "dan", "eve"]),
    Case(
        "sydney", "issue-colours", 4, "waiting", ["dan", "eve", "fay"],
        "no colour is left for somebody who waits for one",
    ),
    Case("star, without markers", "issue-colours", 0, "value", 400),
    Case("star, without markers", "issue-colours", 0, "value", 600, "a value over the minimum has no marker"),
    Case("star, without markers", "issue-colours", 1, "value", 400, "all colours of one player count alike"),
    Case("star, unmarked at the minimum", "issue-colours", 0, "value", None),
    Case(
        "star, unmarked at the minimum", "issue-colours", 0, "value", 499,
        "an unmarked piece counts for the minimum",
    ),
    Case("star, all on Super Streak", "issue-colours", 1, "consent", [], "red is somebody else's"),
    Case("star, all on Super Streak", "issue-colours", 2, "consent", [], "red is somebody else's"),
    Case("star, all on Super Streak", "issue-colours", 0, "value", 500),
    Case("canberra", "issue-colours", 2, "colour", "red", "red is somebody else's"),
    Case("canberra", "issue-colours", 1, "player", "ana", "no clause gives a second colour"),
    Case(
        "star, closed twice", "surrender-colours", 1, "redemption", "c17",
        "no redemption elsewhere stands for these chips alone",
    ),
    Case("sydney", "redeem-foreign-colours", 0, "pieces", 1),
    Case("sydney", "redeem-foreign-colours", 0, "traced", 1),
]  # fmt: skip


@cache
def told(evening: str) -> Told:
    """An evening that goes as it is written, and in which the verifier finds nothing."""
    return told_of(evening, EVENINGS[evening].lstrip())


def given(evening: str, kind: str, nth: int = 0, place: Place = (), word: Any = None) -> Twist:
    """A command of an evening, perhaps with another word."""
    entries = told(evening).story.entries
    at = entries.index(asked(entries, kind, nth))
    return Twist(told(evening), at, at, place, word)


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case.evening} {case.kind} {case.place} {case.word}"
)
def test_a_command_at_the_desk_is_believed_up_to_the_line(case: Case) -> None:
    """On the line the table takes it and nothing is found; beyond it the table refuses, and that is said."""
    twist = given(case.evening, case.kind, case.nth, (case.place,), case.word)
    made = twisted(twist)
    assert made is not None
    entry, taken = made

    assert taken == (not case.says)
    found = findings(twist, entry)
    assert (case.says in found) if case.says else (found == []), found


def test_no_ticket_is_printed_for_nothing() -> None:
    """A terminal without a cent gives none, whatever the ticket says of itself."""
    twist = given("singapore", "dispense-ticket", 0, ("player",), "ben")
    made = twisted(twist)
    assert made is not None and not made[1]
    made[0].events[0]["cents"] = 0

    assert findings(twist, made[0]) == ["the terminal holds 0 cents"]


@pytest.mark.parametrize("value", [0, -1])
def test_no_piece_of_another_table_counts_for_nothing(value: int) -> None:
    """The table refuses pieces that were traced to no value, and so they are on no record."""
    twist = given("sydney", "redeem-foreign-colours", 0, ("traced",), value)
    made = twisted(twist)
    assert made is not None and not made[1]
    made[0].events[0].update(traced=True, value=value)

    assert findings(twist, made[0]) == ["the chips count for something else"]


def test_nobody_buys_chips_as_if_they_were_credits() -> None:
    """Credits need no dealer; chips for which nobody stands in are found."""
    twist = given("sydney", "buy-in")
    entry = deepcopy(twist.told.story.entries[twist.at])
    entry.command["type"] = "buy-credits"
    del entry.command["instrument"]

    assert findings(twist, entry) == ["credits are bought at terminals alone"]


def test_no_table_of_chips_prints_a_ticket() -> None:
    """Not even where somebody has credits, which a rulebook of both could let them have."""
    twist = given("sydney", "cash-out")
    known = twist.told.known[twist.at]
    entry = deepcopy(twist.told.story.entries[twist.at])
    put(entry.command, ("number",), "t1")
    del entry.command["cents"]
    put(entry.command, ("type",), "dispense-ticket")
    put(entry.events[0], ("number",), "t1")
    put(entry.events[0], ("type",), "ticket-dispensed")
    with_credits = deepcopy(known, {id(known.law): known.law})
    with_credits.give("ana", "credit", entry.events[0]["cents"])
    forged = twist._replace(told=twist.told._replace(known=[*twist.told.known[: twist.at], with_credits]))

    assert findings(forged, entry) == ["there are no terminals here"]


@pytest.mark.parametrize(
    ("kind", "nth", "act", "says"),
    [
        ("issue-colours", 4, "issue-second-colour", "a second colour without the rank for it"),
        (
            "redeem-foreign-colours", 0, "verify-foreign-chips",
            "another table's chips are changed without the rank for it",
        ),
    ],
)  # fmt: skip
def test_who_has_no_rank_has_not_the_lowest(
    kind: str, nth: int, act: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rulebook may leave these to every dealer; a player is none."""
    twist = given("sydney", kind, nth)
    powers = twist.told.known[twist.at].law.powers
    monkeypatch.setitem(powers, act, powers[act]._replace(rank=1))

    def by(rank: int | None) -> list[str]:
        entry: Entry = deepcopy(twist.told.story.entries[twist.at])
        for message in (entry.command, *entry.events):
            message["stamp"]["rank"] = rank
        return findings(twist, entry)

    assert by(1) == []
    assert says in by(None)


@pytest.mark.parametrize("kind", ["fill-float", "credit-float"])
def test_no_chips_move_before_the_first_count(kind: str) -> None:
    """The same fill and the same credit hold once the float was counted."""
    counted = given("sydney", "count-float")
    early = counted._replace(given=given("sydney", kind).given)
    made = twisted(early)
    assert made is not None and not made[1]

    assert findings(early, made[0]) == ["chips move before the first count"]


def test_the_report_counts_the_differences_of_the_float() -> None:
    """The first count has nothing beside it, the second finds what should be there, the third one less."""
    story = told("sydney").story
    counts = [
        entry.events[0]["variance"] for entry in story.entries if entry.command["type"] == "count-float"
    ]

    assert (counts[:2], counts[2] < 0) == ([0, 0], True)
    assert story.made().verified().tables[0].counts["float variances"] == 1
