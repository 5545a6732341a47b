"""The corpus: one file for each target, one input a line, in base64."""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from sicbo.house.entries import read_entry
from sicbo.house.floor import Floor
from sicbo.house.identity.signatures import HouseSigner
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.house.recovery.snapshots import take_snapshot
from sicbo.house.witness.http import write_body
from sicbo.journal.memory import MemoryJournal
from sicbo.machine.messages import encode_message
from sicbo.rulebooks import every_rulebook
from sicbo.table.transcript import player
from sicbo.table.transcript.parser import parse_transcript
from sicbo.table.transcript.player import play_transcript
from sicbo.terms.template import terms_template
from sicbo.verify.canonical import loosely
from tests.fuzz.front import BODIES, AcceptingSigner, masked_frame
from tests.fuzz.targets import _grown_tree, _tree, _vkey
from tests.fuzz.whole import AS_IT_IS, encode_edit, honest_bundle, honest_zip, published_text, short_evening
from tests.house.evenings import EVERY, journal_of_transcript, transcript_text
from tests.verify.bundles import HOUSE, key, listening

PLACE = Path(__file__).parent / "corpus"
SLIP = b'{"round":1,"version":1,"stakes":[{"bet":"small","cents":500}]}'
OWN = 'id = "mine"\nextends = "crown-sydney-2024"\n[odds]\ndouble = "17/2"\n'
TEXT, CONTINUED, BINARY, CLOSE, PING = 1, 0, 2, 8, 9
PAINTED = b'{"t":"painted","seq":3}'


def kept_inputs(name: str) -> list[bytes]:
    """Return the kept inputs of a target."""
    path = PLACE / f"{name}.txt"
    return [b64decode(line) for line in path.read_bytes().splitlines()] if path.exists() else []


def write_inputs(name: str, inputs: Iterable[bytes]) -> None:
    """Write the inputs of a target, each once, shortest first."""
    lines = [b64encode(one) + b"\n" for one in sorted(set(inputs), key=lambda one: (len(one), one))]
    (PLACE / f"{name}.txt").write_bytes(b"".join(lines))


def _one_of_each(texts: Iterable[tuple[str, bytes]]) -> list[bytes]:
    """Return the shortest text of each kind."""
    shortest: dict[str, bytes] = {}
    for kind, text in texts:
        if len(text) < len(shortest.get(kind, text + b" ")):
            shortest[kind] = text
    return list(shortest.values())


def _sentence_inputs() -> Iterator[tuple[str, bytes, str]]:
    for name in EVERY:
        with listening(player) as said:
            play_transcript(parse_transcript(transcript_text(name)))
        for command, outcome in said:
            yield "command", encode_message(command), type(command).__name__
            for event in outcome if isinstance(outcome, tuple) else ():
                yield "event", encode_message(event), type(event).__name__


def example(kind: inspect.Type) -> Any:
    """Return a simple value of a type."""
    match kind:
        case inspect.StrType():
            return "" if kind.pattern else "x" * max(1, kind.min_length or 0)
        case inspect.IntType() | inspect.FloatType():
            return max(1, kind.ge or 0)
        case inspect.BoolType():
            return True
        case inspect.LiteralType():
            return kind.values[0]
        case inspect.EnumType():
            return next(iter(kind.cls)).value
        case inspect.TupleType():
            return [example(one) for one in kind.item_types]
        case inspect.ListType() | inspect.VarTupleType():
            return [example(kind.item_type)] * max(1, kind.min_length or 0)
        case inspect.UnionType():
            return example(next(one for one in kind.types if not isinstance(one, inspect.NoneType)))
        case inspect.StructType():
            tag = {kind.tag_field: kind.tag} if kind.tag_field else {}
            return tag | {one.encode_name: example(one.type) for one in kind.fields}
    return {}


def _bodies() -> list[bytes]:
    shapes = {name: example(inspect.type_info(kind)) for name, kind in BODIES.items()}
    return [name + b"\n" + msgspec.json.encode(shape) for name, shape in shapes.items()]


def _terms() -> list[bytes]:
    offered = [(rules, "promotion", rules.terms.promotion) for rules in every_rulebook().values()]
    held = [(rules, "tournament", rules.terms.tournament) for rules in every_rulebook().values()]
    return [
        terms_template(
            {"kind": kind, "rulebook": rules.key, "layout": rules.layouts[0].key, "name": "Cup"}, items
        ).encode()
        for rules, kind, items in (*offered, *held)
        if items
    ]


def _snapshot() -> bytes:
    floor = Floor(MemoryJournal(), HouseSigner(key(HOUSE)))
    SampleDay(floor, "canberra-2005", players=2).deal(1)
    return take_snapshot(floor.log("T1"), AcceptingSigner()).state


def _front() -> dict[str, list[bytes]]:
    """Return the first inputs of the front of the house."""
    note = loosely(honest_bundle().witness.splitlines()[0])
    parts = masked_frame(TEXT, PAINTED[:9], final=False) + masked_frame(CONTINUED, PAINTED[9:])
    return {
        "request": [b"localhost:8000\n" + SLIP, b"[::1]\nnull", b"a\n[1.5,-1,true,{}]"],
        "frames": [
            masked_frame(TEXT, PAINTED),
            parts,
            masked_frame(PING, b"x") + masked_frame(TEXT, PAINTED),
            masked_frame(CLOSE, b"\x03\xe8bye"),
            masked_frame(BINARY, b"x"),
        ],
        "witness": [
            write_body(8, _grown_tree(8, 21).consistency_proof(), note),
            write_body(0, [], note),
        ],
    }


@cache
def generated_inputs() -> dict[str, list[bytes]]:
    """Return the inputs made in each run, because they are large or depend on the rulebooks."""
    made = honest_bundle()
    head = made.journal.index(b"\n")
    return {
        "journal": [
            b"",
            encode_edit(head + 1, 0, b"2"),
            encode_edit(0, head + 1, b""),
            AS_IT_IS + made.journal[:head],
        ],
        "bundle": [bytes([at]) for at in range(len(made.files))],
        "forged": [bytes([at]) + encode_edit(40, 1, b"1") for at in range(len(short_evening().entries))]
        + [b"\1"],
        "zip": [
            b"",
            encode_edit(30, 1, b"x"),
            encode_edit(len(honest_zip()) - 22, 22, b""),
            AS_IT_IS + honest_zip()[-40:],
        ],
        "outside": [b"r", b"w", b"r" + encode_edit(60, 1, b"9"), b"w" + encode_edit(20, 1, b"9")],
        "receipt": made.receipts.splitlines()[:1],
        "note": [made.witness.splitlines()[0], str(loosely(made.witness.splitlines()[-1])).encode()],
        "published": [b"", encode_edit(0, 1, b"["), encode_edit(16, 7, b"null"), AS_IT_IS + b"{}"],
        "law": [published_text()],
        "body": _bodies(),
        "terms": _terms(),
        "snapshot": [_snapshot()],
    }


def first_inputs(name: str) -> list[bytes]:
    """Return the first inputs of a target: the kept ones, and those made in each run."""
    return [*generated_inputs().get(name, ()), *kept_inputs(name)]


def generated_for_every_target() -> dict[str, list[bytes]]:
    """Return the first inputs of every other target, made from the written rounds."""
    said = list(_sentence_inputs())
    texts = [record.text for name in EVERY[::8] for record in journal_of_transcript(name).read("T1")]
    return {
        "command": _one_of_each((kind, text) for of, text, kind in said if of == "command"),
        "event": _one_of_each((kind, text) for of, text, kind in said if of == "event"),
        "entry": _one_of_each((str([type(one) for one in read_entry(text).events]), text) for text in texts),
        "inclusion": [bytes([n, 21]) + b"".join(_tree(21).inclusion_proof(n)) for n in (1, 16, 21)],
        "consistency": [
            bytes([old, 21]) + b"".join(_grown_tree(old, 21).consistency_proof()) for old in (1, 8, 20)
        ],
        "vkey": [str(_vkey()).encode()],
        "rulebook": [OWN.encode()],
        "transcript": [transcript_text(name).encode() for name in EVERY[::6]],
        **_front(),
    }
