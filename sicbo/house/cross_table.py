"""Crossing: colour chips that one table of the house sold and another changes, and vouchers.

A table believes whoever says that another is closed and what its pieces count for; the house knows both. The
redemption and the way home of the pieces are one commit: no interruption and no other process comes between.
A table knows the vouchers that it took itself; the house knows those of all, and claims each in its commit.
"""

from collections.abc import Iterable
from hashlib import sha256

from sicbo.errors import Refusal
from sicbo.game.money import money
from sicbo.game.ranks import Rank
from sicbo.house.commit import Turn
from sicbo.house.entries import Asked
from sicbo.house.log_state import free_ids
from sicbo.table.decide import decide
from sicbo.table.messages.base import Stamp
from sicbo.table.messages.chip_commands import ExchangeVoucher, RedeemForeignColours, SurrenderColours
from sicbo.table.state import Table

HOUSE = "house"


def untrue(table: Table, issuer: Table, command: RedeemForeignColours) -> Refusal | None:
    """Why chips cannot be changed here, by what the table that sold them knows of itself.

    What this table refuses by itself it refuses in its own words.
    """
    if isinstance(decide(table, command), Refusal):
        return None
    clause, sold = table.rules.wagers.foreign_chips.clause, issuer.sets.get(command.colour)
    if issuer.sign is not None:
        return Refusal(clause, f"Redeem them at table {issuer.name} until it is closed.")
    if sold is not None and command.traced != sold.value:
        says = (
            f"Table {issuer.name} sold {command.colour} at {money(sold.value)}: state that value as traced."
        )
        return Refusal(clause, says)
    return None


def spent(table: Table, others: Iterable[Table], command: ExchangeVoucher) -> Refusal | None:
    """Why a voucher is changed no more: another table of the house took it."""
    where = next((one.name for one in others if command.number in one.vouchers), None)
    if where is None or isinstance(decide(table, command), Refusal):
        return None
    says = f"Voucher {command.number} was spent at table {where}: read the number of one that is not spent."
    return Refusal(table.rules.wagers.vouchers.clause, says)


def voucher_of(command: ExchangeVoucher) -> str:
    """What spending a voucher claims, so that of two processes only one takes it; any number has one form."""
    return f"voucher {sha256(command.number.encode()).hexdigest()}"


def homeward(issuer: Turn, redeemer: str, command: RedeemForeignColours) -> Asked:
    """The house's word to the table that sold them: these pieces were changed elsewhere.

    Where somebody else had bought them it is refused, on record, and a manager names whoever did.
    """
    stamp = Stamp(HOUSE, Rank.SENIOR_MANAGER, command.stamp.wall, command.stamp.elapsed)
    surrender = SurrenderColours(
        id=next(free_ids("home", issuer.last.number, issuer.knows)),
        stamp=stamp,
        player=command.player,
        colour=command.colour,
        pieces=command.pieces,
        redeemer=redeemer,
        redemption=command.id,
    )
    return Asked(issuer.place.founding.table, surrender)
