"""Shared code for the routes of tournaments and promotions: founding, terms, commands, refusals."""

import asyncio
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from litestar import Response
from litestar.datastructures import Cookie
from msgspec.structs import replace

from sicbo import rulebooks
from sicbo.errors import BadInput, Refusal
from sicbo.game.rulebook.required_terms import Item
from sicbo.house.entries import Asked, PersonSignature, founded
from sicbo.house.floor import Answer
from sicbo.house.log_state import Place
from sicbo.server.access.approvals import Approval, signs, waits
from sicbo.server.access.authentication import cookie, key_of_command, language_of, new_player
from sicbo.server.access.sessions import RANKS, Session
from sicbo.server.command_fields import known_words
from sicbo.server.live.house import HOUSE, Room
from sicbo.server.live.logs_of_kind import place_in
from sicbo.server.live.stalled_journal import answer_in_time
from sicbo.server.problems import HOUSE_CODES, ClauseShape, Problem, undecoded
from sicbo.server.requests import HIGHEST, TABLE_NAME, Asking, actor, may, room_of
from sicbo.server.write_budget import asked_within_budget
from sicbo.terms.loader import load
from sicbo.terms.render import html


def not_staff() -> Problem:
    """Return the problem for a caller who is not staff."""
    return Problem("authority-required", "Sign in as staff first.", required_rank=HIGHEST)


def keeper(request: Asking) -> tuple[Session, list[Cookie]]:
    """Return the session of the caller, or raise `authority-required` if the caller is not staff.

    At home every caller counts as staff, and gets a new session with its cookie if they have none.
    """
    room, (session, rank), cookies = room_of(request), may(request), list[Cookie]()
    if session is None and room.settings.at_home:
        token, session = new_player(room, "Desk")
        cookies = [cookie(request, token)]
    if session is None or not rank:
        raise not_staff()
    return session, cookies


async def found(request: Asking, kind: str, name: str, layout: str) -> None:
    """Found a log if the rulebook has a clause on this kind. A log that exists stays as it is."""
    room = room_of(request)
    if not TABLE_NAME.fullmatch(name):
        raise BadInput(f"The name of a {kind} has up to 31 letters, digits and dashes: choose another name.")
    rules, played = rulebooks.get_layout(layout)
    if not items_of(rules, kind):
        raise BadInput(f"{rules.name} has no clause on {kind}s: choose another rulebook.")
    if name not in room.floor.places:
        said, whole = room.settings, rulebooks.name_of(rules, played)
        founding = founded(
            room.house, name, whole, profile=said.profile, kind=kind, signatures=said.signatures
        )
        founds = asyncio.to_thread(room.floor.found_table, founding, room.now())
        await answer_in_time(room, founds)
    place_in(room, kind, name)


def items_of(rules: Any, kind: str) -> tuple[Item, ...]:
    """Return the items that a rulebook demands of the terms; empty if it has no clause on this kind."""
    items: tuple[Item, ...] = getattr(rules.terms, kind)
    return items


def terms_page(request: Asking, kind: str, name: str) -> Response[str]:
    """Return the terms and conditions as a page for patrons."""
    state = place_in(room_of(request), kind, name).state
    if not state.terms:
        raise Problem("not-found", "The terms are not published yet: come back later.")
    page = html(load(state.terms), items_of(state.rules, kind), language_of(request))
    return Response(page, media_type="text/html")


def ordered(
    request: Asking, data: dict[str, Any], key: str | None, open_to_all: Collection[str]
) -> tuple[Session, str, str]:
    """Return the session, rank and command id of the caller.

    A caller without a rank may give only the commands in `open_to_all`.
    """
    given, session, rank = key_of_command(key), actor(request), may(request)[1]
    if not rank and data.get("type") not in open_to_all:
        raise not_staff()
    return session, rank, given


def stamped(room: Room, data: dict[str, Any], session: Session, rank: str, key: str) -> dict[str, Any]:
    """Return a command as it was sent, with its id and stamp added."""
    stamp = room.clock.stamp(session.person, RANKS.get(rank))
    return {**data, "id": key, "stamp": msgspec.to_builtins(stamp)}


def asked_of(room: Room, log: str, said: dict[str, Any], commands: Any) -> Asked:
    """Decode a command for a log, with the signatures that were sent beside it.

    Refuse words that are neither in the house's vocabulary nor in the published terms.
    """
    given = {**said}
    try:
        signatures = msgspec.convert(given.pop("signatures", ()), tuple[PersonSignature, ...])
        asked = Asked(log, msgspec.convert(given, commands), signatures)
    except msgspec.ValidationError as error:
        raise undecoded(error) from None
    return known_words(asked, room.floor.places[log].state.terms)


async def given(request: Asking, session: Session, asked: Asked) -> Answer | Approval:
    """Return the answer to a command, or the approval that it waits for.

    On the casino floor some commands wait for a second person first.
    """
    room = room_of(request)
    place = room.floor.places[asked.table]
    known = asked.command.id in place.numbers
    if not room.settings.at_home and not known and waits(place, asked):
        tried = await asyncio.to_thread(_tried, room, place, asked.command)
        if isinstance(tried, Refusal) and asked.signatures:
            return Answer(tried, None)
        if not isinstance(tried, Refusal):
            kept = room.approvals.wait(session.person, asked, room.clock.elapsed, signed=signs(place, asked))
            if not kept.second:
                return kept
            asked = kept.asked
    return await asked_within_budget(request, room, asked)


def _tried(room: Room, place: Place, command: Any) -> Any:
    """Return what a command would do if the second person agreed. Nothing is written."""
    with room.floor.still:
        veiled: Any = room.people.veiled(replace(command, second=command.second or HOUSE))
    return place.founding.subject.decide(place.state, veiled)


def refused(refusal: Refusal, rulebook: str, says: str = "", code: str = "not-now") -> Problem:
    """Return a refusal as a problem, with its clauses."""
    says = says or refusal.says
    if refusal.clause in HOUSE_CODES:
        return Problem(HOUSE_CODES[refusal.clause], says)
    named: Sequence[str] = refusal.clause.split(", ")
    return Problem(code, says, clauses=tuple(ClauseShape(rulebook=rulebook, clause=one) for one in named))
