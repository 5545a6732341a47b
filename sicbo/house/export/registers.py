"""The registers that the regulations require, from the journal: incidents, disputes, refused claims and more.

A row is one event: when, in which log, who did what under which clause, and how long after the matter began.
Names and free texts are shown if they are known and not erased.
"""

import csv
import io
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

from sicbo.errors import NotFound
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import enum_key
from sicbo.house.export.files import escape_formula
from sicbo.house.export.readers import JournalReader, checked_records, entry_of, founding_of
from sicbo.house.identity.pseudonyms import is_pseudonym
from sicbo.i18n import Message, money
from sicbo.journal.record import Record
from sicbo.machine.log_kind import as_one_message

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
REGISTERS: dict[str, tuple[str, ...]] = {
    "incidents": (
        *("fault-reported", "person-notified", "fault-rectified", "round-voided", "result-corrected"),
        *("promotion-postponed", "promotion-resumed", "promotion-cancelled"),
        *("heat-fault-reported", "heat-person-notified", "heat-fault-rectified"),
        *("heat-round-voided", "heat-result-corrected", "tournament-cancelled"),
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
CONDITIONS = {"entrant-out": ("how", "disqualified")}
"""Events that are in a register only if a field has a value: a player who loses or leaves is not listed."""
STARTED_BY = {
    "person-notified": ("fault-reported", "fault"),
    "fault-rectified": ("fault-reported", "fault"),
    "heat-person-notified": ("heat-fault-reported", "fault"),
    "heat-fault-rectified": ("heat-fault-reported", "fault"),
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
OMITTED_FIELDS = ("stamp", "clause", "command", "type", "terms")
LONGEST = 400

NameOf = Callable[[str], str | None]


class RegisterRow(NamedTuple):
    """One row of a register.

    `after` is seconds since the matter began, `says` the fields of the event, `message` the event in words.
    """

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
    message: Message


def register_rows(
    journal: JournalReader, name_of: NameOf = lambda name: None, day: str = ""
) -> Iterator[RegisterRow]:
    """Yield the rows of all registers, log by log, of one gaming day or of all."""
    for log in sorted(journal.heads()):
        for row in _log_rows(journal, log, name_of):
            if day in ("", row.day):
                yield row


def _log_rows(journal: JournalReader, log: str, name_of: NameOf) -> Iterator[RegisterRow]:
    gaming_day, begun, won = "", dict[tuple[str, str], int](), list[Any]()
    records = checked_records(journal, log)
    kind = founding_of(next(records)).log_kind
    for record in records:
        for event in entry_of(record).events:
            tag = str(event.__struct_config__.tag)
            if tag == "gaming-day-begun":
                gaming_day = event.day
            _update_winners(tag, event, won)
            for register, tags in REGISTERS.items():
                if tag in tags and _is_in_register(tag, event):
                    day = gaming_day or _utc_time(record.wall).date().isoformat()
                    words = as_one_message(kind.narrate(event)).with_texts(partial(_known_name, name_of))
                    after = _seconds_since_start(tag, event, begun)
                    row = _row(register, day, record, event, name_of, after, words)
                    award = getattr(event, "award", None)
                    yield row if award is None else _with_winner(row, won[award], name_of)


def _update_winners(tag: str, event: Any, won: list[Any]) -> None:
    """Record the present winner of each award of a promotion."""
    if tag == "prizes-drawn":
        won[:] = event.won
    elif tag == "prize-won-by-dice":
        won.append(event.won)
    elif tag == "prize-redrawn":
        won[event.award] = event.won


def _with_winner(row: RegisterRow, won: Any, name_of: NameOf) -> RegisterRow:
    """Add the winner and the prize to a row about an award."""
    who = (name_of(won.player) or won.player).partition("#")[0]
    return row._replace(says=f"winner: {who}, {won.prize}; {row.says}")


def _is_in_register(tag: str, event: Any) -> bool:
    """Whether an event with this tag belongs in its register."""
    field, value = CONDITIONS.get(tag, ("", None))
    return not field or getattr(event, field) == value


def _seconds_since_start(tag: str, event: Any, begun: dict[tuple[str, str], int]) -> int | None:
    """Return the seconds since the matter began, and remember an event that begins one."""
    before, name = STARTED_BY.get(tag, ("", ""))
    matter = event.command if tag in NAMED_BY_COMMAND else ""
    for kind, field in STARTED_BY.values():
        if kind == tag:
            begun[tag, matter or str(getattr(event, field, ""))] = event.stamp.wall
    since = begun.get((before, str(getattr(event, name, ""))))
    return None if since is None else (event.stamp.wall - since) // 1_000_000


def _amount(name: str, of: object) -> str:
    """Return a field of money as people write it, or an empty text for any other field."""
    return money(getattr(of, name)) if name == "cents" else ""


def _row(
    register: str,
    day: str,
    record: Record,
    event: Any,
    name_of: NameOf,
    after: int | None,
    words: Message,
) -> RegisterRow:
    stamp = event.stamp
    rank = enum_key(Rank(stamp.rank)) if stamp.rank else ""
    at = _utc_time(stamp.wall).isoformat(timespec="seconds")
    what = str(event.__struct_config__.tag)
    return RegisterRow(
        register,
        day,
        at,
        record.table,
        record.number,
        what,
        _known_name(name_of, stamp.by),
        rank,
        event.clause,
        after,
        "; ".join(_field_texts(event, name_of)),
        words,
    )


def _field_texts(event: Any, name_of: NameOf) -> Iterator[str]:
    for name in event.__struct_fields__:
        if name in OMITTED_FIELDS:
            continue
        text = _plain_text(getattr(event, name), name_of)
        if text not in ("", "None"):
            yield f"{name}: {text[:LONGEST]}"


def _plain_text(value: object, name_of: NameOf) -> str:
    if isinstance(value, str):
        return _known_name(name_of, value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ", ".join(_plain_text(one, name_of) for one in value)
    fields = getattr(value, "__struct_fields__", ())
    parts = (_amount(name, value) or _plain_text(getattr(value, name), name_of) for name in fields)
    return " ".join(parts) or str(value)


def _known_name(name_of: NameOf, text: str) -> str:
    """Return the name or text behind a pseudonym, if it is known, and any other text as it is."""
    return (name_of(text) or text) if is_pseudonym(text) else text


def _utc_time(wall: int) -> datetime:
    return EPOCH + timedelta(microseconds=wall)


def row_record(row: RegisterRow) -> dict[str, Any]:
    """Return a row for programs, with the event in English."""
    return row._asdict() | {"message": row.message.say()}


def rows_as_csv(rows: Iterator[RegisterRow]) -> str:
    """Return rows as CSV without cells that a spreadsheet runs as formulas."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(RegisterRow._fields)
    for row in rows:
        cells = row_record(row).values()
        writer.writerow(escape_formula(cell) if isinstance(cell, str) else cell for cell in cells)
    return out.getvalue()


def rows_of_register(rows: Iterator[RegisterRow], register: str) -> Iterator[RegisterRow]:
    """Return the rows of one register, or all rows if no register is named."""
    if register and register not in REGISTERS:
        raise NotFound("register", register, REGISTERS)
    return (row for row in rows if register in ("", row.register))


def unerasable_pseudonyms(journal: JournalReader) -> dict[str, str]:
    """Return the pseudonyms that must not be erased, those of refused claims, with the clause for each."""
    kept = {}
    for log in journal.heads():
        for record in checked_records(journal, log):
            for event in entry_of(record).events:
                if event.__struct_config__.tag == "claim-refused" and event.kept:
                    for name in (event.name, event.place, event.reason, event.won.player):
                        kept[name] = event.clause
    return kept
