"""Approvals: commands that wait for a second person. Nothing is written until somebody else agrees."""

import hashlib
from typing import Any

import msgspec
from msgspec.structs import replace

from sicbo.house.entries import Asked
from sicbo.house.keys import intent, said_in
from sicbo.house.places import Place
from sicbo.house.signing import order_of
from sicbo.promotion.commands import DrawPrizes
from sicbo.server import desk_shapes
from sicbo.server.authority import rank_wanted
from sicbo.server.chronicle import when
from sicbo.server.problems import Problem
from sicbo.server.sessions import Session
from sicbo.table.chip_commands import CountFloat, CreditFloat, FillFloat
from sicbo.table.codec import encode
from sicbo.table.commands import CorrectResult, DeclareVoid
from sicbo.table.messages import Command, Stamp
from sicbo.tournament.spin_messages import CorrectSpin

ALWAYS = (CorrectResult, FillFloat, CreditFloat, CountFloat, CorrectSpin)
APPROVAL_SECONDS, MOST_APPROVALS = 600, 1_000


class Approval(msgspec.Struct):
    """A command that one person gave and another has to agree to; `second` did.

    It is named by the hash of what a person signs for it: log, who, and every word of the command.
    `signed` says that both of them sign it.
    """

    id: str
    by: str
    asked: Asked
    ends: int
    signed: bool
    second: str = ""

    def shape(self) -> desk_shapes.ApprovalShape:
        """As a desk shows it: never with the seed of a draw."""
        return desk_shapes.ApprovalShape(
            approval=self.id,
            table=self.asked.table,
            by=self.by.partition("#")[0],
            command=said_in(encode(self.asked.command)),
            at=when(self.asked.command.stamp.wall),
            expires_at=when(self.ends),
            signed=self.signed,
        )


class Approvals:
    """Everything that waits, and for as long what was agreed to, so that asking again is answered alike."""

    def __init__(self) -> None:
        self._kept: dict[str, Approval] = {}

    def wait(self, by: str, asked: Asked, now: int, *, signed: bool) -> Approval:
        """Keep a command until somebody else agrees; the same one waits once."""
        self._expire(now)
        said = intent(asked.table, asked.command.stamp.by, encode(asked.command))
        name = hashlib.sha256(said).hexdigest()
        if name not in self._kept and len(self._kept) >= MOST_APPROVALS:
            raise Problem("busy", "Too much waits for a second person: decide on some of it first.")
        ends = now + APPROVAL_SECONDS * 1_000_000
        return self._kept.setdefault(name, Approval(name, by, asked, ends, signed))

    def waiting(self, now: int) -> list[Approval]:
        """What nobody has agreed to yet."""
        self._expire(now)
        return [one for one in self._kept.values() if not one.second]

    def one(self, name: str, person: str, now: int) -> Approval:
        """What waits under this name; or what this very person agreed to, who asks again."""
        self._expire(now)
        found = self._kept.get(name)
        if found is None or found.second not in ("", person):
            raise Problem("not-found", "Nothing of that name waits, or no longer: look at the list again.")
        return found

    def drop(self, name: str) -> None:
        """Nobody will agree to it."""
        self._kept.pop(name, None)

    def _expire(self, now: int) -> None:
        for name in [one.id for one in self._kept.values() if one.ends <= now]:
            del self._kept[name]


def needs_second(state: Any, command: Command) -> bool:
    """Whether a command to a table, tournament or promotion needs another person."""
    if isinstance(command, DeclareVoid):
        return state.round is None or state.round.dice is not None
    return isinstance(command, ALWAYS) or (isinstance(command, DrawPrizes) and bool(command.second))


def waits(place: Place, asked: Asked) -> bool:
    """Whether a command has to wait for another person's own word: their signature, where it is signed.

    The scrutineer of a draw that is not signed gives theirs afterwards, for what was drawn.
    """
    if not needs_second(place.state, asked.command):
        return False
    if not signs(place, asked):
        return not isinstance(asked.command, DrawPrizes)
    return bool(getattr(asked.command, "second", "") and len(asked.signatures) == 1)


def signs(place: Place, asked: Asked) -> bool:
    """Whether the log wants the command signed by whoever gives it."""
    return order_of(asked) in place.founding.signed


def seconded(approval: Approval, place: Place, session: Session, stamp: Stamp) -> Asked:
    """The command with its second person, who is another one, the one it names, and of its rank too.

    A scrutineer needs no rank: they were nominated.
    """
    command: Any = approval.asked.command
    second, named = stamp.by, command.second
    if session.person == approval.by or named not in ("", second, session.person):
        says = f"{'The person it names' if named else 'Somebody else'} has to agree: this needs two persons."
        raise Problem("authority-required", says, required_rank="dealer")
    theirs = replace(command, stamp=stamp, second=command.stamp.by)
    wanted = rank_wanted(place.state, theirs, place.founding.subject.decide)
    if wanted is not None and not isinstance(command, DrawPrizes):
        title = place.state.rules.title(wanted)
        says = f"The second person is of this rank or above too: {title}."
        raise Problem("authority-required", says, required_rank=title)
    first = replace(command.stamp, wall=stamp.wall, elapsed=stamp.elapsed)
    return approval.asked._replace(command=replace(command, stamp=first, second=second))
