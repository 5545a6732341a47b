"""Checkpoints: every record but a slip is signed in its own commit, and slips at least every second."""

import random
import time
from pathlib import Path

import pytest

from sicbo.errors import NoSpace
from sicbo.game.policies import Step
from sicbo.house.entries import CommandRequest, new_founding, read_entry
from sicbo.house.floor import Floor
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.house.maintenance.self_check import check_log
from sicbo.house.tournaments import HousePlay
from sicbo.house.writer import Writer
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.store import Checkpoint
from sicbo.table.log_kind import TABLE
from sicbo.tournament.format import plan_of
from sicbo.tournament.messages.commands import PublishTournament
from sicbo.tournament.simulation.autoplay import enter_players, prepare_tournament, random_seeds
from tests.house.evenings import NAME, new_house
from tests.house.houses import KEY, floor_on
from tests.house.test_promotions import PromotionHouse, tickets_rule
from tests.tournament.tournaments import SYDNEY, terms_of

LAYOUT, SECONDS = "crown-sydney-2024", 10


def signed_size(floor: Floor, log: str = "T1") -> int:
    """Return the number of records that the house has signed."""
    return max((note.size for note in floor.journal.checkpoints(log)), default=0)


def log_size(floor: Floor, log: str = "T1") -> int:
    """Return the number of records in a log."""
    return floor.journal.heads()[log].number


def open_day(floor: Floor | None = None) -> SampleDay:
    """Return a table with open bets."""
    day = SampleDay(floor or floor_on(), LAYOUT)
    day.open()
    day.perform_through(Step.PLACE_BETS)
    return day


def slips(day: SampleDay) -> list[CommandRequest]:
    """Return one slip of each player."""
    return [day.slip(player) for player in day.players]


def test_every_commit_with_more_than_slips_ends_with_a_checkpoint() -> None:
    """Foundings, openings, steps, refused orders and slips beside another command: one checkpoint each."""
    floor, ends, wanted = floor_on(), set[int](), set[int]()

    def follow(records: object) -> None:
        ends.add(floor.logs["T1"].head.number)

    floor.followers.append(follow)
    day = SampleDay(floor, LAYOUT)
    assert signed_size(floor) == 1
    day.deal(2)
    day.perform_through(Step.PLACE_BETS)
    day.submit(*slips(day), day.command_for_step())
    for record in floor.journal.read("T1"):
        entry = read_entry(record.text)
        if entry.founding or not isinstance(entry.decoded_command, TABLE.staking_commands):
            wanted.add(min(size for size in {1, *ends} if size >= record.number))

    assert {note.size for note in floor.journal.checkpoints("T1")} == wanted
    assert signed_size(floor) == log_size(floor)
    assert check_log(floor.journal, "T1", [KEY.key.vkey]).checkpoints == len(wanted)


def test_tournaments_and_promotions_are_signed_record_by_record(tmp_path: Path) -> None:
    """Every record is signed, not only promises and settlements: the last ones are claims and awards."""
    with new_house(tmp_path / "data") as house:
        night = PromotionHouse(house)
        night.start_promotion(tickets_rule(1))
        assert signed_size(house.floor, "P1") == log_size(house.floor, "P1") == 4
        play = HousePlay(house, "cup", plan_of(terms_of(SYDNEY)), NAME)
        play.do(PublishTournament, terms=terms_of(SYDNEY))
        prepare_tournament(play, random_seeds(random.Random(1).randrange))
        enter_players(play, ["p-1", "p-2"])
        assert signed_size(house.floor, "cup") == log_size(house.floor, "cup") > 5


def test_slips_alone_are_signed_when_the_house_calls_for_it_and_once() -> None:
    """A commit of slips is not signed. The house's call writes one checkpoint for each log without one."""
    day = open_day()
    before = signed_size(day.floor)
    day.submit(*slips(day))
    day.submit(*slips(day))
    assert signed_size(day.floor) == before == log_size(day.floor) - 16

    day.floor.sign_checkpoints()
    assert signed_size(day.floor) == log_size(day.floor)
    kept = list(day.floor.journal.checkpoints("T1"))
    day.floor.sign_checkpoints()
    assert list(day.floor.journal.checkpoints("T1")) == kept
    assert check_log(day.floor.journal, "T1", [KEY.key.vkey]).checkpoints == len(kept)


def test_the_note_of_a_receipt_is_the_checkpoint() -> None:
    """The player's receipt and the house's journal share one signature."""
    day = open_day()
    answers = day.submit(*slips(day))
    receipt = answers[0].receipt()
    day.floor.sign_checkpoints()
    assert receipt and [note.note for note in day.floor.journal.checkpoints("T1")][-1] == receipt.checkpoint


def test_slips_before_a_crash_are_signed_after_it() -> None:
    """If a process ends before it signs, the next process signs first of all."""
    day = open_day()
    day.submit(*slips(day))
    again = floor_on(day.floor.journal)
    assert signed_size(again) < log_size(again)
    again.sign_checkpoints()
    assert signed_size(again) == log_size(again)


def test_another_process_signs_for_one_that_is_gone_and_for_no_other() -> None:
    """It signs slips that are still unsigned at the next call. Writing a checkpoint twice is harmless."""
    day = open_day()
    other = floor_on(day.floor.journal)
    day.submit(*slips(day))
    assert other.catch_up()
    other.sign_checkpoints()
    assert signed_size(other) < log_size(other)
    day.floor.sign_checkpoints()
    other.sign_checkpoints()
    assert signed_size(other) == log_size(other)

    day.submit(*slips(day))
    other.catch_up()
    other.sign_checkpoints()
    other.sign_checkpoints()
    assert signed_size(other) == log_size(other)
    kept = list(other.journal.checkpoints("T1"))
    day.floor.sign_checkpoints()
    day.floor.sign_checkpoints()
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
    day.submit(*slips(day))
    journal.lacks_room = True
    day.floor.sign_checkpoints()
    journal.lacks_room = False
    assert signed_size(day.floor) < log_size(day.floor)
    day.floor.sign_checkpoints()
    assert signed_size(day.floor) == log_size(day.floor)


def test_two_processes_may_sign_the_same_and_what_only_one_has_is_kept() -> None:
    """The first process to write stores the checkpoint; the other's further checkpoints are stored too."""
    journal = MemoryJournal()
    one = floor_on(journal)
    for name in ("T1", "T2"):
        one.found_log(new_founding("sample.example", name, LAYOUT))
    days = [SampleDay(one, LAYOUT, name=name) for name in ("T1", "T2")]
    for day in days:
        day.open()
        day.perform_through(Step.PLACE_BETS)
        day.submit(*slips(day))
    two = floor_on(journal)
    place = one.logs["T1"]
    journal.append([], [Checkpoint("T1", place.head.number, "signed by a third", place.peaks)])
    two.sign_checkpoints()
    one.sign_checkpoints()
    assert [signed_size(two, name) for name in ("T1", "T2")] == [log_size(two, name) for name in ("T1", "T2")]


@pytest.mark.parametrize("stops", [False, True])
def test_the_loop_signs_every_second_and_when_it_stops(stops: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The slips are signed even when no further command arrives."""
    monkeypatch.setattr("sicbo.house.writer.SIGN_SECONDS", 100.0 if stops else 0.02)
    day, answered = open_day(), list[str]()
    loop: Writer[str] = Writer(day.floor, lambda answers: answered.extend(token for token, _ in answers))
    time.sleep(0.05)
    for asked in slips(day):
        loop.submit(asked.command.id, asked)
    until = time.monotonic() + SECONDS
    while time.monotonic() < until and (len(answered) < 8 or signed_size(day.floor) < log_size(day.floor)):
        if stops and len(answered) == 8:
            assert signed_size(day.floor) < log_size(day.floor)
            loop.stop()
        time.sleep(0.005)
    assert signed_size(day.floor) == log_size(day.floor)
    if not stops:
        loop.stop()
