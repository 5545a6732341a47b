"""Every transcript in tests/rounds holds, fails when it is altered, and together they cover each rulebook."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from sicbo import rulebooks
from sicbo.game.policies import Display, Interruption
from sicbo.game.ranks import Act
from sicbo.game.rulebook.publication import enum_key
from sicbo.machine.messages import encode_message
from sicbo.rulebooks import clause_registry, every_rulebook
from sicbo.table.equipment.faults import CUT_FAULTS, FAULT_KIND_OF_GROUND, LIGHT_FAULTS
from sicbo.table.log_kind import TABLE, evolve_all
from sicbo.table.messages.faults import ReportFault
from sicbo.table.messages.round import DeclareVoid, OpenTable
from sicbo.table.state import state_hash
from sicbo.table.transcript.expectations import LOOKS
from sicbo.table.transcript.grammar import CommandDraft as Said
from sicbo.table.transcript.parser import parse_transcript
from sicbo.table.transcript.phrases import PLAYER_PHRASES, STAFF_PHRASES, STEPS
from sicbo.table.transcript.player import TranscriptReport, play_transcript

ROOT = Path(__file__).parent.parent.parent.parent
ROUNDS = sorted((ROOT / "tests" / "rounds").glob("*.round"))
each_rulebook = pytest.mark.parametrize("rulebook", every_rulebook())
each_transcript = pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)


@cache
def text_of(path: Path) -> str:
    """Return the text of a transcript."""
    return path.read_text(encoding="utf-8")


@cache
def report_of(path: Path) -> TranscriptReport:
    """Return the report of a played transcript."""
    return play_transcript(parse_transcript(text_of(path)))


def transcripts_of(rulebook: str) -> list[Path]:
    """Return the transcripts of a rulebook."""
    return [path for path in ROUNDS if report_of(path).table.rulebook == rulebook]


def acts(rulebook: str, *, accepted: bool = True) -> Iterator[Said]:
    """Yield the acts in the transcripts of a rulebook, by default those not refused."""
    for path in transcripts_of(rulebook):
        for one in report_of(path).played_lines:
            refused = any(fact.refused for fact in one.facts)
            yield from one.line.acts[:-1] if accepted and refused else one.line.acts


@each_transcript
def test_a_transcript_holds_and_replays_to_the_same_state(path: Path) -> None:
    """Everything is as expected, and its events, encoded and decoded, lead to the same bytes."""
    report = report_of(path)

    assert report.differences == ()
    again = evolve_all(report.start, [TABLE.decode_event(encode_message(event)) for event in report.events])
    assert state_hash(again) == state_hash(report.table)


def test_the_states_are_the_same_under_every_hash_seed() -> None:
    """No table depends on the order of a set."""
    code = (
        "from tests.table.transcript.test_transcript_coverage import ROUNDS, report_of, state_hash; "
        "print(*(f'{path.stem} {state_hash(report_of(path).table)}' for path in ROUNDS), sep='\\n')"
    )
    running = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("0", "1", "random")
    ]
    told = [one.communicate()[0].splitlines() for one in running]

    assert told == [[f"{path.stem} {state_hash(report_of(path).table)}" for path in ROUNDS]] * 3


@each_rulebook
def test_every_rulebook_has_eight_transcripts_or_more(rulebook: str) -> None:
    """They include a refusal, a void, a correction, a notice, a dispute and a look at a settlement."""
    texts = [text_of(path) for path in transcripts_of(rulebook)]

    assert len(texts) >= 8
    for word in ("refused ", "void ", "correct ", "announce ", "disputes ", "settled ", "rack "):
        assert any(word in text for text in texts), word


@each_rulebook
def test_every_ground_of_a_rulebook_voids_a_round_in_a_transcript(rulebook: str) -> None:
    """Each irregularity that leaves a round without a result is declared and accepted."""
    declared = {act.words["ground"] for act in acts(rulebook) if act.kind is DeclareVoid}
    grounds = {enum_key(item.ground) for item in rulebooks.get_rulebook(rulebook).irregularities}

    assert grounds == declared


@each_rulebook
def test_every_fault_that_a_rulebook_knows_is_reported_in_a_transcript(rulebook: str) -> None:
    """These are the lights, the display, power and terminals if a clause covers them, and every ground of a
    void.
    """
    rules = rulebooks.get_rulebook(rulebook)
    known = {
        *LIGHT_FAULTS,
        *(
            FAULT_KIND_OF_GROUND[item.ground]
            for item in rules.irregularities
            if item.ground in FAULT_KIND_OF_GROUND
        ),
    }
    if rules.faults.display.choice is not Display.NOT_PROVIDED:
        known.add("display-wrong")
    if rules.faults.interruption.choice is not Interruption.NOT_PROVIDED:
        known.update(CUT_FAULTS)
    reported = {act.words["fault"] for act in acts(rulebook) if act.kind is ReportFault}

    assert known <= reported


@each_rulebook
def test_every_clause_on_irregularities_is_named_in_a_transcript(rulebook: str) -> None:
    """The clause is named in an expectation, or in the comment that says what the lines show."""
    named = {word for path in transcripts_of(rulebook) for word in re.findall(r"[\w./()-]+", text_of(path))}
    named |= {word.rstrip(".)") for word in named} | {word.lstrip("(").rstrip(".)") for word in named}
    irregular = [clause.id for clause in clause_registry(rulebook) if clause.kind == "irregularity"]

    assert irregular
    assert [clause for clause in irregular if clause not in named] == []


@each_rulebook
def test_every_command_is_given_under_every_rulebook(rulebook: str) -> None:
    """Each is done, or refused with its clause; the opening may be the first line."""
    given = {act.kind for act in acts(rulebook, accepted=False)} | {OpenTable}

    assert {*TABLE.rules} - given == set()


@each_rulebook
def test_every_power_of_a_rulebook_is_used_in_a_transcript(rulebook: str) -> None:
    """These are the commands with a power of their own, beyond that of dealing."""
    rules = rulebooks.get_rulebook(rulebook)
    done = {act.kind for act in acts(rulebook)} | {OpenTable}
    granted = {row.command for row in TABLE.rows if row.act not in (None, Act.DEAL) and rules.power(row.act)}

    assert granted - done == set()


def test_every_event_happens_in_a_transcript() -> None:
    """Every event is thereby narrated and replayed."""
    happened = {type(event) for path in ROUNDS for event in report_of(path).events}

    assert {*TABLE.effect_of} - happened == set()


def test_every_phrase_is_said_in_a_transcript() -> None:
    """The language has no unused phrase."""
    said = {one for path in ROUNDS for one in _sentences(text_of(path))}
    phrases = (*STAFF_PHRASES, *PLAYER_PHRASES)

    assert [one.template.usage for one in phrases if not any(map(one.match, said))] == []


def _sentences(text: str) -> Iterator[str]:
    for line in text.splitlines():
        written = line.partition("#")[0].strip().partition(" ")[2].strip()
        said = re.split(" {2,}", written)[0]
        yield said
        yield from said.split(", ") if STEPS[0].template.said in said or "spin" in said else ()


Alter = Callable[[str, str, str], tuple[str, str]]


def _lines(text: str) -> Iterator[tuple[int, str, str, str]]:
    """Yield the lines after the first: number, speaker, act, expectation."""
    written = [(number, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1)]
    for number, line in [(number, line) for number, line in written if line][1:]:
        who, _, rest = line.partition(" ")
        said, _, expected = rest.strip().partition("  ")
        yield number, who, said.strip(), expected.strip()


def _other_clauses(who: str, said: str, expected: str) -> tuple[str, str]:
    if who in LOOKS:
        return re.sub(r" by \S.*", " by 0.0", said), expected
    expected = re.sub(r"^refused (\S+, )*\S+", "refused 0.0", expected)
    return said, re.sub(r"\bby [^;]+$|\bby [^;]+(?=; )", "by 0.0", expected)


def _other_figures(who: str, said: str, expected: str) -> tuple[str, str]:
    if who in LOOKS:
        said = re.sub(r"\$(\d)", r"$1\1", said)
        return (re.sub(r"(\d+)$", r"1\1", said) if who == "running" else said), expected
    return said, expected


def _other_words(who: str, said: str, expected: str) -> tuple[str, str]:
    expected = re.sub(r"\b(says|called|lit) ", r"\1 never ", expected)
    return said, re.sub(r"^(refused (?:\S+, )*\S*[^\s,]) (?!\.\.\.)", r"\1 Never ", expected)


def _other_answers(who: str, said: str, expected: str) -> tuple[str, str]:
    if who in (*LOOKS, "wait"):
        return said, expected
    return said, "done" if expected.startswith("refused ") else "refused 0.0"


@each_transcript
@pytest.mark.parametrize("alter", [_other_clauses, _other_figures, _other_words, _other_answers])
def test_a_transcript_fails_on_every_line_that_is_broken(path: Path, alter: Alter) -> None:
    """With another clause, amount, sentence or answer, exactly the altered lines are reported."""
    text = text_of(path).splitlines()
    broken = []
    for number, who, said, expected in _lines(text_of(path)):
        other = alter(who, said, expected)
        if other != (said, expected):
            broken.append(number)
            text[number - 1] = f"{who} {other[0]}  {other[1]}"
    wrong = play_transcript(parse_transcript("\n".join(text))).differences

    assert list(dict.fromkeys(int(sentence.split()[1].rstrip(":")) for sentence in wrong)) == broken
