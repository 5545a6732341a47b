"""What follows a settled spin: missing wagers, counts, eliminations and the end of the heat.

A corrected result changes all of it once more, until the next spin at the table begins.
"""

from collections.abc import Iterator, Mapping

from sicbo.i18n import message
from sicbo.machine.accounts import TABLE_FLOAT, receivable_account
from sicbo.machine.ledger import TOURNAMENT_CHIP, Transfer, move
from sicbo.machine.log_kind import Audience, Effect, Events, Fact, apply_effect, event_message
from sicbo.machine.messages import Command, event_fields
from sicbo.machine.structs import Map
from sicbo.table.state import Round
from sicbo.tournament.chip_transfers import bank_transfers
from sicbo.tournament.messages import spins
from sicbo.tournament.messages.events import EntrantOut, HeatEnded
from sicbo.tournament.state import (
    DISQUALIFIED,
    ELIMINATED,
    PLAYING,
    RETIRED,
    Heat,
    Tournament,
    with_entrant,
    with_heat,
)

NO_NAMES: frozenset[str] = frozenset()


def spin_counted_events(tournament: Tournament, command: Command, heat: Heat) -> Events:
    """Return what follows a spin that was just settled."""
    missing = {name: _consequence(tournament, name) for name in _names_without_wager(tournament, heat)}
    compulsory = tournament.plan.wagers.compulsory
    lost = [name for name, consequence in missing.items() if consequence == "forfeit"]
    warned = [name for name, consequence in missing.items() if consequence == "warning" and compulsory]
    forfeits = ((name, min(compulsory, tournament.bank_of(name))) for name in lost)
    counted = spins.SpinCounted(
        **event_fields(command, tournament.clause("wagers.if_not_made")),
        table=heat.table,
        spin=heat.spin + 1,
        forfeits=tuple((name, chips) for name, chips in forfeits if chips),
        warned=tuple(warned),
    )
    after = apply_effect(COUNTED, tournament, counted)
    return (counted, *_events_after_count(after, command, heat.table))


def _names_without_wager(tournament: Tournament, heat: Heat) -> Iterator[str]:
    played = _last_round(tournament, heat.table)
    for name in tournament.live_entrants(heat):
        if not _has_wager(played, name) and name not in heat.passing and name not in heat.excused:
            yield name


def _has_wager(played: Round, name: str) -> bool:
    slip = played.slips.get(name)
    return bool(slip and slip.stakes)


def _consequence(tournament: Tournament, name: str) -> str:
    """Return what the terms say of an entrant without the compulsory wager."""
    entrant, plan = tournament.entrants[name], tournament.plan
    if entrant.present:
        return plan.wagers.if_not_made
    return plan.conduct.late if entrant.late else plan.conduct.absent


def _events_after_count(tournament: Tournament, command: Command, table: str) -> Events:
    """Return the eliminations after a spin, and the end of the heat if it is over."""
    heat = correctable_heat(tournament, table)
    assert heat is not None, "A spin was counted."
    live, least = list(tournament.live_entrants(heat)), minimum_bank(tournament)
    clause = tournament.clause("elimination.rule")
    gone = tuple(
        EntrantOut(**event_fields(command, clause), player=name, how=ELIMINATED, chips=0)
        for name in live
        if tournament.bank_of(name) < least
    )
    played_out = bool(heat.spins) and heat.spin >= heat.spins
    if heat.over or not (played_out or len(gone) == len(live)):
        return gone
    ground = "spins" if played_out else "nobody-left"
    by = tournament.clause("format.rounds[].spins")
    return (*gone, HeatEnded(**event_fields(command, by), table=table, ground=ground))


def minimum_bank(tournament: Tournament) -> int:
    """Return the bank below which an entrant is eliminated."""
    plan = tournament.plan
    least = {"below-compulsory": max(plan.wagers.compulsory, 1), "no-chips": 1}
    return least.get(plan.elimination.rule, 0)


def correctable_heat(tournament: Tournament, table: str) -> Heat | None:
    """Return the heat whose last result can still be corrected: no later spin or play-off has begun."""
    state = tournament.table_states.get(table)
    if state is None or state.last is None:
        return None
    played_off = any(heat.play_off for heat in tournament.heats)
    heats = [heat for heat in tournament.heats if heat.table == table and heat.play_off is played_off]
    if played_off:
        heats = heats[-1:]
    return next((heat for heat in reversed(heats) if heat.spin), None)


def spin_recounted_events(before: Tournament, after: Tournament, command: Command, table: str) -> Events:
    """Return what follows the correction of a counted spin, given the tournament before and after it."""
    heat = correctable_heat(after, table)
    assert heat is not None, "A counted spin was corrected."
    changed = {
        name: after.bank_of(name) - before.bank_of(name)
        for name in heat.players
        if name in _last_round(after, table).slips
    }
    gone = {name for name in changed if _is_bank_given_up(before, name)}
    least = minimum_bank(before)
    back = tuple(
        name
        for name in heat.players
        if before.entrants[name].status == ELIMINATED and after.bank_of(name) >= least
    )
    unplayed = not heat.spins or heat.spin < heat.spins
    deserted = heat.over and not list(before.live_entrants(heat))
    recounted = spins.SpinRecounted(
        **event_fields(command, before.rules.faults.wrong_entry.clause),
        table=table,
        spin=heat.spin,
        changes=tuple((name, chips) for name, chips in changed.items() if chips and name not in gone),
        kept=tuple((name, -chips) for name, chips in changed.items() if chips and name in gone),
        back=back,
        reopened=bool(back and unplayed and deserted),
    )
    counted = apply_effect(RECOUNTED, after, recounted)
    return (recounted, *_events_after_count(counted, command, table))


def _is_bank_given_up(tournament: Tournament, name: str) -> bool:
    """Return whether an entrant is out for good, so that a correction does not change their bank."""
    status, kept = tournament.entrants[name].status, tournament.plan.conduct.retired_chips
    return status == DISQUALIFIED or (status == RETIRED and kept != "counted")


def _last_round(tournament: Tournament, table: str) -> Round:
    played = tournament.table_states[table].last
    assert played is not None, "A spin was settled."
    return played


def _apply_spin_counted(tournament: Tournament, event: spins.SpinCounted) -> Tournament:
    """Count the spin for the heat and for every entrant in it, and clear what belonged to it."""
    heat = tournament.heat_at(event.table)
    assert heat is not None, "A spin is counted in a heat."
    names = list(tournament.live_entrants(heat))
    forfeits, played = dict(event.forfeits), _last_round(tournament, event.table)
    for name in names:
        entrant = tournament.entrants[name]
        counts = (*entrant.counts, tournament.bank_of(name))
        warnings = entrant.warnings + (name in event.warned)
        tournament = with_entrant(tournament, name, counts=counts, warnings=warnings)
    last = Map({name: _net_chips(played, name) - forfeits.get(name, 0) for name in names})
    return with_heat(tournament, heat, spin=event.spin, last=last, **CLEARED)


CLEARED = {"seals": Map(), **dict.fromkeys(("opened", "lapsed", "passing", "excused"), NO_NAMES)}
"""What belongs to one spin alone, at its end."""


def _net_chips(played: Round, name: str) -> int:
    """Return the chips that an entrant gained or lost in a spin."""
    lines = (*played.collected.get(name, ()), *played.paid.get(name, ()))
    return sum(line.winnings + line.returned - line.stake.cents for line in lines)


def _apply_spin_recounted(tournament: Tournament, event: spins.SpinRecounted) -> Tournament:
    """Change the counts, the entrants in play and the heat after a correction."""
    heat = correctable_heat(tournament, event.table)
    assert heat is not None, "A counted spin was corrected."
    last: Mapping[str, int] = heat.last
    for name, chips in event.changes:
        *counts, count = tournament.entrants[name].counts
        tournament = with_entrant(tournament, name, counts=(*counts, count + chips))
    for name in event.back:
        tournament = with_entrant(tournament, name, status=PLAYING)
    played = _last_round(tournament, event.table)
    net = Map({name: _net_chips(played, name) if _has_wager(played, name) else last[name] for name in last})
    return with_heat(tournament, heat, over=heat.over and not event.reopened, last=net)


def _book_forfeits(event: spins.SpinCounted, before: Tournament) -> Iterator[Transfer]:
    for name, chips in event.forfeits:
        yield from bank_transfers(name, -chips)


def _book_recount(event: spins.SpinRecounted, before: Tournament) -> Iterator[Transfer]:
    """Yield what the house gives and takes, and what it bears because an entrant could not give it back."""
    for name, chips in event.kept:
        yield from bank_transfers(name, chips)
    for name in _last_round(before, event.table).slips:
        debtor = receivable_account(name)
        debt = -before.balances.amount_of(debtor, TOURNAMENT_CHIP)
        yield from move(TOURNAMENT_CHIP, debt, TABLE_FLOAT, debtor)


def _narrate_count(event: spins.SpinCounted) -> tuple[Fact, ...]:
    """Return the count of a spin, and what a missing wager costs each entrant."""
    forfeits = (
        message("event.spin-counted.forfeit", table=event.table, player=name, chips=chips)
        for name, chips in event.forfeits
    )
    warned = (message("event.spin-counted.warned", table=event.table, player=one) for one in event.warned)
    return tuple(Fact(one, event.clause) for one in (event_message(event), *forfeits, *warned))


def _narrate_recount(event: spins.SpinRecounted) -> tuple[Fact, ...]:
    """Return the new count of a spin, the change to each bank, and the entrants who are back."""
    banks = (
        message("event.spin-recounted.bank", table=event.table, player=name, chips=chips)
        for name, chips in event.changes
    )
    back = (message("event.spin-recounted.back", table=event.table, player=one) for one in event.back)
    return tuple(Fact(one, event.clause) for one in (event_message(event), *banks, *back))


COUNTED = Effect(
    spins.SpinCounted,
    apply=_apply_spin_counted,
    transfers=_book_forfeits,
    audience=Audience.EVERYONE,
    narrate=_narrate_count,
)
RECOUNTED = Effect(
    spins.SpinRecounted,
    apply=_apply_spin_recounted,
    transfers=_book_recount,
    audience=Audience.EVERYONE,
    narrate=_narrate_recount,
)
EFFECTS = (COUNTED, RECOUNTED)
