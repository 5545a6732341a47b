"""Checkpoints: every record but a slip is signed in its own commit, and slips at least every second."""

import random
import time
from pathlib import Path

import pytest

from sicbo.errors import NoSpace
from sicbo.game.policies import Step
from sicbo.house.entries import Asked, founded, read_entry
from sicbo.house.floor import Floor
from sicbo.house.log_kinds import TABLE
from sicbo.house.maintenance.sample_day import Day
from sicbo.house.maintenance.self_check import check
from sicbo.house.tournaments import HousePlay
from sicbo.house.writer import Loop
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.store import Checkpoint
from sicbo.tournament.format import plan_of
from sicbo.tournament.messages.commands import PublishTournament
from sicbo.tournament.simulation.autoplay import by_chance, enter, prepare
from tests.house.evenings import NAME, new_house
from tests.house.houses import KEY, floor_on
from tests.house.test_promotions import Night, tickets_rule
from tests.tournament.tournaments import SYDNEY, terms_of

LAYOUT, SECONDS = "crown-sydney-2024", 10


def signed(floor: Floor, log: str = "T1") -> int:
    """Return the number of records that the house has signed."""
    return max((note.size for note in floor.journal.checkpoints(log)), default=0)


def end(floor: Floor, log: str = "T1") -> int:
    """Return the number of records in a log."""
    return floor.journal.heads()[log].number


def open_day(floor: Floor | None = None) -> Day:
    """Return a table with open bets."""
    day = Day(floor or floor_on(), LAYOUT)
    day.open()
    day.until(Step.PLACE_BETS)
    return day


def slips(day: Day) -> list[Asked]:
    """Return one slip of each player."""
    return [day.slip(player) for player in day.players]


def test_every_commit_with_more_than_slips_ends_with_a_checkpoint() -> None:
    """Foundings, openings, steps, refused orders and slips beside another command: one checkpoint each."""
    floor, ends, wanted = floor_on(), set[int](), set[int]()

    def follow(records: object) -> None:
        ends.add(floor.places["T1"].head.number)

    floor.followers.append(follow)
    day = Day(floor, LAYOUT)
    assert signed(floor) == 1
    day.deal(2)
    day.until(Step.PLACE_BETS)
    day.ask(*slips(day), day.command_for_step())
    for record in floor.journal.read("T1"):
        entry = read_entry(record.text)
        if entry.founding or not isinstance(entry.asked, TABLE.staking):
            wanted.add(min(size for size in {1, *ends} if size >= record.number))

    assert {note.size for note in floor.journal.checkpoints("T1")} == wanted
    assert signed(floor) == end(floor)
    assert check(floor.journal, "T1", [KEY.key.vkey]).checkpoints == len(wanted)


def test_tournaments_and_promotions_are_signed_record_by_record(tmp_path: Path) -> None:
    """Every record is signed, not only promises and settlements: the last ones are claims and awards."""
    with new_house(tmp_path / "data") as house:
        night = Night(house)
        night.running(tickets_rule(1))
        assert signed(house.floor, "P1") == end(house.floor, "P1") == 4
        play = HousePlay(house, "cup", plan_of(terms_of(SYDNEY)), NAME)
        play.do(PublishTournament, terms=terms_of(SYDNEY))
        prepare(play, by_chance(random.Random(1).randrange))
        enter(play, ["p-1", "p-2"])
        assert signed(house.floor, "cup") == end(house.floor, "cup") > 5


def test_slips_alone_are_signed_when_the_house_calls_for_it_and_once() -> None:
    """A commit of slips is not signed. The house's call writes one checkpoint for each log without one."""
    day = open_day()
    before = signed(day.floor)
    day.ask(*slips(day))
    day.ask(*slips(day))
    assert signed(day.floor) == before == end(day.floor) - 16

    day.floor.sign_all()
    assert signed(day.floor) == end(day.floor)
    kept = list(day.floor.journal.checkpoints("T1"))
    day.floor.sign_all()
    assert list(day.floor.journal.checkpoints("T1")) == kept
    assert check(day.floor.journal, "T1", [KEY.key.vkey]).checkpoints == len(kept)


def test_the_note_of_a_receipt_is_the_checkpoint() -> None:
    """The player's receipt and the house's journal share one signature."""
    day = open_day()
    answers = day.ask(*slips(day))
    receipt = answers[0].receipt()
    day.floor.sign_all()
    assert receipt and [note.note for note in day.floor.journal.checkpoints("T1")][-1] == receipt.checkpoint


def test_slips_before_a_crash_are_signed_after_it() -> None:
    """If a process ends before it signs, the next process signs first of all."""
    day = open_day()
    day.ask(*slips(day))
    again = floor_on(day.floor.journal)
    assert signed(again) < end(again)
    again.sign_all()
    assert signed(again) == end(again)


def test_another_process_signs_for_one_that_is_gone_and_for_no_other() -> None:
    """It signs slips that are still unsigned at the next call. Writing a checkpoint twice is harmless."""
    day = open_day()
    other = floor_on(day.floor.journal)
    day.ask(*slips(day))
    assert other.follow()
    other.sign_all()
    assert signed(other) < end(other)
    day.floor.sign_all()
    other.sign_all()
    assert signed(other) == end(other)

    day.ask(*slips(day))
    other.follow()
    other.sign_all()
    other.sign_all()
    assert signed(other) == end(other)
    kept = list(other.journal.checkpoints("T1"))
    day.floor.sign_all()
    day.floor.sign_all()
    assert list(other.journal.checkpoints("T1")) == kept


class Full(MemoryJournal):
    """A journal whose disk can be full for a while."""

    lacks_room = False

    def append(self, records: object, checkpoints: object = (), claims: object = ()) -> None:
        if self.lacks_room:
            raise NoSpace("The disk is full.")
        super().append(records, checkpoints, claims)  # type: ignore[arg-type]


def test_a_full_disk_leaves_a_signature_for_later() -> None:
    """The slips stay unsigned, and the next call signs them."""
    journal = Full()
    day = open_day(floor_on(journal))
    day.ask(*slips(day))
    journal.lacks_room = True
    day.floor.sign_all()
    journal.lacks_room = False
    assert signed(day.floor) < end(day.floor)
    day.floor.sign_all()
    assert signed(day.floor) == end(day.floor)


def test_two_processes_may_sign_the_same_and_what_only_one_has_is_kept() -> None:
    """The first process to write stores the checkpoint; the other's further checkpoints are stored too."""
    journal = MemoryJournal()
    one = floor_on(journal)
    for name in ("T1", "T2"):
        one.found(founded("sample.example", name, LAYOUT))
    days = [Day(one, LAYOUT, name=name) for name in ("T1", "T2")]
    for day in days:
        day.open()
        day.until(Step.PLACE_BETS)
        day.ask(*slips(day))
    two = floor_on(journal)
    place = one.places["T1"]
    journal.append([], [Checkpoint("T1", place.head.number, "signed by a third", place.peaks)])
    two.sign_all()
    one.sign_all()
    assert [signed(two, name) for name in ("T1", "T2")] == [end(two, name) for name in ("T1", "T2")]


@pytest.mark.parametrize("stops", [False, True])
def test_the_loop_signs_every_second_and_when_it_stops(stops: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The slips are signed even when no further command arrives."""
    monkeypatch.setattr("sicbo.house.writer.SIGN_SECONDS", 100.0 if stops else 0.02)
    day, answered = open_day(), list[str]()
    loop: Loop[str] = Loop(day.floor, lambda answers: answered.extend(token for token, _ in answers))
    time.sleep(0.05)
    for asked in slips(day):
        loop.submit(asked.command.id, asked)
    until = time.monotonic() + SECONDS
    while time.monotonic() < until and (len(answered) < 8 or signed(day.floor) < end(day.floor)):
        if stops and len(answered) == 8:
            assert signed(day.floor) < end(day.floor)
            loop.stop()
        time.sleep(0.005)
    assert signed(day.floor) == end(day.floor)
    if not stops:
        loop.stop()
