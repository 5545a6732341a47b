"""Keys and signatures of staff, for houses that require signed commands, and the guard that checks them."""

from collections.abc import Sequence
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from sicbo.errors import Refusal
from sicbo.house.entries import CommandRequest, PersonSignature
from sicbo.house.identity.keys import check_signatures, sign_command
from sicbo.house.identity.signatures import SignatureGuard, order_kind
from sicbo.house.log_kinds import LOG_KINDS, Founding
from sicbo.journal.notes import SigningKey
from sicbo.machine.messages import Stamp, encode_message

SIGNED_COMMANDS = frozenset(order for subject in LOG_KINDS.values() for order in subject.signed_orders)


class StaffKeys:
    """The keys of staff. A person without a key signs nothing."""

    def __init__(self, random: Random) -> None:
        self._random, self._keys = random, dict[str, SigningKey]()
        self._guard = SignatureGuard(self)  # type: ignore[arg-type]

    def add_key(self, person: str) -> None:
        """Give a person a key."""
        self._keys[person] = SigningKey(
            person, Ed25519PrivateKey.from_private_bytes(self._random.randbytes(32))
        )

    def accepted_keys(self) -> dict[str, list[str]]:
        """The key of each person, as the house accepts it."""
        return {name: [str(key.vkey)] for name, key in self._keys.items()}

    def sign(
        self, table: str, person: str, kind: type[Any], name: str, words: dict[str, Any]
    ) -> tuple[PersonSignature, ...]:
        """Return the signatures of a command's author and second person; none if the command needs none."""
        tag = str(kind.__struct_config__.tag)
        order = f"{tag}:{words['step']}" if "step" in words else tag
        if order not in SIGNED_COMMANDS:
            return ()
        text = encode_message(kind(id=name, stamp=Stamp(person, None, 0, 0), **words))
        people = [one for one in (person, words.get("second")) if one in self._keys]
        return tuple(sign_command(self._keys[one], table, one, text) for one in people)

    def refuse_if_unsigned(self, founding: Founding, asked: CommandRequest) -> Refusal | None:
        """Return why a command is refused for its signatures, or None."""
        return self._guard(founding, asked)

    def is_signed(
        self, founding: Founding, asked: CommandRequest, signatures: Sequence[PersonSignature]
    ) -> bool:
        """Whether everyone who has to sign a command has signed it."""
        if order_kind(asked) not in founding.signed:
            return True
        command = asked.command
        people = [one for one in (command.stamp.by, getattr(command, "second", "")) if one]
        return not check_signatures(
            asked.table, encode_message(command), signatures, people, self.accepted_keys()
        )
