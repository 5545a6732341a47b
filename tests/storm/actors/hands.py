"""Keys and signatures of staff, for houses that require signed commands, and the guard that checks them."""

from collections.abc import Sequence
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from sicbo.errors import Refusal
from sicbo.house.entries import Asked, PersonSignature
from sicbo.house.identity.keys import check_signatures, sign_command
from sicbo.house.identity.signatures import Guard, order_of
from sicbo.house.log_kinds import SUBJECTS, Founding
from sicbo.journal.notes import Key
from sicbo.table.messages.base import Stamp
from sicbo.table.messages.codec import encode
from sicbo.table.messages.commands import Perform

SIGNED = frozenset(order for subject in SUBJECTS.values() for order in subject.privileged)


class Hands:
    """The keys of staff. A person without a key signs nothing."""

    def __init__(self, random: Random) -> None:
        self._random, self._keys = random, dict[str, Key]()
        self._guard = Guard(self)  # type: ignore[arg-type]

    def give(self, person: str) -> None:
        """Give a person a key."""
        self._keys[person] = Key(person, Ed25519PrivateKey.from_private_bytes(self._random.randbytes(32)))

    def accepted(self) -> dict[str, list[str]]:
        """The key of each person, as the house accepts it."""
        return {name: [str(key.vkey)] for name, key in self._keys.items()}

    def sign(
        self, table: str, person: str, kind: type[Any], name: str, words: dict[str, Any]
    ) -> tuple[PersonSignature, ...]:
        """Return the signatures of a command's author and second person; none if the command needs none."""
        tag = str(kind.__struct_config__.tag)
        order = f"{tag}:{words['step']}" if kind is Perform else tag
        if order not in SIGNED:
            return ()
        text = encode(kind(id=name, stamp=Stamp(person, None, 0, 0), **words))
        people = [one for one in (person, words.get("second")) if one in self._keys]
        return tuple(sign_command(self._keys[one], table, one, text) for one in people)

    def guard(self, founding: Founding, asked: Asked) -> Refusal | None:
        """Return why a command is refused for its signatures, or None."""
        return self._guard(founding, asked)

    def under(self, founding: Founding, asked: Asked, signatures: Sequence[PersonSignature]) -> bool:
        """Whether everyone who has to sign a command has signed it."""
        if order_of(asked) not in founding.signed:
            return True
        command = asked.command
        people = [one for one in (command.stamp.by, getattr(command, "second", "")) if one]
        return not check_signatures(asked.table, encode(command), signatures, people, self.accepted())
