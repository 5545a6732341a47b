"""Withheld winnings: what becomes of them, and how they come back when a round is reversed.

Winnings that the house kept come back out of the house before their round's settlement is reversed, so that
the player does not pay for them twice. What the round brings when it is settled again is withheld again,
because the determination was about winnings that no longer exist.
"""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.ranks import Act
from sicbo.game.rulebook.publication import key_of
from sicbo.table.messages.base import Command
from sicbo.table.messages.events import AnyEvent, SettledLine
from sicbo.table.messages.people import (
    DetermineSuspense,
    SuspenseDetermined,
    WinningsFreed,
    WinningsWithheld,
    WithholdWinnings,
)
from sicbo.table.money.racks import into_suspense, money_of, moved
from sicbo.table.open_items import facts, happened
from sicbo.table.past_rounds import found, playing
from sicbo.table.people.conduct import marked, not_for, power_for, sanctioned, unmarked
from sicbo.table.state import Round, Table

Events = tuple[AnyEvent, ...]
WITHHELD = key_of(Act.WITHHOLD_WINNINGS)


def withhold(table: Table, command: WithholdWinnings) -> Events | Refusal:
    """Withhold winnings once: of the round just settled, or of the round in play when it is paid."""
    power = power_for(table, Act.WITHHOLD_WINNINGS)
    refusal = not_for(table, command, power)
    if refusal:
        return refusal
    last = table.last if table.last and command.player not in table.last.withheld else None
    lines = last.paid.get(command.player, ()) if last else ()
    event = sanctioned(command, power)
    return (event, *withheld(marked(table, event), command, command.player, lines))


def withheld(
    table: Table, command: Command, player: str, lines: tuple[SettledLine, ...]
) -> Iterator[WinningsWithheld]:
    """Yield what goes into suspense when lines are paid to a player whose winnings are withheld."""
    played = table.round or table.last
    cents = sum(line.winnings for line in lines)
    if not (cents and played):
        return
    if player in played.doubted or WITHHELD in table.sanctions.get(player, ()):
        clause = power_for(table, Act.WITHHOLD_WINNINGS).clause
        yield WinningsWithheld(**facts(command, clause), player=player, round=played.number, cents=cents)


def freed(command: Command, played: Round, player: str, clause: str) -> Iterator[WinningsFreed]:
    """Yield what comes back from suspense or the house before a round is reversed.

    Winnings that a determination gave to the player are not included: they are taken back from the player.
    """
    cents, released = played.withheld.get(player, 0), played.released.get(player)
    if cents and not released:
        said = facts(command, clause)
        kept = released is not None
        yield WinningsFreed(**said, player=player, round=played.number, cents=cents, kept=kept)


def determine(table: Table, command: DetermineSuspense) -> Events | Refusal:
    """End the suspense by a recorded determination: to the player, or to the house."""
    clause = power_for(table, Act.WITHHOLD_WINNINGS).clause
    held = tuple(
        sorted((kind, cents) for (player, kind), cents in table.suspense.items() if player == command.player)
    )
    if not held:
        return Refusal(clause, f"Nothing of {command.player} is held back: there is nothing to determine.")
    if not command.note:
        return Refusal(clause, "The note is empty: record what the investigation came to.")
    event = happened(SuspenseDetermined, command, clause, released=command.release, held=held)
    return (event,)


def _withheld(table: Table, event: WinningsWithheld) -> Table:
    money, player, played = money_of(table), event.player, found(table, event.round)
    assert played is not None
    released = played.released.delete(player) if player in played.released else played.released
    held = played.withheld.set(player, event.cents)
    table = playing(table, replace(played, withheld=held, released=released))
    return into_suspense(moved(table, player, [(money, -event.cents)]), player, [(money, event.cents)])


def _freed(table: Table, event: WinningsFreed) -> Table:
    money = money_of(table)
    if not event.kept:
        table = into_suspense(table, event.player, [(money, -event.cents)])
    return moved(table, event.player, [(money, event.cents)])


def _determined(table: Table, event: SuspenseDetermined) -> Table:
    player = event.player
    table = into_suspense(table, player, [(kind, -cents) for kind, cents in event.held])
    for played in (*table.past, table.last, table.round):
        if played and player in played.withheld and player not in played.released:
            released = played.released.set(player, event.released)
            doubted = played.doubted - {player} if event.released else played.doubted | {player}
            table = playing(table, replace(played, released=released, doubted=doubted))
    table = unmarked(table, player, WITHHELD)
    return moved(table, player, event.held) if event.released else table


HOW: dict[type[Any], Callable[[Table, Any], Events | Refusal]] = {
    WithholdWinnings: withhold,
    DetermineSuspense: determine,
}
NEEDS: dict[type[Any], Act] = dict.fromkeys(HOW, Act.WITHHOLD_WINNINGS)
EVOLVES: dict[type[Any], Callable[[Table, Any], Table]] = {
    WinningsWithheld: _withheld,
    WinningsFreed: _freed,
    SuspenseDetermined: _determined,
}
