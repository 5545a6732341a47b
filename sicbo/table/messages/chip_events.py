"""Events about chips, vouchers, cash, tickets and staff on duty."""

from sicbo.table.messages.base import Event


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


ChipEvent = (
    ColoursIssued
    | ColoursRedeemed
    | ForeignColoursRedeemed
    | ColoursSurrendered
    | ColoursRequired
    | VoucherExchanged
    | TicketDispensed
    | FloatFilled
    | FloatCredited
    | FloatCounted
    | SignedOn
    | SignedOff
)
