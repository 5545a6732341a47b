"""The events of a tournament. An event is a fact: a correction is another event."""

import msgspec

from sicbo.table.messages.base import TableEvent
from sicbo.tournament.messages.spins import SpinEvent


class Seated(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A heat: its table, and its entrants in the order of their seats."""

    table: str
    players: tuple[str, ...]


class Prize(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A place in the prize list: the player on it and the prize in cents."""

    place: int
    player: str
    cents: int


class TournamentPublished(TableEvent, frozen=True):
    """The terms are available to patrons."""

    terms: str
    sha256: str
    version: int


class RegulatorAdvised(TableEvent, frozen=True):
    """The regulator's inspectorate was told of this version."""

    to: str
    version: int


class SeatDrawsCommitted(TableEvent, frozen=True):
    """A commitment was published for every draw to come."""

    commitments: tuple[str, ...]


class DirectorAppointed(TableEvent, frozen=True):
    """A director was appointed."""

    name: str


class DeputyAppointed(TableEvent, frozen=True):
    """A deputy was appointed, who may act for the director."""

    name: str


class ChargeTaken(TableEvent, frozen=True):
    """The director or a deputy is present."""


class ChargeLeft(TableEvent, frozen=True):
    """The director or a deputy is no longer present."""


class TablesDesignated(TableEvent, frozen=True):
    """These tables belong to the tournament and are closed to other play."""

    tables: tuple[str, ...]


class StartMoved(TableEvent, frozen=True):
    """The start time changed, and the entrants were told."""

    starts: int


class TournamentCancelled(TableEvent, frozen=True):
    """The tournament was cancelled."""

    note: str


class TournamentEntered(TableEvent, frozen=True):
    """An entry was taken, for these amounts, under these terms."""

    player: str
    method: str
    fee: int
    buy_in: int
    accepted: str
    staff: bool
    second: str
    publicity: bool
    bank: int


class EntryRefused(TableEvent, frozen=True):
    """An application was refused."""

    player: str
    note: str


class TermsSigned(TableEvent, frozen=True):
    """An entrant signed a copy of the terms."""

    player: str


class MoreBought(TableEvent, frozen=True):
    """An entrant bought chips again."""

    player: str
    what: str
    cents: int
    chips: int


class EntryWithdrawn(TableEvent, frozen=True):
    """An entrant withdrew and got this refund."""

    player: str
    cents: int
    chips: int


class EntryRefunded(TableEvent, frozen=True):
    """An entrant got this refund."""

    player: str
    ground: str
    cents: int


class EntrantSubstituted(TableEvent, frozen=True):
    """`second` took over the seat and bank of the entrant."""

    player: str
    second: str
    ground: str


class EntrantsBriefed(TableEvent, frozen=True):
    """The director explained the terms to these entrants and was satisfied."""

    players: tuple[str, ...]


class TournamentPractised(TableEvent, frozen=True):
    """A practice spin, which counts for nothing."""

    table: str
    dice: tuple[int, int, int]


class RoundBegun(TableEvent, frozen=True):
    """The seats are drawn; with `fresh`, every entrant has the starting bank."""

    round: int
    seed: str
    heats: tuple[Seated, ...]
    fresh: int | None


class RoundConcluded(TableEvent, frozen=True):
    """The round is over: its entrants by their banks, those who progress, and those drawn from a tie."""

    round: int
    seed: str
    order: tuple[str, ...]
    on: tuple[str, ...]
    drawn: tuple[str, ...] = ()


class RepechageHeld(TableEvent, frozen=True):
    """The entrants eliminated in the round play again, with fresh banks."""

    seed: str
    heat: Seated
    fresh: int


class PlayOffHeld(TableEvent, frozen=True):
    """The entrants who tie for a prize play a spin for it, from their banks."""

    heat: Seated


class HeatEnded(TableEvent, frozen=True):
    """Play at a table is over."""

    table: str
    ground: str


class PenaltyImposed(TableEvent, frozen=True):
    """An entrant paid a penalty in chips."""

    player: str
    penalty: str
    chips: int
    note: str


class EntrantOut(TableEvent, frozen=True):
    """An entrant is out: `eliminated`, `disqualified` or `retired`; `chips` left the bank."""

    player: str
    how: str
    chips: int
    note: str = ""
    shared: tuple[tuple[str, int], ...] = ()


class EntrantAbsent(TableEvent, frozen=True):
    """An entrant is not at the table."""

    player: str
    late: bool


class EntrantReturned(TableEvent, frozen=True):
    """An entrant is at the table again."""

    player: str


class PhoneUsed(TableEvent, frozen=True):
    """An entrant used a phone or a similar device during play."""

    player: str


class TournamentDisputeRaised(TableEvent, frozen=True):
    """A dispute was recorded."""

    player: str
    about: str


class TournamentDisputeDecided(TableEvent, frozen=True):
    """The director decided a dispute, and the decision is final."""

    dispute: str
    decision: str
    satisfied: bool
    told_of_inspector: bool


class PoolFixed(TableEvent, frozen=True):
    """The prize pool: the part from the takings, and the part that the house adds."""

    takings: int
    added: int


class PrizesAwarded(TableEvent, frozen=True):
    """The prizes, which add up to the pool exactly."""

    prizes: tuple[Prize, ...]
    passed_over: tuple[str, ...] = ()


class ChipsPutAway(TableEvent, frozen=True):
    """The chips of every entrant at the end: worth nothing, or changed into cash."""

    banks: tuple[tuple[str, int], ...]
    cash: bool


class TournamentFinished(TableEvent, frozen=True):
    """The tournament is over, and its tables are released."""

    tables: tuple[str, ...]


AnyTournamentEvent = (
    TournamentPublished
    | RegulatorAdvised
    | SeatDrawsCommitted
    | DirectorAppointed
    | DeputyAppointed
    | ChargeTaken
    | ChargeLeft
    | TablesDesignated
    | StartMoved
    | TournamentCancelled
    | TournamentEntered
    | EntryRefused
    | TermsSigned
    | MoreBought
    | EntryWithdrawn
    | EntryRefunded
    | EntrantSubstituted
    | EntrantsBriefed
    | TournamentPractised
    | RoundBegun
    | RoundConcluded
    | RepechageHeld
    | PlayOffHeld
    | HeatEnded
    | PenaltyImposed
    | EntrantOut
    | EntrantAbsent
    | EntrantReturned
    | PhoneUsed
    | TournamentDisputeRaised
    | TournamentDisputeDecided
    | PoolFixed
    | PrizesAwarded
    | ChipsPutAway
    | TournamentFinished
    | SpinEvent
)
