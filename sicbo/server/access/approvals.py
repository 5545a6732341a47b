"""Approvals: commands that wait for a second person, and are not recorded until that person agrees."""

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from sicbo.house.entries import CommandRequest
from sicbo.house.floor import ID_TAKEN
from sicbo.house.identity.keys import signed_fields, signed_text
from sicbo.house.identity.signatures import order_kind
from sicbo.house.log_state import LogState
from sicbo.i18n import message
from sicbo.machine.messages import Command, Stamp, encode_message
from sicbo.promotion.commands import DrawPrizes
from sicbo.server.access.required_rank import required_rank
from sicbo.server.access.sessions import RANKS, Session, StaffAccount
from sicbo.server.problems import HOUSE_CODES, Problem
from sicbo.server.schemas import staff as staff_schemas
from sicbo.server.schemas.times import iso_time
from sicbo.table.messages.chips import CountFloat, CreditFloat, FillFloat
from sicbo.table.messages.round import CorrectResult, DeclareVoid
from sicbo.tournament.messages.heats import HeatCorrectResult, HeatDeclareVoid

ALWAYS_SECONDED = (CorrectResult, HeatCorrectResult, FillFloat, CreditFloat, CountFloat)
APPROVAL_SECONDS, MOST_APPROVALS = 600, 1_000
GONE = message("approvals.gone")


class WaitingOrder(msgspec.Struct):
    """A command that one person gave and another has to approve; `second` is the person who did.

    Its id is the hash of log, account and every word of the command. `signed` says that both persons sign it.
    It waits until `ends`, in milliseconds of elapsed time like every `now` here, so that setting a clock
    cannot extend it.
    """

    id: str
    account: StaffAccount
    asked: CommandRequest
    ends: int
    signed: bool
    second: str = ""
    second_account: StaffAccount | None = None
    unapproved: CommandRequest | None = None
    """The account of the person who agreed, and the command as it was before."""

    @property
    def by(self) -> str:
        """The id of the person who gave the command."""
        return self.account.id

    def approve(self, agreed: CommandRequest, second: StaffAccount) -> None:
        """Replace the command by the one to which a second person has agreed."""
        self.unapproved, self.asked = self.asked, agreed
        self.second, self.second_account = second.id, second

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
            command=signed_fields(encode_message(self.asked.command)),
            at=iso_time(stamp.wall),
            expires_at=iso_time(stamp.wall + (self.ends - stamp.elapsed) * 1_000),
            signed=self.signed,
            may_withdraw=self.may_withdraw(session),
        )


class Approvals:
    """The commands that wait for approval.

    Approved ones are kept as long, so that a repeated request gets the same answer. A command is dropped when
    its author's account ends or gets another rank or PIN. The accounts are looked up each time, because
    another process may have changed them.
    """

    def __init__(self, accounts: Mapping[str, StaffAccount]) -> None:
        self._accounts = accounts
        self._approvals: dict[str, WaitingOrder] = {}

    @property
    def has_any(self) -> bool:
        """Whether any command waits, or was approved a short time ago."""
        return bool(self._approvals)

    def add(self, by: str, asked: CommandRequest, now: int, *, signed: bool) -> WaitingOrder:
        """Keep a command until a second person approves it; a repeated command is kept once."""
        self._expire(now)
        account = self._accounts.get(by)
        if account is None or RANKS.get(account.rank) != asked.command.stamp.rank:
            raise Problem("authority-required", message("accounts.own-changed"))
        name = _approval_id(by, asked)
        self.refuse_if_key_reused(by, asked)
        if name not in self._approvals and len(self._approvals) >= MOST_APPROVALS:
            raise Problem("busy", message("approvals.too-many"))
        ends = now + APPROVAL_SECONDS * 1_000
        kept = self._approvals.setdefault(name, WaitingOrder(name, account, asked, ends, signed))
        self.refuse_if_changed(kept)
        return kept

    def refuse_if_key_reused(self, by: str, asked: CommandRequest) -> None:
        """Refuse a command whose key belongs to a different command that waits or was approved."""
        for one in self._approvals.values():
            same_key = (one.asked.table, one.asked.command.id) == (asked.table, asked.command.id)
            if same_key and one.asked is not asked and one.id != _approval_id(by, asked):
                raise Problem(HOUSE_CODES[ID_TAKEN.clause], ID_TAKEN.message)

    def waiting_orders(self, now: int) -> list[WaitingOrder]:
        """Return the commands that have not been approved yet."""
        self._expire(now)
        return [one for one in self._approvals.values() if not one.second]

    def find(self, name: str, person: str, now: int) -> WaitingOrder:
        """Return the command with this id that waits, or that this person approved and asks for again."""
        self._expire(now)
        found = self._approvals.get(name)
        if found is None or found.second not in ("", person):
            raise Problem("not-found", GONE)
        return found

    def refuse_if_changed(self, approval: WaitingOrder) -> None:
        """Look at both accounts of an approved command again before it is recorded.

        If the author's has changed, the command is dropped; if the second person's has, it waits again.
        """
        if self._accounts.get(approval.by) != approval.account:
            self._approvals.pop(approval.id, None)
            raise Problem("not-found", GONE)
        if approval.second and self._accounts.get(approval.second) != approval.second_account:
            assert approval.unapproved is not None
            approval.asked, approval.second = approval.unapproved, ""

    def withdraw(self, approval: WaitingOrder, session: Session) -> None:
        """Withdraw a command on behalf of its author or a person of a higher rank."""
        if not approval.may_withdraw(session):
            says = message("approvals.withdraw-not-permitted")
            raise Problem("authority-required", says, required_rank=approval.account.rank)
        self._approvals.pop(approval.id, None)

    def _expire(self, now: int) -> None:
        """Drop commands that are too old, and waiting ones whose author's account has changed."""
        accounts = {one.by: self._accounts.get(one.by) for one in self._approvals.values()}
        for one in list(self._approvals.values()):
            if one.ends <= now or (not one.second and accounts[one.by] != one.account):
                del self._approvals[one.id]


def _approval_id(by: str, asked: CommandRequest) -> str:
    """Return the id under which a command of an account waits; a pseudonym does not change it."""
    return hashlib.sha256(signed_text(asked.table, by, encode_message(asked.command))).hexdigest()


def needs_second(state: Any, command: Command) -> bool:
    """Whether a command to a table, tournament or promotion needs a second person."""
    if isinstance(command, DeclareVoid | HeatDeclareVoid):
        table = state if isinstance(command, DeclareVoid) else state.table_states.get(command.table)
        return table is None or table.round is None or table.round.dice is not None
    return isinstance(command, ALWAYS_SECONDED) or (isinstance(command, DrawPrizes) and bool(command.second))


def must_wait(place: LogState, asked: CommandRequest) -> bool:
    """Whether a command waits for another person's approval, or for their signature if it is signed.

    The scrutineer of an unsigned draw approves it afterwards, knowing what was drawn.
    """
    if not needs_second(place.state, asked.command):
        return False
    if not needs_signature(place, asked):
        return not isinstance(asked.command, DrawPrizes)
    return bool(getattr(asked.command, "second", "") and len(asked.signatures) == 1)


def needs_signature(place: LogState, asked: CommandRequest) -> bool:
    """Whether the log requires the author's signature on the command."""
    return order_kind(asked) in place.founding.signed


def with_second_person(
    approval: WaitingOrder, place: LogState, session: Session, stamp: Stamp
) -> CommandRequest:
    """Return the command with its second person, who must be another person and have the required rank.

    If the command names its second person, only that person may approve it. A scrutineer needs no rank,
    because they were nominated.
    """
    command: Any = approval.asked.command
    second, named = stamp.by, command.second
    if session.person == approval.by or named not in ("", second, session.person):
        says = message("approvals.needs-another", named=bool(named))
        raise Problem("authority-required", says, required_rank="dealer")
    theirs = replace(command, stamp=stamp, second=command.stamp.by)
    wanted = required_rank(place.state, theirs, place.founding.log_kind.decide)
    if wanted is not None and not isinstance(command, DrawPrizes):
        title = place.state.rules.title(wanted)
        says = message("approvals.second-rank", title=title)
        raise Problem("authority-required", says, required_rank=title)
    first = replace(command.stamp, wall=stamp.wall, elapsed=stamp.elapsed)
    return approval.asked._replace(command=replace(command, stamp=first, second=second))
