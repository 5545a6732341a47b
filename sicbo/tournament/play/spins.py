"""Spins: slips, seals and passes at a table, the result by the rulebook, and voids that change no ranking."""

from collections.abc import Sequence
from typing import Any

from sicbo.errors import BadInput, Refusal
from sicbo.game.dice import Roll, as_roll
from sicbo.game.rulebook.publication import enum_key
from sicbo.game.settlement import LARGEST_STAKE, Wager, settle
from sicbo.i18n import message
from sicbo.machine.log_kind import Events
from sicbo.machine.messages import Command, event_fields, event_from_command
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import SettledLine
from sicbo.tournament.authority import (
    TournamentRule,
    refuse_if_not_dealer,
    refuse_if_not_directing,
    refuse_if_undirected,
)
from sicbo.tournament.messages import spins
from sicbo.tournament.messages.events import EntrantOut, HeatEnded
from sicbo.tournament.play import spin_effects
from sicbo.tournament.play.rounds import is_time_up, refuse_if_unprepared
from sicbo.tournament.play.secret_wagers import is_salt, slip_commitment
from sicbo.tournament.state import (
    CHIP,
    CLOSED,
    ELIMINATED,
    OPEN,
    PLAYING,
    WAITING,
    Heat,
    Tournament,
)

HEX = 64


def invite_bets(tournament: Tournament, command: spins.InviteBets) -> Events | Refusal:
    """Open the next spin, if the director or a deputy is present."""
    heat = tournament.heat_at(command.table)
    refusal = (
        refuse_if_not_dealer(tournament, command)
        or refuse_if_undirected(tournament)
        or _refuse_if_not_in_phase(tournament, command, WAITING)
    )
    if refusal:
        return refusal
    assert heat is not None
    if is_time_up(heat, command):
        return Refusal(tournament.clause("format.rounds[].minutes"), message("tournament-spins.time-heat-up"))
    live = list(tournament.live_entrants(heat))
    if refusal := refuse_if_unprepared(tournament, live):
        return refusal
    clause = tournament.rules.round.begins.clause
    return (event_from_command(spins.BetsInvited, command, clause, spin=heat.spin + 1),)


def _refuse_if_not_in_phase(tournament: Tournament, command: Any, phase: str) -> Refusal | None:
    """Refuse a command for a table at which no heat is in this phase."""
    if command.table not in tournament.tables:
        return Refusal(
            tournament.steps.designated, message("tournament-spins.no-table-tournament", table=command.table)
        )
    heat = tournament.heat_at(command.table)
    if heat is None:
        clause = tournament.clause("format.rounds[].tables")
        return Refusal(clause, message("tournament-spins.no-heat-played-now", table=command.table))
    if heat.phase != phase:
        nows = {
            WAITING: message("tournament-spins.invite-bets-first"),
            OPEN: message("tournament-spins.bets-open-spin", spin=heat.spin + 1),
            CLOSED: message("tournament-spins.no-more-bets-spin", spin=heat.spin + 1),
        }
        return Refusal(tournament.rules.wagers.late.clause, nows[heat.phase])
    return None


def _refuse_if_not_playing(tournament: Tournament, command: Any, phase: str = OPEN) -> Refusal | None:
    """Refuse a command of an entrant who does not play at that table now."""
    if refusal := _refuse_if_not_in_phase(tournament, command, phase):
        return refusal
    heat = tournament.heat_at(command.table)
    assert heat is not None
    if command.player not in heat.players:
        says = message("tournament-spins.no-seat-heat", player=command.player)
        return Refusal(tournament.steps.player, says)
    if tournament.entrants[command.player].status != PLAYING:
        return Refusal(
            tournament.clause("elimination.rule"), message("tournament-spins.out", player=command.player)
        )
    return None


def place_slip(tournament: Tournament, command: spins.PlaceSlip) -> Events | Refusal:
    """Replace the entrant's whole slip; an empty slip clears it."""
    if refusal := _refuse_if_not_playing(tournament, command):
        return refusal
    heat = tournament.heat_at(command.table)
    assert heat is not None
    if command.player in heat.seals or command.player in heat.passing:
        says = message("tournament-spins.sealed-slip-pass-stands-spin")
        return Refusal(tournament.rules.wagers.stakes.clause, says)
    before = heat.slips.get(command.player, ())
    if refusal := refuse_if_invalid_slip(tournament, command.player, command.stakes, before):
        return refusal
    clause = tournament.rules.wagers.stakes.clause
    return (event_from_command(spins.SlipPlaced, command, clause, before=before),)


def refuse_if_invalid_slip(
    tournament: Tournament, player: str, stakes: Sequence[Stake], before: Sequence[Stake] = ()
) -> Refusal | None:
    """Refuse a slip that breaks the rulebook or the terms."""
    wagers, layout = tournament.plan.wagers, tournament.layout
    compulsory = tournament.clause("wagers.compulsory")
    if any(stake.instrument != CHIP for stake in stakes):
        return Refusal(
            tournament.clause("wagers.chips"), message("tournament-spins.chips-played", chips=wagers.chips)
        )
    if len({stake.bet for stake in stakes}) != len(stakes):
        return Refusal(tournament.rules.wagers.stakes.clause, message("tournament-spins.name-each-bet-once"))
    for stake in stakes:
        if stake.bet not in layout:
            return Refusal(layout.clause, message("tournament-spins.no-bet-layout", bet=stake.bet))
        if stake.cents <= 0 or stake.cents % wagers.unit or stake.cents > LARGEST_STAKE:
            return Refusal(compulsory, message("tournament-spins.wager-whole-units-chips", unit=wagers.unit))
        if wagers.maximum and stake.cents > wagers.maximum:
            return Refusal(
                tournament.clause("wagers.maximum"),
                message("tournament-spins.most-lie-bet", maximum=wagers.maximum),
            )
    total = sum(stake.cents for stake in stakes)
    if stakes and total < wagers.compulsory:
        return Refusal(
            compulsory, message("tournament-spins.wager-least-chips-each-spin", compulsory=wagers.compulsory)
        )
    chips_available = tournament.entrants[player].bank + sum(stake.cents for stake in before)
    if total > chips_available:
        return Refusal(
            tournament.clause("format.starting_bank"),
            message("tournament-spins.bank-holds-chips", chips_available=chips_available),
        )
    return None


def seal_slip(tournament: Tournament, command: spins.SealSlip) -> Events | Refusal:
    """Accept a secret wager, up to the number that the terms give in a session."""
    clause = tournament.clause("wagers.secret_offered")
    if refusal := _refuse_if_not_playing(tournament, command):
        return refusal
    heat, wagers = tournament.heat_at(command.table), tournament.plan.wagers
    assert heat is not None
    if not wagers.secret_offered or heat.secrets.get(command.player, 0) >= wagers.secret:
        return Refusal(
            clause, message("tournament-spins.terms-give-secret-wagers-session", secret=wagers.secret)
        )
    if heat.slips.get(command.player) or command.player in heat.passing or command.player in heat.seals:
        return Refusal(clause, message("tournament-spins.something-stands-spin-already"))
    if len(command.commitment) != HEX or not set(command.commitment) <= set("0123456789abcdef"):
        return Refusal(clause, message("tournament-spins.give-commitment-alone"))
    return (event_from_command(spins.SlipSealed, command, clause),)


def play_pass(tournament: Tournament, command: spins.PlayPass) -> Events | Refusal:
    """Accept a pass card instead of the compulsory wager."""
    wagers = tournament.plan.wagers if tournament.version else None
    if wagers is None or not wagers.passes_offered:
        return Refusal(tournament.steps.held, message("tournament-spins.terms-give-no-pass-cards"))
    clause = tournament.clause("wagers.passes_offered")
    if refusal := _refuse_if_not_playing(tournament, command):
        return refusal
    heat = tournament.heat_at(command.table)
    assert heat is not None
    if heat.passes.get(command.player, 0) >= wagers.passes or command.player in heat.passing:
        return Refusal(clause, message("tournament-spins.terms-give-session", passes=wagers.passes))
    if heat.slips.get(command.player) or command.player in heat.seals:
        return Refusal(clause, message("tournament-spins.something-stands-spin-already"))
    return (event_from_command(spins.PassPlayed, command, clause),)


def use_feature(tournament: Tournament, command: spins.UseFeature) -> Events | Refusal:
    """Use a feature that the terms list, up to its number of times, between two spins."""
    features = {one.name: one for one in tournament.plan.wagers.features} if tournament.version else {}
    if not tournament.version or not tournament.plan.wagers.features_offered:
        return Refusal(tournament.steps.held, message("tournament-spins.terms-list-no-features"))
    clause = tournament.clause("wagers.features")
    heat, entrant = tournament.heat_of(command.player), tournament.entrants.get(command.player)
    if command.feature not in features:
        return Refusal(clause, message("tournament-spins.terms-list", features=", ".join(features)))
    feature = features[command.feature]
    if entrant is None or entrant.status != PLAYING or heat is None or heat.phase != WAITING:
        return Refusal(clause, message("tournament-spins.feature-used-between-two-spins"))
    if entrant.features.get(command.feature, 0) >= feature.times:
        return Refusal(clause, message("tournament-spins.used-up", times=feature.times))
    return (event_from_command(spins.FeatureUsed, command, clause, chips=feature.chips),)


def close_bets(tournament: Tournament, command: spins.CloseBets) -> Events | Refusal:
    """Close betting: no more bets."""
    if refusal := refuse_if_not_dealer(tournament, command) or _refuse_if_not_in_phase(
        tournament, command, OPEN
    ):
        return refusal
    heat = tournament.heat_at(command.table)
    assert heat is not None
    clause = tournament.rules.wagers.late.clause
    return (event_from_command(spins.BetsClosed, command, clause, spin=heat.spin + 1),)


def open_seal(tournament: Tournament, command: spins.OpenSeal) -> Events | Refusal:
    """Open a sealed slip, between the close of betting and the result."""
    clause = tournament.clause("wagers.secret_offered")
    refusal = _refuse_if_not_playing(tournament, command, CLOSED) or _refuse_if_not_sealed(
        tournament, command
    )
    if refusal:
        return refusal
    heat = tournament.heat_at(command.table)
    assert heat is not None
    seat = heat.players.index(command.player) + 1
    made = slip_commitment(command.salt, heat.table, seat, tournament.round, heat.spin + 1, command.stakes)
    if not is_salt(command.salt) or made != heat.seals[command.player]:
        return Refusal(clause, message("tournament-spins.not-what-sealed"))
    return refuse_if_invalid_slip(tournament, command.player, command.stakes) or (
        event_from_command(spins.SealOpened, command, clause),
    )


def _refuse_if_not_sealed(
    tournament: Tournament, command: spins.OpenSeal | spins.LapseSeal
) -> Refusal | None:
    heat = tournament.heat_at(command.table)
    assert heat is not None
    if command.player in set(heat.seals) - heat.opened - heat.lapsed:
        return None
    return Refusal(
        tournament.clause("wagers.secret_offered"),
        message("tournament-spins.no-sealed-slip-waits", player=command.player),
    )


def lapse_seal(tournament: Tournament, command: spins.LapseSeal) -> Events | Refusal:
    """Count a sealed slip that cannot be opened as no wager, before the result."""
    refusal = refuse_if_not_directing(tournament, command) or _refuse_if_not_playing(
        tournament, command, CLOSED
    )
    refusal = refusal or _refuse_if_not_sealed(tournament, command)
    return refusal or (
        event_from_command(spins.SealLapsed, command, tournament.clause("wagers.secret_offered")),
    )


def enter_spin(tournament: Tournament, command: spins.EnterSpin) -> Events | Refusal:
    """Enter the result: settle every slip, eliminate entrants, and end the heat after its last spin."""
    refusal = refuse_if_not_dealer(tournament, command) or _refuse_if_not_in_phase(
        tournament, command, CLOSED
    )
    if refusal:
        return refusal
    heat = tournament.heat_at(command.table)
    assert heat is not None
    if waiting := sorted(set(heat.seals) - heat.opened - heat.lapsed):
        clause = tournament.clause("wagers.secret_offered")
        return Refusal(
            clause, message("tournament-spins.open-sealed-slips-first", waiting=", ".join(waiting))
        )
    try:
        dice = as_roll(command.dice)
    except BadInput as error:
        return Refusal(tournament.rules.round.order.clause, error.message)
    clause = tournament.rules.round.order.clause
    slips = tuple(_settled_slip(tournament, heat, name, dice) for name in tournament.live_entrants(heat))
    settled = event_from_command(
        spins.SpinSettled, command, clause, spin=heat.spin + 1, dice=dice, slips=slips
    )
    return (settled, *_events_after_spin(spin_effects.apply_spin_settled(tournament, settled), command, heat))


def _settled_slip(tournament: Tournament, heat: Heat, player: str, dice: Roll) -> spins.SettledSlip:
    stakes = heat.slips.get(player, ())
    lines = settled_lines(tournament, stakes, dice)
    if stakes or player in heat.passing:
        return spins.SettledSlip(player, lines)
    entrant, plan = tournament.entrants[player], tournament.plan
    if entrant.present:
        consequence = plan.wagers.if_not_made
    else:
        consequence = plan.conduct.late if entrant.late else plan.conduct.absent
    lost = min(plan.wagers.compulsory, entrant.bank) if consequence == "forfeit" else 0
    return spins.SettledSlip(player, lines, lost, consequence == "warning" and plan.wagers.compulsory > 0)


def settled_lines(tournament: Tournament, stakes: Sequence[Stake], dice: Roll) -> tuple[SettledLine, ...]:
    """Settle stakes by these dice."""
    return tuple(_settled_line(tournament, stake, dice) for stake in stakes)


def _settled_line(tournament: Tournament, stake: Stake, dice: Roll) -> SettledLine:
    line = settle(Wager(stake.bet, stake.cents), dice, tournament.layout, tournament.rules)
    return SettledLine(stake, line.outcome.value, line.winnings, line.returned, line.collected, line.clause)


def _events_after_spin(tournament: Tournament, command: spins.EnterSpin, before: Heat) -> Events:
    """Return the events after a settled spin: the eliminations, and the end of the heat if it is over."""
    gone = eliminations(tournament, command, before)
    over = before.spins and before.spin + 1 >= before.spins
    if not over and len(gone) < len(list(tournament.live_entrants(before))):
        return gone
    ground = "spins" if over else "nobody-left"
    by = tournament.clause("format.rounds[].spins")
    return (*gone, HeatEnded(**event_fields(command, by), table=before.table, ground=ground))


def minimum_bank(tournament: Tournament) -> int:
    """Return the bank below which an entrant is eliminated."""
    plan = tournament.plan
    least = {"below-compulsory": max(plan.wagers.compulsory, 1), "no-chips": 1}
    return least.get(plan.elimination.rule, 0)


def eliminations(tournament: Tournament, command: Command, heat: Heat) -> tuple[EntrantOut, ...]:
    """Return the eliminations at a table: entrants in play whose banks are too small."""
    clause, least = tournament.clause("elimination.rule"), minimum_bank(tournament)
    out = [name for name in tournament.live_entrants(heat) if tournament.entrants[name].bank < least]
    return tuple(
        EntrantOut(**event_fields(command, clause), player=name, how=ELIMINATED, chips=0) for name in out
    )


def void_spin(tournament: Tournament, command: spins.VoidSpin) -> Events | Refusal:
    """Void the spin on a ground of the rulebook, by its rank; stakes are returned."""
    irregularities = {enum_key(one.ground): one for one in tournament.rules.irregularities}
    clause = tournament.rules.faults.void.clause
    heat = tournament.heat_at(command.table)
    if heat is None or heat.phase not in (OPEN, CLOSED):
        return Refusal(clause, message("tournament-spins.no-spin-play-table"))
    if command.ground not in irregularities:
        return Refusal(
            clause, message("tournament-spins.void-these-grounds", irregularities=", ".join(irregularities))
        )
    power = irregularities[command.ground]
    if command.stamp.rank is None or command.stamp.rank < power.rank:
        return Refusal(
            power.clause, message("tournament-spins.call-rank-above", rank=tournament.rules.title(power.rank))
        )
    returned = tuple(
        (name, sum(stake.cents for stake in stakes)) for name, stakes in sorted(heat.slips.items()) if stakes
    )
    event = event_from_command(spins.SpinVoided, command, power.clause, spin=heat.spin + 1, returned=returned)
    return (event,)


RULES = (
    TournamentRule(spins.InviteBets, decide=invite_bets),
    TournamentRule(spins.PlaceSlip, decide=place_slip, staking=True),
    TournamentRule(spins.SealSlip, decide=seal_slip, staking=True),
    TournamentRule(spins.PlayPass, decide=play_pass),
    TournamentRule(spins.UseFeature, decide=use_feature),
    TournamentRule(spins.CloseBets, decide=close_bets),
    TournamentRule(spins.OpenSeal, decide=open_seal, secret=True),
    TournamentRule(spins.LapseSeal, decide=lapse_seal),
    TournamentRule(spins.EnterSpin, decide=enter_spin, signed=True),
    TournamentRule(spins.VoidSpin, decide=void_spin, signed=True),
)
