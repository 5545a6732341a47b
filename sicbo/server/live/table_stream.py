"""The stream of a table: updates, made once for all readers, and the parts that belong to each reader.

Updates are made after acknowledgements have gone out, and in slices, so that they never delay them. Each
reader has a short queue; a reader who does not empty it is dropped, and nothing waits for them.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from sicbo.house.entries import WrittenRecord
from sicbo.machine.messages import Event
from sicbo.server.access.sessions import Session
from sicbo.server.http.protocol import text_frame
from sicbo.server.schemas import table as table_schemas
from sicbo.server.schemas.times import iso_time
from sicbo.table.log_kind import TABLE
from sicbo.table.messages import round as rounds, super_streak

KEPT_RECORDS, QUEUE_LENGTH = 2_000, 64
SLICE, PAUSE_SECONDS = 20, 0.001
"""This many readers' own parts are made without a pause; then, unless an update waits, the floor has the
processor.
"""
EVENTS_FOR_ALL = (
    rounds.TableOpened,
    rounds.TableClosed,
    rounds.LimitsChanged,
    rounds.RoundVoided,
    rounds.ResultCorrected,
    super_streak.StreaksAdvanced,
    super_streak.StreakEndForced,
    super_streak.StreaksRewound,
)
"""Events after which every player's own part may have changed."""
LEFT_OUT_FIELDS = ("stamp", "command", "clause", "type")

encode_json = msgspec.json.Encoder().encode


class StreamReader:
    """A reader of a table's stream; `player` and `rank` decide which parts belong to them."""

    def __init__(self, player: str, rank: str, session: Session | None, language: str) -> None:
        self.player, self.rank, self.session, self.language = player, rank, session, language
        self.queue: asyncio.Queue[tuple[str, int, bytes] | None] = asyncio.Queue(QUEUE_LENGTH)
        self.is_dropped = False
        self.write: Callable[[bytes], None] | None = None
        self.device = ""
        self.mine = self.desk = b"null"
        self.seq = 0

    def send(self, kind: str, seq: int, message: bytes, frame: bytes = b"") -> None:
        """Send a message, directly or through the queue; drop a reader whose queue is full."""
        if self.is_dropped:
            return
        if self.write is not None:
            self.write(frame or text_frame(message))
            return
        try:
            self.queue.put_nowait((kind, seq, message))
        except asyncio.QueueFull:
            self.end()

    def end(self) -> None:
        """Send nothing more, and let the connection close."""
        self.is_dropped = True
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


OwnParts = Callable[[StreamReader], tuple[bytes, bytes]]
"""A function that returns a reader's own parts, `mine` and `desk`, as JSON."""


class TableStream:
    """The readers of one table, and what they were sent last."""

    def __init__(self) -> None:
        self.readers: set[StreamReader] = set()
        self._recent: deque[tuple[int, bytes | None]] = deque(maxlen=KEPT_RECORDS)
        self._unsent: list[tuple[int, bytes]] = []
        self._touched: set[str] = set()
        self._all_touched = False
        self._fields: dict[str, bytes] = {}
        self._sent_seq = 0

    @property
    def is_urgent(self) -> bool:
        """Whether an update waits that must go out to all readers at once."""
        return bool(self._unsent) or self._all_touched or not self._touched

    @property
    def has_unsent(self) -> bool:
        """Whether a record was taken in that no reader has been sent."""
        return bool(self._touched)

    def add_record(self, written: WrittenRecord) -> None:
        """Keep a record for the next update."""
        record = written.record
        self._touched.add(record.actor)
        for event in written.events:
            self._touched.add(getattr(event, "player", ""))
            self._all_touched = self._all_touched or isinstance(event, EVENTS_FOR_ALL)
        public = public_record(written)
        line = encode_json(public) if public else None
        self._recent.append((record.number, line))
        if line is not None:
            self._unsent.append((record.number, line))

    def touch_all(self) -> None:
        """Note that every player's own part may have changed, because of a new round or a new slip."""
        self._all_touched = True

    def add_reader(
        self, reader: StreamReader, seq: int, view: table_schemas.TableView, own: OwnParts, since: int | None
    ) -> None:
        """Add a reader, and send what was missed since `since`, or a snapshot."""
        reader.mine, reader.desk = own(reader)
        reader.seq = seq
        fields = _fields(view)
        whole = _object(fields)
        oldest = self._recent[0][0] if self._recent else seq + 1
        if since is not None and oldest - 1 <= since <= seq:
            lines = (line for number, line in self._recent if since < number <= seq and line is not None)
            reader.send("news", seq, _update_message(since, seq, lines, whole, reader.mine, reader.desk))
        else:
            parts = (b'"view":' + whole, b'"mine":' + reader.mine, b'"desk":' + reader.desk)
            reader.send("snapshot", seq, b'{"t":"snapshot","seq":%d,%b}' % (seq, b",".join(parts)))
        self.readers.add(reader)
        self._fields = {name: text for name, text in self._fields.items() if fields[name] == text}

    async def send_update(self, seq: int, view: table_schemas.TableView, own: OwnParts) -> None:
        """Send every reader what changed since the last update."""
        fields = _fields(view)
        changed = {name: text for name, text in fields.items() if self._fields.get(name) != text}
        lines, after = self._unsent, self._sent_seq
        touched, all_touched = self._touched, self._all_touched
        self._unsent, self._touched, self._all_touched = [], set(), False
        self._fields, self._sent_seq = fields, seq
        patch = _object(changed)
        shared = _update_message(after, seq, (line for _, line in lines), patch)
        frame, made = text_frame(shared), 0
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
                message = _update_message(min(reader.seq, seq), seq, missed, patch, new_mine, new_desk)
            if not silent:
                reader.send("news", seq, message, frame if message is shared else b"")
            reader.mine, reader.desk, reader.seq = mine, desk, seq
            if number % SLICE == 0:
                rests = made >= SLICE and not self._unsent
                await asyncio.sleep(PAUSE_SECONDS if rests else 0)
                made = 0 if rests else made

    def discard_update(self, seq: int) -> None:
        """Discard the pending update, because there are no readers."""
        self._unsent, self._touched, self._all_touched, self._sent_seq = [], set(), False, seq
        self._fields = {}


def _fields(view: table_schemas.TableView) -> dict[str, bytes]:
    return {name: encode_json(getattr(view, name)) for name in view.__struct_fields__}


def _object(fields: dict[str, bytes]) -> bytes:
    return b"{%b}" % b",".join(b'"%b":%b' % (name.encode(), text) for name, text in fields.items())


def _update_message(
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


def event_shape(event: Event) -> table_schemas.EventShape:
    """Return an event in its JSON form."""
    data: dict[str, Any] = msgspec.to_builtins(event)
    return table_schemas.EventShape(
        type=data["type"],
        clause=event.clause,
        message=table_schemas.message_shape(TABLE.narrate(event)),
        data={name: value for name, value in data.items() if name not in LEFT_OUT_FIELDS},
    )


def public_record(written: WrittenRecord) -> table_schemas.RecordShape | None:
    """Return a record's public form, or None if it concerns one person only."""
    told_to_all = tuple(event_shape(event) for event in written.events if TABLE.is_public(event))
    if not told_to_all:
        return None
    record = written.record
    return table_schemas.RecordShape(seq=record.number, at=iso_time(record.wall), events=told_to_all)
