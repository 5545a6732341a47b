"""The commands and events of a tournament's spins: bets, seals, passes and results."""

from sicbo.machine.messages import Command, Event
from sicbo.machine.structs import Struct
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import SettledLine


class SettledSlip(Struct, frozen=True, forbid_unknown_fields=True):
    """The settlement of one entrant's slip, and of a compulsory wager that was not made."""

    player: str
    lines: tuple[SettledLine, ...]
    forfeited: int = 0
    warned: bool = False


class InviteBets(Command, frozen=True):
    """Open a spin at a table."""

    table: str


class PlaceSlip(Command, frozen=True):
    """Replace an entrant's whole slip."""

    table: str
    player: str
    stakes: tuple[Stake, ...]


class SealSlip(Command, frozen=True):
    """Make a secret wager, giving only its commitment."""

    table: str
    player: str
    commitment: str


class PlayPass(Command, frozen=True):
    """Play a pass card: no wager is needed on this spin."""

    table: str
    player: str


class UseFeature(Command, frozen=True):
    """Use a feature of the terms between two spins."""

    player: str
    feature: str


class CloseBets(Command, frozen=True):
    """Close betting: no more bets."""

    table: str


class OpenSeal(Command, frozen=True):
    """Open a secret wager: give the salt and stakes behind its commitment."""

    table: str
    player: str
    salt: str
    stakes: tuple[Stake, ...]


class LapseSeal(Command, frozen=True):
    """Count a secret wager that cannot be opened as no wager."""

    table: str
    player: str
    note: str


class EnterSpin(Command, frozen=True):
    """Enter the dice and settle the slips."""

    table: str
    dice: tuple[int, int, int]


class VoidSpin(Command, frozen=True):
    """Void the spin on a ground of the rulebook; it is played again."""

    table: str
    ground: str
    note: str


class CorrectSpin(Command, frozen=True):
    """Settle the last spin of a table again by its dice; `second` is the other person who saw them."""

    table: str
    dice: tuple[int, int, int]
    second: str
    reason: str


class BetsInvited(Event, frozen=True):
    """A spin is open at a table."""

    table: str
    spin: int


class SlipPlaced(Event, frozen=True):
    """An entrant's whole slip replaced the one before on the layout."""

    table: str
    player: str
    stakes: tuple[Stake, ...]
    before: tuple[Stake, ...]


class SlipSealed(Event, frozen=True):
    """An entrant made a secret wager; only its commitment is known."""

    table: str
    player: str
    commitment: str


class PassPlayed(Event, frozen=True):
    """An entrant played a pass card instead of wagering on this spin."""

    table: str
    player: str


class FeatureUsed(Event, frozen=True):
    """An entrant used a feature of the terms."""

    player: str
    feature: str
    chips: int


class BetsClosed(Event, frozen=True):
    """No more bets are taken for the spin."""

    table: str
    spin: int


class SealOpened(Event, frozen=True):
    """A secret wager was opened: its stakes are on the layout."""

    table: str
    player: str
    salt: str
    stakes: tuple[Stake, ...]


class SealLapsed(Event, frozen=True):
    """A secret wager counts as no wager."""

    table: str
    player: str
    note: str


class SpinSettled(Event, frozen=True):
    """The dice of a spin and the settlement of every slip."""

    table: str
    spin: int
    dice: tuple[int, int, int]
    slips: tuple[SettledSlip, ...]


class SpinVoided(Event, frozen=True):
    """The spin has no result: stakes, seals and pass cards are returned, and it is played again."""

    table: str
    spin: int
    ground: str
    note: str
    returned: tuple[tuple[str, int], ...]


class SpinCorrected(Event, frozen=True):
    """A wrong result was corrected by the dice: every slip settled again, and the change to each bank.

    `back` are the entrants in play again whom the wrong entry had eliminated. If `reopened`, their heat goes
    on.
    """

    table: str
    spin: int
    entered: tuple[int, int, int]
    dice: tuple[int, int, int]
    second: str
    reason: str
    slips: tuple[SettledSlip, ...]
    changes: tuple[tuple[str, int], ...]
    back: tuple[str, ...]
    reopened: bool
