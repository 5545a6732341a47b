"""Debts, reversals and stakes that go back when a round is void: every part of what is asked of them."""

import pytest

from sicbo.verify import undone
from sicbo.verify.state import Line, Notice, Round, Stake, Table
from tests.verify.by_hand import (
    CORRECT,
    SMALL,
    WON,
    Event,
    debt,
    happens,
    played_at,
    ruled,
    said,
    table_of,
    void,
)


@pytest.mark.parametrize(("owes", "rack", "rest"), [(1, 1, {}), (300, 200, {"ana": 100}), (200, 300, {})])
def test_as_much_of_a_debt_is_set_off_as_there_is(owes: int, rack: int, rest: dict[str, int]) -> None:
    """A cent too; what is wanting stays owed."""
    table = table_of("canberra-2005")
    table.debts, table.owed, table.racks = {("ana", "value-chip"): owes}, {"ana": owes}, {}
    table.give("ana", "value-chip", rack)

    undone.set_off(table, void("not-flat"), debt(min(owes, rack)))

    assert (said(table), table.owed, table.debts) == ([], rest, {})
    assert table.racks.get(("ana", "value-chip"), 0) == rack - min(owes, rack)


def test_nothing_is_set_off_without_a_debt() -> None:
    """Not a cent of what there is: it would be owed to them."""
    table = table_of("canberra-2005")
    table.give("ana", "value-chip", 100)

    undone.set_off(table, void("not-flat"), debt(1))

    assert said(table) == ["1 cents of ana are set off, it should be 0"]
    assert table.owed == {"ana": -1}


@pytest.mark.parametrize("cents", [0, 1])
def test_nothing_is_set_off_out_of_an_empty_rack(cents: int) -> None:
    """Not a cent of the debt, and then nothing is said of it."""
    table = table_of("canberra-2005")
    table.debts, table.owed = {("ana", "value-chip"): 100}, {"ana": 100}

    undone.set_off(table, void("not-flat"), debt(cents))

    assert said(table)[0] == f"{cents} cents of ana are set off, it should be 0"


@pytest.mark.parametrize(
    ("command", "turn", "advanced", "late"),
    [
        (void("not-flat"), None, False, False),
        (void("not-flat"), object(), False, True),
        (void("not-flat"), None, True, True),
        (CORRECT, None, False, False),
        (CORRECT, object(), True, False),
    ],
)
def test_a_debt_of_a_void_is_set_off_before_super_streaks(
    command: Event, turn: object, advanced: bool, late: bool
) -> None:
    """That of a correction comes after them."""
    table = table_of("star-sydney-2016")
    table.debts, table.owed, table.racks = {("ana", "value-chip"): 5}, {"ana": 5}, {("ana", "value-chip"): 5}
    table.turn, table.advanced = turn, advanced

    undone.set_off(table, command, debt(5))

    assert said(table) == (["a debt is set off out of a Super Streak"] if late else [])


def reversal(number: int = 1, lines: list[Line] | None = None) -> Event:
    """A settlement that is reversed."""
    return {"player": "ana", "round": number, "lines": [WON] if lines is None else lines}


def settled(table: Table) -> Round:
    """A round in which somebody won and was paid."""
    table.last = played_at(table, 1, dice=[1, 2, 4], ana=SMALL)
    table.last.paid = {"ana": [WON]}
    table.give("ana", "value-chip", 1_000)
    return table.last


def test_what_was_settled_is_taken_back_and_the_rest_is_owed() -> None:
    """The winnings and the stake, as far as they are there."""
    table = table_of("canberra-2005")
    played = settled(table)
    table.take("ana", "value-chip", 300)

    undone.unsettled(table, CORRECT, reversal())

    assert (said(table), played.paid, table.racks) == ([], {}, {})
    assert (table.owed, table.debts) == ({"ana": 300}, {("ana", "value-chip"): 300})


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (reversal(2), "round 2 is not kept any more"),
        (reversal(lines=[]), "not the very lines of ana are taken back"),
        (reversal() | {"player": "ben", "lines": []}, "not the very lines of ben are taken back"),
    ],
)
def test_what_was_not_settled_is_not_taken_back(event: Event, says: str) -> None:
    """Nor anything of a round that nobody knows, or of somebody who had nothing settled."""
    table = table_of("canberra-2005")
    settled(table)

    undone.unsettled(table, CORRECT, event)

    assert said(table) == [says]


@pytest.mark.parametrize(
    ("held", "released", "found"),
    [
        ({"ana": 500}, {}, True),
        ({"ana": 500}, {"ana": False}, True),
        ({"ana": 500}, {"ana": True}, False),
        ({"ben": 500}, {}, False),
        ({"ana": 0}, {"ana": False}, False),
    ],
)
def test_what_was_held_back_is_freed_before_it_is_taken_back(
    held: dict[str, int], released: dict[str, bool], found: bool
) -> None:
    """What lies in suspense would be taken twice."""
    table = table_of("canberra-2005")
    played = settled(table)
    played.withheld, played.released = dict(held), dict(released)

    undone.unsettled(table, CORRECT, reversal())

    assert said(table) == (["what was held back of ana stayed there"] if found else [])
    assert ("ana" in played.withheld, "ana" in played.released) == (False, False)


def back(player: str = "ana", number: int = 1, stake: Stake = SMALL) -> Event:
    """Stakes of a void round."""
    return {"player": player, "round": number, "stakes": [stake]}


@pytest.mark.parametrize(
    ("returned", "forfeits", "kept"),
    [
        ("stakes", "", False),
        ("stakes", "ana", False),
        ("nothing", "", True),
        ("all-but-the-fraudster", "", False),
        ("all-but-the-fraudster", "ana", True),
        ("all-but-the-fraudster", "ben", False),
    ],
)
@pytest.mark.parametrize("keeps", [False, True])
def test_stakes_go_back_or_stay_as_the_ground_says(
    returned: str, forfeits: str, kept: bool, keeps: bool
) -> None:
    """With the house stays what nobody gets back on that ground, or what the fraudster put down."""
    table = table_of("star-sydney-2016")
    ruled(table, "fraud", returned=returned)
    table.round = played_at(table, 1, ana=SMALL)

    event = undone.forfeited if keeps else undone.given_back
    event(table, void("fraud", 4, forfeits=forfeits), back())

    where = "to the house" if keeps else "back"
    assert said(table) == ([] if keeps == kept else [f"the stakes of ana go {where}"])
    assert table.racks == ({} if keeps else {("ana", "value-chip"): 500})
    assert table.round.given == {"ana"}


@pytest.mark.parametrize(
    ("ground", "event"),
    [("fraud", back("ben")), ("fraud", back(number=2)), ("boredom", back())],
    ids=["somebody else", "another round", "no ground"],
)
def test_no_stakes_go_back_of_nobody_or_for_nothing(ground: str, event: Event) -> None:
    """A player, a round and a ground that there are."""
    table = table_of("star-sydney-2016")
    table.round = played_at(table, 1, ana=SMALL)

    undone.forfeited(table, void(ground, 4), event)

    assert said(table) == [f"{event['player']} has no stakes in round {event['round']}"]


def test_stakes_go_back_once_and_in_full() -> None:
    """Every stake, and no stakes to somebody whose slip is empty."""
    table = table_of("canberra-2005")
    table.round = played_at(table, 1, ana=SMALL)
    table.round.slips["ben"] = (2, [])
    command = void("not-flat")

    undone.given_back(table, command, back())
    assert said(table) == []
    undone.given_back(table, command, back())
    assert said(table) == ["ana gets the stakes twice"]
    undone.given_back(table, command, back("ben") | {"stakes": []})
    assert said(table)[1:] == ["not every stake of ben is given back in full"]


def test_a_round_in_play_that_is_void_is_over() -> None:
    """It is listed, and a notice given in it counts from the next."""
    table = table_of("canberra-2005")
    table.round, table.number = played_at(table, 3, "spin"), 17
    table.notices["table"] = Notice(None, None, [], 0, 3, 3)

    assert happens(table, void("not-flat", note="one on another"), number=3) == []
    assert [table.round] == [None]
    assert table.notices["table"].spins == 2
    (listed,) = table.report.lists["voids"]
    assert listed == (17, "round 3, not-flat", "kim", 1, "8.1", "one on another")


def test_a_settled_round_that_is_void_is_forgotten_and_the_others_stay() -> None:
    """The one in play goes on."""
    table = table_of("singapore-etg", "1")
    first, second, third = (played_at(table, number, dice=[1, 2, 4]) for number in (1, 2, 3))
    table.past, table.last = [first, second], third
    table.round = played_at(table, 4)
    command = void("dice-damaged", 4, second="lee")

    assert happens(table, command | {"round": 1}) == []
    assert (table.past, table.last, table.round.number) == ([second], third, 4)
    assert happens(table, command | {"round": 3}, number=3) == []
    assert [*table.past, table.last, table.round.number] == [second, None, 4]
