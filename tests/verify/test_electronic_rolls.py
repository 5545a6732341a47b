"""Electronic rolls: each is made again from its seed, and a commitment without an opening is listed."""

from copy import deepcopy
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import count

import pytest

from sicbo.house.entries import founding_text, new_founding
from sicbo.journal.record import Draft, chain_records, initial_head
from sicbo.verify.evidence.rolls import roll_of
from sicbo.verify.report import Finding, TableReport, lines
from tests.verify.bundles import HOUSE, Entry, Story, from_transcript

SETTLED = """
rulebook singapore-etg/2  limits $1 to $500, chips of $0.50
ana         buys $100
dealer      place your bets
ana         $10 on big
dealer      cover, spin 3, no more bets, uncover, enter 5 5 6, collect, pay
"""
CORRECTED = f"{SETTLED}supervisor  correct to 5 5 5 seen by manager because the last die was misread\n"
IN_PLAY = SETTLED.partition(", uncover")[0] + "\n"
VOID = f"{IN_PLAY}dealer      uncover\ndealer      void not-flat\n"
EARLY = SETTLED.partition(", no more")[0] + "\nmanager     void too-few-tumbles because of a stuck lid\n"


def renamed(entry: Entry, name: str) -> None:
    """Give a record another id, as whoever writes the journal can."""
    entry.id = entry.told["command"]["id"] = name
    for event in entry.events:
        event["command"] = name


def step(told: Story, name: str) -> Entry:
    """The record in which a step was done."""
    return next(one for one in told.entries if one.command.get("step") == name and one.events)


def close_of(told: Story) -> bytes:
    """The hash of the record that closed the bets."""
    founding = founding_text(new_founding(HOUSE, told.table, f"{told.rulebook}/{told.layout}"))
    drafts = [Draft(one.wall, one.actor, one.id, one.text) for one in told.entries]
    at = told.entries.index(step(told, "close")) + 1
    first = Draft(told.entries[0].wall, "house", "founding", founding)
    return chain_records(told.table, initial_head(told.table), [first, *drafts[:at]])[-1].hash


@cache
def seed_for(written: str) -> bytes:
    """A seed of the round whose roll is 5-5-6: of the house that tries many it is the one that suits."""
    told = from_transcript(written)
    for number in count():
        seed = sha256(b"%d" % number).digest()
        renamed(step(told, "place-bets"), f"commit-{sha256(seed).hexdigest()}")
        if roll_of(seed, close_of(told)) == [5, 5, 6]:
            return seed
    raise AssertionError


def committed(written: str, opening: str = "") -> Story:
    """A round that was committed to a seed, and opened with it or with something else."""
    told, seed = from_transcript(written), seed_for(written)
    renamed(step(told, "place-bets"), f"commit-{sha256(seed).hexdigest()}")
    if "enter" in written:
        renamed(step(told, "enter"), opening or f"open-{seed.hex()}")
    return told


def found(told: Story) -> tuple[list[Finding], TableReport]:
    """What the verifier finds about dice, and its report."""
    report = told.made().verified()
    assert all(one.check == "dice" for one in report.every), report.every
    return report.every, report.tables[0]


def unopened(report: TableReport) -> list[tuple[str, str, str]]:
    """The commitments that were not opened, as they are listed."""
    return [(one.what, one.clause, one.says) for one in report.lists.get("commitments not opened", [])]


def test_a_roll_is_made_again_from_its_seed() -> None:
    """Counted, and with nothing left unopened."""
    findings, report = found(committed(SETTLED))
    assert (findings, report.counts["electronic rolls"], unopened(report)) == ([], 1, [])
    assert any("made again from their seeds" in line for line in lines(committed(SETTLED).made().verified()))


def test_an_opening_that_was_sealed_again_with_a_seed_of_zeros_is_found() -> None:
    """Neither its hash nor its roll are those of the round."""
    findings, _ = found(committed(SETTLED, f"open-{'0' * 64}"))
    assert [one.number for one in findings] == [10, 10]
    assert findings[0].says.startswith("expected the seed of the commitment")
    assert ", found one with the hash '66687aadf862bd77' (1.3/game-console)" in findings[0].says
    assert ", found 5-5-6 (1.3/game-console)" in findings[1].says


@pytest.mark.parametrize("seed", ["", "00", "g" * 64, "A" * 64, "0" * 65])
def test_a_seed_has_64_hex_digits(seed: str) -> None:
    """Anything else opens nothing."""
    (finding,), _ = found(committed(SETTLED, f"open-{seed}"))
    assert finding.says.startswith("expected a seed of 64 hex digits, found")


def test_dice_that_a_seed_does_not_give_are_found() -> None:
    """The seed is the right one, and the entry says something else."""
    told = committed(SETTLED)
    seed = seed_for(SETTLED)
    for tumbles in (4, 5, 6):  # each is another close; one of them may give the same dice by chance
        step(told, "spin").told["command"]["tumbles"] = tumbles
        step(told, "spin").events[0]["tumbles"] = tumbles
        if (dice := roll_of(seed, close_of(told))) != [5, 5, 6]:
            break
    roll = "-".join(map(str, dice))
    (finding,), _ = found(told)
    assert finding.says == (
        f"expected {roll}, from the seed and the close at record 8, found 5-5-6 (1.3/game-console)"
    )


def test_a_committed_round_that_was_entered_by_hand_is_found_and_listed() -> None:
    """Dice of a console in place of the roll."""
    (finding,), report = found(committed(SETTLED, "web-by-hand"))
    assert (finding.number, finding.says) == (
        10,
        "expected the seed that opens the commitment of record 4, found 5-5-6 entered without it "
        "(1.3/game-console)",
    )
    assert unopened(report) == [("round 1", "3.2", "5-5-6 were entered without it at record 10")]


def test_a_correction_of_a_committed_round_is_found() -> None:
    """The dice of the seed are not what somebody says that they saw."""
    (finding,), _ = found(committed(CORRECTED))
    assert finding.says.endswith("found 5-5-5 (5.5)") and finding.says.startswith("expected 5-5-6, from")
    assert found(from_transcript(CORRECTED))[0] == []


@pytest.mark.parametrize(
    ("written", "clause", "says"),
    [
        (VOID, "5.3.2", "it is void for not-flat at record 10, after its bets were closed"),
        (EARLY, "5.3.1", "it is void for too-few-tumbles at record 8, before its bets were closed"),
        (IN_PLAY, "3.2", "it is still in play"),
    ],
)
def test_a_commitment_without_an_opening_is_listed(written: str, clause: str, says: str) -> None:
    """With what became of its round; it is no finding."""
    told = from_transcript(written)
    renamed(step(told, "place-bets"), f"commit-{'a' * 64}")
    findings, report = found(told)
    assert (findings, unopened(report)) == ([], [("round 1", clause, says)])


def test_a_seed_without_a_commitment_is_found() -> None:
    """It was never promised."""
    told = from_transcript(SETTLED)
    renamed(step(told, "enter"), f"open-{'0' * 64}")
    (finding,), _ = found(told)
    assert finding.says.startswith("expected a commitment while bets are taken, found a seed without one")


@pytest.mark.parametrize("late", ["close", "uncover"])
def test_a_commitment_at_the_close_or_later_is_found(late: str) -> None:
    """Whoever commits then knows the slips; the seed has nothing to open."""
    told = from_transcript(SETTLED)
    renamed(step(told, late), f"commit-{'a' * 64}")
    (finding,), _ = found(told)
    assert finding.says.startswith("expected a commitment while bets are taken, found one later")


def test_a_second_commitment_and_a_malformed_one_are_found() -> None:
    """One round, one seed."""
    told = committed(SETTLED)
    renamed(step(told, "cover"), f"commit-{'a' * 64}")
    assert "found another in its round" in found(told)[0][0].says
    told = from_transcript(VOID)
    renamed(step(told, "place-bets"), "commit-x")
    (finding,), _ = found(told)
    assert finding.says == "expected a commitment of 64 hex digits, found 'x'"


def test_a_refused_step_commits_to_nothing() -> None:
    """Only what was done counts."""
    told = from_transcript(SETTLED)
    again = deepcopy(step(told, "place-bets"))
    renamed(again, f"commit-{'a' * 64}")
    del again.told["events"]
    again.told["command"]["step"] = "pay"
    again.told["refusal"] = {
        "clause": "3.2",
        "message": {"key": "text", "values": {"text": "Next: Cover."}},
    }
    told = replace(told, entries=[*told.entries, replace(again, wall=told.entries[-1].wall)])
    again = told.entries[-1]
    again.told["command"]["stamp"] = dict(told.entries[-2].command["stamp"])
    again.actor = again.command["stamp"]["by"]
    findings, report = found(told)
    assert (findings, unopened(report)) == ([], [])


def test_a_second_try_to_open_a_seed_has_a_number_behind_it() -> None:
    """Its id is another one, its seed the same."""
    findings, report = found(committed(SETTLED, f"open-{seed_for(SETTLED).hex()}-12"))
    assert (findings, report.counts["electronic rolls"]) == ([], 1)
