"""What may be asked of a tournament: before play, at the entry desk, by the director."""

from sicbo.table.messages.base import Command
from sicbo.tournament.messages.spins import SpinCommand


class PublishTournament(Command, frozen=True):
    """Make the terms available to patrons; before play, publish them anew."""

    terms: str


class AdviseRegulator(Command, frozen=True):
    """Record that the regulator's inspectorate was told of the tournament as it is published."""

    to: str


class CommitSeatDraws(Command, frozen=True):
    """Publish a promise for every draw to come, one a round and one for the end, before the first entry."""

    commitments: tuple[str, ...]


class AppointDirector(Command, frozen=True):
    """Put somebody in charge."""

    name: str


class AppointDeputy(Command, frozen=True):
    """Let somebody act for the director."""

    name: str


class TakeCharge(Command, frozen=True):
    """Be present from now on, as director or deputy."""


class LeaveCharge(Command, frozen=True):
    """Be present no longer; without director and deputies play pauses."""


class DesignateTables(Command, frozen=True):
    """Name the tables of the tournament, which lie where its terms say."""

    tables: tuple[str, ...]
    location: str


class MoveStart(Command, frozen=True):
    """Begin at another time (microseconds), of which the entrants are told now."""

    starts: int


class CancelTournament(Command, frozen=True):
    """Call it off; what was paid goes back as the terms say."""

    note: str


class EnterTournament(Command, frozen=True):
    """Take an entry: who, how, what is paid, which terms are accepted.

    `admitted` says that nothing bars the person, `chosen` that they meet the criteria; `second` is who
    approved that a member of staff plays; `publicity` is their permission to be named.
    """

    player: str
    method: str
    cents: int
    accepted: str
    admitted: bool
    chosen: bool = True
    staff: bool = False
    second: str = ""
    publicity: bool = False


class RefuseEntry(Command, frozen=True):
    """Refuse an application, where the terms reserve that."""

    player: str
    note: str


class SignTerms(Command, frozen=True):
    """Record that an entrant signed a copy of the terms."""

    player: str


class BuyMore(Command, frozen=True):
    """Buy a `re-buy`, an `add-on` or a `buy-back`."""

    player: str
    what: str
    cents: int


class WithdrawEntry(Command, frozen=True):
    """Withdraw before play."""

    player: str


class RefundEntry(Command, frozen=True):
    """Give back what was paid, on a ground of the terms."""

    player: str
    ground: str


class NominateSubstitute(Command, frozen=True):
    """Let `second` play in an entrant's stead, on a ground of the terms."""

    player: str
    second: str
    ground: str


class BriefEntrants(Command, frozen=True):
    """Explain the terms to these entrants; the director is satisfied that they understand."""

    players: tuple[str, ...]


class PractiseTournament(Command, frozen=True):
    """Show a spin before play; nothing is won, lost or counted."""

    table: str
    dice: tuple[int, int, int]


class BeginRound(Command, frozen=True):
    """Reveal the seed, draw the seats and begin a round."""

    seed: str


class ConcludeRound(Command, frozen=True):
    """Reveal the seed of its draws, and say who goes on; after the last round, who won."""

    seed: str


class HoldRepechage(Command, frozen=True):
    """Reveal a seed, and let those whom this round eliminated play for the places that the terms give."""

    table: str
    seed: str


class HoldPlayOff(Command, frozen=True):
    """Let those who are level for a prize play a spin for it, where the terms say so."""

    table: str


class EndHeat(Command, frozen=True):
    """End play at a table: its `time` is up, it is `settled` who goes on, or all have `agreed`."""

    table: str
    ground: str
    players: tuple[str, ...] = ()


class Penalise(Command, frozen=True):
    """Impose a penalty of the terms."""

    player: str
    penalty: str
    note: str


class Disqualify(Command, frozen=True):
    """Disqualify on a ground of the terms."""

    player: str
    ground: str
    note: str


class Retire(Command, frozen=True):
    """Leave the tournament for good."""

    player: str


class MarkAbsent(Command, frozen=True):
    """Record that an entrant is not at the table; `late` where they have not come yet."""

    player: str
    late: bool = False


class MarkPresent(Command, frozen=True):
    """Record that an entrant is at the table again."""

    player: str


class RecordPhone(Command, frozen=True):
    """Record that an entrant used a phone or the like during play."""

    player: str


class RaiseTournamentDispute(Command, frozen=True):
    """Put a dispute on record."""

    player: str
    about: str


class DecideTournamentDispute(Command, frozen=True):
    """Decide it for good; whoever is not satisfied is told of the inspector first."""

    dispute: str
    decision: str
    satisfied: bool = False
    told_of_inspector: bool = False


class AwardPrizes(Command, frozen=True):
    """Fix the pool, share it, put the chips away, release the tables."""


AnyTournamentCommand = (
    PublishTournament
    | AdviseRegulator
    | CommitSeatDraws
    | AppointDirector
    | AppointDeputy
    | TakeCharge
    | LeaveCharge
    | DesignateTables
    | MoveStart
    | CancelTournament
    | EnterTournament
    | RefuseEntry
    | SignTerms
    | BuyMore
    | WithdrawEntry
    | RefundEntry
    | NominateSubstitute
    | BriefEntrants
    | PractiseTournament
    | BeginRound
    | ConcludeRound
    | HoldRepechage
    | HoldPlayOff
    | EndHeat
    | Penalise
    | Disqualify
    | Retire
    | MarkAbsent
    | MarkPresent
    | RecordPhone
    | RaiseTournamentDispute
    | DecideTournamentDispute
    | AwardPrizes
    | SpinCommand
)
