"""What is said of the spins of a tournament: bets, seals, passes, results."""

import msgspec

from sicbo.table.messages.base import Command, Event, Stake
from sicbo.table.messages.events import SettledLine


class SettledSlip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What became of one entrant's slip, and of a compulsory wager that was not made."""

    player: str
    lines: tuple[SettledLine, ...]
    forfeited: int = 0
    warned: bool = False


class InviteBets(Command, frozen=True):
    """Open a spin at a table."""

    table: str


class PlaceSlip(Command, frozen=True):
    """Put an entrant's whole slip down in place of the one before."""

    table: str
    player: str
    stakes: tuple[Stake, ...]


class SealSlip(Command, frozen=True):
    """Make a secret wager: only its commitment is given."""

    table: str
    player: str
    commitment: str


class PlayPass(Command, frozen=True):
    """Hand in a pass card: nothing need be wagered on this spin."""

    table: str
    player: str


class UseFeature(Command, frozen=True):
    """Use a feature of the terms between two spins."""

    player: str
    feature: str


class CloseBets(Command, frozen=True):
    """Say that no more bets are taken."""

    table: str


class OpenSeal(Command, frozen=True):
    """Open a secret wager: salt and stakes that its commitment was made of."""

    table: str
    player: str
    salt: str
    stakes: tuple[Stake, ...]


class LapseSeal(Command, frozen=True):
    """Let a secret wager count for none, since nobody can open it."""

    table: str
    player: str
    note: str


class EnterSpin(Command, frozen=True):
    """Enter the dice, and settle."""

    table: str
    dice: tuple[int, int, int]


class VoidSpin(Command, frozen=True):
    """Say that the spin has no result, on a ground of the rulebook; it is played again."""

    table: str
    ground: str
    note: str


class CorrectSpin(Command, frozen=True):
    """Settle the last spin of a table anew by its dice; `second` is the other person who saw them."""

    table: str
    dice: tuple[int, int, int]
    second: str
    reason: str


class BetsInvited(Event, frozen=True):
    """A spin is open at a table."""

    table: str
    spin: int


class SlipPlaced(Event, frozen=True):
    """An entrant's whole slip lies on the layout, in place of the one before."""

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
    """An entrant need not wager on this spin."""

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
    """A secret wager is open: its stakes lie on the layout."""

    table: str
    player: str
    salt: str
    stakes: tuple[Stake, ...]


class SealLapsed(Event, frozen=True):
    """A secret wager counts for none."""

    table: str
    player: str
    note: str


class SpinSettled(Event, frozen=True):
    """The dice of a spin, and what became of every slip."""

    table: str
    spin: int
    dice: tuple[int, int, int]
    slips: tuple[SettledSlip, ...]


class SpinVoided(Event, frozen=True):
    """The spin has no result: stakes, seals and pass cards go back, and it is played again."""

    table: str
    spin: int
    ground: str
    note: str
    returned: tuple[tuple[str, int], ...]


class SpinCorrected(Event, frozen=True):
    """The dice prevail over what was entered: every slip settled by them, and what that gives or takes.

    `back` are in play again whom the wrong entry had put out; with `reopened` their heat goes on.
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


SpinCommand = (
    InviteBets
    | PlaceSlip
    | SealSlip
    | PlayPass
    | UseFeature
    | CloseBets
    | OpenSeal
    | LapseSeal
    | EnterSpin
    | VoidSpin
    | CorrectSpin
)
SpinEvent = (
    BetsInvited
    | SlipPlaced
    | SlipSealed
    | PassPlayed
    | FeatureUsed
    | BetsClosed
    | SealOpened
    | SealLapsed
    | SpinSettled
    | SpinVoided
    | SpinCorrected
)
