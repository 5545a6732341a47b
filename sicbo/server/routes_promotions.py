"""Routes of promotions: terms, the desk's commands, the draw that anyone can recompute."""

import asyncio
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from sicbo import rulebooks
from sicbo.errors import BadInput, Refusal
from sicbo.house.entries import Asked, founded
from sicbo.house.promotions import KIND, draw_file, seed_of
from sicbo.promotion.commands import AnyPromotionCommand
from sicbo.promotion.decide import may_not
from sicbo.promotion.state import Promotion
from sicbo.promotion.terms import wrong
from sicbo.server import shapes
from sicbo.server.asking import Asking, actor, room_of
from sicbo.server.identity import cookie, key_of_command, language_of, new_player
from sicbo.server.problems import HOUSE_CODES, ClauseShape, Problem
from sicbo.server.promotion_views import Brief, PromotionShape, brief_of, place_of, shape_of
from sicbo.server.room import Room
from sicbo.server.routes_tables import TABLE_NAME, Key
from sicbo.server.sessions import RANKS, Session
from sicbo.server.terms_desk import HIGHEST, GivenTerms, Linted, TemplateShape, asked_of, linted, may
from sicbo.terms.loading import load
from sicbo.terms.render import html
from sicbo.terms.template import template

BY_ANYBODY = ("raise-complaint", "confirm-draw")


class NewPromotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A promotion to be drafted, under which rulebook."""

    name: str
    rulebook: str


class DrawShape(shapes.Shape, frozen=True):
    """A draw as anybody can recompute it."""

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
    """Every promotion of the house."""
    places = room_of(request).floor.places
    return [brief_of(place) for _, place in sorted(places.items()) if place.founding.kind == KIND]


@get("/promotion-terms/{rulebook:str}")
async def begin(request: Asking, rulebook: FromPath[str]) -> TemplateShape:
    """Commented terms with everything that a rulebook wants stated."""
    rules = rulebooks.get(rulebook)
    if not rules.terms.promotion:
        raise Problem("not-found", f"{rules.name} has no clause on promotions: choose another rulebook.")
    head = {"kind": KIND, "rulebook": rules.key, "layout": rules.layouts[0].key, "name": "Autumn draw"}
    return TemplateShape(terms=template(head, rules.terms.promotion))


@post("/promotion-terms/lint", status_code=200)
async def lint(request: Asking, data: JSONBody[GivenTerms]) -> Linted:
    """Every clause that terms do not satisfy."""
    terms = load(data.terms)
    if terms.kind != KIND:
        raise BadInput(f"These are the terms of a {terms.kind}: give those of a promotion.")
    rules = rulebooks.get(terms.rulebook)
    return linted(terms, wrong(terms, rules, rules.layouts[0]))


@post("/promotions", status_code=201)
async def draft(request: Asking, data: JSONBody[NewPromotion], key: Key = None) -> Response[PromotionShape]:
    """Begin a promotion; its log is founded, and its seed made and kept."""
    key_of_command(key)
    room, (session, rank), token = room_of(request), may(request), ""
    if session is None and room.settings.at_home:
        token, session = new_player(room, "Desk")
    if session is None or not rank:
        raise Problem("authority-required", "Sign in as staff first.", required_rank=HIGHEST)
    if not TABLE_NAME.fullmatch(data.name):
        raise BadInput("A promotion is named by up to 31 letters, digits and dashes: choose such a name.")
    rules = rulebooks.get(data.rulebook)
    if rules.promotions is None:
        raise BadInput(f"{rules.name} has no clause on promotions: choose another rulebook.")
    if data.name not in room.floor.places:
        layout = f"{rules.key}/{rules.layouts[0].key}".rstrip("/")
        said = room.settings
        founding = founded(
            room.house, data.name, layout, profile=said.profile, kind=KIND, signatures=said.signatures
        )
        await asyncio.to_thread(room.floor.found_table, founding, room.now())
    place_of(room, data.name)
    await asyncio.to_thread(room.floor.promise, data.name)
    cookies = [cookie(request, token)] if token else []
    return Response(_shape(request, data.name, session), status_code=201, cookies=cookies)


@get("/promotions/{name:str}")
async def promotion(request: Asking, name: FromPath[str]) -> PromotionShape:
    """A promotion whole; staff also see who won and what is due."""
    return _shape(request, name)


@get("/promotions/{name:str}/terms", media_type="text/html")
async def terms(request: Asking, name: FromPath[str]) -> Response[str]:
    """The terms and conditions for patrons."""
    state = place_of(room_of(request), name).state
    if not state.terms:
        raise Problem("not-found", "Its terms are not published yet: come back when they are.")
    return Response(
        html(load(state.terms), state.rules.terms.promotion, language_of(request)), media_type="text/html"
    )


@get("/promotions/{name:str}/draw")
async def draw(request: Asking, name: FromPath[str]) -> DrawShape:
    """The draw: save it as draw.json, and recompute it with `sicbo promotion verify-draw`."""
    told = draw_file(place_of(room_of(request), name).state)
    return msgspec.convert(told, DrawShape)


@post("/promotions/{name:str}/commands", status_code=200)
async def command(
    request: Asking, name: FromPath[str], data: JSONBody[dict[str, Any]], key: Key = None
) -> PromotionShape:
    """Give any command of a promotion; the house adds the promise and the seed, which only it has."""
    room, given, session = room_of(request), key_of_command(key), actor(request)
    place_of(room, name)
    rank = may(request)[1]
    if not rank and data.get("type") not in BY_ANYBODY:
        raise Problem("authority-required", "Sign in as staff first.", required_rank=HIGHEST)
    order = await asyncio.to_thread(asked, room, name, data, session, rank, given)
    answer = await room.ask(order)
    if isinstance(answer.outcome, Refusal):
        raise _refused(answer.outcome, place_of(room, name).state, order.command)
    return _shape(request, name, session)


def asked(room: Room, name: str, data: dict[str, Any], session: Session, rank: str, key: str) -> Asked:
    """A command as it was sent, with its id and stamp, and what only the house knows."""
    said = {
        **data,
        "id": key,
        "stamp": msgspec.to_builtins(room.clock.stamp(session.person, RANKS.get(rank))),
    }
    if said.get("type") == "publish-promotion":
        said["commitment"] = room.floor.promise(name)
    if said.get("type") == "draw-prizes":
        said["seed"] = seed_of(room.journal, name)
    return asked_of(name, said, AnyPromotionCommand)


def _refused(refusal: Refusal, state: Promotion, order: Any) -> Problem:
    if refusal.clause in HOUSE_CODES:
        return Problem(HOUSE_CODES[refusal.clause], refusal.says)
    clauses = tuple(ClauseShape(rulebook=state.rulebook, clause=one) for one in refusal.clause.split(", "))
    code = "authority-required" if may_not(state, order) == refusal else "not-now"
    return Problem(code, refusal.says, clauses=clauses)


ROUTES = [promotions, begin, lint, draft, promotion, terms, draw, command]
