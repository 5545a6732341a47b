"""Opening and closing a table, buying in and cashing out."""

from sicbo.errors import Refusal
from sicbo.game.money import money
from sicbo.game.rulebook.publication import key_of
from sicbo.table.limits.notices import TABLE, present, unserved
from sicbo.table.limits.sign import cannot_stand
from sicbo.table.messages.commands import BuyIn, CashOut, CloseTable, OpenTable
from sicbo.table.messages.events import AnyEvent, ChipsTaken, TableClosed, TableOpened, ValueBrought
from sicbo.table.money.cash import not_bought
from sicbo.table.money.racks import in_words, kind_of
from sicbo.table.open_items import facts, happened
from sicbo.table.round.opening import not_ready
from sicbo.table.round.super_streak import not_offered, still_running
from sicbo.table.state import Table

Events = tuple[AnyEvent, ...]


def open_table(table: Table, command: OpenTable) -> Events | Refusal:
    """Open the table under a valid sign; Crown Sydney's approved minimum has no default."""
    terms = table.rules.limits
    if table.sign is not None:
        return Refusal(terms.per.clause, "The table is open already: close it first.")
    if command.unit < 1 or command.chip < 1:
        return Refusal(terms.per.clause, "Set a unit and a smallest chip of at least one cent.")
    if terms.below_minimum.choice.needs_approved_minimum and command.approved_minimum is None:
        return Refusal(
            terms.below_minimum.clause, "Set the minimum that the regulator approved; it has no default."
        )
    refusal = (
        cannot_stand(table, command.minimum, command.maximum, command.areas, command.approved_minimum)
        or not_ready(table, command)
        or not_offered(table, command)
    )
    if refusal:
        return refusal
    return (happened(TableOpened, command, terms.per.clause),)


def close_table(table: Table, command: CloseTable) -> Events | Refusal:
    """Close the table between two rounds, after the notice that is owed to the players present."""
    clause = table.rules.conduct.closing.clause
    if table.sign is None:
        return Refusal(clause, "The table is closed already: there is nothing to close.")
    if table.round is not None:
        return Refusal(clause, f"Finish round {table.round.number} first: next, {table.due.step.value}.")
    if refusal := still_running(table):
        return refusal
    if present(table):
        closing = table.rules.conduct.closing.choice
        if refusal := unserved(table, command.stamp, TABLE, clause, closing):
            return refusal
    return (TableClosed(**facts(command, clause)),)


def buy_in(table: Table, command: BuyIn) -> Events | Refusal:
    """Change cash into chips, or a voucher into tokens, if this rulebook takes them as stakes."""
    stakes = table.rules.wagers.stakes
    known = [key_of(instrument) for instrument in stakes.choice]
    if table.sign is None:
        return Refusal(stakes.clause, "The table is closed: wait until it opens.")
    if kind_of(command.instrument) not in known:
        return Refusal(
            stakes.clause, f"This table plays with {', '.join(map(in_words, known))}: buy one of these."
        )
    if not 0 < command.cents < 2**53:
        return Refusal(stakes.clause, "Bring a whole number of cents, at least one.")
    if refusal := not_bought(table, command):
        return refusal
    brought = happened(ValueBrought, command, stakes.clause)
    return (brought,)


def cash_out(table: Table, command: CashOut) -> Events | Refusal:
    """Take chips away from the table, at most what the player has before them."""
    stakes = table.rules.wagers.stakes
    has = table.rack(command.player, key_of(stakes.choice[0]))
    if not 0 < command.cents <= has:
        return Refusal(stakes.clause, f"{command.player} has {money(has)} here: take at most that.")
    taken = happened(ChipsTaken, command, stakes.clause)
    return (taken,)
