"""The parts of a soak: which long test each runs, and its sizes in the long and the short form."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from tests.fuzz.targets import TARGETS

NO_SIZE: Mapping[str, tuple[str, str]] = MappingProxyType({})


class Part(NamedTuple):
    """A long test. Its sizes are environment variables, each with (long, short) values."""

    name: str
    command: str
    sizes: Mapping[str, tuple[str, str]] = NO_SIZE
    in_short: bool = True
    """Whether the part has a short form."""


PROOFS = """tests/server/access/test_required_ranks.py tests/table/test_authority.py
    tests/table/test_determinism.py tests/server/http/test_hostile_requests.py tests/server/test_crash.py
    tests/server/http/test_security.py tests/test_docs.py
    tests/rulebooks/test_edges.py tests/rulebooks/test_every_rulebook.py tests/crash/test_full_disk.py
    tests/crash/test_same_day.py tests/house/test_shared_time.py tests/journal/test_sqlite.py
    tests/server/test_operations.py tests/test_asvs.py tests/test_supply.py"""
"""Tests of `make test` that goals rely on."""
BROWSER = "-m 'not thorough' tests/browser/test_lobby.py tests/browser/test_terminal.py"

PARTS = (
    Part("proofs", f".venv/bin/pytest -n 2 {' '.join(PROOFS.split())}", {"SICBO_SLOW": ("2000", "200")}),
    Part("code", ".venv/bin/python -m tests.soak.code"),
    Part(
        "settle",
        ".venv/bin/pytest -n 2 --timeout=0 tests/rulebooks/test_every_stake.py",
        {"SICBO_STAKES": ("200", "2")},
    ),
    Part("storm", "make long PART=storm", {"SEEDS": ("3000", "20")}),
    Part("storm-proof", "make long PART=proof"),
    Part("storm-versions", "make long PART=versions", in_short=False),
    Part(
        "crash",
        "make long PART=crash",
        {
            "SICBO_IMAGES": ("1000000", "4000"),
            "SICBO_POINTS": ("10000", "320"),
            "SICBO_KILLS": ("10000", "10"),
            "SICBO_SERVER_KILLS": ("4", "4"),
        },
    ),
    Part(
        "server-kills",
        ".venv/bin/pytest --timeout=0 tests/crash/test_server_kills.py",
        {"SICBO_SERVER_KILLS": ("10000", "12")},
    ),
    Part(
        "tamper",
        "make long PART=tamper",
        {"SICBO_MUTATIONS": ("1000000", "1600"), "SICBO_PROOFS": ("1000000", "20000")},
    ),
    Part(
        "many",
        "make long PART=processes",
        {
            "SICBO_FAILOVERS": ("20", "1"),
            "SICBO_PG_KILLS": ("500", "5"),
            "SICBO_MISFORTUNES": ("500", "10"),
        },
    ),
    *(
        Part(f"fuzz-{name}", f"make long PART=fuzz TARGET={name}", {"RUNS": ("1000000", "2000")})
        for name in TARGETS
    ),
    Part(
        "fuzz-sockets",
        ".venv/bin/pytest --timeout=0 tests/server/http/test_protocol.py",
        {"SICBO_SOCKET_INPUTS": ("100000", "1000")},
    ),
    Part("schema", "make long PART=schema", {"SICBO_CASES": ("20000", "100")}),
    Part(
        "dice",
        ".venv/bin/pytest --timeout=0 tests/lab/dice_tests",
        {"SICBO_ROLLS": ("10000000", "300000"), "SICBO_STREAMED": ("100000000", "1000000")},
    ),
    Part("evenings", "make long PART=evenings", {"SICBO_EXAMPLES": ("5000", "100")}, in_short=False),
    Part("mutation", "make long PART=mutation", {"MUTANTS": ("200", "50")}, in_short=False),
    Part("browser", "make browser", {"SCREENS": ("tests/browser", BROWSER)}),
    Part("bench-server", "make bench PART=server", {"HALL": ("1000", "100")}),
    Part("bench-scale", "make bench PART=scale"),
    Part(
        "bench-terminals",
        "make bench PART=terminals",
        {
            "TERMINALS": ("10 100 1000 5000", "100"),
            "SICBO_HOLD": ("1800", "45"),
            "CROWD": ("10000", "1000"),
        },
    ),
    Part("bench-recovery", "make bench PART=recovery", {"EVENTS": ("1000000", "20000")}),
    Part("supply", "scripts/supply sbom && scripts/supply audit", in_short=False),
    Part("coverage", "make coverage", in_short=False),
    Part("test", "make long PART=again", {"SICBO_RUNS": ("100", "1")}, in_short=False),
)


def chosen(names: list[str], *, short: bool) -> list[Part]:
    """Return the named parts, or all of them without names; refuse an unknown name.

    `fuzz` names every `fuzz-…`; a part with exactly that name takes precedence, as `storm` over
    `storm-proof`.
    """
    exact = {part.name for part in PARTS}
    kinds = {name.split("-")[0] for name in exact} - exact
    unknown = [name for name in names if name not in exact | kinds]
    if unknown:
        raise SystemExit(f"There is no part {unknown[0]}. Parts: {' '.join(part.name for part in PARTS)}.")
    if not names:
        return [part for part in PARTS if part.in_short or not short]
    meant = {*names, *(name for name in exact if name.split("-")[0] in kinds & {*names})}
    return [part for part in PARTS if part.name in meant]


def sizes(part: Part, given: dict[str, str], *, short: bool) -> dict[str, str]:
    """Return the sizes of a part: from the environment, else from its form."""
    return {name: given.get(name) or both[short] for name, both in part.sizes.items()}
