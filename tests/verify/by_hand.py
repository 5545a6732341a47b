"""A table that is made by hand, as the verifier has it: rounds, grounds, voids and what is said of them."""

from copy import copy
from typing import Any

from sicbo.verify import undone
from sicbo.verify.report import TableReport
from sicbo.verify.state import Line, Round, Sign, Stake, Table
from tests.verify.test_law import law

Event = dict[str, Any]
SIGN = Sign(500, 50_000, 500, 500, None, ())
SMALL: Stake = ["small", 500, "value-chip"]
BIG: Stake = ["big", 500, "value-chip"]
WON: Line = {
    "stake": SMALL,
    "outcome": "won",
    "winnings": 500,
    "returned": 500,
    "collected": 0,
    "clause": "6",
}


def table_of(book: str, layout: str = "", **choice: Any) -> Table:
    """A table that is laid out, with other choices of its rulebook perhaps."""
    own = copy(law(book, layout))
    own.choice = own.choice | {name.replace("__", "."): value for name, value in choice.items()}
    own.powers = dict(own.powers)
    table = Table("T1", own, TableReport("T1"))
    table.lay_out()
    table.advanced = False
    return table


def played_at(table: Table, number: int, *steps: str, dice: list[int] | None = None, **slips: Stake) -> Round:
    """A round with a stake of each player."""
    played = Round(number, SIGN, {})
    played.steps, played.dice = {*steps}, dice
    played.slips = {player: (1, [stake]) for player, stake in slips.items()}
    table.rounds = max(table.rounds, number)
    return played


def ruled(table: Table, ground: str, **parts: Any) -> None:
    """Another ruling on a ground."""
    own = table.law.grounds[ground]._replace(**parts)
    table.law.grounds = table.law.grounds | {ground: own}


def said(table: Table) -> list[str]:
    """What was found."""
    return [one.says for one in table.report.findings]


def void(ground: str, rank: int | None = 1, **words: Any) -> Event:
    """A command that declares a round void."""
    stamp = {"by": "kim", "rank": rank}
    plain: Event = {"round": None, "note": "", "second": "", "forfeits": "", "player": "", "bets": []}
    return {"type": "declare-void", "stamp": stamp, "ground": ground, **plain, **words}


def happens(table: Table, command: Event, *, stands: bool = False, number: int = 1) -> list[str]:
    """A round is void; what is found in that."""
    clause = table.law.grounds[command["ground"]].clause
    event = {"round": number, "ground": command["ground"], "note": command["note"]}
    undone.voided(table, command, event | {"clause": clause, "stands": stands})
    return said(table)


CORRECT: Event = {"type": "correct-result", "stamp": {"by": "kim", "rank": 2}, "round": None}


def debt(cents: int, kind: str = "value-chip") -> Event:
    """A debt that is set off."""
    return {"player": "ana", "instrument": kind, "cents": cents}
