"""The ledger: transfers of one kind between two accounts, and the balances that result."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeVar

from sicbo.machine.accounts import (
    KINDS_OUTSIDE_TABLES,
    LEDGER_KINDS,
    Account,
    AccountPlace,
)
from sicbo.machine.structs import Map, Struct

VALUE_CHIP, COLOUR_CHIP, TOKEN, CREDIT, CASH, TOURNAMENT_CHIP = LEDGER_KINDS
State = TypeVar("State")
KINDS = frozenset((*LEDGER_KINDS, *KINDS_OUTSIDE_TABLES))


class Transfer(Struct, frozen=True, gc=False):
    """An amount of one kind that moves from one account to another.

    A colour of chips is a kind of its own, written after a colon: `colour-chip:red`.
    """

    kind: str
    cents: int
    source: Account
    target: Account

    def __post_init__(self) -> None:
        assert self.kind in KINDS or self.kind.startswith(f"{COLOUR_CHIP}:")
        assert self.cents > 0
        assert self.source != self.target


def move(kind: str, cents: int, source: Account, target: Account) -> Iterator[Transfer]:
    """Yield a transfer, or nothing if the amount is zero."""
    if cents:
        yield Transfer(kind, cents, source, target)


def keep_state(state: State, event: object) -> State:
    """Return the same state: what an event changes that only moves chips or cash."""
    return state


def no_transfers(event: object, before: object) -> tuple[Transfer, ...]:
    """Return no transfers: what an event books that moves neither chips nor cash."""
    return ()


class Balances(Struct, frozen=True):
    """The amount of each kind in each account; an account that holds nothing is not kept."""

    amounts: Map[tuple[Account, str], int] = Map()

    def amount_of(self, account: Account, kind: str) -> int:
        """Return what one account holds of one kind."""
        return self.amounts.get((account, kind), 0)

    def unbalanced_kinds(self) -> dict[str, int]:
        """Return the kinds, each colour by itself, whose accounts do not sum to zero; none unless broken."""
        totals: Counter[str] = Counter()
        for (_, kind), amount in self.amounts.items():
            totals[kind] += amount
        return {kind: amount for kind, amount in totals.items() if amount}

    def held_by_player(self, place: AccountPlace) -> dict[tuple[str, str], int]:
        """Return what every player has in one kind of place, by player and kind."""
        return {
            (account.player, kind): amount
            for (account, kind), amount in self.amounts.items()
            if account.place is place
        }

    def accounts_with_wrong_sign(self) -> list[tuple[Account, str, int]]:
        """Return the accounts whose balance has a forbidden sign; none unless the ledger is broken."""
        return [
            (account, kind, amount)
            for (account, kind), amount in self.amounts.items()
            if (amount < 0 and not account.may_be_negative) or (amount > 0 and not account.may_be_positive)
        ]

    def after_transfers(self, new_transfers: Iterable[Transfer]) -> "Balances":
        """Return the balances after these transfers."""
        amounts = self.amounts.mutate()
        for transfer in new_transfers:
            kind, cents = transfer.kind, transfer.cents
            for key, change in (((transfer.source, kind), -cents), ((transfer.target, kind), cents)):
                if left := amounts.get(key, 0) + change:
                    amounts[key] = left
                else:
                    del amounts[key]
        return Balances(amounts.finish())
