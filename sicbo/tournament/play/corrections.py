"""Corrections of a result entered wrongly: the dice decide, until the next spin at the table begins."""

from collections.abc import Iterator

from sicbo.errors import BadInput, Refusal
from sicbo.game.dice import Roll, as_roll
from sicbo.game.ranks import Act
from sicbo.i18n import message
from sicbo.machine.ledger import Transfer
from sicbo.machine.log_kind import Audience, Effect, Events
from sicbo.machine.messages import event_fields, event_from_command
from sicbo.machine.structs import Map, replace
from sicbo.table.formatting import dice_text, with_prefix
from sicbo.tournament.authority import TournamentRule
from sicbo.tournament.chip_transfers import bank_transfers
from sicbo.tournament.messages import spins
from sicbo.tournament.messages.events import HeatEnded
from sicbo.tournament.play.spin_effects import chips_returned, net_chips
from sicbo.tournament.play.spins import eliminations, minimum_bank, settled_lines
from sicbo.tournament.state import (
    DISQUALIFIED,
    ELIMINATED,
    OVER,
    PLAYING,
    RETIRED,
    WAITING,
    Heat,
    SpinCorrection,
    Tournament,
    with_chips_added,
    with_entrant,
)


def correctable_heat(tournament: Tournament, table: str) -> Heat | None:
    """Return the heat whose last result can still be corrected: no later spin or play-off has begun."""
    found: Heat | None = None
    played_off = any(heat.play_off for heat in tournament.heats)
    for heat in (heat for heat in tournament.heats if heat.table == table):
        if heat.phase not in (WAITING, OVER):
            return None
        found = heat if heat.dice and heat.play_off is played_off else None if heat.play_off else found
    return found


def correct_spin(tournament: Tournament, command: spins.CorrectSpin) -> Events | Refusal:
    """Reverse the wrong settlement and settle by the dice. Eliminated entrants may be in play again."""
    ruling, power = tournament.rules.faults.wrong_entry, tournament.rules.power(Act.CORRECT_RESULT)
    assert power is not None
    if command.stamp.rank is None or command.stamp.rank < power.rank:
        return Refusal(
            power.clause,
            message("tournament-corrections.call-rank-above", rank=tournament.rules.title(power.rank)),
        )
    heat = correctable_heat(tournament, command.table)
    if heat is None or heat.dice is None:
        late = f"{ruling.clause}, {tournament.rules.faults.late_error.clause}"
        return Refusal(late, message("tournament-corrections.result-corrected-before-next-spin"))
    if command.second in ("", command.stamp.by):
        return Refusal(ruling.clause, message("tournament-corrections.correction-needs-second-person"))
    try:
        dice = as_roll(command.dice)
    except BadInput as error:
        return Refusal(ruling.clause, error.message)
    if sorted(dice) == sorted(heat.dice):
        return Refusal(ruling.clause, message("tournament-corrections.what-entered"))
    corrected = _spin_correction(tournament, command, heat, dice)
    after = apply_spin_corrected(tournament, corrected)
    now = correctable_heat(after, command.table)
    assert now is not None
    gone = eliminations(after, command, now)
    if now.phase == OVER or len(gone) < len(list(after.live_entrants(now))):
        return (corrected, *gone)
    by = tournament.clause("format.rounds[].spins")
    ended = HeatEnded(**event_fields(command, by), table=command.table, ground="nobody-left")
    return (corrected, *gone, ended)


def _spin_correction(
    tournament: Tournament, command: spins.CorrectSpin, heat: Heat, dice: Roll
) -> spins.SpinCorrected:
    slips = tuple(
        replace(slip, lines=settled_lines(tournament, [line.stake for line in slip.lines], dice))
        for slip in heat.settled
    )
    changes = {
        new.player: _chip_change(tournament, new.player, chips_returned(new) - chips_returned(old))
        for old, new in zip(heat.settled, slips, strict=True)
    }
    least, entrants = minimum_bank(tournament), tournament.entrants
    reinstated = tuple(
        name
        for name, chips in changes.items()
        if entrants[name].status == ELIMINATED and entrants[name].bank + chips >= least
    )
    unplayed = not heat.spins or heat.spin < heat.spins
    deserted = heat.phase == OVER and not list(tournament.live_entrants(heat))
    return event_from_command(
        spins.SpinCorrected,
        command,
        tournament.rules.faults.wrong_entry.clause,
        spin=heat.spin,
        entered=heat.dice,
        dice=dice,
        slips=slips,
        changes=tuple((name, chips) for name, chips in changes.items() if chips),
        back=reinstated,
        reopened=bool(reinstated and unplayed and deserted),
    )


def _chip_change(tournament: Tournament, player: str, chips: int) -> int:
    """Return the chips to give or take: at most the bank, and 0 if the bank went to the house."""
    entrant, kept = tournament.entrants[player], tournament.plan.conduct.retired_chips
    if entrant.status == DISQUALIFIED or (entrant.status == RETIRED and kept != "counted"):
        return 0
    return max(chips, -entrant.bank)


def apply_spin_corrected(tournament: Tournament, event: spins.SpinCorrected) -> Tournament:
    """Apply a correction to the banks, the entrants in play, and the heat."""
    before = correctable_heat(tournament, event.table)
    assert before is not None, "A correction is decided for a heat."
    for player, chips in event.changes:
        counts = tournament.entrants[player].counts
        tournament = with_entrant(
            with_chips_added(tournament, player, chips), player, counts=(*counts[:-1], counts[-1] + chips)
        )
    for player in event.back:
        tournament = with_entrant(tournament, player, status=PLAYING)
    heat = replace(
        before,
        dice=event.dice,
        settled=event.slips,
        phase=WAITING if event.reopened else before.phase,
        last=before.last and Map({slip.player: net_chips(slip) for slip in event.slips}),
        corrected=(*before.corrected, SpinCorrection(event.spin, event.entered, event.dice)),
    )
    heats = tuple(heat if one is before else one for one in tournament.heats)
    return replace(tournament, heats=heats)


def _book_correction(event: spins.SpinCorrected, before: Tournament) -> Iterator[Transfer]:
    for player, chips in event.changes:
        yield from bank_transfers(player, chips)


def _describe_spin_corrected(event: spins.SpinCorrected) -> str:
    seen = f"seen by {event.second}{with_prefix(event.reason, ', ')}"
    return f"{event.table}: {dice_text(event.dice)} in place of {dice_text(event.entered)}, {seen}"


RULES = (TournamentRule(spins.CorrectSpin, decide=correct_spin, signed=True),)
EFFECTS = (
    Effect(
        spins.SpinCorrected,
        apply=apply_spin_corrected,
        transfers=_book_correction,
        audience=Audience.EVERYONE,
        narrate=_describe_spin_corrected,
    ),
)
