"""Effects of the events of a spin on the tournament."""

from collections.abc import Iterator
from typing import Any

from sicbo.i18n import message
from sicbo.machine.accounts import TABLE_FLOAT, layout_account, rack_account
from sicbo.machine.ledger import TOURNAMENT_CHIP, Transfer, move, no_transfers
from sicbo.machine.log_kind import Audience, Effect, Fact
from sicbo.machine.structs import Map
from sicbo.table.formatting import dice_text, settled_line_text, stakes_text, with_prefix
from sicbo.tournament.chip_transfers import bank_transfers
from sicbo.tournament.messages import spins
from sicbo.tournament.state import (
    CLOSED,
    OPEN,
    WAITING,
    Heat,
    Tournament,
    with_chips_added,
    with_entrant,
    with_heat,
)


def _heat(tournament: Tournament, table: str) -> Heat:
    heat = tournament.heat_at(table)
    assert heat is not None, "A spin is played in a heat."
    return heat


def apply_bets_invited(tournament: Tournament, event: spins.BetsInvited) -> Tournament:
    """Open betting; the first spin starts the clock of the heat."""
    began = _heat(tournament, event.table).began
    return with_heat(
        tournament, event.table, phase=OPEN, began=event.stamp.elapsed if began is None else began
    )


def apply_slip_placed(tournament: Tournament, event: spins.SlipPlaced) -> Tournament:
    """Put the slip on the layout and take its stakes from the bank."""
    change = sum(stake.cents for stake in event.before) - sum(stake.cents for stake in event.stakes)
    tournament = with_chips_added(tournament, event.player, change)
    slips = _heat(tournament, event.table).slips.set(event.player, event.stakes)
    return with_heat(tournament, event.table, slips=slips)


def apply_slip_sealed(tournament: Tournament, event: spins.SlipSealed) -> Tournament:
    """Count one secret wager as used and keep its commitment."""
    heat = _heat(tournament, event.table)
    used = heat.secrets.set(event.player, heat.secrets.get(event.player, 0) + 1)
    seals = heat.seals.set(event.player, event.commitment)
    return with_heat(tournament, event.table, secrets=used, seals=seals)


def apply_pass_played(tournament: Tournament, event: spins.PassPlayed) -> Tournament:
    """Count one pass card as used."""
    heat = _heat(tournament, event.table)
    used = heat.passes.set(event.player, heat.passes.get(event.player, 0) + 1)
    return with_heat(tournament, event.table, passes=used, passing=heat.passing | {event.player})


def apply_feature_used(tournament: Tournament, event: spins.FeatureUsed) -> Tournament:
    """Add the chips of the feature to the bank and count it as used once more."""
    used = tournament.entrants[event.player].features
    used = used.set(event.feature, used.get(event.feature, 0) + 1)
    return with_entrant(with_chips_added(tournament, event.player, event.chips), event.player, features=used)


def apply_bets_closed(tournament: Tournament, event: spins.BetsClosed) -> Tournament:
    """Close betting."""
    return with_heat(tournament, event.table, phase=CLOSED)


def apply_seal_opened(tournament: Tournament, event: spins.SealOpened) -> Tournament:
    """Put the opened slip on the layout like any other."""
    tournament = with_chips_added(tournament, event.player, -sum(stake.cents for stake in event.stakes))
    heat = _heat(tournament, event.table)
    slips, done = heat.slips.set(event.player, event.stakes), heat.opened | {event.player}
    return with_heat(tournament, event.table, slips=slips, opened=done)


def apply_seal_lapsed(tournament: Tournament, event: spins.SealLapsed) -> Tournament:
    """Count the sealed slip as no wager."""
    gone = _heat(tournament, event.table).lapsed | {event.player}
    return with_heat(tournament, event.table, lapsed=gone)


def chips_returned(slip: spins.SettledSlip) -> int:
    """Return the chips that go from the layout back to the bank."""
    return sum(line.returned + line.winnings for line in slip.lines)


def net_chips(slip: spins.SettledSlip) -> int:
    """Return the chips that an entrant gained or lost in a spin."""
    return chips_returned(slip) - sum(line.stake.cents for line in slip.lines) - slip.forfeited


def apply_spin_settled(tournament: Tournament, event: spins.SpinSettled) -> Tournament:
    """Pay the banks, clear the layout, and count the spin as played."""
    last = {slip.player: net_chips(slip) for slip in event.slips}
    for slip in event.slips:
        tournament = with_chips_added(tournament, slip.player, chips_returned(slip) - slip.forfeited)
        entrant = tournament.entrants[slip.player]
        tournament = with_entrant(tournament, slip.player, counts=(*entrant.counts, entrant.bank))
        if slip.warned:
            warnings = tournament.entrants[slip.player].warnings + 1
            tournament = with_entrant(tournament, slip.player, warnings=warnings)
    result: dict[str, Any] = {
        "spin": event.spin,
        "last": Map(last),
        "dice": event.dice,
        "settled": event.slips,
    }
    return _with_layout_cleared(tournament, event.table, **result)


def apply_spin_voided(tournament: Tournament, event: spins.SpinVoided) -> Tournament:
    """Undo the spin: chips, seals and pass cards are returned."""
    for player, chips in event.returned:
        tournament = with_chips_added(tournament, player, chips)
    heat = _heat(tournament, event.table)
    secrets, passes = heat.secrets, heat.passes
    for player in heat.seals:
        secrets = secrets.set(player, secrets[player] - 1)
    for player in heat.passing:
        passes = passes.set(player, passes[player] - 1)
    return _with_layout_cleared(tournament, event.table, secrets=secrets, passes=passes)


def _with_layout_cleared(tournament: Tournament, table: str, **changes: object) -> Tournament:
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


def _book_slip(event: spins.SlipPlaced, before: Tournament) -> Iterator[Transfer]:
    more = sum(stake.cents for stake in event.stakes) - sum(stake.cents for stake in event.before)
    player_rack, player_layout = rack_account(event.player), layout_account(event.player)
    return move(
        TOURNAMENT_CHIP,
        abs(more),
        *((player_rack, player_layout) if more > 0 else (player_layout, player_rack)),
    )


def _book_feature(event: spins.FeatureUsed, before: Tournament) -> Iterator[Transfer]:
    return bank_transfers(event.player, event.chips)


def _book_opened_seal(event: spins.SealOpened, before: Tournament) -> Iterator[Transfer]:
    staked = sum(stake.cents for stake in event.stakes)
    return move(TOURNAMENT_CHIP, staked, rack_account(event.player), layout_account(event.player))


def _book_settlement(event: spins.SpinSettled, before: Tournament) -> Iterator[Transfer]:
    for slip in event.slips:
        player_rack, player_layout = rack_account(slip.player), layout_account(slip.player)
        for line in slip.lines:
            yield from move(TOURNAMENT_CHIP, line.collected, player_layout, TABLE_FLOAT)
            yield from move(TOURNAMENT_CHIP, line.returned, player_layout, player_rack)
            yield from bank_transfers(slip.player, line.winnings)
        yield from bank_transfers(slip.player, -slip.forfeited)


def _book_void(event: spins.SpinVoided, before: Tournament) -> Iterator[Transfer]:
    for player, chips in event.returned:
        yield from move(TOURNAMENT_CHIP, chips, layout_account(player), rack_account(player))


def _describe_spin_settled(event: spins.SpinSettled) -> tuple[Fact, ...]:
    first = Fact(
        message("text", text=f"{event.table}: spin {event.spin} shows {dice_text(event.dice)}"), event.clause
    )
    lines = ((slip.player, line) for slip in event.slips for line in slip.lines)
    return first, *(
        Fact(message("text", text=f"{who}: {settled_line_text(line)}"), line.clause) for who, line in lines
    )


EFFECTS = (
    Effect(
        spins.BetsInvited,
        apply=apply_bets_invited,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
        narrate=lambda event: f"{event.table}: place your bets for spin {event.spin}",
    ),
    Effect(
        spins.SlipPlaced,
        apply=apply_slip_placed,
        transfers=_book_slip,
        audience=Audience.PLAYER,
        narrate=lambda event: f"{event.player} has {stakes_text(event.stakes)}",
    ),
    Effect(
        spins.SlipSealed,
        apply=apply_slip_sealed,
        transfers=no_transfers,
        audience=Audience.PLAYER,
        narrate=lambda event: f"{event.player} makes a secret wager",
    ),
    Effect(
        spins.PassPlayed,
        apply=apply_pass_played,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
        narrate=lambda event: f"{event.player} plays a pass card",
    ),
    Effect(
        spins.FeatureUsed,
        apply=apply_feature_used,
        transfers=_book_feature,
        audience=Audience.EVERYONE,
        narrate=lambda event: f"{event.player} uses {event.feature}",
    ),
    Effect(
        spins.BetsClosed,
        apply=apply_bets_closed,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
        narrate=lambda event: f"{event.table}: no more bets for spin {event.spin}",
    ),
    Effect(
        spins.SealOpened,
        apply=apply_seal_opened,
        transfers=_book_opened_seal,
        audience=Audience.EVERYONE,
        narrate=lambda event: f"{event.player} opens a secret wager: {stakes_text(event.stakes)}",
    ),
    Effect(
        spins.SealLapsed,
        apply=apply_seal_lapsed,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
        narrate=lambda event: (
            f"the secret wager of {event.player} counts for nothing{with_prefix(event.note)}"
        ),
    ),
    Effect(
        spins.SpinSettled,
        apply=apply_spin_settled,
        transfers=_book_settlement,
        audience=Audience.EVERYONE,
        narrate=_describe_spin_settled,
    ),
    Effect(
        spins.SpinVoided,
        apply=apply_spin_voided,
        transfers=_book_void,
        audience=Audience.EVERYONE,
        narrate=lambda event: (
            f"{event.table}: spin {event.spin} is void, {event.ground}{with_prefix(event.note, ', ')}"
        ),
    ),
)
