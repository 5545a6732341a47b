"""Signatures: the house signs its notes, and a guard requires the signatures of people on their orders."""

from collections.abc import Sequence

from sicbo.errors import BadInput, Refusal
from sicbo.house.entries import CommandRequest
from sicbo.house.identity.keys import Keys, check_signatures
from sicbo.house.log_kinds import Founding
from sicbo.journal.notes import SigningKey, Vkey, read_note, read_vkey, sign_note, verify_note
from sicbo.machine.messages import encode_message, tag_of


class HouseSigner:
    """Signs with the house's current key, and accepts every key that the house has had."""

    def __init__(self, key: SigningKey, vkeys: Sequence[Vkey] = ()) -> None:
        self._key, self._vkeys = key, (*vkeys, key.vkey)

    @classmethod
    def from_keys(cls, keys: Keys) -> "HouseSigner":
        """Return the signer of a data directory."""
        return cls(keys.house_key(), [read_vkey(line) for line in keys.house_vkeys()])

    def sign(self, text: str) -> str:
        """Return a note: the text with the house's signature under it."""
        return sign_note(text, self._key)

    def verified_text(self, note: str) -> str | None:
        """Return the text of a note that the house signed, or None if it did not sign it."""
        try:
            verify_note(note, self._vkeys)
        except BadInput:
            return None
        return read_note(note)[0]


class SignatureGuard:
    """Refuses an order that needs signatures unless everyone who gives it has signed."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys

    def __call__(self, founding: Founding, request: CommandRequest) -> Refusal | None:
        """Return why a command is refused, or None if its signatures are right."""
        command, is_privileged = request.command, order_kind(request) in founding.signed
        if not is_privileged and not request.signatures:
            return None
        people = (command.stamp.by, getattr(command, "second", ""))
        needed = [person for person in people if is_privileged and person]
        wrong = check_signatures(
            request.table, encode_message(command), request.signatures, needed, self._keys.accepted_keys()
        )
        return Refusal("house/signatures", wrong) if wrong else None


def order_kind(request: CommandRequest) -> str:
    """Return the kind of an order: its tag, with the step if it performs one."""
    command = request.command
    tag = tag_of(type(command))
    step = getattr(command, "step", "")
    return f"{tag}:{step}" if step else tag
