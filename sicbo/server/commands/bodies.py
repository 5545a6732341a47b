"""Bodies of commands: for each command a struct of what its sender writes, without the id and the stamp.

The fields of a body have the types of `field_types`, so decoding is the check, and the OpenAPI document has
the same types. The body of a new command is made from the command.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from types import UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin

import msgspec

from sicbo.errors import BadInput
from sicbo.house.entries import PersonSignature
from sicbo.machine.log_kind import LogKind, union_of
from sicbo.machine.messages import Command, Stamp
from sicbo.promotion import commands as promotions
from sicbo.promotion.log_kind import PROMOTION
from sicbo.server.commands.field_types import (
    GROUNDS,
    MESSAGE_FIELD_TYPES,
    TERMS_FIELDS,
    entries_type,
    no_such_word,
    number_type,
    text_type,
)
from sicbo.server.problems import ErrorShape, Problem
from sicbo.table.log_kind import TABLE
from sicbo.terms.loader import parse_terms
from sicbo.tournament.log_kind import TOURNAMENT
from sicbo.tournament.messages import commands as tournaments, spins
from sicbo.tournament.messages.heats import HeatRegisterSlip

NOT_SENT = ("id", "stamp")
ENTRANT_COMMANDS = (
    HeatRegisterSlip,
    spins.SealSlip,
    spins.PlayPass,
    spins.OpenSeal,
    spins.UseFeature,
    tournaments.Retire,
)
"""Commands that an entrant gives alone, at a terminal. A caller without a rank gives them only for
themselves.
"""
ADDED_BY_HOUSE: dict[type[Command], str] = {
    **dict.fromkeys(ENTRANT_COMMANDS, "player"),
    **dict.fromkeys((tournaments.BeginRound, tournaments.ConcludeRound, tournaments.HoldRepechage), "seed"),
    tournaments.CommitSeatDraws: "commitments",
    tournaments.AppointDirector: "name",
    promotions.PublishPromotion: "commitment",
    promotions.DrawPrizes: "seed",
}
"""The field that the house adds to a command, so that its sender may leave it out."""
COLOUR_CHIP = "colour-chip:"
TUPLE: Any = tuple
_messages: dict[type, type] = {}


@cache
def body_type(message: Any, *, has_terms: bool = False) -> Any:
    """Return the type of what the sender of a message writes."""
    fields: list[tuple[str, Any] | tuple[str, Any, Any]] = []
    for one in msgspec.structs.fields(message):
        if one.name in NOT_SENT and issubclass(message, Command):
            continue
        kind = _field_type(message, one.name, one.type, has_terms)
        if not one.required:
            fields.append((one.name, kind, one.default))
        elif ADDED_BY_HOUSE.get(message) == one.name:
            fields.append((one.name, kind, () if get_origin(one.type) is tuple else ""))
        else:
            fields.append((one.name, kind))
    if issubclass(message, Command):
        signatures = _field_type(message, "signatures", tuple[PersonSignature, ...], has_terms)
        fields.append(("signatures", signatures, ()))
    config = message.__struct_config__
    made = msgspec.defstruct(
        message.__name__,
        fields,
        frozen=True,
        kw_only=issubclass(message, Command),
        forbid_unknown_fields=True,
        array_like=config.array_like,
        tag_field=config.tag_field,
        tag=config.tag,
        module=message.__module__,
        namespace={"__doc__": message.__doc__},
    )
    _messages[made] = message
    return made


def _field_type(owner: type, field: str, kind: Any, has_terms: bool) -> Any:
    """Return the type of a field as a sender may fill it."""
    if kind is str:
        return text_type(owner, field, has_terms=has_terms)
    if kind is int:
        return number_type(field)
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return union_of(_field_type(owner, field, part, has_terms) for part in parts)
    if origin is tuple:
        entries = tuple(
            part if part is Ellipsis else _field_type(owner, field, part, has_terms) for part in parts
        )
        return entries_type(field, TUPLE[entries]) if Ellipsis in parts else TUPLE[entries]
    return body_type(kind) if issubclass(kind, msgspec.Struct) else kind


def _bodies_of(log_kind: LogKind) -> Any:
    return union_of(body_type(one, has_terms=log_kind is not TABLE) for one in log_kind.rules)


if TYPE_CHECKING:
    CommandBody = msgspec.Struct
    TableBody = msgspec.Struct
    TournamentBody = msgspec.Struct
    PromotionBody = msgspec.Struct
    SignatureBodies = tuple[PersonSignature, ...]
else:
    SignatureBodies = _field_type(Command, "signatures", tuple[PersonSignature, ...], False)
    TableBody, TournamentBody, PromotionBody = map(_bodies_of, (TABLE, TOURNAMENT, PROMOTION))
    CommandBody = msgspec.Struct


def kind_of(body: CommandBody) -> type[Command]:
    """Return the type of command that a body gives."""
    kind: type[Command] = _messages[type(body)]
    return kind


def message_of(body: Any, **added: Any) -> Any:
    """Return the message in a body, with the fields that its sender does not write."""
    sent = {name: _plain(getattr(body, name)) for name in body.__struct_fields__ if name != "signatures"}
    return _messages[type(body)](**(sent | added))


def signatures_of(body: Any) -> tuple[PersonSignature, ...]:
    """Return the signatures that were sent beside a command."""
    return tuple(map(message_of, body.signatures))


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return message_of(value) if type(value) in _messages else value


def refuse_unknown_words(command: Command, terms: str = "", colours: frozenset[str] | None = None) -> None:
    """Refuse words that only this log could know: those of its published terms, and the house's colours."""
    for owner, field, said, place in _texts_of(command):
        if (owner, field) in MESSAGE_FIELD_TYPES or not said:
            continue
        if field == "terms":
            parse_terms(said)
        elif field in TERMS_FIELDS or field == "ground":
            known = said in _words_of_terms(terms) or (field == "ground" and said in GROUNDS)
            _require(known, field, place)
        elif colours is not None and field in ("colour", "instrument"):
            named = said.removeprefix(COLOUR_CHIP)
            _require(named in colours or (field == "instrument" and named == said), field, place)


def _require(known: bool, field: str, place: str) -> None:
    if not known:
        says = no_such_word(field)
        raise Problem("bad-request", says, errors=(ErrorShape(pointer=place, says=says.say()),))


def _texts_of(message: msgspec.Struct, path: str = "") -> Iterator[tuple[type, str, str, str]]:
    """Yield each text that a sender wrote, with its message, its field and its place."""
    for field in message.__struct_fields__:
        value = getattr(message, field)
        several = isinstance(value, tuple)
        for index, entry in enumerate(value if several else (value,)):
            place = f"{path}/{field}/{index}" if several else f"{path}/{field}"
            if isinstance(entry, msgspec.Struct) and not isinstance(entry, Stamp):
                yield from _texts_of(entry, place)
            elif isinstance(entry, str):
                yield type(message), field, entry, place


@lru_cache(16)
def _words_of_terms(terms: str) -> frozenset[str]:
    """Return every key and every text in published terms."""
    try:
        return frozenset(_texts_in(parse_terms(terms).data)) if terms else frozenset()
    except BadInput:
        return frozenset()


def _texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for one in value.values():
            yield from _texts_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts_in(one)
