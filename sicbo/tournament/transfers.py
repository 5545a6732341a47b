"""Every event of a tournament as balanced transfers: its chips, and the cash of entries and prizes.

Each new event needs an entry here: a function in `HOW`, or its name in `MOVES_NOTHING`.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sicbo.ledger.accounts import DROP, POOL, TABLE_FLOAT, WORLD, layout_account, rack_account
from sicbo.ledger.transfers import CASH, TOURNAMENT_CHIP, Transfer, move
from sicbo.tournament.messages import events, spins
from sicbo.tournament.state import Tournament


def tournament_transfers(event: Any, before: Tournament) -> tuple[Transfer, ...]:
    """Return the transfers of an event, given the tournament before it."""
    if type(event) in MOVES_NOTHING:
        return ()
    return tuple(BOOKINGS[type(event)](event, before))


def _book_bank_change(player: str, chips: int) -> Iterator[Transfer]:
    """Move chips into a bank, or out of it if `chips` is negative."""
    if chips >= 0:
        return move(TOURNAMENT_CHIP, chips, TABLE_FLOAT, rack_account(player))
    return move(TOURNAMENT_CHIP, -chips, rack_account(player), TABLE_FLOAT)


def _book_entry(event: events.TournamentEntered, before: Tournament) -> Iterator[Transfer]:
    yield from move(CASH, event.fee + event.buy_in, WORLD, DROP)
    yield from _book_bank_change(event.player, event.bank)


def _book_purchase(event: events.MoreBought, before: Tournament) -> Iterator[Transfer]:
    yield from move(CASH, event.cents, WORLD, DROP)
    yield from _book_bank_change(event.player, event.chips)


def _book_withdrawal(event: events.EntryWithdrawn, before: Tournament) -> Iterator[Transfer]:
    yield from move(CASH, event.cents, DROP, WORLD)
    yield from _book_bank_change(event.player, -event.chips)


def _book_refund(event: events.EntryRefunded, before: Tournament) -> Iterator[Transfer]:
    return move(CASH, event.cents, DROP, WORLD)


def _book_substitution(event: events.EntrantSubstituted, before: Tournament) -> Iterator[Transfer]:
    return move(
        TOURNAMENT_CHIP,
        before.entrants[event.player].bank,
        rack_account(event.player),
        rack_account(event.second),
    )


def _book_round_banks(event: events.RoundBegun, before: Tournament) -> Iterator[Transfer]:
    if event.fresh is not None:
        yield from _book_fresh_banks(
            [name for heat in event.heats for name in heat.players], event.fresh, before
        )


def _book_repechage_banks(event: events.RepechageHeld, before: Tournament) -> Iterator[Transfer]:
    return _book_fresh_banks(event.heat.players, event.fresh, before)


def _book_fresh_banks(names: Iterable[str], bank: int, before: Tournament) -> Iterator[Transfer]:
    for name in names:
        yield from _book_bank_change(name, bank - before.entrants[name].bank)


def _book_penalty(event: events.PenaltyImposed, before: Tournament) -> Iterator[Transfer]:
    return _book_bank_change(event.player, -event.chips)


def _book_entrant_out(event: events.EntrantOut, before: Tournament) -> Iterator[Transfer]:
    yield from _book_bank_change(event.player, -event.chips)
    for name, chips in event.shared:
        yield from _book_bank_change(name, chips)


def _book_feature(event: spins.FeatureUsed, before: Tournament) -> Iterator[Transfer]:
    return _book_bank_change(event.player, event.chips)


def _book_slip(event: spins.SlipPlaced, before: Tournament) -> Iterator[Transfer]:
    more = sum(stake.cents for stake in event.stakes) - sum(stake.cents for stake in event.before)
    player_rack, player_layout = rack_account(event.player), layout_account(event.player)
    return move(
        TOURNAMENT_CHIP,
        abs(more),
        *((player_rack, player_layout) if more > 0 else (player_layout, player_rack)),
    )


def _book_opened_seal(event: spins.SealOpened, before: Tournament) -> Iterator[Transfer]:
    staked = sum(stake.cents for stake in event.stakes)
    return move(TOURNAMENT_CHIP, staked, rack_account(event.player), layout_account(event.player))


def _book_settlement(event: spins.SpinSettled, before: Tournament) -> Iterator[Transfer]:
    for slip in event.slips:
        player_rack, player_layout = rack_account(slip.player), layout_account(slip.player)
        for line in slip.lines:
            yield from move(TOURNAMENT_CHIP, line.collected, player_layout, TABLE_FLOAT)
            yield from move(TOURNAMENT_CHIP, line.returned, player_layout, player_rack)
            yield from _book_bank_change(slip.player, line.winnings)
        yield from _book_bank_change(slip.player, -slip.forfeited)


def _book_void(event: spins.SpinVoided, before: Tournament) -> Iterator[Transfer]:
    for player, chips in event.returned:
        yield from move(TOURNAMENT_CHIP, chips, layout_account(player), rack_account(player))


def _book_correction(event: spins.SpinCorrected, before: Tournament) -> Iterator[Transfer]:
    for player, chips in event.changes:
        yield from _book_bank_change(player, chips)


def _book_pool(event: events.PoolFixed, before: Tournament) -> Iterator[Transfer]:
    yield from move(CASH, event.takings, DROP, POOL)
    yield from move(CASH, event.added, WORLD, POOL)


def _book_prizes(event: events.PrizesAwarded, before: Tournament) -> Iterator[Transfer]:
    for prize in event.prizes:
        yield from move(CASH, prize.cents, POOL, WORLD)


def _book_chips_put_away(event: events.ChipsPutAway, before: Tournament) -> Iterator[Transfer]:
    for player, chips in event.banks:
        yield from _book_bank_change(player, -chips)


BOOKINGS: dict[type[Any], Callable[[Any, Tournament], Iterable[Transfer]]] = {
    events.TournamentEntered: _book_entry,
    events.MoreBought: _book_purchase,
    events.EntryWithdrawn: _book_withdrawal,
    events.EntryRefunded: _book_refund,
    events.EntrantSubstituted: _book_substitution,
    events.RoundBegun: _book_round_banks,
    events.RepechageHeld: _book_repechage_banks,
    events.PenaltyImposed: _book_penalty,
    events.EntrantOut: _book_entrant_out,
    events.PoolFixed: _book_pool,
    events.PrizesAwarded: _book_prizes,
    events.ChipsPutAway: _book_chips_put_away,
    spins.FeatureUsed: _book_feature,
    spins.SlipPlaced: _book_slip,
    spins.SealOpened: _book_opened_seal,
    spins.SpinSettled: _book_settlement,
    spins.SpinVoided: _book_void,
    spins.SpinCorrected: _book_correction,
}
MOVES_NOTHING: set[type[Any]] = {
    events.TournamentPublished,
    events.RegulatorAdvised,
    events.SeatDrawsCommitted,
    events.DirectorAppointed,
    events.DeputyAppointed,
    events.ChargeTaken,
    events.ChargeLeft,
    events.TablesDesignated,
    events.StartMoved,
    events.TournamentCancelled,
    events.EntryRefused,
    events.TermsSigned,
    events.EntrantsBriefed,
    events.TournamentPractised,
    events.RoundConcluded,
    events.HeatEnded,
    events.PlayOffHeld,
    events.EntrantAbsent,
    events.EntrantReturned,
    events.PhoneUsed,
    events.TournamentDisputeRaised,
    events.TournamentDisputeDecided,
    events.TournamentFinished,
    spins.BetsInvited,
    spins.SlipSealed,
    spins.PassPlayed,
    spins.BetsClosed,
    spins.SealLapsed,
}
