"""Other readings: whatever a table does under them, the verifier comes to the same by itself."""

from functools import cache

import pytest

from sicbo.rulebooks import get_rulebook
from tests.verify.bundles import ROUNDS, Story, from_transcript

OTHERWISE = """
canberra-conduct C-14=together
canberra-correction C-02=exactly-two C-10=as-entered
canberra-limits C-11=round
canberra-operator-voids C-08=no-rule C-09=stakes-only
canberra-plain C-03=exactly-two C-03=each-pair
crown-sydney-chips S-02=any-total S-10=one-step-up S-13=not-exchanged S-18=as-token
crown-sydney-conduct S-12=forfeited S-41=one
crown-sydney-correction S-15=as-entered
crown-sydney-notices S-09=sign
crown-sydney-plain S-03=each-pair S-04=cumulative
crown-sydney-tokens S-05=returned
crown-sydney-voids S-11=stand S-16=may
melbourne-a-limits M-11=round M-20=one-list
melbourne-a-plain M-18=both-limbs
melbourne-chips M-19=kept
melbourne-conduct M-13=one-step-up M-14=offender-forfeits M-14=offender-refunded
melbourne-disputes M-01=exactly-one M-03=mixed-only M-04=mixed-only
melbourne-kept-winnings M-07=within-the-four M-08=exactly-two M-17=as-entered
melbourne-notices M-12=sign
melbourne-voids-and-correction M-05=triples-win M-14=stand
singapore-damaged-dice SG-12=this-round
singapore-half-odds SG-03=repeats SG-08=round-down SG-08=round-up SG-09=close-first
singapore-interruption SG-10=terminals-play-on SG-11=at-rest
singapore-late-errors SG-13=until-next-round
star-chips ST-16=returned ST-16=plays-on
star-streaks-cut-short ST-05=next-side ST-09=each-rung ST-10=refunded
star-super-streak ST-02=literal ST-05=players-pick ST-05=next-side ST-06=below-four
star-super-streak-closing ST-05=breaking-result ST-11=next-result ST-12=with-other-bets
star-super-streak-faults ST-09=each-rung ST-10=refunded ST-13=refunded
star-super-streak-faults ST-14=literal ST-18=as-lights ST-25=screen
star-super-streak-twelve ST-06=never ST-07=refunded ST-07=restarts ST-08=must-break ST-09=each-rung
"""
ROWS = [
    (name, option) for name, *options in map(str.split, OTHERWISE.split("\n")[1:-1]) for option in options
]
PATHS = {path.stem: path for path in ROUNDS}


@cache
def told(name: str, reading: str = "") -> Story:
    """A transcript, with a reading added to its first line."""
    written = PATHS[name].read_text(encoding="utf-8")
    first = next(line for line in written.splitlines() if line.startswith("rulebook"))
    more = f"{first}{', ' if len(first.split()) > 2 else ' '}readings {reading}"
    return from_transcript(written.replace(first, more) if reading else written)


@pytest.mark.parametrize(("name", "reading"), ROWS, ids=[f"{reading}-{name}" for name, reading in ROWS])
def test_what_another_reading_makes_of_a_transcript_verifies(name: str, reading: str) -> None:
    """It comes to something else than by default, and the verifier settles it alike."""
    story = told(name, reading)

    assert story.made().verified().every == []
    assert [one.told for one in story.entries] != [one.told for one in told(name).entries]


def test_every_reading_named_here_is_one() -> None:
    """Of the rulebook of its transcript, and not the default."""
    for name, reading in ROWS:
        key, _, option = reading.partition("=")
        found = next(one for one in get_rulebook(told(name).rulebook).readings if one.id == key)
        assert option in [one.key for one in found.options[1:]]
