"""Round transcripts: a round as a dealer would write it down, with what is expected of it.

    # Text after a hash is a comment.
    rulebook crown-sydney-2024  limits $5 to $500, chips of $5, approved minimum $2, with drop box
    ana      buys $100
    dealer   place your bets                     by 5.1.1
    ana      $25 on small, $5 on total-9         registered
    ben      $2 on big                           refused 4.2.1 The minimum is ...
    dealer   cover, spin 3, no more bets
    dealer   uncover, call, enter 1 4 4          called one, four, four, total nine
    dealer   light, collect, pay
    settled  ana small won $25, returned $25 by 3.3.2(a), 6.3/small
    rack     ana $160

A line says who, then what they do and then, after two spaces or more, what is expected.

The first line   rulebook LAYOUT, then the sign of the table, separated by commas: the terms are those of
                 `header.TERMS`, `with EQUIPMENT` and `readings ID=OPTION ...`.
                 Without a sign the table stays closed until staff say: open the table, TERM, TERM ...
Staff            dealer, supervisor, manager and senior-manager, or one of them by name, as in manager:kim,
                 say what is in `phrases.OF_STAFF`; several steps are separated by commas.
Players          say what is in `phrases.OF_PLAYERS`, or name their whole slip:
                 $25 on small, $5 token on total-9, $10 red on big
Time             wait 20 minutes (also seconds, hours); each act takes a second.
Expected         registered or done | by CLAUSE | refused CLAUSE [SENTENCE, which may end in ...] |
                 says WORDS, which may end in ... | lit AREA, AREA ... | called WORDS; several are separated
                 by semicolons. A refusal belongs to the last act of its line. If nothing is expected, nothing
                 may be refused.
Looking          settled PLAYER BET [token|COLOUR] won|lost|returned $25[, returned|kept $25] [by CLAUSE]
                 returned|forfeited PLAYER $30 [by CLAUSE] | warned PLAYER [by CLAUSE]
                 rack PLAYER $160 [of tokens|of COLOUR] | held PLAYER $25 | owes PLAYER $50
                 running PLAYER streak-small 3 | float $5,000 | drop $300
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sicbo import rulebooks
from sicbo.errors import BadInput, SicboError, short_repr
from sicbo.game.rulebook.rules import Rules
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.people import RequestReview
from sicbo.table.messages.round import OpenTable, RegisterSlip
from sicbo.table.state import Readings
from sicbo.table.transcript.expectations import LOOKS, Expectation, Look, parse_expectations, parse_look
from sicbo.table.transcript.grammar import (
    MONEY,
    NAME,
    SECONDS,
    STAFF,
    CommandDraft,
    match_phrase,
    parse_cents,
    parse_chips,
)
from sicbo.table.transcript.header import READINGS, parse_readings, parse_sign
from sicbo.table.transcript.phrases import PLAYER_PHRASES, STAFF_PHRASES, STEPS

OPEN = "open the table, "


@dataclass(frozen=True, slots=True)
class TranscriptHeading:
    """The first line: which table, and the sign it opens under; `sign` is None if it opens later."""

    number: int
    rulebook: str
    layout: str
    readings: Readings
    sign: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """One line of a transcript: acts with what is expected of them, a look, or a wait in seconds."""

    number: int
    text: str
    who: str
    acts: tuple[CommandDraft, ...] = ()
    expected: tuple[Expectation, ...] = ()
    look: Look | None = None
    wait: int = 0


@dataclass(frozen=True, slots=True)
class Transcript:
    """A transcript that was read without errors from its first line to its last."""

    heading: TranscriptHeading
    lines: tuple[TranscriptLine, ...]


def parse_transcript(text: str) -> Transcript:
    """Read a transcript; an error in it is one sentence with the number of its line."""
    heading: TranscriptHeading | None = None
    lines: list[TranscriptLine] = []
    for number, written in _text_lines(text):
        try:
            if heading is None:
                heading = _parse_heading(number, " ".join(written.split()))
            else:
                lines.append(_parse_line(number, written, rulebooks.get_rulebook(heading.rulebook)))
        except SicboError as error:
            raise BadInput(f"Line {number}: {error}") from None
    if heading is None:
        raise BadInput("Line 1: The transcript is empty: begin with `rulebook LAYOUT limits $5 to $500`.")
    return Transcript(heading, tuple(lines))


def _text_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that have text, without comments."""
    for number, line in enumerate(text.splitlines(), 1):
        written = line.partition("#")[0].expandtabs().strip()
        if written:
            yield number, written


def _parse_heading(number: int, written: str) -> TranscriptHeading:
    found = re.fullmatch(r"rulebook (\S+)(?: (.+))?", written)
    if not found:
        raise BadInput(f"Begin with `rulebook LAYOUT limits $5 to $500`, not with {short_repr(written)}.")
    rules, layout = rulebooks.get_layout(found[1])
    terms = found[2].split(", ") if found[2] else []
    readings = dict(pair for term in terms if term.startswith(READINGS) for pair in parse_readings(term))
    rules.with_readings(readings)
    signed = ", ".join(term for term in terms if not term.startswith(READINGS))
    sign = parse_sign(signed, rules) if signed else None
    return TranscriptHeading(number, rules.key, layout.key, tuple(sorted(readings.items())), sign)


def _parse_line(number: int, written: str, rules: Rules) -> TranscriptLine:
    who, _, rest = written.partition(" ")
    text = " ".join(written.split())
    if who in LOOKS:
        return TranscriptLine(number, text, who, look=parse_look(who, " ".join(rest.split())))
    if who == "wait":
        return TranscriptLine(number, text, who, wait=_parse_seconds(" ".join(rest.split())))
    said, expected = (*re.split(r" {2,}", rest.strip(), maxsplit=1), "")[:2]
    acts = _parse_staff_drafts(said, rules) if re.fullmatch(STAFF, who) else _parse_player_drafts(who, said)
    return TranscriptLine(number, text, who, acts, tuple(parse_expectations(" ".join(expected.split()))))


def _parse_seconds(said: str) -> int:
    found = re.fullmatch(rf"(\d{{1,6}}) ({'|'.join(SECONDS)})s?", said)
    if not found:
        raise BadInput(f"Write `wait 20 minutes`, not {short_repr(said)}.")
    return int(found[1]) * SECONDS[found[2]]


def _parse_staff_drafts(said: str, rules: Rules) -> tuple[CommandDraft, ...]:
    if said.startswith(OPEN):
        return (CommandDraft(OpenTable, parse_sign(said.removeprefix(OPEN), rules)),)
    if act := match_phrase(said, STAFF_PHRASES):
        return (act,)
    steps = [(one, match_phrase(one, STEPS)) for one in said.split(", ")]
    return tuple(act or _reject_unknown_phrase(one if len(steps) > 1 else said) for one, act in steps)


def _reject_unknown_phrase(said: str) -> CommandDraft:
    """Raise an error that lists the phrases that begin alike, or else the steps of the round."""
    alike = [
        one.template.usage for one in STAFF_PHRASES if one.template.said.split()[0] == said.partition(" ")[0]
    ]
    steps = ", ".join(one.template.usage for one in STEPS)
    ways = (
        " or ".join(f"`{way}`" for way in alike)
        or f"{steps}, or what docs/reference/transcripts.md has for staff"
    )
    raise BadInput(f"Staff cannot do {short_repr(said)}: write {ways}.")


def _parse_player_drafts(who: str, said: str) -> tuple[CommandDraft, ...]:
    if not re.fullmatch(NAME, who):
        raise BadInput(f"A line begins with who speaks, as in dealer or ana, not with {short_repr(who)}.")
    act = match_phrase(said, PLAYER_PHRASES)
    if act is None:
        stakes = tuple(_parse_stake(who, one) for one in said.split(", "))
        return (CommandDraft(RegisterSlip, {"player": who, "stakes": stakes}),)
    mine = "dispute" if act.kind is RequestReview else "player"
    return (CommandDraft(act.kind, {**act.words, mine: who}),)


def _parse_stake(who: str, said: str) -> Stake:
    found = re.fullmatch(rf"{MONEY}(?: {NAME})? on {NAME}", said)
    if not found:
        ways = ", ".join(f"`{one.template.usage}`" for one in PLAYER_PHRASES)
        raise BadInput(
            f"{who} is read as a player, who can say `$25 on small, $5 on total-9`, {ways}; "
            f"not {short_repr(said)}."
        )
    return Stake(found[3], parse_cents(found[1]), parse_chips(found[2] or ""))
