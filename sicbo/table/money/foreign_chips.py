"""Colour chips of another table: changed here once that table is closed, then returned to its set.

The table that changes them pays; the pieces go back to the set that they belong to. There they leave the rack
of the player who bought them, on the evidence of the redemption, so that a set is whole once all of it came
back.
"""

from typing import assert_never

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.policies import ForeignChips
from sicbo.game.ranks import Act
from sicbo.table.authority import may_not
from sicbo.table.messages.chip_commands import RedeemForeignColours, SurrenderColours
from sicbo.table.messages.chip_events import ColoursSurrendered, ForeignColoursRedeemed
from sicbo.table.money.colour_chips import colours_of, given_up, too_many
from sicbo.table.money.racks import colour_chip, in_words, money_of, moved
from sicbo.table.open_items import happened
from sicbo.table.state import Table


def redeem_foreign(table: Table, command: RedeemForeignColours) -> tuple[ForeignColoursRedeemed] | Refusal:
    """Change colour chips of another table that is closed, as far as the rulebook allows."""
    ruling = table.rules.wagers.foreign_chips
    value = _foreign_value(table, command)
    if isinstance(value, Refusal):
        return value
    if command.pieces < 1 or value < 1:
        return Refusal(ruling.clause, "Present at least one piece that counts for at least one cent.")
    redeemed = happened(
        ForeignColoursRedeemed, command, ruling.clause, value=value, traced=command.traced is not None
    )
    return (redeemed,)


def _foreign_value(table: Table, command: RedeemForeignColours) -> int | Refusal:
    ruling = table.rules.wagers.foreign_chips
    match ruling.choice:
        case ForeignChips.NO_COLOURS:
            return Refusal(
                ruling.clause, f"There are no colour chips here: play with {in_words(money_of(table))}."
            )
        case ForeignChips.NEVER:
            return Refusal(ruling.clause, f"Redeem them at table {command.issuer}, which sold them.")
        case ForeignChips.CLOSED_TABLE_TRACED:
            value = command.lowest if command.traced is None else command.traced
            wanted = "the value traced, or the lowest minimum of the game"
        case ForeignChips.CLOSED_TABLE | ForeignChips.CLOSED_TABLE_KNOWN:
            value, wanted = command.traced, "the value traced"
        case _:
            assert_never(ruling.choice)
    if table.sign is None:
        return Refusal(ruling.clause, "This table is closed: redeem them at an open one.")
    if command.issuer == table.name or not command.issuer_closed:
        return Refusal(ruling.clause, f"Redeem them at table {command.issuer} until it is closed.")
    if refusal := may_not(table, command, Act.VERIFY_FOREIGN_CHIPS):
        return refusal
    return (
        Refusal(ruling.clause, f"The pieces have no value yet: state {wanted}.") if value is None else value
    )


def surrender(table: Table, command: SurrenderColours) -> tuple[ColoursSurrendered] | Refusal:
    """Return pieces of this closed table to its set, once for each redemption at another table."""
    clause = table.rules.wagers.foreign_chips.clause
    if table.sign is not None:
        return Refusal(clause, "This table is open: redeem them here.")
    if not command.redemption or command.redeemer in ("", table.name):
        return Refusal(clause, "Who changed them is not said: name that table, and its redemption.")
    if (command.redeemer, command.redemption) in table.surrendered:
        return Refusal(clause, f"Redemption {command.redemption} is on record: name another.")
    if command.colour not in colours_of(table, command.player):
        says = f"{command.player} holds no {command.colour} of this table: name the player who bought them."
        return Refusal(clause, says)
    value = table.sets[command.colour].value
    refusal = too_many(table, command, clause)
    return refusal or (happened(ColoursSurrendered, command, clause, value=value),)


def redeemed_foreign(table: Table, event: ForeignColoursRedeemed) -> Table:
    """Record that another table's colour chips were changed here."""
    return moved(table, event.player, ((money_of(table), event.pieces * event.value),))


def surrendered(table: Table, event: ColoursSurrendered) -> Table:
    """Record that some of the table's colour chips came back from another table."""
    known = table.surrendered.set((event.redeemer, event.redemption), event.pieces)
    table = moved(table, event.player, ((colour_chip(event.colour), -event.pieces * event.value),))
    return given_up(replace(table, surrendered=known), event.colour)
