"""Responsible gambling: the legal requirements around a table, as data, checked before each command.

Clock, session time and net result are shown everywhere. A house chooses the overlay of its jurisdiction, and
with it the limits that patrons set for themselves and the breaks that they must take.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import msgspec

from sicbo.errors import NotFound, Refusal
from sicbo.house.entries import Asked, read_entry
from sicbo.house.log_kinds import Founding
from sicbo.journal.record import Record
from sicbo.journal.store import Journal
from sicbo.table.messages.chip_commands import BuyCredits
from sicbo.table.messages.commands import BuyIn, PlaceStreak, RegisterSlip
from sicbo.table.messages.events import SlipRegistered, ValueBrought, WagersCollected, WagersPaid

MINUTE = 60_000_000
HOUR, DAY = 60 * MINUTE, 24 * 60 * MINUTE
PAUSE = 15 * MINUTE
"""The shortest pause between two slips that ends a spell of play."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


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


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A patron's own limits: the most to lose and to bring in a day, in cents, and a pending change."""

    loss: int | None = None
    deposit: int | None = None
    next_loss: int | None = None
    next_deposit: int | None = None
    waits_until: int = 0

    def at(self, wall: int) -> "Limits":
        """Return the limits in force at a time. A pending change is in force from `waits_until` on."""
        if not self.waits_until or wall < self.waits_until:
            return self
        return Limits(self.next_loss, self.next_deposit)


@dataclass(slots=True)
class Played:
    """A patron's recent play: spells of play, and the money brought and lost on each day."""

    spells: list[list[int]] = field(default_factory=list)
    table: str = ""
    brought: dict[int, int] = field(default_factory=dict)
    lost: dict[int, int] = field(default_factory=dict)

    def at(self, wall: int) -> None:
        """Count a slip at a time: it extends the current spell, or starts a new one after a pause."""
        self.spells = [spell for spell in self.spells if spell[1] > wall - 8 * DAY]
        if self.spells and wall - self.spells[-1][1] < PAUSE:
            self.spells[-1][1] = wall
        else:
            self.spells.append([wall, wall])

    def within(self, since: int) -> int:
        """Return how long the patron has played since a time."""
        return sum(max(0, end - max(begin, since)) for begin, end in self.spells)

    def without_pause(self, wall: int) -> int:
        """Return how long the patron has played without a pause."""
        last = self.spells[-1] if self.spells else [wall, wall - PAUSE]
        return last[1] - last[0] if wall - last[1] < PAUSE else 0


class Care:
    """The guard of an overlay: it follows play, and refuses commands that the overlay forbids."""

    def __init__(self, overlay: Overlay, journal: Journal) -> None:
        self.overlay, self._journal = overlay, journal
        self.played: dict[str, Played] = {}

    def __call__(self, founding: Founding, asked: Asked) -> Refusal | None:
        """Return why the overlay forbids a command now, or None if it does not."""
        command = asked.command
        if isinstance(command, RegisterSlip | PlaceStreak):
            return self._may_not_play(command.player, asked.table, command.stamp.wall)
        if isinstance(command, BuyIn | BuyCredits):
            return self._may_not_bring(command.player, command.cents, command.stamp.wall)
        return None

    def follow(self, records: Sequence[Record]) -> None:
        """Take new records into account."""
        for record in records:
            if record.number > 1:
                for event in read_entry(record.text).events:
                    self._take(record.table, event)

    def _take(self, table: str, event: object) -> None:
        if isinstance(event, SlipRegistered) and event.stakes:
            patron = self.played.setdefault(event.player, Played())
            patron.at(event.stamp.wall)
            patron.table = table
        elif isinstance(event, ValueBrought):
            _add(self.played.setdefault(event.player, Played()).brought, event.stamp.wall, event.cents)
        elif isinstance(event, WagersCollected | WagersPaid):
            patron = self.played.setdefault(event.player, Played())
            for line in event.lines:
                _add(patron.lost, event.stamp.wall, line.collected - line.winnings)

    def _may_not_play(self, player: str, table: str, wall: int) -> Refusal | None:
        patron, overlay = self.played.get(player), self.overlay
        if patron is None:
            return None
        if overlay.one_table and patron.table not in ("", table) and patron.without_pause(wall):
            says = (
                "One person plays at one table: finish at the other, and come back in a quarter of an hour."
            )
            return self._no(overlay.one_table, says)
        loss = self.limits_of(player, wall).loss
        if loss is not None and patron.lost.get(wall // DAY, 0) >= loss:
            says = f"The loss that you set for a day is reached: play again from {_tomorrow(wall)}."
            return self._no(overlay.limits, says)
        return self._pausing(patron, wall)

    def _pausing(self, patron: Played, wall: int) -> Refusal | None:
        """Refuse play during a break that is due."""
        if not patron.spells:
            return None
        last = patron.spells[-1][1]
        for one in reversed(self.overlay.breaks):
            since = last - one.within * HOUR
            played = patron.within(since) if one.within else last - patron.spells[-1][0]
            until = last + one.pause_minutes * MINUTE
            if played >= one.played * HOUR and wall < until:
                says = f"A pause is due after {one.played} hours of play: play again from {_when(until)}."
                return self._no(one.clause, says)
        return None

    def _may_not_bring(self, player: str, cents: int, wall: int) -> Refusal | None:
        most = self.limits_of(player, wall).deposit
        patron = self.played.get(player, Played())
        if most is None or patron.brought.get(wall // DAY, 0) + cents <= most:
            return None
        says = f"That is more than you set for a day: bring less, or wait until {_tomorrow(wall)}."
        return self._no(self.overlay.limits, says)

    def _no(self, clause: str, says: str) -> Refusal:
        return Refusal(f"{self.overlay.key}/{clause}", says)

    def limits_of(self, player: str, wall: int) -> Limits:
        """Return the limits of a patron that are in force at a time."""
        kept = self._journal.aside(_key(player)) if self.overlay.limits else None
        return msgspec.json.decode(kept, type=Limits).at(wall) if kept else Limits()

    def set_limits(self, player: str, loss: int | None, deposit: int | None, wall: int) -> Limits:
        """Set a patron's limits. Lower ones apply at once; higher or none apply after the overlay's delay."""
        now = self.limits_of(player, wall)
        lower = Limits(_lower(now.loss, loss), _lower(now.deposit, deposit))
        if (lower.loss, lower.deposit) != (loss, deposit):
            until = wall + self.overlay.raise_after_hours * HOUR
            lower = msgspec.structs.replace(lower, next_loss=loss, next_deposit=deposit, waits_until=until)
        self._journal.put_aside(_key(player), msgspec.json.encode(lower).decode())
        return lower

    def to_assess(self, wall: int) -> list[str]:
        """Return the patrons whom staff must assess in person, because of their long play without a pause."""
        hours = self.overlay.assess_after_hours[1]
        return sorted(
            player for player, one in self.played.items() if hours and one.without_pause(wall) >= hours * HOUR
        )


def overlay_of(key: str) -> Overlay:
    """Return an overlay by its key."""
    if key not in OVERLAYS:
        raise NotFound("overlay", key, OVERLAYS)
    return OVERLAYS[key]


def followed(care: Care, journal: Journal, logs: Iterable[str]) -> Care:
    """Let a guard follow the play that is already in the journal, and return it."""
    for log in logs:
        care.follow(list(journal.read(log)))
    return care


def _lower(now: int | None, wanted: int | None) -> int | None:
    known = [limit for limit in (now, wanted) if limit is not None]
    return min(known) if known else None


def _add(days: dict[int, int], wall: int, cents: int) -> None:
    days[wall // DAY] = days.get(wall // DAY, 0) + cents


def _key(player: str) -> str:
    return f"limits:{player}"


def _tomorrow(wall: int) -> str:
    return _when((wall // DAY + 1) * DAY)


def _when(wall: int) -> str:
    return (EPOCH + timedelta(microseconds=wall)).strftime("%d/%m/%Y %H:%M UTC")
