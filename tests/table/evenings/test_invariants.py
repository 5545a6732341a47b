"""Every invariant is proved by a planted bug: one false fact in an evening, which the invariant finds."""

from collections.abc import Callable
from typing import Any

import pytest
from immutables import Map

from sicbo.game.policies import Step
from sicbo.machine.accounts import DROP, TABLE_FLOAT, WORLD, rack_account, receivable_account
from sicbo.machine.ledger import Transfer
from sicbo.machine.structs import replace
from sicbo.table.messages.chips import CountFloat, FillFloat
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.people import LeaveSeat, TakeSeat, WinningsFreed, WinningsWithheld
from sicbo.table.messages.round import (
    BuyIn,
    ChangeLimits,
    CloseTable,
    CorrectResult,
    DeclareVoid,
    GiveNotice,
    LimitsChanged,
    NoticeGiven,
    ResultCorrected,
    ResultEntered,
    RoundVoided,
    SlipRegistered,
    StepPerformed,
    TableOpened,
    ValueBrought,
    WagersPaid,
)
from sicbo.table.state import TableState
from tests.table.colours import FITTED
from tests.table.dealer import Dealer
from tests.table.evenings.invariants import EVERY, hold
from tests.table.evenings.moments import Books, Invariant, Moment, moments, post
from tests.table.people.test_withheld_winnings import held_back
from tests.table.pit import SMALL_ODD, Pit

Evening = list[Moment]
Plant = Callable[[Evening], None]
NUMBERS = dict(enumerate(EVERY, 1))


def moments_of(dealer: Dealer) -> Evening:
    """Return every moment of an evening."""
    return list(moments(dealer.start, dealer.journal, Books()))


def at_sydney() -> Dealer:
    """Chips of 2.50, a float, and a round that ana wins with chips and with a token."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open(chip=250, equipment=FITTED)
    dealer.say(BuyIn, player="ana", cents=5_000, instrument="token")
    dealer.say(CountFloat, cents=100_000, second="kim")
    dealer.say(FillFloat, cents=5_000, number="f1", second="kim")
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 500, "total-9": 500})
    dealer.bet("ben", {"big": 500})
    dealer.until(Step.PAY)
    return dealer


def at_canberra() -> Dealer:
    """One round with two slips."""
    dealer = Dealer("canberra-2005")
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 500})
    dealer.bet("ben", {"big": 500})
    dealer.until(Step.PAY)
    return dealer


def at_melbourne() -> Dealer:
    """A higher minimum after its twenty minutes, ana in a seat, and the closing after three spins."""
    dealer = Dealer("crown-melbourne-6.1/a")
    dealer.open(seats=2)
    dealer.say(TakeSeat, player="ana", seat=1)
    dealer.say(GiveNotice, subject="limits", minimum=1_000, maximum=50_000, in_seconds=1_200)
    dealer.wait(1_200)
    dealer.say(ChangeLimits, minimum=1_000, maximum=50_000)
    dealer.say(GiveNotice, subject="table")
    for _ in range(3):
        dealer.until(Step.PAY)
    dealer.say(LeaveSeat, player="ana")
    dealer.say(CloseTable)
    return dealer


def at_the_star() -> Dealer:
    """A Super Streak in play, and a round that is void."""
    pit = Pit()
    pit.rounds(SMALL_ODD)
    pit.streak()
    pit.until(Step.PLACE_BETS)
    pit.bet("ben", {"big": 500})
    pit.say(DeclareVoid, ground="not-flat", second="kim")
    return pit


def held_back_and_corrected() -> Dealer:
    """Winnings in suspense, of a round whose dice showed something else that wins."""
    dealer = held_back()
    dealer.say(CorrectResult, dice=(1, 2, 4), second="kim", reason="misread")
    return dealer


def complains(invariant: Invariant, evening: Evening) -> bool:
    """Return whether an invariant fails on an evening."""
    watch, books = invariant(), Books()
    next(watch)
    for moment in evening:
        post(books, moment.moved)
        try:
            watch.send(moment._replace(books=books))
        except (AssertionError, KeyError):
            return True
    return False


def index_of_event(evening: Evening, kind: type, **facts: Any) -> int:
    """Return the index of the first event of a kind with these facts."""
    for number, moment in enumerate(evening):
        if isinstance(moment.event, kind) and all(getattr(moment.event, k) == v for k, v in facts.items()):
            return number
    raise AssertionError(f"There is no {kind.__name__} in this evening.")


def with_changes(event: Any, **words: Any) -> Any:
    """Return an event, line or table with some fields changed."""
    return replace(event, **words)


def event_with(kind: type, changes: Callable[[Any], dict[str, Any]], **facts: Any) -> Plant:
    """Plant an event with changed fields."""

    def plant(evening: Evening) -> None:
        at = index_of_event(evening, kind, **facts)
        evening[at] = evening[at]._replace(
            event=with_changes(evening[at].event, **changes(evening[at].event))
        )

    return plant


def table_with(kind: type, changes: Callable[[Any], dict[str, Any]], **facts: Any) -> Plant:
    """Plant a changed table after an event."""

    def plant(evening: Evening) -> None:
        at = index_of_event(evening, kind, **facts)
        evening[at] = evening[at]._replace(after=replace(evening[at].after, **changes(evening[at].after)))

    return plant


def event_with_transfers(kind: type, *made: Any) -> Plant:
    """Plant additional transfers of an event."""

    def plant(evening: Evening) -> None:
        at = index_of_event(evening, kind)
        evening[at] = evening[at]._replace(moved=(*evening[at].moved, *made))

    return plant


def after_step(step: str, new: Callable[[Moment], Any]) -> Plant:
    """Plant an event after a step that left the table unchanged."""

    def plant(evening: Evening) -> None:
        at = index_of_event(evening, StepPerformed, step=step)
        was = evening[at]
        evening.insert(at + 1, Moment(new(was), was.after, was.after, (), was.books, True))

    return plant


def slip(**words: Any) -> Callable[[Moment], SlipRegistered]:
    """Return a slip of cho, who has no slip."""

    def registered_slip(moment: Moment) -> SlipRegistered:
        assert isinstance(moment.event, StepPerformed)
        facts = {"stamp": moment.event.stamp, "clause": "1", "command": "x1", "player": "cho", "before": ()}
        known = {"round": moment.event.round, "version": 1, "stakes": ()}
        return SlipRegistered(**{**facts, **known, **words})

    return registered_slip


def without(kind: type, **facts: Any) -> Plant:
    """Remove an event from the evening."""

    def plant(evening: Evening) -> None:
        del evening[index_of_event(evening, kind, **facts)]

    return plant


def correction_of_unread_dice(moment: Moment) -> ResultCorrected:
    """Return a correction of dice that were never entered."""
    assert isinstance(moment.event, StepPerformed)
    return ResultCorrected(
        stamp=moment.event.stamp,
        clause="1",
        command="x1",
        round=moment.event.round,
        entered=(6, 6, 6),
        dice=(1, 4, 4),
        second="kim",
        reason="misread",
        lit=(),
    )


def lines_with(**words: Any) -> Callable[[WagersPaid], dict[str, Any]]:
    """Return the first paid line with changed fields."""
    return lambda paid: {"lines": (replace(paid.lines[0], **words), *paid.lines[1:])}


def with_transfer(transfer: Transfer) -> Callable[[TableState], dict[str, Any]]:
    """Return balances with a transfer that no event made."""
    return lambda table: {"balances": table.balances.after_transfers([transfer])}


def no_slips(table: TableState) -> dict[str, Any]:
    """Remove the slips from the round."""
    assert table.round is not None
    return {"round": replace(table.round, slips=Map())}


def no_runs(table: TableState) -> dict[str, Any]:
    """Remove the runs from the table."""
    return {"streaks": replace(table.streaks, runs=())}


class Nothing:
    """A transfer of zero, which the ledger itself never makes."""

    kind, cents, source, target = "value-chip", 0, DROP, WORLD


TOKEN_OUT = Transfer("token", 5, TABLE_FLOAT, rack_account("cho"))
TOKEN_BACK = Transfer("token", 5, rack_account("cho"), TABLE_FLOAT)
CHIP_TO_CHO = Transfer("value-chip", 5, TABLE_FLOAT, rack_account("cho"))
A_TOKEN = Transfer("token", 1, TABLE_FLOAT, rack_account("cho"))
A_DEBT = Transfer("value-chip", 1, receivable_account("ana"), TABLE_FLOAT)
MUCH_CASH = Transfer("cash", 10**12, DROP, WORLD)

PLANTS: list[tuple[int, set[int], Callable[[], Dealer], Plant]] = [
    (1, {1}, at_canberra, table_with(StepPerformed, with_transfer(A_TOKEN))),
    (1, {1}, at_canberra, table_with(StepPerformed, with_transfer(A_DEBT))),
    (1, {1, 8}, at_canberra, event_with_transfers(ValueBrought, CHIP_TO_CHO)),
    (2, {2}, at_canberra, event_with_transfers(ValueBrought, Nothing())),
    (3, {3}, at_canberra, event_with_transfers(ValueBrought, MUCH_CASH)),
    (3, {3}, held_back_and_corrected, event_with(WinningsFreed, lambda freed: {"cents": freed.cents - 1})),
    (3, {3}, held_back_and_corrected, event_with(WinningsFreed, lambda freed: {"cents": freed.cents * 3})),
    (3, {3}, held_back_and_corrected, event_with(WinningsWithheld, lambda held: {"cents": held.cents + 1})),
    (3, {1, 3}, held_back_and_corrected, without(WinningsFreed)),
    (4, {4}, at_canberra, table_with(StepPerformed, no_slips, step="cover")),
    (5, {5}, at_sydney, event_with(WagersPaid, lines_with(returned=499))),
    (5, {5, 6, 8}, at_sydney, event_with(WagersPaid, lines_with(winnings=750))),
    (6, {6}, at_sydney, event_with(WagersPaid, lines_with(outcome="returned"))),
    (6, {6, 8}, at_sydney, event_with(WagersPaid, lines_with(winnings=600))),
    (7, {7}, at_sydney, event_with_transfers(SlipRegistered, TOKEN_OUT, TOKEN_BACK)),
    (8, {8}, at_sydney, table_with(ValueBrought, lambda table: {"drop_at_opening": -1})),
    (9, {9}, at_canberra, after_step("close", slip())),
    (9, {9}, at_the_star, after_step("cover", slip())),
    (10, {10}, at_canberra, after_step("place-bets", slip(round=2))),
    (11, {11}, at_canberra, after_step("place-bets", slip(version=2))),
    (12, {12}, at_canberra, after_step("place-bets", slip(stakes=(Stake("small", 500),)))),
    (13, {13}, at_canberra, after_step("cover", lambda was: with_changes(was.event, step="light"))),
    (14, {14}, at_canberra, after_step("pay", correction_of_unread_dice)),
    (14, {5, 6, 14}, at_canberra, event_with(ResultEntered, lambda entered: {"round": entered.round + 1})),
    (15, {15}, at_the_star, table_with(RoundVoided, no_runs)),
    (16, {16}, at_sydney, event_with(TableOpened, lambda _: {"minimum": 600})),
    (17, {17}, at_melbourne, without(NoticeGiven, subject="limits")),
    (17, {17}, at_melbourne, event_with(LimitsChanged, lambda changed: {"minimum": changed.minimum + 1})),
    (18, {18}, at_melbourne, without(NoticeGiven, subject="table")),
    (18, {18}, at_melbourne, table_with(StepPerformed, lambda table: {"seated": Map()})),
    (18, {18}, at_canberra, table_with(StepPerformed, lambda table: {"spins": 5})),
]  # fmt: skip


@pytest.mark.parametrize(
    "evening", [at_sydney, at_canberra, at_melbourne, at_the_star, held_back_and_corrected]
)
def test_an_honest_evening_breaks_no_invariant(evening: Callable[[], Dealer]) -> None:
    """Without a planted bug, every invariant holds."""
    dealer = evening()

    hold(dealer.start, dealer.journal)
    assert not any(complains(invariant, moments_of(dealer)) for invariant in EVERY)


@pytest.mark.parametrize(("number", "expected", "evening", "plant"), PLANTS)
def test_the_invariant_finds_what_is_planted(
    number: int, expected: set[int], evening: Callable[[], Dealer], plant: Plant
) -> None:
    """The invariant finds its planted bug; others may find it too if they check the same money."""
    moments_of_it = moments_of(evening())
    plant(moments_of_it)

    assert number in expected
    assert {one for one, invariant in NUMBERS.items() if complains(invariant, moments_of_it)} == expected


def test_no_invariant_is_without_a_planted_bug() -> None:
    """Each of the eighteen invariants is proved by a bug that it alone finds."""
    alone = {number for number, expected, _, _ in PLANTS if expected == {number}}

    assert alone == set(NUMBERS) == set(range(1, 19))
    assert [invariant.__name__[:3] for invariant in EVERY] == [f"i{number:02}" for number in NUMBERS]
