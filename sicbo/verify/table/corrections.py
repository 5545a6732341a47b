"""Corrections: a round settled again by what the dice showed, and what settlement had given taken back."""

from collections.abc import Iterator
from typing import NoReturn

from sicbo.verify.decisions import Event, Order, OrderRow, event, refuse, refuse_if, repeated
from sicbo.verify.rules import roll_of
from sicbo.verify.table.faults import fault_event, fault_terms
from sicbo.verify.table.settlement import apply_reversal, settle_player
from sicbo.verify.table.state import FLOAT, Round, Table
from sicbo.verify.table.steps import are_dice
from sicbo.verify.table.super_streak import recount

LIGHTS = "lights-wrong"


def correct_result(table: Table, order: Order) -> Iterator[Event]:
    """Correct the entered result to the dice, and settle the round again."""
    choice, clause = table.law.choice["faults.wrong_entry"], table.law.clause["faults.wrong_entry"]
    played = _round_to_correct(table, order)
    refuse_if(choice == "as-entered", clause)
    refuse_if(order["second"] in ("", order["stamp"]["by"]), clause)
    refuse_if(not are_dice(order["dice"]), clause)
    older = played is not table.round and played is not table.last
    yield from reversals(order, played, clause)
    fields = {"round": played.number, "entered": played.dice, "lit": table.law.lit[roll_of(order["dice"])]}
    yield repeated(order, "result-corrected", clause, "dice", "second", "reason", **fields)
    yield from _settle_again(table, order, played, older=older)
    if not older:
        yield from recount(table, order)
    yield from debts_set_off(table, order, clause)
    if choice == "as-lights" and LIGHTS not in table.faults:
        yield fault_event(table, order, LIGHTS, fault_terms(table, LIGHTS))


def _round_to_correct(table: Table, order: Order) -> Round:
    """Return the round whose result is corrected: the one named, or else the one in play or just settled."""
    law, number, played = table.law, order["round"], table.round or table.last
    clause = law.clause["faults.wrong_entry"]
    if number is not None and (played is None or played.number != number):
        reaches = law.choice["faults.wrong_entry"] == "dice-decide"
        found = table.played(number) if reaches else None
        late = law.choice["faults.late_error"] == "later-rounds-stand" and 0 < number < table.rounds
        keeps = law.clause["faults.late_error"] if late else clause
        return found or refuse_past_round(table, number, keeps, reaches=reaches)
    return played if played is not None and played.dice is not None else refuse(clause)


def refuse_past_round(table: Table, number: int, clause: str, *, reaches: bool) -> NoReturn:
    """Refuse to touch a past round; if the rulebook would reach it, a dispute can still decide about it."""
    known = 0 < number <= table.rounds
    refuse(table.law.powers["decide-dispute"].clause if known and reaches else clause)


def _settle_again(table: Table, order: Order, played: Round, *, older: bool) -> Iterator[Event]:
    """Settle by the dice what had been settled; an older round gives no new warnings."""
    stages = table.stages[: played.done] if played is table.round else table.law.stages
    for stage in stages:
        for player in sorted(played.slips) if stage.step in ("collect", "pay") else ():
            for one in settle_player(table, order, stage, player, played):
                if not (older and one["type"] == "player-warned"):
                    yield one


def reversals(order: Order, played: Round, clause: str) -> Iterator[Event]:
    """Yield the reversal of what was collected and paid, player by player, withheld winnings first."""
    for player in sorted(played.slips):
        lines = [*played.collected.get(player, ()), *played.paid.get(player, ())]
        if not lines:
            continue
        fields = {"player": player, "round": played.number}
        cents, released = played.withheld.get(player, 0), played.released.get(player)
        if cents and not released:
            kept = released is not None
            yield event(order, "winnings-freed", clause, **fields, cents=cents, kept=kept)
        yield event(order, "settlement-reversed", clause, **fields, lines=lines)


def debts_set_off(table: Table, order: Order, clause: str) -> Iterator[Event]:
    """Yield the debts that are paid out of what the same order gave the player."""
    for (player, kind), debt in sorted(table.new_debts.items()):
        if cents := min(debt, table.rack(player, kind)):
            yield event(order, "debt-set-off", clause, player=player, instrument=kind, cents=cents)


def apply_reversed(table: Table, reversed_event: Event) -> None:
    """Take a settlement back."""
    played, player = table.played(reversed_event["round"]), reversed_event["player"]
    assert played is not None
    apply_reversal(table, reversed_event)
    played.collected.pop(player, None)
    played.paid.pop(player, None)
    played.withheld.pop(player, None)
    played.released.pop(player, None)


def apply_freed(table: Table, freed: Event) -> None:
    """Give withheld winnings back to the rack, from which the reversal takes them."""
    player = freed["player"]
    source = FLOAT if freed["kept"] else ("suspense", player)
    table.move(table.law.money, freed["cents"], source, ("rack", player))


def apply_set_off(table: Table, paid: Event) -> None:
    """Pay a debt from the rack."""
    player = paid["player"]
    table.move(paid["instrument"], paid["cents"], ("rack", player), ("debt", player))


def apply_corrected(table: Table, corrected: Event) -> None:
    """Give the round the dice that were shown."""
    played = table.played(corrected["round"])
    assert played is not None
    played.dice = corrected["dice"]


ORDERS = {"correct-result": OrderRow(correct_result, "correct-result")}
EFFECTS = {
    "settlement-reversed": apply_reversed,
    "winnings-freed": apply_freed,
    "debt-set-off": apply_set_off,
    "result-corrected": apply_corrected,
}
