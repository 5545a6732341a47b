"""Records of a log, each bound to the one before it by a hash."""

import hashlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sicbo.errors import JournalError

FORMAT = b"sicbo-journal-1\n"


class Draft(NamedTuple):
    """A record without a number: time by the clock (microseconds), actor, id and text."""

    wall: int
    actor: str
    id: str
    text: bytes


class Record(NamedTuple):
    """A numbered record of one log; `before` is the hash of the record before it."""

    table: str
    number: int
    wall: int
    actor: str
    id: str
    text: bytes
    before: bytes
    hash: bytes


class Head(NamedTuple):
    """The end of a log's chain: the number and the hash of its last record."""

    number: int
    hash: bytes


def initial_head(table: str) -> Head:
    """Return the head of a chain that has no records yet."""
    return Head(0, hashlib.sha256(FORMAT + table.encode()).digest())


def record_hash(before: bytes, table: str, number: int, draft: Draft) -> bytes:
    """Return the hash that binds a record to the one before: the header line by line, then the text."""
    wall, actor, name, text = draft
    head = f"{table}\n{number}\n{wall}\n{actor}\n{name}\n".encode()
    return hashlib.sha256(b"".join((before, head, text))).digest()


def next_record(table: str, last: Head | Record, draft: Draft) -> Record:
    """Return a draft as the next record of a chain."""
    wall, actor, name, text = draft
    number, before = last.number + 1, last.hash
    bound = record_hash(before, table, number, draft)
    return Record(table, number, wall, actor, name, text, before, bound)


def chain_records(table: str, head: Head, drafts: Iterable[Draft]) -> list[Record]:
    """Return drafts as the next records of a chain."""
    last: Head | Record = head
    return [last := next_record(table, last, draft) for draft in drafts]


def verify_chain(table: str, head: Head, records: Iterable[Record]) -> Iterator[Record]:
    """Yield the records while each is the next of the chain; raise an error that names the first bad one."""
    number, before = head
    for record in records:
        number += 1
        if record.table != table or record.number != number:
            raise JournalError(table, number, f"found record {record.number} where {number} should be")
        bound = record_hash(before, table, number, Draft(*record[2:6]))
        if record.before != before or record.hash != bound:
            raise JournalError(table, number, "its hash does not follow from its text and the record before")
        before = bound
        yield record
