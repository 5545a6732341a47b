"""Commands and events about seats, offences, sanctions, refused wagers, disputes and tournament use."""

from sicbo.table.messages.base import Stake, TableCommand, TableEvent


class TakeSeat(TableCommand, frozen=True):
    """Sit down at the table."""

    player: str
    seat: int


class LeaveSeat(TableCommand, frozen=True):
    """Leave the seat."""

    player: str


class RequireToVacate(TableCommand, frozen=True):
    """Ask a player who does not wager to give up the seat."""

    player: str


class RecordOffence(TableCommand, frozen=True):
    """Record forbidden conduct; `excuse` names what would make it lawful."""

    offence: str
    player: str
    note: str
    excuse: str = ""


class VoidPlayersWagers(TableCommand, frozen=True):
    """Void all of an offender's wagers on the layout."""

    player: str
    note: str
    forfeit: bool = False


class ExcludeFromGame(TableCommand, frozen=True):
    """Exclude an offender from this game."""

    player: str
    note: str


class ExcludeFromCasino(TableCommand, frozen=True):
    """Exclude an offender from the casino, with the reference of the order."""

    player: str
    note: str
    reference: str


class LiftExclusion(TableCommand, frozen=True):
    """Let a player who was excluded from the game play again."""

    player: str
    note: str


class Refer(TableCommand, frozen=True):
    """Refer an offender to an inspector or the police."""

    player: str
    note: str
    to: str


class Detain(TableCommand, frozen=True):
    """Detain an offender at `place` until the police arrive.

    `statute` names one of the rulebook's suspicions; if it is empty, the suspicion is that of a device.
    """

    player: str
    note: str
    place: str
    statute: str = ""


class EndDetention(TableCommand, frozen=True):
    """End a detention: `name` is the police officer who arrived; if it is empty, `note` says why it ends."""

    player: str
    name: str = ""
    note: str = ""


class WithholdWinnings(TableCommand, frozen=True):
    """Withhold a suspect's winnings until they are determined."""

    player: str
    note: str


class DetermineSuspense(TableCommand, frozen=True):
    """Release withheld winnings to the player, or keep them."""

    player: str
    release: bool
    note: str


class RefuseWager(TableCommand, frozen=True):
    """Refuse a player's bets before the close; if none is named, the whole slip."""

    player: str
    reason: str
    bets: tuple[str, ...] = ()


class RaiseDispute(TableCommand, frozen=True):
    """Record a dispute, a complaint, a case that the rules do not cover or a promotion's dispute."""

    player: str
    about: str
    matter: str = "dispute"


class DecideDispute(TableCommand, frozen=True):
    """Decide a dispute: whether the player is satisfied, and was told of the right to an inspector."""

    dispute: str
    decision: str
    satisfied: bool = False
    told_of_inspector: bool = False


class RequestReview(TableCommand, frozen=True):
    """Request the review of a decision, if the rulebook provides one."""

    dispute: str


class ReviewDispute(TableCommand, frozen=True):
    """Decide a dispute again, as another person of the reviewing rank."""

    dispute: str
    decision: str
    satisfied: bool = False
    told_of_inspector: bool = False


class SeatTaken(TableEvent, frozen=True):
    """A player sat down."""

    player: str
    seat: int


class SeatLeft(TableEvent, frozen=True):
    """A seat is free again; `required` if its player had to leave."""

    player: str
    required: bool


class OffenceRecorded(TableEvent, frozen=True):
    """Forbidden conduct was recorded."""

    offence: str
    player: str
    note: str


class WagersVoided(TableEvent, frozen=True):
    """Some of a player's wagers are void: refunded, held in suspense or forfeited."""

    player: str
    round: int
    stakes: tuple[Stake, ...]
    becomes: str
    note: str


class WagersForfeited(TableEvent, frozen=True):
    """A player's stakes on a void round went to the house."""

    player: str
    round: int
    stakes: tuple[Stake, ...]


class WagerRefused(TableEvent, frozen=True):
    """Wagers were refused before the close and returned."""

    player: str
    round: int
    stakes: tuple[Stake, ...]
    reason: str


class PlayerSanctioned(TableEvent, frozen=True):
    """A player was sanctioned: how, why, and the reference, place or authority that belongs to it."""

    player: str
    sanction: str
    note: str
    reference: str = ""


class ExclusionLifted(TableEvent, frozen=True):
    """A player who was excluded from the game may play again."""

    player: str
    note: str


class DetentionEnded(TableEvent, frozen=True):
    """A detention ended: the police officer who arrived, or why it ended without one."""

    player: str
    name: str = ""
    note: str = ""


class WinningsWithheld(TableEvent, frozen=True):
    """Winnings went into suspense."""

    player: str
    round: int
    cents: int


class WinningsFreed(TableEvent, frozen=True):
    """Withheld winnings came back from suspense or the house, because their round is void or settled again.

    `kept` says that a determination had given them to the house.
    """

    player: str
    round: int
    cents: int
    kept: bool = False


class SuspenseDetermined(TableEvent, frozen=True):
    """Withheld winnings went to the player, or to the house."""

    player: str
    released: bool
    held: tuple[tuple[str, int], ...]
    note: str


class DisputeRaised(TableEvent, frozen=True):
    """A dispute was raised; the id of the command that raised it is its name."""

    player: str
    about: str
    matter: str
    round: int | None


class DisputeDecided(TableEvent, frozen=True):
    """A dispute was decided: whether that is final, and what the player was told."""

    dispute: str
    decision: str
    satisfied: bool
    told_of_inspector: bool
    final: bool
    review: bool = False


class ReviewRequested(TableEvent, frozen=True):
    """A review was requested from `reviewer`; `leaves` if that is outside the house."""

    dispute: str
    reviewer: str
    leaves: bool


class DesignateTable(TableCommand, frozen=True):
    """Give the table to a tournament, between two rounds."""

    tournament: str


class ReleaseTable(TableCommand, frozen=True):
    """Open the table to other play again after the tournament."""


class TableDesignated(TableEvent, frozen=True):
    """The table is reserved for a tournament."""

    tournament: str


class TableReleased(TableEvent, frozen=True):
    """The table is open to other play again."""


DesignationEvent = TableDesignated | TableReleased
ConductCommand = (
    TakeSeat
    | LeaveSeat
    | RequireToVacate
    | RecordOffence
    | VoidPlayersWagers
    | ExcludeFromGame
    | ExcludeFromCasino
    | LiftExclusion
    | Refer
    | Detain
    | EndDetention
    | WithholdWinnings
    | DetermineSuspense
    | RefuseWager
    | RaiseDispute
    | DecideDispute
    | RequestReview
    | ReviewDispute
    | DesignateTable
    | ReleaseTable
)
ConductEvent = (
    SeatTaken
    | SeatLeft
    | OffenceRecorded
    | WagersVoided
    | WagersForfeited
    | WagerRefused
    | PlayerSanctioned
    | ExclusionLifted
    | DetentionEnded
    | WinningsWithheld
    | WinningsFreed
    | SuspenseDetermined
    | DisputeRaised
    | DisputeDecided
    | ReviewRequested
    | DesignationEvent
)
