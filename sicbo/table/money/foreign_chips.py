"""Colour chips of another table: changed here once that table is closed, then returned to its set.

The table that changes them pays; the pieces go back to the set that they belong to. There they leave the rack
of the player who bought them, on the evidence of the redemption, so that a set is whole once all of it came
back.
"""

from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.policies import ForeignChips
from sicbo.game.ranks import Act
from sicbo.i18n import message
from sicbo.machine.accounts import TABLE_FLOAT, rack_account
from sicbo.machine.ledger import Transfer, keep_state, move
from sicbo.machine.log_kind import Audience, Effect, Rule
from sicbo.machine.messages import event_from_command
from sicbo.table.authority import refuse_if_not_permitted
from sicbo.table.formatting import dollars_text
from sicbo.table.messages.chips import (
    ColoursRedeemed,
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
        return Refusal(ruling.clause, message("foreign-chips.present-least-piece-counts-least"))
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
                message("foreign-chips.no-colour-chips", payout_instrument=payout_instrument(table)),
            )
        case ForeignChips.NEVER:
            return Refusal(ruling.clause, message("foreign-chips.redeem-them-table", issuer=command.issuer))
        case ForeignChips.CLOSED_TABLE_TRACED:
            value = command.lowest if command.traced is None else command.traced
            required_value = "the value traced, or the lowest minimum of the game"
        case ForeignChips.CLOSED_TABLE | ForeignChips.CLOSED_TABLE_KNOWN:
            value, required_value = command.traced, "the value traced"
        case _:
            assert_never(ruling.choice)
    if table.sign is None:
        return Refusal(ruling.clause, message("foreign-chips.table-closed"))
    if command.issuer == table.name or not command.issuer_closed:
        return Refusal(
            ruling.clause, message("foreign-chips.redeem-them-table-until-closed", issuer=command.issuer)
        )
    if refusal := refuse_if_not_permitted(table, command, Act.VERIFY_FOREIGN_CHIPS):
        return refusal
    return (
        Refusal(ruling.clause, message("foreign-chips.pieces-no-value-yet", required_value=required_value))
        if value is None
        else value
    )


def surrender_colours(table: TableState, command: SurrenderColours) -> tuple[ColoursSurrendered] | Refusal:
    """Return pieces of this closed table to its set, once for each redemption at another table."""
    clause = table.rules.wagers.foreign_chips.clause
    if table.sign is not None:
        return Refusal(clause, message("foreign-chips.table-open"))
    if not command.redemption or command.redeemer in ("", table.name):
        return Refusal(clause, message("foreign-chips.who-changed-them-not-said"))
    if (command.redeemer, command.redemption) in table.surrendered:
        return Refusal(clause, message("foreign-chips.redemption-record", redemption=command.redemption))
    if command.colour not in colours_held_by(table, command.player):
        says = message("foreign-chips.holds-no-table", player=command.player, colour=command.colour)
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


def _describe_colours_redeemed(event: ColoursRedeemed | ForeignColoursRedeemed) -> str:
    sold = f" of table {event.issuer}" if isinstance(event, ForeignColoursRedeemed) else ""
    worth = dollars_text(event.pieces * event.value)
    return f"{event.player} changes {event.pieces} {event.colour}{sold} into {worth}"


def _describe_colours_surrendered(event: ColoursSurrendered) -> str:
    return f"{event.pieces} {event.colour} of {event.player} are home from table {event.redeemer}"


RULES = (
    Rule(RedeemForeignColours, decide=redeem_foreign_colours, act=Act.DEAL),
    Rule(SurrenderColours, decide=surrender_colours, act=Act.VERIFY_FOREIGN_CHIPS),
)
EFFECTS = (
    Effect(
        ForeignColoursRedeemed,
        apply=keep_state,
        transfers=_book_foreign_colours,
        audience=Audience.PLAYER,
        narrate=_describe_colours_redeemed,
    ),
    Effect(
        ColoursSurrendered,
        apply=apply_colours_surrendered,
        transfers=_book_surrendered_colours,
        audience=Audience.PLAYER,
        narrate=_describe_colours_surrendered,
    ),
)
