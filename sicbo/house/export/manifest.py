"""The manifest: the house's signed list of all its logs, with the size and the root of each.

A bundle contains one, so a log that was cut short or left out is detected without a witness.
"""

from collections.abc import Mapping
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from sicbo.errors import BadInput, JournalError
from sicbo.house.commit import Signer
from sicbo.house.export.readers import Readable, founding_of
from sicbo.journal.merkle import Tree
from sicbo.journal.notes import read_checkpoint, written_bytes
from sicbo.journal.record import Head

FILE = "manifest.note"
FORMAT = "sicbo-manifest-1"
"""The first line. It has no slash, so no checkpoint of a log begins with it."""
SHOWN, NOT_SHOWN = "shown", "not-shown"


class Listed(NamedTuple):
    """One log of the list: its size, and whether the bundle shows it."""

    size: int
    shown: bool


def signed_manifest(
    journal: Readable, heads: Mapping[str, Head], house: str, shown: set[str], signer: Signer
) -> str:
    """Return the signed list of all logs of a house as they end at these heads.

    Its time is that of the newest record, so the same journal gives the same note.
    """
    lines, time = [], 0
    for name, head in sorted(heads.items()):
        if _house_of(journal, name) not in (house, None):
            continue
        last = next(iter(journal.read(name, head.number - 1)))
        time = max(time, last.wall)
        root = written_bytes(_tree_at(journal, name, head.number).root())
        lines.append(f"{name} {head.number} {root} {SHOWN if name in shown else NOT_SHOWN}\n")
    return signer.sign(f"{FORMAT}\n{house}\n{time}\n{''.join(lines)}")


def houses_in(journal: Readable, heads: Mapping[str, Head]) -> set[str]:
    """Return the names of the houses whose logs these are."""
    return {house for house in (_house_of(journal, name) for name in heads) if house is not None}


def _house_of(journal: Readable, name: str) -> str | None:
    """Return the house of a log, or None if its founding is damaged: then it may be any house's."""
    try:
        return founding_of(next(iter(journal.read(name)))).house
    except JournalError:
        return None


def _tree_at(journal: Readable, table: str, size: int) -> Tree:
    """Return the tree over the first records of a log, grown from the last checkpoint with a correct root."""
    tree = Tree()
    before, _ = journal.checkpoints_around(table, size + 1)
    if before is not None:
        with suppress(BadInput):
            grown, said = Tree(before.peaks), read_checkpoint(before.note)
            if (grown.size, grown.root()) == (said.size, said.root):
                tree = grown
    for record in islice(journal.read(table, tree.size), size - tree.size):
        tree.append(record.hash)
    return tree


def logs_of(note: str) -> dict[str, Listed]:
    """Return the logs that a manifest lists. The verifier checks the manifest."""
    text = note.rpartition("\n\n")[0]
    first, *lines = text.split("\n")
    try:
        if first != FORMAT:
            raise ValueError
        rows = [line.rsplit(" ", 3) for line in lines[2:]]
        return {name: Listed(int(size), word == SHOWN) for name, size, _, word in rows}
    except ValueError:
        raise BadInput(
            f"{FILE} does not have the format {FORMAT}: take the one that came with the copy."
        ) from None
