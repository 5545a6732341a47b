"""What a transcript looks for, compared with the table and with the outcome of the latest round."""

from dataclasses import dataclass, field

from sicbo.i18n import dollars
from sicbo.machine.messages import Event
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.people import WagerRefused, WagersForfeited, WagersVoided
from sicbo.table.messages.round import (
    PlayerWarned,
    SettledLine,
    SettlementReversed,
    WagersCollected,
    WagersPaid,
    WagersReturned,
)
from sicbo.table.messages.super_streak import StreakReturned, StreakReversed, StreakSettled
from sicbo.table.money.racks import COLOUR_CHIP, instrument_kind, payout_instrument
from sicbo.table.money.table_float import expected_in_tray
from sicbo.table.state import TableState
from sicbo.table.transcript.expectations import Look
from sicbo.table.transcript.grammar import TOKEN

LINE_AMOUNTS = {"won": "winnings", "lost": "collected", "kept": "collected", "returned": "returned"}
StakesEvent = WagersReturned | WagerRefused | StreakReturned | WagersForfeited | WagersVoided


@dataclass
class RoundMemory:
    """What the looks of a transcript need to know about the latest round."""

    settled: dict[tuple[str, str, str], SettledLine] = field(default_factory=dict)
    returned: dict[str, StakesEvent] = field(default_factory=dict)
    forfeited: dict[str, StakesEvent] = field(default_factory=dict)
    warned: dict[str, PlayerWarned] = field(default_factory=dict)

    def remember(self, event: Event) -> None:
        """Remember what looks may ask about."""
        match event:
            case WagersCollected() | WagersPaid() | StreakSettled():
                for line in event.lines:
                    self.settled[event.player, line.stake.bet, _special_chips(line.stake)] = line
            case SettlementReversed() | StreakReversed():
                for line in event.lines:
                    self.settled.pop((event.player, line.stake.bet, _special_chips(line.stake)), None)
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

    def differences(self, look: Look, table: TableState) -> list[str]:
        """Return how the table differs from what the look expects."""
        if look.kind == "settled":
            return self._line_differences(look)
        figure = self._figure_found(look, table)
        if figure is None:
            return [f"{look.player} was not warned in this round."]
        number, clause = figure
        differences = [
            f"{_player_prefix(look)}expected {_figure_text(look, wanted)}, "
            f"found {_figure_text(look, number, bare=True)}."
            for wanted in look.amounts.values()
            if wanted != number
        ]
        return differences + _clause_difference(look, clause)

    def _figure_found(self, look: Look, table: TableState) -> tuple[int, str] | None:
        """Return the figure that a look asks about, with its clause if it has one."""
        chips = look.chips or payout_instrument(table)
        match look.kind:
            case "rack":
                return table.rack(look.player, chips), ""
            case "held":
                return table.suspense.get((look.player, chips), 0), ""
            case "owes":
                return table.debts.get(look.player, 0), ""
            case "float":
                return (expected_in_tray(table) if table.is_float_counted else 0), ""
            case "drop":
                return table.drop, ""
            case "running":
                mine = table.streaks.wagers.get(look.player, ())
                return sum(one.count for one in mine if one.stake.bet == look.bet), ""
            case "warned":
                warning = self.warned.get(look.player)
                return (0, warning.clause) if warning else None
            case _:
                return _stakes_of_player(look, (self.returned if look.kind == "returned" else self.forfeited))

    def _line_differences(self, look: Look) -> list[str]:
        """Return how one settled wager differs from what the look expects."""
        line = self.settled.get((look.player, look.bet, look.chips))
        if line is None:
            return [f"No wager of {look.player} on {look.bet} was settled in this round."]
        outcome = next(iter(look.amounts))
        if outcome != line.outcome:
            return [f"{look.player}'s wager on {look.bet} was {line.outcome}, not {outcome}."]
        wrong = [
            f"{look.player} on {look.bet}: expected {word} {dollars(wanted)}, "
            f"found {dollars(getattr(line, LINE_AMOUNTS[word]))}."
            for word, wanted in look.amounts.items()
            if getattr(line, LINE_AMOUNTS[word]) != wanted
        ]
        return wrong + _clause_difference(look, line.clause)


def _special_chips(stake: Stake) -> str:
    """Return the kind of chip, or an empty string for the money that the table pays in."""
    return stake.instrument if instrument_kind(stake.instrument) in (TOKEN, COLOUR_CHIP) else ""


def _stakes_of_player(look: Look, events: dict[str, StakesEvent]) -> tuple[int, str]:
    """Return what a player got back or forfeited, with the clause."""
    event = events.get(look.player)
    if event is None:
        return 0, "no clause"
    return sum(stake.cents for stake in event.stakes if _special_chips(stake) == look.chips), event.clause


def _player_prefix(look: Look) -> str:
    return f"{look.player}: " if look.player else ""


def _figure_text(look: Look, number: int, *, bare: bool = False) -> str:
    figure = str(number) if look.kind == "running" else dollars(number)
    return figure if bare else f"{look.kind} {figure}"


def _clause_difference(look: Look, clause: str) -> list[str]:
    if look.clause in ("", clause):
        return []
    return [f"{look.player}: expected {look.kind} by {look.clause}, found {clause}."]
