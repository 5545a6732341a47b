"""The transfers of each event, in figures; every event is covered."""

import pytest
from immutables import Map

from sicbo.game.money import Instrument
from sicbo.game.policies import Step
from sicbo.game.rulebook.publication import enum_key
from sicbo.machine.accounts import (
    DROP,
    LEDGER_KINDS,
    TABLE_FLOAT,
    WORLD,
    Account,
    AccountPlace,
    layout_account,
    rack_account,
    receivable_account,
)
from sicbo.machine.ledger import Balances, Transfer
from sicbo.machine.structs import replace
from sicbo.rulebooks import every_layout
from sicbo.table.log_kind import TABLE, evolve
from sicbo.table.messages.chips import IssueColours
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import (
    BuyIn,
    CashOut,
    CorrectResult,
    DeclareVoid,
    RegisterSlip,
    SettlementReversed,
    SlipRegistered,
)
from tests.table.colours import FITTED
from tests.table.dealer import Dealer

CHIP, TOKEN, CASH, RED = "value-chip", "token", "cash", "colour-chip:red"


def transfers_of_last_events(dealer: Dealer, last: int) -> list[Transfer]:
    """Return the transfers of the last `last` events."""
    table, every = dealer.start, []
    for event in dealer.journal:
        every.append(TABLE.transfers(event, table))
        table = evolve(table, event)
    return [transfer for one in every[-last:] for transfer in one]


def at_play(stakes: dict[str, int]) -> Dealer:
    """Return a Crown Sydney table with a slip of ana's on the layout and betting open."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", stakes)
    return dealer


def test_cash_goes_into_the_drop_and_chips_come_out_of_the_float() -> None:
    """Two kinds are moved, each balanced; chips taken away leave for the world outside."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open()
    dealer.say(CashOut, player="ana", cents=400)

    assert transfers_of_last_events(dealer, 2) == [
        Transfer(CASH, 1_000_000, WORLD, DROP),
        Transfer(CHIP, 1_000_000, TABLE_FLOAT, rack_account("ben")),
        Transfer(CHIP, 400, rack_account("ana"), WORLD),
    ]


def test_a_voucher_brings_tokens_and_no_cash() -> None:
    """The drop holds cash only."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open()
    dealer.say(BuyIn, player="ana", cents=1_000, instrument=TOKEN)

    assert transfers_of_last_events(dealer, 1) == [Transfer(TOKEN, 1_000, TABLE_FLOAT, rack_account("ana"))]


def test_a_slip_moves_only_what_changes() -> None:
    """A slip of 35.00, then 10.00 less, then the same slip again."""
    dealer = at_play({"small": 2_500, "big": 1_000})
    down = transfers_of_last_events(dealer, 1)
    dealer.bet("ana", {"small": 2_500})
    off = transfers_of_last_events(dealer, 1)
    dealer.bet("ana", {"small": 2_500})

    assert down == [Transfer(CHIP, 3_500, rack_account("ana"), layout_account("ana"))]
    assert off == [Transfer(CHIP, 1_000, layout_account("ana"), rack_account("ana"))]
    assert transfers_of_last_events(dealer, 1) == []


def test_settlement_collects_from_the_layout_and_pays_from_the_float() -> None:
    """Small 25.00 wins on 1-4-4, Big 10.00 loses."""
    dealer = at_play({"small": 2_500, "big": 1_000})
    dealer.until(Step.PAY)

    assert transfers_of_last_events(dealer, 4) == [
        Transfer(CHIP, 1_000, layout_account("ana"), TABLE_FLOAT),
        Transfer(CHIP, 2_500, layout_account("ana"), rack_account("ana")),
        Transfer(CHIP, 2_500, TABLE_FLOAT, rack_account("ana")),
    ]


def test_a_token_that_wins_goes_to_the_float_and_brings_chips() -> None:
    """The house keeps the token; the player gets its value in chips."""
    dealer = at_play({})
    dealer.say(BuyIn, player="ana", cents=1_000, instrument=TOKEN)
    dealer.bet("ana", {"small": 1_000}, instrument=TOKEN)
    dealer.until(Step.PAY)

    assert transfers_of_last_events(dealer, 2) == [
        Transfer(TOKEN, 1_000, layout_account("ana"), TABLE_FLOAT),
        Transfer(CHIP, 1_000, TABLE_FLOAT, rack_account("ana")),
    ]


def test_a_void_gives_stakes_back_from_the_layout() -> None:
    """The stakes are returned, and nothing else moves."""
    dealer = at_play({"small": 2_500})
    dealer.until(Step.SPIN)
    dealer.say(DeclareVoid, ground="not-flat")

    assert transfers_of_last_events(dealer, 2) == [
        Transfer(CHIP, 2_500, layout_account("ana"), rack_account("ana"))
    ]


def test_wrong_winnings_still_in_the_rack_go_back() -> None:
    """The stake is on the layout again and is collected by the dice."""
    dealer = at_play({"small": 2_500})
    dealer.until(Step.PAY, dice=(1, 2, 4))
    dealer.say(CorrectResult, dice=(4, 5, 6), second="kim", reason="misread")

    assert transfers_of_last_events(dealer, 3) == [
        Transfer(CHIP, 2_500, rack_account("ana"), layout_account("ana")),
        Transfer(CHIP, 2_500, rack_account("ana"), TABLE_FLOAT),
        Transfer(CHIP, 2_500, layout_account("ana"), TABLE_FLOAT),
    ]


def test_wrong_winnings_that_are_gone_are_a_receivable() -> None:
    """All but 10.00 was cashed out: 10.00 comes from the rack, 40.00 is a debt."""
    dealer = at_play({"small": 2_500})
    dealer.until(Step.PAY, dice=(1, 2, 4))
    dealer.say(CashOut, player="ana", cents=1_001_500)
    dealer.say(CorrectResult, dice=(4, 5, 6), second="kim", reason="misread")
    balances = TABLE.evolve_all(dealer.start, dealer.journal).balances

    assert transfers_of_last_events(dealer, 3) == [
        Transfer(CHIP, 1_000, rack_account("ana"), layout_account("ana")),
        Transfer(CHIP, 1_500, receivable_account("ana"), layout_account("ana")),
        Transfer(CHIP, 2_500, receivable_account("ana"), TABLE_FLOAT),
        Transfer(CHIP, 2_500, layout_account("ana"), TABLE_FLOAT),
    ]
    assert dealer.table.debts["ana"] == 4_000
    assert balances.amount_of(rack_account("ana"), CHIP) == 0
    assert balances.accounts_with_wrong_sign() == []


def test_a_correction_takes_a_wrong_loss_out_of_the_float() -> None:
    """A stake collected in error returns to the layout and is paid."""
    dealer = at_play({"small": 2_500})
    dealer.until(Step.PAY, dice=(4, 5, 6))
    dealer.say(CorrectResult, dice=(1, 2, 4), second="kim", reason="misread")

    assert transfers_of_last_events(dealer, 3) == [
        Transfer(CHIP, 2_500, TABLE_FLOAT, layout_account("ana")),
        Transfer(CHIP, 2_500, layout_account("ana"), rack_account("ana")),
        Transfer(CHIP, 2_500, TABLE_FLOAT, rack_account("ana")),
    ]


@pytest.mark.parametrize("name", every_layout())
def test_balances_are_those_of_the_table(name: str) -> None:
    """After a round the racks agree, the layout is empty, each kind sums to zero, the drop has the cash."""
    dealer = Dealer(name)
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    dealer.bet("ana", {"small": 2_500, "total-9": 1_000})
    dealer.bet("ben", {"big": 2_500})
    dealer.until(Step.PAY)
    balances = TABLE.evolve_all(dealer.start, dealer.journal).balances

    assert balances.held_by_player(AccountPlace.RACK) == dict(dealer.table.racks)
    assert balances.held_by_player(AccountPlace.LAYOUT) == {}
    assert not balances.unbalanced_kinds()
    assert balances.amount_of(DROP, CASH) == 2_000_000


@pytest.mark.parametrize(
    ("kind", "cents", "target"), [("gold", 1, WORLD), (CASH, 0, WORLD), (CASH, -1, WORLD), (CASH, 1, DROP)]
)
def test_a_transfer_is_a_positive_amount_of_a_known_kind_between_two_accounts(
    kind: str, cents: int, target: Account
) -> None:
    """A zero or negative amount, an unknown kind or a single account is an error."""
    with pytest.raises(AssertionError):
        Transfer(kind, cents, DROP, target)


def test_one_cent_is_the_least_that_moves() -> None:
    """One cent can be moved."""
    assert (
        Balances()
        .after_transfers([Transfer(CHIP, 1, TABLE_FLOAT, rack_account("ana"))])
        .amount_of(rack_account("ana"), CHIP)
        == 1
    )


def test_accounts_on_the_wrong_side_are_found() -> None:
    """A rack a cent below zero and a debt a cent above it are wrong; a float that paid out is not."""
    below = Balances().after_transfers([Transfer(CHIP, 1, rack_account("ana"), TABLE_FLOAT)])
    above = Balances().after_transfers([Transfer(CHIP, 1, TABLE_FLOAT, receivable_account("ana"))])

    assert below.accounts_with_wrong_sign() == [(rack_account("ana"), CHIP, -1)]
    assert above.accounts_with_wrong_sign() == [(receivable_account("ana"), CHIP, 1)]
    assert (
        Balances()
        .after_transfers([Transfer(CHIP, 5, TABLE_FLOAT, rack_account("ana"))])
        .accounts_with_wrong_sign()
        == []
    )


def test_the_kinds_are_those_of_the_stakes_and_cash() -> None:
    """Every instrument has its own kind."""
    assert set(LEDGER_KINDS) == {enum_key(instrument) for instrument in Instrument} | {CASH}


def test_a_sum_other_than_zero_is_named_with_its_rest() -> None:
    """A rack has two chips too many; the tokens beside them balance."""
    books = Balances(
        Map(
            {
                (rack_account("ana"), CHIP): 500,
                (TABLE_FLOAT, CHIP): -300,
                (rack_account("ana"), TOKEN): 700,
                (TABLE_FLOAT, TOKEN): -700,
            }
        )
    )

    assert books.unbalanced_kinds() == {CHIP: 200}


@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 0), (5, 6), (6, 5)])
def test_a_slip_moves_a_single_cent_the_right_way(before: int, after: int) -> None:
    """A cent goes from the rack to the layout if the stake grew, and back if it shrank."""
    dealer = at_play({"small": 500})
    event = next(one for one in dealer.journal if isinstance(one, SlipRegistered))
    old, new = (tuple([Stake("small", cents, CHIP)] if cents else []) for cents in (before, after))

    places = (
        (rack_account("ana"), layout_account("ana"))
        if after > before
        else (layout_account("ana"), rack_account("ana"))
    )
    told = TABLE.transfers(replace(event, stakes=new, before=old), dealer.table)
    assert list(told) == [Transfer(CHIP, 1, *places)]


def test_a_correction_takes_the_change_back_in_money_and_the_pieces_in_kind() -> None:
    """400.00 in chips and ten red at 30.00 on Small, maximum 500.00: of 200.00 back, 20.00 is change."""
    dealer = Dealer("canberra-2005")
    dealer.open(equipment=FITTED, colours=("red", "blue"))
    dealer.say(IssueColours, player="ana", colour="red", pieces=10, value=3_000)
    dealer.until(Step.PLACE_BETS)
    stakes = (Stake("small", 40_000), Stake("small", 30_000, RED))
    dealer.say(RegisterSlip, None, player="ana", round=1, version=1, stakes=stakes)
    dealer.until(Step.PAY, dice=(4, 5, 6))
    dealer.say(CorrectResult, dice=(5, 5, 6), second="kim", reason="misread")
    reversal = next(one for one in dealer.journal if isinstance(one, SettlementReversed))
    books = TABLE.evolve_all(dealer.start, dealer.journal).balances

    assert [line.change for line in reversal.lines] == [0, 2_000]
    assert books.accounts_with_wrong_sign() == [] and books.unbalanced_kinds() == {}
    assert [books.amount_of(rack_account("ana"), kind) for kind in (CHIP, RED)] == [932_000, 18_000]
    assert [dealer.rack("ana", kind) for kind in (CHIP, RED)] == [932_000, 18_000]
