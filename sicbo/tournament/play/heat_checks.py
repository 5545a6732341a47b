"""Checks that every wager at a heat passes: the heat, the entrant, and the limits of the terms."""

from collections.abc import Sequence

from sicbo.errors import Refusal
from sicbo.game.settlement import LARGEST_STAKE
from sicbo.i18n import message
from sicbo.table.messages.parts import Stake
from sicbo.tournament.state import CHIP, CLOSED, OPEN, PLAYING, WAITING, Heat, Tournament


def find_heat(tournament: Tournament, table: str) -> Heat | Refusal:
    """Return the heat that is played at a table, or why there is none."""
    if refusal := refuse_if_not_designated(tournament, table):
        return refusal
    heat = tournament.heat_at(table)
    if heat is None:
        clause = tournament.clause("format.rounds[].tables")
        return Refusal(clause, message("tournament-play.no-heat", table=table))
    return heat


def refuse_if_not_designated(tournament: Tournament, table: str) -> Refusal | None:
    """Refuse a table that the tournament does not use."""
    if table in tournament.tables:
        return None
    return Refusal(tournament.steps.designated, message("tournament-tables.unknown", table=table))


def heat_of_entrant(tournament: Tournament, table: str, player: str, phase: str) -> Heat | Refusal:
    """Return the heat in which an entrant may act now, if it is in this phase."""
    heat = find_heat(tournament, table)
    if isinstance(heat, Refusal):
        return heat
    now = tournament.phase_of(heat)
    if now != phase:
        nows = {
            WAITING: message("tournament-play.bets-not-open"),
            OPEN: message("tournament-play.bets-open", spin=heat.spin + 1),
            CLOSED: message("tournament-play.bets-closed", spin=heat.spin + 1),
        }
        return Refusal(tournament.rules.wagers.late.clause, nows[now])
    return refuse_if_not_playing(tournament, heat, player) or heat


def refuse_if_not_playing(tournament: Tournament, heat: Heat, player: str) -> Refusal | None:
    """Refuse an entrant who does not play in a heat."""
    if player not in heat.players:
        says = message("tournament-play.no-seat", player=player)
        return Refusal(tournament.steps.player, says)
    if tournament.entrants[player].status != PLAYING:
        return Refusal(tournament.clause("elimination.rule"), message("tournament-play.out", player=player))
    return None


def refuse_if_invalid_slip(
    tournament: Tournament, player: str, stakes: Sequence[Stake], before: Sequence[Stake] = ()
) -> Refusal | None:
    """Refuse a slip that breaks the rulebook or the terms."""
    wagers, layout = tournament.plan.wagers, tournament.layout
    compulsory = tournament.clause("wagers.compulsory")
    if any(stake.instrument != CHIP for stake in stakes):
        return Refusal(
            tournament.clause("wagers.chips"), message("tournament-play.chips", chips=wagers.chips)
        )
    if len({stake.bet for stake in stakes}) != len(stakes):
        return Refusal(tournament.rules.wagers.stakes.clause, message("tournament-play.bet-twice"))
    for stake in stakes:
        if stake.bet not in layout:
            return Refusal(layout.clause, message("tournament-play.unknown-bet", bet=stake.bet))
        if stake.cents <= 0 or stake.cents % wagers.unit or stake.cents > LARGEST_STAKE:
            return Refusal(compulsory, message("tournament-play.unit", unit=wagers.unit))
        if wagers.maximum and stake.cents > wagers.maximum:
            return Refusal(
                tournament.clause("wagers.maximum"),
                message("tournament-play.maximum", maximum=wagers.maximum),
            )
    total = sum(stake.cents for stake in stakes)
    if stakes and total < wagers.compulsory:
        return Refusal(compulsory, message("tournament-play.compulsory", compulsory=wagers.compulsory))
    chips_available = tournament.bank_of(player) + sum(stake.cents for stake in before)
    if total > chips_available:
        return Refusal(
            tournament.clause("format.starting_bank"),
            message("tournament-play.bank", chips_available=chips_available),
        )
    return None
