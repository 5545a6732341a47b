"""Further bugs to plant: some that earlier storms did not find, and a step applied to the wrong round."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sicbo.house import floor as floors, interruptions
from sicbo.house.clock import Clock
from sicbo.house.commit import Turn
from sicbo.house.writer import Loop
from sicbo.ledger import transfers
from sicbo.ledger.accounts import receivable
from sicbo.ledger.transfers import Transfer
from sicbo.table import decide
from sicbo.table.limits import notices
from sicbo.table.round import corrections
from tests.storm import process
from tests.storm.planted.bugs import Bug, always

EARLIER = 19 * 60_000


def of_any_rank(original: Callable[..., Any]) -> Callable[..., Any]:
    """Any rank has every power."""

    def may_not(table: Any, command: Any, act: Any) -> Any:
        refusal = original(table, command, act)
        known = command.stamp.rank is not None and table.rules.power(act) is not None
        return None if known else refusal

    return may_not


class Dropping:
    """Every third request of players is lost between the queue and the floor."""

    def __init__(self) -> None:
        self.seen = 0

    def loop(self, original: Callable[..., Any]) -> Callable[..., Any]:
        """Take a batch, and lose some of it."""

        def taken(loop: Any, patience: float | None) -> Any:
            batch = original(loop, patience)
            return [one for one in batch if one[1].command.stamp.rank is not None or self._lucky()]

        return taken

    def _lucky(self) -> bool:
        self.seen += 1
        return self.seen % 3 > 0


def alone(original: Callable[..., Any]) -> Callable[..., Any]:
    """The person who corrects a result is accepted as their own second person."""

    def correct(table: Any, command: Any) -> Any:
        by_one = command.second in ("", command.stamp.by)
        return original(table, replace(command, second="nobody") if by_one else command)

    return correct


def a_minute(original: Callable[..., Any]) -> Callable[..., Any]:
    """A notice of twenty minutes ends after one."""
    return lambda stamp, clause, why, left, spins: original(stamp, clause, why, left - EARLIER, spins)


def with_room(original: Callable[..., Any]) -> Callable[..., Any]:
    """The floor does not check the free space."""
    return lambda self, turns, asked, short: original(self, turns, asked, False)


def staff_last(original: Callable[..., Any]) -> Callable[..., Any]:
    """Staff commands wait until all players are served."""

    def taken(loop: Any, patience: float | None) -> Any:
        return sorted(original(loop, patience), key=lambda one: one[1].command.stamp.rank is not None)

    return taken


def ten_times_as_fast(original: Callable[..., Any]) -> Callable[..., Any]:
    """The clock counts tenths of milliseconds, also after every start."""

    def stamp(clock: Any, by: str, rank: Any) -> Any:
        true = original(clock, by, rank)
        return replace(true, elapsed=10 * true.elapsed)

    return stamp


def for_whichever(original: Callable[..., Any]) -> Callable[..., Any]:
    """A step is applied to the round in play, whichever round it names."""
    return lambda table, command: original(table, replace(command, round=None))


def though_others_play(original: Callable[..., Any]) -> Callable[..., Any]:
    """A starting process records an interruption although another process plays on."""

    def restarted(floor: Any, clock: Any) -> list[Any]:
        return [one for name in floor.tables for one in interruptions._resumed(floor, clock, name)]

    return restarted


def though_void(original: Callable[..., Any]) -> Callable[..., Any]:
    """A round with a result is settled after an interruption, although it can only be void."""
    return lambda table: original(table and replace(table, round=_not_void(table.round)))


def _not_void(played: Any) -> Any:
    return played and replace(played, void_due=None)


def all_or_nothing(original: Callable[..., Any]) -> Callable[..., Any]:
    """A player who cannot repay everything owes all of it, whatever the rack holds."""

    def taken_back(table: Any, player: str, claims: Any) -> Any:
        short = [(kind, cents, to) for kind, cents, to in claims if table.rack(player, kind) < cents]
        if not short:
            return original(table, player, claims)
        return [Transfer(kind, cents, receivable(player), to) for kind, cents, to in claims if cents]

    return taken_back


STEP = Bug("round of a step not checked", ((decide.HOW, "Perform", for_whichever),))
MORE_BUGS = (
    STEP,
    Bug("any rank suffices", ((decide, "may_not", of_any_rank),)),
    Bug("queue drops what players ask", ((Loop, "_next", Dropping().loop),)),
    Bug("known id answered for other content", ((floors, "_same", always(True)),)),
    Bug("correction without a second person", ((decide.HOW, "CorrectResult", alone),)),
    Bug("notice of one minute", ((notices, "_waits", a_minute),)),
    Bug("restart records no interruption", ((interruptions, "_wanted", always(())),)),
    Bug("stakes taken while the disk is full", ((floors.Floor, "_taken", with_room),)),
    Bug("correction sets nothing off", ((corrections, "set_off", always(())),)),
    Bug("staff last in the batch", ((Loop, "_next", staff_last),)),
    Bug("interruption where others play on", ((process, "restarted", though_others_play),)),
    Bug(
        "voucher taken at two tables",
        ((floors, "spent", always(None)), (floors, "voucher_of", always(""))),
    ),
    Bug("a void round settled at a restart", ((interruptions, "_wanted", though_void),)),
    Bug("all of a debt or nothing", ((transfers, "taken_back", all_or_nothing),)),
    Bug("time ten times as fast", ((Clock, "stamp", ten_times_as_fast),)),
    Bug("no checkpoints", ((Turn, "checkpoints", always([])),)),
)
