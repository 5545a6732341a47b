"""Signatures: the house signs its notes, and a guard requires the signatures of people on their orders."""

from collections.abc import Sequence

from sicbo.errors import BadInput, Refusal
from sicbo.house.entries import Asked
from sicbo.house.identity.keys import Keys, check_signatures
from sicbo.house.log_kinds import Founding
from sicbo.journal.notes import Key, Vkey, read_note, read_vkey, sign, verify
from sicbo.table.messages.codec import encode
from sicbo.table.messages.commands import Perform


class HouseSigner:
    """Signs with the house's current key, and accepts every key that the house has had."""

    def __init__(self, key: Key, vkeys: Sequence[Vkey] = ()) -> None:
        self._key, self._vkeys = key, (*vkeys, key.vkey)

    @classmethod
    def of(cls, keys: Keys) -> "HouseSigner":
        """Return the signer of a data directory."""
        return cls(keys.house(), [read_vkey(line) for line in keys.house_vkeys()])

    def sign(self, text: str) -> str:
        """Return a note: the text with the house's signature under it."""
        return sign(text, self._key)

    def signed(self, note: str) -> str | None:
        """Return the text of a note that the house signed, or None if it did not sign it."""
        try:
            verify(note, self._vkeys)
        except BadInput:
            return None
        return read_note(note)[0]


class Guard:
    """Refuses an order that needs signatures unless everyone who gives it has signed."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys

    def __call__(self, founding: Founding, asked: Asked) -> Refusal | None:
        """Return why a command is refused, or None if its signatures are right."""
        command, wanted = asked.command, order_of(asked) in founding.signed
        if not wanted and not asked.signatures:
            return None
        people = (command.stamp.by, getattr(command, "second", ""))
        needed = [person for person in people if wanted and person]
        wrong = check_signatures(
            asked.table, encode(command), asked.signatures, needed, self._keys.accepted()
        )
        return Refusal("house/signatures", wrong) if wrong else None


def order_of(asked: Asked) -> str:
    """Return the kind of an order: its tag, with the step if it performs one."""
    command = asked.command
    tag = str(command.__struct_config__.tag)
    return f"{tag}:{command.step}" if isinstance(command, Perform) else tag
