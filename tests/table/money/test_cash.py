"""Cash, vouchers, credits, tickets and the table float."""

from typing import Any

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.machine.accounts import TABLE_FLOAT
from sicbo.rulebooks import every_layout
from sicbo.table.log_kind import TABLE, evolve_all
from sicbo.table.messages.chips import (
    BuyCredits,
    CountFloat,
    CreditFloat,
    DispenseTicket,
    ExchangeVoucher,
    FillFloat,
    FloatCounted,
)
from sicbo.table.messages.people import DetermineSuspense, RecordOffence, WithholdWinnings
from sicbo.table.messages.round import BuyIn, CashOut
from sicbo.table.messages.super_streak import PlaceStreak
from sicbo.table.money.table_float import expected_in_tray
from sicbo.table.state import state_hash
from tests.refused import Refused
from tests.table.colours import FITTED
from tests.table.dealer import Answer, Dealer

WITH_CHIPS = [layout for layout in every_layout() if not layout.startswith("singapore")]


def opened_table(layout: str, readings: dict[str, str] | None = None, **words: Any) -> Dealer:
    """Return a table with all equipment, where ana and ben have 10,000.00 each."""
    dealer = Dealer(layout, readings)
    dealer.open(**({"equipment": FITTED} | words))
    return dealer


def count(dealer: Dealer, cents: int, second: str = "kim") -> Answer:
    """Count the tray."""
    return dealer.say(CountFloat, Rank.DEALER, cents=cents, second=second)


def variance(answer: Answer) -> int:
    """Return the variance of a count."""
    assert not isinstance(answer, Refusal)
    assert isinstance(answer[0], FloatCounted)
    return answer[0].variance


@pytest.mark.parametrize("layout", WITH_CHIPS)
def test_the_float_follows_every_chip(layout: str) -> None:
    """10,000 counted; 500 collected and 300 paid, 1,000 bought in, 2,000 filled, 400 credited: 10,800."""
    dealer = opened_table(layout)
    first = count(dealer, 1_000_000)
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 30_000})
    dealer.bet("ben", {"big": 50_000})
    placed = expected_in_tray(dealer.table)
    dealer.until(Step.COLLECT, dice=(1, 4, 4))
    collected = expected_in_tray(dealer.table)
    dealer.until(Step.PAY)
    paid = expected_in_tray(dealer.table)
    dealer.say(BuyIn, player="ana", cents=100_000)
    dealer.say(FillFloat, Rank.DEALER, cents=200_000, number="F1", second="kim")
    dealer.say(CreditFloat, Rank.DEALER, cents=40_000, number="C1", second="kim")
    dealer.say(CashOut, player="ana", cents=1_000_000)

    assert variance(first) == 0
    assert (placed, collected, paid) == (1_000_000, 1_050_000, 1_020_000)
    assert expected_in_tray(dealer.table) == 1_020_000 - 100_000 + 200_000 - 40_000
    assert variance(count(dealer, 1_079_500)) == -500
    assert variance(count(dealer, 1_079_500)) == 0
    assert dealer.table.drop == 2_100_000
    assert (
        TABLE.evolve_all(dealer.start, dealer.journal).balances.amount_of(TABLE_FLOAT, "value-chip")
        == 1_079_500
    )
    assert state_hash(evolve_all(dealer.start, dealer.journal)) == state_hash(dealer.table)


def test_chips_on_super_streak_are_not_in_the_tray() -> None:
    """The Star: 25.00 is on Super Streak after the round; the tray's figure does not change."""
    dealer = opened_table("star-sydney-2016", equipment=(*FITTED, "streak screen"), streak_stake=2_500)
    count(dealer, 1_000_000)
    dealer.until(Step.PAY, dice=(1, 2, 4))
    taken = dealer.say(PlaceStreak, None, player="ana", round=2, side="small", cents=2_500)
    assert not isinstance(taken, Refusal), taken
    dealer.until(Step.PAY, dice=(1, 2, 4))

    assert dealer.rack("ana") == 997_500
    assert expected_in_tray(dealer.table) == 1_000_000


def test_chips_in_suspense_are_not_in_the_tray() -> None:
    """Melbourne: 25.00 is withheld apart from the tray; once it is released or kept, the tray's figure
    follows.
    """
    dealer = opened_table("crown-melbourne-6.1/a")
    count(dealer, 1_000_000)
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 2_500})
    dealer.until(Step.PAY)
    dealer.say(RecordOffence, offence="device", player="ana", note="seen")
    held = dealer.say(WithholdWinnings, player="ana", note="a device")
    withheld = expected_in_tray(dealer.table)
    dealer.say(DetermineSuspense, player="ana", release=False, note="it was one")

    assert not isinstance(held, Refusal), held
    assert withheld == 1_000_000 - 2_500
    assert expected_in_tray(dealer.table) == 1_000_000


def test_the_float_is_counted_by_two_before_it_is_moved() -> None:
    """A fill or credit is refused before a count, by one person, without a slip, or beyond what is there."""
    dealer = opened_table("crown-sydney-2024")
    fill: dict[str, Any] = {"cents": 500, "number": "F1", "second": "kim"}
    uncounted = dealer.say(FillFloat, **fill)
    alone = count(dealer, 500, second="dana")
    unnamed = count(dealer, 500, second="")
    negative = count(dealer, -1)
    count(dealer, 0)
    nothing = dealer.say(FillFloat, **(fill | {"cents": 0}))
    bare = dealer.say(FillFloat, **(fill | {"number": ""}))
    dealer.say(FillFloat, **fill)
    too_much = dealer.say(CreditFloat, **(fill | {"cents": 501}))
    credit_alone = dealer.say(CreditFloat, **(fill | {"second": ""}))

    assert uncounted == Refused("2.1.3(c)", "Count the float first.")
    assert (
        alone
        == unnamed
        == credit_alone
        == Refused("2.1.3(c)", "Two people count the chips. Name the second person.")
    )
    assert negative == nothing == Refused("2.1.3(c)", "Give the value of the chips in whole cents.")
    assert bare == Refused("2.1.3(c)", "Give the number of the slip that goes with the chips.")
    assert too_much == Refused("2.1.3(c)", "The tray should hold $5. Take out at most that much.")


def test_no_float_at_a_closed_table_nor_at_terminals() -> None:
    """There is nothing to count at either."""
    shut = count(Dealer("canberra-2005"), 500)
    terminals = count(opened_table("singapore-etg/1"), 500)

    assert shut == Refused("4.2", "The table is closed. Open it first.")
    assert terminals == Refused("1.7/player-terminal", "A table with terminals has no float.")


@pytest.mark.parametrize(
    ("layout", "kind", "reading", "instrument"),
    [
        ("crown-sydney-2024", "complimentary", {}, "value-chip"),
        ("crown-sydney-2024", "complimentary", {"S-18": "as-token"}, "token"),
        ("crown-sydney-2024", "promotional", {}, "token"),
        ("crown-melbourne-6.1/a", "complimentary", {}, "value-chip"),
        ("crown-melbourne-6.1/a", "promotional", {}, "value-chip"),
        ("crown-melbourne-6.1/a", "promotional", {"M-19": "kept"}, "token"),
        ("star-sydney-2016", "promotional", {}, "token"),
    ],
)
def test_a_voucher_becomes_chips_or_tokens(
    layout: str, kind: str, reading: dict[str, str], instrument: str
) -> None:
    """50.00 is exchanged once: the same number is then spent, and no cash goes into the drop."""
    dealer = opened_table(layout, reading)
    before = dealer.rack("ana", instrument)
    dealer.say(ExchangeVoucher, Rank.DEALER, player="ana", number="V1", kind=kind, cents=5_000)
    again = dealer.say(ExchangeVoucher, Rank.DEALER, player="ben", number="V1", kind=kind, cents=5_000)

    assert dealer.rack("ana", instrument) == before + 5_000
    assert isinstance(again, Refusal)
    assert again.says == "Voucher V1 has been changed already."
    assert dealer.table.drop == 2_000_000


@pytest.mark.parametrize(
    ("layout", "kind", "clause"),
    [
        ("canberra-2005", "complimentary", "4.2"),
        ("canberra-2005", "promotional", "4.2"),
        ("singapore-etg/1", "complimentary", "1.7/player-terminal"),
        ("star-sydney-2016", "complimentary", "1.1/casino-promotional-voucher"),
    ],
)
def test_a_voucher_that_the_rulebook_does_not_know_is_handed_back(
    layout: str, kind: str, clause: str
) -> None:
    """Without a clause there is no exchange."""
    answer = opened_table(layout).say(ExchangeVoucher, player="ana", number="V1", kind=kind, cents=5_000)

    assert answer == Refused(clause, f"This table does not change {kind} vouchers. Give the voucher back.")


def test_a_voucher_has_a_kind_a_number_and_a_value() -> None:
    """An exchange also needs an open table."""
    dealer = opened_table("crown-sydney-2024")
    voucher: dict[str, Any] = {"player": "ana", "number": "V1", "kind": "complimentary", "cents": 5_000}
    odd = dealer.say(ExchangeVoucher, **(voucher | {"kind": "birthday"}))
    blank = dealer.say(ExchangeVoucher, **(voucher | {"number": ""}))
    empty = dealer.say(ExchangeVoucher, **(voucher | {"cents": 0}))
    shut = Dealer("crown-sydney-2024").say(ExchangeVoucher, **voucher)

    assert odd == Refused("3.4", "A voucher is complimentary or promotional. Say which it is.")
    assert blank == Refused("3.4", "The voucher has no number. Do not change it.")
    assert empty == Refused("3.4", "A voucher is worth at least one cent. Read its value again.")
    assert shut == Refused("3.4", "The table is closed. Wait until it opens.")


def test_credits_and_tickets_are_for_terminals() -> None:
    """Credits need a terminal, money and an open table; a ticket needs credits."""
    chips = opened_table("crown-sydney-2024")
    terminals = opened_table("singapore-etg/1")
    clause = "1.7/player-terminal"

    assert chips.say(BuyCredits, None, player="ana", cents=500) == Refused(
        "3.1, 3.4", "This table has no terminals. Ask the dealer for chips."
    )
    assert isinstance(chips.say(DispenseTicket, None, player="ana", number="T1"), Refusal)
    assert terminals.say(BuyCredits, None, player="cat", cents=0) == Refused(
        clause, "Buy in for at least one cent."
    )
    assert not isinstance(
        opened_table("singapore-etg/1").say(BuyCredits, None, player="cat", cents=1), Refusal
    )
    assert Dealer("singapore-etg/1").say(BuyCredits, None, player="cat", cents=500) == Refused(
        clause, "The table is closed. Wait until it opens."
    )
    assert terminals.say(DispenseTicket, None, player="cat", number="T1") == Refused(
        clause, "cat has no credits to pay out."
    )
    assert terminals.say(DispenseTicket, None, player="ana", number="") == Refused(
        clause, "The ticket needs a number."
    )


def test_the_box_holds_what_was_put_in_and_nothing_before() -> None:
    """Two players bring 10,000.00 each, and the drop starts at zero."""
    dealer = Dealer("crown-sydney-2024")
    empty = dealer.table.drop
    dealer.open()

    assert (empty, dealer.table.drop) == (0, 2_000_000)
