"""The registers that the regulations require, from the journal: incidents, disputes, refused claims and more.

A row is one event: when, in which log, who did what under which clause, and how long after the matter began.
Names and free texts are shown if they are known and not erased.
"""

import csv
import io
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from sicbo.errors import NotFound
from sicbo.game.money import money
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import key_of
from sicbo.house.export.files import escaped
from sicbo.house.export.readers import Readable, chain_of, entry_of
from sicbo.house.identity.pseudonyms import is_veiled
from sicbo.journal.record import Record

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
REGISTERS: dict[str, tuple[str, ...]] = {
    "incidents": (
        *("fault-reported", "person-notified", "fault-rectified", "round-voided", "result-corrected"),
        *("promotion-postponed", "promotion-resumed", "promotion-cancelled"),
        *("spin-voided", "spin-corrected", "tournament-cancelled"),
    ),
    "disputes": (
        *("dispute-raised", "dispute-decided", "review-requested"),
        *("complaint-raised", "complaint-decided"),
        *("tournament-dispute-raised", "tournament-dispute-decided"),
    ),
    "refused-claims": ("claim-refused",),
    "exclusions": (
        *("offence-recorded", "player-sanctioned", "exclusion-lifted", "detention-ended"),
        *("entrant-barred", "entry-refused", "phone-used", "penalty-imposed", "entrant-out"),
    ),
    "withheld": ("winnings-withheld", "winnings-freed", "suspense-determined", "wagers-forfeited"),
    "limits": ("limits-changed", "limits-agreed", "notice-given", "notice-withdrawn", "table-closed"),
    "regulator": (
        *("promotion-terms-requested", "promotion-terms-sent", "promotion-amended", "inspector-told"),
        *("promotion-published", "prizes-drawn", "draw-confirmed", "winner-notified"),
        *("tournament-published", "regulator-advised", "prizes-awarded"),
    ),
}
"""The tags of the events in each register."""
ONLY = {"entrant-out": ("how", "disqualified")}
"""Events that are in a register only if a field has a value: a player who loses or leaves is not listed."""
BEGINS = {
    "person-notified": ("fault-reported", "fault"),
    "fault-rectified": ("fault-reported", "fault"),
    "dispute-decided": ("dispute-raised", "dispute"),
    "review-requested": ("dispute-raised", "dispute"),
    "complaint-decided": ("complaint-raised", "complaint"),
    "tournament-dispute-decided": ("tournament-dispute-raised", "dispute"),
    "regulator-advised": ("tournament-published", ""),
    "inspector-told": ("promotion-cancelled", ""),
    "promotion-resumed": ("promotion-postponed", ""),
    "promotion-terms-sent": ("promotion-terms-requested", "request"),
    "winner-notified": ("prizes-drawn", ""),
    "suspense-determined": ("winnings-withheld", "player"),
    "exclusion-lifted": ("player-sanctioned", "player"),
    "detention-ended": ("player-sanctioned", "player"),
}
"""The event that began the matter of another event, and the field that identifies the matter."""
NAMED_BY_COMMAND = (
    *("dispute-raised", "complaint-raised", "tournament-dispute-raised"),
    "promotion-terms-requested",
)
OF_ITSELF = ("stamp", "clause", "command", "type")
LONGEST = 400

Meant = Callable[[str], str | None]


class Entered(NamedTuple):
    """One row of a register: `after` is seconds since the matter began, `says` the fields of the event."""

    register: str
    day: str
    at: str
    log: str
    record: int
    what: str
    by: str
    rank: str
    clause: str
    after: int | None
    says: str


def registers(journal: Readable, meant: Meant = lambda name: None, day: str = "") -> Iterator[Entered]:
    """Yield the rows of all registers, log by log, of one gaming day or of all."""
    for log in sorted(journal.heads()):
        for row in _of(journal, log, meant):
            if day in ("", row.day):
                yield row


def _of(journal: Readable, log: str, meant: Meant) -> Iterator[Entered]:
    gaming_day, begun, won = "", dict[tuple[str, str], int](), list[Any]()
    for record in chain_of(journal, log):
        for event in entry_of(record).events:
            tag = str(event.__struct_config__.tag)
            if tag == "gaming-day-begun":
                gaming_day = event.day
            _keep_winners(tag, event, won)
            for register, tags in REGISTERS.items():
                if tag in tags and _belongs(tag, event):
                    day = gaming_day or _moment(record.wall).date().isoformat()
                    row = _row(register, day, record, event, meant, _after(tag, event, begun))
                    award = getattr(event, "award", None)
                    yield row if award is None else _with_winner(row, won[award], meant)


def _keep_winners(tag: str, event: Any, won: list[Any]) -> None:
    """Record the present winner of each award of a promotion."""
    if tag == "prizes-drawn":
        won[:] = event.won
    elif tag == "prize-won-by-dice":
        won.append(event.won)
    elif tag == "prize-redrawn":
        won[event.award] = event.won


def _with_winner(row: Entered, won: Any, meant: Meant) -> Entered:
    """Add the winner and the prize to a row about an award."""
    who = (meant(won.player) or won.player).partition("#")[0]
    return row._replace(says=f"winner: {who}, {won.prize}; {row.says}")


def _belongs(tag: str, event: Any) -> bool:
    """Whether an event with this tag belongs in its register."""
    field, value = ONLY.get(tag, ("", None))
    return not field or getattr(event, field) == value


def _after(tag: str, event: Any, begun: dict[tuple[str, str], int]) -> int | None:
    """Return the seconds since the matter began, and remember an event that begins one."""
    before, name = BEGINS.get(tag, ("", ""))
    matter = event.command if tag in NAMED_BY_COMMAND else ""
    for kind, field in BEGINS.values():
        if kind == tag:
            begun[tag, matter or str(getattr(event, field, ""))] = event.stamp.wall
    since = begun.get((before, str(getattr(event, name, ""))))
    return None if since is None else (event.stamp.wall - since) // 1_000_000


def _amount(name: str, of: object) -> str:
    """Return a field of money as people write it, or an empty text for any other field."""
    return money(getattr(of, name)) if name == "cents" else ""


def _row(register: str, day: str, record: Record, event: Any, meant: Meant, after: int | None) -> Entered:
    def shown(value: object) -> str:
        if isinstance(value, str):
            return (meant(value) or value) if is_veiled(value) else value
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple | list):
            return ", ".join(map(shown, value))
        fields = getattr(value, "__struct_fields__", ())
        return " ".join(_amount(name, value) or shown(getattr(value, name)) for name in fields) or str(value)

    stamp = event.stamp
    said = [
        f"{name}: {text[:LONGEST]}"
        for name in event.__struct_fields__
        if name not in OF_ITSELF
        and name != "terms"
        and (text := shown(getattr(event, name))) not in ("", "None")
    ]
    rank = key_of(Rank(stamp.rank)) if stamp.rank else ""
    at = _moment(stamp.wall).isoformat(timespec="seconds")
    what = str(event.__struct_config__.tag)
    return Entered(
        register,
        day,
        at,
        record.table,
        record.number,
        what,
        shown(stamp.by),
        rank,
        event.clause,
        after,
        "; ".join(said),
    )


def _moment(wall: int) -> datetime:
    return EPOCH + timedelta(microseconds=wall)


def as_csv(rows: Iterator[Entered]) -> str:
    """Return rows as CSV without cells that a spreadsheet runs as formulas."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(Entered._fields)
    for row in rows:
        writer.writerow(escaped(cell) if isinstance(cell, str) else cell for cell in row)
    return out.getvalue()


def only(rows: Iterator[Entered], register: str) -> Iterator[Entered]:
    """Return the rows of one register, or all rows if no register is named."""
    if register and register not in REGISTERS:
        raise NotFound("register", register, REGISTERS)
    return (row for row in rows if register in ("", row.register))


def kept_by_law(journal: Readable) -> dict[str, str]:
    """Return the pseudonyms that must not be erased, those of refused claims, with the clause for each."""
    kept = {}
    for log in journal.heads():
        for record in chain_of(journal, log):
            for event in entry_of(record).events:
                if event.__struct_config__.tag == "claim-refused" and event.kept:
                    for name in (event.name, event.place, event.reason, event.won.player):
                        kept[name] = event.clause
    return kept
