"""Wagers that staff void or refuse, and what becomes of their stakes."""

from collections.abc import Iterator
from typing import Any

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Act
from sicbo.i18n import message
from sicbo.machine.accounts import TABLE_FLOAT, rack_account, suspense_account
from sicbo.machine.ledger import Transfer, keep_state
from sicbo.machine.log_kind import Audience, Effect, Rule
from sicbo.machine.messages import Command, Event, event_fields, event_from_command
from sicbo.machine.structs import replace
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.people import (
    RefuseWager,
    VoidPlayersWagers,
    WagerRefused,
    WagersForfeited,
    WagersVoided,
)
from sicbo.table.messages.super_streak import StreakReturned
from sicbo.table.money.shared_transfers import returned_stakes_transfers, transfers_off_layout
from sicbo.table.people.conduct import player_sanctioned_event, refuse_if_not_sanctionable, required_power
from sicbo.table.state import TableState

Events = tuple[Event, ...]


def void_players_wagers(table: TableState, command: VoidPlayersWagers) -> Events | Refusal:
    """Void an offender's wagers before they are settled; the rulebook says what becomes of them.

    A running Super Streak wager is voided too, and its stake is returned.
    """
    power = required_power(table, Act.VOID_OFFENDERS_WAGERS)
    refusal = refuse_if_not_sanctionable(table, command, power)
    if refusal:
        return refusal
    stakes = unsettled_stakes(table, command.player)
    running = tuple(one.stake for one in table.streaks.wagers.get(command.player, ()))
    if not stakes and not running:
        return Refusal(power.clause, message("voided-wagers.no-wager", player=command.player))
    becomes = _fate_of_wagers(table, command)
    if isinstance(becomes, Refusal):
        return becomes
    void = (wagers_voided_event(table, command, power.clause, stakes, becomes),) if stakes else ()
    back = event_from_command(StreakReturned, command, power.clause, round=table.rounds, stakes=running)
    return (*void, *((back,) if running else ()), player_sanctioned_event(command, power))


def wagers_voided_event(
    table: TableState, command: Command, clause: str, stakes: tuple[Stake, ...], becomes: str
) -> WagersVoided:
    """Build the event that voids some of one player's wagers; the command names the player and the reason."""
    said: Any = command
    assert table.round is not None
    return WagersVoided(
        **event_fields(command, clause),
        player=said.player,
        round=table.round.number,
        stakes=stakes,
        becomes=becomes,
        note=said.note,
    )


def unsettled_stakes(table: TableState, player: str) -> tuple[Stake, ...]:
    """Return a player's stakes on the layout that are not settled yet."""
    if table.round is None or table.has_done(Step.COLLECT) or player not in table.round.slips:
        return ()
    return table.round.slips[player].stakes


def _fate_of_wagers(table: TableState, command: VoidPlayersWagers) -> str | Refusal:
    ruling, forfeiture = table.rules.conduct.offenders_wager, table.rules.power(Act.FORFEIT)
    if command.forfeit and forfeiture is not None:
        return Refusal(forfeiture.clause, message("voided-wagers.forfeited-for-fraud-only"))
    if command.forfeit and not ruling.choice.may_be_forfeited:
        return Refusal(ruling.clause, message("voided-wagers.not-forfeited"))
    if command.forfeit:
        return "forfeited"
    return "suspense" if ruling.choice.is_held else "refunded"


def refuse_wager(table: TableState, command: RefuseWager) -> Events | Refusal:
    """Refuse a wager before the close, on recorded grounds; it is returned."""
    clause = required_power(table, Act.REFUSE_WAGER).clause
    if not table.takes_wagers:
        return Refusal(clause, message("voided-wagers.after-close"))
    if not command.reason:
        return Refusal(clause, message("voided-wagers.grounds-missing"))
    lying = unsettled_stakes(table, command.player)
    stakes = tuple(stake for stake in lying if not command.bets or stake.bet in command.bets)
    if not stakes:
        return Refusal(clause, message("voided-wagers.no-such-wager", player=command.player))
    assert table.round is not None
    event = event_from_command(WagerRefused, command, clause, round=table.round.number, stakes=stakes)
    return (event,)


def _remove_stakes(table: TableState, event: WagersVoided | WagerRefused) -> TableState:
    """Remove these stakes and raise the slip's version, which the player's next slip has to follow."""
    assert table.round is not None
    slip = table.round.slips[event.player]
    kept = tuple(stake for stake in slip.stakes if stake not in event.stakes)
    slip = replace(slip, version=slip.version + 1, stakes=kept)
    return replace(table, round=replace(table.round, slips=table.round.slips.set(event.player, slip)))


def _book_voided_wagers(event: WagersVoided, table: TableState) -> Iterator[Transfer]:
    to = {"refunded": rack_account(event.player), "suspense": suspense_account(event.player)}.get(
        event.becomes, TABLE_FLOAT
    )
    return transfers_off_layout(event.player, event.stakes, to)


def _book_forfeited_stakes(event: WagersForfeited, table: TableState) -> Iterator[Transfer]:
    return transfers_off_layout(event.player, event.stakes, TABLE_FLOAT)


RULES = (
    Rule(VoidPlayersWagers, decide=void_players_wagers, act=Act.VOID_OFFENDERS_WAGERS),
    Rule(RefuseWager, decide=refuse_wager, act=Act.REFUSE_WAGER),
)
EFFECTS = (
    Effect(
        WagersVoided,
        apply=_remove_stakes,
        transfers=_book_voided_wagers,
        audience=Audience.PLAYER,
    ),
    Effect(
        WagersForfeited,
        apply=keep_state,
        transfers=_book_forfeited_stakes,
        audience=Audience.PLAYER,
    ),
    Effect(
        WagerRefused,
        apply=_remove_stakes,
        transfers=returned_stakes_transfers,
        audience=Audience.PLAYER,
    ),
)
