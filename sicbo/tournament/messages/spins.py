"""The commands and events that a heat has besides its table's: seals, passes, features and counts."""

from sicbo.machine.messages import Command, Event
from sicbo.table.messages.parts import Stake


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


class SpinCounted(Event, frozen=True):
    """A settled spin counts: who forfeits chips, or is warned, because the compulsory wager is missing."""

    table: str
    spin: int
    forfeits: tuple[tuple[str, int], ...]
    warned: tuple[str, ...]


class SpinRecounted(Event, frozen=True):
    """The result of a counted spin was corrected: `changes` is the change to each bank.

    `kept` is what the house gives or takes so that the banks of entrants who left stay as they are. `back`
    are the entrants in play again whom the wrong result had eliminated. If `reopened`, their heat goes on.
    """

    table: str
    spin: int
    changes: tuple[tuple[str, int], ...]
    kept: tuple[tuple[str, int], ...]
    back: tuple[str, ...]
    reopened: bool
