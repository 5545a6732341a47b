"""The view of a player: their own rack, slip, settlement and net, in the caller's language."""

from sicbo import rulebooks
from sicbo.game.dice import Roll
from sicbo.game.reasons import because
from sicbo.game.super_streak import PREFIX
from sicbo.ledger.accounts import KINDS
from sicbo.server.live.history import Settled
from sicbo.server.live.live_table import Live
from sicbo.server.schemas import table as table_schemas
from sicbo.server.schemas.times import when
from sicbo.server.views.table import staked, voided_of
from sicbo.table.messages.events import SettledLine
from sicbo.table.money.racks import colour_chip, money_of
from sicbo.table.state import Table, limits_on

TRAY = (100, 500, 2_500, 10_000, 50_000, 100_000)
RETURNED = "returned"


def mine_of(live: Live, player: str, language: str = "en") -> table_schemas.Mine:
    """Return what one player sees of their own."""
    table, chronicle = live.table, live.chronicle
    seat = table.seated.get(player)
    racks = {
        kind: cents for kind in (*KINDS, *map(colour_chip, table.sets)) if (cents := table.rack(player, kind))
    }
    streaks = table.streaks.wagers.get(player, ())
    lying = staked(table.round, player) + sum(one.stake.cents for one in streaks)
    held = sum(racks.values()) - table.owed.get(player, 0)
    brought = chronicle.brought.get(player, 0)
    return table_schemas.Mine(
        player=player,
        name=live.name_of(player),
        seat=seat.number if seat else None,
        rack=racks.get(money_of(table), 0),
        racks=racks,
        owed=table.owed.get(player, 0),
        limits=_limits(table, player),
        slip=_slip(live, player),
        streaks=tuple(
            table_schemas.RunningShape(
                side=one.side, bet=one.stake.bet, cents=one.stake.cents, count=one.count, round=one.round
            )
            for one in streaks
        ),
        settlement=settlement_of(live, player, language),
        net=held + lying - brought,
        since=when(chronicle.since[player]) if player in chronicle.since else None,
        ready=player in live.ready,
        chips=_tray(table),
    )


def _limits(table: Table, player: str) -> table_schemas.Bounds | None:
    if table.sign is None:
        return None
    bounds = table.limits_of(player).bounds
    return table_schemas.Bounds(minimum=bounds.minimum, maximum=bounds.maximum)


def _tray(table: Table) -> tuple[int, ...]:
    """Return the chips that a terminal offers."""
    if table.sign is None:
        return TRAY
    limits = limits_on(table.sign_in_force)
    most = limits.bounds.maximum or TRAY[-1]
    return tuple(chip for chip in TRAY if chip % limits.unit == 0 and chip <= most) or (limits.unit,)


def _slip(live: Live, player: str) -> table_schemas.SlipShape | None:
    played = live.table.round
    slip = played.slips.get(player) if played else None
    if played is None or slip is None:
        return None
    number = live.chronicle.registered.get(player)
    return table_schemas.SlipShape(
        round=played.number,
        version=slip.version,
        stakes=tuple(
            table_schemas.StakeShape(bet=one.bet, cents=one.cents, instrument=one.instrument)
            for one in slip.stakes
        ),
        total=sum(one.cents for one in slip.stakes),
        number=number[1] if number and number[0] == played.number else None,
    )


def settlement_of(live: Live, player: str, language: str) -> table_schemas.SettlementShape | None:
    """Return a player's last settlement, with the reason for each line."""
    settled = live.chronicle.settled.get(player)
    outcome = live.chronicle.outcome(settled.round) if settled else None
    if settled is None or outcome is None:
        return None
    lines = settled.lines + settled.streaks
    if not lines and not settled.returned:
        return None
    dice = outcome.dice
    return table_schemas.SettlementShape(
        round=settled.round,
        dice=dice,
        void=voided_of(outcome),
        staked=sum(line.stake.cents for line in lines) or settled.returned,
        net=sum(line.winnings - line.collected for line in lines),
        returned=sum(line.winnings + line.returned for line in lines) or settled.returned,
        lines=_lines(live.table, settled, dice, language) if dice else (),
    )


def _lines(table: Table, settled: Settled, dice: Roll, language: str) -> tuple[table_schemas.LineShape, ...]:
    return tuple(
        table_schemas.LineShape(
            bet=line.stake.bet,
            stake=line.stake.cents,
            instrument=line.stake.instrument,
            outcome=line.outcome,
            winnings=line.winnings,
            returned=line.returned,
            collected=line.collected,
            clause=line.clause,
            why=_why(table, line, dice, language),
            streak=line.stake.bet.startswith(PREFIX),
        )
        for line in settled.lines + settled.streaks
    )


def _why(table: Table, line: SettledLine, dice: Roll, language: str) -> str:
    """Return the reason for the outcome of a line: the dice, or else the words of its clause."""
    layout = table.layout
    if line.stake.bet in layout:
        price = layout.price(line.stake.bet, dice)
        by_dice = line.outcome != RETURNED or (price is not None and not price.odds)
        if by_dice:
            return because(layout.bet(line.stake.bet), dice, price).say(language)
    registry = rulebooks.clauses_of(table.rulebook)
    clause = line.clause.split(", ")[0]
    return registry[clause].says if clause in registry else line.outcome
