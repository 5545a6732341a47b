"""The journal in PostgreSQL: shared, disconnected, full or unsafe, it always knows what was committed."""

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial

import psycopg
import pytest

from sicbo.errors import JournalError, NoSpace, RecordTaken, StorageBroken
from sicbo.journal.postgres import PostgresJournal
from sicbo.journal.record import Head, Record, chain_records, initial_head, verify_chain
from sicbo.journal.store import Checkpoint
from tests.journal.contract import make_drafts, make_records
from tests.journal.postgres_server import fresh_url
from tests.journal.proxy import Cut, PostgresProxy


@pytest.fixture
def url() -> str:
    """The address of a new schema."""
    return fresh_url()


@pytest.fixture
def journal(url: str) -> Iterator[PostgresJournal]:
    """A journal with a direct connection to the server."""
    opened = PostgresJournal(url)
    yield opened
    opened.close()


@pytest.fixture
def proxy(url: str) -> Iterator[PostgresProxy]:
    """A proxy to the server that can cut connections."""
    wire = PostgresProxy(url)
    yield wire
    wire.close()


@pytest.fixture
def far(proxy: PostgresProxy) -> Iterator[PostgresJournal]:
    """A journal behind that proxy."""
    opened = PostgresJournal(proxy.url, patience=20)
    yield opened
    opened.close()


def run_statements(url: str, *statements: str) -> None:
    """Run statements in the database without the journal."""
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


def competing_records(table: str, number: int) -> list[Record]:
    """Return the records that another process would write under the same numbers."""
    return chain_records(table, initial_head(table), make_drafts(number, start=500))


def run_at_once(*works: Callable[[], object]) -> list[str]:
    """Run all functions at the same moment and return their outcomes."""
    ready = threading.Barrier(len(works))
    ends = ["lost"] * len(works)

    def do(place: int) -> None:
        ready.wait()
        try:
            works[place]()
            ends[place] = "written"
        except RecordTaken:
            ends[place] = "taken"

    threads = [threading.Thread(target=do, args=(place,)) for place in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return ends


# Sharing


def test_many_may_open_an_empty_place_at_once(url: str) -> None:
    """One process makes the tables, and the others find them."""
    opened: list[PostgresJournal] = []

    assert run_at_once(*[lambda: opened.append(PostgresJournal(url))] * 6) == ["written"] * 6

    assert [one.heads() for one in opened] == [{}] * 6
    for one in opened:
        one.close()


def test_of_two_that_write_one_number_one_wins(url: str) -> None:
    """Each of twenty races has one winner, and the chain has the records of the winners."""
    first, second = PostgresJournal(url), PostgresJournal(url)
    head = initial_head("T1")
    for race in range(20):
        ours, theirs = (
            chain_records("T1", head, make_drafts(2, start=1000 * side + 2 * race)) for side in (1, 2)
        )
        ends = run_at_once(partial(first.append, ours), partial(second.append, theirs))

        assert sorted(ends) == ["taken", "written"]
        won = ours if ends[0] == "written" else theirs
        assert list(first.read("T1", head.number)) == won
        head = Head(won[-1].number, won[-1].hash)
    first.close()
    second.close()


def test_opposite_orders_do_not_block_each_other(url: str) -> None:
    """Of two commits of the same tables in opposite orders one wins, and neither waits for the other."""
    first, second = PostgresJournal(url), PostgresJournal(url)
    for race in range(5):
        names = [f"T{number}-{race}" for number in range(8)]
        ours = [record for name in names for record in make_records(name, 40)]
        theirs = [record for name in names[::-1] for record in make_records(name, 40)]
        ends = run_at_once(partial(first.append, ours), partial(second.append, theirs))

        assert sorted(ends) == ["taken", "written"]
    first.close()
    second.close()


def test_others_are_read_and_gone_on_with(journal: PostgresJournal, url: str) -> None:
    """After `Taken` a process reads what the other wrote and continues from there, and back again."""
    other = PostgresJournal(url)
    whole = make_records("T1", 6)
    journal.append(whole[:1])
    other.append(whole[1:3])

    with pytest.raises(RecordTaken):
        journal.append(whole[1:2])
    journal.append(whole[3:5])
    other.append(whole[5:])
    other.close()

    assert list(verify_chain("T1", initial_head("T1"), journal.read("T1"))) == whole


def test_a_follower_is_woken(journal: PostgresJournal, url: str) -> None:
    """Commits of others wake it, its own do not; the first call returns True to be safe."""
    other = PostgresJournal(url)
    assert journal.wait_for_append(0)
    assert not journal.wait_for_append(0.02)
    journal.append(make_records("T1", 1))
    assert not journal.wait_for_append(0.02)
    timer = threading.Timer(0.05, other.append, [make_records("T2", 1)])
    timer.start()

    assert journal.wait_for_append(20)
    timer.join()
    assert journal.heads().keys() == {"T1", "T2"}
    other.append(make_records("T3", 1))
    journal.append(make_records("T4", 1))
    assert journal.wait_for_append(20)
    other.close()


def test_a_journal_elsewhere_wakes_no_listener(journal: PostgresJournal) -> None:
    """Two journals in one database are separate."""
    elsewhere = PostgresJournal(fresh_url())
    journal.wait_for_append(0)
    elsewhere.append(make_records("T1", 1))
    assert not journal.wait_for_append(0.02)
    elsewhere.close()


# Lost connections


@pytest.mark.parametrize("where", Cut)
def test_a_commit_whose_answer_is_lost_is_written_once(
    far: PostgresJournal, journal: PostgresJournal, proxy: PostgresProxy, where: Cut
) -> None:
    """Whenever the connection is cut, the commit is written exactly once and the writer knows it."""
    whole = make_records("T1", 6)
    far.append(whole[:2])
    proxy.cut_next_commit(where)
    far.append(whole[2:5], [Checkpoint("T1", 5, "note", b"peaks")])
    far.append(whole[5:])

    assert proxy.cuts == 1
    assert list(journal.read("T1")) == whole
    assert list(journal.checkpoints("T1")) == [Checkpoint("T1", 5, "note", b"peaks")]


@pytest.mark.parametrize("where", Cut)
def test_a_checkpoint_alone_is_looked_for_too(
    far: PostgresJournal, journal: PostgresJournal, proxy: PostgresProxy, where: Cut
) -> None:
    """A checkpoint without records is looked for by itself."""
    proxy.cut_next_commit(where)
    far.append([], [Checkpoint("T1", 5, "note", b"peaks")])

    assert proxy.cuts == 1
    assert list(journal.checkpoints("T1")) == [Checkpoint("T1", 5, "note", b"peaks")]


def test_another_may_write_while_we_are_cut_off(
    far: PostgresJournal, journal: PostgresJournal, proxy: PostgresProxy
) -> None:
    """Then the number belongs to the other process, and an error says so."""
    proxy.cut_next_commit(Cut.BEFORE, then=lambda: journal.append(competing_records("T1", 1)))
    with pytest.raises(RecordTaken) as refused:
        far.append(make_records("T1", 2))

    assert (refused.value.table, refused.value.number) == ("T1", 1)
    assert list(journal.read("T1")) == competing_records("T1", 1)


def test_another_may_go_on_from_what_we_wrote(
    far: PostgresJournal, journal: PostgresJournal, proxy: PostgresProxy
) -> None:
    """Our commit is found even if the chain has grown since."""
    whole = make_records("T1", 4)
    proxy.cut_next_commit(Cut.ANSWER, then=lambda: journal.append(whole[2:]))
    far.append(whole[:2])

    assert list(far.read("T1")) == whole


def test_a_commit_that_is_still_on_its_way_is_waited_for(
    far: PostgresJournal, url: str, proxy: PostgresProxy
) -> None:
    """The server works on without a client: the second attempt waits for the first and then finds it."""
    whole = make_records("T1", 3)
    run_statements(
        url,
        """CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN PERFORM pg_advisory_xact_lock(77); RETURN NULL; END $$""",
        "CREATE TRIGGER pause AFTER INSERT ON record EXECUTE FUNCTION pause()",
    )
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%unnest%'"
    with psycopg.connect(url, autocommit=True) as holder:
        holder.execute("SELECT pg_advisory_lock(77)")
        proxy.cut_next_commit(Cut.AT_ONCE)
        writing = threading.Thread(target=far.append, args=(whole,))
        writing.start()
        while holder.execute(waiting.encode()).fetchall() != [(2,)]:
            time.sleep(0.005)
    writing.join()

    assert proxy.cuts == 1
    assert list(far.read("T1")) == whole


def test_a_restored_database_is_not_written_on(far: PostgresJournal, url: str, proxy: PostgresProxy) -> None:
    """If acknowledged records are gone, the chain is not continued over the gap."""
    whole = make_records("T1", 5)
    far.append(whole[:4])
    proxy.cut_next_commit(Cut.BEFORE, then=lambda: run_statements(url, "DELETE FROM record WHERE number > 2"))
    with pytest.raises(JournalError) as found:
        far.append(whole[4:])

    assert (found.value.table, found.value.number) == ("T1", 5)


def test_everything_goes_on_after_a_lost_connection(journal: PostgresJournal, url: str) -> None:
    """The server ends the sessions; reading, writing and waiting open new ones."""
    whole = make_records("T1", 3)
    journal.append(whole[:2])
    journal.wait_for_append(0)
    end = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query <> ''"
    )

    run_statements(url, end)
    assert journal.wait_for_append(20)
    assert journal.wait_for_append(20)
    assert not journal.wait_for_append(0)
    assert list(journal.read("T1")) == whole[:2]
    run_statements(url, end)
    journal.put_aside("p-1", "Ana")
    run_statements(url, end)
    journal.append(whole[2:])

    assert (journal.aside("p-1"), journal.heads()["T1"].number) == ("Ana", 3)


def test_patience_has_an_end(url: str) -> None:
    """A journal that cannot know whether the commit is written raises an error and stops."""
    wire = PostgresProxy(url)
    far = PostgresJournal(wire.url, patience=0.2)
    far.append(make_records("T1", 1))
    wire.refuse_connections()
    with pytest.raises(StorageBroken, match=r"does not answer.*stop, check the database, start again"):
        far.append(make_records("T2", 1))
    with pytest.raises(StorageBroken):
        far.heads()
    with pytest.raises(StorageBroken):
        far.wait_for_append(0)
    far.close()
    wire.close()


def test_a_wire_that_falls_silent_is_given_up(
    url: str, journal: PostgresJournal, proxy: PostgresProxy
) -> None:
    """Nothing is closed and nothing arrives: the commit is tried again and is written once."""
    far = PostgresJournal(proxy.url, patience=20, silence=0.2)
    whole = make_records("T1", 4)
    far.append(whole[:2])
    proxy.flows.clear()
    writing = threading.Thread(target=far.append, args=(whole[2:],))
    writing.start()
    writing.join(0.5)
    assert writing.is_alive()
    proxy.flows.set()
    writing.join(20)
    assert list(journal.read("T1")) == whole
    assert list(far.read("T1")) == whole
    far.close()


def test_silence_ends_with_patience(url: str, proxy: PostgresProxy) -> None:
    """A journal that gets no answer raises an error and stops."""
    far = PostgresJournal(proxy.url, patience=0.2, silence=0.2)
    proxy.flows.clear()
    with pytest.raises(StorageBroken, match="does not answer"):
        far.append(make_records("T1", 1))
    far.close()


def test_a_closed_journal_stays_closed(url: str) -> None:
    """It opens no new connection."""
    journal = PostgresJournal(url)
    journal.wait_for_append(0)
    journal.close()
    journal.close()
    with pytest.raises(StorageBroken, match="it is closed"):
        journal.append(make_records("T1", 1))
    with pytest.raises(StorageBroken):
        journal.wait_for_append(0)


# What the server refuses


def statements_raising(code: str) -> tuple[str, ...]:
    """Return statements after which the server refuses every new record with an error of this code."""
    return (
        f"""CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'no room, says the test' USING ERRCODE = '{code}'; END $$""",
        "CREATE TRIGGER refuse BEFORE INSERT ON record FOR EACH ROW EXECUTE FUNCTION refuse()",
    )


def test_a_full_disk_of_the_server_refuses_the_commit(journal: PostgresJournal, url: str) -> None:
    """Nothing of the commit is written; when there is space again the journal continues."""
    run_statements(url, *statements_raising("53100"))
    with pytest.raises(NoSpace, match="nothing was registered"):
        journal.append(make_records("T1", 2), [Checkpoint("T1", 2, "note", b"")])
    assert not journal.is_full
    run_statements(url, "DROP TRIGGER refuse ON record")

    assert (journal.heads(), list(journal.checkpoints("T1"))) == ({}, [])
    journal.append(make_records("T1", 2))


def test_a_full_disk_after_a_lost_answer_stops_us(
    far: PostgresJournal, url: str, proxy: PostgresProxy
) -> None:
    """The first attempt may still be written, so the journal cannot say that nothing was registered."""
    proxy.cut_next_commit(Cut.BEFORE, then=lambda: run_statements(url, *statements_raising("53100")))
    with pytest.raises(StorageBroken, match="earlier attempt may be written"):
        far.append(make_records("T1", 1))


def test_any_other_error_of_the_server_stops_us(journal: PostgresJournal, url: str) -> None:
    """The journal does not guess what an unknown error means."""
    run_statements(url, *statements_raising("55000"))
    with pytest.raises(StorageBroken, match="no room, says the test"):
        journal.append(make_records("T1", 1))


def test_what_was_erased_is_in_no_table(journal: PostgresJournal, url: str) -> None:
    """The table's file no longer holds it; only the server's own log does, until it is overwritten."""
    for number in range(300):
        journal.put_aside(f"p-{number}", f"Aardvark-{number:04}")
    for number in (7, 299):
        journal.erase(f"p-{number}")

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CHECKPOINT")
        [(file,)] = connection.execute("SELECT pg_read_binary_file(pg_relation_filepath('aside'))").fetchall()
    assert b"Aardvark-0008" in file
    assert b"Aardvark-0007" not in file
    assert b"Aardvark-0299" not in file
