"""Seats: who sits, for how long without a wager, and who may be asked to leave."""

from sicbo.errors import Refusal
from sicbo.game.ranks import Act
from sicbo.i18n import message
from sicbo.machine.ledger import no_transfers
from sicbo.machine.log_kind import Audience, Effect, Rule
from sicbo.machine.messages import Event, event_from_command
from sicbo.machine.structs import replace
from sicbo.table.messages.people import LeaveSeat, RequireToVacate, SeatLeft, SeatTaken, TakeSeat
from sicbo.table.open_items import Seat
from sicbo.table.state import Round, TableState

Events = tuple[Event, ...]


def take_seat(table: TableState, command: TakeSeat) -> Events | Refusal:
    """Take a free seat."""
    clause = _clause(table)
    if not table.seats:
        return Refusal(clause, message("seats.no-numbered-seats"))
    if not 1 <= command.seat <= table.seats:
        return Refusal(clause, message("seats.no-such-seat", seats=table.seats))
    if command.player in table.seated:
        number = table.seated[command.player].number
        return Refusal(clause, message("seats.already-seated", player=command.player, seat=number))
    if command.seat in (seat.number for seat in table.seated.values()):
        return Refusal(clause, message("seats.taken", seat=command.seat))
    return (event_from_command(SeatTaken, command, clause),)


def leave_seat(table: TableState, command: LeaveSeat) -> Events | Refusal:
    """Leave the seat."""
    clause = _clause(table)
    if command.player not in table.seated:
        return Refusal(clause, message("seats.not-seated", player=command.player))
    return (event_from_command(SeatLeft, command, clause, required=False),)


def require_to_vacate(table: TableState, command: RequireToVacate) -> Events | Refusal:
    """Ask for the seat of a player who has not wagered for the ruling's number of rounds at a full table."""
    ruling = table.rules.conduct.idle_rounds_before_vacating
    assert ruling is not None
    seat = table.seated.get(command.player)
    if seat is None:
        return Refusal(ruling.clause, message("seats.not-seated", player=command.player))
    if len(table.seated) < table.seats:
        return Refusal(ruling.clause, message("seats.another-free"))
    if seat.without < ruling.choice:
        rounds = max(seat.without, 0)
        says = message(
            "seats.not-idle-long-enough", player=command.player, rounds=rounds, needed=ruling.choice
        )
        return Refusal(ruling.clause, says, spins=ruling.choice - seat.without)
    return (event_from_command(SeatLeft, command, ruling.clause, required=True),)


def _clause(table: TableState) -> str:
    ruling = table.rules.conduct.idle_rounds_before_vacating
    return (ruling or table.rules.round.begins).clause


def count_round_for_seats(table: TableState, played: Round) -> TableState:
    """Count a round for every seated player: a wager resets the rounds without one, otherwise they rise."""
    seated = table.seated
    streaks = (played.streaks or table.streaks).wagers
    for player, seat in table.seated.items():
        slip = played.slips.get(player)
        streak = any(one.round == played.number for one in streaks.get(player, ()))
        without = 0 if streak or (slip and slip.stakes) else seat.without + 1
        seated = seated.set(player, replace(seat, without=without))
    return replace(table, seated=seated)


def _apply_seat_taken(table: TableState, event: SeatTaken) -> TableState:
    without = -1 if table.round else 0  # a round in play when the player sits down does not count
    return replace(table, seated=table.seated.set(event.player, Seat(event.seat, without)))


def _apply_seat_left(table: TableState, event: SeatLeft) -> TableState:
    return replace(table, seated=table.seated.delete(event.player))


RULES = (
    Rule(TakeSeat, decide=take_seat),
    Rule(LeaveSeat, decide=leave_seat),
    Rule(RequireToVacate, decide=require_to_vacate, act=Act.VACATE_SEAT),
)
EFFECTS = (
    Effect(
        SeatTaken,
        apply=_apply_seat_taken,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        SeatLeft,
        apply=_apply_seat_left,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
)
