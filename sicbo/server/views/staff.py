"""The staff view of a table. Every action is tried on the pure table, so a refused one says why."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from immutables import Map
from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.rulebook.publication import enum_key
from sicbo.house.electronic_rolls import CommittedRoll, refuse_other_dice
from sicbo.machine.messages import Command, Stamp
from sicbo.rulebooks import clause_registry
from sicbo.server.access.sessions import RANKS, Session
from sicbo.server.live import home_tables
from sicbo.server.live.licence import needs_approved_minimum
from sicbo.server.live.live_table import LiveTable
from sicbo.server.schemas import staff as staff_schemas
from sicbo.server.schemas.times import iso_time
from sicbo.server.views.table import area_totals, staked_cents
from sicbo.table.equipment.console_keys import keys_of_console
from sicbo.table.limits.notices import LIMITS_SUBJECT, SUPER_STREAK_SUBJECT, TABLE_SUBJECT, seconds_until
from sicbo.table.log_kind import decide
from sicbo.table.messages.faults import DirectIdleSpins, NotifyPerson, RectifyFault, StopIdleSpins
from sicbo.table.messages.round import (
    ChangeLimits,
    CloseTable,
    CorrectResult,
    DeclareVoid,
    GiveNotice,
    Perform,
    WithdrawNotice,
)
from sicbo.table.messages.super_streak import CallFinalStreaks, CloseStreaks
from sicbo.table.money.colour_chips import holders_of_colour
from sicbo.table.money.racks import payout_instrument
from sicbo.table.money.table_float import expected_in_tray, value_chips_with_players
from sicbo.table.round.opening import FLOOR_PROFILE, checklist
from sicbo.table.state import TableState

if TYPE_CHECKING:
    from sicbo.server.live.house import LiveHouse

TRIAL, SECOND, TWENTY_MINUTES = "trial", "second", 1_200
MANY_SLIPS = 64
STEP_ARGUMENTS: dict[Step, dict[str, Any]] = {Step.SPIN: {"tumbles": 3}, Step.ENTER: {"dice": (1, 2, 3)}}
Candidate = tuple[type[Command], dict[str, Any], dict[str, Any]]


def staff_view(
    house: "LiveHouse", live: LiveTable, rank: str, session: Session, language: str
) -> staff_schemas.StaffView:
    """Return what staff of this rank see."""
    table = live.table
    held = house.sessions.consoles.get(live.name)
    lying = [slip for slip in table.round.slips.values() if slip.stakes] if table.round else []
    under, over = _wagers_outside_limits(table)
    return staff_schemas.StaffView(
        rank=rank,
        round=table.round_number_due,
        signed=live.log_state.founding.signed,
        holds_console=held is not None and held.token == session.token,
        slips=len(lying),
        staked=sum(stake.cents for slip in lying for stake in slip.stakes),
        actions=staff_actions(house, live, rank, session.pseudonym, language),
        keys=tuple(
            staff_schemas.KeyShape(face=key.face, step=key.step, ground=key.ground)
            for key in keys_of_console(table)
        ),
        players=_players(live),
        refused=_recent_refusals(live, language),
        exposure=house_exposure(table),
        on_duty=tuple(sorted(map(live.name_of, table.on_duty))),
        approvals=tuple(
            one.shape(session)
            for one in house.approvals.waiting_orders(house.clock.elapsed_time)
            if one.asked.table == live.name
        ),
        disputes=_open_disputes(live),
        table_float=_float_shape(live),
        colours=_colours(live),
        opening=None if table.sign else _opening_shape(house, table),
        under=under,
        over=over,
    )


def _recent_refusals(live: LiveTable, language: str) -> tuple[staff_schemas.RefusedShape, ...]:
    """Return the recent refusals, with the names of the persons refused."""
    return tuple(
        staff_schemas.RefusedShape(
            at=iso_time(one.wall),
            name=live.name_of(one.actor),
            clause=one.clause,
            says=one.message.say(language),
        )
        for one in live.history.refusals
    )


def _open_disputes(live: LiveTable) -> tuple[staff_schemas.DisputeShape, ...]:
    """Return the open disputes."""
    return tuple(
        staff_schemas.DisputeShape(
            dispute=name,
            name=live.name_of(one.player),
            kind=one.kind,
            decided=one.decided_by is not None,
        )
        for name, one in sorted(live.table.disputes.items())
    )


def _float_shape(live: LiveTable) -> staff_schemas.FloatShape:
    """Return what the tray should hold, what players hold, and the last count."""
    table, counted = live.table, None
    if live.history.last_count is not None:
        wall, event = live.history.last_count
        counted = staff_schemas.TrayCount(cents=event.cents, variance=event.variance, at=iso_time(wall))
    return staff_schemas.FloatShape(
        expected=expected_in_tray(table) if table.is_float_counted else None,
        with_players=value_chips_with_players(table),
        drop=table.drop,
        counted=counted,
    )


def _colours(live: LiveTable) -> tuple[staff_schemas.ColourShape, ...]:
    """Return every colour of the table, sold or not."""
    table, rows = live.table, []
    for colour in table.colours:
        held, sold = holders_of_colour(table, colour), table.sets.get(colour)
        rows.append(
            staff_schemas.ColourShape(
                colour=colour,
                value=sold.value if sold and held else None,
                holders=held,
                names=tuple(map(live.name_of, held)),
                shown_by=sold.shown_by if sold and held else "",
            )
        )
    return tuple(rows)


OFFERED = (
    "profile", "minimum", "maximum", "unit", "chip", "seats", "equipment", "streak_stake", "approved_minimum",
)  # fmt: skip
"""Fields of the command that opens a table, as the opening form shows them."""


def _opening_shape(house: "LiveHouse", table: TableState) -> staff_schemas.OpeningShape:
    """Return the values that are offered for opening a closed table."""
    sign: dict[str, Any] = home_tables.opening_fields(table, house.settings.profile)
    duties = checklist(table.rulebook) if house.settings.profile == FLOOR_PROFILE else ()
    says = {clause.id: clause.says for clause in clause_registry(table.rulebook)}
    confirm = [staff_schemas.ConfirmShape(id=one, clause=one, says=says[one]) for one in duties]
    if duties:
        confirm += [
            staff_schemas.ConfirmShape(id=one.id, clause=one.clause, says=one.asks)
            for one in table.rules.readings
        ]
    if house.settings.profile == FLOOR_PROFILE:
        sign["approved_minimum"] = approved = house.licence.approved_minimum(table.rulebook)
        if approved is not None:
            sign |= {"minimum": approved, "maximum": max(sign["maximum"], approved)}
    return staff_schemas.OpeningShape(
        **{name: sign[name] for name in OFFERED},
        needs_approved_minimum=needs_approved_minimum(table.rules),
        colours=table.rules.wagers.colour_value.choice.has_colours,
        confirm=tuple(confirm),
    )


def _wagers_outside_limits(table: TableState) -> tuple[int, int]:
    """Return how many wagers are below their player's minimum, and how many above the maximum."""
    under = over = 0
    for player, slip in table.round.slips.items() if table.round else ():
        limits, totals = table.limits_of(player), Counter[str]()
        for stake in slip.stakes:
            totals[stake.bet] += stake.cents
        for bet, cents in totals.items():
            bounds = limits.bounds_of(table.layout.bet(bet))
            under += cents < bounds.minimum
            over += bounds.maximum is not None and cents > bounds.maximum
    return under, over


def _players(live: LiveTable) -> tuple[staff_schemas.StaffPlayer, ...]:
    table = live.table
    slips = table.round.slips if table.round else Map()
    known = {*table.seated, *slips, *(player for player, _ in table.racks)}
    rows = []
    for player in known:
        seat, slip = table.seated.get(player), slips.get(player)
        rows.append(
            staff_schemas.StaffPlayer(
                seat=seat.number if seat else None,
                player=player,
                name=live.name_of(player),
                rack=table.rack(player, payout_instrument(table)),
                staked=staked_cents(table.round, player),
                version=slip.version if slip else 0,
            )
        )
    return tuple(sorted(rows, key=lambda row: (row.seat is None, row.seat or 0, row.player)))


def house_exposure(table: TableState) -> staff_schemas.ExposureShape | None:
    """Return the roll that would cost the house most now, and the one that would earn it most."""
    areas = area_totals(table)
    if not areas:
        return None
    pays = table.layout.prices_by_roll
    results = []
    for kind in table.layout.roll_kinds:
        roll, house = kind[0], 0
        for bet, total in areas.items():
            price = pays[roll].get(bet)
            above, below = price.ratio if price else (-1, 1)
            house -= total.stake * above // below
        first, second, third = sorted(roll)
        results.append(staff_schemas.ExtremeRoll(dice=(first, second, third), house=house))
    return staff_schemas.ExposureShape(
        worst=min(results, key=lambda one: one.house), best=max(results, key=lambda one: one.house)
    )


def staff_actions(
    house: "LiveHouse", live: LiveTable, rank: str, person: str, language: str
) -> tuple[staff_schemas.StaffAction, ...]:
    """Return every action at this table: allowed now, or the reason why not."""
    table, rolls = _without_idle_slips(live.table), live.log_state.rolls
    stamp = house.clock.stamp(person or TRIAL, RANKS.get(rank))
    return tuple(_try_action(table, rolls, candidate, stamp, language) for candidate in _candidates(table))


def _without_idle_slips(table: TableState) -> TableState:
    """Return the table without its slips if they are many and do not affect which actions are allowed."""
    played = table.round
    if played is None or played.dice is not None or len(played.slips) <= MANY_SLIPS:
        return table
    return replace(table, round=replace(played, slips=Map()))


def _try_action(
    table: TableState, rolls: tuple[CommittedRoll, ...], candidate: Candidate, stamp: Stamp, language: str
) -> staff_schemas.StaffAction:
    kind, shown, said = candidate
    command = kind(id=TRIAL, stamp=stamp, **said)
    outcome = refuse_other_dice(rolls, table, command) or decide(table, command)
    common: dict[str, Any] = {"type": str(kind.__struct_config__.tag), **shown}
    if not isinstance(outcome, Refusal):
        next_step = kind is Perform
        return staff_schemas.StaffAction(
            **common, clause=outcome[0].clause, allowed=True, refusal=None, next=next_step
        )
    return staff_schemas.StaffAction(
        **common,
        clause=outcome.clause,
        allowed=False,
        refusal=outcome.message.say(language),
        after_seconds=seconds_until(outcome, stamp),
        after_spins=outcome.spins,
    )


def _candidates(table: TableState) -> Iterator[Candidate]:
    for stage in table.stages if table.sign else ():
        step = {"step": enum_key(stage.step)}
        yield Perform, step, step | STEP_ARGUMENTS.get(stage.step, {})
    for item in table.rules.irregularities:
        ground = {"ground": enum_key(item.ground)}
        yield DeclareVoid, ground, {**ground, "second": SECOND, "note": TRIAL}
    correction = {"dice": (1, 1, 1), "second": SECOND, "reason": TRIAL}
    yield CorrectResult, {}, correction
    for kind, fault in sorted(table.faults.items()):
        about = {"fault": kind}
        if fault.tell is not None and fault.tell not in fault.told:
            told = {**about, "whom": fault.tell, "name": TRIAL}
            yield NotifyPerson, about, told
        yield RectifyFault, about, {**about, "note": ""}
    if table.sign is not None:
        yield from _notices(table)


def _notices(table: TableState) -> Iterator[Candidate]:
    assert table.sign is not None
    raised = {"minimum": table.sign.minimum * 2, "maximum": table.sign.maximum}
    yield ChangeLimits, {}, raised
    yield CloseTable, {}, {}
    subjects = {LIMITS_SUBJECT: raised, TABLE_SUBJECT: {}}
    if table.rules.super_streak is not None:
        subjects[SUPER_STREAK_SUBJECT] = {}
        yield CallFinalStreaks, {}, {}
        yield CloseStreaks, {}, {}
    for subject, figures in subjects.items():
        about = {"subject": subject}
        if subject in table.notices:
            yield WithdrawNotice, about, about
        else:
            given = {**about, **figures, "in_seconds": TWENTY_MINUTES}
            yield GiveNotice, about, given
    if table.idle:
        yield StopIdleSpins, {}, {}
    else:
        yield DirectIdleSpins, {}, {}
