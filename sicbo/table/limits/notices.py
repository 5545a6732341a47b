"""Signs and notices: what must be announced, how long before, and the limits that change by it.

Minutes count in elapsed time, which clock changes do not affect. Spins count when they are completed with a
result. Players are present while one of them has a seat, or chips on a rack, on the layout or on a running
Super Streak; a player who stands and has taken all chips away has left. An empty table needs no notice of
closing.
"""

from typing import assert_never

from sicbo.errors import Refusal
from sicbo.game.limits import Bounds, required_notice
from sicbo.game.policies import Notice, NoticeKind
from sicbo.game.ranks import Act
from sicbo.game.rulebook.rules import Ruling
from sicbo.i18n import Message, message
from sicbo.machine.ledger import no_transfers
from sicbo.machine.log_kind import Audience, Effect, Rule
from sicbo.machine.messages import Event, Stamp, event_from_command
from sicbo.machine.structs import replace
from sicbo.table.authority import refuse_if_not_permitted
from sicbo.table.limits.sign import limits_messages, refuse_if_limits_invalid
from sicbo.table.messages.round import (
    ChangeLimits,
    GiveNotice,
    LimitsChanged,
    NoticeGiven,
    NoticeWithdrawn,
    RoundVoided,
    StepPerformed,
    WithdrawNotice,
)
from sicbo.table.preconditions import refuse_if_closed
from sicbo.table.state import LimitsSign, PostedNotice, TableState, limits_of_sign

Events = tuple[Event, ...]
LIMITS_SUBJECT, TABLE_SUBJECT, SUPER_STREAK_SUBJECT = "limits", "table", "super-streak"
ACT_FOR_SUBJECT = {
    LIMITS_SUBJECT: Act.CHANGE_LIMITS,
    TABLE_SUBJECT: Act.CLOSE_TABLE,
    SUPER_STREAK_SUBJECT: Act.CLOSE_SUPER_STREAK,
}
LONGEST_NOTICE_SECONDS = 86_400


def give_notice(table: TableState, command: GiveNotice) -> Events | Refusal:
    """Give notice, with the figure and the time that its clause demands."""
    refusal = _refuse_if_notice_invalid(table, command)
    if refusal:
        return refusal
    ruling = _notice_ruling(table, command.subject)
    least, spins = _notice_length(table, ruling.choice)
    milliseconds = least if command.in_seconds is None else command.in_seconds * 1000
    given = event_from_command(
        NoticeGiven,
        command,
        ruling.clause,
        due=command.stamp.elapsed + milliseconds,
        spins=table.spins + spins if spins else 0,
    )
    return (given,)


def _refuse_if_notice_invalid(table: TableState, command: GiveNotice) -> Refusal | None:
    if refusal := _refuse_if_subject_not_permitted(table, command):
        return refusal
    ruling = _notice_ruling(table, command.subject)
    if refusal := refuse_if_closed(table, ruling.clause):
        return refusal
    if command.subject in table.notices:
        return Refusal(ruling.clause, message("notices.already-given"))
    if command.subject == LIMITS_SUBJECT:
        if command.minimum is None:
            return Refusal(ruling.clause, message("notices.minimum-missing"))
        if refusal := _refuse_if_new_limits_invalid(table, command, command.minimum):
            return refusal
    return _refuse_if_time_invalid(table, command, ruling)


def _refuse_if_time_invalid(table: TableState, command: GiveNotice, ruling: Ruling[Notice]) -> Refusal | None:
    """Return what is wrong with the time on the sign; only Crown Sydney's sign may leave it out."""
    raising = table.rules.limits.raise_minimum.choice
    least = _notice_length(table, ruling.choice)[0] // 1000
    may_leave_out = command.subject == LIMITS_SUBJECT and not raising.needs_stated_time
    if command.in_seconds is None:
        if may_leave_out or not least:
            return None
        says = message("notices.time-missing", least=least)
    elif least <= command.in_seconds <= LONGEST_NOTICE_SECONDS:
        return None
    else:
        says = message(
            "notices.time-invalid", seconds=command.in_seconds, least=least, most=LONGEST_NOTICE_SECONDS
        )
    return Refusal(ruling.clause, says, earliest=command.stamp.elapsed + least * 1000)


def withdraw_notice(table: TableState, command: WithdrawNotice) -> Events | Refusal:
    """Withdraw the notice."""
    if refusal := _refuse_if_subject_not_permitted(table, command):
        return refusal
    clause = _notice_ruling(table, command.subject).clause
    if command.subject not in table.notices:
        return Refusal(clause, message("notices.none-given"))
    withdrawn = event_from_command(NoticeWithdrawn, command, clause)
    return (withdrawn,)


def change_limits(table: TableState, command: ChangeLimits) -> Events | Refusal:
    """Change the sign; a higher minimum needs the notice that the rulebook demands."""
    terms = table.rules.limits
    if table.sign is None:
        return Refusal(terms.change.clause, message("table.closed"))
    unit = table.sign.unit if command.unit is None else command.unit
    chip = table.sign.chip if command.chip is None else command.chip
    if unit < 1 or chip < 1:
        return Refusal(terms.per.clause, message("limits-sign.unit-or-chip-invalid"))
    if refusal := _refuse_if_new_limits_invalid(table, command, command.minimum):
        return refusal
    new = replace(
        table.sign,
        minimum=command.minimum,
        maximum=command.maximum,
        unit=unit,
        chip=chip,
        areas=command.areas,
    )
    clause, notice = required_notice(
        *_raised_bounds(table, new), table.rules, players_present=has_players(table)
    )
    refusal = refuse_if_notice_unserved(
        table, command.stamp, LIMITS_SUBJECT, clause, notice
    ) or _refuse_if_not_announced(table, new, clause, notice)
    if refusal:
        return refusal
    changed = event_from_command(LimitsChanged, command, clause, unit=unit, chip=chip)
    return (changed,)


def _refuse_if_new_limits_invalid(
    table: TableState, command: GiveNotice | ChangeLimits, minimum: int
) -> Refusal | None:
    approved = table.sign.approved_minimum if table.sign else None
    return refuse_if_limits_invalid(table, minimum, command.maximum, command.areas, approved)


def _raised_bounds(table: TableState, new: LimitsSign) -> tuple[Bounds, Bounds]:
    """Return the old and new bounds of a bet whose minimum rises, or those of the table if none does."""
    assert table.sign is not None
    old_limits, new_limits = limits_of_sign(table.sign), limits_of_sign(new)
    changes = [(old_limits.bounds_of(bet), new_limits.bounds_of(bet)) for bet in table.layout]
    higher = (pair for pair in changes if pair[1].minimum > pair[0].minimum)
    return next(higher, (old_limits.bounds, new_limits.bounds))


def refuse_if_notice_unserved(
    table: TableState, stamp: Stamp, subject: str, clause: str, notice: Notice
) -> Refusal | None:
    """Return why a change must wait for its notice, and until when, or None if it need not."""
    if notice.kind is NoticeKind.NONE:
        return None
    posted = table.notices.get(subject)
    if posted is not None:
        left = posted.due - stamp.elapsed, posted.spins - table.spins
        return (
            _unserved_refusal(stamp, clause, message("notices.still-running"), *left)
            if max(left) > 0
            else None
        )
    return _unserved_refusal(stamp, clause, _required_before_change(table), *_notice_length(table, notice))


def _required_before_change(table: TableState) -> Message:
    """Return what must come before a change; the clause on limits demands it at an empty table too."""
    if has_players(table):
        return message("notices.notify-players")
    if table.rules.limits.raise_minimum.choice.needs_stated_time:
        return message("notices.put-up-sign")
    return message("notices.announce-limits")


def _unserved_refusal(stamp: Stamp, clause: str, first: Message, milliseconds: int, spins: int) -> Refusal:
    """Return a refusal that ends with time, with spins, or as soon as `first` is done."""
    seconds_left = _whole_seconds(milliseconds) if milliseconds > 0 else None
    spins_left = spins if spins > 0 else None
    return Refusal(
        clause,
        message("notices.unserved", first=first, seconds=seconds_left, spins=spins_left),
        earliest=stamp.elapsed + milliseconds if seconds_left else None,
        spins=spins_left,
    )


def seconds_until(refusal: Refusal, stamp: Stamp) -> int | None:
    """Return how many seconds after `stamp` the refusal may end, or None if time alone does not decide."""
    return None if refusal.earliest is None else _whole_seconds(refusal.earliest - stamp.elapsed)


def _whole_seconds(milliseconds: int) -> int:
    return -(-milliseconds // 1000)


def _notice_length(table: TableState, notice: Notice) -> tuple[int, int]:
    """Return how long a notice given now would run: in milliseconds, or in spins that begin after it."""
    match notice.kind:
        case NoticeKind.MINUTES:
            return notice.count * 60_000, 0
        case NoticeKind.SPINS:
            return 0, notice.count + (table.round is not None)
        case NoticeKind.PLAIN | NoticeKind.NONE:
            return 0, 0
        case _:
            assert_never(notice.kind)


def _refuse_if_not_announced(
    table: TableState, new: LimitsSign, clause: str, notice: Notice
) -> Refusal | None:
    """Refuse limits that differ from those of the notice in force."""
    posted = table.notices.get(LIMITS_SUBJECT)
    if notice.kind is NoticeKind.NONE or posted is None:
        return None
    whole = table.rules.limits.raise_minimum.choice.covers_every_limit
    minima = [[(area.area, area.minimum) for area in areas] for areas in (posted.areas, new.areas)]
    maxima = [(posted.maximum, posted.areas), (new.maximum, new.areas)]
    if (posted.minimum, minima[0]) == (new.minimum, minima[1]) and (not whole or maxima[0] == maxima[1]):
        return None
    says = (
        message("notices.other-limits-announced", minimum=posted.minimum or 0, maximum=posted.maximum)
        if whole
        else message("notices.other-minimum-announced", minimum=posted.minimum or 0)
    )
    return Refusal(clause, says)


def has_players(table: TableState) -> bool:
    """Return whether a player is present: on a seat, or with chips on a rack, the layout or Super Streak."""
    lying = table.round is not None and any(slip.stakes for slip in table.round.slips.values())
    return bool(table.seated) or bool(table.racks) or lying or bool(table.streaks.wagers)


def _refuse_if_subject_not_permitted(
    table: TableState, command: GiveNotice | WithdrawNotice
) -> Refusal | None:
    if command.subject not in ACT_FOR_SUBJECT:
        clause = table.rules.conduct.closing.clause
        return Refusal(clause, message("notices.unknown-subject", subjects=tuple(ACT_FOR_SUBJECT)))
    return refuse_if_not_permitted(table, command, ACT_FOR_SUBJECT[command.subject])


def _notice_ruling(table: TableState, subject: str) -> Ruling[Notice]:
    rules = table.rules
    if subject == LIMITS_SUBJECT:
        return rules.limits.raise_notice
    if subject == TABLE_SUBJECT or rules.super_streak is None:
        return rules.conduct.closing
    return rules.super_streak.closing


def apply_notice_given(table: TableState, event: NoticeGiven) -> TableState:
    """Record a notice."""
    within = table.round.number if table.round else 0
    posted = PostedNotice(event.minimum, event.maximum, event.due, event.spins, within, event.areas)
    return replace(table, notices=table.notices.set(event.subject, posted))


def apply_notice_withdrawn(table: TableState, event: NoticeWithdrawn) -> TableState:
    """Remove a notice."""
    return replace(table, notices=table.notices.delete(event.subject))


def apply_limits_changed(table: TableState, event: LimitsChanged) -> TableState:
    """Change the sign, and remove the notice that announced it."""
    assert table.sign is not None
    sign = replace(
        table.sign,
        minimum=event.minimum,
        maximum=event.maximum,
        unit=event.unit,
        chip=event.chip,
        areas=event.areas,
    )
    posted = table.notices.get(LIMITS_SUBJECT)
    used = posted is not None and posted.minimum == event.minimum
    return replace(table, sign=sign, notices=table.notices.delete(LIMITS_SUBJECT) if used else table.notices)


def shorten_notices_of_uncounted_round(table: TableState, event: RoundVoided | StepPerformed) -> TableState:
    """Shorten by one spin the notices given in a round that proved to be void or idle.

    Such a notice counts from the next round, so its length included the round in play.
    """
    notices = table.notices
    for subject, posted in notices.items():
        if posted.round == event.round and posted.spins:
            notices = notices.set(subject, replace(posted, spins=posted.spins - 1, round=0))
    return replace(table, notices=notices)


def _narrate_notice_given(event: NoticeGiven) -> Message:
    notice = {
        LIMITS_SUBJECT: message(
            "notices.limits-will-change", limits=limits_messages(event.minimum, event.maximum, event.areas)
        ),
        TABLE_SUBJECT: message("notices.table-will-close"),
        SUPER_STREAK_SUBJECT: message("notices.super-streak-will-close"),
    }[event.subject]
    minutes = (event.due - event.stamp.elapsed) // 60_000
    when = (
        *((message("notices.in-minutes", minutes=minutes),) if minutes else ()),
        *((message("notices.after-spin", spin=event.spins),) if event.spins else ()),
    )
    return message("event.notice-given", notice=notice, when=when)


def _narrate_limits_changed(event: LimitsChanged) -> Message:
    return message("event.limits-changed", limits=limits_messages(event.minimum, event.maximum, event.areas))


RULES = (
    Rule(GiveNotice, decide=give_notice),
    Rule(WithdrawNotice, decide=withdraw_notice),
    Rule(ChangeLimits, decide=change_limits, act=Act.CHANGE_LIMITS, signed=True),
)
EFFECTS = (
    Effect(
        NoticeGiven,
        apply=apply_notice_given,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
        narrate=_narrate_notice_given,
    ),
    Effect(
        NoticeWithdrawn,
        apply=apply_notice_withdrawn,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        LimitsChanged,
        apply=apply_limits_changed,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
        narrate=_narrate_limits_changed,
    ),
)
