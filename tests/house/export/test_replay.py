"""Replay: every record in words, the rounds that it concerns, and the table after it."""

from itertools import islice

import pytest

from sicbo.errors import JournalError, NotFound
from sicbo.house.export.replay import TableSummary, replay_log, steps_of_round, table_summary
from sicbo.journal.memory import MemoryJournal
from tests.house.evenings import EVERY, journal_of_transcript


@pytest.mark.parametrize("name", EVERY)
def test_every_record_of_every_transcript_has_words(name: str) -> None:
    """The last table is the one that the floor had."""
    steps = list(replay_log(journal_of_transcript(name), "T1"))

    assert [step.record for step in steps] == list(journal_of_transcript(name).read("T1"))
    assert all(step.facts for step in steps)
    assert steps[0].facts[0].says.startswith("sample.example founds table T1 under ")


def test_a_round_has_its_own_records_and_what_was_done_about_it_later() -> None:
    """Singapore corrects a round after others have been played."""
    steps = list(steps_of_round(replay_log(journal_of_transcript("singapore-late-errors"), "T1"), 1))

    *others, correction = [step.record.number for step in steps]
    assert others == list(range(5, 18))
    assert correction == 30
    assert steps[-1].facts[0].says == "the settlement of ana is reversed"
    assert steps[-1].state.rounds == 2


def test_what_happens_between_rounds_belongs_to_the_one_before() -> None:
    """What happens before the first round belongs to none."""
    rounds = [step.rounds for step in replay_log(journal_of_transcript("crown-sydney-correction"), "T1")]

    assert rounds[:4] == [{0}, {0}, {0}, {0}]
    assert rounds[4] == rounds[18] == {1}
    assert rounds[-1] == {2}


def test_a_round_that_was_not_played_is_not_found() -> None:
    """The error says which rounds were played."""
    for number in (0, 3):
        with pytest.raises(NotFound, match=rf"Unknown round: '{number}'\. Rounds 1 to 2 were played"):
            list(steps_of_round(replay_log(journal_of_transcript("crown-sydney-correction"), "T1"), number))


def test_a_table_stands_somewhere_at_every_record() -> None:
    """The table is closed, waits for a round, takes slips, has dice, and is settled."""
    steps = list(replay_log(journal_of_transcript("crown-sydney-correction"), "T1"))
    stood = [table_summary(step.state) for step in steps]

    assert stood[0] == TableSummary(None, "open the table", 0, 0, ())
    assert stood[1] == TableSummary(None, "invite bets", 0, 0, ())
    assert stood[6] == TableSummary(1, "cover the tumbler", 2, 5000, ())
    assert stood[-1].round == 2
    assert (4, 5, 6) in {one.dice for one in stood} and (1, 2, 4) in {one.dice for one in stood}


def test_a_broken_chain_is_replayed_up_to_the_break() -> None:
    """The error then names the record."""
    journal = MemoryJournal()
    records = list(journal_of_transcript("crown-sydney-correction").read("T1"))
    records[7] = records[7]._replace(wall=records[7].wall + 1)
    journal._records["T1"] = records
    steps = replay_log(journal, "T1")

    assert len(list(islice(steps, 7))) == 7
    with pytest.raises(JournalError, match="record 8"):
        next(steps)
