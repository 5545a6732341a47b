"""The public view of a table, as plain shapes."""

from collections.abc import Iterator
from fractions import Fraction

from sicbo import i18n, rulebooks
from sicbo.errors import Refusal
from sicbo.game.dice import Roll
from sicbo.game.policies import Step
from sicbo.game.reasons import dealer_call
from sicbo.game.rulebook.publication import enum_key
from sicbo.game.settlement import Wager
from sicbo.game.super_streak import PREFIX, Streaks, place_streak_wager as placed_on
from sicbo.i18n import LANGUAGES
from sicbo.server.live.history import RoundOutcome, TableHistory
from sicbo.server.live.live_table import LiveTable
from sicbo.server.schemas import table as table_schemas
from sicbo.server.schemas.times import iso_time
from sicbo.table.equipment.faults import refuse_if_play_stopped
from sicbo.table.log_kind import TABLE
from sicbo.table.money.racks import payout_instrument
from sicbo.table.state import Round, TableState


def round_phase(table: TableState) -> str:
    """Return the phase of the round in one word."""
    played = table.round
    if table.sign is None:
        return "shut"
    if played is not None and played.void_due:
        return "void-due"
    if refuse_if_play_stopped(table) is not None:
        return "stopped"
    if played is None:
        return "waiting"
    if played.dice is not None:
        return "settling"
    if table.takes_wagers:
        return "betting"
    return "no-more-bets" if table.has_done(Step.CLOSE) else "shaking"


def table_view(live: LiveTable) -> table_schemas.TableView:
    """Return what everyone may see of a table."""
    table, chronicle = live.table, live.history
    founding = live.log_state.founding
    return table_schemas.TableView(
        table=live.name,
        rulebook=table.rulebook,
        layout=layout_name(table),
        name=table.layout.name,
        profile=founding.profile,
        money=payout_instrument(table),
        open=table.sign is not None,
        phase=round_phase(table),
        round=table.round.number if table.round else None,
        steps=_steps(table),
        due=_due_step(table),
        betting=_betting_shape(live),
        result=round_result(table, chronicle.outcomes[0]) if chronicle.outcomes else None,
        sign=limits_sign(table),
        areas=area_totals(table),
        seats=_seats(live),
        seat_count=table.seats,
        notices=_notices(table, chronicle),
        faults=fault_shapes(table),
        streak=_streak(table),
        history=past_results(chronicle),
        dealer=live.dealer_shape(),
        tumbler=_tumbler(live),
    )


def fault_shapes(table: TableState) -> tuple[table_schemas.FaultShape, ...]:
    """Return the open faults of a table."""
    return tuple(
        table_schemas.FaultShape(
            fault=kind, clause=fault.clause, tell=fault.tell, told=fault.told, stops=fault.stops
        )
        for kind, fault in sorted(table.faults.items())
    )


def layout_name(table: TableState) -> str:
    """Return the full name of the table's layout."""
    return rulebooks.full_layout_name(table.rules, table.layout)


def dealer_calls(table: TableState, roll: Roll) -> table_schemas.LocalizedText:
    """Return the dealer's call in every language."""
    return {language: dealer_call(roll, table.rules, table.layout, language) for language in LANGUAGES}


def _steps(table: TableState) -> tuple[table_schemas.StepShape, ...]:
    done = table.round.done if table.round else 0
    return tuple(
        table_schemas.StepShape(step=enum_key(stage.step), clause=stage.clause, done=number < done)
        for number, stage in enumerate(table.stages)
    )


def _due_step(table: TableState) -> table_schemas.StepShape | None:
    if table.sign is None:
        return None
    stage = table.due_stage
    return table_schemas.StepShape(step=enum_key(stage.step), clause=stage.clause)


def _betting_shape(live: LiveTable) -> table_schemas.BettingShape:
    table = live.table
    takes = table.takes_wagers and not (table.round and table.round.void_due)
    return table_schemas.BettingShape(
        open=takes,
        opened_at=iso_time(live.history.bets_opened_at) if takes else None,
        closes_at=iso_time(live.closes_at_wall) if takes and live.closes_at_wall else None,
        clause=table.rules.wagers.late.clause,
    )


def round_result(table: TableState, outcome: RoundOutcome) -> table_schemas.RoundResult:
    """Return the result of a round."""
    dice = outcome.dice
    return table_schemas.RoundResult(
        round=outcome.round,
        dice=dice,
        total=sum(dice) if dice else None,
        call=dealer_calls(table, dice) if dice else {},
        lit=table.layout.lit_areas[dice] if dice and not outcome.void else (),
        at=iso_time(outcome.wall),
        void=void_shape(outcome),
        corrected=outcome.corrected,
        settled=outcome.settled,
        opened=opened_commitment(outcome),
    )


def opened_commitment(outcome: RoundOutcome) -> table_schemas.OpenedCommitment | None:
    """Return what opens the commitment to a roll of the electronic tumbler, or None."""
    rolled = outcome.rolled
    if rolled is None or rolled.commitment is None or rolled.seed is None or rolled.close is None:
        return None
    return table_schemas.OpenedCommitment(
        commitment=rolled.commitment, seed=rolled.seed, close=rolled.close.hex()
    )


def void_shape(outcome: RoundOutcome) -> table_schemas.VoidShape | None:
    """Return why a round has no result, or None if it has one."""
    if outcome.void is None:
        return None
    return table_schemas.VoidShape(ground=outcome.void.ground, clause=outcome.void.clause)


def past_results(chronicle: TableHistory) -> tuple[table_schemas.PastResult, ...]:
    """Return the last results, newest first."""
    return tuple(
        table_schemas.PastResult(
            round=one.round,
            dice=None if one.void else one.dice,
            void=one.void.ground if one.void else None,
            corrected=one.corrected,
        )
        for one in chronicle.outcomes
    )


def limits_sign(table: TableState) -> table_schemas.SignShape | None:
    """Return the limits sign of the round in play, or of the next round."""
    if table.sign is None:
        return None
    sign = table.sign_in_force
    areas = {
        one.area: table_schemas.BoundsShape(minimum=one.minimum, maximum=one.maximum) for one in sign.areas
    }
    return table_schemas.SignShape(
        minimum=sign.minimum,
        maximum=sign.maximum,
        unit=sign.unit,
        chip=sign.chip,
        areas=areas,
        maximum_clause=table.rules.limits.above_maximum_seen.clause,
    )


def area_totals(table: TableState) -> dict[str, table_schemas.AreaTotal]:
    """Return the total on each area, for all players together."""
    stakes: dict[str, int] = {}
    slips: dict[str, int] = {}
    for slip in table.round.slips.values() if table.round else ():
        for stake in slip.stakes:
            stakes[stake.bet] = stakes.get(stake.bet, 0) + stake.cents
            slips[stake.bet] = slips.get(stake.bet, 0) + 1
    return {bet: table_schemas.AreaTotal(stake=stakes[bet], slips=slips[bet]) for bet in sorted(stakes)}


def staked_cents(played: Round | None, player: str) -> int:
    """Return the total that a player has on the layout."""
    slip = played.slips.get(player) if played else None
    return sum(stake.cents for stake in slip.stakes) if slip else 0


def _seats(live: LiveTable) -> tuple[table_schemas.SeatShape, ...]:
    """Return the seats, cached until a player takes or leaves a seat, sits out, or becomes ready."""
    now = (
        live.table.seated,
        frozenset(live.ready_players) | {f"longer {one}" for one in live.longer_time_players},
    )
    if live.seat_rows is None or live.seat_rows[0][0] is not now[0] or live.seat_rows[0][1] != now[1]:
        live.seat_rows = now, _seat_rows(live)
    return live.seat_rows[1]


def _seat_rows(live: LiveTable) -> tuple[table_schemas.SeatShape, ...]:
    table, bots = live.table, live.bots
    taken = sorted(table.seated.items(), key=lambda item: item[1].number)
    return tuple(
        table_schemas.SeatShape(
            seat=seat.number,
            player=player,
            name=live.name_of(player),
            bot=player in bots,
            ready=player in live.ready_players,
            idle=max(seat.without, 0),
            longer=player in live.longer_time_players,
        )
        for player, seat in taken
    )


def _notices(table: TableState, chronicle: TableHistory) -> tuple[table_schemas.NoticeShape, ...]:
    shown = []
    for subject, posted in sorted(table.notices.items()):
        event = chronicle.notices[subject]
        ahead = posted.due - event.stamp.elapsed
        shown.append(
            table_schemas.NoticeShape(
                subject=subject,
                minimum=posted.minimum,
                maximum=posted.maximum,
                due_at=iso_time(event.stamp.wall + ahead * 1_000) if ahead > 0 else None,
                spins_left=max(posted.spins - table.spins, 0),
                clause=event.clause,
                message=table_schemas.message_shape(TABLE.narrate(event)),
            )
        )
    return tuple(shown)


def _streak(table: TableState) -> table_schemas.StreakShape | None:
    streak, stake = table.rules.super_streak, table.streak_stake
    if streak is None or stake is None or not table.streaks.runs:
        return None
    return table_schemas.StreakShape(
        stake=stake,
        takes=takes_streaks(table),
        round=table.round_number_due,
        final=table.streak_final,
        placed_by=enum_key(streak.placed.choice),
        sides=tuple(streak_sides(table)),
        ladder={str(length): odds_text(odds) for length, odds in streak.pays.choice.items()},
        clause=streak.opens.clause,
    )


def streak_sides(table: TableState) -> Iterator[table_schemas.StreakSide]:
    """Yield every side of Super Streak, if it is offered, and whether its area is open."""
    stake = table.streak_stake
    if stake is None:
        return
    for run in table.streaks.runs:
        for side in run.line:
            wager = Wager(f"{PREFIX}{side}", stake)
            placed = placed_on(Streaks(table.streaks.runs), wager, table.rules, stake)
            is_open = not table.streak_final and not isinstance(placed, Refusal)
            length = run.length if run.side == side else 0
            yield table_schemas.StreakSide(side=side, open=is_open, run=length)


def takes_streaks(table: TableState) -> bool:
    """Return whether a Super Streak may be placed at this point of the round."""
    streak, played = table.rules.super_streak, table.round
    if streak is None or table.sign is None or table.streak_stake is None or table.streak_final:
        return False
    if played is not None and played.void_due:
        return False
    if streak.placed.choice.is_before_spin:
        return not table.has_done(Step.SPIN)
    return table.takes_wagers


def odds_text(odds: Fraction) -> str:
    """Return odds as they are printed."""
    return f"{i18n.odds_to_one(odds)} to 1"


def _tumbler(live: LiveTable) -> table_schemas.TumblerShape:
    rolling = live.history.rolling
    return table_schemas.TumblerShape(
        kind=live.tumbler_kind if rolling.commitment else "dealer",
        round=rolling.round or None,
        commitment=rolling.commitment,
    )
