"""Signature routes: offering and accepting keys, and the exact text that a person signs."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import get, post, put
from litestar.params import FromPath, JSONBody

from sicbo.house.entries import CommandRequest
from sicbo.house.identity.keys import signed_text
from sicbo.i18n import message
from sicbo.journal.notes import SIGNATURE, from_base64, make_vkey
from sicbo.machine.messages import Command, encode_message
from sicbo.server.access.approvals import needs_second, with_second_person
from sicbo.server.access.authentication import ACCOUNT_CHANGED, command_id_of, require_recent_pin
from sicbo.server.access.sessions import RANKS
from sicbo.server.access.signing_keys import accepted_key_id, revoke_key
from sicbo.server.commands.bodies import CommandBody, PromotionBody, TableBody, TournamentBody
from sicbo.server.live.house import LiveHouse
from sicbo.server.logs import log
from sicbo.server.problems import Problem
from sicbo.server.requests import (
    HIGHEST_RANK,
    ApiRequest,
    KeyHeader,
    current_session,
    house_of,
    require_senior_manager,
    require_staff,
    staff_session,
)
from sicbo.server.routes.promotions import promotions
from sicbo.server.routes.staff.console import table_command
from sicbo.server.routes.tournaments import tournaments
from sicbo.server.schemas import table as table_schemas


class PublicKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The public half of an Ed25519 key that a browser made and keeps, in base64."""

    public: str


class AcceptedKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The id of the key to accept, as its owner reads it out."""

    key: str


class KeyState(table_schemas.Shape, frozen=True):
    """The keys of a member of staff: the accepted one, and the one that waits for acceptance."""

    id: str
    key: str
    offered: str


class SigningText(table_schemas.Shape, frozen=True):
    """The text to sign, with signer and key; `second` if another person must be named and sign too."""

    by: str
    key: str
    text: str
    second: bool


async def _with_pseudonyms(house: LiveHouse, member: str, order: Command | None = None) -> tuple[str, Any]:
    """Return the pseudonym of a member of staff, and a command with pseudonyms for all names."""

    def replace_names() -> tuple[str, Any]:
        with house.floor.write_lock:
            return house.people.pseudonym(member), order and house.people.pseudonymize(order)

    return await asyncio.to_thread(replace_names)


async def _key_state(house: LiveHouse, member: str) -> KeyState:
    person, _ = await _with_pseudonyms(house, member)
    offered = house.offered_keys.get(member)
    return KeyState(id=member, key=accepted_key_id(house, person), offered=offered.id if offered else "")


@get("/session/key")
async def show_own_key(request: ApiRequest) -> KeyState:
    """Return the caller's accepted key, and the one that the caller offered."""
    return await _key_state(house_of(request), require_staff(request).person)


@put("/session/key", status_code=200)
async def offer_key(request: ApiRequest, data: JSONBody[PublicKey]) -> KeyState:
    """Offer a key. It is valid once a senior manager has accepted it."""
    house, asks = house_of(request), require_staff(request)
    require_recent_pin(asks)
    person, _ = await _with_pseudonyms(house, asks.person)
    asks = require_staff(request)
    house.offered_keys[asks.person] = make_vkey(person, SIGNATURE, from_base64(data.public))
    return await _key_state(house, asks.person)


@get("/staff/keys")
async def list_staff_keys(request: ApiRequest) -> list[KeyState]:
    """List the accepted and the offered key of each member of staff."""
    require_senior_manager(request)
    house = house_of(request)
    return [await _key_state(house, member) for member in list(house.sessions.staff)]


@put("/staff/{member:str}/key", status_code=200)
async def accept_key(request: ApiRequest, member: FromPath[str], data: JSONBody[AcceptedKey]) -> KeyState:
    """Accept the key that a member of staff offered. It replaces their previous keys."""
    house, asks = house_of(request), require_senior_manager(request)
    offered, known = house.offered_keys.get(member), house.sessions.staff.get(member)
    if offered is None or known is None or offered.id != data.key:
        raise Problem("not-found", message("signing.key-not-offered"))
    others = [
        one for one in house.sessions.staff.values() if one.rank == HIGHEST_RANK and one.id != asks.person
    ]
    if member == asks.person and others:
        raise Problem("not-now", message("signing.own-key"))
    await asyncio.to_thread(house.keys.add_person_key, offered.name, offered)
    if house.sessions.staff.get(member) != known:
        await asyncio.to_thread(revoke_key, house, member)
        raise Problem("not-now", ACCOUNT_CHANGED)
    house.offered_keys.pop(member, None)
    log.info("key-accepted", extra={"member": member})
    return await _key_state(house, member)


async def _signing_text(house: LiveHouse, table: str, order: Command, member: str) -> SigningText:
    person, command = await _with_pseudonyms(house, member, order)
    alone = needs_second(house.floor.logs[table].state, order) and not getattr(order, "second", "")
    text = signed_text(table, person, encode_message(command)).decode()
    return SigningText(by=person, key=accepted_key_id(house, person), text=text, second=alone)


@post("/tables/{table:str}/commands/text", status_code=200)
async def table_signing_text(
    request: ApiRequest, table: FromPath[str], data: JSONBody[TableBody], key: KeyHeader = None
) -> SigningText:
    """Return the text to sign for a command, which is then given with the same key. Nothing is decided."""
    house, given = house_of(request), command_id_of(key)
    house.live_table(table)
    session, rank = staff_session(request, table)
    order = table_command(house, data, session.person, rank, given)
    return await _signing_text(house, table, order, session.person)


async def _contest_signing_text(
    request: ApiRequest, name: str, data: CommandBody, key: str | None, read: Callable[..., CommandRequest]
) -> SigningText:
    """Return the text that the caller signs for a command, as its first or second person."""
    house, session, given = house_of(request), require_staff(request), command_id_of(key)
    asked = await asyncio.to_thread(read, house, name, data, session, session.rank, given)
    return await _signing_text(house, name, asked.command, session.person)


@post("/tournaments/{name:str}/commands/text", status_code=200)
async def tournament_signing_text(
    request: ApiRequest, name: FromPath[str], data: JSONBody[TournamentBody], key: KeyHeader = None
) -> SigningText:
    """Return the text to sign for a command of a tournament. It leaves out the seeds that the house adds."""
    return await _contest_signing_text(request, name, data, key, tournaments.tournament_command)


@post("/promotions/{name:str}/commands/text", status_code=200)
async def promotion_signing_text(
    request: ApiRequest, name: FromPath[str], data: JSONBody[PromotionBody], key: KeyHeader = None
) -> SigningText:
    """Return the text to sign for a command of a promotion. It leaves out the commitment and the seed."""
    return await _contest_signing_text(request, name, data, key, promotions.promotion_command)


@get("/approvals/{approval:str}/text")
async def approval_signing_text(request: ApiRequest, approval: FromPath[str]) -> SigningText:
    """Return the text that the second person signs for a command that waits."""
    house, session = house_of(request), current_session(request)
    waiting = house.approvals.find(approval, session.person, house.clock.elapsed_time)
    table = waiting.asked.table
    _, rank = staff_session(request, table)
    stamp = house.clock.stamp(session.pseudonym or session.person, RANKS[rank])
    agreed = with_second_person(waiting, house.floor.logs[table], session, stamp)
    return await _signing_text(house, table, agreed.command, session.person)


ROUTES = [
    show_own_key,
    offer_key,
    list_staff_keys,
    accept_key,
    table_signing_text,
    tournament_signing_text,
    promotion_signing_text,
    approval_signing_text,
]
