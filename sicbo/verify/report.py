"""What a verification comes to: figures, lists, and the first record that is not to be trusted."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

MOST_FINDINGS, MOST_LISTED, MOST_NAMED = 100, 1_000, 20


class Finding(NamedTuple):
    """One thing that does not hold: at which record, by which check, and what."""

    table: str
    number: int
    check: str
    says: str


class Listed(NamedTuple):
    """Something that a regulator reads one by one: a void, a correction, a refusal, a change of limits."""

    number: int
    what: str
    by: str
    rank: int | None
    clause: str
    says: str


class TableReport:
    """What was found at one table."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.records = self.signed = 0
        self.rulebook = ""
        self.findings: list[Finding] = []
        self.more = 0
        self.counts: dict[str, int] = {}
        self.lists: dict[str, list[Listed]] = {}
        self.unchecked_from: int | None = None
        self.unfollowed: int | None = None

    def wrong(self, number: int, check: str, says: str) -> None:
        """Put down one finding; of very many only the first ones are kept."""
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(Finding(self.table, number, check, says))
        else:
            self.more += 1

    def stop(self, number: int) -> None:
        """Say from which record on nothing more could be checked."""
        if self.unchecked_from is None or number < self.unchecked_from:
            self.unchecked_from = number

    def count(self, what: str, more: int = 1) -> None:
        """One more of something."""
        self.counts[what] = self.counts.get(what, 0) + more

    def note(self, what: str, listed: Listed) -> None:
        """List something, as long as the list stays short."""
        self.count(what)
        kept = self.lists.setdefault(what, [])
        if len(kept) < MOST_LISTED:
            kept.append(listed)

    @property
    def first(self) -> Finding | None:
        """The finding at the lowest record."""
        return min(self.findings, key=lambda one: one.number, default=None)

    @property
    def vouched(self) -> int:
        """Up to and with which record everything holds and is signed: nobody else vouches for the rest."""
        bad = [one.number for one in self.findings] + ([self.unchecked_from] if self.unchecked_from else [])
        return min([self.records, self.signed, *(number - 1 for number in bad)])


class Report:
    """What was found in a bundle."""

    def __init__(self, house: str) -> None:
        self.house = house
        self.tables: list[TableReport] = []
        self.findings: list[Finding] = []
        self.said: list[str] = []
        self.signatures_checked = False
        self.listed: int | None = None
        """How many logs the house signed for in its list; None if there is no list that holds."""
        self.listed_at = 0
        self.not_shown: list[str] = []

    @property
    def every(self) -> list[Finding]:
        """All findings, those of the bundle first."""
        return [*self.findings, *(one for table in self.tables for one in table.findings)]

    @property
    def holds(self) -> bool:
        """Whether nothing was found, as far as it was checked."""
        return not self.every

    @property
    def code(self) -> int:
        """The exit code: 0 only where everything was checked and holds."""
        return 0 if self.holds and self.signatures_checked else 3


def lines(report: Report) -> Iterator[str]:
    """The report for people."""
    for table in report.tables:
        yield from _table(table)
    if report.listed is not None:
        yield f"logs          {report.listed:>9,}  listed by the house as of {_time(report.listed_at)}"
    yield from report.said
    for finding in report.findings:
        yield f"bundle: {finding.check}: {finding.says}"
    yield verdict(report)


def verdict(report: Report) -> str:
    """The last word."""
    if not report.holds:
        return "NOT VERIFIED"
    if not report.signatures_checked:
        return "NOT VERIFIED: chain and money hold; signatures NOT checked (install the package cryptography)"
    if report.not_shown:
        return f"VERIFIED: the {_shown(report)} logs of the house that this bundle shows"
    return "VERIFIED"


def _shown(report: Report) -> str:
    return f"{len(report.tables):,} of {len(report.tables) + len(report.not_shown):,}"


def not_shown(report: Report) -> str:
    """Which of the house's logs the bundle does not show, by the list that the house signed."""
    names = ", ".join(report.not_shown[:MOST_NAMED])
    more = len(report.not_shown) - MOST_NAMED
    others = f" and {more:,} more" if more > 0 else ""
    return f"this bundle shows {_shown(report)} logs of the house; not shown: {names}{others}"


def _time(wall: int) -> str:
    """A time in UTC; a number that no calendar has as it is."""
    try:
        return f"{datetime.fromtimestamp(wall // 1_000_000, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (ValueError, OverflowError, OSError):
        return str(wall)


def _table(table: TableReport) -> Iterator[str]:
    counts = table.counts.get
    whole = table.unchecked_from is None
    yield f"table {table.table}"
    yield f"  records     {table.records:>9,}  " + (
        "sequence complete, hash chain OK" if whole else f"read to record {table.records:,}"
    )
    yield (
        f"  checkpoints {counts('checkpoints', 0):>9,}  {counts('cosigned', 0):,} cosigned, "
        f"{counts('witness notes', 0):,} held by witnesses, {counts('receipts', 0):,} receipts"
    )
    yield f"  persons     {counts('personal signatures', 0):>9,}  signatures on commands"
    yield f"  rulebook    {table.rulebook}"
    yield (
        f"  recomputed  {counts('rounds', 0):>9,}  rounds, {counts('settlements', 0):,} settlements"
        f"{': all equal' if not table.findings else ''}"
    )
    if made := counts("electronic rolls", 0):
        yield f"  rolls       {made:>9,}  made again from their seeds, which the house knew"
    for what in sorted(table.lists):
        yield from _list(table, what)
    yield from _findings(table)


def _list(table: TableReport, what: str) -> Iterator[str]:
    kept = table.lists[what]
    yield f"  {what:<19} {table.counts[what]:,}"
    for one in kept[:20]:
        rank = f" (rank {one.rank})" if one.rank else ""
        yield f"    record {one.number:,}: {one.what}, by {one.by}{rank}, clause {one.clause}: {one.says}"
    if len(kept) > 20 or table.counts[what] > len(kept):
        yield f"    and {table.counts[what] - min(20, len(kept)):,} more (--json lists up to {MOST_LISTED:,})"


def _findings(table: TableReport) -> Iterator[str]:
    alike: dict[tuple[str, str], list[int]] = {}
    for finding in sorted(table.findings, key=lambda one: one.number):
        alike.setdefault((finding.check, finding.says), []).append(finding.number)
    listed = list(alike.items())[:20]
    for (check, says), (first, *others) in listed:
        again = f" (and so at {len(others):,} more)" if others else ""
        yield f"  record {first:,}: {check}: {says}{again}"
    left = len(table.findings) + table.more - sum(len(numbers) for _, numbers in listed)
    if left:
        yield f"  and {left:,} more findings"
    if table.findings:
        vouched = table.vouched
        upto = f"Records 1 to {vouched:,} hold. " if vouched else ""
        yield f"  {upto}Cannot vouch from record {vouched + 1:,} on."


def as_json(report: Report) -> dict[str, Any]:
    """The report for programs."""
    return {
        "format": "sicbo-verification-1",
        "house": report.house,
        "verdict": verdict(report),
        "verified": report.code == 0,
        "signatures_checked": report.signatures_checked,
        "said": report.said,
        "logs": {"listed": report.listed, "not_shown": report.not_shown},
        "findings": [one._asdict() for one in report.findings],
        "tables": [_plain(table) for table in report.tables],
    }


def _plain(table: TableReport) -> dict[str, Any]:
    first = table.first
    return {
        "table": table.table,
        "records": table.records,
        "vouched": table.vouched,
        "rulebook": table.rulebook,
        "first_bad": first._asdict() if first else None,
        "findings": [one._asdict() for one in table.findings],
        "more_findings": table.more,
        "counts": table.counts,
        **{what.replace(" ", "_"): [one._asdict() for one in kept] for what, kept in table.lists.items()},
    }
