"""Snapshots: a place as one signed text, so that recovery need not replay everything. Only ever a cache."""

import hashlib
from types import GenericAlias
from typing import Any, get_args

import msgspec
from immutables import Map

from sicbo.house.commit import Signer
from sicbo.house.electronic_rolls import Rolling
from sicbo.house.log_kinds import Founding
from sicbo.house.log_state import Place
from sicbo.journal.record import Head
from sicbo.journal.store import Snapshot
from sicbo.ledger.balances import Balances

FORMAT = "sicbo-snapshot-5"


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a snapshot holds of a place: all but the ids, which the journal gives."""

    founding: Founding
    state: msgspec.Raw
    balances: Balances
    number: int
    hash: bytes
    peaks: bytes
    wall: int
    elapsed: int
    rolls: tuple[Rolling, ...]


def taken(place: Place, signer: Signer) -> Snapshot:
    """A snapshot of a place, signed by the house."""
    kept = Kept(
        place.founding,
        msgspec.Raw(_encode(place.state)),
        place.balances,
        place.head.number,
        place.head.hash,
        place.peaks,
        place.wall,
        place.elapsed,
        place.rolls,
    )
    text = _encode(kept)
    name, number = place.founding.table, place.head.number
    return Snapshot(name, number, text, signer.sign(_text(name, number, text)))


def opened(snapshot: Snapshot, signer: Signer) -> Place | None:
    """The place that a snapshot holds, without its ids; None where anything about it is wrong."""
    if signer.signed(snapshot.note) != _text(snapshot.table, snapshot.number, snapshot.state):
        return None
    try:
        kept = msgspec.json.decode(snapshot.state, type=Kept, dec_hook=_mapped)
        state: object = msgspec.json.decode(kept.state, type=kept.founding.subject.state, dec_hook=_mapped)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    head = Head(kept.number, kept.hash)
    return Place(
        kept.founding, state, kept.balances, head, kept.peaks, kept.wall, kept.elapsed, {}, kept.rolls
    )


def _text(table: str, number: int, state: bytes) -> str:
    return f"{FORMAT}\n{table}\n{number}\n{hashlib.sha256(state).hexdigest()}\n"


def _encode(value: object) -> bytes:
    return msgspec.json.encode(value, enc_hook=_listed, order="sorted")


def _listed(value: object) -> object:
    """A map as pairs in the order of their keys, so that one state has one text in every process."""
    assert isinstance(value, Map), f"A snapshot cannot hold a {type(value).__name__}."
    return sorted(([key, item] for key, item in value.items()), key=lambda pair: _encode(pair[0]))


def _mapped(kind: Any, value: Any) -> object:
    """A map from its pairs; its type says of what."""
    pairs = GenericAlias(list, GenericAlias(tuple, get_args(kind)))
    return Map(msgspec.convert(value, pairs, dec_hook=_mapped))
