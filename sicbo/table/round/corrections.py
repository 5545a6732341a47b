"""Corrected results: the settlement of that round alone is reversed and made again by the dice."""

from collections.abc import Iterable, Iterator

from sicbo.errors import BadInput, Refusal
from sicbo.game.dice import Roll, as_roll
from sicbo.game.policies import Step
from sicbo.game.ranks import Act
from sicbo.i18n import message
from sicbo.machine.accounts import rack_account, receivable_account
from sicbo.machine.ledger import Transfer, keep_state, move, no_transfers
from sicbo.machine.log_kind import Audience, Effect, Rule
from sicbo.machine.messages import Command, Event, event_fields, event_from_command
from sicbo.machine.structs import replace
from sicbo.table.equipment.faults import fault_reported_event, fault_terms
from sicbo.table.messages.people import WinningsFreed, WinningsWithheld
from sicbo.table.messages.round import (
    CorrectResult,
    DebtSetOff,
    PlayerWarned,
    ResultCorrected,
    SettlementReversed,
    WagersCollected,
    WagersPaid,
    WagersReturned,
)
from sicbo.table.messages.super_streak import StreakReturned, StreakReversed, StreakSettled
from sicbo.table.money.racks import (
    payout_instrument,
    settlement_proceeds,
    stake_moves,
)
from sicbo.table.money.shared_transfers import reversal_transfers
from sicbo.table.past_rounds import (
    find_round,
    kept_round,
    past_round_refusal,
    replace_round,
    table_as_of_round,
)
from sicbo.table.people.withheld_winnings import free_withheld_winnings
from sicbo.table.round.steps import settle_player
from sicbo.table.round.super_streak import recount_after_correction
from sicbo.table.state import Round, TableState

Events = tuple[Event, ...]
LIGHTS_WRONG = "lights-wrong"


def correct_result(table: TableState, command: CorrectResult) -> Events | Refusal:
    """Correct the entry to the dice, before or after settlement, as far back as the rulebook reaches."""
    ruling = table.rules.faults.wrong_entry
    played = _round_to_correct(table, command)
    if isinstance(played, Refusal):
        return played
    if ruling.choice.keeps_entry:
        return Refusal(ruling.clause, message("corrections.entry-stands"))
    if command.second in ("", command.stamp.by):
        return Refusal(ruling.clause, message("corrections.second-person-missing"))
    try:
        roll = as_roll(command.dice)
    except BadInput as error:
        return Refusal(ruling.clause, error.message)
    assert played.dice is not None
    corrected = event_from_command(
        ResultCorrected,
        command,
        ruling.clause,
        round=played.number,
        entered=played.dice,
        dice=roll,
        lit=table.layout.lit_areas[roll],
    )
    events = (
        *settlement_reversals(command, played, ruling.clause),
        corrected,
        *_settle_again(table, command, played, roll),
        *(() if _is_older_round(table, played) else recount_after_correction(table, command, roll)),
    )
    return (
        *events,
        *debts_set_off(table, command, ruling.clause, events),
        *_light_fault_events(table, command),
    )


def _round_to_correct(table: TableState, command: CorrectResult) -> Round | Refusal:
    """Return the round whose result is corrected: the one named, or else the one in play or just settled."""
    ruling, played = table.rules.faults.wrong_entry, table.round or table.last
    if command.round is not None and (played is None or played.number != command.round):
        reaches = ruling.choice.reaches_settled_rounds
        played = find_round(table, command.round) if reaches else None
        return played or past_round_refusal(
            table, command.round, _clause_keeping_result(table, command.round), reaches=reaches
        )
    if played is None or played.dice is None:
        return Refusal(ruling.clause, message("corrections.no-result"))
    return played


def _clause_keeping_result(table: TableState, number: int) -> str:
    """Return the clause that keeps a result as it is: on late errors, once a later round has begun."""
    faults = table.rules.faults
    late = faults.late_error.choice.keeps_later_rounds and 0 < number < table.rounds
    return (faults.late_error if late else faults.wrong_entry).clause


def _is_older_round(table: TableState, played: Round) -> bool:
    """Return whether other rounds have been played since."""
    return played is not table.round and played is not table.last


def _light_fault_events(table: TableState, command: CorrectResult) -> Iterator[Event]:
    """Yield the lighting fault that a wrong entry counts as under one reading of The Star's 8.7."""
    as_lights = table.rules.faults.wrong_entry.choice.is_lighting_fault
    if as_lights and LIGHTS_WRONG not in table.faults:
        yield fault_reported_event(table, command, fault_terms(table, LIGHTS_WRONG), LIGHTS_WRONG)


def settlement_reversals(command: Command, played: Round, clause: str) -> Iterator[Event]:
    """Yield the reversal of what was collected and paid, player by player, withheld winnings first."""
    for player in sorted(played.slips):
        if lines := (*played.collected.get(player, ()), *played.paid.get(player, ())):
            yield from free_withheld_winnings(command, played, player, clause)
            yield SettlementReversed(
                **event_fields(command, clause), player=player, round=played.number, lines=lines
            )


def _settle_again(table: TableState, command: CorrectResult, played: Round, roll: Roll) -> list[Event]:
    """Settle by the dice what had been settled; for an older round, give no new warnings."""
    order = table.stages[: played.done] if played is table.round else table.rules.round.order.choice
    stages = [stage for stage in order if stage.step in (Step.COLLECT, Step.PAY)]
    then, older = table_as_of_round(table, played), _is_older_round(table, played)
    return [
        event
        for stage in stages
        for player in sorted(played.slips)
        for event in settle_player(then, command, stage, player, roll)
        if not (older and isinstance(event, PlayerWarned))
    ]


def debts_set_off(
    table: TableState, command: Command, clause: str, events: Iterable[Event]
) -> Iterator[DebtSetOff]:
    """Yield the debts that are paid out of what the same correction or void gives the player."""
    racks: dict[tuple[str, str], int] = {}
    owed: dict[tuple[str, str], int] = {}
    for player, kind, cents in _chip_moves(table, events):
        left = racks.get((player, kind), table.rack(player, kind)) + cents
        owed[player, kind] = owed.get((player, kind), 0) + max(0, -left)
        racks[player, kind] = max(0, left)
    for (player, kind), debt in sorted(owed.items()):
        if cents := min(debt, racks[player, kind]):
            yield DebtSetOff(**event_fields(command, clause), player=player, instrument=kind, cents=cents)


def _chip_moves(table: TableState, events: Iterable[Event]) -> Iterator[tuple[str, str, int]]:
    """Yield what the events of a correction take from a player and give back, by kind."""
    money = payout_instrument(table)
    for event in events:
        match event:
            case SettlementReversed() | StreakReversed():
                moves = [(kind, -cents) for kind, cents in settlement_proceeds(event.lines, money)]
            case WagersCollected() | WagersPaid() | StreakSettled():
                moves = settlement_proceeds(event.lines, money)
            case WagersReturned() | StreakReturned():
                moves = stake_moves(event.stakes)
            case WinningsWithheld():
                moves = [(money, -event.cents)]
            case WinningsFreed():
                moves = [(money, event.cents)]
            case _:
                continue
        for kind, cents in moves:
            yield event.player, kind, cents


def _apply_settlement_reversed(table: TableState, event: SettlementReversed) -> TableState:
    played = kept_round(table, event.round)
    cleared = {}
    for name in ("collected", "paid", "withheld", "released"):
        amounts = getattr(played, name)
        cleared[name] = amounts.delete(event.player) if event.player in amounts else amounts
    return replace_round(table, replace(played, **cleared))


def _apply_result_corrected(table: TableState, event: ResultCorrected) -> TableState:
    shown = tuple((number, event.dice if number == event.round else dice) for number, dice in table.shown)
    return replace_round(
        replace(table, shown=shown), replace(kept_round(table, event.round), dice=event.dice)
    )


def _book_debt_set_off(event: DebtSetOff, table: TableState) -> Iterator[Transfer]:
    return move(event.instrument, event.cents, rack_account(event.player), receivable_account(event.player))


RULES = (Rule(CorrectResult, decide=correct_result, act=Act.CORRECT_RESULT, signed=True),)
EFFECTS = (
    Effect(
        SettlementReversed,
        apply=_apply_settlement_reversed,
        transfers=reversal_transfers,
        audience=Audience.PLAYER,
    ),
    Effect(
        DebtSetOff,
        apply=keep_state,
        transfers=_book_debt_set_off,
        audience=Audience.PLAYER,
    ),
    Effect(
        ResultCorrected,
        apply=_apply_result_corrected,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
)
