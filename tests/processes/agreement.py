"""What must be true in the end: all processes, all screens and the journal agree, and nothing is lost."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from operator import itemgetter

from sicbo.errors import Refusal
from sicbo.house.entries import read_entry
from sicbo.house.export.readers import JournalReader
from sicbo.house.log_kinds import Founding
from sicbo.journal.postgres import PostgresJournal
from sicbo.journal.record import Record, initial_head, verify_chain
from sicbo.table.log_kind import evolve_all
from tests.processes.houses import ManyProcesses
from tests.processes.players import Player, wait_until
from tests.processes.terminals import Terminal, check_shown
from tests.server.houses import Json
from tests.table.evenings.invariants import hold


@contextmanager
def play_through(
    many: ManyProcesses, table: str, names: Sequence[str], screens: Sequence[str] = ()
) -> Iterator[list[Player]]:
    """Let players and terminals play while something happens to the house; in the end all must agree."""
    with ExitStack() as undo:
        undo.callback(many.close)
        players = [Player(many.balancer.address, table, name) for name in names]
        players += [Terminal(many.balancer.address, table, name) for name in screens]
        for player in players:
            player.start()
        yield players
        assert [player.wrong for player in players if player.wrong] == [], many.stop_and_read_errors()
        check_agreement(many, table, players)
        for player in players:
            player.stop()
        assert [player.wrong for player in players if player.wrong] == [], many.stop_and_read_errors()


def check_agreement(many: ManyProcesses, table: str, players: Sequence[Player]) -> None:
    """Take the console so that the table pauses, and check that every screen shows the same."""
    for player in players:
        player.rests = True
    staff = Player(many.balancer.address, table, "kim")
    staff.retry(lambda: staff.browser.console(table))
    staff.browser.http.close()
    path, seen = f"/tables/{table}", dict[str, list[Json]]()

    def all_the_same() -> bool:
        for player in players:
            told = [many.answer_of(index, path, player) for index in many.alive]
            told += [player.shown_view] if isinstance(player, Terminal) else []
            seen[player.name] = [_shared_fields(one) for one in told]
        return _is_same_everywhere(list(seen.values())) and _matches_journal(
            many.url, table, [told[0] for told in seen.values()]
        )

    wait_until(all_the_same, lambda: _differences(seen))


def settled_rounds(url: str, table: str, players: Sequence[Player]) -> int:
    """Check the journal of a database, and return its number of settled rounds."""
    with closing(PostgresJournal(url)) as journal:
        return rounds_that_hold(journal, table, players)


def rounds_that_hold(journal: JournalReader, table: str, players: Sequence[Player]) -> int:
    """Check that nothing acknowledged is lost or settled twice, and return the number of settled rounds."""
    founding, records = _records(journal, table)
    entries = {record.id: (record.number, read_entry(record.text)) for record in records}
    assert len(entries) == len(records), "an id was answered twice"
    for player in players:
        acknowledged = dict(player.acknowledged)
        assert acknowledged.keys() <= entries.keys(), "an acknowledged slip is gone"
        for name, said in acknowledged.items():
            number, entry = entries[name]
            assert (number, entry.refusal) == (said["number"], None)
        for name in player.refused & entries.keys():
            assert isinstance(entries[name][1].outcome, Refusal)
        if isinstance(player, Terminal):
            check_shown(player, records)
    events = [event for _, entry in entries.values() for event in entry.events]
    hold(founding.new_state(), events)
    return sum(event.step == "pay" for event in events if hasattr(event, "step"))


def _records(journal: JournalReader, table: str) -> tuple[Founding, list[Record]]:
    """Return the founding of a table and every later record of its checked chain."""
    first, *records = verify_chain(table, initial_head(table), journal.read(table))
    founding = read_entry(first.text).founding
    assert founding is not None
    return founding, records


def _is_same_everywhere(seen: Sequence[Sequence[Json]]) -> bool:
    """Whether all show one table, and the same chip balance to each player."""
    view, mine = itemgetter("seq", "view"), itemgetter("mine")
    return (
        all(one for told in seen for one in told)
        and all(view(one) == view(seen[0][0]) for told in seen for one in told)
        and all(mine(one) == mine(told[0]) for told in seen for one in told)
    )


def _differences(seen: dict[str, list[Json]]) -> list[object]:
    """Return where a view differs from that of the first process; terminals come last."""
    found: list[object] = []
    for name, (first, *others) in seen.items():
        for place, other in enumerate(others, 1):
            for part in ("view", "mine") if first and other else ():
                pairs = ((one, first[part][one], other[part][one]) for one in first[part])
                found += [(name, place, *pair) for pair in pairs if pair[1] != pair[2]]
            found.append((name, place, first.get("seq"), other.get("seq")))
    return found


def _matches_journal(url: str, table: str, seen: Sequence[Json]) -> bool:
    """Whether these are the table and the chip balances of the journal."""
    with closing(PostgresJournal(url)) as journal:
        founding, records = _records(journal, table)
    state = evolve_all(
        founding.new_state(), (e for record in records for e in read_entry(record.text).events)
    )
    racks: dict[str, dict[str, int]] = {}
    for (player, kind), cents in state.racks.items():
        racks.setdefault(player, {}).update({kind: cents} if cents else {})
    written = (len(records) + 1, state.round.number if state.round else None)
    return all(
        (one["seq"], one["view"]["round"]) == written
        and one["mine"]["racks"] == racks.get(one["mine"]["player"], {})
        for one in seen
    )


def _shared_fields(shown: Json) -> Json:
    """Return what processes must agree on, without readiness and closing time, which are local to each."""
    if "view" not in shown or shown["mine"] is None:
        return {}
    view, mine = dict(shown["view"]), dict(shown["mine"])
    view["betting"] = {**view["betting"], "closes_at": None}
    view["seats"] = [{**seat, "ready": False} for seat in view["seats"]]
    view["dealer"], mine["ready"] = None, False
    return {"seq": shown["seq"], "view": view, "mine": mine}
