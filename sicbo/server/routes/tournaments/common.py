"""Shared code for the routes of tournaments and promotions: founding, terms, commands, refusals."""

import asyncio
import re
from collections.abc import Collection
from typing import Any

from litestar import Response
from litestar.datastructures import Cookie
from msgspec.structs import replace

from sicbo import rulebooks
from sicbo.errors import BadInput, Refusal
from sicbo.game.rulebook.required_terms import Item
from sicbo.house.entries import CommandRequest, new_founding
from sicbo.house.floor import CommandAnswer
from sicbo.house.log_state import LogState
from sicbo.i18n import message
from sicbo.machine.messages import Command
from sicbo.promotion.state import Promotion
from sicbo.server.access.approvals import WaitingOrder, must_wait, needs_signature
from sicbo.server.access.authentication import (
    SIGNED_OUT,
    command_id_of,
    language_of,
    new_player,
    session_cookie,
)
from sicbo.server.access.sessions import RANKS, Session
from sicbo.server.commands.bodies import CommandBody, kind_of, message_of, refuse_unknown_words, signatures_of
from sicbo.server.live.house import HOUSE_ACTOR, LiveHouse
from sicbo.server.live.logs_of_kind import log_of_kind
from sicbo.server.live.stalled_journal import answer_in_time
from sicbo.server.problems import HOUSE_CODES, ClauseShape, Problem
from sicbo.server.requests import (
    HIGHEST_RANK,
    TABLE_NAME,
    ApiRequest,
    acting_session,
    house_of,
    session_and_rank,
    source_of,
)
from sicbo.server.views.tournament import person_name
from sicbo.server.write_budget import payers_of, submit_within_budget
from sicbo.terms.loader import parse_terms
from sicbo.terms.render import html
from sicbo.tournament.state import Tournament

PSEUDONYM = re.compile(r"\bp-[0-9a-f]{24}\b")


def staff_required() -> Problem:
    """Return the problem for a caller who is not staff."""
    return Problem("authority-required", message("session.staff-required"), required_rank=HIGHEST_RANK)


def require_desk_session(request: ApiRequest) -> tuple[Session, list[Cookie]]:
    """Return the session of the caller, or raise `authority-required` if the caller is not staff.

    At home every caller counts as staff, and gets a new session with its cookie if they have none.
    """
    house, (session, rank), cookies = house_of(request), session_and_rank(request), list[Cookie]()
    if session is None and house.settings.at_home:
        token, session = new_player(house, "Desk")
        cookies = [session_cookie(request, token)]
    if session is None or not rank:
        raise staff_required()
    return session, cookies


async def found_log(request: ApiRequest, kind: str, name: str, layout: str) -> None:
    """Found a log if the rulebook has a clause on this kind. A log that exists stays as it is.

    The caller's budgets pay for its record. At home an address founds only some logs an hour.
    """
    house, budget = house_of(request), request.app.state.budget
    if not TABLE_NAME.fullmatch(name):
        raise BadInput(message("terms.log-name", kind=kind))
    rules, played = rulebooks.get_layout(layout)
    if not required_items(rules, kind):
        raise BadInput(message(f"terms.no-{kind}s", rulebook=rules.name))
    if name not in house.floor.logs:
        said, whole = house.settings, rulebooks.full_layout_name(rules, played)
        founding = new_founding(
            house.house_name, name, whole, profile=said.profile, kind=kind, signatures=said.signatures
        )
        payers = payers_of(request, by_staff=not said.at_home)
        budget.refuse_if_spent(payers)
        if said.at_home:
            request.app.state.contest_limit.reserve(source_of(request))
        founds = asyncio.to_thread(house.floor.found_table, founding, house.wall_time())
        await answer_in_time(house, founds)
        budget.charge(payers, sum(len(record.text) for record in house.journal.read(name)))
    log_of_kind(house, kind, name)


def required_items(rules: Any, kind: str) -> tuple[Item, ...]:
    """Return the items that a rulebook demands of the terms; empty if it has no clause on this kind."""
    items: tuple[Item, ...] = getattr(rules.terms, kind)
    return items


def terms_page(request: ApiRequest, kind: str, name: str) -> Response[str]:
    """Return the terms and conditions as a page for patrons."""
    state = log_of_kind(house_of(request), kind, name).state
    if not state.terms:
        raise Problem("not-found", message("terms.not-published"))
    page = html(parse_terms(state.terms), required_items(state.rules, kind), language_of(request))
    return Response(page, media_type="text/html")


def command_sender(
    request: ApiRequest, data: CommandBody, key: str | None, open_to_all: Collection[type[Command]]
) -> tuple[Session, str, str]:
    """Return the session, rank and command id of the caller.

    A caller without a rank may give only the commands in `open_to_all`.
    """
    given, session, rank = command_id_of(key), acting_session(request), session_and_rank(request)[1]
    if not rank and kind_of(data) not in open_to_all:
        raise staff_required()
    return session, rank, given


def contest_command(
    house: LiveHouse, log: str, body: CommandBody, sender: tuple[Session, str, str], **added: Any
) -> CommandRequest:
    """Return the command in a body with its id, its stamp and what the house adds.

    Refuse words that are neither in the house's vocabulary nor in the published terms.
    """
    session, rank, key = sender
    stamp = house.clock.stamp(session.person, RANKS.get(rank))
    command: Command = message_of(body, id=key, stamp=stamp, **added)
    refuse_unknown_words(command, house.floor.logs[log].state.terms)
    return CommandRequest(log, command, signatures_of(body))


async def give_contest_command(
    request: ApiRequest, session: Session, asked: CommandRequest
) -> CommandAnswer | WaitingOrder:
    """Return the answer to a command, or the approval that it waits for.

    On the casino floor some commands wait for a second person first. The command was decoded in another
    thread, so the caller's account is read again.
    """
    house = house_of(request)
    _refuse_if_caller_changed(house, session, asked)
    place = house.floor.logs[asked.table]
    known = asked.command.id in place.record_numbers
    if not house.settings.at_home and not known and must_wait(place, asked):
        tried = await asyncio.to_thread(_try_command, house, place, asked.command)
        _refuse_if_caller_changed(house, session, asked)
        if isinstance(tried, Refusal) and asked.signatures:
            return CommandAnswer(tried, None)
        if not isinstance(tried, Refusal):
            kept = house.approvals.add(
                session.person, asked, house.clock.elapsed_time, signed=needs_signature(place, asked)
            )
            if not kept.second:
                return kept
            asked = kept.asked
    return await submit_within_budget(request, house, asked)


def _refuse_if_caller_changed(house: LiveHouse, session: Session, asked: CommandRequest) -> None:
    """Raise `signed-out` if the caller's session ended, or the caller's rank changed, in the meantime."""
    rank = asked.command.stamp.rank if house.settings.at_home else RANKS.get(session.rank)
    over = not house.sessions.is_open(session) or house.sessions.is_lapsed(session)
    if over or rank != asked.command.stamp.rank:
        raise Problem("signed-out", SIGNED_OUT)


def _try_command(house: LiveHouse, place: LogState, command: Any) -> Any:
    """Return what a command would do if the second person agreed. Nothing is written."""
    with house.floor.write_lock:
        veiled: Any = house.people.pseudonymize(replace(command, second=command.second or HOUSE_ACTOR))
    return place.founding.log_kind.decide(place.state, veiled)


def contest_refusal_problem(
    house: LiveHouse, refusal: Refusal, contest: Tournament | Promotion, code: str = "not-now"
) -> Problem:
    """Return a refusal as a problem, with its clauses, and with names of persons for their pseudonyms."""
    says = refusal.message.with_texts(
        lambda text: PSEUDONYM.sub(lambda found: person_name(house, found[0]), text)
    )
    if refusal.clause in HOUSE_CODES:
        return Problem(HOUSE_CODES[refusal.clause], says)
    clauses = (ClauseShape(rulebook=contest.rulebook, clause=one) for one in refusal.clause.split(", "))
    return Problem(code, says, clauses=tuple(clauses))
