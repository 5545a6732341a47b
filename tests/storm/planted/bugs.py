"""Sixteen bugs to plant in the product: a storm that does not find them proves nothing.

Each replaces a function of the product. If that function no longer exists, planting fails loudly.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import replace as changed
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.layout import Layout, Price
from sicbo.game.policies import Step
from sicbo.house import floor as floors, interruptions
from sicbo.house.commit import PendingCommit
from sicbo.machine.log_kind import Rule
from sicbo.server.live.house import LiveHouse
from sicbo.table import state
from sicbo.table.log_kind import TABLE
from sicbo.table.messages.round import Perform, RegisterSlip, StepPerformed, WagersPaid
from sicbo.table.past_rounds import table_as_of_round
from sicbo.table.round import corrections, slips, steps, voids
from sicbo.table.round.super_streak import streak_events
from sicbo.table.round.super_streak_state import RESULT

Wrapper = Callable[[Any], Any]
TRIPLES = tuple((face, face, face) for face in range(1, 7))


class Bug(NamedTuple):
    """A bug: its name, and for each part the owner, the attribute and the wrapper that replaces it."""

    name: str
    parts: tuple[tuple[Any, str, Wrapper], ...]

    @contextmanager
    def plant(self) -> Iterator[None]:
        """Plant the bug in the product for the duration of the block."""
        with pytest.MonkeyPatch.context() as soil:
            for owner, name, wrapper in self.parts:
                if isinstance(owner, dict):
                    message, _, field = name.partition(".")
                    key = next(key for key in owner if key.__name__ == message)
                    soil.setitem(owner, key, _row_with_bug(owner[key], field, wrapper))
                else:
                    soil.setattr(owner, name, wrapper(getattr(owner, name)))
            yield


def _row_with_bug(row: Any, field: str, wrapper: Wrapper) -> Any:
    """Return the row of a message with the bug in a field: by default in its decision or its effect."""
    name = field or ("decide" if isinstance(row, Rule) else "apply")
    return changed(row, **{name: wrapper(getattr(row, name))})


def constant_result(value: Any) -> Wrapper:
    """Return the same value for every call."""
    return lambda original: lambda *given: value


def reply_before_sync(original: Callable[..., Any]) -> Callable[..., Any]:
    """Answers leave the house, and their records are written with the next commit."""
    late: list[tuple[Any, Any]] = []

    def handle(self: Any, asked: Sequence[Any]) -> Any:
        append = type(self.journal).append
        while late:
            append(self.journal, *late.pop(0))
        with pytest.MonkeyPatch.context() as soil:
            soil.setattr(self.journal, "append", lambda *given: late.append(given))
            return original(self, asked)

    return handle


def accept_at_any_time(original: Callable[..., Any]) -> Callable[..., Any]:
    """A slip of the round in play is taken at any time."""

    def refuse_unless_in_play(table: Any, command: Any) -> Refusal | None:
        in_play = table.round and command.round == table.round.number
        return None if in_play else original(table, command)

    return refuse_unless_in_play


def register_for_round_in_play(original: Callable[..., Any]) -> Callable[..., Any]:
    """A slip is registered for the round in play, whichever round it names."""

    def register(table: Any, command: Any) -> Any:
        return original(table, replace(command, round=table.round.number) if table.round else command)

    return register


def lose_a_cent(original: Callable[..., Any]) -> Callable[..., Any]:
    """Winnings that are not whole dollars lose a cent."""

    def short_lines(*given: Any, **words: Any) -> Any:
        lines, warns = original(*given, **words)
        leaks = (replace(one, winnings=one.winnings - bool(one.winnings % 100)) for one in lines)
        return tuple(leaks), warns

    return short_lines


def forget_ids(original: Callable[..., Any]) -> Callable[..., Any]:
    """Recovery forgets which ids were answered."""

    def recover(*given: Any) -> Any:
        return {name: changed(place, record_numbers={}) for name, place in original(*given).items()}

    return recover


def pay_again(original: Callable[..., Any]) -> Callable[..., Any]:
    """A restart pays the last settled round."""

    def commands_with_payment(table: Any) -> Iterator[Any]:
        if table.round is None and table.last is not None:
            yield Perform, {"step": "pay"}
        yield from original(table)

    return commands_with_payment


def pay_twice(original: Callable[..., Any]) -> Callable[..., Any]:
    """A table pays a second time if the restart asks for it."""

    def perform(table: Any, command: Any) -> Any:
        if not command.id.startswith("restart-") or table.round is not None:
            return original(table, command)
        then, stage = table_as_of_round(table, table.last), table.stages[-1]
        assert stage.step is Step.PAY
        lines = (
            one
            for player in sorted(table.last.slips)
            for one in steps.settle_player(then, command, stage, player, table.last.dice)
        )
        paid = tuple(one for one in lines if isinstance(one, WagersPaid))
        return paid or original(table, command)

    return perform


def return_one_less(original: Callable[..., Any]) -> Callable[..., Any]:
    """One of the returned wagers is forgotten."""
    return lambda *given: list(original(*given))[:-1]


def resolve_streaks(original: Callable[..., Any]) -> Callable[..., Any]:
    """A void round counts for Super Streak as if the dice had shown a result."""

    def advance_on_void(table: Any, command: Any, ground: Any) -> Any:
        if not table.streaks.runs or table.round is None:
            return ()
        return tuple(streak_events(table, command, table.round.number, RESULT, (1, 2, 4)))

    return advance_on_void


def correct_latest_round(original: Callable[..., Any]) -> Callable[..., Any]:
    """A correction applies to the round that has dice now, whichever round it names."""
    return lambda table, command: original(table, replace(command, round=None))


def decide_at_receipt(original: Callable[..., Any]) -> Callable[..., Any]:
    """A slip is judged by the table as it was when the batch began."""

    def take(self: Any, asked: Any, refusal: Any = None, **words: Any) -> Any:
        if not isinstance(asked.command, RegisterSlip):
            return original(self, asked, refusal, **words)
        log_kind, stale = self.log_kind, self.log_state.state
        self.log_kind = copy(log_kind)
        vars(self.log_kind)["decide"] = lambda state, command: log_kind.decide(stale, command)
        try:
            return original(self, asked, refusal, **words)
        finally:
            self.log_kind = log_kind

    return take


def accept_any_session(original: Callable[..., Any]) -> Callable[..., Any]:
    """Any session acts with the rank of the console's holder."""

    def rank_at(self: Any, session: Any, table: str) -> str:
        held = self.sessions.consoles.get(table)
        return original(self, session, table) or (held.rank if held else "")

    return rank_at


class StampJudge:
    """A slip with a stamp before the close counts, even if it comes after it."""

    def __init__(self) -> None:
        self.closed: dict[tuple[str, int], int] = {}

    def remember_close(self, original: Callable[..., Any]) -> Callable[..., Any]:
        """Remember when bets were closed."""

        def apply_step(table: Any, event: StepPerformed) -> Any:
            if event.step == "close":
                self.closed[table.name, event.round] = event.stamp.wall
            return original(table, event)

        return apply_step

    def judge_by_stamp(self, original: Callable[..., Any]) -> Callable[..., Any]:
        """Judge a slip by its stamp."""

        def refuse_by_stamp(table: Any, command: Any) -> Refusal | None:
            in_play = table.round and command.round == table.round.number
            closed = self.closed.get((table.name, command.round), -1)
            return None if in_play and command.stamp.wall <= closed else original(table, command)

        return refuse_by_stamp


def with_triple_prices(family: str, price_on_triple: Callable[[Price | None], Any]) -> Wrapper:
    """Replace what some bets pay on triples, for settlement alone."""

    def wrapper(original: Callable[..., Layout]) -> Callable[..., Layout]:
        @cache
        def layout_with_wrong_prices(*given: Any) -> Layout:
            layout = changed(original(*given))
            keys = [bet.key for bet in layout if bet.key.startswith(family)]
            lit, prices = layout.lit_areas, dict(layout.prices_by_roll)
            for roll in TRIPLES:
                wrong = {key: price_on_triple(prices[roll].get(key)) for key in keys}
                prices[roll] = {**prices[roll], **{key: price for key, price in wrong.items() if price}}
            vars(layout).update(lit_areas=lit, prices_by_roll=prices)
            return layout

        return layout_with_wrong_prices

    return wrapper


def even_money(price: Price | None) -> Price:
    """Return a price of one to one."""
    return Price(1, frozenset(TRIPLES), Fraction(1), "x", (1, 1), "x")


def three_times(price: Price | None) -> Price | None:
    """Return three times a price; a bet that loses still loses."""
    return changed(price, ratio=(3 * price.ratio[0], price.ratio[1])) if price else None


def retry_refused_ids(original: Callable[..., Any]) -> Callable[..., Any]:
    """An id that was refused may be tried again."""

    def state_without_refusals(self: Any) -> Any:
        place = original(self)
        for one in self.written:
            if isinstance(one.outcome, Refusal):
                place.record_numbers.pop(one.record.id, None)
        return place

    return state_without_refusals


CLOCK = StampJudge()
BUGS = (
    Bug("no idempotency", ((PendingCommit, "has_id", constant_result(False)),)),
    Bug("acknowledge before sync", ((floors.Floor, "handle", reply_before_sync),)),
    Bug("cutoff not checked", ((slips, "_refuse_if_betting_closed", accept_at_any_time),)),
    Bug("round id not checked", ((TABLE.rules, "RegisterSlip", register_for_round_in_play),)),
    Bug("rounding leak of one unit", ((steps, "settled_lines", lose_a_cent),)),
    Bug("ids not rebuilt at recovery", ((floors, "recover_logs", forget_ids),)),
    Bug(
        "settle twice after a crash",
        ((interruptions, "_recovery_commands", pay_again), (TABLE.rules, "Perform", pay_twice)),
    ),
    Bug("void forgets one wager", ((voids, "_return_stakes", return_one_less),)),
    Bug("Super Streak resolved on a void", ((voids, "advance_after_void", resolve_streaks),)),
    Bug("correction applied to the next round", ((corrections, "_round_to_correct", correct_latest_round),)),
    Bug("limits checked at receipt", ((PendingCommit, "decide_command", decide_at_receipt),)),
    Bug("console not checked", ((LiveHouse, "rank_at", accept_any_session),)),
    Bug(
        "timestamp used for order",
        (
            (TABLE.effect_of, "StepPerformed", CLOCK.remember_close),
            (slips, "_refuse_if_betting_closed", CLOCK.judge_by_stamp),
        ),
    ),
    Bug("triple pays Small", ((state, "layout_of", with_triple_prices("small", even_money)),)),
    Bug(
        "double paid three times on a triple",
        ((state, "layout_of", with_triple_prices("double-", three_times)),),
    ),
    Bug("refused id later accepted", ((PendingCommit, "next_log_state", retry_refused_ids),)),
)
