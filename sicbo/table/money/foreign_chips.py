"""Colour chips of another table: changed here once that table is closed, then returned to its set.

The table that changes them pays; the pieces go back to the set that they belong to. There they leave the rack
of the player who bought them, on the evidence of the redemption, so that a set is whole once all of it came
back.
"""

from collections.abc import Iterator, Mapping
from typing import assert_never

from sicbo.errors import Refusal
from sicbo.game.policies import ForeignChips
from sicbo.game.ranks import Act
from sicbo.i18n import message
from sicbo.machine.accounts import TABLE_FLOAT, rack_account
from sicbo.machine.ledger import Transfer, keep_state, move
from sicbo.machine.log_kind import Audience, Effect, FollowUp, OtherLogs, Rule
from sicbo.machine.messages import event_from_command
from sicbo.machine.structs import replace
from sicbo.table.authority import refuse_if_not_permitted
from sicbo.table.messages.chips import (
    ColoursSurrendered,
    ForeignColoursRedeemed,
    RedeemForeignColours,
    SurrenderColours,
)
from sicbo.table.money.colour_chips import (
    colours_held_by,
    refuse_if_too_many_pieces,
    release_colour_if_unheld,
)
from sicbo.table.money.racks import colour_instrument, payout_instrument
from sicbo.table.state import TableState


def redeem_foreign_colours(
    table: TableState, command: RedeemForeignColours
) -> tuple[ForeignColoursRedeemed] | Refusal:
    """Change colour chips of another table that is closed, as far as the rulebook allows."""
    ruling = table.rules.wagers.foreign_chips
    value = _foreign_value(table, command)
    if isinstance(value, Refusal):
        return value
    if command.pieces < 1 or value < 1:
        return Refusal(ruling.clause, message("foreign-chips.no-value"))
    redeemed = event_from_command(
        ForeignColoursRedeemed, command, ruling.clause, value=value, traced=command.traced is not None
    )
    return (redeemed,)


def _foreign_value(table: TableState, command: RedeemForeignColours) -> int | Refusal:
    ruling = table.rules.wagers.foreign_chips
    match ruling.choice:
        case ForeignChips.NO_COLOURS:
            return Refusal(
                ruling.clause,
                message("colour-chips.none-here", instrument=payout_instrument(table)),
            )
        case ForeignChips.NEVER:
            return Refusal(ruling.clause, message("foreign-chips.only-where-sold", issuer=command.issuer))
        case ForeignChips.CLOSED_TABLE_TRACED:
            value, or_lowest = command.lowest if command.traced is None else command.traced, True
        case ForeignChips.CLOSED_TABLE | ForeignChips.CLOSED_TABLE_KNOWN:
            value, or_lowest = command.traced, False
        case _:
            assert_never(ruling.choice)
    if table.sign is None:
        return Refusal(ruling.clause, message("foreign-chips.this-table-closed"))
    if command.issuer == table.name or not command.issuer_closed:
        return Refusal(ruling.clause, message("foreign-chips.issuer-open", issuer=command.issuer))
    if refusal := refuse_if_not_permitted(table, command, Act.VERIFY_FOREIGN_CHIPS):
        return refusal
    if value is None:
        return Refusal(ruling.clause, message("foreign-chips.value-missing", lowest=or_lowest))
    return value


def refuse_if_issuer_disagrees(
    table: TableState, others: Mapping[str, TableState], command: RedeemForeignColours
) -> Refusal | None:
    """Refuse another table's chips if that table contradicts what staff say: closed, and this value."""
    issuer, clause = others.get(command.issuer), table.rules.wagers.foreign_chips.clause
    if issuer is None:
        return None
    if issuer.sign is not None:
        return Refusal(clause, message("foreign-chips.issuer-open", issuer=issuer.name))
    sold = issuer.sets.get(command.colour)
    if sold is not None and command.traced != sold.value:
        says = message("foreign-chips.sold-at", issuer=issuer.name, colour=command.colour, value=sold.value)
        return Refusal(clause, says)
    return None


def surrender_at_issuer(table: TableState, command: RedeemForeignColours) -> FollowUp:
    """Have the table that sold the pieces record that they were redeemed here.

    If another player had bought them, that table refuses it on record, and a manager names the buyer.
    """
    fields = {
        "player": command.player,
        "colour": command.colour,
        "pieces": command.pieces,
        "redeemer": table.name,
        "redemption": command.id,
    }
    return FollowUp(command.issuer, SurrenderColours, fields)


def surrender_colours(table: TableState, command: SurrenderColours) -> tuple[ColoursSurrendered] | Refusal:
    """Return pieces of this closed table to its set, once for each redemption at another table."""
    clause = table.rules.wagers.foreign_chips.clause
    if table.sign is not None:
        return Refusal(clause, message("foreign-chips.this-table-open"))
    if not command.redemption or command.redeemer in ("", table.name):
        return Refusal(clause, message("foreign-chips.redemption-missing"))
    if (command.redeemer, command.redemption) in table.surrendered:
        return Refusal(clause, message("foreign-chips.already-returned", redemption=command.redemption))
    if command.colour not in colours_held_by(table, command.player):
        says = message("colour-chips.none-held", player=command.player, colour=command.colour)
        return Refusal(clause, says)
    value = table.sets[command.colour].value
    refusal = refuse_if_too_many_pieces(table, command, clause)
    return refusal or (event_from_command(ColoursSurrendered, command, clause, value=value),)


def apply_colours_surrendered(table: TableState, event: ColoursSurrendered) -> TableState:
    """Record that some of the table's colour chips came back from another table."""
    known = table.surrendered.set((event.redeemer, event.redemption), event.pieces)
    return release_colour_if_unheld(replace(table, surrendered=known), event.colour)


def _book_foreign_colours(event: ForeignColoursRedeemed, table: TableState) -> Iterator[Transfer]:
    """Pay for the pieces; they never enter this float, but return to the set of the table that sold them."""
    return move(payout_instrument(table), event.pieces * event.value, TABLE_FLOAT, rack_account(event.player))


def _book_surrendered_colours(event: ColoursSurrendered, table: TableState) -> Iterator[Transfer]:
    return move(
        colour_instrument(event.colour), event.pieces * event.value, rack_account(event.player), TABLE_FLOAT
    )


RULES = (
    Rule(
        RedeemForeignColours,
        decide=redeem_foreign_colours,
        act=Act.DEAL,
        others=OtherLogs(refuse_if_issuer_disagrees, follow_up=surrender_at_issuer),
    ),
    Rule(SurrenderColours, decide=surrender_colours, act=Act.VERIFY_FOREIGN_CHIPS),
)
EFFECTS = (
    Effect(
        ForeignColoursRedeemed,
        apply=keep_state,
        transfers=_book_foreign_colours,
        audience=Audience.PLAYER,
    ),
    Effect(
        ColoursSurrendered,
        apply=apply_colours_surrendered,
        transfers=_book_surrendered_colours,
        audience=Audience.PLAYER,
    ),
)
