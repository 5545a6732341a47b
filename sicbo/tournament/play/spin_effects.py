"""Effects of the events of a spin on the tournament."""

from collections.abc import Callable
from typing import Any

from immutables import Map

from sicbo.tournament.messages import spins
from sicbo.tournament.state import CLOSED, OPEN, WAITING, Heat, Tournament, paid, put, with_heat


def _heat(tournament: Tournament, table: str) -> Heat:
    heat = tournament.heat(table)
    assert heat is not None, "A spin is played in a heat."
    return heat


def invited(tournament: Tournament, event: spins.BetsInvited) -> Tournament:
    """Open betting; the first spin starts the clock of the heat."""
    began = _heat(tournament, event.table).began
    return with_heat(
        tournament, event.table, phase=OPEN, began=event.stamp.elapsed if began is None else began
    )


def placed(tournament: Tournament, event: spins.SlipPlaced) -> Tournament:
    """Put the slip on the layout and take its stakes from the bank."""
    change = sum(stake.cents for stake in event.before) - sum(stake.cents for stake in event.stakes)
    tournament = paid(tournament, event.player, change)
    slips = _heat(tournament, event.table).slips.set(event.player, event.stakes)
    return with_heat(tournament, event.table, slips=slips)


def sealed(tournament: Tournament, event: spins.SlipSealed) -> Tournament:
    """Count one secret wager as used and keep its commitment."""
    heat = _heat(tournament, event.table)
    used = heat.secrets.set(event.player, heat.secrets.get(event.player, 0) + 1)
    seals = heat.seals.set(event.player, event.commitment)
    return with_heat(tournament, event.table, secrets=used, seals=seals)


def passed(tournament: Tournament, event: spins.PassPlayed) -> Tournament:
    """Count one pass card as used."""
    heat = _heat(tournament, event.table)
    used = heat.passes.set(event.player, heat.passes.get(event.player, 0) + 1)
    return with_heat(tournament, event.table, passes=used, passing=heat.passing | {event.player})


def featured(tournament: Tournament, event: spins.FeatureUsed) -> Tournament:
    """Add the chips of the feature to the bank and count it as used once more."""
    used = tournament.entrants[event.player].features
    used = used.set(event.feature, used.get(event.feature, 0) + 1)
    return put(paid(tournament, event.player, event.chips), event.player, features=used)


def closed(tournament: Tournament, event: spins.BetsClosed) -> Tournament:
    """Close betting."""
    return with_heat(tournament, event.table, phase=CLOSED)


def opened(tournament: Tournament, event: spins.SealOpened) -> Tournament:
    """Put the opened slip on the layout like any other."""
    tournament = paid(tournament, event.player, -sum(stake.cents for stake in event.stakes))
    heat = _heat(tournament, event.table)
    slips, done = heat.slips.set(event.player, event.stakes), heat.opened | {event.player}
    return with_heat(tournament, event.table, slips=slips, opened=done)


def lapsed(tournament: Tournament, event: spins.SealLapsed) -> Tournament:
    """Count the sealed slip as no wager."""
    gone = _heat(tournament, event.table).lapsed | {event.player}
    return with_heat(tournament, event.table, lapsed=gone)


def back_of(slip: spins.SettledSlip) -> int:
    """Return the chips that go from the layout back to the bank."""
    return sum(line.returned + line.winnings for line in slip.lines)


def net_of(slip: spins.SettledSlip) -> int:
    """Return the chips that an entrant gained or lost in a spin."""
    return back_of(slip) - sum(line.stake.cents for line in slip.lines) - slip.forfeited


def settled(tournament: Tournament, event: spins.SpinSettled) -> Tournament:
    """Pay the banks, clear the layout, and count the spin as played."""
    last = {slip.player: net_of(slip) for slip in event.slips}
    for slip in event.slips:
        tournament = paid(tournament, slip.player, back_of(slip) - slip.forfeited)
        entrant = tournament.entrants[slip.player]
        tournament = put(tournament, slip.player, counts=(*entrant.counts, entrant.bank))
        if slip.warned:
            warnings = tournament.entrants[slip.player].warnings + 1
            tournament = put(tournament, slip.player, warnings=warnings)
    said: dict[str, Any] = {"spin": event.spin, "last": Map(last), "dice": event.dice, "settled": event.slips}
    return _cleared(tournament, event.table, **said)


def voided(tournament: Tournament, event: spins.SpinVoided) -> Tournament:
    """Undo the spin: chips, seals and pass cards are returned."""
    for player, chips in event.returned:
        tournament = paid(tournament, player, chips)
    heat = _heat(tournament, event.table)
    secrets, passes = heat.secrets, heat.passes
    for player in heat.seals:
        secrets = secrets.set(player, secrets[player] - 1)
    for player in heat.passing:
        passes = passes.set(player, passes[player] - 1)
    return _cleared(tournament, event.table, secrets=secrets, passes=passes)


def _cleared(tournament: Tournament, table: str, **changes: object) -> Tournament:
    nothing: frozenset[str] = frozenset()
    return with_heat(
        tournament,
        table,
        phase=WAITING,
        slips=Map(),
        seals=Map(),
        opened=nothing,
        lapsed=nothing,
        passing=nothing,
        **changes,
    )


EVOLVES: dict[type[Any], Callable[[Tournament, Any], Tournament]] = {
    spins.BetsInvited: invited,
    spins.SlipPlaced: placed,
    spins.SlipSealed: sealed,
    spins.PassPlayed: passed,
    spins.FeatureUsed: featured,
    spins.BetsClosed: closed,
    spins.SealOpened: opened,
    spins.SealLapsed: lapsed,
    spins.SpinSettled: settled,
    spins.SpinVoided: voided,
}
