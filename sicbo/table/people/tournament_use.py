"""Tables used by a tournament: no other play is taken until the table is released."""

from sicbo.errors import Refusal
from sicbo.game.ranks import Act
from sicbo.game.rulebook.required_terms import TournamentSteps
from sicbo.i18n import message
from sicbo.machine.ledger import no_transfers
from sicbo.machine.log_kind import Audience, Effect, Events, Rule
from sicbo.machine.messages import Command, event_from_command
from sicbo.machine.structs import replace
from sicbo.table.messages.chips import BuyCredits, ExchangeVoucher, IssueColours
from sicbo.table.messages.faults import DirectIdleSpins
from sicbo.table.messages.people import DesignateTable, ReleaseTable, TableDesignated, TableReleased
from sicbo.table.messages.round import BuyIn, Perform, RegisterSlip
from sicbo.table.messages.super_streak import PlaceStreak
from sicbo.table.preconditions import refuse_during_round
from sicbo.table.state import TableState


def designate_table(table: TableState, command: DesignateTable) -> Events | Refusal:
    """Give the table to a tournament; no round may be in play."""
    steps = _tournament_clauses(table)
    if table.designated:
        says = message("tournament-use.already-reserved", tournament=table.designated)
        return Refusal(steps.designated, says)
    if not command.tournament:
        return Refusal(steps.designated, message("tournament-use.tournament-missing"))
    return refuse_during_round(table, steps.exclusive) or (
        event_from_command(TableDesignated, command, steps.exclusive),
    )


def release_table(table: TableState, command: ReleaseTable) -> Events | Refusal:
    """Release the table from its tournament."""
    clause = _tournament_clauses(table).exclusive
    if not table.designated:
        return Refusal(clause, message("tournament-use.not-reserved"))
    return (event_from_command(TableReleased, command, clause),)


def _tournament_clauses(table: TableState) -> TournamentSteps:
    """Return the clauses on tournaments; a rulebook without them does not give the power either."""
    steps = table.rules.terms.steps
    assert steps is not None
    return steps


def refuse_if_reserved(table: TableState, command: Command) -> Refusal | None:
    """Return why only the tournament may play here now, or None if other play is allowed."""
    steps = table.rules.terms.steps
    if steps is None or type(command) not in PLAY_COMMANDS:
        return None
    says = message("tournament-use.reserved", tournament=table.designated)
    return Refusal(steps.exclusive, says)


PLAY_COMMANDS = (
    BuyIn,
    Perform,
    RegisterSlip,
    PlaceStreak,
    BuyCredits,
    IssueColours,
    ExchangeVoucher,
    DirectIdleSpins,
)


RULES = (
    Rule(DesignateTable, decide=designate_table, act=Act.DESIGNATE_TABLE),
    Rule(ReleaseTable, decide=release_table, act=Act.DESIGNATE_TABLE),
)
EFFECTS = (
    Effect(
        TableDesignated,
        apply=lambda table, event: replace(table, designated=event.tournament),
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        TableReleased,
        apply=lambda table, event: replace(table, designated=""),
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
)
