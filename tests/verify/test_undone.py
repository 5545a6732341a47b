"""Voids, corrections and debts at a table that is made by hand: every part of what is asked of them."""

from copy import copy
from typing import Any

import pytest

from sicbo.verify import undone
from sicbo.verify.report import TableReport
from sicbo.verify.rules import Stage
from sicbo.verify.state import Line, Notice, Round, Sign, Stake, Table
from tests.verify.test_law import law

Event = dict[str, Any]
SIGN = Sign(500, 50_000, 500, 500, None, ())
SMALL: Stake = ["small", 500, "value-chip"]
BIG: Stake = ["big", 500, "value-chip"]
WON: Line = {
    "stake": SMALL,
    "outcome": "won",
    "winnings": 500,
    "returned": 500,
    "collected": 0,
    "clause": "6",
}


def table_of(book: str, layout: str = "", **choice: Any) -> Table:
    """A table that is laid out, with other choices of its rulebook perhaps."""
    own = copy(law(book, layout))
    own.choice = own.choice | {name.replace("__", "."): value for name, value in choice.items()}
    own.powers = dict(own.powers)
    table = Table("T1", own, TableReport("T1"))
    table.lay_out()
    return table


def played_at(table: Table, number: int, *steps: str, dice: list[int] | None = None, **slips: Stake) -> Round:
    """A round with a stake of each player."""
    played = Round(number, SIGN, {})
    played.steps, played.dice = {*steps}, dice
    played.slips = {player: (1, [stake]) for player, stake in slips.items()}
    table.rounds = max(table.rounds, number)
    return played


def ruled(table: Table, ground: str, **parts: Any) -> None:
    """Another ruling on a ground."""
    own = table.law.grounds[ground]._replace(**parts)
    table.law.grounds = table.law.grounds | {ground: own}


def said(table: Table) -> list[str]:
    """What was found."""
    return [one.says for one in table.report.findings]


def void(ground: str, rank: int | None = 1, **words: Any) -> Event:
    """A command that declares a round void."""
    stamp = {"by": "kim", "rank": rank}
    plain: Event = {"round": None, "note": "", "second": "", "forfeits": "", "player": "", "bets": []}
    return {"type": "declare-void", "stamp": stamp, "ground": ground, **plain, **words}


def happens(table: Table, command: Event, *, stands: bool = False, number: int = 1) -> list[str]:
    """A round is void; what is found in that."""
    clause = table.law.grounds[command["ground"]].clause
    event = {"round": number, "ground": command["ground"], "note": command["note"]}
    undone.voided(table, command, event | {"clause": clause, "stands": stands})
    return said(table)


CORRECT: Event = {"type": "correct-result", "stamp": {"by": "kim", "rank": 2}, "round": None}


def debt(cents: int, kind: str = "value-chip") -> Event:
    """A debt that is set off."""
    return {"player": "ana", "instrument": kind, "cents": cents}


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


@pytest.mark.parametrize(
    ("asked", "number", "meant"),
    [(None, 2, True), (2, 2, True), (None, 1, False), (1, 2, False), (2, 1, False), (1, 1, True)],
)
def test_the_round_that_is_meant_is_void(asked: int | None, number: int, meant: bool) -> None:
    """The one that is named, else the one in play."""
    table = table_of("canberra-2005")
    table.last, table.round = played_at(table, 1), played_at(table, 2)

    found = happens(table, void("exposed-early", round=asked), number=number)
    assert found == ([] if meant else ["another round is void than the one that was meant"])


def test_where_no_round_is_in_play_the_one_just_settled_is_meant() -> None:
    """And where there is none, none is."""
    table = table_of("canberra-2005")
    assert [undone._is_meant(table, void("not-flat"), number) for number in (0, 1, 2)] == [True, False, False]
    table.last = played_at(table, 2)
    assert [undone._is_meant(table, void("not-flat"), number) for number in (0, 1, 2)] == [False, False, True]


def test_a_round_that_nobody_knows_is_not_void_nor_one_on_no_ground() -> None:
    """By its number and its ground."""
    table = table_of("canberra-2005")
    table.round = played_at(table, 1)

    assert happens(table, void("not-flat"), number=2) == ["not-flat voids no round 2 here"]
    event = {"round": 1, "ground": "boredom", "note": "", "clause": "8.1", "stands": False}
    undone.voided(table, void("boredom"), event)
    assert said(table)[1:] == ["boredom voids no round 1 here"]
    undone.voided(table, void("exposed-early"), event | {"ground": "exposed-early"})
    assert said(table)[2:] == ["the void is ruled by 8.3"]


@pytest.mark.parametrize(("needed", "rank"), [(1, 1), (1, None), (2, 1), (2, 2), (2, 3), (4, None)])
def test_a_void_needs_the_rank_of_its_ground(needed: int, rank: int | None) -> None:
    """Whoever has none has too little."""
    table = table_of("canberra-2005")
    ruled(table, "exposed-early", rank=needed)
    table.round = played_at(table, 1)

    found = happens(table, void("exposed-early", rank))
    assert found == ([] if (rank or 0) >= needed else [f"a void for exposed-early needs rank {needed}"])


@pytest.mark.parametrize(
    ("may", "note", "found"), [(True, "", True), (True, "a fight", False), (False, "", False)]
)
def test_a_void_that_is_a_choice_has_a_reason(may: bool, note: str, found: bool) -> None:
    """One that has to be needs none."""
    table = table_of("canberra-2005")
    ruled(table, "exposed-early", may=may)
    table.round = played_at(table, 1)

    lacks = ["a void that is a choice has no reason"] if found else []
    assert happens(table, void("exposed-early", note=note)) == lacks


@pytest.mark.parametrize(
    ("dice", "second", "found"),
    [(None, "", False), ([1, 2, 4], "", True), ([1, 2, 4], "kim", True), ([1, 2, 4], "lee", False)],
)
def test_a_void_after_the_result_has_a_second_person(
    dice: list[int] | None, second: str, found: bool
) -> None:
    """Who is somebody else."""
    table = table_of("canberra-2005")
    table.round = played_at(table, 1, dice=dice)

    lacks = ["a void after the result has no second person"] if found else []
    assert happens(table, void("exposed-early", second=second)) == lacks


NO_RANK, NOTHING = "a forfeiture without the rank for it", "ana has nothing to forfeit"


@pytest.mark.parametrize(
    ("returned", "player", "rank", "found"),
    [
        ("all-but-the-fraudster", "ana", 2, []),
        ("all-but-the-fraudster", "ana", 1, [NO_RANK]),
        ("all-but-the-fraudster", "ana", None, ["a void for exposed-early needs rank 1", NO_RANK]),
        ("all-but-the-fraudster", "ben", 2, [NOTHING]),
        ("stakes", "ana", 2, [NOTHING]),
        ("stakes", "ben", 1, [NO_RANK, NOTHING]),
    ],
)
def test_somebody_forfeits_who_has_a_wager_where_the_ground_says_so(
    returned: str, player: str, rank: int | None, found: list[str]
) -> None:
    """By somebody of the rank for it."""
    table = table_of("star-sydney-2016")
    ruled(table, "exposed-early", returned=returned)
    table.round = played_at(table, 1, **{player: SMALL})
    table.round.given = {player}

    assert happens(table, void("exposed-early", rank, forfeits="ana")) == found


@pytest.mark.parametrize("power", [None, 1])
def test_nobody_forfeits_where_no_clause_has_a_power_for_it(power: int | None) -> None:
    """Not by the highest rank; somebody without any has less than the lowest."""
    table = table_of("star-sydney-2016")
    known = table.law.powers.pop("forfeit")
    if power is not None:
        table.law.powers["forfeit"] = known._replace(rank=power)

    assert undone._rank_for(table, {"rank": 4}, "forfeit") is (power is not None)
    assert undone._rank_for(table, {"rank": None}, "forfeit") is False


@pytest.mark.parametrize(
    ("damaged", "returned", "ground", "last", "older"),
    [
        ("every-affected", "stakes-and-payouts", "dice-broken", True, True),
        ("every-affected", "stakes-and-payouts", "exposed-early", True, False),
        ("every-affected", "stakes", "dice-broken", False, False),
        ("every-affected", "stakes", "exposed-early", False, False),
        ("this-round", "stakes-and-payouts", "dice-broken", False, False),
        ("this-round", "stakes-and-payouts", "exposed-early", True, False),
        ("this-round", "stakes", "dice-broken", False, False),
        ("this-round", "stakes", "exposed-early", False, False),
    ],
)
def test_a_settled_round_stands_where_its_ground_does_not_reach_it(
    damaged: str, returned: str, ground: str, last: bool, older: bool
) -> None:
    """The last one where payouts come back too; an older one where every round with bad dice is affected."""
    for number, reached in ((2, last), (1, older)):
        table = table_of("canberra-2005", faults__damaged_dice=damaged)
        ruled(table, ground, returned=returned)
        table.past, table.last = [played_at(table, 1)], played_at(table, 2)

        found = happens(table, void(ground, round=number), number=number)
        assert found == ([] if reached else ["a settled round stands"]), number


@pytest.mark.parametrize(
    ("ground", "steps", "due", "rank", "can"),
    [
        ("not-flat", {"spin"}, None, 0, True),
        ("not-flat", {"cover"}, None, 4, False),
        ("tumbler-fault", {"spin"}, None, 0, True),
        ("tumbler-fault", set(), None, 4, False),
        ("too-few-tumbles", {"spin"}, None, 1, False),
        ("too-few-tumbles", {"spin"}, None, 2, True),
        ("too-few-tumbles", {"spin"}, None, 3, True),
        ("too-few-tumbles", {"spin"}, "too-few-tumbles", 1, True),
        ("too-few-tumbles", set(), None, 2, False),
        ("too-few-tumbles", set(), "power", 1, False),
        ("exposed-early", set(), None, 0, True),
    ],
)
def test_a_ground_is_the_case_at_some_points_of_a_round(
    ground: str, steps: set[str], due: str | None, rank: int, can: bool
) -> None:
    """Of a spin after it; who recorded enough tumbles does not say alone that they were too few."""
    table = table_of("star-sydney-2016")
    table.round = played_at(table, 1, *steps)
    table.round.void_due = due

    assert undone._can_be(table, table.round, ground, rank) is can


def test_a_ground_that_is_not_the_case_voids_no_round() -> None:
    """Whoever has no rank has none that would be enough."""
    table = table_of("star-sydney-2016")
    table.round = played_at(table, 1)
    assert happens(table, void("not-flat")) == ["not-flat cannot be the case at this point of the round"]

    too_few = "too-few-tumbles cannot be the case at this point of the round"
    for rank, found in ((1, [too_few]), (2, []), (4, [])):
        table = table_of("star-sydney-2016")
        table.round = played_at(table, 1, "spin")
        assert happens(table, void("too-few-tumbles", rank)) == found


@pytest.mark.parametrize(
    ("button", "there", "steps", "can"),
    [
        ("touch-screens", True, {"close"}, True),
        ("touch-screens", True, set(), False),
        ("touch-screens", True, {"close", "press-close"}, False),
        ("touch-screens", False, {"close"}, False),
        ("every-table", False, {"close"}, True),
        ("every-table", False, set(), False),
        ("every-table", False, {"close", "press-close"}, False),
    ],
)
def test_a_button_was_not_pressed_between_the_close_and_its_step(
    button: str, there: bool, steps: set[str], can: bool
) -> None:
    """Where there is one, or where every table has to have one."""
    table = table_of("star-sydney-2016", round__button=button)
    table.stages = (Stage("close", "5", None), *((Stage("press-close", "5", None),) if there else ()))
    table.round = played_at(table, 1, *steps)

    assert undone._can_be(table, table.round, "button-not-pressed", 1) is can


@pytest.mark.parametrize(
    ("damaged", "steps", "can"),
    [
        ("until-called", set(), True),
        ("until-called", {"call"}, False),
        ("until-paid", {"call"}, True),
        ("until-paid", set(), True),
    ],
)
def test_dice_break_until_the_call_where_that_is_ruled(damaged: str, steps: set[str], can: bool) -> None:
    """Elsewhere after it too."""
    table = table_of("canberra-2005", faults__damaged_dice=damaged)
    table.round = played_at(table, 1, *steps)

    assert undone._can_be(table, table.round, "dice-broken", 1) is can


@pytest.mark.parametrize(
    ("established", "steps", "can"),
    [
        ("at-rest", {"cover"}, True),
        ("at-rest", {"spin"}, False),
        ("read", {"spin"}, True),
        ("read", {"spin", "uncover"}, False),
    ],
)
def test_a_round_is_interrupted_until_an_outcome_is_established(
    established: str, steps: set[str], can: bool
) -> None:
    """When the dice are at rest, or when they are read."""
    table = table_of("singapore-etg", "1", faults__established=established)
    table.round = played_at(table, 1, *steps)

    assert undone._can_be(table, table.round, "interrupted", 1) is can


@pytest.mark.parametrize(
    ("returned", "stands", "given", "found"),
    [
        ("stakes", False, {"ana", "ben"}, []),
        ("stakes", False, {"ana"}, ["the stakes of ben were forgotten"]),
        ("stakes", True, {"ana", "ben"}, ["whether the wagers stand is not as ruled"]),
        ("stands", True, set(), []),
        ("stands", True, {"ben"}, ["the stakes of ben were given back"]),
        ("stands", False, set(), ["whether the wagers stand is not as ruled"]),
    ],
)
def test_every_stake_goes_back_or_every_one_stands(
    returned: str, stands: bool, given: set[str], found: list[str]
) -> None:
    """An empty slip does neither."""
    table = table_of("star-sydney-2016")
    ruled(table, "exposed-early", returned=returned)
    table.round = played_at(table, 1, ana=SMALL, ben=BIG)
    table.round.slips["chi"] = (2, [])
    table.round.given = given

    assert happens(table, void("exposed-early"), stands=stands) == found


@pytest.mark.parametrize("step", ["collected", "paid"])
def test_a_round_is_not_void_with_something_settled(step: str) -> None:
    """Neither what was collected nor what was paid."""
    table = table_of("canberra-2005")
    table.round = played_at(table, 1)
    setattr(table.round, step, {"ana": [WON]})

    assert happens(table, void("exposed-early")) == ["a settlement was not taken back"]


@pytest.mark.parametrize(
    ("rack", "later", "found"),
    [(0, [], False), (1, [], True), (1_000, [WON], False), (1_001, [WON], True)],
)
def test_a_debt_is_set_off_but_not_out_of_later_super_streaks(
    rack: int, later: list[Line], found: bool
) -> None:
    """A cent of what else there is shows that it was not."""
    table = table_of("star-sydney-2016")
    table.round = played_at(table, 1)
    table.round.streak_lines = {"ana": later}
    table.debts = {("ana", "value-chip"): 5}
    table.give("ana", "value-chip", rack)

    assert happens(table, void("exposed-early")) == (["a debt of ana was not set off"] if found else [])


def test_super_streaks_of_others_or_in_another_kind_leave_a_debt_as_it_is() -> None:
    """What they brought is not on that rack."""
    table = table_of("star-sydney-2016")
    table.debts, table.racks = {("ana", "token"): 5}, {("ana", "token"): 1}

    undone._debts_set_off(table, {"ana": [WON], "ben": [WON]})
    table.racks = {}
    undone._debts_set_off(table, {"ana": [WON], "ben": [WON]})

    assert said(table) == ["a debt of ana was not set off"]


def test_a_void_whose_wagers_stand_repeats_the_spin_with_them() -> None:
    """The round begins again with the cover, and betting is open where it was before."""
    for book, before in (("canberra-2005", {"place-bets"}), ("star-sydney-2016", set[str]())):
        table = table_of(book)
        ruled(table, "exposed-early", returned="stands")
        table.round = played_at(table, 4, "cover", "spin", "place-bets", ana=SMALL)
        first = table.round

        assert happens(table, void("exposed-early"), stands=True, number=4) == []
        again = table.round
        assert again is not None and again is not first
        assert (again.number, table.rounds, table.report.counts["rounds"]) == (5, 5, 1)
        assert (again.done, again.steps, again.open) == (len(before), before, bool(before))
        assert (again.slips, again.sign) == ({"ana": (1, [SMALL])}, SIGN)


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
