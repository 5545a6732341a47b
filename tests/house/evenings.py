"""Evenings for tests: the transcripts of tests/rounds dealt on a real floor, and a house for them."""

from functools import cache
from pathlib import Path

from sicbo.house.entries import Asked, founded
from sicbo.house.floor import Floor
from sicbo.house.identity.keys import Keys
from sicbo.house.opening import House, open_house
from sicbo.journal.memory import MemoryJournal
from sicbo.table.transcript import player
from sicbo.table.transcript.parser import parse
from sicbo.table.transcript.player import play
from tests.house.houses import KEY
from tests.verify.bundles import listening

ROUNDS = Path(__file__).parent.parent / "rounds"
EVERY = sorted(path.stem for path in ROUNDS.glob("*.round"))
NAME = "sample.example"


def said_in(text: str, table: str = "T1") -> tuple[str, dict[str, str], list[Asked]]:
    """Return the layout, the readings and all commands of a transcript."""
    with listening(player) as said:
        report = play(parse(text))
    start = report.start
    layout = f"{start.rulebook}/{start.layout_key}".rstrip("/")
    return layout, dict(start.readings), [Asked(table, command) for command, _ in said]


def text_of(name: str) -> str:
    """Return the text of a transcript in tests/rounds."""
    return (ROUNDS / f"{name}.round").read_text(encoding="utf-8")


def deal(floor: Floor, text: str, table: str = "T1") -> None:
    """Deal a transcript at a new table of a floor."""
    layout, readings, asked = said_in(text, table)
    floor.found(founded(NAME, table, layout, readings), wall=1)
    for one in asked:
        floor.handle([one])


def dealt(text: str) -> MemoryJournal:
    """Return the journal of a transcript, in memory."""
    journal = MemoryJournal()
    deal(Floor(journal, KEY), text)
    return journal


@cache
def evening(name: str) -> MemoryJournal:
    """Return the journal of a transcript in tests/rounds."""
    return dealt(text_of(name))


def new_house(directory: Path) -> House:
    """Open a new house in a new data directory."""
    Keys(directory).new_house(NAME)
    return open_house(str(directory))
