"""Log kinds: a log may be about anything that decides commands into events; a table is only one kind."""

from dataclasses import replace

import pytest

from sicbo.errors import NotFound, Refusal
from sicbo.game.ranks import Rank
from sicbo.house.clock import Clock
from sicbo.house.entries import Asked, founded, founding_text, read_entry
from sicbo.house.export.wager_rows import wagers
from sicbo.house.interruptions import restarted
from sicbo.house.log_kinds import SUBJECTS, TABLE, Subject
from sicbo.house.maintenance.self_check import check
from sicbo.journal.record import Draft, chained, start_of
from sicbo.table.messages.base import Stamp
from sicbo.table.messages.chip_commands import SignOn
from sicbo.table.messages.chip_events import SignedOn
from tests.house.houses import KEY, floor_on, snapshotted

LAYOUT = "star-sydney-2016"


def _decide(signed_on: int, command: SignOn) -> tuple[SignedOn, ...] | Refusal:
    if signed_on >= 2:
        return Refusal("house/tally", "Two have signed on: come back tomorrow.")
    return (SignedOn(stamp=command.stamp, clause="house/tally", command=command.id),)


TALLY = replace(
    TABLE,
    kind="tally",
    found=lambda founding: 0,
    decide=_decide,
    evolve=lambda signed_on, event: signed_on + 1,
    transfers=lambda event, signed_on: (),
    state=int,
    privileged=("sign-on",),
)


@pytest.fixture(autouse=True)
def tally(monkeypatch: pytest.MonkeyPatch) -> Subject:
    """Return a kind of log that counts who signs on, up to two."""
    monkeypatch.setitem(SUBJECTS, TALLY.kind, TALLY)
    return TALLY


def asked(number: int) -> Asked:
    """Return a request to sign on."""
    stamp = Stamp("p-1", Rank.DEALER, 1_000 + number, number)
    return Asked("R1", SignOn(id=f"c-{number}", stamp=stamp))


def test_the_text_of_a_founding_names_its_kind_unless_it_is_a_table() -> None:
    """Journals from before there were other kinds keep every byte."""
    table, other = (founded("sample.example", "T1", LAYOUT, kind=kind) for kind in ("table", "tally"))
    assert b'"kind"' not in founding_text(table)
    assert b'"house":"sample.example","kind":"tally","layout":' in founding_text(other)
    assert [read_entry(founding_text(one)).founding for one in (table, other)] == [table, other]


def test_another_subject_is_decided_kept_and_recovered_like_a_table() -> None:
    """The log's own kind decides; recovery gives the same state with a snapshot and without."""
    floor = floor_on()
    floor.found(founded("sample.example", "R1", LAYOUT, kind="tally"))
    answers = floor.handle([asked(1), asked(2), asked(3)])
    assert [isinstance(one.outcome, Refusal) for one in answers] == [False, False, True]
    again = floor_on(floor.journal)
    snapshotted(floor)
    by_snapshot = floor_on(floor.journal)
    assert floor.places["R1"].state == 2
    assert again.places == by_snapshot.places == floor.places
    assert [note.size for note in floor.journal.checkpoints("R1")] == [1, 4]
    assert check(floor.journal, "R1", [KEY.key.vkey])[2:] == (4, 2, 0, 1)


def test_what_only_tables_have_passes_over_other_logs() -> None:
    """Other logs have no wagers to list, no rounds to resume, and no receipts."""
    floor = floor_on()
    floor.found(founded("sample.example", "R1", LAYOUT, kind="tally"))
    floor.found(founded("sample.example", "T1", LAYOUT))
    answer = floor.handle([asked(1)])[0]
    assert answer.receipt() is None
    assert floor.tables == ["T1"]
    assert restarted(floor, Clock()) == []
    assert list(wagers(floor.journal, "R1")) == []


def test_on_a_real_floor_its_own_privileged_commands_are_signed() -> None:
    """The kind of log determines which commands people sign."""
    assert founded("sample.example", "R1", LAYOUT, profile="floor", kind="tally").signed == ("sign-on",)


def test_an_unknown_kind_is_refused_with_what_to_do() -> None:
    """A program that does not know a kind of log neither founds nor opens one."""
    floor = floor_on()
    raffle = founded("sample.example", "R1", LAYOUT, kind="raffle")
    with pytest.raises(NotFound, match=r"raffle.*Use the program that founded this log\."):
        floor.found(raffle)
    assert not floor.journal.heads()
    floor.journal.append(chained("R1", start_of("R1"), [Draft(1, "h", "f", founding_text(raffle))]))
    with pytest.raises(NotFound, match=r"raffle.*Use the program that founded this log\."):
        floor_on(floor.journal)
