"""Snapshots: the state of a log as one signed text, so recovery need not replay all of it. Only a cache."""

import hashlib
from types import GenericAlias
from typing import Any, get_args

import msgspec
from immutables import Map

from sicbo.house.commit import Signer
from sicbo.house.electronic_rolls import CommittedRoll
from sicbo.house.log_kinds import Founding
from sicbo.house.log_state import LogState
from sicbo.journal.record import Head
from sicbo.journal.store import Snapshot

FORMAT = "sicbo-snapshot-6"


class SnapshotContents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a snapshot: the state of a log without its ids, which the journal has."""

    founding: Founding
    state: msgspec.Raw
    number: int
    hash: bytes
    peaks: bytes
    wall: int
    elapsed: int
    rolls: tuple[CommittedRoll, ...]


def take_snapshot(log_state: LogState, signer: Signer) -> Snapshot:
    """Return a snapshot of a log's state, signed by the house."""
    contents = SnapshotContents(
        log_state.founding,
        msgspec.Raw(_encode(log_state.state)),
        log_state.head.number,
        log_state.head.hash,
        log_state.peaks,
        log_state.wall,
        log_state.elapsed,
        log_state.rolls,
    )
    text = _encode(contents)
    name, number = log_state.founding.table, log_state.head.number
    return Snapshot(name, number, text, signer.sign(_signed_text(name, number, text)))


def open_snapshot(snapshot: Snapshot, signer: Signer) -> LogState | None:
    """Return the state in a snapshot, without its ids, or None if the snapshot is invalid."""
    if signer.verified_text(snapshot.note) != _signed_text(snapshot.table, snapshot.number, snapshot.state):
        return None
    try:
        contents = msgspec.json.decode(snapshot.state, type=SnapshotContents, dec_hook=_pairs_to_map)
        state: object = msgspec.json.decode(
            contents.state, type=contents.founding.log_kind.state, dec_hook=_pairs_to_map
        )
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    head = Head(contents.number, contents.hash)
    return LogState(
        contents.founding,
        state,
        head,
        contents.peaks,
        contents.wall,
        contents.elapsed,
        {},
        contents.rolls,
    )


def _signed_text(table: str, number: int, state: bytes) -> str:
    return f"{FORMAT}\n{table}\n{number}\n{hashlib.sha256(state).hexdigest()}\n"


def _encode(value: object) -> bytes:
    return msgspec.json.encode(value, enc_hook=_map_to_pairs, order="sorted")


def _map_to_pairs(value: object) -> object:
    """Encode a map as pairs in the order of their keys, so a state has the same text in every process."""
    assert isinstance(value, Map), f"A snapshot cannot hold a {type(value).__name__}."
    return sorted(([key, item] for key, item in value.items()), key=lambda pair: _encode(pair[0]))


def _pairs_to_map(kind: Any, value: Any) -> object:
    """Decode a map of the given type from its pairs."""
    pairs = GenericAlias(list, GenericAlias(tuple, get_args(kind)))
    return Map(msgspec.convert(value, pairs, dec_hook=_pairs_to_map))
