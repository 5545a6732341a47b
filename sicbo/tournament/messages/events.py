"""The events of a tournament. An event is a fact: a correction is another event."""

from sicbo.machine.messages import Event
from sicbo.machine.structs import Struct


class Seated(Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A heat: its table, and its entrants in the order of their seats."""

    table: str
    players: tuple[str, ...]


class Prize(Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A place in the prize list: the player on it and the prize in cents."""

    place: int
    player: str
    cents: int


class TournamentPublished(Event, frozen=True):
    """The terms are available to patrons."""

    terms: str
    sha256: str
    version: int


class RegulatorAdvised(Event, frozen=True):
    """The regulator's inspectorate was told of this version."""

    to: str
    version: int


class SeatDrawsCommitted(Event, frozen=True):
    """A commitment was published for every draw to come."""

    commitments: tuple[str, ...]


class DirectorAppointed(Event, frozen=True):
    """A director was appointed."""

    name: str


class DeputyAppointed(Event, frozen=True):
    """A deputy was appointed, who may act for the director."""

    name: str


class ChargeTaken(Event, frozen=True):
    """The director or a deputy is present."""


class ChargeLeft(Event, frozen=True):
    """The director or a deputy is no longer present."""


class TablesDesignated(Event, frozen=True):
    """These tables belong to the tournament and are closed to other play."""

    tables: tuple[str, ...]


class StartMoved(Event, frozen=True):
    """The start time changed, and the entrants were told."""

    starts: int


class TournamentCancelled(Event, frozen=True):
    """The tournament was cancelled."""

    note: str


class TournamentEntered(Event, frozen=True):
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


class EntryRefused(Event, frozen=True):
    """An application was refused."""

    player: str
    note: str


class TermsSigned(Event, frozen=True):
    """An entrant signed a copy of the terms."""

    player: str


class MoreBought(Event, frozen=True):
    """An entrant bought chips again."""

    player: str
    what: str
    cents: int
    chips: int


class EntryWithdrawn(Event, frozen=True):
    """An entrant withdrew and got this refund."""

    player: str
    cents: int
    chips: int


class EntryRefunded(Event, frozen=True):
    """An entrant got this refund."""

    player: str
    ground: str
    cents: int


class EntrantSubstituted(Event, frozen=True):
    """`second` took over the seat and bank of the entrant."""

    player: str
    second: str
    ground: str


class EntrantsBriefed(Event, frozen=True):
    """The director explained the terms to these entrants and was satisfied."""

    players: tuple[str, ...]


class TournamentPractised(Event, frozen=True):
    """A practice spin, which counts for nothing."""

    table: str
    dice: tuple[int, int, int]


class RoundBegun(Event, frozen=True):
    """The seats are drawn; with `fresh`, every entrant has the starting bank."""

    round: int
    seed: str
    heats: tuple[Seated, ...]
    fresh: int | None


class RoundConcluded(Event, frozen=True):
    """The round is over: its entrants by their banks, those who progress, and those drawn from a tie."""

    round: int
    seed: str
    order: tuple[str, ...]
    on: tuple[str, ...]
    drawn: tuple[str, ...] = ()


class RepechageHeld(Event, frozen=True):
    """The entrants eliminated in the round play again, with fresh banks."""

    seed: str
    heat: Seated
    fresh: int


class PlayOffHeld(Event, frozen=True):
    """The entrants who tie for a prize play a spin for it, from their banks."""

    heat: Seated


class HeatEnded(Event, frozen=True):
    """Play at a table is over."""

    table: str
    ground: str


class PenaltyImposed(Event, frozen=True):
    """An entrant paid a penalty in chips."""

    player: str
    penalty: str
    chips: int
    note: str


class EntrantOut(Event, frozen=True):
    """An entrant is out: `eliminated`, `disqualified` or `retired`; `chips` left the bank."""

    player: str
    how: str
    chips: int
    note: str = ""
    shared: tuple[tuple[str, int], ...] = ()


class EntrantAbsent(Event, frozen=True):
    """An entrant is not at the table."""

    player: str
    late: bool


class EntrantReturned(Event, frozen=True):
    """An entrant is at the table again."""

    player: str


class PhoneUsed(Event, frozen=True):
    """An entrant used a phone or a similar device during play."""

    player: str


class TournamentDisputeRaised(Event, frozen=True):
    """A dispute was recorded."""

    player: str
    about: str


class TournamentDisputeDecided(Event, frozen=True):
    """The director decided a dispute, and the decision is final."""

    dispute: str
    decision: str
    satisfied: bool
    told_of_inspector: bool


class PoolFixed(Event, frozen=True):
    """The prize pool: the part from the takings, and the part that the house adds."""

    takings: int
    added: int


class PrizesAwarded(Event, frozen=True):
    """The prizes, which add up to the pool exactly."""

    prizes: tuple[Prize, ...]
    passed_over: tuple[str, ...] = ()


class ChipsPutAway(Event, frozen=True):
    """The chips of every entrant at the end: worth nothing, or changed into cash."""

    banks: tuple[tuple[str, int], ...]
    cash: bool


class TournamentFinished(Event, frozen=True):
    """The tournament is over, and its tables are released."""

    tables: tuple[str, ...]
