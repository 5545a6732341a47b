"""Routes of tournaments: terms, the public board, and commands."""

import asyncio
import re
from collections.abc import Sequence
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from sicbo import rulebooks
from sicbo.draws import commitment
from sicbo.errors import Refusal
from sicbo.house.entries import Asked
from sicbo.house.tournaments import KIND
from sicbo.promotion.state import Promotion
from sicbo.server.access.approvals import Approval
from sicbo.server.access.authentication import key_of_command
from sicbo.server.access.sessions import Session
from sicbo.server.live.house import Room
from sicbo.server.live.logs_of_kind import places
from sicbo.server.openapi import also
from sicbo.server.problems import Problem
from sicbo.server.requests import Asking, Key, may, room_of
from sicbo.server.routes.tournaments.common import (
    asked_of,
    found,
    given,
    keeper,
    ordered,
    refused,
    stamped,
    terms_page,
)
from sicbo.server.schemas.staff import Waits
from sicbo.server.schemas.terms import GivenTerms, Linted, TemplateShape, linted
from sicbo.server.schemas.tournament import BriefCup, CupShape
from sicbo.server.views.tournament import brief_of, cup_of, name_of, place_of
from sicbo.terms.loader import load
from sicbo.terms.template import template
from sicbo.tournament.before.draw_commitments import draw_of, draws
from sicbo.tournament.format import lint_tournament
from sicbo.tournament.messages.commands import AnyTournamentCommand
from sicbo.tournament.state import Tournament

PSEUDONYM = re.compile(r"\bp-[0-9a-f]{24}\b")
OF_PLAYERS = ("place-slip", "seal-slip", "play-pass", "open-seal", "use-feature", "retire")
"""Commands that an entrant gives alone, at a terminal. A caller without a rank gives them only for
themselves.
"""


class NewCup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament to draft: its name and the layout to play."""

    name: str
    layout: str


def _shape(request: Asking, name: str, session: Session | None = None) -> CupShape:
    found, rank = may(request)
    return cup_of(room_of(request), name, staff=bool(rank and (session or found)))


@get("/tournaments")
async def tournaments(request: Asking) -> list[BriefCup]:
    """List the tournaments of the house."""
    return [brief_of(place) for place in places(room_of(request), KIND)]


@get("/tournament-terms/{layout:path}")
async def begin(request: Asking, layout: FromPath[str]) -> TemplateShape:
    """Return a commented template with every item that the rulebook demands of the terms."""
    asked = layout.strip("/")
    rules = rulebooks.get(asked.partition("/")[0])
    if not rules.terms.tournament:
        raise Problem("not-found", f"{rules.name} has no clause on tournaments: choose another rulebook.")
    key = rules.layout(asked.partition("/")[2]).key if "/" in asked else rules.layouts[0].key
    head = {"kind": KIND, "rulebook": rules.key, "layout": key, "name": "Lunar Cup"}
    return TemplateShape(terms=template(head, rules.terms.tournament))


@post("/tournament-terms", status_code=200)
async def lint(request: Asking, data: JSONBody[GivenTerms]) -> Linted:
    """List every clause that the terms do not satisfy."""
    terms = load(data.terms)
    return linted(terms, lint_tournament(terms))


@post("/tournaments", status_code=201)
async def draft(request: Asking, data: JSONBody[NewCup], key: Key = None) -> Response[CupShape]:
    """Draft a tournament by founding its log."""
    key_of_command(key)
    session, cookies = keeper(request)
    await found(request, KIND, data.name, data.layout)
    return Response(_shape(request, data.name, session), status_code=201, cookies=cookies)


@post("/tournaments/{name:str}/desk", status_code=200)
async def desk(request: Asking, name: FromPath[str]) -> Response[CupShape]:
    """Act as staff of the tournament from now on."""
    place_of(room_of(request), name)
    session, cookies = keeper(request)
    return Response(_shape(request, name, session), cookies=cookies)


@get("/tournaments/{name:str}")
async def tournament(request: Asking, name: FromPath[str]) -> CupShape:
    """Return the board. An entrant's name is shown to staff, and to others with the entrant's permission."""
    return _shape(request, name)


@get("/tournaments/{name:str}/terms", media_type="text/html")
async def terms(request: Asking, name: FromPath[str]) -> Response[str]:
    """Return the terms and conditions as a page for patrons."""
    return terms_page(request, KIND, name)


@post(
    "/tournaments/{name:str}/commands",
    responses=also(202, Waits, "A second person has to agree"),
    status_code=200,
)
async def command(
    request: Asking, name: FromPath[str], data: JSONBody[dict[str, Any]], key: Key = None
) -> Response[CupShape] | Response[Waits]:
    """Give any command of a tournament. The house adds commitments and seeds, which only it knows."""
    room, (session, rank, given_id) = room_of(request), ordered(request, data, key, OF_PLAYERS)
    place_of(room, name)
    order = await asyncio.to_thread(asked, room, name, data, session, rank, given_id)
    answer = await given(request, session, order)
    if isinstance(answer, Approval):
        return Response(Waits(approval=answer.id), status_code=202)
    if isinstance(answer.outcome, Refusal):
        raise refused_by(room, answer.outcome, place_of(room, name).state)
    return Response(_shape(request, name, session))


def asked(room: Room, name: str, data: dict[str, Any], session: Session, rank: str, key: str) -> Asked:
    """Return a command with its id and stamp, and with what only the house knows: commitments and seeds."""
    said = stamped(room, data, session, rank, key)
    cup: Tournament = place_of(room, name).state
    kind = said.get("type")
    if kind == "commit-seat-draws" and cup.version:
        said["commitments"] = [commitment(seed) for seed in _seeds(room, cup, draws(cup.plan))]
    if cup.version and (draw := draw_of(cup, str(kind))):
        said["seed"] = _seeds(room, cup, [draw])[0].hex()
    if kind == "appoint-director" and not said.get("name"):
        said["name"] = session.person
    if not rank:
        said["player"] = session.person
    return asked_of(room, name, said, AnyTournamentCommand)


def _seeds(room: Room, cup: Tournament, names: Sequence[str]) -> list[bytes]:
    return list(room.floor.seeds(cup.name, names).values())


def refused_by(room: Room, refusal: Refusal, cup: Tournament | Promotion) -> Problem:
    """Return a refusal as a problem, with the names of persons in place of their pseudonyms."""
    says = PSEUDONYM.sub(lambda found: name_of(room, found[0]), refusal.says)
    return refused(refusal, cup.rulebook, says)


ROUTES = (tournaments, begin, lint, draft, desk, tournament, terms, command)
