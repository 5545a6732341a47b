"""Records and what stands around them: the founding, times, signatures, receipts, and what is said of it."""

import json
import tempfile
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import Any

import pytest

from sicbo.journal.notes import SigningKey, checkpoint_text, sign_note
from sicbo.verify import persons
from sicbo.verify.canonical import Wrong, written
from sicbo.verify.evidence import log
from sicbo.verify.keys import keys_of
from sicbo.verify.outside import LONGEST_PROOF
from sicbo.verify.rules import named
from tests.verify.bundles import HOUSE, Entry, Made, Story, from_transcript, key
from tests.verify.lies import Entries, asked, stamped
from tests.verify.test_malformed import founded
from tests.verify.test_tamper import BRIEF, small

PLAY = "cover, spin, no more bets, uncover, call, enter 1 4 4, collect, pay"
TWO_ROUNDS = f"""
rulebook canberra-2005  limits $5 to $200, chips of $1
ana      buys $50
ana      buys $50
dealer   place your bets
ana      $5 on small
dealer   {PLAY}
dealer   place your bets
ana      $5 on small
dealer   {PLAY}
"""


@cache
def two_rounds(*signed: str) -> Story:
    """Two rounds that are alike, at a table whose founding wants these commands signed."""
    return from_transcript(TWO_ROUNDS, signed=signed)


def said(made: Made, **without: Any) -> list[tuple[str, int, str]]:
    """Every finding: on which table, at which record, in which words."""
    return [(one.table, one.number, one.says) for one in made.verified(**without).every]


STRANGE: dict[str, list[Any]] = {
    **{name: [5] for name in ("house", "profile", "rulebook", "sha256", "table")},
    "kind": [None, [], {}, True],
    "layout": [5, None, [], {}],
    "readings": [
        *(None, 5, {}, "ab", ["ab"], [5], [[]]),
        *([reading] for reading in (["a"], ["a", "b", "c"], ["a", 1], [1, "a"], [[], "a"])),
        [["C-14", "together"], ["C-14", "alone"]],
    ],
    "signed": [None, 5, "perform", {"perform": 1}, [1], [[]], ["perform", None]],
}
FOUNDINGS = [{name: word} for name, words in STRANGE.items() for word in words]


@pytest.mark.parametrize("words", FOUNDINGS, ids=str)
def test_a_founding_with_something_of_another_kind_founds_nothing(words: dict[str, Any]) -> None:
    """One sentence at the first record; a list of commands to be signed is never read letter by letter."""
    found = founded(lambda told: told.update(words))

    says = "cannot vouch: the first record does not found the table"
    assert [(one.number, one.check, one.says) for one in found.every] == [(1, "founding", says)]


@pytest.mark.parametrize("name", ["house", "layout", "rulebook", "sha256", "table"])
def test_a_founding_has_everything_that_it_needs(name: str) -> None:
    """Whatever else it says."""
    found = founded(lambda told: told.pop(name))

    assert [(one.number, one.check) for one in found.every] == [(1, "founding")]


OPTIONAL: list[Callable[[Any], object]] = [
    lambda told: [told.pop(name, None) for name in ("kind", "profile", "readings", "signed")],
    lambda told: told.update(kind="table", profile="home", readings=[], signed=[]),
]


@pytest.mark.parametrize("change", OPTIONAL, ids=("none of it", "all of it"))
def test_a_founding_may_leave_out_or_say_what_is_usual(change: Callable[[Any], object]) -> None:
    """Everything after it is followed; only what the house signed is another text."""
    found = founded(change)

    assert {one.check for one in found.every} <= {"checkpoint", "manifest"}
    assert found.tables[0].rulebook.startswith("canberra-2005, sha256 ")


def test_a_rulebook_whose_clauses_cannot_be_read_is_wrong() -> None:
    """Whoever publishes it chooses its hash; a log of another kind may need what no table does."""
    (text,) = (text for name, text in small().files.items() if name.startswith("rulebooks/"))
    book = json.loads(text)
    book["terms"]["steps"] = {"exclusive": "1.1"}
    other = written(book).encode()
    words = {"sha256": named(other), "kind": "tournament"}
    found = founded(lambda told: told.update(words), {f"rulebooks/{named(other)}.json": other})

    says = "the published rulebook cannot be read: 'designated'"
    assert [(one.number, one.says) for one in found.every] == [(1, says)]


def test_a_table_is_founded_once() -> None:
    """The same founding again is no record of anything, though it looks like the first."""
    made = small()
    again = json.loads(made.journal.splitlines()[0].split(b"\t")[5])

    def refounded(entries: Entries) -> None:
        last = entries[-1]
        entries.append(Entry(again, last.wall, "house", "again"))

    story = from_transcript(BRIEF).changed(refounded)
    says = "cannot vouch: a record is a command with its events or its refusal"
    assert (made.table, len(story.entries) + 1, says) in said(story.made())


@pytest.mark.parametrize(("wall", "right"), [(10**18 - 1, True), (10**18, False), (1, False)])
def test_a_time_has_up_to_eighteen_digits_and_does_not_run_backwards(wall: int, right: bool) -> None:
    """The last record comes at another time, and says so everywhere."""

    def later(entries: Entries) -> None:
        entries[-1].wall = wall
        stamped(entries[-1], wall=wall)

    story = two_rounds().changed(later)
    says = (story.table, len(story.entries) + 1, "its time runs backwards or is no time")
    assert (says in said(story.made())) is not right
    assert (said(story.made()) == []) is right


@pytest.mark.parametrize("order", ["register-slip", "perform:collect", "perform:pay"])
def test_the_second_of_two_that_are_alike_is_signed_too(order: str) -> None:
    """Nothing that must be signed is taken at a glance, however well the form of it is known."""
    kind, _, step = order.partition(":")

    def unsigned(entries: Entries) -> None:
        words = {"step": step} if step else {}
        del asked(entries, kind, -1, **words).told["signatures"]

    story = two_rounds(order)
    by = asked(story.entries, kind, -1, **({"step": step} if step else {})).command["stamp"]["by"]
    assert said(story.made()) == []
    assert [says for _, _, says in said(story.changed(unsigned).made())] == [f"{kind} is not signed by {by}"]


def rechained(made: Made, number: int, field: int, text: bytes) -> Made:
    """The journal with something else in one field of one record, and a chain that holds all the same."""
    before, lines = sha256(b"sicbo-journal-1\n" + made.table.encode()).digest(), []
    for at, line in enumerate(made.journal.splitlines(), 1):
        fields = line.split(b"\t")
        fields[field] = text if at == number else fields[field]
        before = sha256(before + b"\n".join((made.table.encode(), *fields[:4], fields[5]))).digest()
        fields[4] = before.hex().encode()
        lines.append(b"\t".join(fields) + b"\n")
    return made.with_file("journal", b"".join(lines))


@pytest.mark.parametrize("form", ["0%s", "+%s", "-%s", " %s", "%s ", "%s.0", "0", "", "x"])
@pytest.mark.parametrize("number", [1, 3])
def test_a_time_is_written_in_one_way(form: str, number: int) -> None:
    """Digits alone and no nought before them, at the founding and later; the chain over it is whole."""
    made = small()
    wall = made.journal.splitlines()[number - 1].split(b"\t")[1].decode()
    other = form.replace("%s", wall).encode()
    found = rechained(made, number, 1, other).verified(receipts=None, witness=None)
    (report,) = found.tables

    says = "its time runs backwards or is no time"
    assert [(one.number, one.check, one.says) for one in found.every] == [(number, "sequence", says)]
    assert report.unchecked_from == number


@pytest.mark.parametrize(
    ("old", "new"),
    [(b"3\t", b"4\t"), (b"3\t", b"03\t"), (b"3\t", b"3\t\t"), (b"3\t", b"3 ")],
    ids=("another number", "a nought", "a field more", "a field less"),
)
def test_a_line_that_is_not_the_next_record_ends_the_reading(old: bytes, new: bytes) -> None:
    """It is named by its place, and from there on nothing is vouched for."""
    lines = small().journal.splitlines(keepends=True)
    assert lines[2].startswith(old)
    lines[2] = lines[2].replace(old, new, 1)
    found = small().with_file("journal", b"".join(lines)).verified(receipts=None, witness=None)

    says = "it is not the next record, or its line is broken"
    assert [(one.number, one.says) for one in found.every] == [(3, says)]
    assert found.tables[0].unchecked_from == 3


def test_an_empty_journal_is_wrong_at_its_first_record() -> None:
    """And so is one whose only line has no end."""
    listed = f"expected {len(small().journal.splitlines())} records, as the house listed, found 0"
    for text, *says in (
        (b"", "the journal is empty", listed),
        (small().journal.splitlines()[0], "it is not the next record, or its line is broken"),
    ):
        made = small().with_file("journal", text).with_file("checkpoints", b"")
        assert said(made, receipts=None, witness=None) == [(made.table, 1, one) for one in says]


@pytest.mark.parametrize("broken", [False, True])
def test_what_is_on_disk_is_let_go_of(broken: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the journal was read to its end or not."""
    made, opened = small(), []
    monkeypatch.setattr(log, "CHUNK", 4)
    ours = tempfile.TemporaryFile

    def kept() -> Any:
        opened.append(ours())
        return opened[-1]

    monkeypatch.setattr("tempfile.TemporaryFile", kept)
    text = made.journal + b"x\n" if broken else made.journal
    assert bool(said(made.with_file("journal", text))) is broken
    assert [one.closed for one in opened] == [True]


def test_the_house_has_to_sign_every_record_but_slips() -> None:
    """The first one after the last checkpoint is named; slips alone need none, for the list has the end."""
    whole = two_rounds()
    slips = [at for at, one in enumerate(whole.entries, 2) if one.command.get("type") == "register-slip"]
    opened, says = slips[0] - 1, "expected a checkpoint that covers record {}, found none"

    def kept(records: int) -> Made:
        made = replace(whole, entries=whole.entries[: records - 1]).made(also=[opened])
        notes = made.checkpoints.splitlines(keepends=True)
        return made.with_file("checkpoints", notes[0])

    assert said(whole.made().with_file("checkpoints", b""), witness=None) == [
        (whole.table, 1, says.format(1))
    ]
    assert said(kept(slips[0]), witness=None) == []
    after = next(at for at in range(slips[0], len(whole.entries)) if at not in slips)
    assert said(kept(after), witness=None) == [(whole.table, after, says.format(after))]


@pytest.mark.parametrize("count", [10, 11])
def test_ten_signatures_of_persons_are_read_and_no_more(count: int) -> None:
    """Each of them has to hold; so many that nobody would read them are wrong by themselves."""
    entry = deepcopy(asked(two_rounds("perform:pay").entries, "perform", step="pay").told)
    entry["signatures"] *= count
    by = entry["command"]["stamp"]["by"]
    keys = keys_of({"persons": {by: [str(key(by).vkey)]}})

    if count > persons.MOST:
        with pytest.raises(Wrong, match="signatures come in a short list"):
            persons.check("transcript", entry, keys, needed=True)
    else:
        assert persons.check("transcript", entry, keys, needed=True) == count
    assert persons.MOST == 10


def test_what_was_refused_for_its_signatures_counts_for_none() -> None:
    """However many false ones there are."""
    refusal = {"clause": persons.REFUSED_FOR_IT, "says": "Sign it yourself."}
    entry = {"command": {"type": "perform"}, "refusal": refusal, "signatures": [{}, {}]}

    assert persons.check("transcript", entry, keys_of({}), needed=False) == 0


def receipt_of(made: Made, **words: Any) -> bytes:
    """The first receipt, with something else on it."""
    told = json.loads(made.receipts.splitlines()[0])
    return json.dumps(told | words, ensure_ascii=False).encode() + b"\n"


@pytest.mark.parametrize(
    "receipt",
    [b"[]\n", b"5\n", b"{}\n", receipt_of(small(), more=1), receipt_of(small(), format="sicbo-receipt-2")],
    ids=("a list", "a number", "nothing", "a field more", "another format"),
)
def test_a_receipt_of_another_format_is_none(receipt: bytes) -> None:
    """Whatever it says."""
    assert said(small(), receipts=receipt) == [
        ("", 0, "line 1 of receipts: it is not of the format sicbo-receipt-1")
    ]


def test_a_receipt_that_somebody_else_signed_is_none() -> None:
    """Under the name of the house, with a key that nobody gave."""
    made = two_rounds().made(SigningKey.new(HOUSE))
    says = f"line 1 of receipts: nobody gave the key with which {HOUSE} signed"

    assert ("", 0, says) in said(made)


def test_a_receipt_is_signed_for_its_own_table() -> None:
    """What the house signed for another table says nothing of this one, though its proof holds."""
    elsewhere = replace(two_rounds(), table="T99").made()
    made = two_rounds().made()

    assert said(made, receipts=receipt_of(elsewhere, table=made.table)) == [
        ("", 0, "line 1 of receipts: its note is on another table")
    ]


@pytest.mark.parametrize(
    ("more", "says"),
    [(0, "its proof does not lead to what the house signed"), (1, "its fields are of other kinds")],
)
def test_a_proof_has_no_more_nodes_than_the_largest_tree_needs(more: int, says: str) -> None:
    """Sixty-four are read, and none of a longer one."""
    proof = ["A" * 43 + "="] * (LONGEST_PROOF + more)

    assert said(small(), receipts=receipt_of(small(), proof=proof)) == [
        ("", 0, f"line 1 of receipts: {says}")
    ]
    assert LONGEST_PROOF == 64


def test_what_is_wrong_with_no_table_is_a_finding_on_none() -> None:
    """A file that nobody lists, a rotation that is none, receipts that cannot be read: at no record."""
    made = small()
    keys = json.loads(made.files["keys.json"]) | {"rotations": ["x"]}
    other = replace(made, files={**made.files, "tables/T2.journal": b"x"})

    assert {one[:2] for one in said(other)} == {("", 0)}
    assert {one[:2] for one in said(made, trust=json.dumps(keys).encode())} == {("", 0)}
    assert {one[:2] for one in said(made, receipts=b"x")} == {("", 0)}


@pytest.mark.parametrize(
    ("size", "number", "says"),
    [
        (0, 1, "witness holds another root of a log without records"),
        (1, 1, "witness holds another history up to here"),
    ],
)
def test_a_note_on_hardly_anything_is_held_against_it_too(size: int, number: int, says: str) -> None:
    """On no record there is one root, and on the first one its own."""
    made = two_rounds().made()
    note = sign_note(checkpoint_text(f"{HOUSE}/{made.table}", size, bytes(32)), key(HOUSE))

    assert said(made, witness=json.dumps(note).encode() + b"\n") == [(made.table, number, says)]


def test_a_witness_may_hold_a_note_twice() -> None:
    """The same size does not fall."""
    made = two_rounds().made()
    *_, last = made.witness.splitlines(keepends=True)

    assert said(made, witness=made.witness + last) == []


def test_it_is_said_how_far_a_report_goes() -> None:
    """Nothing where everything was given and signed; otherwise what was not."""
    made = two_rounds("perform:pay").made()

    assert made.verified().said == []
    assert made.verified(trust=None, witness=None, receipts=None).said == [
        "keys of house, persons, witnesses come from the bundle itself: give your own with --trust",
        "no witness was asked (--witness): an older or a second history would not show",
        "no receipts were given (--receipts): a slip that the house left out would not show",
    ]
