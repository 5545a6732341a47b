"""The goals as data: the figures that each requires, and the reason for each goal that is missed."""

from collections.abc import Mapping
from typing import NamedTuple

from tests.fuzz.targets import TARGETS

REACHED, MISSED, FAILED, UNKNOWN = "reached", "missed", "**failed**", "not measured"


class Minimum(NamedTuple):
    """A figure with a minimum."""

    figure: str
    value: float

    def holds(self, found: float) -> bool:
        """Whether the figure reaches the minimum."""
        return found >= self.value


class Maximum(NamedTuple):
    """A figure with a maximum."""

    figure: str
    value: float

    def holds(self, found: float) -> bool:
        """Whether the figure is within the maximum."""
        return found <= self.value


class Reported(NamedTuple):
    """A figure that is reported next to the others and decides nothing."""

    figure: str

    def holds(self, _found: float) -> bool:
        """Return true for any value."""
        return True


class Goal(NamedTuple):
    """A goal: the parts that must pass, the required figures, and the reason if it is missed."""

    number: int
    says: str
    parts: tuple[str, ...]
    wants: tuple[Minimum | Maximum | Reported, ...] = ()
    reason: str = ""
    together: str = ""
    """Figures that begin with these words are reported as one range."""


FAULTS = ("crashes", "lost", "repeated", "corrections", "voids", "limit changes")
SHORT_OF_TIME = "as many as there was time for; none went wrong"
GOALS = (
    Goal(
        1,
        "10,000 kills of the server under load: nothing acknowledged lost, nothing settled twice",
        ("crash", "server-kills"),
        (Minimum("kills", 10_000), Minimum("kills of a server with its sockets", 10_000)),
        SHORT_OF_TIME,
    ),
    Goal(
        2,
        "every durable step of a round of every layout is killed, and every fourth time the recovery too",
        ("crash",),
        (Minimum("kill points", 10_000),),
        SHORT_OF_TIME,
    ),
    Goal(
        3,
        "1,000,000 power cuts: nothing lost, nothing broken; without syncs it is noticed",
        ("crash",),
        (Minimum("power cuts", 1_000_000),),
        SHORT_OF_TIME,
    ),
    Goal(
        4,
        "10,000,000 simulated events of 3,000 seeds without a violation, the same on two versions of Python",
        ("storm", "storm-versions"),
        (
            Minimum("storm events", 10_000_000),
            Minimum("storm seeds", 3_000),
            Maximum("storm failed", 0),
            Minimum("versions of Python with one hash", 2),
        ),
        SHORT_OF_TIME,
    ),
    Goal(
        5,
        "faults in it: 10,000 crashes, a million messages lost or repeated, a thousand of each order",
        ("storm",),
        (
            Minimum("storm crashes", 10_000),
            Minimum("storm lost", 500_000),
            Minimum("storm repeated", 500_000),
            *(Minimum(f"storm {fault}", 1_000) for fault in FAULTS[3:]),
        ),
        SHORT_OF_TIME,
    ),
    Goal(
        6,
        "sixteen planted bugs are found, each within 50 seeds",
        ("storm-proof",),
        (Minimum("planted bugs found", 16), Maximum("planted bugs missed", 0)),
    ),
    Goal(
        7,
        "1,000,000 fuzzed inputs for each target and 100,000 on raw sockets, none wrong, none over 50 ms",
        (*(f"fuzz-{name}" for name in TARGETS), "fuzz-sockets"),
        (*(Minimum(f"inputs of {name}", 1_000_000) for name in TARGETS), Minimum("socket inputs", 100_000)),
        SHORT_OF_TIME,
        together="inputs of",
    ),
    Goal(
        8,
        "5,000 terminals play for 30 minutes on two cores, a round every 40 s: every slip answered, half"
        " within 20 ms, 99 of 100 within 250 ms, all within 1 s, as each result to the last; under 500 MB",
        ("bench-terminals",),
        (
            Minimum("terminals held", 5_000),
            Minimum("minutes held", 30),
            Minimum("rounds played", 45),
            Maximum("slips without an answer", 0),
            Maximum("slip p50, ms", 20),
            Maximum("slip p99, ms", 250),
            Maximum("slip slowest, ms", 1_000),
            Maximum("result to the last terminal, slowest, ms", 1_000),
            Maximum("MB of the house", 500),
        ),
        "beside other work that filled both cores; docs/evidence/scale.md tells of each run",
    ),
    Goal(
        9,
        "10,000 terminals: beyond the limit a refusal, never silence, no crash, and those within play on",
        ("bench-terminals", "proofs"),
        (
            Minimum("terminals that came", 10_000),
            Maximum("terminals beyond the limit without an answer", 0),
            Maximum("connections beyond the limit without an answer", 0),
            Maximum("slips of those within refused or without an answer", 0),
            Minimum("the house lives", 1),
        ),
        SHORT_OF_TIME,
    ),
    Goal(
        10,
        "2,000 durable slips a second, and 20,000 in the last second all answered within 3 s",
        ("bench-server",),
        (
            Minimum("durable slips acknowledged a second, journal on", 2_000),
            Minimum("slips of one second answered", 20_000),
            Maximum("slips of one second without an answer", 0),
            Maximum("seconds until the last of them was answered", 3),
        ),
        "one core answers 5,000 slips a second, and a refusal is on record too: docs/evidence/scale.md",
    ),
    Goal(
        11,
        "a journal of a million events: ready in 15 s, in 2 s with a snapshot; verified in 30 s with 500 MB",
        ("bench-recovery",),
        (
            Minimum("events recovered", 1_000_000),
            Maximum("recovery without a snapshot, seconds", 15),
            Maximum("recovery with a snapshot, seconds", 2),
            Maximum("verifier, seconds", 30),
            Maximum("memory of the verifier, megabytes", 500),
        ),
        "a shorter journal than that; docs/evidence/speed.md has the ratios at a million",
    ),
    Goal(
        12,
        "after a kill the first acknowledgement within a second of the start",
        ("server-kills",),
        (Maximum("start to first acknowledgement after a kill, median, seconds", 1),),
        "measured beside other work, not yet on an idle machine",
    ),
    Goal(
        13,
        "twelve of twelve tamperings, a million forgeries and a million forged proofs: none accepted",
        ("tamper",),
        (
            Minimum("forgeries", 1_000_000),
            Minimum("tamperings caught", 12),
            Minimum("forged proofs", 1_000_000),
        ),
        SHORT_OF_TIME,
    ),
    Goal(
        14,
        "every command by every rank at every layout as its rulebook says",
        ("proofs",),
        (Minimum("commands asked by rank", 1_000),),
    ),
    Goal(
        15,
        "every requirement of ASVS 5 that applies has a test or a reason, six of level 3 too",
        ("proofs", "code"),
        (
            Maximum("requirements of ASVS without a test or a reason", 0),
            Reported("requirements of ASVS that hold only in part"),
        ),
    ),
    Goal(
        16,
        "every branch of core, ledger, authority and verifier is tested; of its mutants 95 % are noticed",
        ("coverage", "mutation"),
        (Minimum("mutation score, per cent", 95), Minimum("branches of the verifier tested, per cent", 100)),
        "a sample: survivors are killed or explained in docs/evidence/mutation.md",
    ),
    Goal(
        17,
        "two assertions a function in the core",
        ("code",),
        (Minimum("assertions a function", 2),),
        "values are frozen and typed, and what must hold of a whole evening is checked after every event"
        " in the storm and by the verifier, not inside each function",
    ),
    Goal(
        18,
        "every bet on every roll at every layout with 200 stakes, against brute force",
        ("settle",),
        (Minimum("bets on rolls settled", 22_248_000),),
        SHORT_OF_TIME,
    ),
    Goal(
        19,
        "dice: 100,000,000 rolls look fair, bad generators do not",
        ("dice",),
        (
            Minimum("rolls of the generator", 100_000_000),
            Minimum("rolls of the tumbler's mapping", 100_000_000),
        ),
        SHORT_OF_TIME,
    ),
    Goal(
        20,
        "2,000 slow connections are cut off within 15 s while others play",
        ("proofs",),
        (
            Minimum("slow connections", 2_000),
            Maximum("slowest to be closed, seconds", 15),
            Maximum("others beside slow connections, p99, ms", 500),
        ),
        "clients and server share the two cores",
    ),
    Goal(
        21,
        "`make test` within five minutes on two cores, and a hundred runs without a flicker",
        ("test",),
        (Maximum("slowest run of the tests, seconds", 300), Minimum("runs without a flicker", 100)),
        "as many runs as there was time for; none failed",
    ),
    Goal(
        22,
        "full disk, failed sync, read-only disk, clocks that jump: a stated safe state",
        ("proofs", "crash", "storm"),
        (
            *(Minimum(f"storm {fault}", 1) for fault in ("clock jumps", "full disks", "failed syncs")),
            Minimum("read-only disks", 1),
        ),
    ),
)


class Verdict(NamedTuple):
    """The state of a goal, and what was measured."""

    state: str
    measured: str


def figure_texts(goal: Goal, figures: Mapping[str, float]) -> list[str]:
    """Return the figures of a goal as texts; fractions have four digits."""
    found = {want.figure: figures[want.figure] for want in goal.wants if want.figure in figures}
    many = [value for name, value in found.items() if goal.together and name.startswith(goal.together)]
    each = {name: value for name, value in found.items() if not many or not name.startswith(goal.together)}
    among = (
        [f"{goal.together} each of {len(many)}: {_short(min(many))} to {_short(max(many))}"] if many else []
    )
    return [*among, *(f"{name}: {_short(value)}" for name, value in each.items())]


def _short(value: float) -> str:
    return f"{value:,.{10 if value == int(value) else 4}g}"


def verdict(goal: Goal, figures: Mapping[str, float], codes: Mapping[str, int]) -> Verdict:
    """Return the state of a goal from the figures and the exit codes of its parts; a failed part is never
    hidden.
    """
    found = ", ".join(figure_texts(goal, figures))
    failed = [part for part in goal.parts if codes.get(part)]
    missing = [part for part in goal.parts if part not in codes]
    unknown = [want.figure for want in goal.wants if want.figure not in figures]
    if failed:
        return Verdict(f"{FAILED}: {', '.join(failed)}", found)
    if missing or unknown:
        return Verdict(f"{UNKNOWN}: {', '.join(missing or unknown)}", found)
    missed = [want.figure for want in goal.wants if not want.holds(figures[want.figure])]
    if missed:
        why = f"; {goal.reason}" if goal.reason else ""
        return Verdict(f"{MISSED}: {', '.join(missed)}{why}", found)
    return Verdict(REACHED, found)
