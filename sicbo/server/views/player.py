"""The view of a player: their own rack, slip, settlement and net, in the caller's language."""

from sicbo import rulebooks
from sicbo.game.dice import Roll
from sicbo.game.reasons import price_reason
from sicbo.game.super_streak import PREFIX
from sicbo.machine.accounts import LEDGER_KINDS
from sicbo.server.live.history import PlayerSettlement
from sicbo.server.live.live_table import LiveTable
from sicbo.server.schemas import table as table_schemas
from sicbo.server.schemas.times import iso_time
from sicbo.server.views.table import staked_cents, void_shape
from sicbo.table.messages.round import SettledLine
from sicbo.table.money.racks import colour_instrument, payout_instrument
from sicbo.table.state import TableState, limits_of_sign

TERMINAL_CHIPS = (100, 500, 2_500, 10_000, 50_000, 100_000)
RETURNED = "returned"


def player_view(live: LiveTable, player: str, language: str = "en") -> table_schemas.PlayerView:
    """Return what one player sees of their own."""
    table, chronicle = live.table, live.history
    seat = table.seated.get(player)
    racks = {
        kind: cents
        for kind in (*LEDGER_KINDS, *map(colour_instrument, table.sets))
        if (cents := table.rack(player, kind))
    }
    streaks = table.streaks.wagers.get(player, ())
    lying = staked_cents(table.round, player) + sum(one.stake.cents for one in streaks)
    held = sum(racks.values()) - live.debts.get(player, 0)
    brought = chronicle.net_buy_ins.get(player, 0)
    return table_schemas.PlayerView(
        player=player,
        name=live.name_of(player),
        seat=seat.number if seat else None,
        rack=racks.get(payout_instrument(table), 0),
        racks=racks,
        owed=live.debts.get(player, 0),
        limits=_limits(table, player),
        slip=_slip(live, player),
        streaks=tuple(
            table_schemas.RunningStreakShape(
                side=one.side, bet=one.stake.bet, cents=one.stake.cents, count=one.count, round=one.round
            )
            for one in streaks
        ),
        settlement=last_settlement(live, player, language),
        net=held + lying - brought,
        since=iso_time(chronicle.first_brought_at[player]) if player in chronicle.first_brought_at else None,
        ready=player in live.ready_players,
        chips=_terminal_chips(table),
    )


def _limits(table: TableState, player: str) -> table_schemas.BoundsShape | None:
    if table.sign is None:
        return None
    bounds = table.limits_of(player).bounds
    return table_schemas.BoundsShape(minimum=bounds.minimum, maximum=bounds.maximum)


def _terminal_chips(table: TableState) -> tuple[int, ...]:
    """Return the chips that a terminal offers."""
    if table.sign is None:
        return TERMINAL_CHIPS
    limits = limits_of_sign(table.sign_in_force)
    most = limits.bounds.maximum or TERMINAL_CHIPS[-1]
    return tuple(chip for chip in TERMINAL_CHIPS if chip % limits.unit == 0 and chip <= most) or (
        limits.unit,
    )


def _slip(live: LiveTable, player: str) -> table_schemas.SlipShape | None:
    played = live.table.round
    slip = played.slips.get(player) if played else None
    if played is None or slip is None:
        return None
    number = live.history.slip_records.get(player)
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


def last_settlement(live: LiveTable, player: str, language: str) -> table_schemas.SettlementShape | None:
    """Return a player's last settlement, with the reason for each line."""
    settled = live.history.settlements.get(player)
    outcome = live.history.outcome(settled.round) if settled else None
    if settled is None or outcome is None:
        return None
    lines = settled.lines + settled.streaks
    if not lines and not settled.returned:
        return None
    dice = outcome.dice
    return table_schemas.SettlementShape(
        round=settled.round,
        dice=dice,
        void=void_shape(outcome),
        staked=sum(line.stake.cents for line in lines) or settled.returned,
        net=sum(line.winnings - line.collected for line in lines),
        returned=sum(line.winnings + line.returned for line in lines) or settled.returned,
        lines=_lines(live.table, settled, dice, language) if dice else (),
    )


def _lines(
    table: TableState, settled: PlayerSettlement, dice: Roll, language: str
) -> tuple[table_schemas.SettlementLineShape, ...]:
    return tuple(
        table_schemas.SettlementLineShape(
            bet=line.stake.bet,
            stake=line.stake.cents,
            instrument=line.stake.instrument,
            outcome=line.outcome,
            winnings=line.winnings,
            returned=line.returned,
            collected=line.collected,
            clause=line.clause,
            why=_line_reason(table, line, dice, language),
            streak=line.stake.bet.startswith(PREFIX),
        )
        for line in settled.lines + settled.streaks
    )


def _line_reason(table: TableState, line: SettledLine, dice: Roll, language: str) -> str:
    """Return the reason for the outcome of a line: the dice, or else the words of its clause."""
    layout = table.layout
    if line.stake.bet in layout:
        price = layout.price(line.stake.bet, dice)
        by_dice = line.outcome != RETURNED or (price is not None and not price.odds)
        if by_dice:
            return price_reason(layout.bet(line.stake.bet), dice, price).say(language)
    registry = rulebooks.clause_registry(table.rulebook)
    clause = line.clause.split(", ")[0]
    return registry[clause].says if clause in registry else line.outcome
