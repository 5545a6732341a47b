"""Voids and corrections: rounds without a result, rounds settled again, and what goes back."""

from collections.abc import Iterator
from typing import NoReturn

from sicbo.verify.decisions import Event, Order, OrderRow, event, refuse, refuse_if, repeated
from sicbo.verify.rules import Ground, roll_of
from sicbo.verify.table.faults import KIND_OF_GROUND, fault_event, fault_terms, has_outcome
from sicbo.verify.table.people import refuse_if_not_permitted, unsettled_stakes
from sicbo.verify.table.settlement import apply_reversal, settle_player
from sicbo.verify.table.state import FLOAT, Round, Table
from sicbo.verify.table.steps import are_dice
from sicbo.verify.table.super_streak import advance_after_void, recount

DICE = ("dice-broken", "dice-damaged")
LIGHTS = "lights-wrong"
SUPERVISOR = 2


def declare_void(table: Table, order: Order) -> Iterator[Event]:
    """Void the round, or single wagers, on a ground of the rulebook."""
    ground = table.law.grounds.get(order["ground"])
    if ground is None:
        refuse(table.law.clause["faults.void"])
    played = _round_to_void(table, order, ground)
    _refuse_if_declarer_unfit(table, order, ground, played)
    _refuse_if_impossible(table, order, ground)
    if order["player"]:
        yield _voided_wagers(table, order, ground, played)
        return
    yield from _void_round(table, order, ground, played)


def _round_to_void(table: Table, order: Order, ground: Ground) -> Round:
    """Return the round to void: the one named, or else the one in play or just settled."""
    number = order["round"]
    settled = _reaches_settled(table, order["ground"], ground)
    if number is not None and (table.round is None or number != table.round.number):
        older = table.last is None or table.last.number != number
        reaches = settled and (order["ground"] in DICE or not older)
        played = table.played(number) if reaches else None
        return played or refuse_past_round(table, number, ground.clause, reaches=reaches)
    return table.round or (table.last if settled else None) or refuse(ground.clause)


def _reaches_settled(table: Table, name: str, ground: Ground) -> bool:
    """Return whether a ground voids a settled round: payouts come back, and damage reaches that far."""
    every = table.law.choice["faults.damaged_dice"] == "every-affected"
    return (every or name not in DICE) and ground.returned == "stakes-and-payouts"


def _refuse_if_declarer_unfit(table: Table, order: Order, ground: Ground, played: Round) -> None:
    """Refuse a void below its rank, without a reason if it is a choice, or alone after the result."""
    stamp, clause, fraudster = order["stamp"], ground.clause, order["forfeits"]
    refuse_if((stamp["rank"] or 0) < ground.rank, clause)
    refuse_if(ground.may and not order["note"], clause)
    refuse_if(played.dice is not None and order["second"] in ("", stamp["by"]), clause)
    if fraudster:
        refuse_if(ground.returned != "all-but-the-fraudster" or fraudster not in played.slips, clause)
        refuse_if_not_permitted(table, order, "forfeit")


def _refuse_if_impossible(table: Table, order: Order, ground: Ground) -> None:
    """Refuse a ground that cannot apply to the round in its present step."""
    choice, clause, played = table.law.choice, ground.clause, table.round
    not_spun = played is not None and not table.has_done("spin")
    match order["ground"]:
        case "not-flat" | "tumbler-fault":
            refuse_if(not_spun, clause)
        case "too-few-tumbles":
            enough = played is not None and not played.void_due
            refuse_if(not_spun or (enough and (order["stamp"]["rank"] or 0) < SUPERVISOR), clause)
        case "button-not-pressed":
            late = table.takes_wagers or not table.has_done("close")
            refuse_if(late or table.has_done("press-close"), clause)
            button = any(stage.step == "press-close" for stage in table.stages)
            missing = not button and choice["round.button"] != "every-table"
            refuse_if(missing, table.law.clause["round.button"])
        case "dice-broken":
            refuse_if(choice["faults.damaged_dice"] == "until-called" and table.has_done("call"), clause)
        case "interrupted":
            refuse_if(has_outcome(table), table.law.clause["faults.established"])


def _voided_wagers(table: Table, order: Order, ground: Ground, played: Round) -> Event:
    """Void one player's wagers, if the ground covers single wagers too."""
    refuse_if(not ground.wager_too, ground.clause)
    lying = unsettled_stakes(table, order["player"]) if played is table.round else []
    stakes = [stake for stake in lying if not order["bets"] or stake[0] in order["bets"]]
    refuse_if(not stakes, ground.clause)
    fields = {"player": order["player"], "round": played.number, "note": order["note"]}
    return event(order, "wagers-voided", ground.clause, **fields, stakes=stakes, becomes="refunded")


def _void_round(table: Table, order: Order, ground: Ground, played: Round) -> Iterator[Event]:
    clause = ground.returned_by or table.law.clause["faults.void"]
    stands, number = ground.returned == "stands", played.number
    in_play = table.round.number if table.round else None
    yield from reversals(order, played, clause)
    for player in sorted(played.slips) if not stands else ():
        stakes = played.slips[player][1]
        fraud = player == order["forfeits"]
        kind = "wagers-forfeited" if fraud or ground.returned == "nothing" else "wagers-returned"
        by = table.law.clause["conduct.offenders_wager"] if fraud else clause
        if stakes:
            yield event(order, kind, by, player=player, round=number, stakes=stakes)
    yield from debts_set_off(table, order, clause)
    if played is table.round:
        yield from advance_after_void(table, order)
    names = ("ground", "note", "second")
    yield repeated(order, "round-voided", ground.clause, *names, round=number, stands=stands)
    if ground.repairs:
        kind = KIND_OF_GROUND[order["ground"]]
        known = table.faults.get(kind)
        if known is None or not known.stops:
            terms = fault_terms(table, kind)._replace(stops=True, halts=True)
            yield fault_event(table, order, kind, terms) | {"round": in_play}


def apply_returned(table: Table, returned: Event) -> None:
    """Give stakes back, or to the house if they are forfeited."""
    forfeited = returned["type"] == "wagers-forfeited"
    for _, cents, kind in returned["stakes"]:
        target = FLOAT if forfeited else ("rack", returned["player"])
        table.move(kind, cents, ("layout", returned["player"]), target)


def apply_void(table: Table, void: Event) -> None:
    """Take the round away, or repeat it with the same wagers."""
    number, played = void["round"], table.round
    if played is None or played.number != number:
        table.last = None if table.last and table.last.number == number else table.last
        table.past = [one for one in table.past if one.number != number]
        return
    table.round = None
    if void["stands"]:
        table.rounds = number + 1
        table.round = Round(table.rounds, played.sign, played.agreed)
        table.round.slips = played.slips
        table.round.done = next(at for at, stage in enumerate(table.stages) if stage.step == "cover")
    table.shorten_notices(number)


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


ORDERS = {
    "declare-void": OrderRow(declare_void, "declare-void"),
    "correct-result": OrderRow(correct_result, "correct-result"),
}
EFFECTS = {
    "wagers-returned": apply_returned,
    "wagers-forfeited": apply_returned,
    "round-voided": apply_void,
    "settlement-reversed": apply_reversed,
    "winnings-freed": apply_freed,
    "debt-set-off": apply_set_off,
    "result-corrected": apply_corrected,
}
