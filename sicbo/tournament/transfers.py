"""Every event of a tournament as balanced transfers: its chips, and the cash of entries and prizes.

Each new event needs an entry here: a function in `HOW`, or its name in `MOVES_NOTHING`.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sicbo.ledger.accounts import DROP, POOL, TABLE_FLOAT, WORLD, layout, rack
from sicbo.ledger.transfers import CASH, TOURNAMENT_CHIP, Transfer, move
from sicbo.tournament.messages import events, spins
from sicbo.tournament.state import Tournament


def transfers(event: Any, before: Tournament) -> tuple[Transfer, ...]:
    """Return the transfers of an event, given the tournament before it."""
    if type(event) in MOVES_NOTHING:
        return ()
    return tuple(HOW[type(event)](event, before))


def _given(player: str, chips: int) -> Iterator[Transfer]:
    """Move chips into a bank, or out of it if `chips` is negative."""
    if chips >= 0:
        return move(TOURNAMENT_CHIP, chips, TABLE_FLOAT, rack(player))
    return move(TOURNAMENT_CHIP, -chips, rack(player), TABLE_FLOAT)


def _entered(event: events.TournamentEntered, before: Tournament) -> Iterator[Transfer]:
    yield from move(CASH, event.fee + event.buy_in, WORLD, DROP)
    yield from _given(event.player, event.bank)


def _bought(event: events.MoreBought, before: Tournament) -> Iterator[Transfer]:
    yield from move(CASH, event.cents, WORLD, DROP)
    yield from _given(event.player, event.chips)


def _withdrawn(event: events.EntryWithdrawn, before: Tournament) -> Iterator[Transfer]:
    yield from move(CASH, event.cents, DROP, WORLD)
    yield from _given(event.player, -event.chips)


def _refunded(event: events.EntryRefunded, before: Tournament) -> Iterator[Transfer]:
    return move(CASH, event.cents, DROP, WORLD)


def _substituted(event: events.EntrantSubstituted, before: Tournament) -> Iterator[Transfer]:
    return move(TOURNAMENT_CHIP, before.entrants[event.player].bank, rack(event.player), rack(event.second))


def _begun(event: events.RoundBegun, before: Tournament) -> Iterator[Transfer]:
    if event.fresh is not None:
        yield from _fresh([name for heat in event.heats for name in heat.players], event.fresh, before)


def _again(event: events.RepechageHeld, before: Tournament) -> Iterator[Transfer]:
    return _fresh(event.heat.players, event.fresh, before)


def _fresh(names: Iterable[str], bank: int, before: Tournament) -> Iterator[Transfer]:
    for name in names:
        yield from _given(name, bank - before.entrants[name].bank)


def _penalised(event: events.PenaltyImposed, before: Tournament) -> Iterator[Transfer]:
    return _given(event.player, -event.chips)


def _out(event: events.EntrantOut, before: Tournament) -> Iterator[Transfer]:
    yield from _given(event.player, -event.chips)
    for name, chips in event.shared:
        yield from _given(name, chips)


def _featured(event: spins.FeatureUsed, before: Tournament) -> Iterator[Transfer]:
    return _given(event.player, event.chips)


def _placed(event: spins.SlipPlaced, before: Tournament) -> Iterator[Transfer]:
    more = sum(stake.cents for stake in event.stakes) - sum(stake.cents for stake in event.before)
    mine, cloth = rack(event.player), layout(event.player)
    return move(TOURNAMENT_CHIP, abs(more), *((mine, cloth) if more > 0 else (cloth, mine)))


def _opened(event: spins.SealOpened, before: Tournament) -> Iterator[Transfer]:
    staked = sum(stake.cents for stake in event.stakes)
    return move(TOURNAMENT_CHIP, staked, rack(event.player), layout(event.player))


def _settled(event: spins.SpinSettled, before: Tournament) -> Iterator[Transfer]:
    for slip in event.slips:
        mine, cloth = rack(slip.player), layout(slip.player)
        for line in slip.lines:
            yield from move(TOURNAMENT_CHIP, line.collected, cloth, TABLE_FLOAT)
            yield from move(TOURNAMENT_CHIP, line.returned, cloth, mine)
            yield from _given(slip.player, line.winnings)
        yield from _given(slip.player, -slip.forfeited)


def _voided(event: spins.SpinVoided, before: Tournament) -> Iterator[Transfer]:
    for player, chips in event.returned:
        yield from move(TOURNAMENT_CHIP, chips, layout(player), rack(player))


def _corrected(event: spins.SpinCorrected, before: Tournament) -> Iterator[Transfer]:
    for player, chips in event.changes:
        yield from _given(player, chips)


def _fixed(event: events.PoolFixed, before: Tournament) -> Iterator[Transfer]:
    yield from move(CASH, event.takings, DROP, POOL)
    yield from move(CASH, event.added, WORLD, POOL)


def _awarded(event: events.PrizesAwarded, before: Tournament) -> Iterator[Transfer]:
    for prize in event.prizes:
        yield from move(CASH, prize.cents, POOL, WORLD)


def _put_away(event: events.ChipsPutAway, before: Tournament) -> Iterator[Transfer]:
    for player, chips in event.banks:
        yield from _given(player, -chips)


HOW: dict[type[Any], Callable[[Any, Tournament], Iterable[Transfer]]] = {
    events.TournamentEntered: _entered,
    events.MoreBought: _bought,
    events.EntryWithdrawn: _withdrawn,
    events.EntryRefunded: _refunded,
    events.EntrantSubstituted: _substituted,
    events.RoundBegun: _begun,
    events.RepechageHeld: _again,
    events.PenaltyImposed: _penalised,
    events.EntrantOut: _out,
    events.PoolFixed: _fixed,
    events.PrizesAwarded: _awarded,
    events.ChipsPutAway: _put_away,
    spins.FeatureUsed: _featured,
    spins.SlipPlaced: _placed,
    spins.SealOpened: _opened,
    spins.SpinSettled: _settled,
    spins.SpinVoided: _voided,
    spins.SpinCorrected: _corrected,
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
