"""Commands about chips, cash and duty: the function for each, who may give it, and what its events do."""

from collections.abc import Callable
from typing import Any

from sicbo.errors import Refusal
from sicbo.game.ranks import Act
from sicbo.table.messages.base import Command
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
from sicbo.table.state import Table

HOW: dict[type[AnyCommand], Callable[[Table, Any], tuple[AnyEvent, ...] | Refusal]] = {
    IssueColours: colour_chips.issue,
    RedeemColours: colour_chips.redeem,
    RedeemForeignColours: foreign_chips.redeem_foreign,
    SurrenderColours: foreign_chips.surrender,
    RequireColours: colour_chips.require,
    ExchangeVoucher: cash.exchange,
    BuyCredits: cash.buy_credits,
    DispenseTicket: cash.dispense,
    FillFloat: cash.fill,
    CreditFloat: cash.credit,
    CountFloat: cash.count,
    SignOn: opening.sign_on,
    SignOff: opening.sign_off,
}

# Credits and tickets need no staff: the player handles them at the terminal.
NEEDS: dict[type[Command], Act] = {
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

EVOLVES: dict[type[AnyEvent], Callable[[Table, Any], Table]] = {
    ColoursIssued: colour_chips.issued,
    ColoursRedeemed: colour_chips.redeemed,
    ForeignColoursRedeemed: foreign_chips.redeemed_foreign,
    ColoursSurrendered: foreign_chips.surrendered,
    ColoursRequired: colour_chips.required,
    VoucherExchanged: cash.exchanged,
    TicketDispensed: cash.dispensed,
    FloatFilled: cash.filled,
    FloatCredited: cash.credited,
    FloatCounted: cash.counted,
    SignedOn: opening.signed_on,
    SignedOff: opening.signed_off,
}
