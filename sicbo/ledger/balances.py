"""Balances: what the transfers come to, account by account and kind by kind."""

from collections import Counter
from collections.abc import Iterable

import msgspec
from immutables import Map

from sicbo.ledger.accounts import Account, Place, receivable
from sicbo.ledger.transfers import Transfer, transfers
from sicbo.table.evolve import evolve
from sicbo.table.messages.events import AnyEvent
from sicbo.table.state import Table


class Balances(msgspec.Struct, frozen=True):
    """What lies in each account of each kind; an account that holds nothing is not kept."""

    amounts: Map[tuple[Account, str], int] = Map()

    def of(self, account: Account, kind: str) -> int:
        """What one account holds of one kind."""
        return self.amounts.get((account, kind), 0)

    def owed(self, player: str) -> int:
        """What a player still owes, in cents of every kind."""
        return -sum(cents for (account, _), cents in self.amounts.items() if account == receivable(player))

    def uneven(self) -> dict[str, int]:
        """The kinds, each colour for itself, whose accounts do not sum to nought: none unless broken."""
        totals: Counter[str] = Counter()
        for (_, kind), amount in self.amounts.items():
            totals[kind] += amount
        return {kind: amount for kind, amount in totals.items() if amount}

    def held(self, place: Place) -> dict[tuple[str, str], int]:
        """What every player has in one kind of place, by player and kind."""
        return {
            (account.player, kind): amount
            for (account, kind), amount in self.amounts.items()
            if account.place is place
        }

    def wrong(self) -> list[tuple[Account, str, int]]:
        """The accounts on a side where they may never be: empty unless the ledger is broken."""
        return [
            (account, kind, amount)
            for (account, kind), amount in self.amounts.items()
            if (amount < 0 and not account.may_be_negative) or (amount > 0 and not account.may_be_positive)
        ]

    def after(self, moved: Iterable[Transfer]) -> "Balances":
        """The balances when these transfers are made."""
        amounts = self.amounts.mutate()
        for transfer in moved:
            for account, change in ((transfer.source, -transfer.cents), (transfer.target, transfer.cents)):
                key = account, transfer.kind
                if left := amounts.get(key, 0) + change:
                    amounts[key] = left
                else:
                    del amounts[key]
        return Balances(amounts.finish())


def folded(table: Table, events: Iterable[AnyEvent]) -> Balances:
    """The balances after a whole journal, from the table as it stood before it."""
    balances = Balances()
    for event in events:
        balances = balances.after(transfers(event, table))
        table = evolve(table, event)
    return balances
