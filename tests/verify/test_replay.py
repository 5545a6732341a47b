"""Records followed one by one: what each has to say of itself, in just these words."""

from collections.abc import Callable
from functools import cache

import pytest

from sicbo.game.publish import canonical
from sicbo.rulebooks import get
from sicbo.table.playthrough import play
from sicbo.table.transcript import parse
from sicbo.verify.replay import follow
from sicbo.verify.report import TableReport
from sicbo.verify.rules import law_of
from sicbo.verify.state import Table
from tests.verify import lies
from tests.verify.bundles import Story, from_transcript
from tests.verify.lies import Entries, having
from tests.verify.lies_out_of_place import came

STAMP = {"by": "kim", "rank": 1, "wall": 1, "elapsed": 1}


def table_of(book: str) -> Table:
    """A table of which nothing is known yet."""
    return Table("T1", law_of(canonical(get(book)), ""), TableReport("T1"))


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("note", [{}, {"note": ""}], ids=["short", "full"])
def test_a_command_that_left_something_out_is_no_model_for_the_next(
    note: dict[str, str], known: bool
) -> None:
    """Also where it was refused; one whose shape was read before left nothing out."""
    command = {"type": "rectify-fault", "id": "1", "stamp": STAMP, "fault": "power"} | note
    entry = {"command": command, "refusal": {"clause": "7.1", "says": "No."}}

    assert follow(table_of("star-sydney-2016"), entry, known=known) is (not known and not note)


ONE_IS_VOID = """
rulebook crown-sydney  limits $5 to $500, chips of $5, approved minimum $2, with drop box
ben             buys $100
dealer          place your bets
ben             $10 on big
dealer          cover, spin, no more bets
senior-manager  void fraud for ben because he moved a chip
"""
EVENINGS = {"the wagers of one are void": ONE_IS_VOID}


@cache
def told(name: str) -> Story:
    """An evening as a story."""
    return from_transcript(EVENINGS[name].lstrip())


@pytest.mark.parametrize("name", EVENINGS)
def test_such_an_evening_is_lawful(name: str) -> None:
    """It goes as it is written, and nothing is found."""
    assert play(parse(EVENINGS[name].lstrip())).wrong == ()
    assert told(name).made().verified().every == []


def all_of_it_is_void_too(entries: Entries) -> None:
    words = {"round": 1, "ground": "fraud", "note": "he moved a chip", "second": "", "stands": False}
    came(having(entries, "wagers-voided"), "round-voided", "10.3.2", words)


ONE = "the wagers of one are void"
LIES: list[tuple[str, Callable[[Entries], None], tuple[str, ...]]] = [
    (ONE, lies.an_unknown_event, ("cannot vouch: unknown event value-conjured",)),
    (ONE, lies.an_unknown_command, ("cannot vouch: unknown command conjure",)),
    (ONE, all_of_it_is_void_too, ("declare-void does not lead to round-voided",)),
]


@pytest.mark.parametrize(("name", "lie", "says"), LIES, ids=[lie.__name__ for _, lie, _ in LIES])
def test_a_lie_about_it_is_found(name: str, lie: Callable[[Entries], None], says: tuple[str, ...]) -> None:
    """In just these words, and nothing else is wrong with it."""
    found = told(name).changed(lie).made().verified()

    assert tuple(finding.says for finding in found.every) == says
