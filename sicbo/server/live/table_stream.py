"""The stream of a table: updates, made once for all readers, and the parts that belong to each reader.

Updates are made after acknowledgements have gone out, and in slices, so that they never delay them. Each
reader has a short queue; a reader who does not empty it is dropped, and nothing waits for them.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from sicbo.house.entries import Entry
from sicbo.journal.record import Record
from sicbo.server.access.sessions import Session
from sicbo.server.http.protocol import framed
from sicbo.server.schemas import table as table_schemas
from sicbo.server.schemas.times import when
from sicbo.table.messages import chip_events, events, faults, people
from sicbo.table.messages.events import AnyEvent
from sicbo.table.narration.table import told

KEPT, QUEUE = 2_000, 64
SLICE, PAUSE_SECONDS = 20, 0.001
"""This many readers' own parts are made without a pause; then, unless an update waits, the floor has the
processor.
"""
PUBLIC: frozenset[type[AnyEvent]] = frozenset(
    {
        events.TableOpened,
        events.TableClosed,
        events.StepPerformed,
        events.ResultEntered,
        events.RoundVoided,
        events.ResultCorrected,
        events.NoticeGiven,
        events.NoticeWithdrawn,
        events.LimitsChanged,
        events.StreaksAdvanced,
        events.StreakEndForced,
        events.StreaksRewound,
        events.FinalStreaksCalled,
        events.StreaksClosed,
        events.GamingDayBegun,
        faults.FaultReported,
        faults.PersonNotified,
        faults.FaultRectified,
        faults.IdleSpinsDirected,
        faults.IdleSpinsStopped,
        faults.PracticeSpun,
        people.SeatTaken,
        people.SeatLeft,
        people.TableDesignated,
        people.TableReleased,
        chip_events.SignedOn,
        chip_events.SignedOff,
    }
)
"""Events that are public. Any other concerns one person; its effect on all is in the view."""
FOR_ALL = (
    events.TableOpened,
    events.TableClosed,
    events.LimitsChanged,
    events.RoundVoided,
    events.ResultCorrected,
    events.StreaksAdvanced,
    events.StreakEndForced,
    events.StreaksRewound,
)
"""Events after which every player's own part may have changed."""
LEFT_OUT = ("stamp", "command", "clause", "type")

encode = msgspec.json.Encoder().encode


class Reader:
    """A reader of a table's stream; `player` and `rank` decide which parts belong to them."""

    def __init__(self, player: str, rank: str, session: Session | None, language: str) -> None:
        self.player, self.rank, self.session, self.language = player, rank, session, language
        self.queue: asyncio.Queue[tuple[str, int, bytes] | None] = asyncio.Queue(QUEUE)
        self.dropped = False
        self.write: Callable[[bytes], None] | None = None
        self.device = ""
        self.mine = self.desk = b"null"
        self.seq = 0

    def put(self, kind: str, seq: int, message: bytes, frame: bytes = b"") -> None:
        """Send a message, directly or through the queue; drop a reader whose queue is full."""
        if self.dropped:
            return
        if self.write is not None:
            self.write(frame or framed(message))
            return
        try:
            self.queue.put_nowait((kind, seq, message))
        except asyncio.QueueFull:
            self.end()

    def end(self) -> None:
        """Send nothing more, and let the connection close."""
        self.dropped = True
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


Own = Callable[[Reader], tuple[bytes, bytes]]
"""A function that returns a reader's own parts, `mine` and `desk`, as JSON."""


class Stream:
    """The readers of one table, and what they were sent last."""

    def __init__(self) -> None:
        self.readers: set[Reader] = set()
        self._recent: deque[tuple[int, bytes | None]] = deque(maxlen=KEPT)
        self._unsent: list[tuple[int, bytes]] = []
        self._touched: set[str] = set()
        self._all_touched = False
        self._fields: dict[str, bytes] = {}
        self._told = 0

    @property
    def urgent(self) -> bool:
        """Whether an update waits that must go out to all readers at once."""
        return bool(self._unsent) or self._all_touched or not self._touched

    @property
    def waits(self) -> bool:
        """Whether a record was taken in that no reader has been sent."""
        return bool(self._touched)

    def take(self, record: Record, entry: Entry) -> None:
        """Keep a record for the next update."""
        self._touched.add(record.actor)
        for event in entry.events:
            self._touched.add(getattr(event, "player", ""))
            self._all_touched = self._all_touched or isinstance(event, FOR_ALL)
        public = public_record(record, entry)
        line = encode(public) if public else None
        self._recent.append((record.number, line))
        if line is not None:
            self._unsent.append((record.number, line))

    def touch_all(self) -> None:
        """Note that every player's own part may have changed, because of a new round or a new slip."""
        self._all_touched = True

    def begin(self, reader: Reader, seq: int, view: table_schemas.View, own: Own, since: int | None) -> None:
        """Add a reader, and send what was missed since `since`, or a snapshot."""
        reader.mine, reader.desk = own(reader)
        reader.seq = seq
        fields = _fields(view)
        whole = _object(fields)
        oldest = self._recent[0][0] if self._recent else seq + 1
        if since is not None and oldest - 1 <= since <= seq:
            lines = (line for number, line in self._recent if since < number <= seq and line is not None)
            reader.put("news", seq, _news(since, seq, lines, whole, reader.mine, reader.desk))
        else:
            parts = (b'"view":' + whole, b'"mine":' + reader.mine, b'"desk":' + reader.desk)
            reader.put("snapshot", seq, b'{"t":"snapshot","seq":%d,%b}' % (seq, b",".join(parts)))
        self.readers.add(reader)
        self._fields = {name: text for name, text in self._fields.items() if fields[name] == text}

    async def flush(self, seq: int, view: table_schemas.View, own: Own) -> None:
        """Send every reader what changed since the last update."""
        fields = _fields(view)
        changed = {name: text for name, text in fields.items() if self._fields.get(name) != text}
        lines, after = self._unsent, self._told
        touched, all_touched = self._touched, self._all_touched
        self._unsent, self._touched, self._all_touched = [], set(), False
        self._fields, self._told = fields, seq
        patch = _object(changed)
        shared = _news(after, seq, (line for _, line in lines), patch)
        frame, made = framed(shared), 0
        for number, reader in enumerate(list(self.readers), 1):
            theirs = all_touched or reader.rank or reader.player in touched or after == seq
            made += bool(theirs)
            mine, desk = own(reader) if theirs else (reader.mine, reader.desk)
            new_mine = mine if mine != reader.mine else None
            new_desk = desk if desk != reader.desk else None
            silent = reader.seq >= seq and not changed and new_mine is None and new_desk is None
            if reader.seq == after and new_mine is None and new_desk is None:
                message = shared
            else:
                missed = (line for at, line in lines if at > reader.seq)
                message = _news(min(reader.seq, seq), seq, missed, patch, new_mine, new_desk)
            if not silent:
                reader.put("news", seq, message, frame if message is shared else b"")
            reader.mine, reader.desk, reader.seq = mine, desk, seq
            if number % SLICE == 0:
                rests = made >= SLICE and not self._unsent
                await asyncio.sleep(PAUSE_SECONDS if rests else 0)
                made = 0 if rests else made

    def nobody_reads(self, seq: int) -> None:
        """Discard the pending update, because there are no readers."""
        self._unsent, self._touched, self._all_touched, self._told = [], set(), False, seq
        self._fields = {}


def _fields(view: table_schemas.View) -> dict[str, bytes]:
    return {name: encode(getattr(view, name)) for name in view.__struct_fields__}


def _object(fields: dict[str, bytes]) -> bytes:
    return b"{%b}" % b",".join(b'"%b":%b' % (name.encode(), text) for name, text in fields.items())


def _news(
    after: int,
    seq: int,
    lines: Iterable[bytes],
    view: bytes,
    mine: bytes | None = None,
    desk: bytes | None = None,
) -> bytes:
    own = b"".join(
        b',"%b":%b' % (name, part) for name, part in ((b"mine", mine), (b"desk", desk)) if part is not None
    )
    records = b",".join(lines)
    return b'{"t":"news","after":%d,"seq":%d,"records":[%b],"view":%b%b}' % (after, seq, records, view, own)


def event_shape(event: AnyEvent) -> table_schemas.EventShape:
    """Return an event in its JSON form."""
    data: dict[str, Any] = msgspec.to_builtins(event)
    return table_schemas.EventShape(
        type=data["type"],
        clause=event.clause,
        says="; ".join(fact.says for fact in told(event)),
        data={name: value for name, value in data.items() if name not in LEFT_OUT},
    )


def public_record(record: Record, entry: Entry) -> table_schemas.RecordShape | None:
    """Return a record's public form, or None if it concerns one person only."""
    told_to_all = tuple(event_shape(event) for event in entry.events if type(event) in PUBLIC)
    if not told_to_all:
        return None
    return table_schemas.RecordShape(seq=record.number, at=when(record.wall), events=told_to_all)
