"""Balances: the sum of the transfers for each account and kind."""

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
    """The amount of each kind in each account; an account that holds nothing is not kept."""

    amounts: Map[tuple[Account, str], int] = Map()

    def of(self, account: Account, kind: str) -> int:
        """Return what one account holds of one kind."""
        return self.amounts.get((account, kind), 0)

    def owed(self, player: str) -> int:
        """Return what a player still owes, in cents over all kinds."""
        return -sum(cents for (account, _), cents in self.amounts.items() if account == receivable(player))

    def uneven(self) -> dict[str, int]:
        """Return the kinds, each colour by itself, whose accounts do not sum to zero; none unless broken."""
        totals: Counter[str] = Counter()
        for (_, kind), amount in self.amounts.items():
            totals[kind] += amount
        return {kind: amount for kind, amount in totals.items() if amount}

    def held(self, place: Place) -> dict[tuple[str, str], int]:
        """Return what every player has in one kind of place, by player and kind."""
        return {
            (account.player, kind): amount
            for (account, kind), amount in self.amounts.items()
            if account.place is place
        }

    def wrong(self) -> list[tuple[Account, str, int]]:
        """Return the accounts whose balance has a forbidden sign; none unless the ledger is broken."""
        return [
            (account, kind, amount)
            for (account, kind), amount in self.amounts.items()
            if (amount < 0 and not account.may_be_negative) or (amount > 0 and not account.may_be_positive)
        ]

    def after(self, moved: Iterable[Transfer]) -> "Balances":
        """Return the balances after these transfers."""
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
    """Return the balances after a whole journal, from the table as it was before it."""
    balances = Balances()
    for event in events:
        balances = balances.after(transfers(event, table))
        table = evolve(table, event)
    return balances
