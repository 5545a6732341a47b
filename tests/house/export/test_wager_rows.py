"""Wager rows: one row for each wager with its final outcome, through all corrections and voids."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from sicbo.house.export.readers import entry_of, founding_of
from sicbo.house.export.wager_rows import COLUMNS, WagerRow, table_wagers
from sicbo.house.floor import Floor
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.journal.memory import MemoryJournal
from sicbo.journal.record import Record
from sicbo.journal.store import LAST_NUMBER
from sicbo.table.log_kind import TABLE, evolve
from tests.house.evenings import EVERY, journal_of_text, journal_of_transcript
from tests.house.houses import KEY, floor_on

WAGERING = {
    "debt-set-off",
    "settlement-reversed",
    "slip-registered",
    "streak-returned",
    "streak-reversed",
    "streak-settled",
    "streak-wagered",
    "wager-refused",
    "wagers-collected",
    "wagers-forfeited",
    "wagers-paid",
    "wagers-returned",
    "wagers-voided",
}
ON_THE_WAY = """\
rulebook star-sydney limits $5 to $500, super streak $10, with streak screen, readings ST-09=each-rung

ana         buys $100
dealer      cover, spin 3, place your bets, no more bets, uncover, call, enter 1 2 4, light, collect, pay
ana         $10 super streak on small
"""
SMALL = (
    "dealer cover, spin 3, place your bets, no more bets, uncover, call, enter 1 2 4, light, collect, pay\n"
)


def rows_of(name: str) -> list[WagerRow]:
    """Return the wagers of a transcript."""
    return list(table_wagers(journal_of_transcript(name), "T1"))


def brief(row: WagerRow) -> tuple[object, ...]:
    """Return the fields of a row that tests compare."""
    return row.round, row.player, row.bet, row.outcome, row.winnings, row.returned, row.collected, row.dice


@pytest.mark.parametrize("name", EVERY)
def test_what_the_rows_say_is_what_the_ledger_moved(name: str) -> None:
    """This holds for every player of every transcript, through every correction, void and forfeit."""
    moved: Counter[str] = Counter()
    first, *records = journal_of_transcript(name).read("T1")
    table = founding_of(first).new_state()
    for event in (event for record in records for event in entry_of(record).events):
        if event.__struct_config__.tag in WAGERING:
            for one in TABLE.transfers(event, table):
                moved[one.source.player] -= one.cents
                moved[one.target.player] += one.cents
        table = evolve(table, event)
    told: Counter[str] = Counter()
    for row in rows_of(name):
        told[row.player] += row.winnings - row.collected

    del moved[""]
    assert {player: cents for player, cents in told.items() if cents} == {
        player: cents for player, cents in moved.items() if cents
    }


@pytest.mark.parametrize("name", EVERY)
def test_every_stake_is_accounted_for_once(name: str) -> None:
    """It was returned, was collected, is withheld or is still on the layout."""
    for row in rows_of(name):
        rest = row.stake if row.outcome in ("withheld", "open") else 0

        assert row.returned + row.collected + rest == row.stake


def test_a_row_says_who_staked_what_by_which_record_and_what_became_of_it() -> None:
    """The version, the record and the time are those of the slip."""
    first = rows_of("crown-sydney-plain")[0]

    assert {column: getattr(first, column) for column in COLUMNS} == {
        "table": "T1",
        "round": 1,
        "player": "ana",
        "version": first.version,
        "record": first.record,
        "bet": "small",
        "instrument": "value-chip",
        "stake": 2500,
        "outcome": "won",
        "winnings": 2500,
        "returned": 2500,
        "collected": 0,
        "clause": "3.3.2(a), 6.3/small",
        "dice": "1 4 4",
        "wall": first.wall,
        "corrected": None,
    }
    slip = next(islice(journal_of_transcript("crown-sydney-plain").read("T1"), first.record - 1, None))
    assert (slip.actor, slip.wall) == ("ana", first.wall)
    assert entry_of(slip).decoded_command.version == first.version  # type: ignore[attr-defined]


def test_a_corrected_wager_has_its_last_outcome_and_names_the_correction() -> None:
    """The record is that of the correction, and the dice are the corrected ones."""
    ana, ben = rows_of("crown-sydney-correction")

    assert brief(ana) == (1, "ana", "small", "won", 2500, 2500, 0, "1 2 4")
    assert brief(ben) == (1, "ben", "big", "lost", 0, 0, 2500, "1 2 4")
    assert ana.corrected == ben.corrected == 20
    corrected = list(journal_of_transcript("crown-sydney-correction").read("T1"))[19]
    assert entry_of(corrected).decoded_command.dice == (1, 2, 4)  # type: ignore[attr-defined]


def test_an_older_round_is_given_out_only_when_it_can_no_more_be_corrected() -> None:
    """Singapore can correct a round after later rounds."""
    rows = rows_of("singapore-late-errors")

    assert [row.round for row in rows] == sorted(row.round for row in rows)
    assert any(row.corrected for row in rows)


def test_a_wager_that_stands_for_the_next_spin_is_one_row_of_that_round() -> None:
    """A void wager has no dice, and its stake is returned."""
    stood, void = rows_of("crown-sydney-spin-again")

    assert brief(stood) == (2, "ana", "small", "won", 3000, 3000, 0, "1 2 4")
    assert brief(void) == (3, "ana", "small", "void", 0, 2500, 0, "")


def test_a_wager_that_was_refused_before_stays_in_its_own_round() -> None:
    """Only wagers on the layout are carried over."""
    text = """\
rulebook crown-sydney limits $5 to $500, approved minimum $2, with drop box, readings S-11=stand
ana         buys $100
ben         buys $100
dealer      place your bets
ana         $25 on small
ben         $25 on big
supervisor  refuse the wagers of ben because he stacks late
dealer      cover, spin, no more bets, uncover
dealer      void not-flat
"""
    refused, stands = table_wagers(journal_of_text(text), "T1")

    assert (refused.round, refused.bet, refused.outcome) == (1, "big", "refused")
    assert (stands.round, stands.bet, stands.outcome) == (2, "small", "open")


def test_forfeited_refused_and_withheld_wagers_are_called_so() -> None:
    """Each row has the amounts that were returned or collected."""
    assert brief(rows_of("star-fraud")[0]) == (1, "ana", "small", "forfeited", 0, 0, 2500, "")
    ends = {
        row.outcome: (row.returned, row.collected)
        for name in ("crown-sydney-conduct", "melbourne-conduct")
        for row in rows_of(name)
        if row.player == "ben"
    }
    assert (ends["refused"], ends["withheld"]) == ((2500, 0), (0, 0))


def test_a_super_streak_is_one_row_when_it_ends() -> None:
    """It belongs to the round that it was placed for, and has the dice of the last round."""
    rows = {row.bet: row for row in rows_of("star-super-streak-faults")}

    assert brief(rows["streak-small"]) == (2, "ana", "streak-small", "won", 6000, 1000, 0, "1 2 4")
    assert rows["streak-small"].corrected == 38
    assert brief(rows["streak-big"])[3:6] == ("void", 0, 1000)
    assert rows_of("star-super-streak-closing")[-1].outcome == "open"


def test_what_a_super_streak_is_paid_on_the_way_adds_up() -> None:
    """A correction subtracts it again."""
    text = f"{ON_THE_WAY}{SMALL * 4}"
    (open_one,) = table_wagers(journal_of_text(text), "T1")
    undone = f"{text}supervisor correct to 4 5 6 seen by kim because the dice were misread\n"
    (lost,) = table_wagers(journal_of_text(undone), "T1")
    ended = f"{text}{SMALL}{SMALL.replace('1 2 4', '4 5 6')}"
    (won,) = table_wagers(journal_of_text(ended), "T1")

    assert (open_one.outcome, open_one.winnings) == ("open", 6000)
    assert (lost.outcome, lost.winnings, lost.collected) == ("lost", 0, 1000)
    assert (won.outcome, won.winnings, won.returned) == ("won", 16000, 1000)


def test_a_wager_of_the_round_in_play_is_open() -> None:
    """Only the last version of a slip counts; a wager that was taken off before it has no row."""
    day = SampleDay(floor_on(), "crown-sydney-2024")
    day.open()
    day.perform_step()
    day.submit(day.slip(day.players[0]))
    day.submit(day.slip(day.players[0], 2))

    rows = list(table_wagers(day.floor.journal, "T1"))

    assert [(row.version, row.outcome, row.dice) for row in rows] == [(2, "open", "")] * 2


@pytest.mark.parametrize("layout", ["crown-sydney-2024", "singapore-etg/1"])
def test_only_the_rounds_that_the_table_keeps_are_held_in_memory(layout: str) -> None:
    """The rows of the first round are yielded long before the last record is read."""

    class Counting(MemoryJournal):
        """A journal that records how far it was read."""

        seen = 0

        def read(self, table: str, after: int = 0, until: int = LAST_NUMBER) -> Iterator[Record]:
            for record in super().read(table, after, until):
                self.seen = record.number
                yield record

    journal = Counting()
    SampleDay(Floor(journal, KEY), layout).deal(20)

    rows = table_wagers(journal, "T1")
    assert next(rows).round == 1
    assert journal.seen < journal.heads()["T1"].number * 0.7
    assert sum(1 for _ in rows) == 20 * 24 - 1
