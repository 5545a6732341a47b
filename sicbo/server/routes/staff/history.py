"""History and audit routes: results with statistics, rounds, reasons, proofs, and the inspector's export."""

import asyncio
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from sicbo.game.bets import BIG_TOTALS, SMALL_TOTALS
from sicbo.game.dice import EVERY_ROLL, TRIPLES, Roll
from sicbo.house.entries import Entry
from sicbo.house.export import bundles
from sicbo.house.export.readers import entry_of
from sicbo.journal.merkle import Tree
from sicbo.journal.notes import written_bytes
from sicbo.journal.record import Record
from sicbo.rulebook import Rulebook
from sicbo.server.access.authentication import language_of, session_of
from sicbo.server.http.security import LARGEST_NUMBER
from sicbo.server.live.house import Room
from sicbo.server.live.live_table import Live
from sicbo.server.live.screen_log import Painting
from sicbo.server.live.table_stream import PUBLIC
from sicbo.server.problems import Problem
from sicbo.server.requests import Asking, room_of, who
from sicbo.server.routes.public.rules import DEFAULT_STAKE, Bets, Explained, Stake, explained
from sicbo.server.schemas import table as table_schemas
from sicbo.server.schemas.times import when
from sicbo.server.views.player import settlement_of
from sicbo.server.views.table import call_of, history_of, layout_name, voided_of
from sicbo.table.narration.table import told

MOST_RECORDS = 1_000
Counted = Annotated[int, QueryParameter(ge=0, le=LARGEST_NUMBER)]
"""The number of a record, no larger than the database can store."""
SIDES = {
    "small": lambda roll: roll not in TRIPLES and sum(roll) in SMALL_TOTALS,
    "big": lambda roll: roll not in TRIPLES and sum(roll) in BIG_TOTALS,
    "odd": lambda roll: roll not in TRIPLES and sum(roll) % 2 == 1,
    "even": lambda roll: roll not in TRIPLES and sum(roll) % 2 == 0,
    "triple": lambda roll: roll in TRIPLES,
}


class Seen(table_schemas.Shape, frozen=True):
    """How often an outcome was seen, beside its fair share."""

    what: str
    seen: int
    fair: str
    expected: str


class History(table_schemas.Shape, frozen=True):
    """Results, and how often each total, face and side was seen."""

    results: tuple[table_schemas.Past, ...]
    sample: int
    voids: int
    totals: tuple[Seen, ...]
    faces: tuple[Seen, ...]
    sides: tuple[Seen, ...]


class Said(table_schemas.Shape, frozen=True):
    """A fact and its clause."""

    says: str
    clause: str


class Told(table_schemas.Shape, frozen=True):
    """A record in words."""

    seq: int
    at: str
    says: tuple[Said, ...]


class RoundShape(table_schemas.Shape, frozen=True):
    """One round from its first record to its last."""

    round: int
    dice: tuple[int, int, int] | None
    total: int | None
    call: table_schemas.Words
    lit: tuple[str, ...]
    void: table_schemas.Voided | None
    corrected: bool
    records: tuple[Told, ...]
    mine: table_schemas.SettlementShape | None


class Proof(table_schemas.Shape, frozen=True):
    """A proof that a record is part of what the house signed."""

    table: str
    number: int
    hash: str
    size: int
    proof: tuple[str, ...]
    checkpoint: str


class RawRecord(table_schemas.Shape, frozen=True):
    """A record as it is in the journal."""

    number: int
    wall: int
    actor: str
    id: str
    hash: str
    text: str


class Note(table_schemas.Shape, frozen=True):
    """A signed checkpoint."""

    size: int
    note: str


def _seen(what: str, seen: int, wins: int, of: int, sample: int) -> Seen:
    tenths = (20 * wins * sample + of) // (2 * of)
    return Seen(what=what, seen=seen, fair=f"{wins}/{of}", expected=f"{tenths // 10}.{tenths % 10}")


@get("/tables/{table:str}/history")
async def history(
    request: Asking, table: FromPath[str], n: Annotated[int, QueryParameter(ge=1, le=100)] = 100
) -> History:
    """Return the last results, and the counts to be expected by chance."""
    live = room_of(request).live(table)
    past = history_of(live.chronicle)[:n]
    rolls: list[Roll] = [one.dice for one in past if one.dice]
    totals, faces = Counter(map(sum, rolls)), Counter(face for roll in rolls for face in roll)
    fair = Counter(map(sum, EVERY_ROLL))
    sides = [(side, sum(map(wins, rolls)), sum(map(wins, EVERY_ROLL))) for side, wins in SIDES.items()]
    sample = len(rolls)
    return History(
        results=past,
        sample=sample,
        voids=sum(one.void is not None for one in past),
        totals=tuple(_seen(str(total), totals[total], fair[total], 216, sample) for total in range(3, 19)),
        faces=tuple(_seen(str(face), faces[face], 1, 6, 3 * sample) for face in range(1, 7)),
        sides=tuple(_seen(side, seen, wins, 216, sample) for side, seen, wins in sides),
    )


def _dice(live: Live, number: int) -> Roll:
    outcome = live.chronicle.outcome(number)
    if outcome is None or outcome.dice is None:
        raise Problem("not-found", f"Round {number} has no result, or is not among the last hundred.")
    return outcome.dice


@get("/tables/{table:str}/rounds/{number:int}/explain")
async def explain_round(
    request: Asking,
    table: FromPath[str],
    number: FromPath[int],
    bets: Bets = None,
    stake: Stake = DEFAULT_STAKE,
) -> Explained:
    """Explain why bets won or lost in a round."""
    live = room_of(request).live(table)
    book = Rulebook(layout_name(live.table), live.table.rules, live.table.layout)
    return explained(book, _dice(live, number), bets, stake, language_of(request), number)


@get("/tables/{table:str}/rounds/{number:int}")
async def one_round(request: Asking, table: FromPath[str], number: FromPath[int]) -> RoundShape:
    """Return a round, record by record."""
    room = room_of(request)
    live, session = room.live(table), session_of(room, request)
    first = live.chronicle.first.get(number)
    if first is None:
        raise Problem(
            "not-found", f"Round {number} does not exist: this table has begun {live.chronicle.rounds}."
        )
    last = live.chronicle.first.get(number + 1, live.seq + 1) - 1
    records = await asyncio.to_thread(_read, room, table, first - 1, last - first + 1)
    player = session.pseudonym if session else ""
    everything = _may_audit(request, room, table)
    outcome = live.chronicle.outcome(number)
    dice = outcome.dice if outcome else None
    mine = settlement_of(live, player, language_of(request)) if player else None
    return RoundShape(
        round=number,
        dice=dice,
        total=sum(dice) if dice else None,
        call=call_of(live.table, dice) if dice else {},
        lit=live.table.layout.lights[dice] if dice and outcome and not outcome.void else (),
        void=voided_of(outcome) if outcome else None,
        corrected=outcome.corrected if outcome else False,
        records=tuple(_told(record, entry_of(record), player, everything) for record in records),
        mine=mine if mine and mine.round == number else None,
    )


def _told(record: Record, entry: Entry, player: str, everything: bool) -> Told:
    facts: list[Said] = []
    for event in entry.events:
        if everything or type(event) in PUBLIC or getattr(event, "player", None) == player:
            facts += [Said(says=fact.says, clause=fact.clause) for fact in told(event)]
    if entry.refusal is not None and (everything or record.actor == player):
        facts.append(Said(says=f"refused: {entry.refusal.says}", clause=entry.refusal.clause))
    return Told(seq=record.number, at=when(record.wall), says=tuple(facts))


def _read(room: Room, table: str, after: int, most: int) -> list[Record]:
    with room.reading() as journal:
        return list(islice(journal.read(table, after), min(most, MOST_RECORDS)))


def _may_audit(request: Asking, room: Room, table: str) -> bool:
    """Return whether the caller may audit: inspectors and ranks above dealer, and at home every caller."""
    session = session_of(room, request)
    if room.settings.at_home:
        return True
    return session is not None and session.rank not in ("", "dealer")


def _auditor(request: Asking, table: str = "") -> Room:
    room = room_of(request)
    if table:
        room.live(table)
    if not _may_audit(request, room, table):
        who(request)
        raise Problem(
            "authority-required", "Sign in as an inspector or a supervisor.", required_rank="supervisor"
        )
    return room


@get("/audit/{table:str}/records")
async def records(
    request: Asking,
    table: FromPath[str],
    after: Counted = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_RECORDS)] = 100,
) -> list[RawRecord]:
    """List the records as they are in the journal."""
    room = _auditor(request, table)
    return [
        RawRecord(
            number=one.number,
            wall=one.wall,
            actor=one.actor,
            id=one.id,
            hash=one.hash.hex(),
            text=one.text.decode(),
        )
        for one in await asyncio.to_thread(_read, room, table, after, limit)
    ]


@get("/audit/{table:str}/painted")
async def painted(request: Asking, table: FromPath[str], since: Counted = 0) -> list[Painting]:
    """List which screens have recently shown this record or a later one, and when.

    The list is not part of the journal.
    """
    return _auditor(request, table).live(table).painted.since(since)


@get("/audit/{table:str}/checkpoints")
async def checkpoints(request: Asking, table: FromPath[str], after: Counted = 0) -> list[Note]:
    """List the checkpoints that the house signed."""
    room = _auditor(request, table)

    def read() -> list[Note]:
        with room.reading() as journal:
            notes: Iterator[Note] = (
                Note(size=one.size, note=one.note) for one in journal.checkpoints(table, after)
            )
            return list(islice(notes, MOST_RECORDS))

    return await asyncio.to_thread(read)


@get("/audit/bundle", media_type="application/zip")
async def bundle(request: Asking) -> Response[bytes]:
    """Export the whole journal as a bundle for the verifier."""
    room = _auditor(request)

    def export() -> bytes:
        with (
            tempfile.TemporaryDirectory() as folder,
            room.reading() as journal,
        ):
            made = Path(folder) / "bundle.zip"
            bundles.export(journal, None, room.keys.public(), made, room.floor.signer)
            return made.read_bytes()

    name = f'attachment; filename="{room.house}.zip"'
    return Response(await asyncio.to_thread(export), headers={"content-disposition": name})


@get("/tables/{table:str}/proofs/{number:int}")
async def proof(request: Asking, table: FromPath[str], number: FromPath[int]) -> Proof:
    """Prove that a record is in the journal, by the first checkpoint after it."""
    room = room_of(request)
    known = 1 <= number <= room.live(table).seq
    found = await asyncio.to_thread(_proof, room, table, number) if known else None
    if found is None:
        raise Problem("not-found", "The house has not signed that record yet: try again in a second.")
    return found


def _proof(room: Room, table: str, number: int) -> Proof | None:
    with room.reading() as journal:
        before, signed = journal.checkpoints_around(table, number)
        if signed is None:
            return None
        tree, found = Tree(before.peaks if before else b""), b""
        for record in journal.read(table, tree.size):
            tree.append(record.hash)
            found = record.hash if record.number == number else found
            if record.number == signed.size:
                break
        nodes = tuple(map(written_bytes, tree.inclusion(number)))
    return Proof(
        table=table, number=number, hash=found.hex(), size=signed.size, proof=nodes, checkpoint=signed.note
    )


ROUTES = [history, explain_round, one_round, records, painted, checkpoints, bundle, proof]
