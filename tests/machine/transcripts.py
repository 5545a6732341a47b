"""All transcripts played, as hashes to compare; it runs without any third-party package."""

import hashlib
from pathlib import Path

from sicbo.machine.messages import encode_message
from sicbo.table.log_kind import TABLE
from sicbo.table.state import canonical_state
from sicbo.table.transcript.parser import parse_transcript
from sicbo.table.transcript.player import play_transcript

PATHS = sorted((Path(__file__).parent.parent / "rounds").glob("*.round"))


def records_of_transcripts() -> dict[str, list[str]]:
    """Play every transcript. Return whether each is fulfilled, and the hash of its events and its table."""
    shown = {}
    for path in PATHS:
        report = play_transcript(parse_transcript(path.read_text(encoding="utf-8")))
        events = [encode_message(event) for event in report.events]
        assert [TABLE.decode_event(text) for text in events] == list(report.events)
        written = b"\n".join([*events, canonical_state(report.table)])
        shown[path.stem] = [str(report.is_fulfilled), hashlib.sha256(written).hexdigest()]
    return shown
