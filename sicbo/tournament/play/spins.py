"""Spins: slips, seals and passes at a table, the result by the rulebook, and voids that change no ranking."""

from collections.abc import Callable, Sequence
from typing import Any

from sicbo.errors import BadInput, Refusal
from sicbo.game.dice import Roll, as_roll
from sicbo.game.rulebook.publication import key_of
from sicbo.game.settlement import LARGEST_STAKE, Wager, settle
from sicbo.table.messages.base import Command, Stake
from sicbo.table.messages.events import SettledLine
from sicbo.table.open_items import facts, happened
from sicbo.tournament.authority import not_dealing, not_directing, undirected
from sicbo.tournament.messages import spins
from sicbo.tournament.messages.events import EntrantOut, HeatEnded
from sicbo.tournament.play import spin_effects
from sicbo.tournament.play.rounds import time_is_up, unprepared
from sicbo.tournament.play.secret_wagers import is_salt, sealed
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

Events = tuple[Any, ...]
HEX = 64


def invite(tournament: Tournament, command: spins.InviteBets) -> Events | Refusal:
    """Open the next spin, if the director or a deputy is present."""
    heat = tournament.heat(command.table)
    refusal = (
        not_dealing(tournament, command) or undirected(tournament) or _not_at(tournament, command, WAITING)
    )
    if refusal:
        return refusal
    assert heat is not None
    if time_is_up(heat, command):
        return Refusal(tournament.clause("format.rounds[].minutes"), "The time of this heat is up: end it.")
    live = list(tournament.live(heat))
    if refusal := unprepared(tournament, live):
        return refusal
    clause = tournament.rules.round.begins.clause
    return (happened(spins.BetsInvited, command, clause, spin=heat.spin + 1),)


def _not_at(tournament: Tournament, command: Any, phase: str) -> Refusal | None:
    """Refuse a command for a table at which no heat is in this phase."""
    if command.table not in tournament.tables:
        return Refusal(
            tournament.steps.designated, f"{command.table} is no table of this tournament: go there."
        )
    heat = tournament.heat(command.table)
    if heat is None:
        clause = tournament.clause("format.rounds[].tables")
        return Refusal(clause, f"No heat is played at {command.table} now: wait for the next.")
    if heat.phase != phase:
        nows = {
            WAITING: "Invite bets first.",
            OPEN: f"Bets are open for spin {heat.spin + 1}: close them first.",
            CLOSED: f"No more bets for spin {heat.spin + 1}: enter its result, or void it.",
        }
        return Refusal(tournament.rules.wagers.late.clause, nows[heat.phase])
    return None


def _not_playing(tournament: Tournament, command: Any, phase: str = OPEN) -> Refusal | None:
    """Refuse a command of an entrant who does not play at that table now."""
    if refusal := _not_at(tournament, command, phase):
        return refusal
    heat = tournament.heat(command.table)
    assert heat is not None
    if command.player not in heat.players:
        says = f"{command.player} has no seat in this heat: only its entrants wager here."
        return Refusal(tournament.steps.player, says)
    if tournament.entrants[command.player].status != PLAYING:
        return Refusal(tournament.clause("elimination.rule"), f"{command.player} is out: no wager is taken.")
    return None


def place(tournament: Tournament, command: spins.PlaceSlip) -> Events | Refusal:
    """Replace the entrant's whole slip; an empty slip clears it."""
    if refusal := _not_playing(tournament, command):
        return refusal
    heat = tournament.heat(command.table)
    assert heat is not None
    if command.player in heat.seals or command.player in heat.passing:
        says = "A sealed slip or a pass stands for this spin: nothing else is wagered."
        return Refusal(tournament.rules.wagers.stakes.clause, says)
    before = heat.slips.get(command.player, ())
    if refusal := not_wagered(tournament, command.player, command.stakes, before):
        return refusal
    clause = tournament.rules.wagers.stakes.clause
    return (happened(spins.SlipPlaced, command, clause, before=before),)


def not_wagered(
    tournament: Tournament, player: str, stakes: Sequence[Stake], before: Sequence[Stake] = ()
) -> Refusal | None:
    """Refuse a slip that breaks the rulebook or the terms."""
    wagers, layout = tournament.plan.wagers, tournament.layout
    compulsory = tournament.clause("wagers.compulsory")
    if any(stake.instrument != CHIP for stake in stakes):
        return Refusal(tournament.clause("wagers.chips"), f"Only {wagers.chips} chips are played here.")
    if len({stake.bet for stake in stakes}) != len(stakes):
        return Refusal(tournament.rules.wagers.stakes.clause, "Name each bet once: add the stakes together.")
    for stake in stakes:
        if stake.bet not in layout:
            return Refusal(layout.clause, f"There is no bet {stake.bet} on this layout: choose another.")
        if stake.cents <= 0 or stake.cents % wagers.unit or stake.cents > LARGEST_STAKE:
            return Refusal(compulsory, f"Wager whole units of {wagers.unit} chips.")
        if wagers.maximum and stake.cents > wagers.maximum:
            return Refusal(tournament.clause("wagers.maximum"), f"At most {wagers.maximum} lie on one bet.")
    total = sum(stake.cents for stake in stakes)
    if stakes and total < wagers.compulsory:
        return Refusal(compulsory, f"Wager at least {wagers.compulsory} chips on each spin.")
    has = tournament.entrants[player].bank + sum(stake.cents for stake in before)
    if total > has:
        return Refusal(
            tournament.clause("format.starting_bank"), f"The bank holds {has} chips: wager no more."
        )
    return None


def seal(tournament: Tournament, command: spins.SealSlip) -> Events | Refusal:
    """Accept a secret wager, up to the number that the terms give in a session."""
    clause = tournament.clause("wagers.secret_offered")
    if refusal := _not_playing(tournament, command):
        return refusal
    heat, wagers = tournament.heat(command.table), tournament.plan.wagers
    assert heat is not None
    if not wagers.secret_offered or heat.secrets.get(command.player, 0) >= wagers.secret:
        return Refusal(clause, f"The terms give {wagers.secret} secret wagers in a session: wager openly.")
    if heat.slips.get(command.player) or command.player in heat.passing or command.player in heat.seals:
        return Refusal(clause, "Something stands for this spin already: clear it first, or leave it.")
    if len(command.commitment) != HEX or not set(command.commitment) <= set("0123456789abcdef"):
        return Refusal(clause, "Give the commitment alone: SHA-256 in 64 hexadecimal digits.")
    return (happened(spins.SlipSealed, command, clause),)


def play_pass(tournament: Tournament, command: spins.PlayPass) -> Events | Refusal:
    """Accept a pass card instead of the compulsory wager."""
    wagers = tournament.plan.wagers if tournament.version else None
    if wagers is None or not wagers.passes_offered:
        return Refusal(tournament.steps.held, "The terms give no pass cards: make the compulsory wager.")
    clause = tournament.clause("wagers.passes_offered")
    if refusal := _not_playing(tournament, command):
        return refusal
    heat = tournament.heat(command.table)
    assert heat is not None
    if heat.passes.get(command.player, 0) >= wagers.passes or command.player in heat.passing:
        return Refusal(clause, f"The terms give {wagers.passes} in a session, and they are used: wager.")
    if heat.slips.get(command.player) or command.player in heat.seals:
        return Refusal(clause, "Something stands for this spin already: clear it first, or leave it.")
    return (happened(spins.PassPlayed, command, clause),)


def use_feature(tournament: Tournament, command: spins.UseFeature) -> Events | Refusal:
    """Use a feature that the terms list, up to its number of times, between two spins."""
    features = {one.name: one for one in tournament.plan.wagers.features} if tournament.version else {}
    if not tournament.version or not tournament.plan.wagers.features_offered:
        return Refusal(tournament.steps.held, "The terms list no features: play without.")
    clause = tournament.clause("wagers.features")
    heat, entrant = tournament.heat_of(command.player), tournament.entrants.get(command.player)
    if command.feature not in features:
        return Refusal(clause, f"The terms list {', '.join(features)}: use one of these.")
    feature = features[command.feature]
    if entrant is None or entrant.status != PLAYING or heat is None or heat.phase != WAITING:
        return Refusal(clause, "A feature is used between two spins by an entrant who plays.")
    if entrant.features.get(command.feature, 0) >= feature.times:
        return Refusal(clause, f"It is used up: the terms give it {feature.times} times.")
    return (happened(spins.FeatureUsed, command, clause, chips=feature.chips),)


def close(tournament: Tournament, command: spins.CloseBets) -> Events | Refusal:
    """Close betting: no more bets."""
    if refusal := not_dealing(tournament, command) or _not_at(tournament, command, OPEN):
        return refusal
    heat = tournament.heat(command.table)
    assert heat is not None
    clause = tournament.rules.wagers.late.clause
    return (happened(spins.BetsClosed, command, clause, spin=heat.spin + 1),)


def open_seal(tournament: Tournament, command: spins.OpenSeal) -> Events | Refusal:
    """Open a sealed slip, between the close of betting and the result."""
    clause = tournament.clause("wagers.secret_offered")
    refusal = _not_playing(tournament, command, CLOSED) or _not_sealed(tournament, command)
    if refusal:
        return refusal
    heat = tournament.heat(command.table)
    assert heat is not None
    seat = heat.players.index(command.player) + 1
    made = sealed(command.salt, heat.table, seat, tournament.round, heat.spin + 1, command.stakes)
    if not is_salt(command.salt) or made != heat.seals[command.player]:
        return Refusal(clause, "That is not what was sealed: open it with the salt and slip it was made of.")
    return not_wagered(tournament, command.player, command.stakes) or (
        happened(spins.SealOpened, command, clause),
    )


def _not_sealed(tournament: Tournament, command: spins.OpenSeal | spins.LapseSeal) -> Refusal | None:
    heat = tournament.heat(command.table)
    assert heat is not None
    if command.player in set(heat.seals) - heat.opened - heat.lapsed:
        return None
    return Refusal(
        tournament.clause("wagers.secret_offered"), f"No sealed slip of {command.player} waits here."
    )


def lapse(tournament: Tournament, command: spins.LapseSeal) -> Events | Refusal:
    """Count a sealed slip that cannot be opened as no wager, before the result."""
    refusal = not_directing(tournament, command) or _not_playing(tournament, command, CLOSED)
    refusal = refusal or _not_sealed(tournament, command)
    return refusal or (happened(spins.SealLapsed, command, tournament.clause("wagers.secret_offered")),)


def enter(tournament: Tournament, command: spins.EnterSpin) -> Events | Refusal:
    """Enter the result: settle every slip, eliminate entrants, and end the heat after its last spin."""
    refusal = not_dealing(tournament, command) or _not_at(tournament, command, CLOSED)
    if refusal:
        return refusal
    heat = tournament.heat(command.table)
    assert heat is not None
    if waiting := sorted(set(heat.seals) - heat.opened - heat.lapsed):
        clause = tournament.clause("wagers.secret_offered")
        return Refusal(clause, f"Open the sealed slips first: {', '.join(waiting)}.")
    try:
        dice = as_roll(command.dice)
    except BadInput as error:
        return Refusal(tournament.rules.round.order.clause, str(error))
    clause = tournament.rules.round.order.clause
    slips = tuple(_settled(tournament, heat, name, dice) for name in tournament.live(heat))
    settled = happened(spins.SpinSettled, command, clause, spin=heat.spin + 1, dice=dice, slips=slips)
    return (settled, *_afterwards(spin_effects.settled(tournament, settled), command, heat))


def _settled(tournament: Tournament, heat: Heat, player: str, dice: Roll) -> spins.SettledSlip:
    stakes = heat.slips.get(player, ())
    lines = lines_of(tournament, stakes, dice)
    if stakes or player in heat.passing:
        return spins.SettledSlip(player, lines)
    entrant, plan = tournament.entrants[player], tournament.plan
    if entrant.present:
        follows = plan.wagers.if_not_made
    else:
        follows = plan.conduct.late if entrant.late else plan.conduct.absent
    lost = min(plan.wagers.compulsory, entrant.bank) if follows == "forfeit" else 0
    return spins.SettledSlip(player, lines, lost, follows == "warning" and plan.wagers.compulsory > 0)


def lines_of(tournament: Tournament, stakes: Sequence[Stake], dice: Roll) -> tuple[SettledLine, ...]:
    """Settle stakes by these dice."""
    return tuple(_line(tournament, stake, dice) for stake in stakes)


def _line(tournament: Tournament, stake: Stake, dice: Roll) -> SettledLine:
    line = settle(Wager(stake.bet, stake.cents), dice, tournament.layout, tournament.rules)
    return SettledLine(stake, line.outcome.value, line.winnings, line.returned, line.collected, line.clause)


def _afterwards(tournament: Tournament, command: spins.EnterSpin, before: Heat) -> Events:
    """Return the events after a settled spin: the eliminations, and the end of the heat if it is over."""
    gone = put_out(tournament, command, before)
    over = before.spins and before.spin + 1 >= before.spins
    if not over and len(gone) < len(list(tournament.live(before))):
        return gone
    ground = "spins" if over else "nobody-left"
    by = tournament.clause("format.rounds[].spins")
    return (*gone, HeatEnded(**facts(command, by), table=before.table, ground=ground))


def least_bank(tournament: Tournament) -> int:
    """Return the bank below which an entrant is eliminated."""
    plan = tournament.plan
    least = {"below-compulsory": max(plan.wagers.compulsory, 1), "no-chips": 1}
    return least.get(plan.elimination.rule, 0)


def put_out(tournament: Tournament, command: Command, heat: Heat) -> tuple[EntrantOut, ...]:
    """Return the eliminations at a table: entrants in play whose banks are too small."""
    clause, least = tournament.clause("elimination.rule"), least_bank(tournament)
    out = [name for name in tournament.live(heat) if tournament.entrants[name].bank < least]
    return tuple(EntrantOut(**facts(command, clause), player=name, how=ELIMINATED, chips=0) for name in out)


def void(tournament: Tournament, command: spins.VoidSpin) -> Events | Refusal:
    """Void the spin on a ground of the rulebook, by its rank; stakes are returned."""
    known = {key_of(one.ground): one for one in tournament.rules.irregularities}
    clause = tournament.rules.faults.void.clause
    heat = tournament.heat(command.table)
    if heat is None or heat.phase not in (OPEN, CLOSED):
        return Refusal(clause, "No spin is in play at that table: there is nothing to void.")
    if command.ground not in known:
        return Refusal(clause, f"Void on one of these grounds: {', '.join(known)}.")
    power = known[command.ground]
    if command.stamp.rank is None or command.stamp.rank < power.rank:
        return Refusal(power.clause, f"Call this rank or above: {tournament.rules.title(power.rank)}.")
    returned = tuple(
        (name, sum(stake.cents for stake in stakes)) for name, stakes in sorted(heat.slips.items()) if stakes
    )
    event = happened(spins.SpinVoided, command, power.clause, spin=heat.spin + 1, returned=returned)
    return (event,)


HOW: dict[type[Any], Callable[[Tournament, Any], Events | Refusal]] = {
    spins.InviteBets: invite,
    spins.PlaceSlip: place,
    spins.SealSlip: seal,
    spins.PlayPass: play_pass,
    spins.UseFeature: use_feature,
    spins.CloseBets: close,
    spins.OpenSeal: open_seal,
    spins.LapseSeal: lapse,
    spins.EnterSpin: enter,
    spins.VoidSpin: void,
}
