"""Invariants 17 and 18: notices that run long enough, and what is counted in rounds."""

from collections import Counter
from typing import NamedTuple

from sicbo.machine.accounts import AccountPlace
from sicbo.table.messages.people import PlayerSanctioned, SeatLeft, SeatTaken, WagerRefused, WagersVoided
from sicbo.table.messages.round import (
    LimitsChanged,
    NoticeGiven,
    NoticeWithdrawn,
    SlipRegistered,
    StepPerformed,
    TableClosed,
    TableOpened,
)
from sicbo.table.messages.super_streak import FinalStreaksCalled, StreakReturned, StreaksClosed, StreakWagered
from tests.rulebooks.test_edges import bets
from tests.table.evenings.limits import name_of
from tests.table.evenings.moments import Moment, Watch, held_chips, placed_stakes
from tests.table.evenings.printed import ORDER, Sign as Limits

TWENTY_MINUTES = 20 * 60 * 1000
THREE_SPINS = 3
IDLE_ROUNDS = 3

# The rulebooks that require twenty minutes for a higher minimum, and whether an empty table needs none.
SIGNS = {"crown-melbourne-6.1": False, "crown-sydney-2024": True, "star-sydney-2016": False}
ANY_CHANGE = ("canberra-2005",)
BY_SPINS = ("crown-melbourne-6.1", "crown-sydney-2024")
BY_MINUTES = ("star-sydney-2016",)
BY_WORD = ("canberra-2005",)


class Sign(NamedTuple):
    """A notice in force: since when, its figures, and the spins completed in rounds that began after it."""

    since: int
    minimum: int | None
    maximum: int | None
    spins: int = 0


class Board:
    """Every notice in force, by subject, and whether the final call for Super Streak was made."""

    def __init__(self) -> None:
        self.signs: dict[str, Sign] = {}
        self.fresh: set[str] = set()
        self.is_final = False

    def see(self, moment: Moment) -> None:
        """Process an event."""
        match moment.event:
            case NoticeGiven(subject=subject, stamp=stamp, minimum=least, maximum=most):
                self.signs[subject] = Sign(stamp.elapsed, least, most)
                self.fresh.add(subject)
            case NoticeWithdrawn(subject=subject):
                del self.signs[subject]
            case StepPerformed(step=step) if step == ORDER[moment.after.rulebook][0]:
                self.fresh.clear()
            case TableClosed():
                self.signs.clear()
            case TableOpened() | FinalStreaksCalled():
                self.is_final = isinstance(moment.event, FinalStreaksCalled)
        if isinstance(moment.event, StepPerformed) and moment.after.round is None and not moment.before.idle:
            for subject in self.signs.keys() - self.fresh:
                self.signs[subject] = self.signs[subject]._replace(spins=self.signs[subject].spins + 1)

    def notice_age(self, moment: Moment, subject: str) -> int:
        """Return for how many milliseconds a notice has been in force, or a negative number if there is no
        notice.
        """
        assert not isinstance(moment.event, tuple)
        return moment.event.stamp.elapsed - self.signs[subject].since if subject in self.signs else -1


def is_empty(moment: Moment) -> bool:
    """Return whether no player has a seat, a rack or a stake on the layout."""
    return not moment.before.seated and not held_chips(moment.books, AccountPlace.RACK, AccountPlace.LAYOUT)


def i17_a_higher_minimum_was_announced() -> Watch:
    """A notice with that figure was up for twenty minutes, or needs no time, or no player was present."""
    board = Board()
    while True:
        moment = yield
        if isinstance(moment.event, LimitsChanged):
            book, new = moment.after.rulebook, moment.event.minimum
            raised = _is_raised(moment)
            sign = board.signs.get("limits")
            if book in ANY_CHANGE:
                assert sign is not None
                assert (sign.minimum, sign.maximum) == (new, moment.event.maximum)
            if raised and book in SIGNS and not (SIGNS[book] and is_empty(moment)):
                assert board.notice_age(moment, "limits") >= TWENTY_MINUTES
                assert sign is not None
                assert sign.minimum == new
            if sign is not None and sign.minimum == new:
                del board.signs["limits"]
        board.see(moment)


def _is_raised(moment: Moment) -> bool:
    """Return whether any bet of the layout has a higher minimum now."""
    layout, old, new = name_of(moment), moment.before.sign, moment.after.sign
    assert old is not None
    assert new is not None
    before, now = (Limits(one.minimum, one.maximum, one.unit, one.chip, one.areas) for one in (old, new))
    return any(now.of(layout, key)[0] > before.of(layout, key)[0] for key, *_ in bets(layout))


def i18_rounds_spins_and_absences_are_counted() -> Watch:
    """Rounds, spins and rounds without a wager are counted correctly, and nothing closes too early."""
    board, rounds, spins = Board(), 0, 0
    seats, streaks, lying = dict[str, int](), dict[str, int](), dict[str, Counter[tuple[str, str]]]()
    while True:
        moment = yield
        book, after = moment.after.rulebook, moment.after
        match moment.event:
            case StepPerformed(step=step):
                if step == ORDER[book][0]:
                    rounds, lying = rounds + 1, {}
                if after.round is None and not moment.before.idle:
                    spins += 1
                    here = {name for name in seats if lying.get(name) or streaks.get(name) == rounds}
                    seats = {name: 0 if name in here else n + 1 for name, n in seats.items()}
            case SlipRegistered(player=player, stakes=stakes):
                lying[player] = placed_stakes(stakes)
            case StreakWagered(player=player, round=number):
                streaks[player] = number
            case StreakReturned(player=player):
                streaks.pop(player, None)  # a correction can restore an older wager than it returned
            case WagersVoided(player=player, stakes=stakes) | WagerRefused(player=player, stakes=stakes):
                lying[player] -= placed_stakes(stakes)
            case SeatTaken(player=player):
                seats[player] = -1 if moment.before.round else 0
            case SeatLeft(player=player, required=required):
                absent = seats.pop(player)
                assert not required or (absent >= IDLE_ROUNDS and len(seats) + 1 == moment.before.seats)
            case TableClosed():
                assert moment.before.round is None
                assert is_empty(moment) or _may_close(board, moment, book)
                seats = {}
            case StreaksClosed() if not is_empty(moment):
                assert board.is_final and board.notice_age(moment, "super-streak") >= TWENTY_MINUTES
            case PlayerSanctioned(player=player) if player not in after.seated:
                seats.pop(player, None)
        board.see(moment)
        assert (after.rounds, after.spins) == (rounds, spins)
        if moment.ends:
            assert {name: seat.without for name, seat in after.seated.items()} == seats


def _may_close(board: Board, moment: Moment, book: str) -> bool:
    """Return whether the notice owed to the players was served."""
    if book in BY_SPINS:
        return "table" in board.signs and board.signs["table"].spins >= THREE_SPINS
    if book in BY_MINUTES:
        return board.notice_age(moment, "table") >= TWENTY_MINUTES
    return book not in BY_WORD or "table" in board.signs
