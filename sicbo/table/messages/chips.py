"""Commands and events about chips, vouchers, cash, tickets and staff on duty."""

from sicbo.machine.messages import Command, Event


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


class ColoursIssued(Event, frozen=True):
    """A player changed value chips into pieces of a colour, each worth `value`, which `shown_by` shows."""

    player: str
    colour: str
    pieces: int
    value: int
    shown_by: str
    holders: tuple[str, ...]


class ColoursRedeemed(Event, frozen=True):
    """A player's pieces of a colour became value chips again."""

    player: str
    colour: str
    pieces: int
    value: int


class ForeignColoursRedeemed(Event, frozen=True):
    """A closed table's colour chips became value chips here, at their traced value or the lowest minimum."""

    player: str
    issuer: str
    colour: str
    pieces: int
    value: int
    traced: bool


class ColoursSurrendered(Event, frozen=True):
    """Colour chips of this closed table, which another table changed, are back in their set."""

    player: str
    colour: str
    pieces: int
    value: int
    redeemer: str
    redemption: str


class ColoursRequired(Event, frozen=True):
    """A player must stake colour chips, or no longer has to."""

    player: str
    required: bool


class VoucherExchanged(Event, frozen=True):
    """A voucher was spent; its value is now chips or tokens."""

    player: str
    number: str
    kind: str
    cents: int
    instrument: str


class TicketDispensed(Event, frozen=True):
    """All credits of a terminal became one ticket."""

    player: str
    number: str
    cents: int


class FloatFilled(Event, frozen=True):
    """Value chips came to the tray."""

    cents: int
    number: str
    second: str


class FloatCredited(Event, frozen=True):
    """Value chips left the tray for the cage."""

    cents: int
    number: str
    second: str


class FloatCounted(Event, frozen=True):
    """The tray was counted: what it held, and what it should hold; the first count expects nothing."""

    cents: int
    expected: int | None
    variance: int
    second: str


class SignedOn(Event, frozen=True):
    """A member of staff came on duty."""


class SignedOff(Event, frozen=True):
    """A member of staff went off duty."""
