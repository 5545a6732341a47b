"""Transfers of events about chips, floats, sanctions and Super Streak, in figures."""

from collections.abc import Callable
from typing import Any

import pytest

from sicbo.game.ranks import Rank
from sicbo.machine.accounts import (
    DROP,
    TABLE_FLOAT,
    WORLD,
    layout_account,
    rack_account,
    receivable_account,
    suspense_account,
)
from sicbo.machine.ledger import Transfer
from sicbo.machine.messages import Event, Stamp
from sicbo.machine.structs import replace
from sicbo.table.log_kind import TABLE
from sicbo.table.messages import chips, people as conduct, round as play, super_streak
from sicbo.table.messages.parts import Stake
from sicbo.table.state import TableState
from tests.table.dealer import Dealer
from tests.table.round.test_settlement import table_of

STAMP = Stamp("dana", Rank.DEALER, 1, 1)
CHIP, COLOUR, TOKEN = "value-chip", "colour-chip:red", "token"
SMALL = Stake("small", 2_500)
ANA, CLOTH = rack_account("ana"), layout_account("ana")


def table(layout_name: str = "star-sydney-2016") -> TableState:
    """Return an open table where ana has 10,000.00 before her."""
    dealer = Dealer(layout_name)
    dealer.open()
    return dealer.table


def transfers_of(kind: Callable[..., Event], at: TableState | None = None, /, **words: Any) -> list[Transfer]:
    """Return what one event moves."""
    event: Any = kind(stamp=STAMP, clause="1", command="c1", **words)
    return list(TABLE.transfers(event, at or table()))


def streak(winnings: int, returned: int, collected: int, *, ends: bool = True) -> super_streak.SettledStreak:
    """Return a settled Super Streak wager of 25.00."""
    return super_streak.SettledStreak(SMALL, "won", winnings, returned, collected, "6.4", length=4, ends=ends)


def test_colour_chips_are_bought_and_redeemed_with_value_chips() -> None:
    """Ten pieces at 5.00 move 50.00 each way; another table's pieces return to the table that sold them."""
    words: dict[str, Any] = {"player": "ana", "colour": "red", "pieces": 10, "value": 500}
    bought = transfers_of(chips.ColoursIssued, **words, shown_by="", holders=("ana",))
    foreign = transfers_of(chips.ForeignColoursRedeemed, **words, issuer="T2", traced=True)

    assert bought == [Transfer(CHIP, 5_000, ANA, TABLE_FLOAT), Transfer(COLOUR, 5_000, TABLE_FLOAT, ANA)]
    assert transfers_of(chips.ColoursRedeemed, **words) == [
        Transfer(COLOUR, 5_000, ANA, TABLE_FLOAT),
        Transfer(CHIP, 5_000, TABLE_FLOAT, ANA),
    ]
    assert foreign == [Transfer(CHIP, 5_000, TABLE_FLOAT, ANA)]
    assert transfers_of(chips.ColoursSurrendered, **words, redeemer="T2", redemption="c1") == [
        Transfer(COLOUR, 5_000, ANA, TABLE_FLOAT)
    ]


def test_vouchers_bring_chips_and_tickets_take_credits() -> None:
    """A voucher puts nothing into the drop."""
    voucher = transfers_of(
        chips.VoucherExchanged, player="ana", number="V1", kind="promotional", cents=500, instrument=TOKEN
    )

    assert voucher == [Transfer(TOKEN, 500, TABLE_FLOAT, ANA)]
    assert transfers_of(chips.TicketDispensed, player="ana", number="T1", cents=700) == [
        Transfer("credit", 700, ANA, WORLD)
    ]


def test_fills_and_credits_move_the_float() -> None:
    """Chips come from the cage and go back there."""
    words: dict[str, Any] = {"cents": 90_000, "number": "F1", "second": "kim"}

    assert transfers_of(chips.FloatFilled, **words) == [Transfer(CHIP, 90_000, WORLD, TABLE_FLOAT)]
    assert transfers_of(chips.FloatCredited, **words) == [Transfer(CHIP, 90_000, TABLE_FLOAT, WORLD)]


@pytest.mark.parametrize(
    ("expected", "variance", "made"),
    [
        (None, 0, [Transfer(CHIP, 500_000 + 2_000_000, WORLD, TABLE_FLOAT)]),
        (499_000, 1_000, [Transfer(CHIP, 1_000, WORLD, TABLE_FLOAT)]),
        (499_999, 1, [Transfer(CHIP, 1, WORLD, TABLE_FLOAT)]),
        (503_000, -3_000, [Transfer(CHIP, 3_000, TABLE_FLOAT, WORLD)]),
        (500_000, 0, []),
    ],
)
def test_a_count_brings_in_what_was_found(expected: int | None, variance: int, made: list[Transfer]) -> None:
    """The first count books tray and racks; later counts book only the difference."""
    words: dict[str, Any] = {"cents": 500_000, "second": "kim"}
    at = table()
    if expected is not None:
        tray = Transfer(CHIP, expected + 2_000_000, WORLD, TABLE_FLOAT)
        at = replace(at, balances=at.balances.after_transfers([tray]))

    assert transfers_of(chips.FloatCounted, at, **words, expected=expected, variance=variance) == made


@pytest.mark.parametrize(
    ("becomes", "target"),
    [("refunded", ANA), ("suspense", suspense_account("ana")), ("forfeited", TABLE_FLOAT)],
)
def test_a_voided_wager_goes_where_it_is_said(becomes: str, target: Any) -> None:
    """The stake goes back to the player, into suspense, or to the house."""
    words: dict[str, Any] = {"player": "ana", "round": 1, "stakes": (SMALL,), "note": ""}

    assert transfers_of(conduct.WagersVoided, **words, becomes=becomes) == [
        Transfer(CHIP, 2_500, CLOTH, target)
    ]


def test_forfeited_and_refused_wagers_leave_the_layout() -> None:
    """Forfeited stakes go to the house, refused ones back to the player."""
    words: dict[str, Any] = {"player": "ana", "round": 1, "stakes": (SMALL,)}

    assert transfers_of(conduct.WagersForfeited, **words) == [Transfer(CHIP, 2_500, CLOTH, TABLE_FLOAT)]
    assert transfers_of(conduct.WagerRefused, **words, reason="late") == [Transfer(CHIP, 2_500, CLOTH, ANA)]


def test_withheld_winnings_lie_in_suspense_until_they_are_determined() -> None:
    """They come from the rack while it lasts, and go from suspense to the player or to the house."""
    held = (("value-chip", 900),)
    words: dict[str, Any] = {"player": "ana", "held": held, "note": "done"}
    withheld: dict[str, Any] = {"player": "cho", "round": 1, "cents": 900}

    assert transfers_of(conduct.WinningsWithheld, player="ana", round=1, cents=900) == [
        Transfer(CHIP, 900, ANA, suspense_account("ana"))
    ]
    assert transfers_of(conduct.WinningsWithheld, **withheld) == [
        Transfer(CHIP, 900, receivable_account("cho"), suspense_account("cho"))
    ]
    assert transfers_of(conduct.SuspenseDetermined, **words, released=True) == [
        Transfer(CHIP, 900, suspense_account("ana"), ANA)
    ]
    assert transfers_of(conduct.SuspenseDetermined, **words, released=False) == [
        Transfer(CHIP, 900, suspense_account("ana"), TABLE_FLOAT)
    ]


@pytest.mark.parametrize(("kept", "source"), [(False, suspense_account("ana")), (True, TABLE_FLOAT)])
def test_winnings_of_a_round_settled_again_come_from_where_they_are(kept: bool, source: Any) -> None:
    """They come out of suspense, or from the house, to the rack from which they are reversed."""
    assert transfers_of(conduct.WinningsFreed, player="ana", round=1, cents=900, kept=kept) == [
        Transfer(CHIP, 900, source, ANA)
    ]


def test_super_streak_lies_on_the_layout_until_it_ends() -> None:
    """A length paid on the way moves winnings only; the end moves the stake too."""
    words: dict[str, Any] = {"player": "ana", "round": 1}
    won = [Transfer(CHIP, 2_500, CLOTH, ANA), Transfer(CHIP, 15_000, TABLE_FLOAT, ANA)]

    assert transfers_of(super_streak.StreakWagered, **words, stake=SMALL, side="small", count=1) == [
        Transfer(CHIP, 2_500, ANA, CLOTH)
    ]
    assert transfers_of(super_streak.StreakSettled, **words, lines=(streak(15_000, 2_500, 0),)) == won
    assert (
        transfers_of(super_streak.StreakSettled, **words, lines=(streak(15_000, 0, 0, ends=False),))
        == won[1:]
    )
    assert transfers_of(super_streak.StreakSettled, **words, lines=(streak(0, 0, 2_500),)) == [
        Transfer(CHIP, 2_500, CLOTH, TABLE_FLOAT)
    ]
    assert transfers_of(super_streak.StreakReversed, **words, lines=(streak(15_000, 2_500, 0),)) == [
        Transfer(CHIP, 2_500, ANA, CLOTH),
        Transfer(CHIP, 15_000, ANA, TABLE_FLOAT),
    ]
    assert transfers_of(super_streak.StreakReturned, **words, stakes=(SMALL,)) == [
        Transfer(CHIP, 2_500, CLOTH, ANA)
    ]


def test_terminals_bring_cash_into_the_drop() -> None:
    """Credits are bought with money."""
    words: dict[str, Any] = {"player": "ana", "cents": 700, "instrument": "credit"}

    assert transfers_of(play.ValueBrought, table("singapore-etg/1"), **words) == [
        Transfer("cash", 700, WORLD, DROP),
        Transfer("credit", 700, TABLE_FLOAT, ANA),
    ]


def test_the_change_of_a_cut_piece_is_taken_back_in_money() -> None:
    """Of ten red at 30.00, 100.00 is lost: six pieces are returned, and 20.00 as change."""
    line = play.SettledLine(Stake("small", 30_000, COLOUR), "lost", 0, 20_000, 10_000, "4.3", change=2_000)
    found = transfers_of(
        play.SettlementReversed, table_of("star-sydney-2016", pieces=10), player="ana", round=1, lines=(line,)
    )

    assert found == [
        Transfer(COLOUR, 12_000, TABLE_FLOAT, CLOTH),
        Transfer(COLOUR, 18_000, ANA, CLOTH),
        Transfer(CHIP, 2_000, ANA, TABLE_FLOAT),
    ]
