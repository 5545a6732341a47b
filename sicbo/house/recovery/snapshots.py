"""Snapshots: the state of a log as one signed text, so recovery need not replay all of it. Only a cache."""

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
    """The contents of a snapshot: the state of a log without its ids, which the journal has."""

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
    """Return a snapshot of a log's state, signed by the house."""
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
    """Return the state in a snapshot, without its ids, or None if the snapshot is invalid."""
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
    """Encode a map as pairs in the order of their keys, so a state has the same text in every process."""
    assert isinstance(value, Map), f"A snapshot cannot hold a {type(value).__name__}."
    return sorted(([key, item] for key, item in value.items()), key=lambda pair: _encode(pair[0]))


def _mapped(kind: Any, value: Any) -> object:
    """Decode a map of the given type from its pairs."""
    pairs = GenericAlias(list, GenericAlias(tuple, get_args(kind)))
    return Map(msgspec.convert(value, pairs, dec_hook=_mapped))
