"""Corrected results: the settlement of that round alone is reversed and made again by the dice."""

from collections.abc import Iterable, Iterator

from sicbo.errors import BadInput, Refusal
from sicbo.game.dice import Roll, as_roll
from sicbo.game.policies import Step
from sicbo.table.equipment.faults import reported, terms_of
from sicbo.table.messages.base import Command
from sicbo.table.messages.commands import CorrectResult
from sicbo.table.messages.events import (
    AnyEvent,
    DebtSetOff,
    PlayerWarned,
    ResultCorrected,
    SettlementReversed,
    StreakReturned,
    StreakReversed,
    StreakSettled,
    WagersCollected,
    WagersPaid,
    WagersReturned,
)
from sicbo.table.messages.people import WinningsFreed, WinningsWithheld
from sicbo.table.money.racks import money_of, proceeds, stakes_of
from sicbo.table.open_items import facts, happened
from sicbo.table.past_rounds import as_then, found, not_kept
from sicbo.table.people.withheld_winnings import freed
from sicbo.table.round.steps import settled
from sicbo.table.round.super_streak import on_correction
from sicbo.table.state import Round, Table

Events = tuple[AnyEvent, ...]
LIGHTS_WRONG = "lights-wrong"


def correct(table: Table, command: CorrectResult) -> Events | Refusal:
    """Correct the entry to the dice, before or after settlement, as far back as the rulebook reaches."""
    ruling = table.rules.faults.wrong_entry
    played = _meant(table, command)
    if isinstance(played, Refusal):
        return played
    if ruling.choice.keeps_entry:
        return Refusal(ruling.clause, "The result stands as it was entered: settle by it.")
    if command.second in ("", command.stamp.by):
        return Refusal(ruling.clause, "A correction needs a second person: name one who saw the dice.")
    try:
        roll = as_roll(command.dice)
    except BadInput as error:
        return Refusal(ruling.clause, str(error))
    assert played.dice is not None
    corrected = happened(
        ResultCorrected,
        command,
        ruling.clause,
        round=played.number,
        entered=played.dice,
        dice=roll,
        lit=table.layout.lights[roll],
    )
    anew = (
        *reversals(command, played, ruling.clause),
        corrected,
        *_again(table, command, played, roll),
        *(() if _older(table, played) else on_correction(table, command, roll)),
    )
    return (*anew, *set_off(table, command, ruling.clause, anew), *_as_lights(table, command))


def _meant(table: Table, command: CorrectResult) -> Round | Refusal:
    """Return the round whose result is corrected: the one named, or else the one in play or just settled."""
    ruling, played = table.rules.faults.wrong_entry, table.round or table.last
    if command.round is not None and (played is None or played.number != command.round):
        reaches = ruling.choice.reaches_settled_rounds
        played = found(table, command.round) if reaches else None
        return played or not_kept(table, command.round, _by(table, command.round), reaches=reaches)
    if played is None or played.dice is None:
        return Refusal(ruling.clause, "No result stands that could be corrected: name a round that has one.")
    return played


def _by(table: Table, number: int) -> str:
    """Return the clause that keeps a result as it is: on late errors, once a later round has begun."""
    faults = table.rules.faults
    late = faults.late_error.choice.keeps_later_rounds and 0 < number < table.rounds
    return (faults.late_error if late else faults.wrong_entry).clause


def _older(table: Table, played: Round) -> bool:
    """Return whether other rounds have been played since."""
    return played is not table.round and played is not table.last


def _as_lights(table: Table, command: CorrectResult) -> Iterator[AnyEvent]:
    """Yield the lighting fault that a wrong entry counts as under one reading of The Star's 8.7."""
    as_lights = table.rules.faults.wrong_entry.choice.is_lighting_fault
    if as_lights and LIGHTS_WRONG not in table.faults:
        yield reported(table, command, terms_of(table, LIGHTS_WRONG), LIGHTS_WRONG)


def reversals(command: Command, played: Round, clause: str) -> Iterator[AnyEvent]:
    """Yield the reversal of what was collected and paid, player by player, withheld winnings first."""
    for player in sorted(played.slips):
        if lines := (*played.collected.get(player, ()), *played.paid.get(player, ())):
            yield from freed(command, played, player, clause)
            yield SettlementReversed(
                **facts(command, clause), player=player, round=played.number, lines=lines
            )


def _again(table: Table, command: CorrectResult, played: Round, roll: Roll) -> list[AnyEvent]:
    """Settle by the dice what had been settled; for an older round, give no new warnings."""
    order = table.stages[: played.done] if played is table.round else table.rules.round.order.choice
    stages = [stage for stage in order if stage.step in (Step.COLLECT, Step.PAY)]
    then, older = as_then(table, played), _older(table, played)
    return [
        event
        for stage in stages
        for player in sorted(played.slips)
        for event in settled(then, command, stage, player, roll)
        if not (older and isinstance(event, PlayerWarned))
    ]


def set_off(table: Table, command: Command, clause: str, undone: Iterable[AnyEvent]) -> Iterator[DebtSetOff]:
    """Yield the debts that are paid out of what the same correction or void gives the player."""
    racks: dict[tuple[str, str], int] = {}
    owed: dict[tuple[str, str], int] = {}
    for player, kind, cents in _moves(table, undone):
        left = racks.get((player, kind), table.rack(player, kind)) + cents
        owed[player, kind] = owed.get((player, kind), 0) + max(0, -left)
        racks[player, kind] = max(0, left)
    for (player, kind), debt in sorted(owed.items()):
        if cents := min(debt, racks[player, kind]):
            yield DebtSetOff(**facts(command, clause), player=player, instrument=kind, cents=cents)


def _moves(table: Table, events: Iterable[AnyEvent]) -> Iterator[tuple[str, str, int]]:
    """Yield what the events of a correction take from a player and give back, by kind."""
    money = money_of(table)
    for event in events:
        match event:
            case SettlementReversed() | StreakReversed():
                moves = [(kind, -cents) for kind, cents in proceeds(event.lines, money)]
            case WagersCollected() | WagersPaid() | StreakSettled():
                moves = proceeds(event.lines, money)
            case WagersReturned() | StreakReturned():
                moves = stakes_of(event.stakes)
            case WinningsWithheld():
                moves = [(money, -event.cents)]
            case WinningsFreed():
                moves = [(money, event.cents)]
            case _:
                continue
        for kind, cents in moves:
            yield event.player, kind, cents
