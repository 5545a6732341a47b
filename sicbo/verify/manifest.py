"""The manifest: the list of all logs of the house, signed when the bundle was made."""

from typing import NamedTuple

from sicbo.verify.bundle import Bundle, Contents, bounded
from sicbo.verify.canonical import Wrong, unwrapped
from sicbo.verify.keys import Keys
from sicbo.verify.notes import note_of, number_of, signed_by, signed_until

FILE = "manifest.note"
FORMAT = "sicbo-manifest-1"
SHOWN, NOT_SHOWN = "shown", "not-shown"
LONGEST, LINE = 8 << 20, "name, size, root and whether the bundle shows it"


class Log(NamedTuple):
    """What the house signed of one log; `until` is when it gave up the key that signed."""

    size: int
    root: bytes
    shown: bool
    until: int


class Manifest(NamedTuple):
    """All logs of a house by their names, at the time of the newest record."""

    time: int
    logs: dict[str, Log]

    @property
    def not_shown(self) -> list[str]:
        """The logs that the house left out of this bundle."""
        return [name for name, log in self.logs.items() if not log.shown]


def manifest_in(bundle: Bundle, contents: Contents, keys: Keys) -> Manifest:
    """The manifest of a bundle, which the house has to have signed."""
    found = bundle.open(FILE)
    if found is None:
        raise Wrong("manifest", f"expected {FILE}, the list of all logs signed by the house, found none")
    with found:
        text = bounded(found, FILE)
    try:
        return _read(text.decode(), contents.house, keys)
    except UnicodeDecodeError:
        raise Wrong("manifest", f"{FILE}: expected UTF-8, found something else") from None
    except Wrong as wrong:
        raise Wrong("manifest", f"{FILE}: {wrong}") from None


def _read(text: str, house: str, keys: Keys) -> Manifest:
    note = note_of(text, LONGEST)
    first, *lines = note.text[:-1].split("\n")
    if first != FORMAT or len(lines) < 2:
        raise Wrong("manifest", f"expected the format {FORMAT}, found {first[:40]!r}")
    signed_by(note, keys)
    until = signed_until(note, keys)
    if lines[0] != house:
        raise Wrong("manifest", f"expected the logs of {house}, found those of {lines[0][:100]}")
    time = number_of(lines[1])
    if time is None:
        raise Wrong("manifest", "expected a time in the third line, found none")
    if until < time:
        raise Wrong("manifest", "expected a key in use at its time, found one that the house had given up")
    logs: dict[str, Log] = {}
    last = ""
    for line in lines[2:]:
        name, log = _log(line, until)
        if name <= last:
            raise Wrong("manifest", f"expected each log once, in order, found {name[:100]}")
        logs[name], last = log, name
    return Manifest(time, logs)


def _log(line: str, until: int) -> tuple[str, Log]:
    parts = line.rsplit(" ", 3)
    size = number_of(parts[1]) if len(parts) == 4 else None
    if not size or parts[3] not in (SHOWN, NOT_SHOWN):
        raise Wrong("manifest", f"expected {LINE}, found {line[:100]!r}")
    return parts[0], Log(size, unwrapped(parts[2], 32), parts[3] == SHOWN, until)


def differences(manifest: Manifest, tables: list[str]) -> list[str]:
    """Where the logs that a bundle has are not those that the house signed for."""
    logs, found = manifest.logs, []
    for name in tables:
        if name not in logs:
            found.append(f"expected only logs that the house listed, found {name}")
        elif not logs[name].shown:
            found.append(f"expected no {name}, which the house left out of this bundle, found it")
    for name in sorted({name for name, log in logs.items() if log.shown} - {*tables}):
        found.append(
            f"expected {name} with {logs[name].size:,} records, as the house signed, found no such log"
        )
    return found
