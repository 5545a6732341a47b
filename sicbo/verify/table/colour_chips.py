"""Colour chips: sold at a visible value, staked in whole pieces, changed back where they were sold."""

from collections.abc import Iterator

from sicbo.verify.decisions import Event, Order, OrderRow, refuse, refuse_if, repeated
from sicbo.verify.table.people import refuse_if_not_permitted
from sicbo.verify.table.state import FLOAT, Stake, Table

COLOUR = "colour-chip"
VALUE = "wagers.colour_value"
MARKED = ("marked-above-minimum", "minimum-unless-marked")
TRACED = ("closed-table", "closed-table-known", "closed-table-traced")


def kind_of(instrument: str) -> str:
    """Return the kind of chip: pieces of every colour are colour chips."""
    return COLOUR if instrument.startswith(f"{COLOUR}:") else instrument


def refuse_if_not_stakable(table: Table, player: str, stakes: list[Stake]) -> None:
    """Refuse parts of a piece, colours that the player does not hold, and other chips than demanded."""
    clause = table.law.clause
    for _, cents, instrument in stakes:
        if kind_of(instrument) != COLOUR:
            if player in table.colour_only:
                refuse(table.law.powers["require-colour-chips"].clause)
            continue
        colour = instrument.partition(":")[2]
        refuse_if(not colour, clause[VALUE])
        refuse_if(not _holds(table, player, colour), clause["wagers.foreign_chips"])
        refuse_if(cents % table.sets[colour], clause[VALUE])


def _holds(table: Table, player: str, colour: str) -> bool:
    """Return whether a player has pieces of a colour, or staked some that can still come back."""
    kind = f"{COLOUR}:{colour}"
    if any(table.chips.get(((place, player), kind)) for place in ("rack", "suspense")):
        return True
    if any(one.stake[2] == kind for one in table.streaks.wagers.get(player, ())):
        return True
    return any(
        stake[2] == kind
        for played in table.kept_rounds()
        for stake in (
            *played.slips.get(player, (0, []))[1],
            *(line["stake"] for line in played.streak_lines.get(player, ())),
        )
    )


def _holders(table: Table, colour: str) -> list[str]:
    """Return the players who hold a colour."""
    known = {place[1] for place, _ in table.chips} | set(table.streaks.wagers)
    for played in table.kept_rounds():
        known |= {*played.slips, *played.streak_lines}
    return [player for player in sorted(known - {""}) if _holds(table, player, colour)]


def issue_colours(table: Table, order: Order) -> Iterator[Event]:
    """Sell pieces of a colour at a value that is visible at the table."""
    law, colour, player = table.law, order["colour"], order["player"]
    choice, clause = law.choice[VALUE], law.clause[VALUE]
    refuse_if(choice == "no-colours" or table.sign is None, clause)
    refuse_if(colour not in table.colours or order["pieces"] < 1, clause)
    value = _value_of_piece(table, order)
    _refuse_if_taken(table, order, value)
    _refuse_if_second_colour(table, order, value)
    refuse_if(order["pieces"] * value > table.rack(player, law.money), clause)
    holders = sorted({*_holders(table, colour), player})
    fields = {"value": value, "shown_by": _shown_by(table, value), "holders": holders}
    yield repeated(order, "colours-issued", clause, "player", "colour", "pieces", **fields)


def _value_of_piece(table: Table, order: Order) -> int:
    law, value, minimum = table.law, order["value"], table.limits_of("").minimum
    choice, clause = law.choice[VALUE], law.clause[VALUE]
    default = choice == "minimum-unless-marked"
    refuse_if(value is not None and value < 1, clause)
    refuse_if(value is None and not default, clause)
    value = minimum if value is None else value
    if choice in MARKED:
        refuse_if(value < minimum and default, clause)
        no_markers = law.markers is not None and law.markers not in table.equipment
        refuse_if(value > minimum and no_markers, law.clause.get("fittings.markers", clause))
    return int(value)


def _shown_by(table: Table, value: int) -> str:
    """Return what shows the value of a piece, or an empty text if no clause demands it."""
    law = table.law
    marker = law.markers if law.markers is not None and law.markers in table.equipment else ""
    if law.choice[VALUE] == "declared":
        return marker or "cash chip"
    above = law.choice[VALUE] in MARKED and value > table.limits_of("").minimum
    return marker if above else ""


def _refuse_if_taken(table: Table, order: Order, value: int) -> None:
    """Refuse a colour that another player holds without consent, or that has another value."""
    colour, held_by = order["colour"], _holders(table, order["colour"])
    if not held_by:
        return
    if order["player"] not in held_by:
        shared = table.law.choice["wagers.shared_colour"] == "by-consent"
        agreed = set(held_by) <= set(order["consent"])
        refuse_if(not shared or not agreed, table.law.clause["wagers.shared_colour"])
    refuse_if(table.sets[colour] != value, table.law.clause[VALUE])


def _refuse_if_second_colour(table: Table, order: Order, value: int) -> None:
    """Refuse a player's second colour unless rank, value and the waiting players allow it."""
    player, colour = order["player"], order["colour"]
    choice, clause = table.law.choice["wagers.second_colour"], table.law.clause["wagers.second_colour"]
    mine = [one for one in sorted(table.sets) if _holds(table, player, one)]
    if not mine or colour in mine:
        return
    refuse_if(choice == "not-provided", clause)
    refuse_if_not_permitted(table, order, "issue-second-colour")
    refuse_if(choice == "same-value" and value != table.sets[mine[0]], clause)
    free = [one for one in table.colours if one != colour and not _holders(table, one)]
    refuse_if(len({*order["waiting"]} - {player}) > len(free), clause)


def redeem_colours(table: Table, order: Order) -> Iterator[Event]:
    """Change pieces of this table back, at the value they were sold for."""
    clause = table.law.clause[VALUE]
    value = _value_of_held(table, order, clause)
    yield repeated(order, "colours-redeemed", clause, value=value)


def _value_of_held(table: Table, order: Order, clause: str) -> int:
    """Return the value of a piece of a colour, of which the player has as many as the order names."""
    player, colour = order["player"], order["colour"]
    refuse_if(colour not in table.sets or not _holds(table, player, colour), clause)
    value = table.sets[colour]
    refuse_if(not 0 < order["pieces"] <= table.rack(player, f"{COLOUR}:{colour}") // value, clause)
    return value


def redeem_foreign_colours(table: Table, order: Order) -> Iterator[Event]:
    """Change colour chips of another table that is closed, as far as the rulebook allows."""
    choice, clause = table.law.choice["wagers.foreign_chips"], table.law.clause["wagers.foreign_chips"]
    refuse_if(choice not in TRACED or table.sign is None, clause)
    refuse_if(order["issuer"] == table.name or not order["issuer_closed"], clause)
    refuse_if_not_permitted(table, order, "verify-foreign-chips")
    value = order["traced"]
    if value is None and choice == "closed-table-traced":
        value = order["lowest"]
    refuse_if(value is None or value < 1 or order["pieces"] < 1, clause)
    names = ("player", "issuer", "colour", "pieces")
    traced = order["traced"] is not None
    yield repeated(order, "foreign-colours-redeemed", clause, *names, value=value, traced=traced)


def surrender_colours(table: Table, order: Order) -> Iterator[Event]:
    """Return pieces of this closed table to its set, once for each redemption at another table."""
    clause, redemption = table.law.clause["wagers.foreign_chips"], (order["redeemer"], order["redemption"])
    refuse_if(table.sign is not None or not order["redemption"], clause)
    refuse_if(order["redeemer"] in ("", table.name) or redemption in table.surrendered, clause)
    value = _value_of_held(table, order, clause)
    yield repeated(order, "colours-surrendered", clause, value=value)


def require_colours(table: Table, order: Order) -> Iterator[Event]:
    """Require a player to stake colour chips, or end that."""
    yield repeated(order, "colours-required", table.law.powers["require-colour-chips"].clause)


def apply_issued(table: Table, issued: Event) -> None:
    """Give pieces of a colour for money."""
    table.sets[issued["colour"]] = issued["value"]
    _change(table, issued, issued["pieces"] * issued["value"])


def apply_redeemed(table: Table, redeemed: Event) -> None:
    """Give money for pieces of a colour."""
    _change(table, redeemed, -redeemed["pieces"] * redeemed["value"])
    _release_if_unheld(table, redeemed["colour"])


def _change(table: Table, changed: Event, cents: int) -> None:
    rack = ("rack", changed["player"])
    table.move(table.law.money, cents, rack, FLOAT)
    table.move(f"{COLOUR}:{changed['colour']}", cents, FLOAT, rack)


def apply_foreign(table: Table, redeemed: Event) -> None:
    """Pay for pieces of another table; they never enter this float."""
    cents = redeemed["pieces"] * redeemed["value"]
    table.move(table.law.money, cents, FLOAT, ("rack", redeemed["player"]))


def apply_surrendered(table: Table, surrendered: Event) -> None:
    """Take back pieces that another table changed."""
    redemption = surrendered["redeemer"], surrendered["redemption"]
    table.surrendered[redemption] = surrendered["pieces"]
    cents, kind = surrendered["pieces"] * surrendered["value"], f"{COLOUR}:{surrendered['colour']}"
    table.move(kind, cents, ("rack", surrendered["player"]), FLOAT)
    _release_if_unheld(table, surrendered["colour"])


def _release_if_unheld(table: Table, colour: str) -> None:
    if not _holders(table, colour):
        del table.sets[colour]


def apply_required(table: Table, required: Event) -> None:
    """Record that a player must stake colour chips, or no longer has to."""
    if required["required"]:
        table.colour_only.add(required["player"])
    else:
        table.colour_only.discard(required["player"])


ORDERS = {
    "issue-colours": OrderRow(issue_colours, "deal"),
    "redeem-colours": OrderRow(redeem_colours, "deal"),
    "redeem-foreign-colours": OrderRow(redeem_foreign_colours, "deal"),
    "surrender-colours": OrderRow(surrender_colours, "verify-foreign-chips"),
    "require-colours": OrderRow(require_colours, "require-colour-chips"),
}
EFFECTS = {
    "colours-issued": apply_issued,
    "colours-redeemed": apply_redeemed,
    "foreign-colours-redeemed": apply_foreign,
    "colours-surrendered": apply_surrendered,
    "colours-required": apply_required,
}
