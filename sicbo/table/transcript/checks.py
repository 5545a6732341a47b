"""What a transcript looks for, compared with the table and with the outcome of the latest round."""

from dataclasses import dataclass, field

from sicbo.table.messages.base import Stake
from sicbo.table.messages.events import (
    AnyEvent,
    PlayerWarned,
    SettledLine,
    SettlementReversed,
    StreakReturned,
    StreakReversed,
    StreakSettled,
    WagersCollected,
    WagersPaid,
    WagersReturned,
)
from sicbo.table.messages.people import WagerRefused, WagersForfeited, WagersVoided
from sicbo.table.money.cash import expected
from sicbo.table.money.racks import COLOUR_CHIP, kind_of, money_of
from sicbo.table.narration.formatting import dollars
from sicbo.table.state import Table
from sicbo.table.transcript.expectations import Look
from sicbo.table.transcript.grammar import TOKEN

PARTS = {"won": "winnings", "lost": "collected", "kept": "collected", "returned": "returned"}
Moved = WagersReturned | WagerRefused | StreakReturned | WagersForfeited | WagersVoided


@dataclass
class Memory:
    """What the looks of a transcript need to know about the latest round."""

    settled: dict[tuple[str, str, str], SettledLine] = field(default_factory=dict)
    returned: dict[str, Moved] = field(default_factory=dict)
    forfeited: dict[str, Moved] = field(default_factory=dict)
    warned: dict[str, PlayerWarned] = field(default_factory=dict)

    def believe(self, event: AnyEvent) -> None:
        """Remember what looks may ask about."""
        match event:
            case WagersCollected() | WagersPaid() | StreakSettled():
                for line in event.lines:
                    self.settled[event.player, line.stake.bet, _chips(line.stake)] = line
            case SettlementReversed() | StreakReversed():
                for line in event.lines:
                    self.settled.pop((event.player, line.stake.bet, _chips(line.stake)), None)
            case WagersReturned() | WagerRefused() | StreakReturned():
                self.returned[event.player] = event
            case WagersForfeited():
                self.forfeited[event.player] = event
            case WagersVoided():
                known = {"refunded": self.returned, "forfeited": self.forfeited}
                known.get(event.becomes, {})[event.player] = event
            case PlayerWarned():
                self.warned[event.player] = event
            case _:
                pass

    def wrong(self, look: Look, table: Table) -> list[str]:
        """Return how the table differs from what the look expects."""
        if look.kind == "settled":
            return self._wrong_line(look)
        found = self._found(look, table)
        if found is None:
            return [f"{look.player} was not warned in this round."]
        number, clause = found
        wrong = [
            f"{_whose(look)}expected {_figure(look, wanted)}, found {_figure(look, number, bare=True)}."
            for wanted in look.amounts.values()
            if wanted != number
        ]
        return wrong + _other_clause(look, clause)

    def _found(self, look: Look, table: Table) -> tuple[int, str] | None:
        """Return the figure that a look asks about, with its clause if it has one."""
        chips = look.chips or money_of(table)
        match look.kind:
            case "rack":
                return table.rack(look.player, chips), ""
            case "held":
                return table.suspense.get((look.player, chips), 0), ""
            case "owes":
                return table.owed.get(look.player, 0), ""
            case "float":
                return (0 if table.chips is None else expected(table)), ""
            case "drop":
                return table.drop, ""
            case "running":
                mine = table.streaks.wagers.get(look.player, ())
                return sum(one.count for one in mine if one.stake.bet == look.bet), ""
            case "warned":
                warning = self.warned.get(look.player)
                return (0, warning.clause) if warning else None
            case _:
                return _sum(look, (self.returned if look.kind == "returned" else self.forfeited))

    def _wrong_line(self, look: Look) -> list[str]:
        """Return how one settled wager differs from what the look expects."""
        line = self.settled.get((look.player, look.bet, look.chips))
        if line is None:
            return [f"No wager of {look.player} on {look.bet} was settled in this round."]
        outcome = next(iter(look.amounts))
        if outcome != line.outcome:
            return [f"{look.player}'s wager on {look.bet} was {line.outcome}, not {outcome}."]
        wrong = [
            f"{look.player} on {look.bet}: expected {word} {dollars(wanted)}, "
            f"found {dollars(getattr(line, PARTS[word]))}."
            for word, wanted in look.amounts.items()
            if getattr(line, PARTS[word]) != wanted
        ]
        return wrong + _other_clause(look, line.clause)


def _chips(stake: Stake) -> str:
    """Return the kind of chip, or an empty string for the money that the table pays in."""
    return stake.instrument if kind_of(stake.instrument) in (TOKEN, COLOUR_CHIP) else ""


def _sum(look: Look, events: dict[str, Moved]) -> tuple[int, str]:
    """Return what a player got back or forfeited, with the clause."""
    event = events.get(look.player)
    if event is None:
        return 0, "no clause"
    return sum(stake.cents for stake in event.stakes if _chips(stake) == look.chips), event.clause


def _whose(look: Look) -> str:
    return f"{look.player}: " if look.player else ""


def _figure(look: Look, number: int, *, bare: bool = False) -> str:
    figure = str(number) if look.kind == "running" else dollars(number)
    return figure if bare else f"{look.kind} {figure}"


def _other_clause(look: Look, clause: str) -> list[str]:
    if look.clause in ("", clause):
        return []
    return [f"{look.player}: expected {look.kind} by {look.clause}, found {clause}."]
