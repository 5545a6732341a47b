"""Approval routes: commands that wait for a second person, and that person's decision."""

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from sicbo.errors import Refusal
from sicbo.house.entries import Asked, PersonSignature
from sicbo.house.log_state import Place
from sicbo.server.access.approvals import seconded
from sicbo.server.access.authentication import proved_for
from sicbo.server.access.sessions import RANKS
from sicbo.server.command_fields import known_signatures
from sicbo.server.live.house import Room
from sicbo.server.openapi import also
from sicbo.server.problems import Problem
from sicbo.server.requests import Asking, answered, done_of, room_of, staff_at, who
from sicbo.server.routes.tournaments.tournaments import refused_by
from sicbo.server.schemas.staff import ApprovalShape, Done
from sicbo.server.schemas.times import when
from sicbo.server.write_budget import asked_within_budget

TABLE = "table"


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the second person agrees, and their signature if the table requires one."""

    approve: bool
    signatures: tuple[PersonSignature, ...] = ()


@get("/approvals")
async def approvals(request: Asking) -> list[ApprovalShape]:
    """List the commands that wait for a second person, at tables where the caller has a rank."""
    room, session = room_of(request), who(request)
    waiting = room.approvals.waiting(room.clock.elapsed)
    return [one.shape(session) for one in waiting if room.rank_at(session, one.asked.table)]


@post("/approvals/{approval:str}", responses=also(204, None, "The command is withdrawn"), status_code=200)
async def decide_approval(
    request: Asking, approval: FromPath[str], data: JSONBody[Decision]
) -> Response[Done] | Response[None]:
    """Agree to a command as its second person, or withdraw it."""
    room = room_of(request)
    session = who(request)
    waiting = room.approvals.one(approval, session.person, room.clock.elapsed)
    _, rank = staff_at(request, waiting.asked.table)
    place = room.floor.places[waiting.asked.table]
    proved_for(session, waiting.asked)
    if waiting.second and waiting.asked.command.id not in place.numbers:
        room.approvals.refuse_if_changed(waiting)
    if not waiting.second and not data.approve:
        room.approvals.withdraw(waiting, session)
        _stirred(room, place)
        return Response(None, status_code=204)
    if not waiting.second:
        if waiting.signed and not data.signatures:
            raise Problem("authority-required", "This wants your signature too: sign it with your key.")
        stamp = room.clock.stamp(session.pseudonym or session.person, RANKS[rank])
        agreed = seconded(waiting, place, session, stamp)
        signatures = (*agreed.signatures, *known_signatures(data.signatures))
        waiting.asked = agreed._replace(signatures=signatures)
        waiting.second = session.person
        _stirred(room, place)
    if place.founding.kind != TABLE:
        return Response(await _given(request, waiting.asked))
    answer, live, headers = await answered(room, waiting.asked, request)
    return Response(done_of(live, answer), headers=headers)


def _stirred(room: Room, place: Place) -> None:
    if place.founding.kind == TABLE:
        room.stir(place.founding.table)


async def _given(request: Asking, asked: Asked) -> Done:
    """Give a command of a tournament or promotion after both persons agreed, and return what it did."""
    room = room_of(request)
    answer = await asked_within_budget(request, room, asked)
    place = room.floor.places[asked.table]
    if isinstance(answer.outcome, Refusal):
        raise refused_by(room, answer.outcome, place.state)
    assert answer.record is not None
    number = answer.record.number
    return Done(seq=place.head.number, number=number, at=when(answer.record.wall), events=())


ROUTES = [approvals, decide_approval]
