"""Bugs to plant in seeds with a tournament and signed staff commands, which their checks find."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.house.identity.signatures import Guard
from sicbo.table.people import tournament_use
from sicbo.tournament import decide
from sicbo.tournament.end import awards
from sicbo.tournament.play import rounds, spins
from tests.storm.planted.bugs import Bug, always


class Whatever:
    """An object that is equal to everything."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return True


def one_cent_less(original: Callable[..., Any]) -> Callable[..., Any]:
    """The last prize is one cent short."""

    def shared(*given: Any) -> Any:
        *others, (place, name, cents) = original(*given)
        return [*others, (place, name, cents - 1)]

    return shared


def keeping_one(original: Callable[..., Any]) -> Callable[..., Any]:
    """A void spin returns all stakes but one."""

    def void(*given: Any) -> Any:
        outcome = original(*given)
        if isinstance(outcome, Refusal):
            return outcome
        (event,) = outcome
        return (replace(event, returned=event.returned[1:]),)

    return void


def by_entry(original: Callable[..., Any]) -> Callable[..., Any]:
    """Seats are not drawn but assigned in order of entry."""
    return lambda seed, names, label, *more: tuple(sorted(names))


CUP_BUGS = (
    Bug("orders taken unsigned", ((Guard, "__call__", always(None)),)),
    Bug("seal opened to anything", ((spins, "sealed", always(Whatever())),)),
    Bug("prizes short of a cent", ((awards, "shared", one_cent_less),)),
    Bug("void spin keeps a stake", ((decide.HOW, "VoidSpin", keeping_one),)),
    Bug("seats not drawn", ((rounds, "drawn", by_entry),)),
    Bug("play at a table of a tournament", ((tournament_use, "closed_to", always(None)),)),
)
