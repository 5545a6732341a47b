"""Further bugs to plant: some that earlier storms did not find, and a step applied to the wrong round."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sicbo.house import floor as floors, interruptions
from sicbo.house.clock import Clock
from sicbo.house.commit import PendingCommit
from sicbo.house.writer import Writer
from sicbo.machine.accounts import receivable_account
from sicbo.machine.ledger import Transfer
from sicbo.table import log_kind
from sicbo.table.limits import notices
from sicbo.table.log_kind import TABLE
from sicbo.table.money import shared_transfers
from sicbo.table.people import withheld_winnings
from sicbo.table.round import corrections
from tests.storm import process
from tests.storm.planted.bugs import Bug, always_returning

EARLIER = 19 * 60_000


def of_any_rank(original: Callable[..., Any]) -> Callable[..., Any]:
    """Any rank has every power."""

    def may_not(table: Any, command: Any, act: Any) -> Any:
        refusal = original(table, command, act)
        known = command.stamp.rank is not None and table.rules.power(act) is not None
        return None if known else refusal

    return may_not


class DroppedRequests:
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


def as_own_second_person(original: Callable[..., Any]) -> Callable[..., Any]:
    """The person who corrects a result is accepted as their own second person."""

    def correct(table: Any, command: Any) -> Any:
        by_one = command.second in ("", command.stamp.by)
        return original(table, replace(command, second="no-one") if by_one else command)

    return correct


def one_minute_notice(original: Callable[..., Any]) -> Callable[..., Any]:
    """A notice of twenty minutes ends after one."""
    return lambda stamp, clause, why, left, spins: original(stamp, clause, why, left - EARLIER, spins)


def without_space_check(original: Callable[..., Any]) -> Callable[..., Any]:
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


def step_for_round_in_play(original: Callable[..., Any]) -> Callable[..., Any]:
    """A step is applied to the round in play, whichever round it names."""
    return lambda table, command: original(table, replace(command, round=None))


def interrupting_others(original: Callable[..., Any]) -> Callable[..., Any]:
    """A starting process records an interruption although another process plays on."""

    def restarted(floor: Any, clock: Any) -> list[Any]:
        return [one for name in floor.table_names for one in interruptions._resume_table(floor, clock, name)]

    return restarted


def settling_void_rounds(original: Callable[..., Any]) -> Callable[..., Any]:
    """A round with a result is settled after an interruption, although it can only be void."""
    return lambda table: original(table and replace(table, round=_not_void(table.round)))


def _not_void(played: Any) -> Any:
    return played and replace(played, void_due=None)


def owing_everything(original: Callable[..., Any]) -> Callable[..., Any]:
    """A player who cannot repay everything owes all of it, whatever the rack holds."""

    def taken_back(table: Any, player: str, claims: Any) -> Any:
        short = [(kind, cents, to) for kind, cents, to in claims if table.rack(player, kind) < cents]
        if not short:
            return original(table, player, claims)
        return [Transfer(kind, cents, receivable_account(player), to) for kind, cents, to in claims if cents]

    return taken_back


STEP = Bug("round of a step not checked", ((TABLE.rules, "Perform", step_for_round_in_play),))
MORE_BUGS = (
    STEP,
    Bug("any rank suffices", ((log_kind, "refuse_if_not_permitted", of_any_rank),)),
    Bug("queue drops what players ask", ((Writer, "_next_batch", DroppedRequests().loop),)),
    Bug("known id answered for other content", ((floors, "_is_same_command", always_returning(True)),)),
    Bug("correction without a second person", ((TABLE.rules, "CorrectResult", as_own_second_person),)),
    Bug("notice of one minute", ((notices, "_refuse_until_served", one_minute_notice),)),
    Bug("restart records no interruption", ((interruptions, "_recovery_commands", always_returning(())),)),
    Bug("stakes taken while the disk is full", ((floors.Floor, "_decide_request", without_space_check),)),
    Bug("correction sets nothing off", ((corrections, "debts_set_off", always_returning(())),)),
    Bug("staff last in the batch", ((Writer, "_next_batch", staff_last),)),
    Bug("interruption where others play on", ((process, "record_interruptions", interrupting_others),)),
    Bug(
        "voucher taken at two tables",
        (
            (floors, "refuse_if_voucher_spent", always_returning(None)),
            (floors, "voucher_claim", always_returning("")),
        ),
    ),
    Bug("a void round settled at a restart", ((interruptions, "_recovery_commands", settling_void_rounds),)),
    Bug(
        "all of a debt or nothing",
        tuple(
            (owner, "reclaim_from_player", owing_everything)
            for owner in (shared_transfers, withheld_winnings)
        ),
    ),
    Bug("time ten times as fast", ((Clock, "stamp", ten_times_as_fast),)),
    Bug("no checkpoints", ((PendingCommit, "checkpoints", always_returning([])),)),
)
