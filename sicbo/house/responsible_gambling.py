"""Responsible gambling: the legal requirements around a table, as data, checked before each command.

Clock, session time and net result are shown everywhere. A house chooses the overlay of its jurisdiction, and
with it the limits that patrons set for themselves and the breaks that they must take.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from sicbo.errors import NotFound, Refusal
from sicbo.house.entries import CommandRequest, WrittenRecord, read_record
from sicbo.house.log_kinds import Founding
from sicbo.i18n import Message, message
from sicbo.journal.store import Journal
from sicbo.table.messages.chips import BuyCredits
from sicbo.table.messages.round import (
    BuyIn,
    RegisterSlip,
    SlipRegistered,
    ValueBrought,
    WagersCollected,
    WagersPaid,
)
from sicbo.table.messages.super_streak import PlaceStreak

MINUTE = 60_000_000
HOUR, DAY = 60 * MINUTE, 24 * 60 * MINUTE
SHORTEST_PAUSE = 15 * MINUTE
"""The shortest pause between two slips that ends a spell of play."""


@dataclass(frozen=True, slots=True)
class Break:
    """A pause that is due after hours of play within a period; `within` 0 counts play without a pause."""

    clause: str
    played: int
    within: int
    pause_minutes: int


@dataclass(frozen=True, slots=True)
class Overlay:
    """The requirements of one jurisdiction, and the law that makes them."""

    key: str
    text: str
    clock: str = ""
    session_and_net: str = ""
    limits: str = ""
    raise_after_hours: int = 0
    assess_after_hours: tuple[str, int] = ("", 0)
    one_table: str = ""
    breaks: tuple[Break, ...] = ()


OVERLAYS = {
    one.key: one
    for one in (
        Overlay(
            "nsw-2024",
            "Casino Control Regulation 2019 (NSW), as amended in 2024",
            session_and_net="31T",
            limits="31K",
            raise_after_hours=24,
            assess_after_hours=("31L", 3),
            one_table="31D",
            breaks=(Break("31L", 12, 24, 24 * 60), Break("31L", 48, 7 * 24, 7 * 24 * 60)),
        ),
        Overlay(
            "vic-2023",
            "Victoria, 2023: a break of fifteen minutes after three hours of play",
            session_and_net="net and time",
            breaks=(Break("break after three hours", 3, 0, 15),),
        ),
        Overlay(
            "macau-clock",
            "Macau, 2024: a clock on the screen of every player at an electronic table",
            clock="clock",
        ),
    )
}


class PatronLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A patron's own limits: the most to lose and to bring in a day, in cents, and a pending change."""

    loss: int | None = None
    deposit: int | None = None
    next_loss: int | None = None
    next_deposit: int | None = None
    waits_until: int = 0

    def in_force_at(self, wall: int) -> "PatronLimits":
        """Return the limits in force at a time. A pending change is in force from `waits_until` on."""
        if not self.waits_until or wall < self.waits_until:
            return self
        return PatronLimits(self.next_loss, self.next_deposit)


@dataclass(slots=True)
class PlayHistory:
    """A patron's recent play: spells of play, and the money brought and lost on each day."""

    spells: list[list[int]] = field(default_factory=list)
    table: str = ""
    brought: dict[int, int] = field(default_factory=dict)
    lost: dict[int, int] = field(default_factory=dict)

    def add_slip(self, wall: int) -> None:
        """Count a slip at a time: it extends the current spell, or starts a new one after a pause."""
        self.spells = [spell for spell in self.spells if spell[1] > wall - 8 * DAY]
        if self.spells and wall - self.spells[-1][1] < SHORTEST_PAUSE:
            self.spells[-1][1] = wall
        else:
            self.spells.append([wall, wall])

    def time_played_since(self, since: int) -> int:
        """Return how long the patron has played since a time."""
        return sum(max(0, end - max(begin, since)) for begin, end in self.spells)

    def time_without_pause(self, wall: int) -> int:
        """Return how long the patron has played without a pause."""
        last = self.spells[-1] if self.spells else [wall, wall - SHORTEST_PAUSE]
        return last[1] - last[0] if wall - last[1] < SHORTEST_PAUSE else 0


class ResponsibleGambling:
    """The guard of an overlay: it follows play, and refuses commands that the overlay forbids."""

    def __init__(self, overlay: Overlay, journal: Journal) -> None:
        self.overlay, self._journal = overlay, journal
        self.patrons: dict[str, PlayHistory] = {}

    def __call__(self, founding: Founding, request: CommandRequest) -> Refusal | None:
        """Return why the overlay forbids a command now, or None if it does not."""
        command = request.command
        if isinstance(command, RegisterSlip | PlaceStreak):
            return self._refuse_play(command.player, request.table, command.stamp.wall)
        if isinstance(command, BuyIn | BuyCredits):
            return self._refuse_deposit(command.player, command.cents, command.stamp.wall)
        return None

    def follow(self, written: Iterable[WrittenRecord]) -> None:
        """Take new records into account."""
        for one in written:
            for event in one.events:
                self._apply_event(one.record.table, event)

    def _apply_event(self, table: str, event: object) -> None:
        if isinstance(event, SlipRegistered) and event.stakes:
            patron = self.patrons.setdefault(event.player, PlayHistory())
            patron.add_slip(event.stamp.wall)
            patron.table = table
        elif isinstance(event, ValueBrought):
            _add_to_day(
                self.patrons.setdefault(event.player, PlayHistory()).brought, event.stamp.wall, event.cents
            )
        elif isinstance(event, WagersCollected | WagersPaid):
            patron = self.patrons.setdefault(event.player, PlayHistory())
            for line in event.lines:
                _add_to_day(patron.lost, event.stamp.wall, line.collected - line.winnings)

    def _refuse_play(self, player: str, table: str, wall: int) -> Refusal | None:
        patron, overlay = self.patrons.get(player), self.overlay
        if patron is None:
            return None
        if overlay.one_table and patron.table not in ("", table) and patron.time_without_pause(wall):
            says = message("responsible-gambling.other-table")
            return self._refusal(overlay.one_table, says)
        loss = self.limits_of(player, wall).loss
        if loss is not None and patron.lost.get(wall // DAY, 0) >= loss:
            says = message("responsible-gambling.loss-limit", until=_next_day(wall))
            return self._refusal(overlay.limits, says)
        return self._refuse_during_break(patron, wall)

    def _refuse_during_break(self, patron: PlayHistory, wall: int) -> Refusal | None:
        """Refuse play during a break that is due."""
        if not patron.spells:
            return None
        last = patron.spells[-1][1]
        for one in reversed(self.overlay.breaks):
            since = last - one.within * HOUR
            played = patron.time_played_since(since) if one.within else last - patron.spells[-1][0]
            until = last + one.pause_minutes * MINUTE
            if played >= one.played * HOUR and wall < until:
                says = message("responsible-gambling.break-due", hours=one.played, until=until)
                return self._refusal(one.clause, says)
        return None

    def _refuse_deposit(self, player: str, cents: int, wall: int) -> Refusal | None:
        most = self.limits_of(player, wall).deposit
        patron = self.patrons.get(player, PlayHistory())
        if most is None or patron.brought.get(wall // DAY, 0) + cents <= most:
            return None
        says = message("responsible-gambling.deposit-limit", until=_next_day(wall))
        return self._refusal(self.overlay.limits, says)

    def _refusal(self, clause: str, says: Message) -> Refusal:
        return Refusal(f"{self.overlay.key}/{clause}", says)

    def limits_of(self, player: str, wall: int) -> PatronLimits:
        """Return the limits of a patron that are in force at a time."""
        kept = self._journal.aside(_limits_key(player)) if self.overlay.limits else None
        return msgspec.json.decode(kept, type=PatronLimits).in_force_at(wall) if kept else PatronLimits()

    def set_limits(self, player: str, loss: int | None, deposit: int | None, wall: int) -> PatronLimits:
        """Set a patron's limits. Lower ones apply at once; higher or none apply after the overlay's delay."""
        now = self.limits_of(player, wall)
        lower = PatronLimits(_lower_limit(now.loss, loss), _lower_limit(now.deposit, deposit))
        if (lower.loss, lower.deposit) != (loss, deposit):
            until = wall + self.overlay.raise_after_hours * HOUR
            lower = msgspec.structs.replace(lower, next_loss=loss, next_deposit=deposit, waits_until=until)
        self._journal.put_aside(_limits_key(player), msgspec.json.encode(lower).decode())
        return lower

    def patrons_to_assess(self, wall: int) -> list[str]:
        """Return the patrons whom staff must assess in person, because of their long play without a pause."""
        hours = self.overlay.assess_after_hours[1]
        return sorted(
            player
            for player, one in self.patrons.items()
            if hours and one.time_without_pause(wall) >= hours * HOUR
        )


def overlay_of(key: str) -> Overlay:
    """Return an overlay by its key."""
    if key not in OVERLAYS:
        raise NotFound("overlay", key, OVERLAYS)
    return OVERLAYS[key]


def with_past_play(
    gambling: ResponsibleGambling, journal: Journal, logs: Iterable[str]
) -> ResponsibleGambling:
    """Let a guard follow the play that is already in the journal, and return it."""
    for log in logs:
        gambling.follow(map(read_record, journal.read(log)))
    return gambling


def _lower_limit(now: int | None, requested: int | None) -> int | None:
    known = [limit for limit in (now, requested) if limit is not None]
    return min(known) if known else None


def _add_to_day(days: dict[int, int], wall: int, cents: int) -> None:
    days[wall // DAY] = days.get(wall // DAY, 0) + cents


def _limits_key(player: str) -> str:
    return f"limits:{player}"


def _next_day(wall: int) -> int:
    return (wall // DAY + 1) * DAY
