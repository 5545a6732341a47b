"""The table and the verifier know the same after every record, though they share no line."""

from collections.abc import Mapping
from typing import Any

import pytest

from sicbo.table.state import Round, StreakState, TableState
from sicbo.verify.state import Round as KnownRound, Streaks, Table as Known
from tests.table.evenings.moments import chips_at_table
from tests.verify.bundles import ROUNDS
from tests.verify.test_corners import CORNERS
from tests.verify.twisted import told_of

SAME = (
    "rounds", "spins", "profile", "idle", "seats", "streak_stake", "streak_final", "designated",
    "racks", "suspense", "warned", "on_duty", "colour_only",
)  # fmt: skip


def of_table(table: TableState) -> dict[str, Any]:
    """What the table knows, in plain words."""
    return {name: plain(getattr(table, name)) for name in SAME} | {
        "chips": chips_at_table(table),
        "owed": table.debts,
        "vouchers": set(table.vouchers),
        "sets": {name: one.value for name, one in table.sets.items()},
        "seated": {name: (one.number, one.without) for name, one in table.seated.items()},
        "offences": {name: set(marks) for name, marks in table.offences.items()},
        "sanctions": {name: set(marks) for name, marks in table.sanctions.items() if marks},
        "faults": {
            kind: (one.tell, one.told, one.mended, one.stops, one.halts, one.players)
            for kind, one in table.faults.items()
        },
        "agreed": {name: (one.minimum, one.maximum) for name, one in table.agreed.items()},
        "notices": {
            name: (one.minimum, one.maximum, one.due, one.spins) for name, one in table.notices.items()
        },
        "disputes": {name: (one.kind, one.decided_by, one.review) for name, one in table.disputes.items()},
        "streaks": of_streaks(table.streaks),
        "kept": [of_round(one) for one in (table.round, table.last, *table.past) if one],
    }


def of_round(played: Round) -> dict[str, Any]:
    """What the table knows of a round."""
    slips = {
        name: (one.version, [[stake.bet, stake.cents, stake.instrument] for stake in one.stakes])
        for name, one in played.slips.items()
    }
    return {
        "number": played.number,
        "dice": list(played.dice) if played.dice else None,
        "void_due": bool(played.void_due),
        "slips": slips,
        "withheld": dict(played.withheld),
        "released": dict(played.released),
        "doubted": set(played.doubted),
        "lights_failed": played.lights_failed,
        "won": {name: sum(line.winnings for line in lines) for name, lines in played.paid.items()},
        "before": of_streaks(played.streaks) if played.streaks else None,
    }


def of_streaks(streaks: StreakState) -> dict[str, Any]:
    """What the table knows of Super Streak."""
    return {
        name: [((one.stake.bet, one.stake.cents, one.stake.instrument), one.side, one.count, one.round)
               for one in mine]
        for name, mine in streaks.wagers.items()
    }  # fmt: skip


def of_verifier(known: Known) -> dict[str, Any]:
    """What the verifier knows, in the same words."""
    return {name: plain(getattr(known, name)) for name in SAME} | {
        "chips": known.chips,
        "owed": dict(known.owed),
        "vouchers": known.vouchers,
        "sets": known.sets,
        "seated": known.seated,
        "offences": known.offences,
        "sanctions": {name: marks for name, marks in known.sanctions.items() if marks},
        "faults": {kind: tuple(one) for kind, one in known.faults.items()},
        "agreed": known.agreed,
        "notices": {
            name: (one.minimum, one.maximum, one.due, one.spins) for name, one in known.notices.items()
        },
        "disputes": {name: (one["kind"], one["by"], one["review"]) for name, one in known.disputes.items()},
        "streaks": seen_streaks(known.streaks),
        "kept": [seen_round(one) for one in (known.round, known.last, *known.past) if one],
    }


def seen_round(played: KnownRound) -> dict[str, Any]:
    """What the verifier knows of a round."""
    names = ("number", "dice", "slips", "withheld", "released", "doubted", "lights_failed")
    return {name: getattr(played, name) for name in names} | {
        "void_due": bool(played.void_due),
        "won": {name: sum(line["winnings"] for line in lines) for name, lines in played.paid.items()},
        "before": seen_streaks(played.before) if played.before else None,
    }


def seen_streaks(streaks: Streaks) -> dict[str, Any]:
    """What the verifier knows of Super Streak."""
    return {name: [tuple(one) for one in mine] for name, mine in streaks.wagers.items()}


def plain(value: Any) -> Any:
    """A map as a dict and a frozen set as a set."""
    return (
        dict(value) if isinstance(value, Mapping) else set(value) if isinstance(value, frozenset) else value
    )


STORIES = {path.stem: path.read_text(encoding="utf-8") for path in ROUNDS}


@pytest.mark.parametrize("name", [*STORIES, *CORNERS])
def test_both_know_the_same_after_every_record(name: str) -> None:
    """Racks, debts, suspense, slips, seats, notices, faults, sanctions, disputes and what runs."""
    told = told_of(name, STORIES.get(name) or CORNERS[name].lstrip())
    for at, (table, known) in enumerate(zip(told.tables, told.known, strict=True)):
        assert (at, of_verifier(known)) == (at, of_table(table))
