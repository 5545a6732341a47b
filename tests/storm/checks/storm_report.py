"""The printed report of a storm: progress, counts and failures, on lines of eighty columns."""

import time
from collections import Counter
from importlib import import_module
from inspect import getdoc
from typing import TextIO

WIDTH = 79
EVERY_SECOND, EVERY_TEN = 1.0, 10.0
INVARIANTS = ("money", "wagers", "notices", "invariants")
"""The modules of `tests.table.evenings` whose functions are named i01 to i23."""
SHORT_NAMES = {
    "lost": "messages lost",
    "repeated": "messages repeated",
    "late": "messages held for long",
    "clogs": "connections blocked",
    "crashes with a commit in the making": "crashes in a commit",
    "terminal restarts with an answer pending": "terminal restarts in doubt",
    "not registered for want of room": "slips without room",
    "commitment of a tournament": "tournament slips sealed",
    "salt of a tournament": "tournament slips opened",
    "stakes of a tournament": "tournament stakes",
    "spins of a tournament void": "tournament spins void",
    "attacks on a tournament": "tournament attacks",
    "tables given to a tournament": "tables given away a while",
    "orders above a rank or alone": "orders above their rank",
}
"""At most 26 letters, so that two fit next to each other."""


class StormTotals:
    """The totals of all seeds so far."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.seeds = self.events = self.records = self.failed = 0
        self.counts: Counter[str] = Counter()

    @property
    def crashes(self) -> int:
        """How often the house crashed and recovered."""
        return self.counts["crashes"]

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.begun

    def add(self, events: int, records: int, counts: Counter[str], *, failed: bool) -> None:
        """Add one seed."""
        self.seeds, self.failed = self.seeds + 1, self.failed + failed
        self.events, self.records = self.events + events, self.records + records
        self.counts.update(counts)


class Progress:
    """Progress output: one changing line on a terminal, otherwise a line from time to time."""

    def __init__(self, out: TextIO, tally: StormTotals) -> None:
        self.out, self.tally, self.printed_at = out, tally, tally.begun
        self.is_terminal = out.isatty()

    def print_line(self) -> None:
        """Print the progress, unless it was printed a moment ago."""
        now = time.monotonic()
        if now - self.printed_at < (EVERY_SECOND if self.is_terminal else EVERY_TEN):
            return
        self.printed_at = now
        tally = self.tally
        said = f"{minutes_and_seconds(tally.seconds)}  {tally.seeds:,} seeds, "
        said += f"{tally.crashes:,} crashes survived, {tally.events:,} events"
        self.out.write(f"\r{said:{WIDTH}}" if self.is_terminal else f"{said}\n")
        self.out.flush()

    def clear(self) -> None:
        """Clear the progress line."""
        if self.is_terminal:
            self.out.write(f"\r{'':{WIDTH}}\r")
            self.out.flush()


def minutes_and_seconds(seconds: float) -> str:
    """Minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def report(tally: StormTotals, processes: int) -> str:
    """Return the report: how much was run, which faults happened, and whether anything was lost."""
    size = {
        "seeds": tally.seeds,
        "events": tally.events,
        "records in the journals": tally.records,
        "crashes of the house": tally.crashes,
    }
    happened = sorted((SHORT_NAMES.get(what, what), count) for what, count in tally.counts.items())
    others = [(what, count) for what, count in happened if what != "crashes"]
    half = -(-len(others) // 2)
    lines = ["The whole house in a storm", *(_cell(what, count) for what, count in size.items())]
    lines += ["", "Faults and activity"]
    for at in range(half):
        pair = [_cell(what, count) for what, count in others[at::half]]
        lines.append("".join(f"{cell:39}" for cell in pair))
    lines += ["", _result_line(tally, processes)]
    return "\n".join(line.rstrip() for line in lines)


def _cell(what: str, count: int) -> str:
    return f"{count:>11,} {what}"


def _result_line(tally: StormTotals, processes: int) -> str:
    """The result line: nothing lost, or how many seeds failed."""
    took = minutes_and_seconds(tally.seconds)
    how = f"{took} on {processes} process{'es' * (processes > 1)}, {_speed(tally)}"
    if tally.failed:
        return f"FAILED: {tally.failed} of {tally.seeds:,} seeds. {how}"
    return f"Nothing lost, every invariant held: no seed failed.\n{how}"


def _speed(tally: StormTotals) -> str:
    return f"{tally.events / max(tally.seconds, 0.001):,.0f} events a second"


def describe_failure(by: str, wrong: str, where: str) -> str:
    """Describe what failed: an invariant's name and sentence, the words of a check, or at least its line."""
    for module in INVARIANTS:
        found = getattr(import_module(f"tests.table.evenings.{module}"), by, None)
        if found is not None:
            return f"{by}: {(getdoc(found) or 'it has no sentence').splitlines()[0]}"
    if by and wrong.removeprefix("AssertionError").strip(": "):
        return wrong
    lines = [line.strip() for line in where.splitlines() if line.startswith("    ")]
    return f"{wrong.rstrip(': ')}: {lines[-1] if lines else 'unknown place'}"
