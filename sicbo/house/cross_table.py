"""Cross-table rules: colour chips that another table sold, and vouchers that another table took.

A table accepts what staff say about another table: that it is closed and what its pieces are worth. The house
can check both. The redemption and the return of the pieces are one commit, so no interruption and no other
process comes between. A table knows the vouchers that it took itself. The house knows those of all tables,
and claims each voucher in its commit.
"""

from collections.abc import Iterable
from hashlib import sha256

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.house.commit import PendingCommit
from sicbo.house.entries import CommandRequest
from sicbo.house.log_state import unused_ids
from sicbo.i18n import message
from sicbo.machine.messages import Stamp
from sicbo.table.log_kind import decide
from sicbo.table.messages.chips import ExchangeVoucher, RedeemForeignColours, SurrenderColours
from sicbo.table.state import TableState

HOUSE = "house"


def refuse_if_issuer_disagrees(
    table: TableState, issuer: TableState, command: RedeemForeignColours
) -> Refusal | None:
    """Refuse to redeem another table's chips if that table contradicts the command.

    A command that this table itself refuses is left to the table, which gives its own reason.
    """
    if isinstance(decide(table, command), Refusal):
        return None
    clause, sold = table.rules.wagers.foreign_chips.clause, issuer.sets.get(command.colour)
    if issuer.sign is not None:
        return Refusal(
            clause, message("house-cross-table.redeem-them-table-until-closed", issuer_name=issuer.name)
        )
    if sold is not None and command.traced != sold.value:
        says = message(
            "house-cross-table.table-sold", issuer_name=issuer.name, colour=command.colour, sold=sold.value
        )
        return Refusal(clause, says)
    return None


def refuse_if_voucher_spent(
    table: TableState, others: Iterable[TableState], command: ExchangeVoucher
) -> Refusal | None:
    """Refuse a voucher that another table of the house has already taken."""
    where = next((one.name for one in others if command.number in one.vouchers), None)
    if where is None or isinstance(decide(table, command), Refusal):
        return None
    says = message("house-cross-table.voucher-spent-table", command_number=command.number, where=where)
    return Refusal(table.rules.wagers.vouchers.clause, says)


def voucher_claim(command: ExchangeVoucher) -> str:
    """Return the key that spending a voucher claims, so only one of two processes takes the voucher."""
    return f"voucher {sha256(command.number.encode()).hexdigest()}"


def surrender_request(issuer: PendingCommit, redeemer: str, command: RedeemForeignColours) -> CommandRequest:
    """Return the house's command to the table that sold the pieces: they were redeemed elsewhere.

    If another player had bought them, the table refuses it on record, and a manager names the buyer.
    """
    stamp = Stamp(HOUSE, Rank.SENIOR_MANAGER, command.stamp.wall, command.stamp.elapsed)
    surrender = SurrenderColours(
        id=next(unused_ids("home", issuer.last.number, issuer.has_id)),
        stamp=stamp,
        player=command.player,
        colour=command.colour,
        pieces=command.pieces,
        redeemer=redeemer,
        redemption=command.id,
    )
    return CommandRequest(issuer.log_state.founding.table, surrender)
