"""Signing: the house's hand under its notes, and the guard that wants the hand of whoever gives an order."""

from collections.abc import Sequence

from sicbo.errors import BadInput, Refusal
from sicbo.house.entries import Asked
from sicbo.house.identity.keys import Keys, check_signatures
from sicbo.house.log_kinds import Founding
from sicbo.journal.notes import Key, Vkey, read_note, read_vkey, sign, verify
from sicbo.table.messages.codec import encode
from sicbo.table.messages.commands import Perform


class HouseSigner:
    """Signs with the house's key of today, and knows every key that it ever had."""

    def __init__(self, key: Key, vkeys: Sequence[Vkey] = ()) -> None:
        self._key, self._vkeys = key, (*vkeys, key.vkey)

    @classmethod
    def of(cls, keys: Keys) -> "HouseSigner":
        """The signer of a data directory."""
        return cls(keys.house(), [read_vkey(line) for line in keys.house_vkeys()])

    def sign(self, text: str) -> str:
        """A note: the text with the house's signature under it."""
        return sign(text, self._key)

    def signed(self, note: str) -> str | None:
        """The text of a note that the house signed; None where it did not."""
        try:
            verify(note, self._vkeys)
        except BadInput:
            return None
        return read_note(note)[0]


class Guard:
    """Refuses an order that its table wants signed and that is not, by everyone whose order it is."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys

    def __call__(self, founding: Founding, asked: Asked) -> Refusal | None:
        """Why a command cannot go to the table; None where it can."""
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
    """What kind of order a command is: its tag, and the step where it performs one."""
    command = asked.command
    tag = str(command.__struct_config__.tag)
    return f"{tag}:{command.step}" if isinstance(command, Perform) else tag
