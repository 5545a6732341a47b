"""The manifest: a log that is cut short or left out is found without a witness, whatever it is about."""

import json
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sicbo.errors import BadInput
from sicbo.house.entries import new_founding
from sicbo.house.export.bundles import export_bundle
from sicbo.house.export.sources import manifest_source, open_reader, public_keys, stored_manifest
from sicbo.house.opening import House
from sicbo.house.tournaments import HousePlay
from sicbo.journal.notes import SigningKey, sign_note
from sicbo.tournament.format import plan_of
from sicbo.tournament.messages.commands import PublishTournament
from sicbo.tournament.simulation.autoplay import enter_players, prepare_tournament, random_seeds
from sicbo.verify.bundle import Contents, InMemory, bundle_at
from sicbo.verify.keys import keys_of
from sicbo.verify.manifest import manifest_in
from sicbo.verify.report import Report, as_json, lines, verdict
from sicbo.verify.verifier import verify
from tests.house.evenings import NAME, new_house
from tests.house.test_promotions import BOOK, PromotionHouse, tickets_rule
from tests.tournament.tournaments import SYDNEY, terms_of

LOGS = ["P1", "T1", "T2", "cup"]
FILE = "manifest.note"
Files = dict[str, bytes]


class Exports(NamedTuple):
    """What one house gave away: before its second round, after it, and of one table alone."""

    house: House
    data: Path
    earlier: Files
    whole: Files
    part: Files


def exported(house: House, out: Path, tables: list[str] | None = None) -> Files:
    """The files of a bundle."""
    export_bundle(house.journal, tables, house.keys.public_keys(), out, house.floor.signer)
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def exports(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Exports]:
    """A house with a table in play, one that was only founded, a promotion and a tournament."""
    place = tmp_path_factory.mktemp("manifest")
    with new_house(place / "data") as house:
        play = HousePlay(house, "cup", plan_of(terms_of(SYDNEY)), NAME)
        play.do(PublishTournament, terms=terms_of(SYDNEY))
        prepare_tournament(play, random_seeds(random.Random(9).randrange))
        enter_players(play, [house.pseudonyms.pseudonym(f"Player {number}") for number in range(8)])
        night = PromotionHouse(house)
        night.start_promotion(tickets_rule(1))
        night.open_table()
        house.floor.found_log(new_founding(NAME, "T2", BOOK), wall=1)
        night.round(1, Ana=2_500)
        earlier = exported(house, place / "earlier")
        night.round(2, Ana=2_500, Ben=2_500)
        whole, part = exported(house, place / "whole"), exported(house, place / "part", ["T1"])
        yield Exports(house, place / "data", earlier, whole, part)


def report_on(files: Files) -> Report:
    """What the verifier says without a witness and without receipts."""
    return verify(InMemory(files))


def said(files: Files) -> list[tuple[str, int, str, str]]:
    """Every finding."""
    return [(one.table, one.number, one.check, one.says) for one in report_on(files).every]


def cut(files: Files, log: str, records: int) -> Files:
    """A log without its last records, and without the checkpoints that cover them."""
    journal, notes = f"tables/{log}.journal", f"tables/{log}.checkpoints"
    kept = files[journal].splitlines(keepends=True)[:-records]
    checkpoints = [
        line
        for line in files[notes].splitlines(keepends=True)
        if int(json.loads(line).split("\n")[1]) <= len(kept)
    ]
    return {**files, journal: b"".join(kept), notes: b"".join(checkpoints)}


def without(files: Files, log: str) -> Files:
    """A bundle from which a whole log was dropped, from `bundle.json` too."""
    contents = json.loads(files["bundle.json"])
    contents["tables"].remove(log)
    kept = {name: text for name, text in files.items() if not name.startswith(f"tables/{log}.")}
    return {**kept, "bundle.json": json.dumps(contents).encode()}


def changed(files: Files, change: Callable[[list[str]], Any], key: SigningKey) -> Files:
    """A bundle whose manifest says something else, signed by some key."""
    told = files[FILE].decode().rpartition("\n\n")[0].split("\n")
    change(told)
    return {**files, FILE: sign_note("\n".join(told) + "\n", key).encode()}


def test_a_whole_bundle_shows_every_log_that_the_house_listed(exports: Exports) -> None:
    """A table, one that was only founded, a promotion and a tournament; the list is made for each export."""
    for files in (exports.whole, exports.earlier):
        assert said(files) == []
        assert verdict(report_on(files)) == "VERIFIED"
    told = exports.whole[FILE].decode().split("\n")
    assert told[:2] == ["sicbo-manifest-1", NAME]
    assert [line.split(" ")[0] for line in told[3:7]] == LOGS
    assert {line.split(" ")[3] for line in told[3:7]} == {"shown"}
    assert "logs                  4  listed by the house as of 20" in "\n".join(
        lines(report_on(exports.whole))
    )


@pytest.mark.parametrize("records", [1, 2, 3])
@pytest.mark.parametrize("log", ["P1", "T1", "cup"])
def test_the_cut_tail_of_any_log_is_found_without_a_witness(log: str, records: int, exports: Exports) -> None:
    """However many records went, and their checkpoints with them."""
    size = exports.house.journal.heads()[log].number
    assert (
        log,
        size - records + 1,
        "manifest",
        f"expected {size:,} records, as the house listed, found {size - records:,}",
    ) in said(cut(exports.whole, log, records))


@pytest.mark.parametrize("log", LOGS)
def test_a_log_dropped_from_a_bundle_is_found_without_a_witness(log: str, exports: Exports) -> None:
    """From its files and from `bundle.json`: the house had signed that this bundle shows it."""
    size = exports.house.journal.heads()[log].number
    dropped = without(exports.whole, log)
    says = f"expected {log} with {size:,} records, as the house signed, found no such log"
    assert said(dropped) == [("", 0, "manifest", says)]
    assert report_on(dropped).code == 3


def test_a_bundle_of_one_table_says_which_logs_it_does_not_show(exports: Exports) -> None:
    """It is verified for what it shows; the house as a whole is not called so."""
    report = report_on(exports.part)
    assert report.every == [] and report.code == 0
    assert verdict(report) == "VERIFIED: the 1 of 4 logs of the house that this bundle shows"
    assert report.said[-1] == "this bundle shows 1 of 4 logs of the house; not shown: P1, T2, cup"
    assert as_json(report)["logs"] == {"listed": 4, "not_shown": ["P1", "T2", "cup"]}


def test_a_manifest_of_another_export_is_found(exports: Exports) -> None:
    """An older one lists fewer records, a newer one more; one of a part does not show the rest."""
    older = {**exports.whole, FILE: exports.earlier[FILE]}
    newer = {**exports.earlier, FILE: exports.whole[FILE]}
    before, now = (len(files["tables/T1.journal"].splitlines()) for files in (exports.earlier, exports.whole))
    assert said(older) == [
        ("T1", before + 1, "manifest", f"expected {before} records, as the house listed, found {now}")
    ]
    assert said(newer) == [
        ("T1", before + 1, "manifest", f"expected {now} records, as the house listed, found {before}")
    ]
    assert said({**exports.whole, FILE: exports.part[FILE]}) == [
        ("", 0, "manifest", f"expected no {log}, which the house left out of this bundle, found it")
        for log in ("P1", "T2", "cup")
    ]


def test_15_the_longest_manifest_is_read_in_seconds(exports: Exports) -> None:
    """One hundred thousand logs: the time grows with their number, not with its square."""
    listed = [f"t{number:06} 1 {'A' * 43}= shown" for number in range(100_000)]
    key = exports.house.keys.house_key()

    files = changed(exports.whole, lambda lines: lines.__setitem__(slice(3, None), listed), key)
    began = time.process_time()
    keys = keys_of(json.loads(files["keys.json"]))
    found = manifest_in(InMemory(files), Contents(InMemory(files)), keys)

    assert len(found.logs) == 100_000
    assert time.process_time() - began < 10


def test_a_bundle_without_its_manifest_is_not_verified(exports: Exports) -> None:
    """Nobody then says which logs there are."""
    files = {name: text for name, text in exports.whole.items() if name != FILE}
    says = "expected manifest.note, the list of all logs signed by the house, found none"
    assert said(files) == [("", 0, "manifest", says)]


CHANGES: dict[str, Callable[[list[str]], Any]] = {
    "expected the logs of sample.example, found those of other.example": lambda told: told.__setitem__(
        1, "other.example"
    ),
    "expected the format sicbo-manifest-1, found 'sicbo-manifest-9'": lambda told: told.__setitem__(
        0, "sicbo-manifest-9"
    ),
    "expected a time in the third line, found none": lambda told: told.__setitem__(2, "noon"),
    "expected each log once, in order, found P1": lambda told: told.append(told[3]),
    "expected name, size, root and whether the bundle shows it, found 'P1 0": lambda told: told.__setitem__(
        3, "P1 0 AAAA shown"
    ),
    "expected name, size, root and whether the bundle shows it, found 'P1'": lambda told: told.__setitem__(
        3, "P1"
    ),
    "its base64": lambda told: told.__setitem__(3, "P1 5 AAA shown"),
}


@pytest.mark.parametrize("says", CHANGES)
def test_a_manifest_that_says_something_else_is_no_list(says: str, exports: Exports) -> None:
    """Even where the house's own key signed it."""
    key = exports.house.keys.house_key()
    (finding,) = report_on(changed(exports.whole, CHANGES[says], key)).every
    assert finding.check == "manifest" and (says in finding.says or says == "its base64"), finding.says


def test_a_manifest_of_another_key_is_no_list(exports: Exports) -> None:
    """Whoever cuts a log cannot sign for what is left."""
    forged = changed(exports.whole, lambda told: told.pop(5), SigningKey.new(NAME))
    (finding,) = report_on(without(forged, "T2")).every
    assert finding.check == "manifest" and "nobody gave the key with which" in finding.says


def test_a_log_with_another_root_is_found(exports: Exports) -> None:
    """As many records as the list says, but not those."""

    def other(told: list[str]) -> None:
        name, size, _, shown = told[4].split(" ")
        told[4] = f"{name} {size} {told[3].split(' ')[2]} {shown}"

    size = exports.house.journal.heads()["T1"].number
    assert said(changed(exports.whole, other, exports.house.keys.house_key())) == [
        ("T1", size, "manifest", "the house listed this log with another history up to here")
    ]


def test_a_log_that_the_house_did_not_list_is_found(exports: Exports) -> None:
    """Nobody adds one of their own."""
    listed = changed(exports.whole, lambda told: told.pop(5), exports.house.keys.house_key())
    assert said(listed) == [("", 0, "manifest", "expected only logs that the house listed, found T2")]


def test_a_key_that_was_given_up_signs_no_list(exports: Exports, tmp_path: Path) -> None:
    """The thief of an old key cannot sign for a shorter house."""
    with new_house(tmp_path / "data") as house:
        old = house.keys.house_key()
        night = PromotionHouse(house)
        night.open_table()
        house.keys.rotate(2)
        night.round(1, Ana=2_500)
        files = exported(house, tmp_path / "bundle")
    assert [
        one.says for one in report_on(changed(files, lambda told: None, old)).every if one.number == 0
    ] == ["manifest.note: expected a key in use at its time, found one that the house had given up"]


def test_a_copy_without_the_key_ends_where_the_house_last_signed(exports: Exports, tmp_path: Path) -> None:
    """A bundle of a bundle keeps its manifest, and shows all that it was signed for."""
    for name, files in (("whole", exports.whole), ("part", exports.part)):
        for path, text in files.items():
            (tmp_path / name / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / path).write_bytes(text)
        where, out = str(tmp_path / name), tmp_path / f"{name}.zip"
        reader, signs = open_reader(where), manifest_source(where)
        export_bundle(reader, None, public_keys(where), out, signs)
        assert verify(bundle_at(out)).code == 0
    with pytest.raises(BadInput, match="for a bundle of P1, T1, T2, cup: export without --table"):
        export_bundle(open_reader(str(tmp_path / "whole")), ["T1"], {}, out, exports.whole[FILE].decode())
    with pytest.raises(BadInput, match=r"manifest\.note does not have the format sicbo-manifest-1"):
        export_bundle(open_reader(str(tmp_path / "whole")), None, {}, out, "nothing")
    assert stored_manifest(tmp_path) is None
