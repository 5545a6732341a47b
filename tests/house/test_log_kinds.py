"""Log kinds: a log may be about anything that decides commands into events; a table is only one kind."""

import msgspec
import pytest

from sicbo.errors import NotFound, Refusal
from sicbo.game.ranks import Rank
from sicbo.house.clock import Clock
from sicbo.house.entries import CommandRequest, founding_text, new_founding, read_entry
from sicbo.house.export.wager_rows import table_wagers
from sicbo.house.interruptions import record_interruptions
from sicbo.house.log_kinds import LOG_KINDS
from sicbo.house.maintenance.self_check import check_log
from sicbo.i18n import message
from sicbo.journal.record import Draft, chain_records, initial_head
from sicbo.machine.ledger import Balances, no_transfers
from sicbo.machine.log_kind import Audience, Effect, LogKind, Rule
from sicbo.machine.messages import Stamp
from sicbo.table.messages.chips import SignedOn, SignOn
from tests.house.houses import KEY, floor_on, take_snapshots

LAYOUT = "star-sydney-2016"


class Tally(msgspec.Struct, frozen=True):
    """How many have signed on."""

    signed_on: int = 0
    balances: Balances = Balances()


def _decide(tally: Tally, command: SignOn) -> tuple[SignedOn, ...] | Refusal:
    if tally.signed_on >= 2:
        return Refusal("house/tally", message("text", text="Two have signed on: come back tomorrow."))
    return (SignedOn(stamp=command.stamp, clause="house/tally", command=command.id),)


TALLY = LogKind(
    kind="tally",
    state=Tally,
    new_state=lambda *founding: Tally(),
    rows=(Rule(SignOn, decide=_decide, signed=True),),
    effects=(
        Effect(
            SignedOn,
            apply=lambda tally, event: Tally(tally.signed_on + 1),
            transfers=no_transfers,
            audience=Audience.EVERYONE,
            narrate=lambda event: message("text", text="signed on"),
        ),
    ),
)


@pytest.fixture(autouse=True)
def tally(monkeypatch: pytest.MonkeyPatch) -> LogKind:
    """Return a kind of log that counts who signs on, up to two."""
    monkeypatch.setitem(LOG_KINDS, TALLY.kind, TALLY)
    return TALLY


def sign_on_request(number: int) -> CommandRequest:
    """Return a request to sign on."""
    stamp = Stamp("p-1", Rank.DEALER, 1_000 + number, number)
    return CommandRequest("R1", SignOn(id=f"c-{number}", stamp=stamp))


def test_the_text_of_a_founding_names_its_kind_unless_it_is_a_table() -> None:
    """Journals from before there were other kinds keep every byte."""
    table, other = (new_founding("sample.example", "T1", LAYOUT, kind=kind) for kind in ("table", "tally"))
    assert b'"kind"' not in founding_text(table)
    assert b'"house":"sample.example","kind":"tally","layout":' in founding_text(other)
    assert [read_entry(founding_text(one)).founding for one in (table, other)] == [table, other]


def test_another_subject_is_decided_kept_and_recovered_like_a_table() -> None:
    """The log's own kind decides; recovery gives the same state with a snapshot and without."""
    floor = floor_on()
    floor.found_log(new_founding("sample.example", "R1", LAYOUT, kind="tally"))
    answers = floor.handle([sign_on_request(1), sign_on_request(2), sign_on_request(3)])
    assert [isinstance(one.outcome, Refusal) for one in answers] == [False, False, True]
    again = floor_on(floor.journal)
    take_snapshots(floor)
    by_snapshot = floor_on(floor.journal)
    assert floor.logs["R1"].state.signed_on == 2
    assert again.logs == by_snapshot.logs == floor.logs
    assert [note.size for note in floor.journal.checkpoints("R1")] == [1, 4]
    assert check_log(floor.journal, "R1", [KEY.key.vkey])[2:] == (4, 2, 0, 1)


def test_what_only_tables_have_passes_over_other_logs() -> None:
    """Other logs have no wagers to list, no rounds to resume, and no receipts."""
    floor = floor_on()
    floor.found_log(new_founding("sample.example", "R1", LAYOUT, kind="tally"))
    floor.found_log(new_founding("sample.example", "T1", LAYOUT))
    answer = floor.handle([sign_on_request(1)])[0]
    assert answer.receipt() is None
    assert floor.table_names == ["T1"]
    assert record_interruptions(floor, Clock()) == []
    assert list(table_wagers(floor.journal, "R1")) == []


def test_on_a_real_floor_its_own_privileged_commands_are_signed() -> None:
    """The kind of log determines which commands people sign."""
    assert new_founding("sample.example", "R1", LAYOUT, profile="floor", kind="tally").signed == ("sign-on",)


def test_an_unknown_kind_is_refused_with_what_to_do() -> None:
    """A program that does not know a kind of log neither founds nor opens one."""
    floor = floor_on()
    raffle = new_founding("sample.example", "R1", LAYOUT, kind="raffle")
    with pytest.raises(NotFound, match=r"raffle.*Use the program that founded this log\."):
        floor.found_log(raffle)
    assert not floor.journal.heads()
    floor.journal.append(chain_records("R1", initial_head("R1"), [Draft(1, "h", "f", founding_text(raffle))]))
    with pytest.raises(NotFound, match=r"raffle.*Use the program that founded this log\."):
        floor_on(floor.journal)
