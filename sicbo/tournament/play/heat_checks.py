"""Checks that every wager at a heat passes: the heat, the entrant, and the limits of the terms."""

from collections.abc import Sequence

from sicbo.errors import Refusal
from sicbo.game.settlement import LARGEST_STAKE
from sicbo.table.messages.parts import Stake
from sicbo.tournament.state import CHIP, CLOSED, OPEN, PLAYING, WAITING, Heat, Tournament


def find_heat(tournament: Tournament, table: str) -> Heat | Refusal:
    """Return the heat that is played at a table, or why there is none."""
    if refusal := refuse_if_not_designated(tournament, table):
        return refusal
    heat = tournament.heat_at(table)
    if heat is None:
        clause = tournament.clause("format.rounds[].tables")
        return Refusal(clause, f"No heat is played at {table} now: wait for the next.")
    return heat


def refuse_if_not_designated(tournament: Tournament, table: str) -> Refusal | None:
    """Refuse a table that the tournament does not use."""
    if table in tournament.tables:
        return None
    return Refusal(tournament.steps.designated, f"{table} is no table of this tournament: go there.")


def heat_of_entrant(tournament: Tournament, table: str, player: str, phase: str) -> Heat | Refusal:
    """Return the heat in which an entrant may act now, if it is in this phase."""
    heat = find_heat(tournament, table)
    if isinstance(heat, Refusal):
        return heat
    now = tournament.phase_of(heat)
    if now != phase:
        nows = {
            WAITING: "Invite bets first.",
            OPEN: f"Bets are open for spin {heat.spin + 1}: close them first.",
            CLOSED: f"No more bets for spin {heat.spin + 1}: finish the spin, or void it.",
        }
        return Refusal(tournament.rules.wagers.late.clause, nows[now])
    return refuse_if_not_playing(tournament, heat, player) or heat


def refuse_if_not_playing(tournament: Tournament, heat: Heat, player: str) -> Refusal | None:
    """Refuse an entrant who does not play in a heat."""
    if player not in heat.players:
        says = f"{player} has no seat in this heat: only its entrants wager here."
        return Refusal(tournament.steps.player, says)
    if tournament.entrants[player].status != PLAYING:
        return Refusal(tournament.clause("elimination.rule"), f"{player} is out: no wager is taken.")
    return None


def refuse_if_invalid_slip(
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
    chips_available = tournament.bank_of(player) + sum(stake.cents for stake in before)
    if total > chips_available:
        return Refusal(
            tournament.clause("format.starting_bank"),
            f"The bank holds {chips_available} chips: wager no more.",
        )
    return None
