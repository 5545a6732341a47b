"""Approval routes: commands that wait for a second person, and that person's decision."""

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from sicbo.errors import Refusal
from sicbo.house.entries import CommandRequest
from sicbo.house.log_state import LogState
from sicbo.i18n import message
from sicbo.server.access.approvals import with_second_person
from sicbo.server.access.authentication import require_recent_pin_for
from sicbo.server.access.sessions import RANKS
from sicbo.server.commands.bodies import SignatureBodies, signatures_of
from sicbo.server.live.house import LiveHouse
from sicbo.server.openapi import other_response
from sicbo.server.problems import Problem
from sicbo.server.requests import (
    ApiRequest,
    current_session,
    done_shape,
    give_command,
    house_of,
    staff_session,
)
from sicbo.server.routes.tournaments.common import contest_refusal_problem
from sicbo.server.schemas.staff import ApprovalShape, CommandResult
from sicbo.server.schemas.times import iso_time
from sicbo.server.write_budget import submit_within_budget

TABLE = "table"


class ApprovalDecision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the second person agrees, and their signature if the table requires one."""

    approve: bool
    signatures: SignatureBodies = ()


@get("/approvals")
async def list_approvals(request: ApiRequest) -> list[ApprovalShape]:
    """List the commands that wait for a second person, at tables where the caller has a rank."""
    house, session = house_of(request), current_session(request)
    waiting = house.approvals.waiting_orders(house.clock.elapsed_time)
    return [one.shape(session) for one in waiting if house.rank_at(session, one.asked.table)]


@post(
    "/approvals/{approval:str}",
    responses=other_response(204, None, "The command is withdrawn"),
    status_code=200,
)
async def decide_approval(
    request: ApiRequest, approval: FromPath[str], data: JSONBody[ApprovalDecision]
) -> Response[CommandResult] | Response[None]:
    """Agree to a command as its second person, or withdraw it."""
    house = house_of(request)
    session = current_session(request)
    waiting = house.approvals.find(approval, session.person, house.clock.elapsed_time)
    _, rank = staff_session(request, waiting.asked.table)
    place = house.floor.logs[waiting.asked.table]
    require_recent_pin_for(session, waiting.asked)
    if waiting.second and waiting.asked.command.id not in place.record_numbers:
        house.approvals.refuse_if_changed(waiting)
    if not waiting.second and not data.approve:
        house.approvals.withdraw(waiting, session)
        _refresh_table(house, place)
        return Response(None, status_code=204)
    if not waiting.second:
        if waiting.signed and not data.signatures:
            raise Problem("authority-required", message("signing.second-signature-required"))
        stamp = house.clock.stamp(session.pseudonym or session.person, RANKS[rank])
        agreed = with_second_person(waiting, place, session, stamp)
        signatures = (*agreed.signatures, *signatures_of(data))
        waiting.approve(agreed._replace(signatures=signatures), house.sessions.staff[session.person])
        _refresh_table(house, place)
    if place.founding.kind != TABLE:
        return Response(await _give_contest_command(request, waiting.asked))
    answer, live, headers = await give_command(house, waiting.asked, request)
    return Response(done_shape(live, answer), headers=headers)


def _refresh_table(house: LiveHouse, place: LogState) -> None:
    if place.founding.kind == TABLE:
        house.schedule_update(place.founding.table)


async def _give_contest_command(request: ApiRequest, asked: CommandRequest) -> CommandResult:
    """Give a command of a tournament or promotion after both persons agreed, and return what it did."""
    house = house_of(request)
    answer = await submit_within_budget(request, house, asked)
    place = house.floor.logs[asked.table]
    if isinstance(answer.outcome, Refusal):
        raise contest_refusal_problem(house, answer.outcome, place.state)
    assert answer.record is not None
    number = answer.record.number
    return CommandResult(seq=place.head.number, number=number, at=iso_time(answer.record.wall), events=())


ROUTES = [list_approvals, decide_approval]
