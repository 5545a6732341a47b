"""Void rounds: on which ground, who declares them, and what is returned."""

import dataclasses
from collections.abc import Iterator
from typing import assert_never

from sicbo.errors import Refusal
from sicbo.game.policies import Ground, Step, VoidRefund
from sicbo.game.ranks import Act, Rank
from sicbo.game.rulebook.publication import enum_key
from sicbo.game.rulebook.rules import Irregularity
from sicbo.i18n import Message, message
from sicbo.machine.ledger import keep_state, no_transfers
from sicbo.machine.log_kind import Audience, Effect, Rule
from sicbo.machine.messages import Command, Event, event_fields, event_from_command
from sicbo.machine.structs import replace
from sicbo.table.authority import refuse_if_not_permitted
from sicbo.table.equipment.faults import FAULT_KIND_OF_GROUND, fault_reported_event, fault_terms, has_outcome
from sicbo.table.limits import notices
from sicbo.table.messages.people import WagersForfeited
from sicbo.table.messages.round import DeclareVoid, RoundVoided, WagersReturned
from sicbo.table.money.shared_transfers import returned_stakes_transfers
from sicbo.table.past_rounds import find_round, past_round_refusal, remove_round
from sicbo.table.people.voided_wagers import unsettled_stakes, wagers_voided_event
from sicbo.table.round import voids
from sicbo.table.round.corrections import debts_set_off, settlement_reversals
from sicbo.table.round.super_streak import streak_events
from sicbo.table.round.super_streak_state import INVALIDATED, VOID
from sicbo.table.state import Round, TableState

Events = tuple[Event, ...]
GROUNDS_BY_KEY = {enum_key(ground): ground for ground in Ground}
INVALIDATING_GROUNDS = (Ground.DISRUPTION, Ground.FRAUD)
DICE_GROUNDS = (Ground.DICE_BROKEN, Ground.DICE_DAMAGED)


def declare_void(table: TableState, command: DeclareVoid) -> Events | Refusal:
    """Void the round on a ground of this rulebook, declared by a person of the rank it names."""
    known = {item.ground: item for item in table.rules.irregularities}
    ground = GROUNDS_BY_KEY.get(command.ground)
    item = known.get(ground) if ground else None
    if item is None:
        says = message("voids.unknown-ground", ground=command.ground, grounds=tuple(map(enum_key, known)))
        return Refusal(table.rules.faults.void.clause, says)
    played = _round_to_void(table, command, item)
    if isinstance(played, Refusal):
        return played
    refusal = _refuse_if_declarer_unfit(table, command, item, played) or _refuse_if_ground_impossible(
        table, command, item
    )
    if refusal:
        return refusal
    if command.player:
        return _void_wagers(table, command, item, played)
    return _void_round(table, command, item, played)


def _round_to_void(table: TableState, command: DeclareVoid, item: Irregularity) -> Round | Refusal:
    """Return the round to void: the one named, or else the one in play or just settled."""
    if command.round is not None and (table.round is None or command.round != table.round.number):
        return _past_round(table, command.round, item)
    played = table.round or (table.last if _voids_settled_round(table, item) else None)
    if played is None:
        if table.last is None:
            return Refusal(item.clause, message("voids.no-round"))
        return Refusal(item.clause, message("voids.round-settled"))
    return played


def _past_round(table: TableState, number: int, item: Irregularity) -> Round | Refusal:
    """Return a past round: the one just settled if payouts come back, an older one for damaged dice."""
    older = table.last is None or table.last.number != number
    reaches = _voids_settled_round(table, item) and (item.ground in DICE_GROUNDS or not older)
    played = find_round(table, number) if reaches else None
    return played or past_round_refusal(table, number, item.clause, reaches=reaches)


def _voids_settled_round(table: TableState, item: Irregularity) -> bool:
    """Return whether this ground voids a settled round: payouts come back, and damage reaches that far."""
    every = table.rules.faults.damaged_dice.choice.reaches_settled_rounds
    return (every or item.ground not in DICE_GROUNDS) and _returned_on_void(table, item).includes_payouts


def _returned_on_void(table: TableState, item: Irregularity) -> VoidRefund:
    return item.returned or table.rules.faults.void.choice


def _refuse_if_declarer_unfit(
    table: TableState, command: DeclareVoid, item: Irregularity, played: Round
) -> Refusal | None:
    """Check who declares the void: rank, a reason if it is a choice, a second person after the result."""
    if command.stamp.rank is None or command.stamp.rank < item.rank:
        return Refusal(item.clause, message("voids.rank-too-low", title=table.rules.title(item.rank)))
    if not item.demand.is_mandatory and not command.note:
        return Refusal(item.clause, message("voids.note-missing"))
    if played.dice is not None and command.second in ("", command.stamp.by):
        return Refusal(item.clause, message("voids.second-person-missing"))
    if not command.forfeits:
        return None
    if not _returned_on_void(table, item).may_forfeit:
        return Refusal(item.clause, message("voids.nothing-forfeited"))
    if command.forfeits not in played.slips:
        return Refusal(item.clause, message("voids.no-wager-in-round", player=command.forfeits))
    return refuse_if_not_permitted(table, command, Act.FORFEIT)


def _refuse_if_ground_impossible(
    table: TableState, command: DeclareVoid, item: Irregularity
) -> Refusal | None:
    """Check that the ground can apply to the round in its present step."""
    match item.ground:
        case Ground.NOT_FLAT | Ground.TUMBLER_FAULT:
            return _refuse_if_not_spun(table, item)
        case Ground.TOO_FEW_TUMBLES:
            return _refuse_if_not_spun(table, item) or _refuse_if_enough_tumbles(table, command, item)
        case Ground.BUTTON_NOT_PRESSED:
            return _refuse_if_button_pressed(table, item)
        case Ground.DICE_BROKEN:
            until_called = table.rules.faults.damaged_dice.choice.ends_at_call
            if until_called and table.has_done(Step.CALL):
                return Refusal(item.clause, message("voids.result-called"))
            return None
        case Ground.INTERRUPTED:
            return (
                None
                if not has_outcome(table)
                else Refusal(table.rules.faults.established.clause, message("voids.outcome-established"))
            )
        case (
            Ground.EXPOSED_EARLY
            | Ground.NOT_ACTIVATED
            | Ground.DICE_DAMAGED
            | Ground.TUMBLER_BROKEN
            | Ground.EQUIPMENT
            | Ground.DISRUPTION
            | Ground.FRAUD
            | Ground.IMPRACTICAL
        ):
            return None
        case _:
            assert_never(item.ground)


def _refuse_if_not_spun(table: TableState, item: Irregularity) -> Refusal | None:
    if table.round is None or table.has_done(Step.SPIN):
        return None
    return Refusal(item.clause, message("voids.not-spun"))


def _refuse_if_enough_tumbles(table: TableState, command: DeclareVoid, item: Irregularity) -> Refusal | None:
    """Refuse a dealer's void for too few tumbles if enough of them are on record."""
    short = table.round is None or table.round.void_due is not None
    if short or (command.stamp.rank or 0) >= Rank.SUPERVISOR:
        return None
    title = table.rules.title(Rank.SUPERVISOR)
    return Refusal(item.clause, message("voids.enough-tumbles", title=title))


def _refuse_if_button_pressed(table: TableState, item: Irregularity) -> Refusal | None:
    button, stage = table.rules.round.button, {stage.step for stage in table.stages}
    if table.takes_wagers or not table.has_done(Step.CLOSE):
        return Refusal(item.clause, message("voids.button-not-due"))
    if table.has_done(Step.PRESS_CLOSE):
        return Refusal(item.clause, message("voids.button-pressed"))
    if Step.PRESS_CLOSE not in stage and not button.choice.is_at_every_table:
        return Refusal(button.clause, message("voids.no-button"))
    return None


def _void_wagers(
    table: TableState, command: DeclareVoid, item: Irregularity, played: Round
) -> Events | Refusal:
    """Void one player's wagers, if the ground covers single wagers too."""
    if not item.wager_too:
        return Refusal(item.clause, message("voids.whole-round-only"))
    lying = unsettled_stakes(table, command.player) if played is table.round else ()
    stakes = tuple(stake for stake in lying if not command.bets or stake.bet in command.bets)
    if not stakes:
        return Refusal(item.clause, message("voided-wagers.no-such-wager", player=command.player))
    return (wagers_voided_event(table, command, item.clause, stakes, "refunded"),)


def _void_round(table: TableState, command: DeclareVoid, item: Irregularity, played: Round) -> Events:
    returned = _returned_on_void(table, item)
    stands = returned.keeps_wagers
    void = event_from_command(RoundVoided, command, item.clause, round=played.number, stands=stands)
    clause = item.returned_by or table.rules.faults.void.clause
    back = () if stands else tuple(_return_stakes(table, command, played, returned, clause))
    reversed_events = (*settlement_reversals(command, played, clause), *back)
    held = advance_after_void(table, command, item.ground) if played is table.round else ()
    return (
        *reversed_events,
        *debts_set_off(table, command, clause, reversed_events),
        *held,
        void,
        *_report_repair_fault(table, command, item),
    )


def advance_after_void(table: TableState, command: Command, ground: Ground) -> Events:
    """Return what a void round does to every run and wager: by default nothing, and that is recorded."""
    if not table.streaks.runs or table.round is None:
        return ()
    how = INVALIDATED if ground in INVALIDATING_GROUNDS else VOID
    return tuple(streak_events(table, command, table.round.number, how, None))


def _return_stakes(
    table: TableState, command: DeclareVoid, played: Round, returned: VoidRefund, clause: str
) -> Iterator[Event]:
    """Yield the return of every stake, except what the rulebook keeps."""
    for player in sorted(played.slips):
        stakes = played.slips[player].stakes
        forfeits = player == command.forfeits
        kind = WagersForfeited if forfeits or returned.is_nothing else WagersReturned
        by = table.rules.conduct.offenders_wager.clause if forfeits else clause
        if stakes:
            yield kind(**event_fields(command, by), player=player, round=played.number, stakes=stakes)


def _report_repair_fault(table: TableState, command: DeclareVoid, item: Irregularity) -> Iterator[Event]:
    """Yield the fault that stops play, if the ground demands a repair and the fault is not on record yet."""
    if not item.afterwards.waits_for_repair:
        return
    kind = FAULT_KIND_OF_GROUND[item.ground]
    known = table.faults.get(kind)
    if known is None or not known.stops:
        terms = fault_terms(table, kind)
        yield fault_reported_event(table, command, dataclasses.replace(terms, stops=True, halts=True), kind)


def remove_or_repeat_round(table: TableState, event: RoundVoided) -> TableState:
    """Return the table after a void: without a round, or with the same wagers before the next spin."""
    if table.round is None or table.round.number != event.round:
        return remove_round(table, event.round)
    if not event.stands:
        return replace(table, round=None)
    cover = next(index for index, stage in enumerate(table.stages) if stage.step is Step.COVER)
    played = Round(
        number=event.round + 1,
        done=cover,
        slips=table.round.slips,
        sign=table.round.sign,
        agreed=table.round.agreed,
    )
    return replace(table, round=played, rounds=played.number)


def _apply_round_voided(table: TableState, event: RoundVoided) -> TableState:
    in_play = table.round is not None and table.round.number == event.round
    shown = tuple(one for one in table.shown if one[0] != event.round)
    table = voids.remove_or_repeat_round(replace(table, shown=shown), event)
    return notices.shorten_notices_of_uncounted_round(table, event) if in_play else table


def _narrate_round_voided(event: RoundVoided) -> Message:
    details: list[str | Message] = [event.note] if event.note else []
    if event.second:
        details.append(message("voids.seen-by", name=event.second))
    if event.stands:
        details.append(message("voids.wagers-stand"))
    return message("event.round-voided", round=event.round, ground=event.ground, details=tuple(details))


RULES = (Rule(DeclareVoid, decide=declare_void, act=Act.DECLARE_VOID, signed=True),)
EFFECTS = (
    Effect(
        WagersReturned,
        apply=keep_state,
        transfers=returned_stakes_transfers,
        audience=Audience.PLAYER,
    ),
    Effect(
        RoundVoided,
        apply=_apply_round_voided,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
        narrate=_narrate_round_voided,
    ),
)
