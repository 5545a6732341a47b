"""Evenings for tests: the transcripts of tests/rounds dealt on a real floor, and a house for them."""

from functools import cache
from pathlib import Path

from sicbo.house.entries import CommandRequest, new_founding
from sicbo.house.floor import Floor
from sicbo.house.identity.keys import Keys
from sicbo.house.opening import House, open_house
from sicbo.journal.memory import MemoryJournal
from sicbo.table.transcript import player
from sicbo.table.transcript.parser import parse_transcript
from sicbo.table.transcript.player import play_transcript
from tests.house.houses import KEY
from tests.verify.bundles import listening

ROUNDS = Path(__file__).parent.parent / "rounds"
EVERY = sorted(path.stem for path in ROUNDS.glob("*.round"))
NAME = "sample.example"


def transcript_requests(text: str, table: str = "T1") -> tuple[str, dict[str, str], list[CommandRequest]]:
    """Return the layout, the readings and all commands of a transcript."""
    with listening(player) as said:
        report = play_transcript(parse_transcript(text))
    start = report.start
    layout = f"{start.rulebook}/{start.layout_key}".rstrip("/")
    return layout, dict(start.readings), [CommandRequest(table, command) for command, _ in said]


def transcript_text(name: str) -> str:
    """Return the text of a transcript in tests/rounds."""
    return (ROUNDS / f"{name}.round").read_text(encoding="utf-8")


def deal(floor: Floor, text: str, table: str = "T1") -> None:
    """Deal a transcript at a new table of a floor."""
    layout, readings, asked = transcript_requests(text, table)
    floor.found_log(new_founding(NAME, table, layout, readings), wall=1)
    for one in asked:
        floor.handle([one])


def journal_of_text(text: str) -> MemoryJournal:
    """Return the journal of a transcript, in memory."""
    journal = MemoryJournal()
    deal(Floor(journal, KEY), text)
    return journal


@cache
def journal_of_transcript(name: str) -> MemoryJournal:
    """Return the journal of a transcript in tests/rounds."""
    return journal_of_text(transcript_text(name))


def new_house(directory: Path) -> House:
    """Open a new house in a new data directory."""
    Keys(directory).new_house_key(NAME)
    return open_house(str(directory))
