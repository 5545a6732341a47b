"""Routes of promotions: terms, commands, and the draw that anyone can recompute."""

import asyncio
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from sicbo import rulebooks
from sicbo.errors import BadInput, Refusal
from sicbo.house.entries import Asked
from sicbo.house.promotions import KIND, draw_file, seed_of
from sicbo.promotion.commands import AnyPromotionCommand
from sicbo.promotion.conditions import wrong
from sicbo.promotion.decide import may_not
from sicbo.promotion.state import Promotion
from sicbo.server.access.approvals import Approval
from sicbo.server.access.authentication import key_of_command
from sicbo.server.access.sessions import Session
from sicbo.server.live.house import Room
from sicbo.server.live.logs_of_kind import places
from sicbo.server.live.stalled_journal import answer_in_time
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
from sicbo.server.schemas import table as table_schemas
from sicbo.server.schemas.staff import Waits
from sicbo.server.schemas.terms import GivenTerms, Linted, TemplateShape, linted
from sicbo.server.views.promotion import Brief, PromotionShape, brief_of, place_of, shape_of
from sicbo.terms.loader import load
from sicbo.terms.template import template

BY_ANYBODY = ("raise-complaint", "confirm-draw")


class NewPromotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A promotion to draft: its name and its rulebook."""

    name: str
    rulebook: str


class DrawShape(table_schemas.Shape, frozen=True):
    """A draw with all that is needed to recompute it."""

    format: str
    label: str
    commitment: str
    entrants: tuple[tuple[str, int], ...]
    entrants_hash: str
    seed: str
    drawn: tuple[str, ...]


def _shape(request: Asking, name: str, session: Session | None = None) -> PromotionShape:
    found, rank = may(request)
    session = session or found
    return shape_of(room_of(request), name, session.person if session else "", staff=bool(rank and session))


@get("/promotions")
async def promotions(request: Asking) -> list[Brief]:
    """List the promotions of the house."""
    return [brief_of(place) for place in places(room_of(request), KIND)]


@get("/promotion-terms/{rulebook:str}")
async def begin(request: Asking, rulebook: FromPath[str]) -> TemplateShape:
    """Return a commented template with every item that the rulebook demands of the terms."""
    rules = rulebooks.get(rulebook)
    if not rules.terms.promotion:
        raise Problem("not-found", f"{rules.name} has no clause on promotions: choose another rulebook.")
    head = {"kind": KIND, "rulebook": rules.key, "layout": rules.layouts[0].key, "name": "Autumn draw"}
    return TemplateShape(terms=template(head, rules.terms.promotion))


@post("/promotion-terms/lint", status_code=200)
async def lint(request: Asking, data: JSONBody[GivenTerms]) -> Linted:
    """List every clause that the terms do not satisfy."""
    terms = load(data.terms)
    if terms.kind != KIND:
        raise BadInput(f"These are the terms of a {terms.kind}: send those of a promotion.")
    rules = rulebooks.get(terms.rulebook)
    return linted(terms, wrong(terms, rules, rules.layouts[0]))


@post("/promotions", status_code=201)
async def draft(request: Asking, data: JSONBody[NewPromotion], key: Key = None) -> Response[PromotionShape]:
    """Draft a promotion by founding its log. The house makes and keeps the seed of its draw."""
    key_of_command(key)
    session, cookies = keeper(request)
    await found(request, KIND, data.name, data.rulebook)
    room = room_of(request)
    await answer_in_time(room, asyncio.to_thread(room.floor.promise, data.name))
    return Response(_shape(request, data.name, session), status_code=201, cookies=cookies)


@post("/promotions/{name:str}/desk", status_code=200)
async def desk(request: Asking, name: FromPath[str]) -> Response[PromotionShape]:
    """Act as staff of the promotion, to run it or to oversee the draw."""
    place_of(room_of(request), name)
    session, cookies = keeper(request)
    return Response(_shape(request, name, session), cookies=cookies)


@get("/promotions/{name:str}")
async def promotion(request: Asking, name: FromPath[str]) -> PromotionShape:
    """Return a promotion. Staff also see the winners and the steps that are due."""
    return _shape(request, name)


@get("/promotions/{name:str}/terms", media_type="text/html")
async def terms(request: Asking, name: FromPath[str]) -> Response[str]:
    """Return the terms and conditions as a page for patrons."""
    return terms_page(request, KIND, name)


@get("/promotions/{name:str}/draw")
async def draw(request: Asking, name: FromPath[str]) -> DrawShape:
    """Return the draw. Save it as draw.json and recompute it with `sicbo promotion verify-draw`."""
    told = draw_file(place_of(room_of(request), name).state)
    return msgspec.convert(told, DrawShape)


@post(
    "/promotions/{name:str}/commands",
    responses=also(202, Waits, "A second person has to agree"),
    status_code=200,
)
async def command(
    request: Asking, name: FromPath[str], data: JSONBody[dict[str, Any]], key: Key = None
) -> Response[PromotionShape] | Response[Waits]:
    """Give any command of a promotion. The house adds the commitment and the seed, which only it knows."""
    room, (session, rank, given_id) = room_of(request), ordered(request, data, key, BY_ANYBODY)
    place_of(room, name)
    order = await asyncio.to_thread(asked, room, name, data, session, rank, given_id)
    answer = await given(request, session, order)
    if isinstance(answer, Approval):
        return Response(Waits(approval=answer.id), status_code=202)
    if isinstance(answer.outcome, Refusal):
        raise _refused(answer.outcome, place_of(room, name).state, order.command)
    return Response(_shape(request, name, session))


def asked(room: Room, name: str, data: dict[str, Any], session: Session, rank: str, key: str) -> Asked:
    """Return a command with its id and stamp, and with the commitment or seed that only the house knows."""
    said = stamped(room, data, session, rank, key)
    if said.get("type") == "publish-promotion":
        said["commitment"] = room.floor.promise(name)
    if said.get("type") == "draw-prizes":
        said["seed"] = seed_of(room.journal, name)
    return asked_of(room, name, said, AnyPromotionCommand)


def _refused(refusal: Refusal, state: Promotion, order: Any) -> Problem:
    """Return a refusal as a problem; its code shows whether the caller's rank is too low."""
    code = "authority-required" if may_not(state, order) == refusal else "not-now"
    return refused(refusal, state.rulebook, code=code)


ROUTES = [promotions, begin, lint, draft, desk, promotion, terms, draw, command]
