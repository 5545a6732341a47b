"""Slips: a player's whole stake on the layout, registered as one while bets are open."""

from collections import Counter
from operator import attrgetter

from sicbo.errors import Refusal
from sicbo.game.limits import refuse_if_outside_limits
from sicbo.game.policies import Step
from sicbo.game.settlement import LARGEST_STAKE
from sicbo.i18n import message
from sicbo.machine.accounts import layout_account, rack_account
from sicbo.machine.ledger import Transfer
from sicbo.machine.log_kind import Audience, Effect, Rule
from sicbo.machine.messages import Event
from sicbo.machine.structs import replace
from sicbo.table.equipment.faults import refuse_if_cut_off
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import RegisterSlip, SlipRegistered
from sicbo.table.money.colour_chips import refuse_if_not_stakable
from sicbo.table.money.racks import (
    COLOUR_CHIP,
    chips_needed,
    chips_not_taken_refusal,
    instrument_kind,
    stake_amounts,
    stake_kinds,
)
from sicbo.table.people.conduct import refuse_if_barred
from sicbo.table.state import RegisteredSlip, TableState

EMPTY_SLIP, RATIO = RegisteredSlip(0, ()), attrgetter("ratio")


def register_slip(table: TableState, command: RegisterSlip) -> tuple[Event, ...] | Refusal:
    """Register the slip in place of the previous one; undo, clear, rebet and double are slips too."""
    player = command.player
    refusal = (
        (refuse_if_barred(table, command) if player in table.sanctions else None)
        or (refuse_if_cut_off(table, player) if table.faults else None)
        or _refuse_if_betting_closed(table, command)
    )
    if refusal:
        return refusal
    assert table.round is not None
    before = table.round.slips.get(player, EMPTY_SLIP)
    refusal = _refuse_if_version_wrong(table, command, before)
    amounts = plain_amounts(table, command.stakes, player)
    if amounts is None:
        amounts = stake_amounts(command.stakes)
        refusal = (
            refusal
            or _refuse_if_stakes_invalid(table, command)
            or refuse_if_not_stakable(table, player, command.stakes)
        )
    if refusal := refusal or _refuse_if_unaffordable(table, player, chips_needed(amounts, before.stakes)):
        return refusal
    return (
        SlipRegistered(
            stamp=command.stamp,
            clause=table.rules.wagers.stakes.clause,
            command=command.id,
            player=command.player,
            round=command.round,
            version=command.version,
            stakes=command.stakes,
            before=before.stakes,
        ),
    )


def _refuse_if_betting_closed(table: TableState, command: RegisterSlip) -> Refusal | None:
    played = table.round
    if played and command.round == played.number and not played.void_due and table.takes_wagers:
        return None
    return _betting_closed_refusal(table, command)


def _betting_closed_refusal(table: TableState, command: RegisterSlip) -> Refusal:
    clause = table.rules.wagers.late.clause
    if table.sign is None:
        return Refusal(clause, message("slips.table-closed"))
    if table.round is None or not table.has_done(Step.PLACE_BETS):
        return Refusal(clause, message("slips.bets-not-open"))
    if command.round != table.round.number:
        now = table.round.number
        return Refusal(clause, message("slips.other-round", round=command.round, due=now))
    if table.has_done(Step.CLOSE):
        return Refusal(clause, message("slips.no-more-bets"))
    return Refusal(clause, message("slips.round-will-be-void"))


def _refuse_if_version_wrong(
    table: TableState, command: RegisterSlip, before: RegisteredSlip
) -> Refusal | None:
    if command.version != before.version + 1:
        clause = table.rules.wagers.late.clause
        says = message("slips.other-version", version=before.version, next=before.version + 1)
        return Refusal(clause, says)
    return None


def plain_amounts(table: TableState, stakes: tuple[Stake, ...], player: str) -> dict[str, int] | None:
    """Return what a slip stakes of each instrument, or None if the rules must say whether it is valid."""
    if player in table.colour_only:
        return None
    layout, limits, kinds = table.layout, table.limits_of(player), stake_kinds(table)
    prices, areas, unit, chip = layout.prices, limits.areas, limits.unit, limits.chip
    least, most = limits.bounds.minimum, limits.bounds.maximum or LARGEST_STAKE
    exact = table.rules.limits.odd_amount.choice.refuses_stake
    seen: set[str] = set()
    amounts: dict[str, int] = {}
    for stake in stakes:
        bet, cents, instrument = stake.bet, stake.cents, stake.instrument
        if bet not in prices or bet in seen or instrument not in kinds or instrument == COLOUR_CHIP:
            return None
        if areas:
            bounds = limits.bounds_of(layout.bet(bet))
            least, most = bounds.minimum, bounds.maximum or LARGEST_STAKE
        if not least <= cents <= most or (cents - least) % unit:
            return None
        if exact and any(cents * above % (below * chip) for above, below in map(RATIO, prices[bet])):
            return None
        seen.add(bet)
        amounts[instrument] = amounts[instrument] + cents if instrument in amounts else cents
    return amounts


def _refuse_if_stakes_invalid(table: TableState, command: RegisterSlip) -> Refusal | None:
    """Return what is wrong with the stakes themselves."""
    wagers, layout = table.rules.wagers, table.layout
    known = stake_kinds(table)
    if len({(stake.bet, stake.instrument) for stake in command.stakes}) != len(command.stakes):
        return Refusal(wagers.stakes.clause, message("slips.bet-named-twice"))
    for stake in command.stakes:
        if stake.bet not in layout:
            return Refusal(layout.clause, message("slips.no-such-bet", bet=stake.bet))
        if instrument_kind(stake.instrument) not in known:
            return chips_not_taken_refusal(table, stake.instrument)
        if not 0 < stake.cents <= LARGEST_STAKE:
            says = message("slips.stake-invalid", bet=stake.bet, most=LARGEST_STAKE)
            return Refusal(wagers.stakes.clause, says)
    totals: Counter[str] = Counter()
    for stake in command.stakes:
        totals[stake.bet] += stake.cents
    limits = table.limits_of(command.player)
    for bet, cents in totals.items():
        refusal = refuse_if_outside_limits(layout.bet(bet), cents, layout, table.rules, limits)
        if refusal:
            return refusal
    return None


def _refuse_if_unaffordable(table: TableState, player: str, needed: dict[str, int]) -> Refusal | None:
    """Refuse a slip that needs more, beyond the previous slip, than the player has."""
    for instrument, cents in needed.items():
        if cents > 0 and cents > (has := table.rack(player, instrument)):
            clause = table.rules.wagers.stakes.clause
            return Refusal(clause, message("slips.not-enough-chips", cents=cents - has, chips=instrument))
    return None


def _apply_slip_registered(table: TableState, event: SlipRegistered) -> TableState:
    assert table.round is not None
    slips = table.round.slips.set(event.player, RegisteredSlip(event.version, event.stakes))
    played = replace(table.round, slips=slips)
    return replace(table, round=played, idle=table.idle and not event.stakes)


def _book_slip(event: SlipRegistered, table: TableState) -> list[Transfer]:
    rack, layout = rack_account(event.player), layout_account(event.player)
    return [
        Transfer(kind, cents, rack, layout) if cents > 0 else Transfer(kind, -cents, layout, rack)
        for kind, cents in chips_needed(stake_amounts(event.stakes), event.before).items()
        if cents
    ]


RULES = (Rule(RegisterSlip, decide=register_slip, staking=True, receipt=True),)
EFFECTS = (
    Effect(
        SlipRegistered,
        apply=_apply_slip_registered,
        transfers=_book_slip,
        audience=Audience.PLAYER,
    ),
)
