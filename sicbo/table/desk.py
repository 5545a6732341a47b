"""Commands about chips, cash and duty: the function for each, who may give it, and what its events do."""

from collections.abc import Callable
from typing import Any

from sicbo.errors import Refusal
from sicbo.game.ranks import Act
from sicbo.table.messages.base import TableCommand
from sicbo.table.messages.chip_commands import (
    BuyCredits,
    CountFloat,
    CreditFloat,
    DispenseTicket,
    ExchangeVoucher,
    FillFloat,
    IssueColours,
    RedeemColours,
    RedeemForeignColours,
    RequireColours,
    SignOff,
    SignOn,
    SurrenderColours,
)
from sicbo.table.messages.chip_events import (
    ColoursIssued,
    ColoursRedeemed,
    ColoursRequired,
    ColoursSurrendered,
    FloatCounted,
    FloatCredited,
    FloatFilled,
    ForeignColoursRedeemed,
    SignedOff,
    SignedOn,
    TicketDispensed,
    VoucherExchanged,
)
from sicbo.table.messages.commands import AnyCommand
from sicbo.table.messages.events import AnyEvent
from sicbo.table.money import cash, colour_chips, foreign_chips
from sicbo.table.round import opening
from sicbo.table.state import TableState

DECIDERS: dict[type[AnyCommand], Callable[[TableState, Any], tuple[AnyEvent, ...] | Refusal]] = {
    IssueColours: colour_chips.issue_colours,
    RedeemColours: colour_chips.redeem_colours,
    RedeemForeignColours: foreign_chips.redeem_foreign_colours,
    SurrenderColours: foreign_chips.surrender_colours,
    RequireColours: colour_chips.require_colours,
    ExchangeVoucher: cash.exchange_voucher,
    BuyCredits: cash.buy_credits,
    DispenseTicket: cash.dispense_ticket,
    FillFloat: cash.fill_float,
    CreditFloat: cash.credit_float,
    CountFloat: cash.count_float,
    SignOn: opening.sign_on,
    SignOff: opening.sign_off,
}

# Credits and tickets need no staff: the player handles them at the terminal.
REQUIRED_ACTS: dict[type[TableCommand], Act] = {
    IssueColours: Act.DEAL,
    RedeemColours: Act.DEAL,
    RedeemForeignColours: Act.DEAL,
    SurrenderColours: Act.VERIFY_FOREIGN_CHIPS,
    RequireColours: Act.REQUIRE_COLOUR_CHIPS,
    ExchangeVoucher: Act.DEAL,
    FillFloat: Act.DEAL,
    CreditFloat: Act.DEAL,
    CountFloat: Act.DEAL,
    SignOn: Act.DEAL,
    SignOff: Act.DEAL,
}

APPLIERS: dict[type[AnyEvent], Callable[[TableState, Any], TableState]] = {
    ColoursIssued: colour_chips.apply_colours_issued,
    ColoursRedeemed: colour_chips.apply_colours_redeemed,
    ForeignColoursRedeemed: foreign_chips.apply_foreign_colours_redeemed,
    ColoursSurrendered: foreign_chips.apply_colours_surrendered,
    ColoursRequired: colour_chips.apply_colours_required,
    VoucherExchanged: cash.apply_voucher_exchanged,
    TicketDispensed: cash.apply_ticket_dispensed,
    FloatFilled: cash.apply_float_filled,
    FloatCredited: cash.apply_float_credited,
    FloatCounted: cash.apply_float_counted,
    SignedOn: opening.apply_signed_on,
    SignedOff: opening.apply_signed_off,
}
