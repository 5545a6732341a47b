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
        return Refusal(clause, message("tournament-spins.no-heat-played-now", table=table))
    return heat


def refuse_if_not_designated(tournament: Tournament, table: str) -> Refusal | None:
    """Refuse a table that the tournament does not use."""
    if table in tournament.tables:
        return None
    return Refusal(tournament.steps.designated, message("tournament-spins.no-table-tournament", table=table))


def heat_of_entrant(tournament: Tournament, table: str, player: str, phase: str) -> Heat | Refusal:
    """Return the heat in which an entrant may act now, if it is in this phase."""
    heat = find_heat(tournament, table)
    if isinstance(heat, Refusal):
        return heat
    now = tournament.phase_of(heat)
    if now != phase:
        nows = {
            WAITING: message("tournament-spins.invite-bets-first"),
            OPEN: message("tournament-spins.bets-open-spin", spin=heat.spin + 1),
            CLOSED: message("tournament-spins.no-more-bets-spin", spin=heat.spin + 1),
        }
        return Refusal(tournament.rules.wagers.late.clause, nows[now])
    return refuse_if_not_playing(tournament, heat, player) or heat


def refuse_if_not_playing(tournament: Tournament, heat: Heat, player: str) -> Refusal | None:
    """Refuse an entrant who does not play in a heat."""
    if player not in heat.players:
        says = message("tournament-spins.no-seat-heat", player=player)
        return Refusal(tournament.steps.player, says)
    if tournament.entrants[player].status != PLAYING:
        return Refusal(tournament.clause("elimination.rule"), message("tournament-spins.out", player=player))
    return None


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
    chips_available = tournament.bank_of(player) + sum(stake.cents for stake in before)
    if total > chips_available:
        return Refusal(
            tournament.clause("format.starting_bank"),
            message("tournament-spins.bank-holds-chips", chips_available=chips_available),
        )
    return None
