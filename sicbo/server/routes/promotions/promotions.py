"""Routes of promotions: terms, commands, and the draw that anyone can recompute."""

import asyncio
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from sicbo import rulebooks
from sicbo.errors import BadInput, Refusal
from sicbo.house.entries import CommandRequest
from sicbo.house.promotions import KIND, draw_file, promised_seed
from sicbo.i18n import message
from sicbo.promotion.commands import ConfirmDraw, DrawPrizes, PublishPromotion, RaiseComplaint
from sicbo.promotion.conditions import errors_in_terms
from sicbo.promotion.log_kind import rank_refusal
from sicbo.server.access.approvals import WaitingOrder
from sicbo.server.access.authentication import command_id_of
from sicbo.server.access.sessions import Session
from sicbo.server.commands.bodies import CommandBody, PromotionBody, kind_of
from sicbo.server.live.house import LiveHouse
from sicbo.server.live.logs_of_kind import logs_of_kind
from sicbo.server.live.stalled_journal import answer_in_time
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
from sicbo.server.schemas import table as table_schemas
from sicbo.server.schemas.staff import PendingApproval
from sicbo.server.schemas.terms import LintResult, TemplateShape, TermsRequest, lint_result
from sicbo.server.views.promotion import (
    PromotionShape,
    PromotionSummary,
    promotion_log,
    promotion_summary,
    promotion_view,
)
from sicbo.terms.loader import parse_terms
from sicbo.terms.template import terms_template

PUBLIC_COMMANDS = (RaiseComplaint, ConfirmDraw)


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


def _promotion_shape(request: ApiRequest, name: str, session: Session | None = None) -> PromotionShape:
    found, rank = session_and_rank(request)
    session = session or found
    return promotion_view(
        house_of(request), name, session.person if session else "", staff=bool(rank and session)
    )


@get("/promotions")
async def list_promotions(request: ApiRequest) -> list[PromotionSummary]:
    """List the promotions of the house."""
    return [promotion_summary(place) for place in logs_of_kind(house_of(request), KIND)]


@get("/promotion-terms/{rulebook:str}")
async def promotion_terms_template(request: ApiRequest, rulebook: FromPath[str]) -> TemplateShape:
    """Return a commented template with every item that the rulebook demands of the terms."""
    rules = rulebooks.get_rulebook(rulebook)
    if not rules.terms.promotion:
        raise Problem("not-found", message("terms.no-promotions", rulebook=rules.name))
    head = {"kind": KIND, "rulebook": rules.key, "layout": rules.layouts[0].key, "name": "Autumn draw"}
    return TemplateShape(terms=terms_template(head, rules.terms.promotion))


@post("/promotion-terms/lint", status_code=200)
async def lint_terms(request: ApiRequest, data: JSONBody[TermsRequest]) -> LintResult:
    """List every clause that the terms do not satisfy."""
    terms = parse_terms(data.terms)
    if terms.kind != KIND:
        raise BadInput(message("terms.wrong-kind", kind=terms.kind, wanted=KIND))
    rules = rulebooks.get_rulebook(terms.rulebook)
    return lint_result(terms, errors_in_terms(terms, rules, rules.layouts[0]))


@post("/promotions", status_code=201)
async def draft_promotion(
    request: ApiRequest, data: JSONBody[NewPromotion], key: KeyHeader = None
) -> Response[PromotionShape]:
    """Draft a promotion by founding its log. The house makes and keeps the seed of its draw."""
    command_id_of(key)
    session, cookies = require_desk_session(request)
    await found_log(request, KIND, data.name, data.rulebook)
    room = house_of(request)
    await answer_in_time(room, asyncio.to_thread(room.floor.promotion_commitment, data.name))
    return Response(_promotion_shape(request, data.name, session), status_code=201, cookies=cookies)


@post("/promotions/{name:str}/desk", status_code=200)
async def take_desk(request: ApiRequest, name: FromPath[str]) -> Response[PromotionShape]:
    """Act as staff of the promotion, to run it or to oversee the draw."""
    promotion_log(house_of(request), name)
    session, cookies = require_desk_session(request)
    return Response(_promotion_shape(request, name, session), cookies=cookies)


@get("/promotions/{name:str}")
async def show_promotion(request: ApiRequest, name: FromPath[str]) -> PromotionShape:
    """Return a promotion. Staff also see the winners and the steps that are due."""
    return _promotion_shape(request, name)


@get("/promotions/{name:str}/terms", media_type="text/html")
async def show_terms(request: ApiRequest, name: FromPath[str]) -> Response[str]:
    """Return the terms and conditions as a page for patrons."""
    return terms_page(request, KIND, name)


@get("/promotions/{name:str}/draw")
async def show_draw(request: ApiRequest, name: FromPath[str]) -> DrawShape:
    """Return the draw. Save it as draw.json and recompute it with `sicbo promotion verify-draw`."""
    file = draw_file(promotion_log(house_of(request), name).state)
    return msgspec.convert(file, DrawShape)


@post(
    "/promotions/{name:str}/commands",
    responses=other_response(202, PendingApproval, "A second person has to agree"),
    status_code=200,
)
async def give_promotion_command(
    request: ApiRequest, name: FromPath[str], data: JSONBody[PromotionBody], key: KeyHeader = None
) -> Response[PromotionShape] | Response[PendingApproval]:
    """Give any command of a promotion. The house adds the commitment and the seed, which only it knows."""
    house, sender = house_of(request), command_sender(request, data, key, PUBLIC_COMMANDS)
    session = sender[0]
    promotion_log(house, name)
    order = await asyncio.to_thread(promotion_command, house, name, data, *sender)
    answer = await give_contest_command(request, session, order)
    if isinstance(answer, WaitingOrder):
        return Response(PendingApproval(approval=answer.id), status_code=202)
    if isinstance(answer.outcome, Refusal):
        state = promotion_log(house, name).state
        too_low = rank_refusal(state, order.command) == answer.outcome
        code = "authority-required" if too_low else "not-now"
        raise contest_refusal_problem(house, answer.outcome, state, code)
    return Response(_promotion_shape(request, name, session))


def promotion_command(
    house: LiveHouse, name: str, body: CommandBody, session: Session, rank: str, key: str
) -> CommandRequest:
    """Return a command with its id and stamp, and with the commitment or seed that only the house knows."""
    kind, added = kind_of(body), dict[str, Any]()
    if kind is PublishPromotion:
        added["commitment"] = house.floor.promotion_commitment(name)
    if kind is DrawPrizes:
        added["seed"] = promised_seed(house.journal, name)
    return contest_command(house, name, body, (session, rank, key), **added)


ROUTES = [
    list_promotions,
    promotion_terms_template,
    lint_terms,
    draft_promotion,
    take_desk,
    show_promotion,
    show_terms,
    show_draw,
    give_promotion_command,
]
