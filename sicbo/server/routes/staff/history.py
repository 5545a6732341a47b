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

from sicbo.errors import Refusal
from sicbo.game.bets import BIG_TOTALS, SMALL_TOTALS
from sicbo.game.dice import EVERY_ROLL, TRIPLES, Roll
from sicbo.house.entries import Entry
from sicbo.house.export import bundles
from sicbo.house.export.readers import entry_of
from sicbo.house.identity.pseudonyms import PSEUDONYM
from sicbo.i18n import message
from sicbo.journal.merkle import MerkleTree
from sicbo.journal.notes import to_base64
from sicbo.journal.record import Record
from sicbo.machine.log_kind import narrate_refusal
from sicbo.rulebook import Rulebook
from sicbo.server.access.authentication import language_of, session_of
from sicbo.server.http.security import LARGEST_NUMBER
from sicbo.server.live.house import LiveHouse
from sicbo.server.live.live_table import LiveTable
from sicbo.server.live.screen_log import ScreenReport
from sicbo.server.problems import Problem
from sicbo.server.requests import ApiRequest, current_session, house_of
from sicbo.server.schemas import table as table_schemas
from sicbo.server.schemas.rules import DEFAULT_STAKE, Bets, Explanation, Stake
from sicbo.server.schemas.times import iso_time
from sicbo.server.views.player import last_settlement
from sicbo.server.views.rules import explain_bets
from sicbo.server.views.table import dealer_calls, layout_name, past_results, void_shape
from sicbo.table.log_kind import TABLE

MOST_RECORDS = 1_000
RecordNumber = Annotated[int, QueryParameter(ge=0, le=LARGEST_NUMBER)]
"""The number of a record, no larger than the database can store."""
SIDES = {
    "small": lambda roll: roll not in TRIPLES and sum(roll) in SMALL_TOTALS,
    "big": lambda roll: roll not in TRIPLES and sum(roll) in BIG_TOTALS,
    "odd": lambda roll: roll not in TRIPLES and sum(roll) % 2 == 1,
    "even": lambda roll: roll not in TRIPLES and sum(roll) % 2 == 0,
    "triple": lambda roll: roll in TRIPLES,
}


class Frequency(table_schemas.Shape, frozen=True):
    """How often an outcome was seen, beside its fair share."""

    what: str
    seen: int
    fair: str
    expected: str


class HistoryShape(table_schemas.Shape, frozen=True):
    """Results, and how often each total, face and side was seen."""

    results: tuple[table_schemas.PastResult, ...]
    sample: int
    voids: int
    totals: tuple[Frequency, ...]
    faces: tuple[Frequency, ...]
    sides: tuple[Frequency, ...]


class FactShape(table_schemas.Shape, frozen=True):
    """A fact and its clause."""

    says: str
    clause: str


class NarratedRecord(table_schemas.Shape, frozen=True):
    """A record in words."""

    seq: int
    at: str
    says: tuple[FactShape, ...]


class RoundShape(table_schemas.Shape, frozen=True):
    """One round from its first record to its last."""

    round: int
    dice: tuple[int, int, int] | None
    total: int | None
    call: table_schemas.LocalizedText
    lit: tuple[str, ...]
    void: table_schemas.VoidShape | None
    corrected: bool
    records: tuple[NarratedRecord, ...]
    mine: table_schemas.SettlementShape | None


class InclusionProof(table_schemas.Shape, frozen=True):
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


class SignedCheckpoint(table_schemas.Shape, frozen=True):
    """A signed checkpoint."""

    size: int
    note: str


def _frequency(what: str, seen: int, wins: int, of: int, sample: int) -> Frequency:
    tenths = (20 * wins * sample + of) // (2 * of)
    return Frequency(what=what, seen=seen, fair=f"{wins}/{of}", expected=f"{tenths // 10}.{tenths % 10}")


@get("/tables/{table:str}/history")
async def show_history(
    request: ApiRequest, table: FromPath[str], n: Annotated[int, QueryParameter(ge=1, le=100)] = 100
) -> HistoryShape:
    """Return the last results, and the counts to be expected by chance."""
    live = house_of(request).live_table(table)
    past = past_results(live.history)[:n]
    rolls: list[Roll] = [one.dice for one in past if one.dice]
    totals, faces = Counter(map(sum, rolls)), Counter(face for roll in rolls for face in roll)
    fair = Counter(map(sum, EVERY_ROLL))
    sides = [(side, sum(map(wins, rolls)), sum(map(wins, EVERY_ROLL))) for side, wins in SIDES.items()]
    sample = len(rolls)
    return HistoryShape(
        results=past,
        sample=sample,
        voids=sum(one.void is not None for one in past),
        totals=tuple(
            _frequency(str(total), totals[total], fair[total], 216, sample) for total in range(3, 19)
        ),
        faces=tuple(_frequency(str(face), faces[face], 1, 6, 3 * sample) for face in range(1, 7)),
        sides=tuple(_frequency(side, seen, wins, 216, sample) for side, seen, wins in sides),
    )


def _round_dice(live: LiveTable, number: int) -> Roll:
    outcome = live.history.outcome(number)
    if outcome is None or outcome.dice is None:
        raise Problem("not-found", message("tables.round-without-result", round=number))
    return outcome.dice


@get("/tables/{table:str}/rounds/{number:int}/explain")
async def explain_round(
    request: ApiRequest,
    table: FromPath[str],
    number: FromPath[int],
    bets: Bets = None,
    stake: Stake = DEFAULT_STAKE,
) -> Explanation:
    """Explain why bets won or lost in a round."""
    live = house_of(request).live_table(table)
    book = Rulebook(layout_name(live.table), live.table.rules, live.table.layout)
    return explain_bets(book, _round_dice(live, number), bets, stake, language_of(request), number)


@get("/tables/{table:str}/rounds/{number:int}")
async def show_round(request: ApiRequest, table: FromPath[str], number: FromPath[int]) -> RoundShape:
    """Return a round, record by record."""
    house = house_of(request)
    live, session = house.live_table(table), session_of(house, request)
    first = live.history.first_records.get(number)
    if first is None:
        raise Problem("not-found", message("tables.unknown-round", round=number, rounds=live.history.rounds))
    last = live.history.first_records.get(number + 1, live.seq + 1) - 1
    records = await asyncio.to_thread(_read_records, house, table, first - 1, last - first + 1)
    player = session.pseudonym if session else ""
    everything = _can_audit(request, house, table)
    outcome = live.history.outcome(number)
    dice = outcome.dice if outcome else None
    language = language_of(request)
    mine = last_settlement(live, player, language) if player else None
    return RoundShape(
        round=number,
        dice=dice,
        total=sum(dice) if dice else None,
        call=dealer_calls(live.table, dice) if dice else {},
        lit=live.table.layout.lit_areas[dice] if dice and outcome and not outcome.void else (),
        void=void_shape(outcome) if outcome else None,
        corrected=outcome.corrected if outcome else False,
        records=tuple(
            _narrated_record(record, entry_of(record), player, everything, language) for record in records
        ),
        mine=mine if mine and mine.round == number else None,
    )


def _narrated_record(
    record: Record, entry: Entry, player: str, everything: bool, language: str
) -> NarratedRecord:
    facts: list[FactShape] = []
    for event in entry.events:
        if everything or TABLE.is_public(event) or getattr(event, "player", None) == player:
            facts += [
                FactShape(says=fact.message.say(language), clause=fact.clause)
                for fact in TABLE.narrate(event)
            ]
    if isinstance(entry.outcome, Refusal) and (everything or record.actor == player):
        refused = narrate_refusal(entry.outcome)
        facts.append(FactShape(says=refused.message.say(language), clause=refused.clause))
    return NarratedRecord(seq=record.number, at=iso_time(record.wall), says=tuple(facts))


def _read_records(house: LiveHouse, table: str, after: int, most: int) -> list[Record]:
    with house.open_reading() as journal:
        return list(islice(journal.read(table, after), min(most, MOST_RECORDS)))


def _can_audit(request: ApiRequest, house: LiveHouse, table: str) -> bool:
    """Return whether the caller may audit: inspectors and ranks above dealer, and at home every caller."""
    session = session_of(house, request)
    if house.settings.at_home:
        return True
    return session is not None and session.rank not in ("", "dealer")


def _require_auditor(request: ApiRequest, table: str = "") -> LiveHouse:
    house = house_of(request)
    if table:
        house.live_table(table)
    if not _can_audit(request, house, table):
        current_session(request)
        raise Problem(
            "authority-required", message("session.supervisor-required"), required_rank="supervisor"
        )
    return house


@get("/audit/{table:str}/records")
async def list_records(
    request: ApiRequest,
    table: FromPath[str],
    after: RecordNumber = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_RECORDS)] = 100,
) -> list[RawRecord]:
    """List the records as they are in the journal."""
    house = _require_auditor(request, table)
    return [
        RawRecord(
            number=one.number,
            wall=one.wall,
            actor=one.actor,
            id=one.id,
            hash=one.hash.hex(),
            text=one.text.decode(),
        )
        for one in await asyncio.to_thread(_read_records, house, table, after, limit)
    ]


@get("/audit/{table:str}/names")
async def list_names(
    request: ApiRequest,
    table: FromPath[str],
    after: RecordNumber = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_RECORDS)] = 100,
) -> dict[str, str]:
    """List the names and notes behind the pseudonyms in the same records, except those that were erased."""
    house = _require_auditor(request, table)
    found: set[str] = set()
    for one in await asyncio.to_thread(_read_records, house, table, after, limit):
        found.update(PSEUDONYM.findall(f"{one.actor} {one.text.decode()}"))
    return {one: name for one in sorted(found) if (name := house.people.screen_name(one))}


@get("/audit/{table:str}/painted")
async def list_screen_reports(
    request: ApiRequest, table: FromPath[str], since: RecordNumber = 0
) -> list[ScreenReport]:
    """List which screens have recently shown this record or a later one, and when.

    The list is not part of the journal.
    """
    return _require_auditor(request, table).live_table(table).screen_log.since(since)


@get("/audit/{table:str}/checkpoints")
async def list_checkpoints(
    request: ApiRequest, table: FromPath[str], after: RecordNumber = 0
) -> list[SignedCheckpoint]:
    """List the checkpoints that the house signed."""
    house = _require_auditor(request, table)

    def read() -> list[SignedCheckpoint]:
        with house.open_reading() as journal:
            notes: Iterator[SignedCheckpoint] = (
                SignedCheckpoint(size=one.size, note=one.note) for one in journal.checkpoints(table, after)
            )
            return list(islice(notes, MOST_RECORDS))

    return await asyncio.to_thread(read)


@get("/audit/bundle", media_type="application/zip")
async def export_bundle(request: ApiRequest) -> Response[bytes]:
    """Export the whole journal as a bundle for the verifier."""
    house = _require_auditor(request)

    def export() -> bytes:
        with (
            tempfile.TemporaryDirectory() as folder,
            house.open_reading() as journal,
        ):
            made = Path(folder) / "bundle.zip"
            bundles.export_bundle(journal, None, house.keys.public_keys(), made, house.floor.signer)
            return made.read_bytes()

    name = f'attachment; filename="{house.house_name}.zip"'
    return Response(await asyncio.to_thread(export), headers={"content-disposition": name})


@get("/tables/{table:str}/proofs/{number:int}")
async def prove_record(request: ApiRequest, table: FromPath[str], number: FromPath[int]) -> InclusionProof:
    """Prove that a record is in the journal, by the first checkpoint after it."""
    house = house_of(request)
    known = 1 <= number <= house.live_table(table).seq
    found = await asyncio.to_thread(_inclusion_proof, house, table, number) if known else None
    if found is None:
        raise Problem("not-found", message("tables.record-not-signed-yet"))
    return found


def _inclusion_proof(house: LiveHouse, table: str, number: int) -> InclusionProof | None:
    with house.open_reading() as journal:
        before, signed = journal.checkpoints_around(table, number)
        if signed is None:
            return None
        tree, found = MerkleTree(before.peaks if before else b""), b""
        for record in journal.read(table, tree.size):
            tree.append(record.hash)
            found = record.hash if record.number == number else found
            if record.number == signed.size:
                break
        nodes = tuple(map(to_base64, tree.inclusion_proof(number)))
    return InclusionProof(
        table=table, number=number, hash=found.hex(), size=signed.size, proof=nodes, checkpoint=signed.note
    )


ROUTES = [
    show_history,
    explain_round,
    show_round,
    list_records,
    list_names,
    list_screen_reports,
    list_checkpoints,
    export_bundle,
    prove_record,
]
