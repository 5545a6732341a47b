"""On which grounds a round is void, when and by whom: every part of what is asked of a void."""

import pytest

from sicbo.verify import undone
from sicbo.verify.rules import Stage
from sicbo.verify.state import Line
from tests.verify.by_hand import (
    BIG,
    SIGN,
    SMALL,
    WON,
    happens,
    played_at,
    ruled,
    said,
    table_of,
    void,
)


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
