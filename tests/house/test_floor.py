"""The floor: it decides, writes durably, then updates and notifies; an id keeps its answer for ever."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from sicbo.errors import BadInput, NoSpace, NotFound, Refusal, StorageBroken
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.house.entries import CommandRequest, WrittenRecord, entry_text, new_founding, read_entry
from sicbo.house.floor import BAD_ID, DISK_FULL, ID_TAKEN
from sicbo.house.identity.receipts import check_receipt
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.i18n import message
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.record import Record
from sicbo.journal.store import Checkpoint
from sicbo.machine.messages import Stamp
from sicbo.rulebooks import every_layout
from sicbo.table.messages.round import CloseTable, Perform
from tests.house.houses import KEY, floor_on, recovered_facts, take_snapshots


@pytest.fixture
def day() -> SampleDay:
    """Return a table with open bets."""
    day = SampleDay(floor_on(), "crown-sydney-2024")
    day.open()
    day.perform_through(Step.PLACE_BETS)
    return day


def after_restart(day: SampleDay) -> SampleDay:
    """Return the same table after the process ended and another began."""
    return SampleDay(floor_on(day.floor.journal), "crown-sydney-2024")


def test_a_slip_is_in_the_journal_when_it_is_answered(day: SampleDay) -> None:
    """The record has the command, its giver and its events."""
    asked = day.slip(day.players[0])

    (answer,) = day.submit(asked)

    assert answer.record is not None and not isinstance(answer.outcome, Refusal)
    assert list(day.floor.journal.read("T1"))[-1] == answer.record
    entry = read_entry(answer.record.text)
    assert (entry.decoded_command, entry.outcome) == (asked.command, answer.outcome)
    assert (answer.record.actor, answer.record.id) == (day.players[0], asked.command.id)


def test_the_same_id_has_the_same_answer_and_no_second_effect(day: SampleDay) -> None:
    """This holds a minute later, in the same batch, and after a restart."""
    asked = day.slip(day.players[0])
    first, second = day.submit(asked, asked)
    before = recovered_facts(day.floor.logs["T1"])
    later = asked._replace(
        command=replace(asked.command, stamp=replace(asked.command.stamp, wall=2**60, elapsed=2**40))
    )

    (third,) = day.submit(later)
    (fourth,) = after_restart(day).submit(asked)

    receipts = [answer.receipt() for answer in (first, second, third, fourth)]
    assert [check_receipt(receipt, [KEY.key.vkey]) for receipt in receipts if receipt] == [None] * 4
    assert first.record == second.record == third.record == fourth.record
    assert first.outcome == second.outcome == third.outcome == fourth.outcome
    assert recovered_facts(day.floor.logs["T1"]) == before


def test_an_id_with_other_content_is_refused(day: SampleDay) -> None:
    """The second command has no effect, whether the first was accepted or refused, and by any giver."""
    asked = day.slip(day.players[0])
    day.submit(asked)
    before = recovered_facts(day.floor.logs["T1"])
    other = asked._replace(command=replace(asked.command, stakes=()))
    stranger = asked._replace(
        command=replace(asked.command, stamp=replace(asked.command.stamp, by=day.players[1]))
    )

    assert [answer.outcome for answer in day.submit(other, stranger)] == [ID_TAKEN, ID_TAKEN]
    assert recovered_facts(day.floor.logs["T1"]) == before
    founding = asked._replace(command=replace(asked.command, id="founding"))
    assert day.submit(founding)[0].outcome == ID_TAKEN


def test_a_refused_id_stays_refused(day: SampleDay) -> None:
    """It stays refused even if the same slip would be accepted by now, and after a restart."""
    early = day.slip(day.players[0])
    early = early._replace(command=replace(early.command, version=2))
    (refused,) = day.submit(early)
    assert isinstance(refused.outcome, Refusal)
    day.submit(day.slip(day.players[0]))

    (again,) = day.submit(early)
    (later,) = after_restart(day).submit(early)

    assert again.outcome == later.outcome == refused.outcome


def test_a_slip_for_an_old_round_never_moves_to_the_next(day: SampleDay) -> None:
    """A slip names its round."""
    old = day.slip(day.players[0])
    day.perform_through(Step.PAY)
    day.perform_through(Step.PLACE_BETS)

    (answer,) = day.submit(old)

    assert isinstance(answer.outcome, Refusal)
    assert day.table.round is not None and not day.table.round.slips


def test_nothing_is_believed_or_told_before_it_is_written(day: SampleDay) -> None:
    """A commit that fails leaves the floor as it was."""

    class Failing(MemoryJournal):
        def append(
            self,
            records: Sequence[Record],
            checkpoints: Sequence[Checkpoint] = (),
            claims: Sequence[str] = (),
        ) -> None:
            raise StorageBroken("no")

    told: list[WrittenRecord] = []
    day.floor.followers.append(told.extend)
    before = recovered_facts(day.floor.logs["T1"])
    slip, journal = day.slip(day.players[0]), day.floor.journal
    day.floor.journal = Failing()

    with pytest.raises(StorageBroken):
        day.submit(slip)

    assert recovered_facts(day.floor.logs["T1"]) == before
    assert not told
    day.floor.journal = journal
    day.submit(slip)
    assert [one.record.id for one in told] == [slip.command.id]


class Narrow(MemoryJournal):
    """A journal whose disk is full except for its reserve."""

    def __init__(self, reserve: int) -> None:
        super().__init__()
        self.room, self.reserve, self.short = 10**9, reserve, False

    @property
    def is_full(self) -> bool:
        return self.short

    def append(
        self, records: Sequence[Record], checkpoints: Sequence[Checkpoint] = (), claims: Sequence[str] = ()
    ) -> None:
        if self.room < len(records):
            if not self.short:
                self.short, self.room = True, self.reserve
            raise NoSpace("full")
        self.room -= len(records)
        super().append(records, checkpoints, claims)


def test_a_full_disk_refuses_slips_while_the_round_can_be_finished() -> None:
    """A refused slip is answered as such, and its id can be used again when there is space."""
    journal = Narrow(reserve=20)
    day = SampleDay(floor_on(journal), "crown-sydney-2024")
    day.open()
    day.perform_through(Step.PLACE_BETS)
    day.submit(day.slip(day.players[0]))
    journal.room = 0
    late = day.slip(day.players[1])

    first, closing = day.submit(late, day.command_for_step())
    second = day.submit(late)[0]

    assert first.outcome == second.outcome == DISK_FULL
    assert first.record is None and first.receipt() is None
    assert not isinstance(closing.outcome, Refusal)
    day.perform_through(Step.PAY)
    journal.room, journal.short = 10**9, False
    day.perform_through(Step.PLACE_BETS)
    assert isinstance(day.submit(late)[0].outcome, Refusal)
    assert not isinstance(day.submit(day.slip(day.players[1]))[0].outcome, Refusal)


def test_a_disk_that_is_full_to_the_last_byte_stops_the_house() -> None:
    """Without space for any record, no command can be answered."""
    journal = Narrow(reserve=0)
    day = SampleDay(floor_on(journal), "crown-sydney-2024")
    day.open()
    journal.room = 0

    with pytest.raises(StorageBroken, match="make room"):
        day.perform_step()


def test_two_processes_decide_again_on_what_the_other_wrote() -> None:
    """The record number is the only lock: the process that loses the race reads on and decides again."""
    journal = MemoryJournal()
    one = SampleDay(floor_on(journal), "crown-sydney-2024")
    one.open()
    two = SampleDay(floor_on(journal), "crown-sydney-2024")
    one.perform_through(Step.PLACE_BETS)
    asked = one.slip(one.players[0])

    (there,) = two.submit(asked)
    (here,) = one.submit(one.slip(one.players[1]))
    one.floor.catch_up()
    two.floor.catch_up()

    assert not isinstance(there.outcome, Refusal) and not isinstance(here.outcome, Refusal)
    assert recovered_facts(one.floor.logs["T1"]) == recovered_facts(two.floor.logs["T1"])
    assert one.table.round is not None and len(one.table.round.slips) == 2
    assert one.submit(asked)[0].record == there.record


def test_a_table_founded_by_another_process_is_followed() -> None:
    """Its records so far are read too."""
    journal = MemoryJournal()
    floor = floor_on(journal)
    day = SampleDay(floor_on(journal), "canberra-2005")
    floor.catch_up()
    assert floor.log("T1").head.number == 1
    day.open()
    late = floor_on(journal)
    SampleDay(floor, "canberra-2005")

    floor.catch_up()

    assert (
        recovered_facts(floor.logs["T1"])
        == recovered_facts(day.floor.logs["T1"])
        == recovered_facts(late.logs["T1"])
    )


def test_a_table_has_one_name_and_must_be_there() -> None:
    """A name that is taken and a name that does not exist are both refused with a sentence."""
    floor = floor_on()
    floor.found_log(new_founding("sample.example", "T1", "canberra-2005"))
    with pytest.raises(BadInput, match="The name T1 is taken"):
        floor.found_log(new_founding("sample.example", "T1", "canberra-2005"))
    day = SampleDay(floor, "canberra-2005")
    with pytest.raises(NotFound, match=r"Unknown table: 'T2'\. Known: T1"):
        floor.handle([CommandRequest("T2", day.command_for_step().command)])


@pytest.mark.parametrize("name", ["", "two\nlines", "a\x00b", "x" * 201])
def test_an_id_that_cannot_be_written_down_is_refused(day: SampleDay, name: str) -> None:
    """Neither a bad id nor a bad giver leaves a record."""
    asked = day.slip(day.players[0])
    head = day.floor.logs["T1"].head

    (answer,) = day.submit(asked._replace(command=replace(asked.command, id=name)))
    stamp = replace(asked.command.stamp, by="p\n")
    (unnamed,) = day.submit(asked._replace(command=replace(asked.command, stamp=stamp)))

    assert answer.outcome == unnamed.outcome == BAD_ID and answer.record is None
    assert day.floor.logs["T1"].head == head


@pytest.mark.parametrize("name", ["", "a/b", "../up", "x" * 65, "T 1"])
def test_a_table_is_named_so_that_a_file_can_bear_its_name(name: str) -> None:
    """The journal of a table is exported under its name."""
    with pytest.raises(BadInput, match="Choose another name"):
        floor_on().found_log(new_founding("sample.example", name, "canberra-2005"))


def test_a_guard_may_refuse_before_the_table_is_asked(day: SampleDay) -> None:
    """The guard's refusal is recorded like any other."""
    no = Refusal("house/signatures", message("text", text="Sign it."))
    day.floor.guard = lambda founding, asked: no if founding.table == "T1" else None

    (answer,) = day.submit(day.slip(day.players[0]))

    assert answer.outcome == no and answer.record is not None
    assert read_entry(answer.record.text).outcome == no


def test_stamps_never_go_backwards(day: SampleDay) -> None:
    """If the clock was set back, the stamp of the record before is used."""
    late, early = day.slip(day.players[0]), day.slip(day.players[1])
    stamp = early.command.stamp
    early = early._replace(command=replace(early.command, stamp=replace(stamp, wall=5, elapsed=6)))

    first, second = day.submit(late, early)

    assert first.record is not None and second.record is not None
    assert first.record.wall == second.record.wall
    assert read_entry(second.record.text).stamp == replace(late.command.stamp, by=day.players[1])


@pytest.mark.parametrize("layout", every_layout())
def test_recovery_gives_the_same_places_with_and_without_a_snapshot(layout: str) -> None:
    """The state is the same, byte for byte, in the middle of a round."""
    day = SampleDay(floor_on(), layout)
    day.deal(3)
    take_snapshots(day.floor)
    kept = day.floor.journal.snapshot("T1")
    day.perform_through(Step.PLACE_BETS)
    day.submit(*(day.slip(player) for player in day.players))
    expected = recovered_facts(day.floor.logs["T1"])

    with_snapshot = floor_on(day.floor.journal)
    assert day.floor.journal.snapshot("T1") == kept
    day.floor.journal.forget_snapshot("T1")
    without = floor_on(day.floor.journal)

    assert recovered_facts(with_snapshot.logs["T1"]) == recovered_facts(without.logs["T1"]) == expected


def test_a_refusal_says_until_when_for_ever() -> None:
    """If time or spins end a refusal, its record says when; every other refusal is written without that."""
    asked = CommandRequest("T1", CloseTable(id="a", stamp=Stamp("kim", Rank.SUPERVISOR, 5, 6)))
    wait = message("text", text="Wait.")
    plain, by_time, by_spins = (
        entry_text(asked, refusal)
        for refusal in (Refusal("9.8", wait), Refusal("9.8", wait, 7), Refusal("9.8", wait, spins=3))
    )

    told = b'"message":{"key":"text","values":{"text":"Wait."}}'
    assert plain.endswith(b'"refusal":{"clause":"9.8",%b}}' % told)
    assert by_time.endswith(b'"refusal":{"clause":"9.8","earliest":7,%b}}' % told)
    assert by_spins.endswith(b'"refusal":{"clause":"9.8",%b,"spins":3}}' % told)
    for text in (plain, by_time, by_spins):
        assert entry_text(asked, read_entry(text).outcome) == text


def test_dice_that_another_process_went_past_are_entered_in_no_later_round(day: SampleDay) -> None:
    """A process that is behind decides again on what the other wrote, so its dice stay those of round 1."""
    day.perform_through(Step.CALL)
    behind = SampleDay(floor_on(day.floor.journal), "crown-sydney-2024")
    behind.command_count = 1_000
    words = {"step": "enter", "dice": (6, 6, 6)}
    late = behind.command(Perform, Rank.DEALER, **words, round=behind.table.round_number_due)
    day.perform_through(Step.PAY)
    day.perform_through(Step.CALL)

    (answer,) = behind.submit(late)

    assert isinstance(answer.outcome, Refusal)
    assert answer.outcome.says == "That step is for round 1. The round due is 2."
    assert behind.table.round is not None and behind.table.round.dice is None
