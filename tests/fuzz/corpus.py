"""Inputs that are kept: one file for each target, one input a line, in base64."""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from pathlib import Path

from sicbo.house.entries import read_entry
from sicbo.table import playthrough
from sicbo.table.codec import encode
from sicbo.table.playthrough import play
from sicbo.table.transcript import parse
from tests.fuzz.targets import _grown, _tree, _vkey, honest
from tests.house.evenings import EVERY, evening, text_of
from tests.verify.bundles import listening

PLACE = Path(__file__).parent / "corpus"
SLIP = b'{"round":1,"version":1,"stakes":[{"bet":"small","cents":500}]}'
OWN = 'id = "mine"\nextends = "crown-sydney-2024"\n[odds]\ndouble = "17/2"\n'
TERMS = (
    'kind = "promotion"\nrulebook = "crown-sydney-2024"\nname = "x"\nfee = "10.00"\n[[prizes]]\nplace = 1\n'
)


def kept(name: str) -> list[bytes]:
    """The inputs of a target."""
    path = PLACE / f"{name}.txt"
    return [b64decode(line) for line in path.read_bytes().splitlines()] if path.exists() else []


def keep(name: str, inputs: Iterable[bytes]) -> None:
    """Write the inputs of a target, each once, the shortest first."""
    lines = [b64encode(one) + b"\n" for one in sorted(set(inputs), key=lambda one: (len(one), one))]
    (PLACE / f"{name}.txt").write_bytes(b"".join(lines))


def _one_of_each(texts: Iterable[tuple[str, bytes]]) -> list[bytes]:
    """For each kind its shortest text."""
    shortest: dict[str, bytes] = {}
    for kind, text in texts:
        if len(text) < len(shortest.get(kind, text + b" ")):
            shortest[kind] = text
    return list(shortest.values())


def _said() -> Iterator[tuple[str, bytes, str]]:
    for name in EVERY:
        with listening(playthrough) as said:
            play(parse(text_of(name)))
        for command, outcome in said:
            yield "command", encode(command), type(command).__name__
            for event in outcome if isinstance(outcome, tuple) else ():
                yield "event", encode(event), type(event).__name__


def grown() -> dict[str, list[bytes]]:
    """What every target begins with, from the rounds that are written down."""
    said = list(_said())
    texts = [record.text for name in EVERY[::8] for record in evening(name).read("T1")]
    made = honest()
    small = [name for name in sorted(made.files) if not name.startswith("rulebooks/")]
    names = sorted(made.files)
    return {
        "command": _one_of_each((kind, text) for of, text, kind in said if of == "command"),
        "event": _one_of_each((kind, text) for of, text, kind in said if of == "event"),
        "entry": _one_of_each((str([type(one) for one in read_entry(text).events]), text) for text in texts),
        "journal": [made.journal],
        "bundle": [bytes([names.index(name)]) + made.files[name] for name in small],
        "inclusion": [bytes([n, 21]) + b"".join(_tree(21).inclusion(n)) for n in (1, 16, 21)],
        "consistency": [bytes([old, 21]) + b"".join(_grown(old, 21).consistency()) for old in (1, 8, 20)],
        "note": [made.witness.splitlines()[0]],
        "vkey": [str(_vkey()).encode()],
        "receipt": made.receipts.splitlines()[:1],
        "rulebook": [OWN.encode()],
        "terms": [TERMS.encode()],
        "transcript": [text_of(name).encode() for name in EVERY[::6]],
        "body": [bytes([1]) + SLIP, b'\0{"t":"painted","seq":3}', bytes([4]) + b'{"dice":[1,2,3]}'],
        "published": [b"\0\0\0{", b"\0\x10\x07null", b"\0\x20\x01]"],
    }
