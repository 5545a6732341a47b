"""Single wagers that are void, and results that are corrected: every part of what is asked of them."""

from typing import Any

import pytest

from sicbo.verify import undone
from sicbo.verify.state import Line, Table
from tests.verify.by_hand import (
    BIG,
    CORRECT,
    SMALL,
    WON,
    Event,
    played_at,
    ruled,
    said,
    table_of,
    void,
)


def wagers(becomes: str = "refunded", **words: Any) -> Event:
    """Wagers of one player that are void."""
    plain = {"clause": "9", "round": 1, "player": "ana", "note": "x", "becomes": becomes}
    return plain | {"stakes": [SMALL]} | words


SINGLE = "single wagers are not void on this ground"


@pytest.mark.parametrize(
    ("ground", "too", "there", "found"),
    [
        ("fraud", True, True, []),
        ("fraud", False, True, [SINGLE]),
        ("boredom", True, True, [SINGLE]),
        ("fraud", True, False, [SINGLE]),
    ],
)
def test_single_wagers_are_void_on_a_ground_for_them_while_a_round_is_in_play(
    ground: str, too: bool, there: bool, found: list[str]
) -> None:
    """They are refunded."""
    table = table_of("crown-sydney-2024")
    ruled(table, "fraud", wager_too=too)
    table.round = played_at(table, 1, ana=SMALL) if there else None

    undone.wagers_voided(table, void(ground, 4, player="ana", note="x"), wagers())

    assert said(table) == found
    assert table.racks == ({} if found else {("ana", "value-chip"): 500})
    assert [one.what for one in table.report.lists["voids"]] == ["wagers of ana, refunded"]


ELSE = "wagers are void of somebody else or for another reason than was said"
MEANT = "another round is void than the one that was meant"


@pytest.mark.parametrize(
    ("words", "event", "found"),
    [
        ({"round": 1}, {}, []),
        ({"round": 2}, {}, [MEANT]),
        ({"player": "ben"}, {}, [ELSE]),
        ({}, {"note": "y"}, [ELSE]),
        ({}, {"becomes": "suspense"}, ["void wagers are refunded here"]),
        ({"ground": "disruption", "rank": 1}, {}, ["a void for disruption needs rank 4"]),
    ],
)
def test_single_wagers_are_void_as_was_said(words: Event, event: Event, found: list[str]) -> None:
    """In that round, of that player, for that reason, by somebody of that rank."""
    table = table_of("crown-sydney-2024")
    table.round = played_at(table, 1, ana=SMALL)
    plain: Event = {"ground": "fraud", "rank": 4, "player": "ana", "note": "x"}

    undone.wagers_voided(table, void(**plain | words), wagers(**event))

    assert said(table) == found


def test_single_wagers_are_not_void_on_a_ground_that_is_not_the_case() -> None:
    """As a whole round is not."""
    table = table_of("crown-sydney-2024")
    ruled(table, "not-flat", wager_too=True)
    table.round = played_at(table, 1, ana=SMALL)

    undone.wagers_voided(table, void("not-flat", player="ana", note="x"), wagers())

    assert said(table) == ["not-flat cannot be the case at this point of the round"]


@pytest.mark.parametrize(
    ("held", "power", "forfeit", "becomes", "lawful"),
    [
        ("refunded", False, False, "refunded", True),
        ("suspense", False, False, "suspense", True),
        ("may-be-forfeited", False, False, "refunded", True),
        ("may-be-forfeited", False, True, "forfeited", True),
        ("may-be-forfeited", True, True, "forfeited", False),
        ("refunded", False, True, "forfeited", False),
        ("suspense", True, True, "forfeited", False),
    ],
)
def test_wagers_of_an_offender_become_what_the_rulebook_says(
    held: str, power: bool, forfeit: bool, becomes: str, lawful: bool
) -> None:
    """Refunded, in suspense, or forfeited where no clause has a power of its own for that."""
    table = table_of("star-sydney-2016", conduct__offenders_wager=held)
    if not power:
        del table.law.powers["forfeit"]
    table.round = played_at(table, 1, ana=SMALL)
    table.suspense = {("ana", "value-chip"): 100}
    command = {"type": "void-players-wagers", "stamp": {"by": "kim", "rank": 4}, "forfeit": forfeit}

    undone.wagers_voided(table, command | {"player": "ana", "note": "x"}, wagers(becomes))

    assert said(table) == ([] if lawful else ["no clause lets these wagers be forfeited"])
    assert table.racks.get(("ana", "value-chip"), 0) == (500 if becomes == "refunded" else 0)
    assert table.suspense["ana", "value-chip"] == (600 if becomes == "suspense" else 100)


def test_wagers_are_the_first_that_somebody_has_in_suspense() -> None:
    """To the cent."""
    table = table_of("crown-melbourne-6.1", "a")
    table.round = played_at(table, 1, ana=SMALL)
    command = {"type": "void-players-wagers", "stamp": {"by": "kim", "rank": 4}, "forfeit": False}

    undone.wagers_voided(table, command | {"player": "ana", "note": "x"}, wagers("suspense"))

    assert (said(table), table.suspense) == ([], {("ana", "value-chip"): 500})
    assert table.round.slips == {"ana": (2, [])}


def correction(table: Table, **words: Any) -> Event:
    """A result that is corrected from 1 2 4 to 4 5 6."""
    clause = table.law.clause["faults.wrong_entry"]
    plain = {
        "clause": clause,
        "round": 1,
        "entered": [1, 2, 4],
        "dice": [4, 5, 6],
        "lit": table.law.lit["456"],
    }
    return plain | {"second": "lee", "reason": "misread"} | words


CORRECTIONS: list[tuple[Event, list[str]]] = [
    ({}, []),
    ({"round": 3}, ["no result of round 3 stands"]),
    ({"round": 2}, ["no result of round 2 stands"]),
    ({"entered": [1, 1, 1]}, ["the result before is not the one that stood"]),
    ({"lit": []}, ["other areas are lit than those that won"]),
    ({"clause": "0"}, ["a correction by another clause"]),
    ({"second": ""}, ["a correction has no second person"]),
    ({"second": "kim"}, ["a correction has no second person"]),
]


@pytest.mark.parametrize(("words", "found"), CORRECTIONS)
def test_a_correction_is_of_a_result_that_stood(words: Event, found: list[str]) -> None:
    """In every part of what it says."""
    table = table_of("canberra-2005")
    table.last, table.round = played_at(table, 1, dice=[1, 2, 4]), played_at(table, 2)

    undone.corrected(table, CORRECT | {"round": 1}, correction(table, **words))

    assert said(table) == found


@pytest.mark.parametrize("step", ["collected", "paid"])
def test_a_correction_takes_back_what_was_settled_first(step: str) -> None:
    """Neither what was collected nor what was paid stays."""
    table = table_of("canberra-2005")
    table.last = played_at(table, 1, dice=[1, 2, 4])
    setattr(table.last, step, {"ana": [WON]})

    undone.corrected(table, CORRECT, correction(table))

    assert said(table) == ["a settlement was not taken back"]


@pytest.mark.parametrize(
    ("policy", "number", "stands"),
    [
        ("as-entered", 3, True),
        ("as-entered", 2, True),
        ("dice-decide-in-round", 3, False),
        ("dice-decide-in-round", 2, False),
        ("dice-decide-in-round", 1, True),
        ("dice-decide", 1, False),
        ("as-lights", 1, True),
    ],
)
def test_a_result_stands_where_the_ruling_does_not_reach(policy: str, number: int, stands: bool) -> None:
    """An older one is corrected where the dice decide whenever it is found out."""
    table = table_of("canberra-2005", faults__wrong_entry=policy)
    first, second, third = (played_at(table, one, dice=[1, 2, 4]) for one in (1, 2, 3))
    table.past, table.last, table.round = [first], second, third

    undone.corrected(table, CORRECT | {"round": number}, correction(table, round=number))

    assert said(table) == (["that result stands"] if stands else [])


def test_another_round_is_not_corrected_than_was_meant() -> None:
    """Without a name it is the one in play."""
    table = table_of("canberra-2005")
    table.last, table.round = played_at(table, 1, dice=[1, 2, 4]), played_at(table, 2, dice=[1, 2, 4])

    undone.corrected(table, CORRECT, correction(table))

    assert said(table) == ["another round is corrected than was meant"]


@pytest.mark.parametrize(
    ("in_play", "done", "steps"),
    [
        (True, set(), ()),
        (True, {"collect"}, ("collect",)),
        (True, {"collect", "pay"}, ("collect", "pay")),
        (False, set(), ("collect", "pay")),
    ],
)
def test_a_correction_settles_what_was_settled_before(
    in_play: bool, done: set[str], steps: tuple[str, ...]
) -> None:
    """In the round in play what was done of it, in another everything; nothing of the old result is left."""
    table = table_of("canberra-2005")
    played = played_at(table, 1, *done, dice=[1, 2, 4], ana=SMALL)
    played.roll, played.rest, played.rest_warns = "124", {"ana": ([], [WON])}, {"ana"}
    table.round, table.last = (played, None) if in_play else (None, played)

    undone.corrected(table, CORRECT, correction(table))

    assert (said(table), table.resettled) == ([], (played, steps))
    assert (played.dice, played.roll, played.rest, played.rest_warns) == ([4, 5, 6], "", {}, set())
    (listed,) = table.report.lists["corrections"]
    assert (listed.what, listed.says) == ("round 1, [1, 2, 4] is [4, 5, 6]", "misread")


LOST: Line = WON | {"outcome": "lost", "winnings": 0, "returned": 0, "collected": 500}


def resettled(steps: tuple[str, ...], collected: Any, paid: Any, *, kept: str = "last") -> Table:
    """A table after a correction by which ana won and ben lost."""
    table = table_of("canberra-2005")
    played = played_at(table, 1, dice=[1, 2, 4], ana=SMALL, ben=BIG)
    played.collected, played.paid = {name: [LOST] for name in collected}, {name: [WON] for name in paid}
    setattr(table, kept, [played] if kept == "past" else played)
    table.resettled = (played, steps)
    return table


@pytest.mark.parametrize(
    ("steps", "collected", "paid", "found"),
    [
        (("collect", "pay"), ["ben"], ["ana"], []),
        (("collect", "pay"), [], ["ana"], ["ben was left out of the new settlement"]),
        (("collect", "pay"), ["ben"], [], ["ana was left out of the new settlement"]),
        (("collect",), ["ben"], [], []),
        (("collect",), ["ben"], ["ana"], ["the step to pay was not done before"]),
        ((), [], [], []),
        ((), ["ben"], [], ["the step to collect was not done before"]),
    ],
)
def test_a_correction_settles_everybody_anew_as_far_as_they_were(
    steps: tuple[str, ...], collected: list[str], paid: list[str], found: list[str]
) -> None:
    """Nobody is left out, and no step is done that was not."""
    table = resettled(steps, collected, paid)

    undone.all_corrected(table, set())

    assert said(table) == found


def test_a_correction_corrects_a_result() -> None:
    """At least one."""
    table = table_of("canberra-2005")

    undone.all_corrected(table, set())

    assert said(table) == ["no result was corrected"]


@pytest.mark.parametrize(
    ("kept", "steps", "due"),
    [
        ("last", ("collect", "pay"), True),
        ("round", ("collect", "pay"), True),
        ("past", ("collect", "pay"), False),
        ("round", ("collect",), False),
    ],
)
@pytest.mark.parametrize("warned", [False, True])
def test_a_correction_warns_whoever_has_to_be(
    kept: str, steps: tuple[str, ...], due: bool, warned: bool
) -> None:
    """When they are paid, and not of an older round."""
    table = resettled(steps, ["ben"], ["ana"] if "pay" in steps else [], kept=kept)
    assert table.resettled is not None
    table.resettled[0].rest_warns = {"ana"}
    table.resettled[0].rest = {"ana": ([], [WON]), "ben": ([LOST], [])}

    undone.all_corrected(table, {"ana"} if warned else set())

    assert said(table) == ([] if warned is due else ["others are warned than have to be"])


def test_a_correction_holds_back_the_winnings_that_wait() -> None:
    """As the first settlement had to."""
    table = resettled(("collect", "pay"), ["ben"], ["ana"])
    assert table.last is not None
    table.last.doubted = {"ana"}

    undone.all_corrected(table, set())

    assert said(table) == ["the winnings of ana were to be held back"]


def test_a_correction_leaves_no_debt_that_could_be_set_off() -> None:
    """Not of a cent."""
    table = resettled(("collect", "pay"), ["ben"], ["ana"])
    table.debts, table.racks = {("ana", "value-chip"): 5}, {("ana", "value-chip"): 1}

    undone.all_corrected(table, set())

    assert said(table) == ["a debt of ana was not set off"]


@pytest.mark.parametrize(
    ("before", "rewound", "advanced", "found"),
    [
        (True, True, True, False),
        (True, False, True, True),
        (True, True, False, True),
        (False, False, False, False),
    ],
)
def test_a_correction_counts_super_streaks_anew(
    before: bool, rewound: bool, advanced: bool, found: bool
) -> None:
    """Rewound to before the round and counted again, where they were counted."""
    table = table_of("star-sydney-2016")
    table.last = played_at(table, 1, dice=[1, 2, 4])
    table.last.before = table.streaks if before else None
    table.resettled = (table.last, ("collect", "pay"))
    table.rewound, table.advanced = table.last if rewound else None, advanced

    undone.all_corrected(table, set())

    assert said(table) == (["Super Streak was not counted anew"] if found else [])
