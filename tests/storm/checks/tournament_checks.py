"""The invariants of a tournament after every event: banks, seats, sealed slips, ranks and prize money."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from sicbo.draws import draw_names
from sicbo.house.entries import Entry
from sicbo.machine.accounts import DROP, POOL, layout_account, rack_account
from sicbo.machine.ledger import CASH, TOURNAMENT_CHIP
from sicbo.machine.messages import Command
from sicbo.tournament.before.draw_commitments import draw_labels
from sicbo.tournament.format import END
from sicbo.tournament.log_kind import TOURNAMENT
from sicbo.tournament.messages import events as told, spins as spin
from sicbo.tournament.messages.heats import (
    HeatRoundVoided,
    HeatStepPerformed,
    HeatWagersCollected,
    HeatWagersPaid,
)
from sicbo.tournament.play.rounds import next_round_entrants
from sicbo.tournament.state import Tournament
from tests.storm.checks.log_checks import LogCheck
from tests.table.evenings.moments import post

Check = Callable[["TournamentLogCheck", Any, Tournament, Tournament], None]


class TournamentLogCheck(LogCheck):
    """The checked state of a tournament and its books, derived from its records alone."""

    def _check_outcome(self, command: Command, entry: Entry) -> None:
        for event in entry.events:
            before = self.table
            post(self.books, TOURNAMENT.transfers(event, before))
            self.table = TOURNAMENT.evolve(before, event)
            for check in CHECKS:
                check(self, event, before, self.table)


def c1_banks_are_in_the_books(
    scribe: TournamentLogCheck, event: Any, before: Tournament, after: Tournament
) -> None:
    """An entrant's bank and stakes are what the transfers left there."""
    for name in after.entrants:
        assert scribe.books[rack_account(name), TOURNAMENT_CHIP] == after.bank_of(name) >= 0, "C1: a bank"
        assert scribe.books[layout_account(name), TOURNAMENT_CHIP] == after.chips_staked(name), "C1: a stake"
    for kind in (TOURNAMENT_CHIP, CASH):
        assert not sum(cents for (_, one), cents in scribe.books.items() if one == kind), "C1: chips"


def c2_seats_are_those_of_the_promised_draw(
    scribe: TournamentLogCheck, event: Any, before: Tournament, after: Tournament
) -> None:
    """A round assigns seats by the committed seed; nothing else moves an entrant."""
    if isinstance(event, told.RoundBegun):
        line = f"sicbo-draw-1 seed {event.seed}\n".encode()
        promise = before.commitments[draw_labels(before.plan).index(f"seats {event.round}")]
        assert sha256(line).hexdigest() == promise, "C2: not the committed seed"
        order = draw_names(bytes.fromhex(event.seed), next_round_entrants(before), f"seats {event.round}")
        for number, heat in enumerate(event.heats):
            assert heat.players == order[number :: len(event.heats)], "C2: other seats"
    elif not isinstance(event, told.RoundConcluded):
        seats = [[(heat.table, heat.players) for heat in one.heats] for one in (before, after)]
        assert seats[0] == seats[1], "C2: an entrant was moved"


def c3_a_seal_opens_to_what_was_sealed(
    scribe: TournamentLogCheck, event: Any, before: Tournament, after: Tournament
) -> None:
    """A sealed slip opens only after bets are closed, and no result is entered while one is sealed."""
    if isinstance(event, spin.SealOpened):
        heat = before.heat_at(event.table)
        assert heat is not None and before.phase_of(heat) == "closed", (
            "C3: a slip was opened while bets were open"
        )
        slip = ",".join(f"{stake.bet}={stake.cents}" for stake in event.stakes)
        seat = heat.players.index(event.player) + 1
        place = f"{event.table} {seat} {before.round} {heat.spin + 1}"
        line = f"sicbo-secret-1 {event.salt} {place} {slip}\n"
        assert sha256(line.encode()).hexdigest() == heat.seals[event.player], "C3: another slip was sealed"
    if isinstance(event, HeatStepPerformed) and event.step == "uncover":
        heat = before.heat_at(at_table(event))
        assert heat is not None and not heat.waiting_seals, "C3: a slip is still sealed"


def c4_a_spin_pays_what_lies(
    scribe: TournamentLogCheck, event: Any, before: Tournament, after: Tournament
) -> None:
    """Every stake is settled once and in full; a void spin returns everything and does not count."""
    if isinstance(event, HeatWagersCollected | HeatWagersPaid):
        for line in event.lines:
            assert line.returned + line.collected == line.stake.cents and line.winnings >= 0, "C4: a stake"
    if isinstance(event, HeatRoundVoided):
        heat = after.heat_at(at_table(event))
        assert heat is not None and not any(map(after.chips_staked, heat.players)), (
            "C4: a void spin keeps some"
        )
    if isinstance(event, spin.SpinCounted):
        heat, played = before.heat_at(event.table), before.table_states[event.table].last
        assert heat is not None and event.spin == heat.spin + 1, "C4: a spin was counted twice"
        assert played is not None
        for name, slip in played.slips.items():
            lines = (*played.collected.get(name, ()), *played.paid.get(name, ()))
            assert {line.stake for line in lines} == set(slip.stakes), "C4: another slip"
            assert not before.chips_staked(name), "C4: a stake stays on the layout"


def at_table(event: Any) -> str:
    """Return the table of an event at a heat."""
    return str(event.table)


def c5_ranks_follow_the_banks(
    scribe: TournamentLogCheck, event: Any, before: Tournament, after: Tournament
) -> None:
    """An entrant who got further ranks higher; among the others the larger bank does."""
    if isinstance(event, told.RoundConcluded):
        worth = [(before.entrants[name].round, before.bank_of(name)) for name in event.order]
        assert worth == sorted(worth, reverse=True), "C5: ranks"
        if before.round_plan.progress == END:
            assert after.ranks == event.order, "C5: ranks"
            assert len(after.ranks) == len(before.entrants), "C5: an entrant has no rank"


def c6_prizes_come_to_the_pool(
    scribe: TournamentLogCheck, event: Any, before: Tournament, after: Tournament
) -> None:
    """The pool is the buy-ins and the house's addition to the cent, and prizes use all of it."""
    if isinstance(event, told.PoolFixed):
        paid = sum(one.buy_ins for one in before.entrants.values())
        fees = sum(one.fee for one in before.entrants.values())
        pool, drop = scribe.books[POOL, CASH], scribe.books[DROP, CASH]
        share = (paid * before.plan.pool.of_buy_ins + fees * before.plan.pool.of_fees) // 100
        assert event.takings == share and drop == paid + fees - share, "C6: the takings"
        assert pool == event.takings + event.added, "C6: the pool"
    if isinstance(event, told.PrizesAwarded):
        won = [prize.cents for prize in event.prizes]
        assert scribe.books[POOL, CASH] == 0 and won, "C6: prizes do not add up to the pool"
        assert won == sorted(won, reverse=True), "C6: a lower place wins more"


CHECKS: tuple[Check, ...] = (
    c1_banks_are_in_the_books,
    c2_seats_are_those_of_the_promised_draw,
    c3_a_seal_opens_to_what_was_sealed,
    c4_a_spin_pays_what_lies,
    c5_ranks_follow_the_banks,
    c6_prizes_come_to_the_pool,
)
