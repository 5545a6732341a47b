"""Routes of tournaments: terms, the public board, and commands."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from sicbo import rulebooks
from sicbo.draws import commitment
from sicbo.errors import Refusal
from sicbo.house.entries import CommandRequest
from sicbo.house.tournaments import KIND
from sicbo.i18n import message
from sicbo.machine.messages import tag_of
from sicbo.server.access.approvals import WaitingOrder, needs_second
from sicbo.server.access.authentication import command_id_of
from sicbo.server.access.sessions import Session
from sicbo.server.commands.bodies import ENTRANT_COMMANDS, CommandBody, TournamentBody, kind_of
from sicbo.server.live.house import HOUSE_ACTOR, LiveHouse
from sicbo.server.live.logs_of_kind import logs_of_kind
from sicbo.server.openapi import other_response
from sicbo.server.problems import Problem
from sicbo.server.requests import ApiRequest, KeyHeader, house_of, session_and_rank
from sicbo.server.routes.tournaments.common import (
    command_sender,
    contest_command,
    contest_refusal_problem,
    found_log,
    give_contest_command,
    require_desk_session,
    terms_page,
)
from sicbo.server.schemas.staff import PendingApproval
from sicbo.server.schemas.terms import LintResult, TemplateShape, TermsRequest, lint_result
from sicbo.server.schemas.tournament import TournamentShape, TournamentSummary
from sicbo.server.views.tournament import tournament_log, tournament_summary, tournament_view
from sicbo.terms.loader import parse_terms
from sicbo.terms.template import terms_template
from sicbo.tournament.before.draw_commitments import draw_labels, draw_opened_by
from sicbo.tournament.format import lint_tournament
from sicbo.tournament.messages.commands import AppointDirector, CommitSeatDraws
from sicbo.tournament.state import Tournament


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament to draft: its name and the layout to play."""

    name: str
    layout: str


def _tournament_shape(request: ApiRequest, name: str, session: Session | None = None) -> TournamentShape:
    found, rank = session_and_rank(request)
    return tournament_view(house_of(request), name, staff=bool(rank and (session or found)))


@get("/tournaments")
async def list_tournaments(request: ApiRequest) -> list[TournamentSummary]:
    """List the tournaments of the house."""
    return [tournament_summary(place) for place in logs_of_kind(house_of(request), KIND)]


@get("/tournament-terms/{layout:path}")
async def tournament_terms_template(request: ApiRequest, layout: FromPath[str]) -> TemplateShape:
    """Return a commented template with every item that the rulebook demands of the terms."""
    asked = layout.strip("/")
    rules = rulebooks.get_rulebook(asked.partition("/")[0])
    if not rules.terms.tournament:
        raise Problem("not-found", message("terms.no-tournaments", rulebook=rules.name))
    key = rules.layout(asked.partition("/")[2]).key if "/" in asked else rules.layouts[0].key
    head = {"kind": KIND, "rulebook": rules.key, "layout": key, "name": "Lunar Cup"}
    return TemplateShape(terms=terms_template(head, rules.terms.tournament))


@post("/tournament-terms", status_code=200)
async def lint_terms(request: ApiRequest, data: JSONBody[TermsRequest]) -> LintResult:
    """List every clause that the terms do not satisfy."""
    terms = parse_terms(data.terms)
    return lint_result(terms, lint_tournament(terms))


@post("/tournaments", status_code=201)
async def draft_tournament(
    request: ApiRequest, data: JSONBody[NewTournament], key: KeyHeader = None
) -> Response[TournamentShape]:
    """Draft a tournament by founding its log."""
    command_id_of(key)
    session, cookies = require_desk_session(request)
    await found_log(request, KIND, data.name, data.layout)
    return Response(_tournament_shape(request, data.name, session), status_code=201, cookies=cookies)


@post("/tournaments/{name:str}/desk", status_code=200)
async def take_desk(request: ApiRequest, name: FromPath[str]) -> Response[TournamentShape]:
    """Act as staff of the tournament from now on."""
    tournament_log(house_of(request), name)
    session, cookies = require_desk_session(request)
    return Response(_tournament_shape(request, name, session), cookies=cookies)


@get("/tournaments/{name:str}")
async def show_tournament(request: ApiRequest, name: FromPath[str]) -> TournamentShape:
    """Return the board. An entrant's name is shown to staff, and to others with the entrant's permission."""
    return _tournament_shape(request, name)


@get("/tournaments/{name:str}/terms", media_type="text/html")
async def show_terms(request: ApiRequest, name: FromPath[str]) -> Response[str]:
    """Return the terms and conditions as a page for patrons."""
    return terms_page(request, KIND, name)


@post(
    "/tournaments/{name:str}/commands",
    responses=other_response(202, PendingApproval, "A second person has to agree"),
    status_code=200,
)
async def give_tournament_command(
    request: ApiRequest, name: FromPath[str], data: JSONBody[TournamentBody], key: KeyHeader = None
) -> Response[TournamentShape] | Response[PendingApproval]:
    """Give any command of a tournament. The house adds commitments and seeds, which only it knows."""
    house, sender = house_of(request), command_sender(request, data, key, ENTRANT_COMMANDS)
    session = sender[0]
    tournament_log(house, name)
    order = await asyncio.to_thread(tournament_command, house, name, data, *sender)
    answer = await give_contest_command(request, session, order)
    if isinstance(answer, WaitingOrder):
        return Response(PendingApproval(approval=answer.id), status_code=202)
    if isinstance(answer.outcome, Refusal):
        raise contest_refusal_problem(house, answer.outcome, tournament_log(house, name).state)
    return Response(_tournament_shape(request, name, session))


def tournament_command(
    house: LiveHouse, name: str, body: CommandBody, session: Session, rank: str, key: str
) -> CommandRequest:
    """Return a command with its id and stamp, and with what only the house knows: commitments and seeds."""
    tournament: Tournament = tournament_log(house, name).state
    kind, added = kind_of(body), dict[str, Any]()
    if kind is CommitSeatDraws and tournament.version:
        seeds = _draw_seeds(house, tournament, draw_labels(tournament.plan))
        added["commitments"] = tuple(map(commitment, seeds))
    if tournament.version and (draw := draw_opened_by(tournament, tag_of(kind))):
        added["seed"] = _draw_seeds(house, tournament, [draw])[0].hex()
    if kind is AppointDirector and not getattr(body, "name", ""):
        added["name"] = session.person
    if not rank:
        added["player"] = session.person
    asked = contest_command(house, name, body, (session, rank, key), **added)
    at_home, second = house.settings.at_home, getattr(asked.command, "second", None)
    if at_home and second == "" and needs_second(tournament, asked.command):
        return asked._replace(command=replace(asked.command, second=HOUSE_ACTOR))
    return asked


def _draw_seeds(house: LiveHouse, tournament: Tournament, names: Sequence[str]) -> list[bytes]:
    return list(house.floor.tournament_seeds(tournament.name, names).values())


ROUTES = (
    list_tournaments,
    tournament_terms_template,
    lint_terms,
    draft_tournament,
    take_desk,
    show_tournament,
    show_terms,
    give_tournament_command,
)
