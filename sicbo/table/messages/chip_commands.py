"""Commands about chips, vouchers, cash, tickets and staff on duty."""

from sicbo.table.messages.base import Command


class IssueColours(Command, frozen=True):
    """Sell colour chips for value chips.

    `value` is the value of each piece, as the buyer declares it. `consent` names the holders who agreed to
    share the colour. `waiting` names the players who wait for a colour of their own.
    """

    player: str
    colour: str
    pieces: int
    value: int | None = None
    consent: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()


class RedeemColours(Command, frozen=True):
    """Change colour chips of this table back into value chips."""

    player: str
    colour: str
    pieces: int


class RedeemForeignColours(Command, frozen=True):
    """Change another table's colour chips: `traced` is their value if found, `lowest` the lowest minimum."""

    player: str
    issuer: str
    issuer_closed: bool
    colour: str
    pieces: int
    traced: int | None = None
    lowest: int | None = None


class SurrenderColours(Command, frozen=True):
    """Return colour chips of this closed table to its set after another table has changed them.

    `redemption` is the id of the command by which table `redeemer` changed them.
    """

    player: str
    colour: str
    pieces: int
    redeemer: str
    redemption: str


class RequireColours(Command, frozen=True):
    """Require a player to stake colour chips, or allow other chips again."""

    player: str
    required: bool = True


class ExchangeVoucher(Command, frozen=True):
    """Change a voucher: `kind` is complimentary or promotional."""

    player: str
    number: str
    kind: str
    cents: int


class BuyCredits(Command, frozen=True):
    """Buy credits on a terminal."""

    player: str
    cents: int


class DispenseTicket(Command, frozen=True):
    """Take all credits off a terminal as one ticket."""

    player: str
    number: str


class FillFloat(Command, frozen=True):
    """Bring value chips to the tray; `second` is the second person who counted them."""

    cents: int
    number: str
    second: str


class CreditFloat(Command, frozen=True):
    """Take value chips out of the tray; `second` is the second person who counted them."""

    cents: int
    number: str
    second: str


class CountFloat(Command, frozen=True):
    """Record what two people counted in the tray."""

    cents: int
    second: str


class SignOn(Command, frozen=True):
    """Come on duty at the table."""


class SignOff(Command, frozen=True):
    """Go off duty."""


ChipCommand = (
    IssueColours
    | RedeemColours
    | RedeemForeignColours
    | SurrenderColours
    | RequireColours
    | ExchangeVoucher
    | BuyCredits
    | DispenseTicket
    | FillFloat
    | CreditFloat
    | CountFloat
    | SignOn
    | SignOff
)
