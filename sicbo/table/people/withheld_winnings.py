"""Withheld winnings: what becomes of them, and how they come back when a round is reversed.

Winnings that the house kept come back out of the house before their round's settlement is reversed, so that
the player does not pay for them twice. What the round brings when it is settled again is withheld again,
because the determination was about winnings that no longer exist.
"""

from collections.abc import Iterator

from sicbo.errors import Refusal
from sicbo.game.ranks import Act
from sicbo.game.rulebook.publication import enum_key
from sicbo.i18n import Message, message
from sicbo.machine.accounts import TABLE_FLOAT, rack_account, suspense_account
from sicbo.machine.ledger import Transfer, keep_state, move
from sicbo.machine.log_kind import Audience, Effect, Rule
from sicbo.machine.messages import Command, Event, event_fields, event_from_command
from sicbo.machine.structs import replace
from sicbo.table.messages.people import (
    DetermineSuspense,
    SuspenseDetermined,
    WinningsFreed,
    WinningsWithheld,
    WithholdWinnings,
)
from sicbo.table.messages.round import SettledLine
from sicbo.table.money.racks import payout_instrument
from sicbo.table.money.shared_transfers import reclaim_from_player
from sicbo.table.past_rounds import kept_round, replace_round
from sicbo.table.people.conduct import (
    apply_player_sanctioned,
    player_sanctioned_event,
    refuse_if_not_sanctionable,
    remove_sanction,
    required_power,
)
from sicbo.table.state import Round, TableState

Events = tuple[Event, ...]
WITHHOLDING_SANCTION = enum_key(Act.WITHHOLD_WINNINGS)


def withhold_winnings(table: TableState, command: WithholdWinnings) -> Events | Refusal:
    """Withhold winnings once: of the round just settled, or of the round in play when it is paid."""
    power = required_power(table, Act.WITHHOLD_WINNINGS)
    refusal = refuse_if_not_sanctionable(table, command, power)
    if refusal:
        return refusal
    last = table.last if table.last and command.player not in table.last.withheld else None
    lines = last.paid.get(command.player, ()) if last else ()
    event = player_sanctioned_event(command, power)
    return (
        event,
        *withhold_from_lines(apply_player_sanctioned(table, event), command, command.player, lines),
    )


def withhold_from_lines(
    table: TableState, command: Command, player: str, lines: tuple[SettledLine, ...]
) -> Iterator[WinningsWithheld]:
    """Yield what goes into suspense when lines are paid to a player whose winnings are withheld."""
    played = table.round or table.last
    cents = sum(line.winnings for line in lines)
    if not (cents and played):
        return
    if player in played.doubted or WITHHOLDING_SANCTION in table.sanctions.get(player, ()):
        clause = required_power(table, Act.WITHHOLD_WINNINGS).clause
        yield WinningsWithheld(
            **event_fields(command, clause), player=player, round=played.number, cents=cents
        )


def free_withheld_winnings(
    command: Command, played: Round, player: str, clause: str
) -> Iterator[WinningsFreed]:
    """Yield what comes back from suspense or the house before a round is reversed.

    Winnings that a determination gave to the player are not included: they are taken back from the player.
    """
    cents, released = played.withheld.get(player, 0), played.released.get(player)
    if cents and not released:
        said = event_fields(command, clause)
        kept = released is not None
        yield WinningsFreed(**said, player=player, round=played.number, cents=cents, kept=kept)


def determine_suspense(table: TableState, command: DetermineSuspense) -> Events | Refusal:
    """End the suspense by a recorded determination: to the player, or to the house."""
    clause = required_power(table, Act.WITHHOLD_WINNINGS).clause
    held = tuple(
        sorted((kind, cents) for (player, kind), cents in table.suspense.items() if player == command.player)
    )
    if not held:
        return Refusal(clause, message("withheld-winnings.none", player=command.player))
    if not command.note:
        return Refusal(clause, message("withheld-winnings.finding-missing"))
    event = event_from_command(SuspenseDetermined, command, clause, released=command.release, held=held)
    return (event,)


def _apply_winnings_withheld(table: TableState, event: WinningsWithheld) -> TableState:
    player, played = event.player, kept_round(table, event.round)
    released = played.released.delete(player) if player in played.released else played.released
    held = played.withheld.set(player, event.cents)
    return replace_round(table, replace(played, withheld=held, released=released))


def _apply_suspense_determined(table: TableState, event: SuspenseDetermined) -> TableState:
    player = event.player
    for played in (*table.past, table.last, table.round):
        if played and player in played.withheld and player not in played.released:
            released = played.released.set(player, event.released)
            doubted = played.doubted - {player} if event.released else played.doubted | {player}
            table = replace_round(table, replace(played, released=released, doubted=doubted))
    return remove_sanction(table, player, WITHHOLDING_SANCTION)


def _book_withheld_winnings(event: WinningsWithheld, table: TableState) -> Iterator[Transfer]:
    return reclaim_from_player(
        table, event.player, ((payout_instrument(table), event.cents, suspense_account(event.player)),)
    )


def _book_freed_winnings(event: WinningsFreed, table: TableState) -> Iterator[Transfer]:
    source = TABLE_FLOAT if event.kept else suspense_account(event.player)
    return move(payout_instrument(table), event.cents, source, rack_account(event.player))


def _book_determination(event: SuspenseDetermined, table: TableState) -> Iterator[Transfer]:
    target = rack_account(event.player) if event.released else TABLE_FLOAT
    for kind, cents in event.held:
        yield from move(kind, cents, suspense_account(event.player), target)


def _describe_suspense_determined(event: SuspenseDetermined) -> Message:
    cents = sum(cents for _, cents in event.held)
    return message(
        "event.suspense-determined",
        player=event.player,
        cents=cents,
        released=event.released,
        note=event.note,
    )


RULES = (
    Rule(WithholdWinnings, decide=withhold_winnings, act=Act.WITHHOLD_WINNINGS),
    Rule(DetermineSuspense, decide=determine_suspense, act=Act.WITHHOLD_WINNINGS),
)
EFFECTS = (
    Effect(
        WinningsWithheld,
        apply=_apply_winnings_withheld,
        transfers=_book_withheld_winnings,
        audience=Audience.PLAYER,
    ),
    Effect(
        WinningsFreed,
        apply=keep_state,
        transfers=_book_freed_winnings,
        audience=Audience.PLAYER,
    ),
    Effect(
        SuspenseDetermined,
        apply=_apply_suspense_determined,
        transfers=_book_determination,
        audience=Audience.PLAYER,
        narrate=_describe_suspense_determined,
    ),
)
