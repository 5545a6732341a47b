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
from tests.storm.planted.bugs import Bug, constant_result

MINUTE = 60_000


def permit_any_rank(original: Callable[..., Any]) -> Callable[..., Any]:
    """Permit every rank every power."""

    def refuse_without_rank(table: Any, command: Any, act: Any) -> Any:
        refusal = original(table, command, act)
        known = command.stamp.rank is not None and table.rules.power(act) is not None
        return None if known else refusal

    return refuse_without_rank


class DroppedRequests:
    """Every third request of players is lost between the queue and the floor."""

    def __init__(self) -> None:
        self.seen = 0

    def drop_requests(self, original: Callable[..., Any]) -> Callable[..., Any]:
        """Take a batch, and lose some of it."""

        def take_batch(loop: Any, patience: float | None) -> Any:
            batch = original(loop, patience)
            return [one for one in batch if one[1].command.stamp.rank is not None or self._is_kept()]

        return take_batch

    def _is_kept(self) -> bool:
        self.seen += 1
        return self.seen % 3 > 0


def accept_own_second_person(original: Callable[..., Any]) -> Callable[..., Any]:
    """The person who corrects a result is accepted as their own second person."""

    def correct(table: Any, command: Any) -> Any:
        by_one = command.second in ("", command.stamp.by)
        return original(table, replace(command, second="no-one") if by_one else command)

    return correct


def one_minute_notice(original: Callable[..., Any]) -> Callable[..., Any]:
    """A notice of twenty minutes ends after one."""

    def length(table: Any, notice: Any) -> tuple[int, int]:
        milliseconds, spins = original(table, notice)
        return min(milliseconds, MINUTE), spins

    return length


def skip_space_check(original: Callable[..., Any]) -> Callable[..., Any]:
    """The floor does not check the free space."""
    return lambda self, turns, asked, short: original(self, turns, asked, False)


def serve_staff_last(original: Callable[..., Any]) -> Callable[..., Any]:
    """Staff commands wait until all players are served."""

    def take_batch(loop: Any, patience: float | None) -> Any:
        return sorted(original(loop, patience), key=lambda one: one[1].command.stamp.rank is not None)

    return take_batch


def speed_up_clock(original: Callable[..., Any]) -> Callable[..., Any]:
    """The clock counts tenths of milliseconds, also after every start."""

    def stamp(clock: Any, by: str, rank: Any) -> Any:
        true = original(clock, by, rank)
        return replace(true, elapsed=10 * true.elapsed)

    return stamp


def apply_step_to_round_in_play(original: Callable[..., Any]) -> Callable[..., Any]:
    """A step is applied to the round in play, whichever round it names."""
    return lambda table, command: original(table, replace(command, round=None))


def interrupt_others(original: Callable[..., Any]) -> Callable[..., Any]:
    """A starting process records an interruption although another process plays on."""

    def restart(floor: Any, clock: Any) -> list[Any]:
        return [one for name in floor.table_names for one in interruptions._resume_table(floor, clock, name)]

    return restart


def settle_void_rounds(original: Callable[..., Any]) -> Callable[..., Any]:
    """A round with a result is settled after an interruption, although it can only be void."""
    return lambda table: original(table and replace(table, round=_round_without_void(table.round)))


def _round_without_void(played: Any) -> Any:
    return played and replace(played, void_due=None)


def owe_everything(original: Callable[..., Any]) -> Callable[..., Any]:
    """A player who cannot repay everything owes all of it, whatever the rack holds."""

    def take_back(table: Any, player: str, claims: Any) -> Any:
        short = [(kind, cents, to) for kind, cents, to in claims if table.rack(player, kind) < cents]
        if not short:
            return original(table, player, claims)
        return [Transfer(kind, cents, receivable_account(player), to) for kind, cents, to in claims if cents]

    return take_back


STEP = Bug("round of a step not checked", ((TABLE.rules, "Perform", apply_step_to_round_in_play),))
MORE_BUGS = (
    STEP,
    Bug("any rank suffices", ((log_kind, "refuse_if_not_permitted", permit_any_rank),)),
    Bug("queue drops what players ask", ((Writer, "_next_batch", DroppedRequests().drop_requests),)),
    Bug("known id answered for other content", ((floors, "_is_same_command", constant_result(True)),)),
    Bug("correction without a second person", ((TABLE.rules, "CorrectResult", accept_own_second_person),)),
    Bug("notice of one minute", ((notices, "_notice_length", one_minute_notice),)),
    Bug("restart records no interruption", ((interruptions, "_recovery_commands", constant_result(())),)),
    Bug("stakes taken while the disk is full", ((floors.Floor, "_decide_request", skip_space_check),)),
    Bug("correction sets nothing off", ((corrections, "debts_set_off", constant_result(())),)),
    Bug("staff last in the batch", ((Writer, "_next_batch", serve_staff_last),)),
    Bug("interruption where others play on", ((process, "record_interruptions", interrupt_others),)),
    Bug("voucher taken at two tables", ((TABLE.rules, "ExchangeVoucher.others", lambda others: None),)),
    Bug("a void round settled at a restart", ((interruptions, "_recovery_commands", settle_void_rounds),)),
    Bug(
        "all of a debt or nothing",
        tuple(
            (owner, "reclaim_from_player", owe_everything) for owner in (shared_transfers, withheld_winnings)
        ),
    ),
    Bug("time ten times as fast", ((Clock, "stamp", speed_up_clock),)),
    Bug("no checkpoints", ((PendingCommit, "checkpoints", constant_result([])),)),
)
