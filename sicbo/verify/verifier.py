"""A whole bundle verified: its keys, every table, and what others hold against it."""

import gc
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import IO, NamedTuple

from sicbo.verify.bundle import (
    CHECKPOINTS,
    JOURNAL,
    TABLES,
    Bundle,
    Contents,
    bounded,
    json_of,
    lines_of,
    whole,
)
from sicbo.verify.canonical import Unusable, Wrong
from sicbo.verify.evidence.log import Journal
from sicbo.verify.keys import CAN_CHECK, Keys, joined, keys_of
from sicbo.verify.manifest import Log, differences, manifest_in
from sicbo.verify.marks import Given, Marks
from sicbo.verify.notes import rotated
from sicbo.verify.outside import Receipt, Source, origins, receipts_of
from sicbo.verify.report import Finding, Report, TableReport, not_shown

NO_FILE = Source("no file", b"")


class Evidence(NamedTuple):
    """What comes from outside the bundle: trusted keys, stores of witnesses, receipts."""

    trust: bytes | None = None
    witnesses: tuple[Source, ...] = ()
    receipts: tuple[Source, ...] = ()


NOTHING = Evidence()


def evidence_at(trust: Path | None, witnesses: Sequence[Path], receipts: Sequence[Path]) -> Evidence:
    """Evidence in files."""
    for path in (*witnesses, *receipts, *((trust,) if trust else ())):
        if not path.is_file():
            raise Unusable(f"There is no file {path}.")
    given = None
    if trust is not None:
        try:
            with trust.open("rb") as found:
                given = bounded(found, str(trust))
        except OSError as error:
            raise Unusable(f"{trust} cannot be read: {error.strerror}.") from None
    return Evidence(
        given,
        tuple(Source(path.name, path) for path in witnesses),
        tuple(Source(path.name, path) for path in receipts),
    )


def verify(bundle: Bundle, evidence: Evidence = NOTHING) -> Report:
    """Verify everything in a bundle; nothing of it makes rings, so the collector of rings may rest."""
    at_work = gc.isenabled()
    gc.disable()
    try:
        return _verified(bundle, evidence)
    finally:
        if at_work:
            gc.enable()


def _verified(bundle: Bundle, evidence: Evidence) -> Report:
    contents = Contents(bundle)
    report = Report(contents.house)
    report.signatures_checked = CAN_CHECK
    keys = _keys(bundle, evidence, report)
    receipts = _receipts(evidence, contents, keys, report)
    listed = _listed(bundle, contents, keys, report)
    for name in contents.tables:
        told = TableReport(name)
        report.tables.append(told)
        journal = Journal(name, contents.house, bundle, keys, told)
        at = f"{TABLES}{name}{CHECKPOINTS}"
        found = bundle.open(at)
        house = Source("checkpoints", _Opened(found, at)) if found is not None else NO_FILE
        given = Given(evidence.witnesses, tuple(receipts.get(name, ())), listed.get(name))
        with found or nullcontext():
            journal.verify(Marks(f"{contents.house}/{name}", house, keys, given, told))
    files = {f"{TABLES}{name}{end}" for name in contents.tables for end in (JOURNAL, CHECKPOINTS)}
    for name in sorted({*bundle.names()} - files):
        if name.startswith(TABLES) and name.endswith((JOURNAL, CHECKPOINTS)):
            says = f"there is a {name[:200]}, which bundle.json does not list"
            report.findings.append(Finding("", 0, "bundle", says))
    _said(report, evidence, keys)
    _hidden(report, evidence, contents)
    return report


def _listed(bundle: Bundle, contents: Contents, keys: Keys, report: Report) -> dict[str, Log]:
    """What the house signed of every log, where the bundle has a list that holds."""
    try:
        manifest = manifest_in(bundle, contents, keys)
    except Wrong as wrong:
        report.findings.append(Finding("", 0, wrong.check, str(wrong)))
        return {}
    for says in differences(manifest, contents.tables):
        report.findings.append(Finding("", 0, "manifest", says))
    report.listed, report.listed_at, report.not_shown = len(manifest.logs), manifest.time, manifest.not_shown
    return manifest.logs


def _hidden(report: Report, evidence: Evidence, contents: Contents) -> None:
    """Say of which other tables of the house a witness holds notes: a bundle may be of one table alone."""
    shown = {f"{contents.house}/{name}" for name in contents.tables}
    held = {origin for source in evidence.witnesses for origin in origins(source)}
    for origin in sorted(held - shown):
        if origin.startswith(f"{contents.house}/"):
            report.said.append(f"witnesses hold notes of {origin}, which the bundle does not show")


class _Opened:
    """Lines of an open file, so that a source can give them."""

    def __init__(self, found: IO[bytes], name: str) -> None:
        self.found, self.name = found, name

    def splitlines(self) -> object:
        """The lines, one by one."""
        return lines_of(self.found, self.name)


def _keys(bundle: Bundle, evidence: Evidence, report: Report) -> Keys:
    bundled = keys_of(json_of(whole(bundle, "keys.json"), "keys.json"))
    trusted = None if evidence.trust is None else keys_of(json_of(evidence.trust, "the file of trusted keys"))
    keys = joined(trusted, bundled)
    try:
        keys, count = rotated(keys)
        if count:
            times = "once" if count == 1 else f"{count} times"
            report.said.append(f"keys of the house were rotated {times}, each time signed by both keys")
    except Wrong as wrong:
        report.findings.append(Finding("", 0, wrong.check, str(wrong)))
    return keys


def _receipts(evidence: Evidence, contents: Contents, keys: Keys, report: Report) -> dict[str, list[Receipt]]:
    kept: dict[str, list[Receipt]] = {}
    for source in evidence.receipts:
        try:
            for table, found in receipts_of(source, contents.house, keys).items():
                kept.setdefault(table, []).extend(found)
        except Wrong as wrong:
            report.findings.append(Finding("", 0, wrong.check, str(wrong)))
    for table in sorted(kept.keys() - set(contents.tables)):
        says = f"there are receipts of table {table}, which the bundle does not show"
        report.findings.append(Finding(table, 0, "receipt", says))
    return kept


def _said(report: Report, evidence: Evidence, keys: Keys) -> None:
    """What a reader has to know of how far this goes."""
    if not CAN_CHECK:
        report.said.append("signatures were NOT checked: the package cryptography is not installed")
    missing = [name for name in ("house", "persons", "witnesses") if name not in keys.outside]
    if missing:
        names = ", ".join(missing)
        report.said.append(f"keys of {names} come from the bundle itself: give your own with --trust")
    if not evidence.witnesses:
        report.said.append("no witness was asked (--witness): an older or a second history would not show")
    if not evidence.receipts:
        report.said.append(
            "no receipts were given (--receipts): a slip that the house left out would not show"
        )
    if report.not_shown:
        report.said.append(not_shown(report))
