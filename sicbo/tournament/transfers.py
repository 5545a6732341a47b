"""Every event of a tournament as balanced transfers: its chips, and the cash of entries and prizes.

Each new event needs an entry here: a function in `HOW`, or its name in `MOVES_NOTHING`.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sicbo.ledger.accounts import DROP, POOL, TABLE_FLOAT, WORLD, layout, rack
from sicbo.ledger.transfers import CASH, TOURNAMENT_CHIP, Transfer, move
from sicbo.tournament.messages import events as told, spins as said
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


def _entered(event: told.TournamentEntered, before: Tournament) -> Iterator[Transfer]:
    yield from move(CASH, event.fee + event.buy_in, WORLD, DROP)
    yield from _given(event.player, event.bank)


def _bought(event: told.MoreBought, before: Tournament) -> Iterator[Transfer]:
    yield from move(CASH, event.cents, WORLD, DROP)
    yield from _given(event.player, event.chips)


def _withdrawn(event: told.EntryWithdrawn, before: Tournament) -> Iterator[Transfer]:
    yield from move(CASH, event.cents, DROP, WORLD)
    yield from _given(event.player, -event.chips)


def _refunded(event: told.EntryRefunded, before: Tournament) -> Iterator[Transfer]:
    return move(CASH, event.cents, DROP, WORLD)


def _substituted(event: told.EntrantSubstituted, before: Tournament) -> Iterator[Transfer]:
    return move(TOURNAMENT_CHIP, before.entrants[event.player].bank, rack(event.player), rack(event.second))


def _begun(event: told.RoundBegun, before: Tournament) -> Iterator[Transfer]:
    if event.fresh is not None:
        yield from _fresh([name for heat in event.heats for name in heat.players], event.fresh, before)


def _again(event: told.RepechageHeld, before: Tournament) -> Iterator[Transfer]:
    return _fresh(event.heat.players, event.fresh, before)


def _fresh(names: Iterable[str], bank: int, before: Tournament) -> Iterator[Transfer]:
    for name in names:
        yield from _given(name, bank - before.entrants[name].bank)


def _penalised(event: told.PenaltyImposed, before: Tournament) -> Iterator[Transfer]:
    return _given(event.player, -event.chips)


def _out(event: told.EntrantOut, before: Tournament) -> Iterator[Transfer]:
    yield from _given(event.player, -event.chips)
    for name, chips in event.shared:
        yield from _given(name, chips)


def _featured(event: said.FeatureUsed, before: Tournament) -> Iterator[Transfer]:
    return _given(event.player, event.chips)


def _placed(event: said.SlipPlaced, before: Tournament) -> Iterator[Transfer]:
    more = sum(stake.cents for stake in event.stakes) - sum(stake.cents for stake in event.before)
    mine, cloth = rack(event.player), layout(event.player)
    return move(TOURNAMENT_CHIP, abs(more), *((mine, cloth) if more > 0 else (cloth, mine)))


def _opened(event: said.SealOpened, before: Tournament) -> Iterator[Transfer]:
    staked = sum(stake.cents for stake in event.stakes)
    return move(TOURNAMENT_CHIP, staked, rack(event.player), layout(event.player))


def _settled(event: said.SpinSettled, before: Tournament) -> Iterator[Transfer]:
    for slip in event.slips:
        mine, cloth = rack(slip.player), layout(slip.player)
        for line in slip.lines:
            yield from move(TOURNAMENT_CHIP, line.collected, cloth, TABLE_FLOAT)
            yield from move(TOURNAMENT_CHIP, line.returned, cloth, mine)
            yield from _given(slip.player, line.winnings)
        yield from _given(slip.player, -slip.forfeited)


def _voided(event: said.SpinVoided, before: Tournament) -> Iterator[Transfer]:
    for player, chips in event.returned:
        yield from move(TOURNAMENT_CHIP, chips, layout(player), rack(player))


def _corrected(event: said.SpinCorrected, before: Tournament) -> Iterator[Transfer]:
    for player, chips in event.changes:
        yield from _given(player, chips)


def _fixed(event: told.PoolFixed, before: Tournament) -> Iterator[Transfer]:
    yield from move(CASH, event.takings, DROP, POOL)
    yield from move(CASH, event.added, WORLD, POOL)


def _awarded(event: told.PrizesAwarded, before: Tournament) -> Iterator[Transfer]:
    for prize in event.prizes:
        yield from move(CASH, prize.cents, POOL, WORLD)


def _put_away(event: told.ChipsPutAway, before: Tournament) -> Iterator[Transfer]:
    for player, chips in event.banks:
        yield from _given(player, -chips)


HOW: dict[type[Any], Callable[[Any, Tournament], Iterable[Transfer]]] = {
    told.TournamentEntered: _entered,
    told.MoreBought: _bought,
    told.EntryWithdrawn: _withdrawn,
    told.EntryRefunded: _refunded,
    told.EntrantSubstituted: _substituted,
    told.RoundBegun: _begun,
    told.RepechageHeld: _again,
    told.PenaltyImposed: _penalised,
    told.EntrantOut: _out,
    told.PoolFixed: _fixed,
    told.PrizesAwarded: _awarded,
    told.ChipsPutAway: _put_away,
    said.FeatureUsed: _featured,
    said.SlipPlaced: _placed,
    said.SealOpened: _opened,
    said.SpinSettled: _settled,
    said.SpinVoided: _voided,
    said.SpinCorrected: _corrected,
}
MOVES_NOTHING: set[type[Any]] = {
    told.TournamentPublished,
    told.RegulatorAdvised,
    told.SeatDrawsCommitted,
    told.DirectorAppointed,
    told.DeputyAppointed,
    told.ChargeTaken,
    told.ChargeLeft,
    told.TablesDesignated,
    told.StartMoved,
    told.TournamentCancelled,
    told.EntryRefused,
    told.TermsSigned,
    told.EntrantsBriefed,
    told.TournamentPractised,
    told.RoundConcluded,
    told.HeatEnded,
    told.PlayOffHeld,
    told.EntrantAbsent,
    told.EntrantReturned,
    told.PhoneUsed,
    told.TournamentDisputeRaised,
    told.TournamentDisputeDecided,
    told.TournamentFinished,
    said.BetsInvited,
    said.SlipSealed,
    said.PassPlayed,
    said.BetsClosed,
    said.SealLapsed,
}
