"""Corrections of a result entered wrongly: the dice decide, until the next spin at the table begins."""

from collections.abc import Callable
from typing import Any

from immutables import Map
from msgspec.structs import replace

from sicbo.errors import BadInput, Refusal
from sicbo.game.dice import Roll, as_roll
from sicbo.game.ranks import Act
from sicbo.table.open_items import facts, happened
from sicbo.tournament.messages import spins
from sicbo.tournament.messages.events import HeatEnded
from sicbo.tournament.play.spin_effects import back_of, net_of
from sicbo.tournament.play.spins import least_bank, lines_of, put_out
from sicbo.tournament.state import (
    DISQUALIFIED,
    ELIMINATED,
    OVER,
    PLAYING,
    RETIRED,
    WAITING,
    Corrected,
    Heat,
    Tournament,
    paid,
    put,
)

Events = tuple[Any, ...]


def correctable(tournament: Tournament, table: str) -> Heat | None:
    """Return the heat whose last result can still be corrected: no later spin or play-off has begun."""
    found: Heat | None = None
    played_off = any(heat.play_off for heat in tournament.heats)
    for heat in (heat for heat in tournament.heats if heat.table == table):
        if heat.phase not in (WAITING, OVER):
            return None
        found = heat if heat.dice and heat.play_off is played_off else None if heat.play_off else found
    return found


def correct(tournament: Tournament, command: spins.CorrectSpin) -> Events | Refusal:
    """Reverse the wrong settlement and settle by the dice. Eliminated entrants may be in play again."""
    ruling, power = tournament.rules.faults.wrong_entry, tournament.rules.power(Act.CORRECT_RESULT)
    assert power is not None
    if command.stamp.rank is None or command.stamp.rank < power.rank:
        return Refusal(power.clause, f"Call this rank or above: {tournament.rules.title(power.rank)}.")
    heat = correctable(tournament, command.table)
    if heat is None or heat.dice is None:
        late = f"{ruling.clause}, {tournament.rules.faults.late_error.clause}"
        return Refusal(late, "A result is corrected before the next spin and before the round is concluded.")
    if command.second in ("", command.stamp.by):
        return Refusal(ruling.clause, "A correction needs a second person: name one who saw the dice.")
    try:
        dice = as_roll(command.dice)
    except BadInput as error:
        return Refusal(ruling.clause, str(error))
    if sorted(dice) == sorted(heat.dice):
        return Refusal(ruling.clause, "That is what was entered: the result stands.")
    corrected = _corrected(tournament, command, heat, dice)
    after = corrected_by(tournament, corrected)
    now = correctable(after, command.table)
    assert now is not None
    gone = put_out(after, command, now)
    if now.phase == OVER or len(gone) < len(list(after.live(now))):
        return (corrected, *gone)
    by = tournament.clause("format.rounds[].spins")
    ended = HeatEnded(**facts(command, by), table=command.table, ground="nobody-left")
    return (corrected, *gone, ended)


def _corrected(
    tournament: Tournament, command: spins.CorrectSpin, heat: Heat, dice: Roll
) -> spins.SpinCorrected:
    slips = tuple(
        replace(slip, lines=lines_of(tournament, [line.stake for line in slip.lines], dice))
        for slip in heat.settled
    )
    changes = {
        new.player: _change(tournament, new.player, back_of(new) - back_of(old))
        for old, new in zip(heat.settled, slips, strict=True)
    }
    least, entrants = least_bank(tournament), tournament.entrants
    back = tuple(
        name
        for name, chips in changes.items()
        if entrants[name].status == ELIMINATED and entrants[name].bank + chips >= least
    )
    unplayed = not heat.spins or heat.spin < heat.spins
    deserted = heat.phase == OVER and not list(tournament.live(heat))
    return happened(
        spins.SpinCorrected,
        command,
        tournament.rules.faults.wrong_entry.clause,
        spin=heat.spin,
        entered=heat.dice,
        dice=dice,
        slips=slips,
        changes=tuple((name, chips) for name, chips in changes.items() if chips),
        back=back,
        reopened=bool(back and unplayed and deserted),
    )


def _change(tournament: Tournament, player: str, chips: int) -> int:
    """Return the chips to give or take: at most the bank, and 0 if the bank went to the house."""
    entrant, kept = tournament.entrants[player], tournament.plan.conduct.retired_chips
    if entrant.status == DISQUALIFIED or (entrant.status == RETIRED and kept != "counted"):
        return 0
    return max(chips, -entrant.bank)


HOW: dict[type[Any], Callable[[Tournament, Any], Events | Refusal]] = {spins.CorrectSpin: correct}


def corrected_by(tournament: Tournament, event: spins.SpinCorrected) -> Tournament:
    """Apply a correction to the banks, the entrants in play, and the heat."""
    before = correctable(tournament, event.table)
    assert before is not None, "A correction is decided for a heat."
    for player, chips in event.changes:
        counts = tournament.entrants[player].counts
        tournament = put(paid(tournament, player, chips), player, counts=(*counts[:-1], counts[-1] + chips))
    for player in event.back:
        tournament = put(tournament, player, status=PLAYING)
    heat = replace(
        before,
        dice=event.dice,
        settled=event.slips,
        phase=WAITING if event.reopened else before.phase,
        last=before.last and Map({slip.player: net_of(slip) for slip in event.slips}),
        corrected=(*before.corrected, Corrected(event.spin, event.entered, event.dice)),
    )
    heats = tuple(heat if one is before else one for one in tournament.heats)
    return replace(tournament, heats=heats)


EVOLVES: dict[type[Any], Callable[[Tournament, Any], Tournament]] = {spins.SpinCorrected: corrected_by}
