"""What a second program decides about an order: the events that follow, or the clause that refuses it.

A function that decides is a generator: it raises `Refused` before its first event, and each event is applied
to the state before the next one is decided.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, NoReturn

Order = dict[str, Any]
Event = dict[str, Any]
Decide = Callable[[Any, Order], Iterator[Event]]
Apply = Callable[[Any, Event], None]
COMMON = ("type", "id", "stamp")


class Refused(Exception):
    """An order is refused: by which clause, and from when or after how many spins it is allowed."""

    def __init__(self, clause: str, *, earliest: int | None = None, spins: int | None = None) -> None:
        super().__init__(clause)
        self.clause, self.earliest, self.spins = clause, earliest, spins

    def record(self) -> dict[str, Any]:
        """Return what a record says of the refusal, apart from its message."""
        ends = {"earliest": self.earliest, "spins": self.spins}
        return {"clause": self.clause, **{name: value for name, value in ends.items() if value is not None}}


class OrderRow(NamedTuple):
    """How an order is decided, and the act whose rank it needs."""

    decide: Decide
    act: str | None = None


def refuse(clause: str) -> NoReturn:
    """Refuse an order by a clause."""
    raise Refused(clause)


def refuse_if(holds: object, clause: str) -> None:
    """Refuse an order by a clause if something holds."""
    if holds:
        raise Refused(clause)


def event(order: Order, kind: str, clause: str, /, **fields: Any) -> Event:
    """Return an event of an order, with these fields."""
    return {"type": kind, "clause": clause, "command": order["id"], "stamp": order["stamp"], **fields}


def repeated(order: Order, kind: str, clause: str, /, *names: str, **more: Any) -> Event:
    """Return an event that repeats fields of its order; without names, all of them."""
    kept = names or tuple(name for name in order if name not in COMMON)
    return event(order, kind, clause, **{name: order[name] for name in kept} | more)
