"""Pseudonyms: the chain has no names and no free texts, only salted hashes of them, which can be erased."""

import hashlib
import re
import secrets
from functools import cache
from typing import Any

from msgspec.structs import replace

from sicbo.journal.store import Journal
from sicbo.machine.messages import Command

NAME_FIELDS = ("player", "second", "forfeits", "name", "players", "consent", "waiting")
TEXT_FIELDS = ("note", "reason", "about", "decision", "place", "reference")
PLAIN_FIELDS = (
    *("id", "dispute", "number", "redemption"),
    *("area", "bet", "bets", "colour", "colours", "instrument", "issuer", "kind", "redeemer", "side", "step"),
    *("confirmed", "day", "equipment", "excuse", "fault", "ground", "matter", "offence", "profile"),
    *("statute", "subject", "to", "tournament", "whom"),
    *("commitment", "complaint", "method", "prize", "request", "seed", "table", "terms", "voucher", "word"),
    *("accepted", "commitments", "feature", "location", "penalty", "salt", "tables", "what"),
)
"""Fields that are neither: words of the rules and the house, and numbers of documents. Every new field must
be added to one of the three. An id is random or counted, never made from a name.
"""
DIGITS = 24
KINDS = "pt"
PSEUDONYM = re.compile(rf"[{KINDS}]-[0-9a-f]{{{DIGITS}}}")
is_pseudonym = PSEUDONYM.fullmatch


class Pseudonyms:
    """The names and texts behind the pseudonyms in the chain, until they are erased.

    Two rows for each are stored beside the chain: from the hash of the name to its pseudonym, and from the
    pseudonym to salt and name. Erasing deletes both, and then the name cannot be recovered.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._cache: dict[tuple[str, str], str] = {}
        self.names: dict[str, str] = {}
        """Names and texts by their pseudonyms, as far as they have been looked up."""

    def pseudonym(self, name: str, kind: str = "p") -> str:
        """Return the one pseudonym of a name (`p`) or a free text (`t`), creating it if it is new."""
        if not name or is_pseudonym(name):
            return name
        pseudonym = self._cache.get((kind, name))
        if pseudonym is None:
            pseudonym = self.find_pseudonym(name, kind) or self._create_pseudonym(
                _index_key(name, kind), name, kind
            )
            self._cache[kind, name] = pseudonym
        return pseudonym

    def find_pseudonym(self, name: str, kind: str = "p") -> str | None:
        """Return the pseudonym of a name, or None if the name is unknown or erased."""
        pseudonym = self._journal.aside(_index_key(name, kind))
        return pseudonym if pseudonym and self.name_of(pseudonym) == name else None

    def name_of(self, pseudonym: str) -> str | None:
        """Return the name or text behind a pseudonym, or None if it is unknown or erased."""
        name = stored_name(self._journal.aside(pseudonym))
        if name is not None:
            self.names[pseudonym] = name
        return name

    def screen_name(self, pseudonym: str) -> str | None:
        """Return a name or text as screens show it, Anna for `Anna#3f9a2c`; None if unknown or erased."""
        name = self.names.get(pseudonym) or self.name_of(pseudonym)
        return name.partition("#")[0] if name and pseudonym.startswith("p-") else name

    def all_pseudonyms(self, who: str) -> list[str]:
        """Return all pseudonyms of a name or text. A pseudonym is returned as it is."""
        if is_pseudonym(who):
            return [who]
        return [called for kind in KINDS if (called := self._journal.aside(_index_key(who, kind)))]

    def erase(self, who: str) -> list[str]:
        """Erase a name or text for good, given by itself or by pseudonym, and return its pseudonyms.

        The chain is unchanged. The row that finds the name is deleted last, so an interrupted erasure can be
        repeated.
        """
        if is_pseudonym(who):
            name = self.name_of(who)
            pairs = [] if name is None else [(_index_key(name, who[0]), who)]
        else:
            indexes = (_index_key(who, kind) for kind in KINDS)
            pairs = [(called, index) for index in indexes if (called := self._journal.aside(index))]
        self._cache.clear()
        self.names.clear()
        for pair in pairs:
            for key in pair:
                self._journal.erase(key)
        return [next(filter(is_pseudonym, pair)) for pair in pairs]

    def pseudonymize(self, command: Command) -> Command:
        """Return a command with pseudonyms in place of all its names and free texts."""
        changes: dict[str, Any] = {}
        for kind, field in _personal_fields(type(command)):
            value = getattr(command, field)
            if isinstance(value, str):
                if value and not is_pseudonym(value):
                    changes[field] = self.pseudonym(value, kind)
            elif value:
                changes[field] = tuple(self.pseudonym(name, kind) for name in value)
        stamp = command.stamp
        if not is_pseudonym(stamp.by):
            changes["stamp"] = replace(stamp, by=self.pseudonym(stamp.by))
        return replace(command, **changes) if changes else command

    def _create_pseudonym(self, index: str, name: str, kind: str) -> str:
        """Create a pseudonym. The name is stored last, so an interruption leaves no name behind."""
        salt = secrets.token_hex(16)
        pseudonym = f"{kind}-{hashlib.sha256(f'{salt}{name}'.encode()).hexdigest()[:DIGITS]}"
        self._journal.put_aside(index, pseudonym)
        self._journal.put_aside(pseudonym, f"{salt}\n{name}")
        self.names[pseudonym] = name
        return pseudonym


def stored_name(kept: str | None) -> str | None:
    """Return the name in a stored value: it follows the salt."""
    return None if kept is None else kept.partition("\n")[2]


@cache
def _personal_fields(command: type[Command]) -> tuple[tuple[str, str], ...]:
    """Return the fields of a command that hold names or free texts, each with its kind."""
    return tuple(
        (kind, field)
        for kind, fields in (("p", NAME_FIELDS), ("t", TEXT_FIELDS))
        for field in fields
        if field in command.__struct_fields__
    )


def _index_key(name: str, kind: str) -> str:
    return f"{kind}:{hashlib.sha256(name.encode()).hexdigest()}"
