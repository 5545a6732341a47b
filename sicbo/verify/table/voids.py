"""Voids: a round without a result, by its ground and rank; and what is given back."""

from collections.abc import Iterator

from sicbo.verify.decisions import Event, Order, OrderRow, event, refuse, refuse_if, repeated
from sicbo.verify.rules import Ground
from sicbo.verify.table.corrections import debts_set_off, refuse_past_round, reversals
from sicbo.verify.table.faults import KIND_OF_GROUND, fault_event, fault_terms, has_outcome
from sicbo.verify.table.people import refuse_if_not_permitted, unsettled_stakes
from sicbo.verify.table.state import FLOAT, Round, Table
from sicbo.verify.table.super_streak import advance_after_void

DICE = ("dice-broken", "dice-damaged")
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


ORDERS = {"declare-void": OrderRow(declare_void, "declare-void")}
EFFECTS = {
    "wagers-returned": apply_returned,
    "wagers-forfeited": apply_returned,
    "round-voided": apply_void,
}
