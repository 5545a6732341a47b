"""Seats: who sits, for how long without a wager, and who may be asked to leave."""

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.ranks import Act
from sicbo.i18n import message
from sicbo.machine.ledger import no_transfers
from sicbo.machine.log_kind import Audience, Effect, Rule
from sicbo.machine.messages import Event, event_from_command
from sicbo.table.messages.people import LeaveSeat, RequireToVacate, SeatLeft, SeatTaken, TakeSeat
from sicbo.table.open_items import Seat
from sicbo.table.state import Round, TableState

Events = tuple[Event, ...]


def take_seat(table: TableState, command: TakeSeat) -> Events | Refusal:
    """Take a free seat."""
    clause = _clause(table)
    taken = {seat.number: player for player, seat in table.seated.items()}
    if not table.seats:
        return Refusal(clause, message("seats.table-no-numbered-seats"))
    if not 1 <= command.seat <= table.seats:
        return Refusal(clause, message("seats.table-seats", seats=table.seats))
    if command.player in table.seated:
        number = table.seated[command.player].number
        return Refusal(clause, message("seats.sits-seat", player=command.player, number=number))
    if command.seat in taken:
        return Refusal(clause, message("seats.sits-seat-2", taken=taken[command.seat], seat=command.seat))
    return (event_from_command(SeatTaken, command, clause),)


def leave_seat(table: TableState, command: LeaveSeat) -> Events | Refusal:
    """Leave the seat."""
    clause = _clause(table)
    if command.player not in table.seated:
        return Refusal(clause, message("seats.no-seat", player=command.player))
    return (event_from_command(SeatLeft, command, clause, required=False),)


def require_to_vacate(table: TableState, command: RequireToVacate) -> Events | Refusal:
    """Ask for the seat of a player who has not wagered for the ruling's number of rounds at a full table."""
    ruling = table.rules.conduct.idle_rounds_before_vacating
    assert ruling is not None
    seat = table.seated.get(command.player)
    if seat is None:
        return Refusal(ruling.clause, message("seats.no-seat-2", player=command.player))
    if len(table.seated) < table.seats:
        return Refusal(ruling.clause, message("seats.seat-free"))
    if seat.without < ruling.choice:
        rounds = max(seat.without, 0)
        says = message("seats.not-wagered-rounds", player=command.player, rounds=rounds, ruling=ruling.choice)
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


def _describe_seat_left(event: SeatLeft) -> str:
    return f"{event.player} {'has to make room' if event.required else 'leaves the seat'}"


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
        narrate=lambda event: f"{event.player} sits on seat {event.seat}",
    ),
    Effect(
        SeatLeft,
        apply=_apply_seat_left,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
        narrate=_describe_seat_left,
    ),
)
