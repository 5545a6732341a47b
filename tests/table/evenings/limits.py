"""The limits in force, the players warned and the dice shown, derived from the events."""

from collections.abc import Iterator
from typing import NamedTuple

from sicbo.table.messages.round import (
    LimitsAgreed,
    LimitsChanged,
    PlayerWarned,
    ResultCorrected,
    ResultEntered,
    RoundVoided,
    SettledLine,
    StepPerformed,
    TableClosed,
    TableOpened,
    WagersCollected,
    WagersPaid,
)
from sicbo.table.messages.super_streak import GamingDayBegun
from tests.table.evenings.moments import Moment, placed_stakes
from tests.table.evenings.printed import LIFTS_ONLY, ORDER, WARNS, Dice, Sign, at_risk

Own = dict[str, tuple[int | None, int | None]]


class Settling(NamedTuple):
    """One settled line: how much of it plays, by which dice and with which smallest chip."""

    line: SettledLine
    risk: int
    dice: Dice
    chip: int


class InForce:
    """The sign, each player's own limits and the players warned, as they govern the round in play."""

    def __init__(self) -> None:
        self.sign: Sign | None = None
        self.own: Own = {}
        self.signs: dict[int, Sign] = {}
        self.owns: dict[int, Own] = {}
        self.dice: dict[int, Dice] = {}
        self.warned: dict[str, int] = {}
        self.number = 0

    def see(self, moment: Moment) -> None:
        """Process an event; a round is governed by what was in force when it began."""
        match moment.event:
            case TableOpened() | LimitsChanged():
                one = moment.event
                self.sign = Sign(one.minimum, one.maximum, one.unit, one.chip, one.areas)
            case LimitsAgreed(player=player, minimum=None, maximum=None):
                del self.own[player]
            case LimitsAgreed(player=player, minimum=least, maximum=most):
                self.own[player] = least, most
            case TableClosed():
                self.sign, self.own = None, {}
            case StepPerformed(round=number) if number != self.number:
                assert self.sign is not None
                self.number, self.signs[number], self.owns[number] = number, self.sign, dict(self.own)
            case ResultEntered(round=number, dice=dice) | ResultCorrected(round=number, dice=dice):
                self.dice[number] = dice
            case PlayerWarned(player=player):
                self.warned.setdefault(player, self.number)
            case GamingDayBegun():
                self.warned.clear()

    def of(self, book: str, player: str, number: int) -> Sign:
        """Return the limits for a player in a round."""
        sign = self.signs[number]
        if player not in self.owns[number]:
            return sign
        least, most = self.owns[number][player]
        if book in LIFTS_ONLY:
            none = None in (most, sign.maximum)
            return sign._replace(maximum=None if none else max(most or 0, sign.maximum or 0))
        assert least is not None
        return sign._replace(minimum=least, maximum=most)

    def settled_lines(self, moment: Moment) -> Iterator[Settling]:
        """Yield every line that an event settles."""
        self.see(moment)
        if not isinstance(moment.event, WagersCollected | WagersPaid):
            return
        book, player, number = moment.after.rulebook, moment.event.player, moment.event.round
        rounds = (moment.before.round, moment.before.last, *moment.before.past)
        played = next(one for one in rounds if one and one.number == number)
        told = book in WARNS and self.warned.get(player, number) < number
        sign = self.of(book, player, number)
        risk = at_risk(name_of(moment), dict(placed_stakes(played.slips[player].stakes)), sign, told)
        for line in moment.event.lines:
            yield Settling(line, risk[line.stake.bet, line.stake.instrument], self.dice[number], sign.chip)


def name_of(moment: Moment) -> str:
    """Return the full name of the layout."""
    table = moment.after
    return f"{table.rulebook}/{table.layout_key}" if table.layout_key else table.rulebook


class Rounds:
    """Which round is in play and which of its steps are done, by the order of the text."""

    def __init__(self) -> None:
        self.number = 0
        self.done: list[str] = []
        self.over = False

    def see(self, moment: Moment) -> None:
        """Process an event."""
        match moment.event:
            case StepPerformed(round=number, step=step):
                self.done = [step] if step == ORDER[moment.after.rulebook][0] else [*self.done, step]
                self.number, self.over = number, False
            case RoundVoided(round=number) if number == self.number:
                self.done, self.over = [], True
