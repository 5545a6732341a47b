"""Signature routes: offering and accepting keys, and the exact text that a person signs."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import get, post, put
from litestar.params import FromPath, JSONBody

from sicbo.house.entries import Asked
from sicbo.house.identity.keys import intent
from sicbo.journal.notes import SIGNATURE, make_vkey, read_bytes, read_vkey
from sicbo.server.access.approvals import needs_second, seconded
from sicbo.server.access.authentication import key_of_command, proved
from sicbo.server.access.sessions import RANKS
from sicbo.server.command_fields import known_words
from sicbo.server.live.house import Room
from sicbo.server.logs import log
from sicbo.server.problems import Problem
from sicbo.server.requests import Asking, Key, room_of, staff_at, who
from sicbo.server.routes.promotions import promotions
from sicbo.server.routes.staff.accounts import CHANGED, HIGHEST, owner, staffed, withdraw_key
from sicbo.server.routes.staff.console import decoded
from sicbo.server.routes.tournaments import tournaments
from sicbo.server.schemas import table as table_schemas
from sicbo.table.messages.base import Command
from sicbo.table.messages.codec import encode


class PublicKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The public half of an Ed25519 key that a browser made and keeps, in base64."""

    public: str


class Accepted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The id of the key to accept, as its owner reads it out."""

    key: str


class KeyState(table_schemas.Shape, frozen=True):
    """The keys of a member of staff: the accepted one, and the one that waits for acceptance."""

    id: str
    key: str
    offered: str


class Words(table_schemas.Shape, frozen=True):
    """The text to sign, with signer and key; `second` if another person must be named and sign too."""

    by: str
    key: str
    text: str
    second: bool


async def _called(room: Room, member: str, order: Command | None = None) -> tuple[str, Any]:
    """Return the pseudonym of a member of staff, and a command with pseudonyms for all names."""

    def veiled() -> tuple[str, Any]:
        with room.floor.still:
            return room.people.pseudonym(member), order and room.people.veiled(order)

    return await asyncio.to_thread(veiled)


async def _state(room: Room, member: str) -> KeyState:
    person, _ = await _called(room, member)
    offered = room.offered.get(member)
    return KeyState(id=member, key=_accepted(room, person), offered=offered.id if offered else "")


def _accepted(room: Room, person: str) -> str:
    vkeys = room.keys.accepted().get(person, ())
    return read_vkey(vkeys[0]).id if vkeys else ""


@get("/session/key")
async def my_key(request: Asking) -> KeyState:
    """Return the caller's accepted key, and the one that the caller offered."""
    return await _state(room_of(request), staffed(request).person)


@put("/session/key", status_code=200)
async def offer_key(request: Asking, data: JSONBody[PublicKey]) -> KeyState:
    """Offer a key. It is valid once a senior manager has accepted it."""
    room, asks = room_of(request), staffed(request)
    proved(asks)
    person, _ = await _called(room, asks.person)
    asks = staffed(request)
    room.offered[asks.person] = make_vkey(person, SIGNATURE, read_bytes(data.public))
    return await _state(room, asks.person)


@get("/staff/keys")
async def staff_keys(request: Asking) -> list[KeyState]:
    """List the accepted and the offered key of each member of staff."""
    owner(request)
    room = room_of(request)
    return [await _state(room, member) for member in list(room.sessions.staff)]


@put("/staff/{member:str}/key", status_code=200)
async def accept_key(request: Asking, member: FromPath[str], data: JSONBody[Accepted]) -> KeyState:
    """Accept the key that a member of staff offered. It replaces their previous keys."""
    room, asks = room_of(request), owner(request)
    offered, known = room.offered.get(member), room.sessions.staff.get(member)
    if offered is None or known is None or offered.id != data.key:
        raise Problem("not-found", "This key is not on offer: let its owner offer it again.")
    others = [one for one in room.sessions.staff.values() if one.rank == HIGHEST and one.id != asks.person]
    if member == asks.person and others:
        raise Problem("not-now", "You cannot accept your own key: ask another senior manager.")
    await asyncio.to_thread(room.keys.add_person, offered.name, offered)
    if room.sessions.staff.get(member) != known:
        await asyncio.to_thread(withdraw_key, room, member)
        raise Problem("not-now", CHANGED)
    room.offered.pop(member, None)
    log.info("key-accepted", extra={"member": member})
    return await _state(room, member)


async def _words(room: Room, table: str, order: Command, member: str) -> Words:
    person, command = await _called(room, member, order)
    alone = needs_second(room.floor.places[table].state, order) and not getattr(order, "second", "")
    text = intent(table, person, encode(command)).decode()
    return Words(by=person, key=_accepted(room, person), text=text, second=alone)


@post("/tables/{table:str}/commands/text", status_code=200)
async def command_text(
    request: Asking, table: FromPath[str], data: JSONBody[dict[str, Any]], key: Key = None
) -> Words:
    """Return the text to sign for a command, which is then given with the same key. Nothing is decided."""
    room, given = room_of(request), key_of_command(key)
    room.live(table)
    session, rank = staff_at(request, table)
    order, _ = decoded(room, data, session.person, rank, given)
    known_words(Asked(table, order), colours=room.colours())
    return await _words(room, table, order, session.person)


async def _contest(
    request: Asking, name: str, data: dict[str, Any], key: str | None, read: Callable[..., Asked]
) -> Words:
    """Return the text that the caller signs for a command, as its first or second person."""
    room, session, given = room_of(request), staffed(request), key_of_command(key)
    asked = await asyncio.to_thread(read, room, name, data, session, session.rank, given)
    return await _words(room, name, asked.command, session.person)


@post("/tournaments/{name:str}/commands/text", status_code=200)
async def tournament_text(
    request: Asking, name: FromPath[str], data: JSONBody[dict[str, Any]], key: Key = None
) -> Words:
    """Return the text to sign for a command of a tournament. It leaves out the seeds that the house adds."""
    return await _contest(request, name, data, key, tournaments.asked)


@post("/promotions/{name:str}/commands/text", status_code=200)
async def promotion_text(
    request: Asking, name: FromPath[str], data: JSONBody[dict[str, Any]], key: Key = None
) -> Words:
    """Return the text to sign for a command of a promotion. It leaves out the commitment and the seed."""
    return await _contest(request, name, data, key, promotions.asked)


@get("/approvals/{approval:str}/text")
async def approval_text(request: Asking, approval: FromPath[str]) -> Words:
    """Return the text that the second person signs for a command that waits."""
    room, session = room_of(request), who(request)
    waiting = room.approvals.one(approval, session.person, room.clock.elapsed)
    table = waiting.asked.table
    _, rank = staff_at(request, table)
    stamp = room.clock.stamp(session.pseudonym or session.person, RANKS[rank])
    agreed = seconded(waiting, room.floor.places[table], session, stamp)
    return await _words(room, table, agreed.command, session.person)


ROUTES = [
    my_key,
    offer_key,
    staff_keys,
    accept_key,
    command_text,
    tournament_text,
    promotion_text,
    approval_text,
]
