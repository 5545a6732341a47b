"""A whole bundle: files from outside that are not there, files that it does not list, and the collector."""

import gc
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from sicbo.verify import verifier
from sicbo.verify.bundle import Bundle, InMemory
from sicbo.verify.canonical import Unusable
from sicbo.verify.report import Report
from sicbo.verify.verifier import Evidence, evidence_at, verify
from tests.verify.bundles import Made, from_transcript


@cache
def made() -> Made:
    """Somebody buys in, and no more."""
    return from_transcript("rulebook canberra-2005  limits $5 to $500\nana  buys $100\n").made()


@pytest.fixture
def collecting() -> Iterator[None]:
    """The collector is as it was afterwards."""
    before = gc.isenabled()
    yield
    (gc.enable if before else gc.disable)()


@pytest.mark.usefixtures("collecting")
@pytest.mark.parametrize("at_work", [False, True])
def test_the_collector_rests_while_a_bundle_is_verified(
    monkeypatch: pytest.MonkeyPatch, at_work: bool
) -> None:
    """Afterwards it is at work where it was before, also when nothing came of it."""
    seen: list[bool] = []

    def unusable(bundle: Bundle, evidence: Evidence) -> Report:
        seen.append(gc.isenabled())
        raise Unusable("No.")

    monkeypatch.setattr(verifier, "_verified", unusable)
    (gc.enable if at_work else gc.disable)()
    with pytest.raises(Unusable):
        verify(InMemory({}))

    assert (seen, gc.isenabled()) == ([False], at_work)


@pytest.mark.parametrize("lacks", range(3))
def test_a_file_from_outside_has_to_be_there(tmp_path: Path, lacks: int) -> None:
    """Trusted keys, the store of a witness, receipts: each is named that is not."""
    paths = [tmp_path / name for name in ("trust", "witness", "receipts")]
    for path in paths:
        path.write_bytes(b"x")
    trust, witness, receipts = paths
    assert evidence_at(trust, [witness], [receipts]).trust == b"x"
    paths[lacks].unlink()

    with pytest.raises(Unusable, match=f"^There is no file {paths[lacks]}"):
        evidence_at(trust, [witness], [receipts])


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("tables/other.journal", True),
        ("tables/other.checkpoints", True),
        ("tables/readme.txt", False),
        ("old/other.journal", False),
        ("other.checkpoints", False),
    ],
)
def test_a_journal_that_is_not_listed_is_found(name: str, found: bool) -> None:
    """Other files may lie about."""
    files = made().files | {name: b""}
    says = f"there is a {name}, which bundle.json does not list"

    assert [one.says for one in verify(InMemory(files)).findings] == ([says] if found else [])
