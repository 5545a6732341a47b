"""Commands and events about seats, offences, sanctions, refused wagers, disputes and tournament use."""

from sicbo.machine.messages import Command, Event
from sicbo.table.messages.parts import Stake


class TakeSeat(Command, frozen=True):
    """Sit down at the table."""

    player: str
    seat: int


class LeaveSeat(Command, frozen=True):
    """Leave the seat."""

    player: str


class RequireToVacate(Command, frozen=True):
    """Ask a player who does not wager to give up the seat."""

    player: str


class RecordOffence(Command, frozen=True):
    """Record forbidden conduct; `excuse` names what would make it lawful."""

    offence: str
    player: str
    note: str
    excuse: str = ""


class VoidPlayersWagers(Command, frozen=True):
    """Void all of an offender's wagers on the layout."""

    player: str
    note: str
    forfeit: bool = False


class ExcludeFromGame(Command, frozen=True):
    """Exclude an offender from this game."""

    player: str
    note: str


class ExcludeFromCasino(Command, frozen=True):
    """Exclude an offender from the casino, with the reference of the order."""

    player: str
    note: str
    reference: str


class LiftExclusion(Command, frozen=True):
    """Let a player who was excluded from the game play again."""

    player: str
    note: str


class Refer(Command, frozen=True):
    """Refer an offender to an inspector or the police."""

    player: str
    note: str
    to: str


class Detain(Command, frozen=True):
    """Detain an offender at `place` until the police arrive.

    `statute` names one of the rulebook's suspicions; if it is empty, the suspicion is that of a device.
    """

    player: str
    note: str
    place: str
    statute: str = ""


class EndDetention(Command, frozen=True):
    """End a detention: `name` is the police officer who arrived; if it is empty, `note` says why it ends."""

    player: str
    name: str = ""
    note: str = ""


class WithholdWinnings(Command, frozen=True):
    """Withhold a suspect's winnings until they are determined."""

    player: str
    note: str


class DetermineSuspense(Command, frozen=True):
    """Release withheld winnings to the player, or keep them."""

    player: str
    release: bool
    note: str


class RefuseWager(Command, frozen=True):
    """Refuse a player's bets before the close; if none is named, the whole slip."""

    player: str
    reason: str
    bets: tuple[str, ...] = ()


class RaiseDispute(Command, frozen=True):
    """Record a dispute, a complaint, a case that the rules do not cover or a promotion's dispute."""

    player: str
    about: str
    matter: str = "dispute"


class DecideDispute(Command, frozen=True):
    """Decide a dispute: whether the player is satisfied, and was told of the right to an inspector."""

    dispute: str
    decision: str
    satisfied: bool = False
    told_of_inspector: bool = False


class RequestReview(Command, frozen=True):
    """Request the review of a decision, if the rulebook provides one."""

    dispute: str


class ReviewDispute(Command, frozen=True):
    """Decide a dispute again, as another person of the reviewing rank."""

    dispute: str
    decision: str
    satisfied: bool = False
    told_of_inspector: bool = False


class SeatTaken(Event, frozen=True):
    """A player sat down."""

    player: str
    seat: int


class SeatLeft(Event, frozen=True):
    """A seat is free again; `required` if its player had to leave."""

    player: str
    required: bool


class OffenceRecorded(Event, frozen=True):
    """Forbidden conduct was recorded."""

    offence: str
    player: str
    note: str


class WagersVoided(Event, frozen=True):
    """Some of a player's wagers are void: refunded, held in suspense or forfeited."""

    player: str
    round: int
    stakes: tuple[Stake, ...]
    becomes: str
    note: str


class WagersForfeited(Event, frozen=True):
    """A player's stakes on a void round went to the house."""

    player: str
    round: int
    stakes: tuple[Stake, ...]


class WagerRefused(Event, frozen=True):
    """Wagers were refused before the close and returned."""

    player: str
    round: int
    stakes: tuple[Stake, ...]
    reason: str


class PlayerSanctioned(Event, frozen=True):
    """A player was sanctioned: how, why, and the reference, place or authority that belongs to it."""

    player: str
    sanction: str
    note: str
    reference: str = ""


class ExclusionLifted(Event, frozen=True):
    """A player who was excluded from the game may play again."""

    player: str
    note: str


class DetentionEnded(Event, frozen=True):
    """A detention ended: the police officer who arrived, or why it ended without one."""

    player: str
    name: str = ""
    note: str = ""


class WinningsWithheld(Event, frozen=True):
    """Winnings went into suspense."""

    player: str
    round: int
    cents: int


class WinningsFreed(Event, frozen=True):
    """Withheld winnings came back from suspense or the house, because their round is void or settled again.

    `kept` says that a determination had given them to the house.
    """

    player: str
    round: int
    cents: int
    kept: bool = False


class SuspenseDetermined(Event, frozen=True):
    """Withheld winnings went to the player, or to the house."""

    player: str
    released: bool
    held: tuple[tuple[str, int], ...]
    note: str


class DisputeRaised(Event, frozen=True):
    """A dispute was raised; the id of the command that raised it is its name."""

    player: str
    about: str
    matter: str
    round: int | None


class DisputeDecided(Event, frozen=True):
    """A dispute was decided: whether that is final, and what the player was told."""

    dispute: str
    decision: str
    satisfied: bool
    told_of_inspector: bool
    final: bool
    review: bool = False


class ReviewRequested(Event, frozen=True):
    """A review was requested from `reviewer`; `leaves` if that is outside the house."""

    dispute: str
    reviewer: str
    leaves: bool


class DesignateTable(Command, frozen=True):
    """Give the table to a tournament, between two rounds."""

    tournament: str


class ReleaseTable(Command, frozen=True):
    """Open the table to other play again after the tournament."""


class TableDesignated(Event, frozen=True):
    """The table is reserved for a tournament."""

    tournament: str


class TableReleased(Event, frozen=True):
    """The table is open to other play again."""
