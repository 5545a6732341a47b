"""Contests: what the desks of tournaments and of promotions do alike, from the draft to a refusal."""

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
    """The "no" to whoever is not of the staff."""
    return Problem("authority-required", "Sign in as staff first.", required_rank=HIGHEST)


def keeper(request: Asking) -> tuple[Session, list[Cookie]]:
    """Whoever keeps a desk; at home anybody does, with the cookie of a new session where they had none."""
    room, (session, rank), cookies = room_of(request), may(request), list[Cookie]()
    if session is None and room.settings.at_home:
        token, session = new_player(room, "Desk")
        cookies = [cookie(request, token)]
    if session is None or not rank:
        raise not_staff()
    return session, cookies


async def found(request: Asking, kind: str, name: str, layout: str) -> None:
    """Found the log of a contest, where its rulebook has a clause on the kind; found again, it stays."""
    room = room_of(request)
    if not TABLE_NAME.fullmatch(name):
        raise BadInput(f"A {kind} is named by up to 31 letters, digits and dashes: choose such a name.")
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
    """Every item that a rulebook demands of the terms of a kind; none where it has no such clause."""
    items: tuple[Item, ...] = getattr(rules.terms, kind)
    return items


def terms_page(request: Asking, kind: str, name: str) -> Response[str]:
    """The terms and conditions of a contest, for patrons."""
    state = place_in(room_of(request), kind, name).state
    if not state.terms:
        raise Problem("not-found", "Its terms are not published yet: come back when they are.")
    page = html(load(state.terms), items_of(state.rules, kind), language_of(request))
    return Response(page, media_type="text/html")


def ordered(
    request: Asking, data: dict[str, Any], key: str | None, open_to_all: Collection[str]
) -> tuple[Session, str, str]:
    """Who gives a command, with which rank and by which id; without a rank only few are given."""
    given, session, rank = key_of_command(key), actor(request), may(request)[1]
    if not rank and data.get("type") not in open_to_all:
        raise not_staff()
    return session, rank, given


def stamped(room: Room, data: dict[str, Any], session: Session, rank: str, key: str) -> dict[str, Any]:
    """A command as it was sent, with its id and stamp."""
    stamp = room.clock.stamp(session.person, RANKS.get(rank))
    return {**data, "id": key, "stamp": msgspec.to_builtins(stamp)}


def asked_of(room: Room, log: str, said: dict[str, Any], commands: Any) -> Asked:
    """A command of some union for a log, and the signatures of persons that were sent beside it.

    Every word in it is of the house's vocabulary, or of the terms that are published.
    """
    given = {**said}
    try:
        signatures = msgspec.convert(given.pop("signatures", ()), tuple[PersonSignature, ...])
        asked = Asked(log, msgspec.convert(given, commands), signatures)
    except msgspec.ValidationError as error:
        raise undecoded(error) from None
    return known_words(asked, room.floor.places[log].state.terms)


async def given(request: Asking, session: Session, asked: Asked) -> Answer | Approval:
    """The answer to a command of a contest; on a floor some wait for their second person first."""
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
    """What a command would do, if whoever it names agreed; nothing is done."""
    with room.floor.still:
        veiled: Any = room.people.veiled(replace(command, second=command.second or HOUSE))
    return place.founding.subject.decide(place.state, veiled)


def refused(refusal: Refusal, rulebook: str, says: str = "", code: str = "not-now") -> Problem:
    """A refusal with its clauses, as a problem."""
    says = says or refusal.says
    if refusal.clause in HOUSE_CODES:
        return Problem(HOUSE_CODES[refusal.clause], says)
    named: Sequence[str] = refusal.clause.split(", ")
    return Problem(code, says, clauses=tuple(ClauseShape(rulebook=rulebook, clause=one) for one in named))
