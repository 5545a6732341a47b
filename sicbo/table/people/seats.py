"""Seats: who sits, for how long without a wager, and who may be asked to leave."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.ranks import Act
from sicbo.table.messages.events import AnyEvent
from sicbo.table.messages.people import LeaveSeat, RequireToVacate, SeatLeft, SeatTaken, TakeSeat
from sicbo.table.open_items import Seat, happened
from sicbo.table.state import Round, Table

Events = tuple[AnyEvent, ...]


def take(table: Table, command: TakeSeat) -> Events | Refusal:
    """Take a free seat."""
    clause = _clause(table)
    taken = {seat.number: player for player, seat in table.seated.items()}
    if not table.seats:
        return Refusal(clause, "This table has no numbered seats: play without one.")
    if not 1 <= command.seat <= table.seats:
        return Refusal(clause, f"This table has {table.seats} seats: choose one of them.")
    if command.player in table.seated:
        number = table.seated[command.player].number
        return Refusal(clause, f"{command.player} sits on seat {number}: leave it first.")
    if command.seat in taken:
        return Refusal(clause, f"{taken[command.seat]} sits on seat {command.seat}: choose another.")
    return (happened(SeatTaken, command, clause),)


def leave(table: Table, command: LeaveSeat) -> Events | Refusal:
    """Leave the seat."""
    clause = _clause(table)
    if command.player not in table.seated:
        return Refusal(clause, f"{command.player} has no seat here: there is none to leave.")
    return (happened(SeatLeft, command, clause, required=False),)


def vacate(table: Table, command: RequireToVacate) -> Events | Refusal:
    """Ask for the seat of a player who has not wagered for the ruling's number of rounds at a full table."""
    ruling = table.rules.conduct.idle_rounds_before_vacating
    assert ruling is not None
    seat = table.seated.get(command.player)
    if seat is None:
        return Refusal(ruling.clause, f"{command.player} has no seat here: there is none to vacate.")
    if len(table.seated) < table.seats:
        return Refusal(ruling.clause, "A seat is free: offer that one.")
    if seat.without < ruling.choice:
        rounds = max(seat.without, 0)
        says = f"{command.player} has not wagered for {rounds} rounds: wait until it is {ruling.choice}."
        return Refusal(ruling.clause, says, spins=ruling.choice - seat.without)
    return (happened(SeatLeft, command, ruling.clause, required=True),)


def _clause(table: Table) -> str:
    ruling = table.rules.conduct.idle_rounds_before_vacating
    return (ruling or table.rules.round.begins).clause


def counted(table: Table, played: Round) -> Table:
    """Count a round for every seated player: a wager resets the rounds without one, otherwise they rise."""
    seated = table.seated
    streaks = (played.streaks or table.streaks).wagers
    for player, seat in table.seated.items():
        slip = played.slips.get(player)
        streak = any(one.round == played.number for one in streaks.get(player, ()))
        without = 0 if streak or (slip and slip.stakes) else seat.without + 1
        seated = seated.set(player, replace(seat, without=without))
    return replace(table, seated=seated)


def _taken(table: Table, event: SeatTaken) -> Table:
    without = -1 if table.round else 0  # a round in play when the player sits down does not count
    return replace(table, seated=table.seated.set(event.player, Seat(event.seat, without)))


def _left(table: Table, event: SeatLeft) -> Table:
    return replace(table, seated=table.seated.delete(event.player))


HOW: dict[type[Any], Callable[[Table, Any], Events | Refusal]] = {
    TakeSeat: take,
    LeaveSeat: leave,
    RequireToVacate: vacate,
}
NEEDS: dict[type[Any], Act] = {RequireToVacate: Act.VACATE_SEAT}
EVOLVES: dict[type[Any], Callable[[Table, Any], Table]] = {SeatTaken: _taken, SeatLeft: _left}
