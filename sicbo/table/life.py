"""The life of a table: opening, money in and out, closing."""

from sicbo.errors import Refusal
from sicbo.game.policies import BelowMinimum
from sicbo.game.publish import key_of
from sicbo.table.cash import not_bought
from sicbo.table.commands import BuyIn, CashOut, CloseTable, OpenTable
from sicbo.table.events import AnyEvent, ChipsTaken, TableClosed, TableOpened, ValueBrought
from sicbo.table.notices import TABLE, present, unserved
from sicbo.table.opening import not_ready
from sicbo.table.state import Table
from sicbo.table.streaks import not_offered, still_running

Events = tuple[AnyEvent, ...]


def open_table(table: Table, command: OpenTable) -> Events | Refusal:
    """Open under a sign that makes sense; Crown Sydney's approved minimum has no default."""
    terms = table.rules.limits
    if table.sign is not None:
        return Refusal(terms.per.clause, "The table is open already.")
    if command.minimum < 1 or (command.maximum is not None and command.maximum < command.minimum):
        return Refusal(terms.per.clause, "Set a minimum of at least one cent and a maximum not below it.")
    if command.unit < 1 or command.chip < 1:
        return Refusal(terms.per.clause, "Set a unit and a smallest chip of at least one cent.")
    if terms.below_minimum.choice is BelowMinimum.VOID_UNDER_APPROVED and command.approved_minimum is None:
        return Refusal(
            terms.below_minimum.clause, "Set the minimum that the regulator approved; it has no default."
        )
    if refusal := not_ready(table, command) or not_offered(table, command):
        return refusal
    return (
        TableOpened(
            stamp=command.stamp,
            clause=terms.per.clause,
            command=command.id,
            minimum=command.minimum,
            maximum=command.maximum,
            unit=command.unit,
            chip=command.chip,
            approved_minimum=command.approved_minimum,
            equipment=command.equipment,
            seats=command.seats,
            confirmed=command.confirmed,
            profile=command.profile,
            colours=command.colours,
            streak_stake=command.streak_stake,
        ),
    )


def close_table(table: Table, command: CloseTable) -> Events | Refusal:
    """Close between two rounds, with the notice that is owed to the players who are there."""
    clause = table.rules.conduct.closing.clause
    if table.sign is None:
        return Refusal(clause, "The table is closed already.")
    if table.round is not None:
        return Refusal(clause, f"Finish round {table.round.number} first: next, {table.due.step.value}.")
    if refusal := still_running(table):
        return refusal
    if present(table):
        closing = table.rules.conduct.closing.choice
        if refusal := unserved(table, command.stamp, TABLE, clause, closing):
            return refusal
    return (TableClosed(stamp=command.stamp, clause=clause, command=command.id),)


def buy_in(table: Table, command: BuyIn) -> Events | Refusal:
    """Cash becomes chips, a voucher tokens, as far as this rulebook takes them as stakes."""
    stakes = table.rules.wagers.stakes
    known = [key_of(instrument) for instrument in stakes.choice]
    if table.sign is None:
        return Refusal(stakes.clause, "The table is closed: wait until it opens.")
    if command.instrument not in known:
        return Refusal(stakes.clause, f"This table plays with {', '.join(known)}: buy one of these.")
    if not 0 < command.cents < 2**53:
        return Refusal(stakes.clause, "Bring a whole number of cents, at least one.")
    if refusal := not_bought(table, command):
        return refusal
    brought = ValueBrought(
        stamp=command.stamp,
        clause=stakes.clause,
        command=command.id,
        player=command.player,
        cents=command.cents,
        instrument=command.instrument,
    )
    return (brought,)


def cash_out(table: Table, command: CashOut) -> Events | Refusal:
    """Chips leave the table, never more than the player has before them."""
    stakes = table.rules.wagers.stakes
    money = key_of(stakes.choice[0])
    has = table.rack(command.player, money)
    if not 0 < command.cents <= has:
        return Refusal(stakes.clause, f"{command.player} has {has} cents here: take between 1 and that.")
    taken = ChipsTaken(
        stamp=command.stamp,
        clause=stakes.clause,
        command=command.id,
        player=command.player,
        cents=command.cents,
    )
    return (taken,)
