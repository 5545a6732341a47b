"""Recovery: snapshots are only a cache, and a broken chain is not opened for play."""

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import msgspec
import pytest
from msgspec.structs import replace

from sicbo.errors import JournalError, NoSpace, RulebookError, StorageBroken
from sicbo.game.policies import Step
from sicbo.house.entries import new_founding
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.house.recovery.snapshots import take_snapshot
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.record import Draft, Head, Record, chain_records, initial_head
from sicbo.journal.sqlite import FILE, SqliteJournal
from sicbo.journal.store import Journal, Snapshot
from sicbo.rulebooks import every_layout
from tests.crash.places import fast_directory
from tests.crash.points import KillingLayer, KillPoints, run_in_child
from tests.house.houses import KEY, HouseKey, floor_on, recovered_facts, take_snapshots

LAYOUT = "star-sydney-2016"
Wrong = Callable[[Snapshot, SampleDay], Snapshot]


def two_rounds(journal: Journal, name: str = "T1") -> SampleDay:
    """Return a table with two rounds dealt and bets open for the third."""
    day = SampleDay(floor_on(journal), LAYOUT, players=3, name=name)
    day.deal(2)
    day.perform_through(Step.PLACE_BETS)
    return day


def rewritten(journal: MemoryJournal, change: Callable[[list[Record]], list[Record]]) -> MemoryJournal:
    """Return another journal, with table T1's records after any change, even one that breaks the chain."""
    other = MemoryJournal()
    other._records["T1"] = change(list(journal.read("T1")))
    return other


def rechained_records(records: list[Record]) -> list[Record]:
    """Return the records with hashes that match again."""
    return chain_records("T1", initial_head("T1"), [Draft(*record[2:6]) for record in records])


def _by_a_stranger(snapshot: Snapshot, day: SampleDay) -> Snapshot:
    return take_snapshot(day.floor.logs["T1"], HouseKey())


def _without_a_note(snapshot: Snapshot, day: SampleDay) -> Snapshot:
    return snapshot._replace(note="")


def _changed_snapshot(snapshot: Snapshot, day: SampleDay) -> Snapshot:
    return snapshot._replace(state=snapshot.state.replace(b'"elapsed":', b'"elapsed":1', 1))


def _cut_short(snapshot: Snapshot, day: SampleDay) -> Snapshot:
    return snapshot._replace(state=snapshot.state[:-10])


def _cut_short_and_signed(snapshot: Snapshot, day: SampleDay) -> Snapshot:
    """Return a signed but useless snapshot, such as an older program may have left."""
    state = b'{"founding":{},"table":{}}'
    text = f"sicbo-snapshot-1\nT1\n{snapshot.number}\n{_sha256(state)}\n"
    return snapshot._replace(state=state, note=KEY.sign(text))


def _of_another_table(snapshot: Snapshot, day: SampleDay) -> Snapshot:
    other = two_rounds(MemoryJournal(), "T2")
    return take_snapshot(other.floor.logs["T2"], KEY)._replace(table="T1")


def _beyond_the_journal(snapshot: Snapshot, day: SampleDay) -> Snapshot:
    ahead = two_rounds(MemoryJournal())
    ahead.perform_through(Step.PAY)
    return take_snapshot(ahead.floor.logs["T1"], KEY)


def _of_another_chain(snapshot: Snapshot, day: SampleDay) -> Snapshot:
    other = SampleDay(floor_on(), LAYOUT, seed=2, players=3)
    other.deal(2)
    return take_snapshot(other.floor.logs["T1"], KEY)


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_23_a_state_has_one_text_however_its_maps_are_ordered() -> None:
    """Pairs are in the order of their keys, not of hashes, which differ from process to process."""
    day = two_rounds(MemoryJournal())

    kept = msgspec.json.decode(take_snapshot(day.floor.logs["T1"], KEY).state)

    keys = [msgspec.json.encode(key) for key, _ in kept["state"]["balances"]["amounts"]]
    assert len(keys) > 2
    assert keys == sorted(keys)


@pytest.mark.parametrize(
    "wrong",
    [
        _by_a_stranger,
        _without_a_note,
        _changed_snapshot,
        _cut_short,
        _cut_short_and_signed,
        _of_another_table,
        _beyond_the_journal,
        _of_another_chain,
    ],
)
def test_a_snapshot_that_is_wrong_is_thrown_away(wrong: Wrong) -> None:
    """The table is the same without it."""
    journal = MemoryJournal()
    day = two_rounds(journal)
    good = take_snapshot(day.floor.logs["T1"], KEY)
    bad = wrong(good, day)
    assert bad != good
    journal.keep_snapshot(bad._replace(table="T1"))

    floor = floor_on(journal)

    assert recovered_facts(floor.logs["T1"]) == recovered_facts(day.floor.logs["T1"])
    assert journal.snapshot("T1") is None


def test_a_snapshot_of_a_chain_that_was_rewritten_is_thrown_away() -> None:
    """A record was changed and all hashes computed again, so the snapshot is on another record."""
    journal = MemoryJournal()
    day = two_rounds(journal)
    forged = rewritten(journal, lambda records: rechained_records([*records[:5], *records[6:]]))
    forged.keep_snapshot(take_snapshot(day.floor.logs["T1"], KEY))
    plain = rewritten(journal, lambda records: rechained_records([*records[:5], *records[6:]]))

    floor = floor_on(forged)

    assert forged.snapshot("T1") is None
    assert recovered_facts(floor.logs["T1"]) == recovered_facts(floor_on(plain).logs["T1"])
    assert recovered_facts(floor.logs["T1"]) != recovered_facts(day.floor.logs["T1"])


@pytest.mark.parametrize("layout", every_layout())
@pytest.mark.parametrize("later", [0, 1, 20])
def test_a_good_snapshot_gives_the_same_table_however_much_came_after_it(layout: str, later: int) -> None:
    """The table is the same, byte for byte, and the snapshot is kept."""
    day = SampleDay(floor_on(), layout, players=2)
    day.deal(1)
    take_snapshots(day.floor)
    for _ in range(later):
        day.perform_step()

    floor = floor_on(day.floor.journal)

    assert recovered_facts(floor.logs["T1"]) == recovered_facts(day.floor.logs["T1"])
    assert day.floor.journal.snapshot("T1") is not None


def test_a_full_disk_does_not_keep_the_house_from_starting() -> None:
    """A snapshot that cannot be deleted now is deleted later."""

    class FullJournal(MemoryJournal):
        def forget(self, table: str) -> None:
            raise NoSpace("full")

    journal = FullJournal()
    day = two_rounds(journal)
    journal.keep_snapshot(_changed_snapshot(take_snapshot(day.floor.logs["T1"], KEY), day))

    assert recovered_facts(floor_on(journal).logs["T1"]) == recovered_facts(day.floor.logs["T1"])


Change = Callable[[list[Record]], list[Record]]
DAMAGE: dict[str, tuple[Change, int]] = {
    "the first record changed": (lambda r: [r[0]._replace(wall=1), *r[1:]], 1),
    "a text changed": (lambda r: [*r[:9], r[9]._replace(text=b"{}"), *r[10:]], 10),
    "an actor changed": (lambda r: [*r[:9], r[9]._replace(actor="p-0"), *r[10:]], 10),
    "a hash changed": (lambda r: [*r[:9], r[9]._replace(hash=bytes(32)), *r[10:]], 10),
    "a record of another table": (lambda r: [*r[:9], r[9]._replace(table="T2"), *r[10:]], 10),
    "a record missing": (lambda r: [*r[:9], *r[10:]], 10),
    "the first missing": (lambda r: r[1:], 1),
    "two exchanged": (lambda r: [*r[:9], r[10], r[9], *r[11:]], 10),
    "one twice": (lambda r: [*r[:9], r[8], *r[9:]], 10),
    "no founding": (lambda r: rechained_records(r[1:]), 1),
    "a text of another program": (
        lambda r: rechained_records(
            [*r[:9], r[9]._replace(text=b'{"command":null,"events":[{"type":"x"}]}'), *r[10:]]
        ),
        10,
    ),
}


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("with_snapshot", [False, True])
def test_a_chain_that_does_not_hold_is_not_opened(damage: str, with_snapshot: bool) -> None:
    """The first bad record is named, a snapshot hides nothing, and nothing is deleted."""
    journal = MemoryJournal()
    day = two_rounds(journal)
    change, number = DAMAGE[damage]
    damaged = rewritten(journal, change)
    kept = take_snapshot(day.floor.logs["T1"], KEY)
    if with_snapshot:
        damaged.keep_snapshot(kept)

    with pytest.raises(JournalError, match=f"Table T1, record {number}:") as told:
        floor_on(damaged)

    assert told.value.number == number
    assert damaged.snapshot("T1") == (kept if with_snapshot else None)


def test_an_end_that_was_cut_off_behind_a_checkpoint_is_missed() -> None:
    """The house signed more records than there are."""
    journal = MemoryJournal()
    two_rounds(journal)
    size = [note.size for note in journal.checkpoints("T1")][-1]
    journal._records["T1"] = journal._records["T1"][: size - 1]

    with pytest.raises(JournalError, match=f"record {size}: it is missing, but the house signed {size}"):
        floor_on(journal)


@pytest.fixture
def directory() -> Iterator[Path]:
    """Return a fast directory for a journal."""
    with fast_directory() as path:
        yield path


@pytest.mark.parametrize(
    "column", ["text = CAST(x'ff' AS TEXT)", "actor = CAST(x'c0' AS TEXT)", "text = text || ' '", "wall = 1"]
)
def test_a_damaged_row_in_the_file_is_named(directory: Path, column: str) -> None:
    """It is named even if the value is no longer text."""
    journal = SqliteJournal(directory)
    two_rounds(journal)
    journal.close()
    file = apsw.Connection(str(directory / FILE))
    file.execute(f"UPDATE record SET {column} WHERE number = 12")
    file.close()

    journal = SqliteJournal(directory)
    with pytest.raises(JournalError, match="Table T1, record 12:"):
        floor_on(journal)
    journal.close()


def test_a_file_that_is_no_database_is_not_opened(directory: Path) -> None:
    """Nothing in it is overwritten."""
    (directory / FILE).write_bytes(b"not a database" * 1000)

    with pytest.raises(StorageBroken, match="not a database"):
        SqliteJournal(directory)

    assert (directory / FILE).read_bytes() == b"not a database" * 1000


def test_a_kill_while_a_snapshot_is_written_leaves_the_old_one_or_the_new(directory: Path) -> None:
    """This holds at every point of the writing."""
    layer = KillingLayer("killing-snapshots", KillPoints())
    journal = SqliteJournal(directory)
    day = two_rounds(journal)
    take_snapshots(day.floor)
    old = journal.snapshot("T1")
    day.submit(day.slip(day.players[0]))
    expected, new = recovered_facts(day.floor.logs["T1"]), take_snapshot(day.floor.logs["T1"], KEY)
    journal.close()
    found, last, died = [], 0, True
    while died:
        last += 1
        died, _ = run_in_child(layer.points, last, lambda: _keep(directory, layer, new))
        journal = SqliteJournal(directory)
        kept = journal.snapshot("T1")
        assert recovered_facts(floor_on(journal).logs["T1"]) == expected
        assert journal.snapshot("T1") == kept
        assert old is not None and kept is not None
        found.append(kept.state)
        journal.keep_snapshot(old)
        journal.close()
    layer.unregister()
    assert old is not None and set(found) == {old.state, new.state}
    assert last > 8


def _keep(directory: Path, layer: KillingLayer, snapshot: Snapshot) -> None:
    journal = SqliteJournal(directory, vfs=layer.name)
    journal.keep_snapshot(snapshot)
    journal.close()


def test_a_table_is_not_opened_under_another_version_of_its_rulebook() -> None:
    """Nothing is decided or replayed under another version, and the error says what to do with either."""
    journal = MemoryJournal()
    right = new_founding("sample.example", "T1", "canberra-2005")
    floor_on(journal).found_log(replace(right, sha256="0" * 64))
    head = Head(1, journal.heads()["T1"].hash)
    journal.append(chain_records("T1", head, [Draft(1, "p-1", "c-1", b"not a founding")]))

    with pytest.raises(RulebookError) as refused:
        floor_on(journal)

    assert str(refused.value) == (
        f"Table T1 was founded under canberra-2005 with the hash 000000000000, and this program has "
        f"{right.sha256[:12]}: close the table and export its journal with the program that founded it, "
        "and start this one with another data directory."
    )
