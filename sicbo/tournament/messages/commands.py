"""The commands of a tournament: before play, at the entry desk, and by the director."""

from sicbo.machine.messages import Command


class PublishTournament(Command, frozen=True):
    """Make the terms available to patrons; before play, publish them again."""

    terms: str


class AdviseRegulator(Command, frozen=True):
    """Record that the regulator's inspectorate was told of the tournament as it is published."""

    to: str


class CommitSeatDraws(Command, frozen=True):
    """Publish a commitment for every draw to come, including the one at the end, before the first entry."""

    commitments: tuple[str, ...]


class AppointDirector(Command, frozen=True):
    """Appoint the tournament director."""

    name: str


class AppointDeputy(Command, frozen=True):
    """Appoint a deputy, who may act for the director."""

    name: str


class TakeCharge(Command, frozen=True):
    """Be present from now on, as director or deputy."""


class LeaveCharge(Command, frozen=True):
    """Stop being present; play pauses when neither the director nor a deputy is present."""


class DesignateTables(Command, frozen=True):
    """Name the tables of the tournament, at the location in its terms."""

    tables: tuple[str, ...]
    location: str


class MoveStart(Command, frozen=True):
    """Change the start time (microseconds) and tell the entrants now."""

    starts: int


class CancelTournament(Command, frozen=True):
    """Cancel the tournament; payments are refunded as the terms say."""

    note: str


class EnterTournament(Command, frozen=True):
    """Take an entry: the player, the method, the payment, and the terms accepted.

    `admitted` says that nothing bars the person, and `chosen` that they meet the criteria. `second` is the
    person who approved the entry of a member of staff. `publicity` is permission to be named.
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
    """Refuse an application, if the terms reserve that right."""

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
    """Withdraw an entry before play."""

    player: str


class RefundEntry(Command, frozen=True):
    """Refund a payment, on a ground of the terms."""

    player: str
    ground: str


class NominateSubstitute(Command, frozen=True):
    """Let `second` play in place of an entrant, on a ground of the terms."""

    player: str
    second: str
    ground: str


class BriefEntrants(Command, frozen=True):
    """Explain the terms to these entrants until the director is satisfied that they understand them."""

    players: tuple[str, ...]


class PractiseTournament(Command, frozen=True):
    """Show a practice spin before play; nothing is won, lost or counted."""

    table: str
    dice: tuple[int, int, int]


class BeginRound(Command, frozen=True):
    """Reveal the seed, draw the seats and begin a round."""

    seed: str


class ConcludeRound(Command, frozen=True):
    """Reveal the seed of the round's draws and say who progresses; after the last round, say who won."""

    seed: str


class HoldRepechage(Command, frozen=True):
    """Reveal a seed and let the entrants eliminated in this round play for the places in the terms."""

    table: str
    seed: str


class HoldPlayOff(Command, frozen=True):
    """Let entrants who tie for a prize play a spin for it, if the terms say so."""

    table: str


class EndHeat(Command, frozen=True):
    """End play at a table: its `time` is up, it is `settled` who progresses, or all have `agreed`."""

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
    """Record that an entrant is not at the table; `late` means that they have not arrived yet."""

    player: str
    late: bool = False


class MarkPresent(Command, frozen=True):
    """Record that an entrant is at the table again."""

    player: str


class RecordPhone(Command, frozen=True):
    """Record that an entrant used a phone or a similar device during play."""

    player: str


class RaiseTournamentDispute(Command, frozen=True):
    """Record a dispute."""

    player: str
    about: str


class DecideTournamentDispute(Command, frozen=True):
    """Decide a dispute for good; an entrant who is not satisfied is told of the inspector first."""

    dispute: str
    decision: str
    satisfied: bool = False
    told_of_inspector: bool = False


class AwardPrizes(Command, frozen=True):
    """Fix the pool, share it, put the chips away and release the tables."""
