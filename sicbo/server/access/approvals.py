"""Approvals: commands that wait for a second person, and are not recorded until that person agrees."""

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from sicbo.house.entries import Asked
from sicbo.house.floor import OTHER_CONTENT
from sicbo.house.identity.keys import intent, said_in
from sicbo.house.identity.signatures import order_of
from sicbo.house.log_state import Place
from sicbo.promotion.commands import DrawPrizes
from sicbo.server.access.required_rank import rank_wanted
from sicbo.server.access.sessions import RANKS, Session, Staff
from sicbo.server.problems import HOUSE_CODES, Problem
from sicbo.server.schemas import staff as staff_schemas
from sicbo.server.schemas.times import when
from sicbo.table.messages.base import Command, Stamp
from sicbo.table.messages.chip_commands import CountFloat, CreditFloat, FillFloat
from sicbo.table.messages.codec import encode
from sicbo.table.messages.commands import CorrectResult, DeclareVoid
from sicbo.tournament.messages.spins import CorrectSpin

ALWAYS = (CorrectResult, FillFloat, CreditFloat, CountFloat, CorrectSpin)
APPROVAL_SECONDS, MOST_APPROVALS = 600, 1_000
GONE = "Nothing of that name waits, or no longer: look at the list again."


class Approval(msgspec.Struct):
    """A command that one person gave and another has to approve; `second` is the person who did.

    Its id is the hash of what a person signs for it: log, author and every word of the command. `signed` says
    that both persons sign it. It waits until `ends`, in milliseconds of elapsed time like every `now` here,
    so that setting a clock cannot extend it.
    """

    id: str
    account: Staff
    asked: Asked
    ends: int
    signed: bool
    second: str = ""

    @property
    def by(self) -> str:
        """The id of the person who gave the command."""
        return self.account.id

    def may_withdraw(self, session: Session) -> bool:
        """Whether a session may withdraw the command: its author may, and persons of a higher rank."""
        higher = RANKS.get(session.rank, 0) > RANKS[self.account.rank]
        return bool(session.rank) and (session.person == self.by or higher)

    def shape(self, session: Session) -> staff_schemas.ApprovalShape:
        """Return the JSON form for a session, without the seed of a draw."""
        stamp = self.asked.command.stamp
        return staff_schemas.ApprovalShape(
            approval=self.id,
            table=self.asked.table,
            by=self.by,
            command=said_in(encode(self.asked.command)),
            at=when(stamp.wall),
            expires_at=when(stamp.wall + (self.ends - stamp.elapsed) * 1_000),
            signed=self.signed,
            may_withdraw=self.may_withdraw(session),
        )


class Approvals:
    """The commands that wait for approval.

    Approved ones are kept as long, so that a repeated request gets the same answer. A command is dropped when
    its author's account ends or gets another rank or PIN. The accounts are looked up each time, because
    another process may have changed them.
    """

    def __init__(self, accounts: Mapping[str, Staff]) -> None:
        self._accounts = accounts
        self._kept: dict[str, Approval] = {}

    def wait(self, by: str, asked: Asked, now: int, *, signed: bool) -> Approval:
        """Keep a command until a second person approves it; a repeated command is kept once."""
        self._expire(now)
        account = self._accounts.get(by)
        if account is None or RANKS.get(account.rank) != asked.command.stamp.rank:
            raise Problem("authority-required", "Your account has changed: look at it, then ask again.")
        said = intent(asked.table, asked.command.stamp.by, encode(asked.command))
        name = hashlib.sha256(said).hexdigest()
        self._refuse_other_words(name, asked)
        if name not in self._kept and len(self._kept) >= MOST_APPROVALS:
            raise Problem("busy", "Too much waits for a second person: decide on some of it first.")
        ends = now + APPROVAL_SECONDS * 1_000
        return self._kept.setdefault(name, Approval(name, account, asked, ends, signed))

    def _refuse_other_words(self, name: str, asked: Asked) -> None:
        """Refuse a command whose key belongs to a different command that waits or was approved."""
        key = (asked.table, asked.command.id)
        for one in self._kept.values():
            if (one.asked.table, one.asked.command.id) == key and one.id != name:
                raise Problem(HOUSE_CODES[OTHER_CONTENT.clause], OTHER_CONTENT.says)

    def waiting(self, now: int) -> list[Approval]:
        """Return the commands that have not been approved yet."""
        self._expire(now)
        return [one for one in self._kept.values() if not one.second]

    def one(self, name: str, person: str, now: int) -> Approval:
        """Return the command with this id that waits, or that this person approved and asks for again."""
        self._expire(now)
        found = self._kept.get(name)
        if found is None or found.second not in ("", person):
            raise Problem("not-found", GONE)
        return found

    def refuse_if_changed(self, approval: Approval) -> None:
        """Drop an approved command that was not recorded, if its author's account has changed since."""
        if self._accounts.get(approval.by) != approval.account:
            self._kept.pop(approval.id, None)
            raise Problem("not-found", GONE)

    def withdraw(self, approval: Approval, session: Session) -> None:
        """Withdraw a command on behalf of its author or a person of a higher rank."""
        if not approval.may_withdraw(session):
            says = "Only the person who gave this order, or a person of a higher rank, can withdraw it."
            raise Problem("authority-required", says, required_rank=approval.account.rank)
        self._kept.pop(approval.id, None)

    def _expire(self, now: int) -> None:
        """Drop commands that are too old, and waiting ones whose author's account has changed."""
        accounts = {one.by: self._accounts.get(one.by) for one in self._kept.values()}
        for one in list(self._kept.values()):
            if one.ends <= now or (not one.second and accounts[one.by] != one.account):
                del self._kept[one.id]


def needs_second(state: Any, command: Command) -> bool:
    """Whether a command to a table, tournament or promotion needs a second person."""
    if isinstance(command, DeclareVoid):
        return state.round is None or state.round.dice is not None
    return isinstance(command, ALWAYS) or (isinstance(command, DrawPrizes) and bool(command.second))


def waits(place: Place, asked: Asked) -> bool:
    """Whether a command waits for another person's approval, or for their signature if it is signed.

    The scrutineer of an unsigned draw approves it afterwards, knowing what was drawn.
    """
    if not needs_second(place.state, asked.command):
        return False
    if not signs(place, asked):
        return not isinstance(asked.command, DrawPrizes)
    return bool(getattr(asked.command, "second", "") and len(asked.signatures) == 1)


def signs(place: Place, asked: Asked) -> bool:
    """Whether the log requires the author's signature on the command."""
    return order_of(asked) in place.founding.signed


def seconded(approval: Approval, place: Place, session: Session, stamp: Stamp) -> Asked:
    """Return the command with its second person, who must be another person and have the required rank.

    If the command names its second person, only that person may approve it. A scrutineer needs no rank,
    because they were nominated.
    """
    command: Any = approval.asked.command
    second, named = stamp.by, command.second
    if session.person == approval.by or named not in ("", second, session.person):
        says = f"{'The person it names' if named else 'Another person'} has to agree: this needs two persons."
        raise Problem("authority-required", says, required_rank="dealer")
    theirs = replace(command, stamp=stamp, second=command.stamp.by)
    wanted = rank_wanted(place.state, theirs, place.founding.subject.decide)
    if wanted is not None and not isinstance(command, DrawPrizes):
        title = place.state.rules.title(wanted)
        says = f"The second person is of this rank or above too: {title}."
        raise Problem("authority-required", says, required_rank=title)
    first = replace(command.stamp, wall=stamp.wall, elapsed=stamp.elapsed)
    return approval.asked._replace(command=replace(command, stamp=first, second=second))
