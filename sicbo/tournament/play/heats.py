"""Heats: spins dealt at a table by its own rules, with what the terms of the tournament ask for besides."""

from collections.abc import Callable, Iterable
from typing import Any

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.i18n import message
from sicbo.machine.ledger import Transfer, no_transfers
from sicbo.machine.log_kind import Effect, Events, Fact, Rule
from sicbo.table.log_kind import TABLE
from sicbo.table.messages import people, round as rounds
from sicbo.tournament.authority import TournamentRule, first_refusal, refuse_if_undirected
from sicbo.tournament.messages import heats
from sicbo.tournament.play.counts import (
    CLEARED,
    correctable_heat,
    spin_counted_events,
    spin_recounted_events,
)
from sicbo.tournament.play.heat_checks import (
    find_heat,
    refuse_if_invalid_slip,
    refuse_if_not_designated,
    refuse_if_not_playing,
)
from sicbo.tournament.play.rounds import is_time_up, refuse_if_unprepared
from sicbo.tournament.state import Heat, SpinCorrection, Tournament, with_heat

REVEALING_STEPS = (Step.UNCOVER, Step.CALL, Step.ENTER)
"""Steps after which the dice may be known, so that no sealed slip may wait any more."""


def play_heat(tournament: Tournament, command: Any) -> Events | Refusal:
    """Decide a command at a heat as its table does, after the checks of the tournament."""
    kind = heats.TABLE_KINDS[type(command)]
    if refusal := CHECKS.get(kind, _refuse_if_elsewhere)(tournament, command):
        return refusal
    before = tournament.table_state(command.table)
    outcome = TABLE.decide(before, heats.as_table_message(command))
    if isinstance(outcome, Refusal):
        return outcome
    after = tournament.with_table_state(TABLE.evolve_all(before, outcome))
    told = tuple(heats.as_heat_message(event, command.table) for event in outcome)
    if before.round is not None and after.table_states[command.table].last is not None:
        heat = tournament.heat_at(command.table)
        assert heat is not None, "A spin is played in a heat."
        return (*told, *spin_counted_events(after, command, heat))
    if kind is rounds.CorrectResult and before.round is None:
        return (*told, *spin_recounted_events(tournament, after, command, command.table))
    return told


def _refuse_if_elsewhere(tournament: Tournament, command: Any) -> Refusal | None:
    return refuse_if_not_designated(tournament, command.table)


def _check_step(tournament: Tournament, command: Any) -> Refusal | None:
    """Refuse a spin without director, time or briefing, and dice that are seen before a seal is open."""
    heat = find_heat(tournament, command.table)
    if isinstance(heat, Refusal):
        return heat
    if tournament.round_of(heat) is None:
        time_up = Refusal(tournament.clause("format.rounds[].minutes"), message("tournament-play.time-up"))
        return first_refusal(
            (
                refuse_if_undirected(tournament),
                time_up if is_time_up(heat, command) else None,
                refuse_if_unprepared(tournament, list(tournament.live_entrants(heat))),
            )
        )
    due = tournament.table_states[heat.table].due_stage.step
    if heat.waiting_seals and due in REVEALING_STEPS:
        clause = tournament.clause("wagers.secret_offered")
        return Refusal(clause, message("tournament-play.sealed", waiting=", ".join(heat.waiting_seals)))
    return None


def _check_slip(tournament: Tournament, command: Any) -> Refusal | None:
    """Refuse a slip of a person who does not play, one beside a seal or a pass, or one against the terms."""
    heat = find_heat(tournament, command.table)
    if isinstance(heat, Refusal):
        return heat
    if refusal := refuse_if_not_playing(tournament, heat, command.player):
        return refusal
    if not tournament.table_state(heat.table).takes_wagers:
        return None
    if command.player in heat.seals or command.player in heat.passing:
        says = message("tournament-play.decided")
        return Refusal(tournament.rules.wagers.stakes.clause, says)
    before = tournament.stakes_of(heat, command.player)
    return refuse_if_invalid_slip(tournament, command.player, command.stakes, before)


def _check_void(tournament: Tournament, command: Any) -> Refusal | None:
    """Refuse to void a spin that is not in play: a settled one stands, or is corrected."""
    heat = find_heat(tournament, command.table)
    if isinstance(heat, Refusal):
        return heat
    played = tournament.round_of(heat)
    if played is not None and command.round in (None, played.number):
        return None
    clause = tournament.rules.faults.void.clause
    return Refusal(clause, message("tournament-play.no-spin"))


def _check_correction(tournament: Tournament, command: Any) -> Refusal | None:
    """Refuse to correct any result but that of the spin in play or of the last one, or to what it is."""
    if refusal := refuse_if_not_designated(tournament, command.table):
        return refusal
    state = tournament.table_state(command.table)
    played = state.round or state.last
    known = played is not None and played.dice is not None and command.round in (None, played.number)
    rulings = tournament.rules.faults
    if not known or (state.round is None and correctable_heat(tournament, command.table) is None):
        says = message("tournament-play.result-final")
        return Refusal(f"{rulings.wrong_entry.clause}, {rulings.late_error.clause}", says)
    if played and played.dice and sorted(played.dice) == sorted(command.dice):
        return Refusal(rulings.wrong_entry.clause, message("tournament-play.same-result"))
    return None


CHECKS: dict[type[Any], Callable[[Tournament, Any], Refusal | None]] = {
    rounds.Perform: _check_step,
    rounds.RegisterSlip: _check_slip,
    rounds.DeclareVoid: _check_void,
    rounds.CorrectResult: _check_correction,
}


def _apply(tournament: Tournament, event: Any) -> Tournament:
    """Apply an event to the table, and to what the heat keeps of the spin."""
    before = tournament.table_state(event.table)
    heat = tournament.heat_at(event.table)
    told = heats.as_table_message(event)
    changed = tournament.with_table_state(TABLE.effect_of[type(told)].apply(before, told))
    match told:
        case rounds.StepPerformed() if heat is not None and heat.began is None:
            return with_heat(changed, heat, began=event.stamp.elapsed)
        case rounds.RoundVoided() if heat is not None and not told.stands:
            return _return_seals_and_passes(changed, heat)
        case people.WagersVoided() if heat is not None:
            return with_heat(changed, heat, excused=heat.excused | {event.player})
        case rounds.ResultCorrected():
            return _keep_correction(changed, event)
    return changed


def _return_seals_and_passes(tournament: Tournament, heat: Heat) -> Tournament:
    """Give every seal and pass card of a void spin back."""
    secrets, passes = heat.secrets, heat.passes
    for player in heat.seals:
        secrets = secrets.set(player, secrets[player] - 1)
    for player in heat.passing:
        passes = passes.set(player, passes[player] - 1)
    return with_heat(tournament, heat, secrets=secrets, passes=passes, **CLEARED)


def _keep_correction(tournament: Tournament, event: Any) -> Tournament:
    """List a corrected spin with its heat: the one in play, or the last one that was counted."""
    heat = correctable_heat(tournament, event.table)
    spin = heat.spin if heat else 0
    if heat is None:
        heat = tournament.heat_at(event.table)
        assert heat is not None, "A result is corrected in a heat."
        spin = heat.spin + 1
    one = SpinCorrection(spin, event.entered, event.dice)
    return with_heat(tournament, heat, corrected=(*heat.corrected, one))


def _transfers(event: Any, before: Tournament) -> Iterable[Transfer]:
    return TABLE.transfers(heats.as_table_message(event), before.table_state(event.table))


def _narrate(event: Any) -> tuple[Fact, ...]:
    """Return an event in the words of a table, with the name of the table before them."""
    facts = TABLE.narrate(heats.as_table_message(event))
    return tuple(
        fact._replace(message=message("event.at-heat", table=event.table, says=fact.message))
        for fact in facts
    )


def _rule(kind: type[Any], row: Rule) -> TournamentRule:
    return TournamentRule(kind, decide=play_heat, signed=row.signed, staking=row.staking)


def _effect(kind: type[Any], row: Effect) -> Effect:
    transfers = no_transfers if row.transfers is no_transfers else _transfers
    return Effect(kind, apply=_apply, transfers=transfers, audience=row.audience, narrate=_narrate)


RULES = tuple(
    _rule(kind, TABLE.rules[order]) for kind, order in heats.TABLE_KINDS.items() if order in TABLE.rules
)
EFFECTS = tuple(
    _effect(kind, TABLE.effect_of[event])
    for kind, event in heats.TABLE_KINDS.items()
    if event in TABLE.effect_of
)
