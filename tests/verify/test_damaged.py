"""A damaged zip file: whatever bit of it is wrong there is a report or one sentence, and nothing else."""

import random
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from os import environ
from pathlib import Path

import pytest

from sicbo.cli.main import main
from sicbo.errors import SicboError
from sicbo.house.export.bundles import BundleReader, export_bundle
from sicbo.house.identity.signatures import HouseSigner
from sicbo.verify.bundle import InZip
from sicbo.verify.canonical import Unusable
from sicbo.verify.verifier import Evidence, verify
from tests.verify.bundles import Made, from_transcript
from tests.verify.test_clean import dealt, keys_of
from tests.verify.test_tamper import BRIEF

JOURNAL = "tables/T1.journal"
FOUND = {
    JOURNAL: ("chain: its hash does not follow", "sequence: "),
    "tables/T1.checkpoints": ("checkpoint: ", "signature: checkpoint ", "canonical: checkpoint "),
}
SEED = 20_260_101
FLIPS = int(environ.get("SICBO_FLIPS", "150"))


@cache
def small() -> Made:
    """A short evening."""
    return from_transcript(BRIEF).made()


def packed(packing: int, files: dict[str, bytes], other: str = "") -> bytes:
    """A zip file of a bundle; one file of it may be packed in another way than the others."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in files.items():
            way = packing if name == other or not other else zipfile.ZIP_DEFLATED
            archive.writestr(name, text, compress_type=way)
    return buffer.getvalue()


@contextmanager
def opened(path: Path) -> Iterator[InZip]:
    """A bundle in a zip file, closed in the end."""
    found = InZip(path)
    with found.zip:
        yield found


def answered(path: Path) -> int:
    """The exit code, and nothing accepted that is not the true bundle."""
    try:
        with opened(path) as found:
            report = verify(found, Evidence(small().trust))
            if report.code == 0:
                assert {name: found.zip.read(name) for name in small().files} == small().files
    except Unusable as error:
        assert str(error).endswith(".")
        return 2
    return report.code


def flipped(data: bytes, bit: int) -> bytes:
    """The same with one bit turned over."""
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def envelope(data: bytes) -> list[int]:
    """The bits of a zip file that are not those of its files: headers, the directory and the end."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        kept = [(one.header_offset + 30 + len(one.filename), one.compress_size) for one in archive.infolist()]
    inside = {at for begin, size in kept for at in range(begin, begin + size)}
    return [8 * at + bit for at in range(len(data)) if at not in inside for bit in range(8)]


@pytest.mark.parametrize("packing", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_flipped_bit_is_answered_by_a_report_or_a_sentence(packing: int, tmp_path: Path) -> None:
    """In the envelope and in the files; SICBO_FLIPS=3000 tries more of them."""
    data, path, chance = packed(packing, small().files), tmp_path / "night.zip", random.Random(SEED)
    around = chance.sample(envelope(data), FLIPS)
    codes = set()
    for bit in (*around, *(chance.randrange(8 * len(data)) for _ in range(FLIPS))):
        path.write_bytes(flipped(data, bit))
        codes.add(answered(path))

    assert {0, 2} <= codes <= {0, 2, 3}


@contextmanager
def spoiled(path: Path, name: str, *, crc: bool = False) -> Iterator[None]:
    """A zip file in which the middle of one file is wrong, or only its checksum in the directory."""
    data = path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        info = archive.getinfo(name)
    at = info.header_offset + 30 + len(name) + info.compress_size * 2 // 3
    if crc:
        at = data.rindex(name.encode()) - 46 + 16
    path.write_bytes(flipped(flipped(data, 8 * at), 8 * at + 9))
    yield
    path.write_bytes(data)


def test_every_file_that_is_damaged_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a real export: by exit code 2 and one sentence, and so by whoever reads a bundle as a journal.

    A journal and its checkpoints are read as they come, and what they say may be found wrong before the end
    shows that the file is damaged.
    """
    (journal, key), path = dealt("star-sydney-2016", rounds=1), tmp_path / "night.zip"
    export_bundle(journal, ["T1"], keys_of(key), path, HouseSigner(key))
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
    assert len(names) == 6

    for name in names:
        with spoiled(path, name):
            code = main(["verify", str(path)])
            said = capsys.readouterr()
            if name in FOUND and code == 3:
                assert any(found in said.out for found in FOUND[name])
            else:
                assert code == 2
                assert said.err.startswith(f"{name} cannot be read")
                assert said.err.count("\n") == 1


@pytest.mark.parametrize("name", [JOURNAL, "tables/T1.checkpoints"])
def test_a_damaged_bundle_is_no_journal_either(name: str, tmp_path: Path) -> None:
    """Whoever reads a bundle as a journal hears which file it is."""
    (journal, key), path = dealt("star-sydney-2016", rounds=1), tmp_path / "night.zip"
    export_bundle(journal, ["T1"], keys_of(key), path, HouseSigner(key))
    with spoiled(path, name, crc=True):
        reader = BundleReader(path)
        with pytest.raises(SicboError, match=f"{name} cannot be read"):
            for _ in (*reader.read("T1"), *reader.checkpoints("T1")):
                pass


@pytest.mark.parametrize("packing", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_file_is_stored_or_deflated(packing: int, tmp_path: Path) -> None:
    """Every unpacker is a way in; a house packs in one way, and anybody can."""
    path = tmp_path / "night.zip"
    for name in small().files:
        path.write_bytes(packed(packing, small().files, name))
        says = f"{name} cannot be read from the zip file: pack it with deflate"
        with opened(path) as found, pytest.raises(Unusable, match=says):
            verify(found)


def test_a_file_that_says_it_lies_past_the_end_of_any_disk(tmp_path: Path) -> None:
    """The directory may give any place up to 2^64; so may it ask for a program that nobody has."""
    data, path = packed(zipfile.ZIP_STORED, {"bundle.json": b"{}"}), tmp_path / "night.zip"
    entry = data.rindex(b"PK\1\2")
    path.write_bytes(data[: entry + 6] + b"\xff\xff" + data[entry + 8 :])
    with pytest.raises(Unusable, match="nor a zip file that can be read"):
        InZip(path)

    extra = b"\1\0\x08\0" + b"\xfe" * 8
    place = entry + 46 + len("bundle.json")
    far = bytearray(data[:place] + extra + data[place:])
    far[entry + 42 : entry + 46] = b"\xff" * 4
    far[entry + 30 : entry + 32] = len(extra).to_bytes(2, "little")
    end = far.rindex(b"PK\5\6")
    far[end + 12 : end + 16] = (46 + len("bundle.json") + len(extra)).to_bytes(4, "little")
    path.write_bytes(far)
    says = r"bundle\.json cannot be read from the zip file"
    with opened(path) as found, pytest.raises(Unusable, match=says):
        found.open("bundle.json")
