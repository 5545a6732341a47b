"""Slips: a player's whole stake on the layout, while bets are open, within the limits, out of their chips."""

from collections import Counter
from collections.abc import Iterator

from sicbo.verify.decisions import Event, Order, OrderRow, refuse_if, repeated
from sicbo.verify.table.colour_chips import kind_of, refuse_if_not_stakable
from sicbo.verify.table.faults import refuse_if_cut_off
from sicbo.verify.table.people import refuse_if_excluded
from sicbo.verify.table.settlement import exact_in_chips
from sicbo.verify.table.state import Sign, Stake, Table

LARGEST = 10**15
"""The largest stake in cents that any table takes."""


def register_slip(table: Table, order: Order) -> Iterator[Event]:
    """Register a slip in place of the previous one."""
    law, player, stakes, played = table.law, order["player"], order["stakes"], table.round
    if stakes:
        refuse_if_excluded(table, player)
    refuse_if_cut_off(table, player)
    late = law.clause["wagers.late"]
    refuse_if(
        played is None or order["round"] != played.number or played.void_due or not table.takes_wagers, late
    )
    assert played is not None
    version, before = played.slips.get(player, (0, []))
    refuse_if(order["version"] != version + 1, late)
    sign = table.limits_of(player)
    if not _is_plain(table, sign, stakes):
        _check_stakes(table, sign, stakes)
    refuse_if_not_stakable(table, player, stakes)
    for kind, cents in chips_needed(stakes, before).items():
        refuse_if(cents > table.rack(player, kind), law.clause["wagers.stakes"])
    names = ("player", "round", "version", "stakes")
    yield repeated(order, "slip-registered", law.clause["wagers.stakes"], *names, before=before)


def _is_plain(table: Table, sign: Sign, stakes: list[Stake]) -> bool:
    """Return whether every stake is money on a bet of its own, within the limits and the unit of the sign."""
    law = table.law
    if sign.areas or law.odd_amount == "never-taken":
        return False
    bets, money, minimum, unit = law.bets, law.money, sign.minimum, sign.unit
    maximum = LARGEST if sign.maximum is None else sign.maximum
    for bet, cents, kind in stakes:
        if kind != money or bet not in bets or not minimum <= cents <= maximum or (cents - minimum) % unit:
            return False
    return len({stake[0] for stake in stakes}) == len(stakes)


def _check_stakes(table: Table, sign: Sign, stakes: list[Stake]) -> None:
    """Refuse stakes that are no wagers of this layout, or outside its limits."""
    law = table.law
    clause = law.clause["wagers.stakes"]
    refuse_if(len({(bet, kind) for bet, _, kind in stakes}) != len(stakes), clause)
    totals: Counter[str] = Counter()
    for bet, cents, kind in stakes:
        refuse_if(bet not in law.bets, law.layout_clause)
        refuse_if(kind_of(kind) not in law.instruments or not 0 < cents <= LARGEST, clause)
        totals[bet] += cents
    for bet, cents in totals.items():
        _check_limits(table, sign, bet, cents)


def _check_limits(table: Table, sign: Sign, bet: str, cents: int) -> None:
    """Refuse a stake that the rulebook does not let be placed as it is while bets are open."""
    law = table.law
    minimum, maximum = sign.bounds(law.bets[bet])
    if cents < minimum:
        refuse_if(law.refuses_under, law.clause["limits.below_minimum_seen"])
        return
    if maximum is not None and cents > maximum:
        refuse_if(law.refuses_over, law.clause["limits.above_maximum_seen"])
        return
    refuse_if((cents - minimum) % sign.unit, law.clause["limits.unit"])
    if law.odd_amount == "never-taken":
        for price in law.tiers[bet]:
            refuse_if(not exact_in_chips(cents * price.pays, price.per * sign.chip), price.clause)


def chips_needed(stakes: list[Stake], before: list[Stake]) -> dict[str, int]:
    """Return what a slip takes beyond the previous one, by kind; a negative amount is given back."""
    needs: dict[str, int] = {}
    for _, cents, kind in stakes:
        needs[kind] = needs.get(kind, 0) + cents
    for _, cents, kind in before:
        needs[kind] = needs.get(kind, 0) - cents
    return needs


def apply_slip(table: Table, event: Event) -> None:
    """Put a slip on the layout in place of the previous one."""
    assert table.round is not None
    player, stakes = event["player"], event["stakes"]
    for kind, cents in chips_needed(stakes, event["before"]).items():
        table.move(kind, cents, ("rack", player), ("layout", player))
    table.round.slips[player] = (event["version"], stakes)
    if table.idle and stakes:
        table.idle = False
        table.lay_out()


ORDERS = {"register-slip": OrderRow(register_slip)}
EFFECTS = {"slip-registered": apply_slip}
