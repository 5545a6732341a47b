"""Bugs to plant in seeds with a tournament and signed staff commands, which their checks find."""

from collections.abc import Callable
from typing import Any

from sicbo.errors import Refusal
from sicbo.house.identity.signatures import SignatureGuard
from sicbo.table.people import tournament_use
from sicbo.tournament.end import awards
from sicbo.tournament.log_kind import TOURNAMENT
from sicbo.tournament.messages.heats import HeatWagersReturned
from sicbo.tournament.play import rounds, secret_wagers
from tests.storm.planted.bugs import Bug, constant_result


class EqualToAll:
    """An object that is equal to everything."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return True


def withhold_one_cent(original: Callable[..., Any]) -> Callable[..., Any]:
    """The last prize is one cent short."""

    def share(*given: Any) -> Any:
        *others, (place, name, cents) = original(*given)
        return [*others, (place, name, cents - 1)]

    return share


def keep_one_stake(original: Callable[..., Any]) -> Callable[..., Any]:
    """A void spin returns all stakes but one."""

    def void(*given: Any) -> Any:
        outcome = original(*given)
        if isinstance(outcome, Refusal):
            return outcome
        back = [event for event in outcome if isinstance(event, HeatWagersReturned)]
        return tuple(event for event in outcome if event not in back[:1])

    return void


def seats_by_entry(original: Callable[..., Any]) -> Callable[..., Any]:
    """Seats are not drawn but assigned in order of entry."""
    return lambda seed, names, label, *more: tuple(sorted(names))


TOURNAMENT_BUGS = (
    Bug("orders taken unsigned", ((SignatureGuard, "__call__", constant_result(None)),)),
    Bug("seal opened to anything", ((secret_wagers, "slip_commitment", constant_result(EqualToAll())),)),
    Bug("prizes short of a cent", ((awards, "prize_shares", withhold_one_cent),)),
    Bug("void spin keeps a stake", ((TOURNAMENT.rules, "HeatDeclareVoid", keep_one_stake),)),
    Bug("seats not drawn", ((rounds, "draw_names", seats_by_entry),)),
    Bug("play at a table of a tournament", ((tournament_use, "refuse_if_reserved", constant_result(None)),)),
)
