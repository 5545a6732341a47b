"""What is said of seats, offences, sanctions, refused wagers, disputes and tables given to tournaments."""

from sicbo.table.messages.base import Command, Event, Stake


class TakeSeat(Command, frozen=True):
    """Sit down at the table."""

    player: str
    seat: int


class LeaveSeat(Command, frozen=True):
    """Give the seat up."""

    player: str


class RequireToVacate(Command, frozen=True):
    """Ask a player who does not wager to give up the seat."""

    player: str


class RecordOffence(Command, frozen=True):
    """Put forbidden conduct on record; `excuse` names what would make it lawful."""

    offence: str
    player: str
    note: str
    excuse: str = ""


class VoidPlayersWagers(Command, frozen=True):
    """Void everything that an offender has on the layout."""

    player: str
    note: str
    forfeit: bool = False


class ExcludeFromGame(Command, frozen=True):
    """Let an offender wager no more in this game."""

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
    """Detain an offender until the police arrive: where, and on which suspicion of the rulebook's list.

    `statute` is the suspicion's name; without one it is that of a device.
    """

    player: str
    note: str
    place: str
    statute: str = ""


class EndDetention(Command, frozen=True):
    """End a detention: `name` is the police officer who arrived; without one the note says why it ends."""

    player: str
    name: str = ""
    note: str = ""


class WithholdWinnings(Command, frozen=True):
    """Hold a suspect's winnings back until they are determined."""

    player: str
    note: str


class DetermineSuspense(Command, frozen=True):
    """Release to a player what was held back, or keep it."""

    player: str
    release: bool
    note: str


class RefuseWager(Command, frozen=True):
    """Refuse bets of a player before the close; none named means the whole slip."""

    player: str
    reason: str
    bets: tuple[str, ...] = ()


class RaiseDispute(Command, frozen=True):
    """Put a dispute, a complaint, a case that the rules leave out or a promotion's dispute on record."""

    player: str
    about: str
    matter: str = "dispute"


class DecideDispute(Command, frozen=True):
    """Decide it: whether the player is satisfied, and whether the right to an inspector was told."""

    dispute: str
    decision: str
    satisfied: bool = False
    told_of_inspector: bool = False


class RequestReview(Command, frozen=True):
    """Ask for the review of a decision, where one is provided."""

    dispute: str


class ReviewDispute(Command, frozen=True):
    """Decide the dispute again, as somebody else of the rank that reviews."""

    dispute: str
    decision: str
    satisfied: bool = False
    told_of_inspector: bool = False


class SeatTaken(Event, frozen=True):
    """A player sat down."""

    player: str
    seat: int


class SeatLeft(Event, frozen=True):
    """A seat is free again; `required` where its player had to go."""

    player: str
    required: bool


class OffenceRecorded(Event, frozen=True):
    """Forbidden conduct is on record."""

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
    """Wagers were refused before the close and went back."""

    player: str
    round: int
    stakes: tuple[Stake, ...]
    reason: str


class PlayerSanctioned(Event, frozen=True):
    """A sanction fell on a player: which, why, with what reference or place, and to whom."""

    player: str
    sanction: str
    note: str
    reference: str = ""


class ExclusionLifted(Event, frozen=True):
    """A player may take part in the game again."""

    player: str
    note: str


class DetentionEnded(Event, frozen=True):
    """A player is detained no longer: the police officer who arrived, or why it ended without one."""

    player: str
    name: str = ""
    note: str = ""


class WinningsWithheld(Event, frozen=True):
    """Winnings went into suspense."""

    player: str
    round: int
    cents: int


class WinningsFreed(Event, frozen=True):
    """Winnings of a round that is settled anew, or void, came out of suspense, or back from the house.

    `kept` says that a determination had given them to the house.
    """

    player: str
    round: int
    cents: int
    kept: bool = False


class SuspenseDetermined(Event, frozen=True):
    """What was held back went to the player, or to the house."""

    player: str
    released: bool
    held: tuple[tuple[str, int], ...]
    note: str


class DisputeRaised(Event, frozen=True):
    """A dispute is open; the command that raised it names it."""

    player: str
    about: str
    matter: str
    round: int | None


class DisputeDecided(Event, frozen=True):
    """A dispute was decided, whether more can follow, and what the player was told."""

    dispute: str
    decision: str
    satisfied: bool
    told_of_inspector: bool
    final: bool
    review: bool = False


class ReviewRequested(Event, frozen=True):
    """A review was asked for, by whom it will be."""

    dispute: str
    reviewer: str
    leaves: bool


class DesignateTable(Command, frozen=True):
    """Give the table to a tournament, between two rounds."""

    tournament: str


class ReleaseTable(Command, frozen=True):
    """Open the table to other play again, after the tournament."""


class TableDesignated(Event, frozen=True):
    """The table is used by a tournament alone."""

    tournament: str


class TableReleased(Event, frozen=True):
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
