"""Invariants 1 to 8: money."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from operator import is_not

from sicbo.machine.accounts import LEDGER_KINDS, TABLE_FLOAT, AccountPlace
from sicbo.table.messages.chips import (
    ColoursIssued,
    ColoursRedeemed,
    ColoursSurrendered,
    FloatCounted,
    FloatCredited,
    FloatFilled,
    ForeignColoursRedeemed,
    TicketDispensed,
    VoucherExchanged,
)
from sicbo.table.messages.people import (
    SuspenseDetermined,
    WagersForfeited,
    WagersVoided,
    WinningsFreed,
    WinningsWithheld,
)
from sicbo.table.messages.round import (
    ChipsTaken,
    SettledLine,
    SettlementReversed,
    TableOpened,
    ValueBrought,
    WagersCollected,
    WagersPaid,
)
from sicbo.table.messages.super_streak import StreakReversed, StreakSettled
from sicbo.table.money.racks import instrument_kind, payout_instrument
from tests.table.evenings.limits import InForce, name_of
from tests.table.evenings.moments import Moment, Watch, chips_at_table, held_chips
from tests.table.evenings.printed import KEEPS_TOKENS, exact, in_whole_chips
from tests.table.evenings.super_streak import PAYS

WITH_PLAYERS = (AccountPlace.RACK, AccountPlace.LAYOUT, AccountPlace.SUSPENSE, AccountPlace.RECEIVABLE)
NEVER_BELOW = (AccountPlace.RACK, AccountPlace.LAYOUT, AccountPlace.DROP, AccountPlace.SUSPENSE)


def i01_every_kind_sums_to_zero() -> Watch:
    """No money appears or disappears in any kind, and the table's own figures match the ledger."""
    checked: tuple[object, ...] = ()
    moved = False
    while True:
        moment = yield
        figures = (moment.after.racks, moment.after.suspense, moment.after.debts)
        moved = moved or bool(moment.moved) or any(map(is_not, figures, checked)) or not checked
        if not (moment.ends and moved):
            continue
        checked, moved = figures, False
        totals: Counter[str] = Counter()
        for (_, kind), cents in moment.books.items():
            totals[kind] += cents
        assert not any(totals.values())
        assert {instrument_kind(kind) for kind in totals} <= set(LEDGER_KINDS)
        _whole_pieces(moment)
        assert held_chips(moment.books, AccountPlace.RACK) == dict(moment.after.racks)
        assert held_chips(moment.books, AccountPlace.SUSPENSE) == dict(moment.after.suspense)
        debts: Counter[str] = Counter()
        for (player, _), cents in held_chips(moment.books, AccountPlace.RECEIVABLE).items():
            debts[player] -= cents
        assert debts == dict(moment.after.debts)


def _whole_pieces(moment: Moment) -> None:
    """Check that every amount of a colour is a multiple of the value of one piece."""
    for (_, kind), cents in held_chips(moment.books, *WITH_PLAYERS).items():
        colour = kind.partition(":")[2]
        assert not colour or cents % moment.after.sets[colour].value == 0


def i02_transfers_are_positive_and_have_two_sides() -> Watch:
    """No amount is zero or negative, and nothing moves from an account to itself."""
    while True:
        moment = yield
        for transfer in moment.moved:
            assert transfer.cents > 0
            assert transfer.source != transfer.target


def i03_no_account_is_on_the_wrong_side() -> Watch:
    """Only debts fall below zero, and no more of a round is withheld than was won in it."""
    won: Counter[tuple[str, int]] = Counter()
    kept: Counter[tuple[str, int]] = Counter()
    while True:
        moment = yield
        _hold_back(moment, won, kept)
        if moment.ends:
            assert all(0 <= cents <= won[key] for key, cents in kept.items())
        if moment.moved:
            for (account, _), cents in moment.books.items():
                assert cents >= 0 or account.place not in NEVER_BELOW
                assert cents <= 0 or account.place is not AccountPlace.RECEIVABLE


def _hold_back(moment: Moment, won: Counter[tuple[str, int]], kept: Counter[tuple[str, int]]) -> None:
    """Track what each player won in each round, and how much of it is withheld or was kept by the house."""
    match moment.event:
        case WagersPaid(player=player, round=number, lines=lines):
            won[player, number] += sum(line.winnings for line in lines)
        case SettlementReversed(player=player, round=number, lines=lines):
            won[player, number] -= sum(line.winnings for line in lines)
        case WinningsWithheld(player=player, round=number, cents=cents):
            kept[player, number] += cents
        case WinningsFreed(player=player, round=number, cents=cents):
            kept[player, number] -= cents
        case SuspenseDetermined(player=player, released=True):
            for key in [key for key in kept if key[0] == player]:
                del kept[key]


def i04_the_layout_holds_the_open_wagers() -> Watch:
    """The layout holds what is staked and not settled: between two rounds, only Super Streak."""
    while True:
        moment = yield
        if not moment.ends:
            continue
        lying: Counter[tuple[str, str]] = Counter()
        played = moment.after.round
        for player, slip in played.slips.items() if played else ():
            assert played is not None
            for stake in slip.stakes:
                lying[player, stake.instrument] += stake.cents
            for line in (*played.collected.get(player, ()), *played.paid.get(player, ())):
                lying[player, line.stake.instrument] -= line.stake.cents
        for player, running in moment.after.streaks.wagers.items():
            for one in running:
                lying[player, one.stake.instrument] += one.stake.cents
        assert held_chips(moment.books, AccountPlace.LAYOUT) == {
            key: cents for key, cents in lying.items() if cents
        }


def i05_winnings_are_exact_or_the_next_chip_up() -> Watch:
    """Winnings exceed the printed odds by less than the smallest chip, and never fall below them."""
    rules = InForce()
    while True:
        moment = yield
        for line, risk, dice, chip in rules.settled_lines(moment):
            odds = exact(name_of(moment), line.stake.bet, dice)
            assert 0 <= line.winnings - risk * (odds or Fraction(0)) < chip
            assert line.returned + line.collected == line.stake.cents


def i06_another_hand_comes_to_the_same() -> Watch:
    """Every settled line, computed again from the key of the bet, the printed odds and the dice."""
    rules = InForce()
    while True:
        moment = yield
        book = moment.after.rulebook
        for line, risk, dice, chip in rules.settled_lines(moment):
            odds = exact(name_of(moment), line.stake.bet, dice)
            won = in_whole_chips(book, risk * odds, chip) if odds is not None else 0
            kept = odds is None or (line.stake.instrument == "token" and book in KEEPS_TOKENS)
            outcome = "returned" if not risk else "won" if odds is not None else "lost"
            assert (line.outcome, line.winnings) == (outcome, won)
            assert line.collected == (risk if kept else 0)
        if isinstance(moment.event, StreakSettled):
            for one in moment.event.lines:
                won = one.stake.cents * PAYS.get(one.length, 0)
                assert (one.outcome, one.winnings) == ("won" if won else "lost", won)
                assert one.collected == (0 if won and one.stake.instrument != "token" else one.stake.cents)


def i07_tokens_win_chips_and_stay() -> Watch:
    """A token is never paid as winnings; if the text says so, the house keeps the one that won."""
    while True:
        moment = yield
        if not isinstance(moment.event, ValueBrought | VoucherExchanged):
            paid = [
                one
                for one in moment.moved
                if one.source == TABLE_FLOAT and one.target.place is AccountPlace.RACK
            ]
            assert not any(one.kind == "token" for one in paid)
        if isinstance(moment.event, WagersPaid | StreakSettled) and moment.after.rulebook in KEEPS_TOKENS:
            for line in moment.event.lines:
                if line.stake.instrument == "token" and line.outcome == "won":
                    assert line.collected > 0


def i08_chips_in_are_chips_out() -> Watch:
    """What players brought and won less what they took and lost is what they have; drop and float agree."""
    theirs: Counter[str] = Counter()
    drop, chips, moved = 0, None, False
    while True:
        moment = yield
        for kind, cents in _gains(moment):
            theirs[kind] += cents
        match moment.event:
            case TableOpened():
                drop, chips = 0, None
            case ValueBrought(cents=cents, instrument=kind):
                drop += 0 if kind == "token" else cents
            case ChipsTaken(cents=cents) | FloatCredited(cents=cents) if chips is not None:
                chips -= cents
            case FloatFilled(cents=cents):
                chips = (chips or 0) + cents
            case FloatCounted(cents=cents):
                apart = held_chips(
                    moment.books, AccountPlace.RACK, AccountPlace.LAYOUT, AccountPlace.SUSPENSE
                )
                chips = cents + sum(has for (_, kind), has in apart.items() if kind == "value-chip")
        moved = moved or bool(moment.moved)
        if moment.ends and moved:
            moved = False
            have: Counter[str] = Counter()
            for (_, kind), cents in held_chips(moment.books, *WITH_PLAYERS).items():
                have[kind] += cents
            assert {kind: n for kind, n in have.items() if n} == {k: n for k, n in theirs.items() if n}
            assert (moment.after.drop, chips_at_table(moment.after)) == (drop, chips)


def _gains(moment: Moment) -> Iterator[tuple[str, int]]:
    """Yield by how much an event changes players' chips, by kind."""
    money = payout_instrument(moment.after)
    match moment.event:
        case ValueBrought(cents=cents, instrument=kind) | VoucherExchanged(cents=cents, instrument=kind):
            yield kind, cents
        case ChipsTaken(cents=cents) | TicketDispensed(cents=cents):
            yield money, -cents
        case ColoursIssued(colour=colour, pieces=pieces, value=value):
            yield from ((money, -pieces * value), (f"colour-chip:{colour}", pieces * value))
        case ColoursRedeemed(colour=colour, pieces=pieces, value=value):
            yield from ((money, pieces * value), (f"colour-chip:{colour}", -pieces * value))
        case ForeignColoursRedeemed(pieces=pieces, value=value):
            yield money, pieces * value
        case ColoursSurrendered(colour=colour, pieces=pieces, value=value):
            yield f"colour-chip:{colour}", -pieces * value
        case WagersCollected(lines=lines) | WagersPaid(lines=lines) | StreakSettled(lines=lines):
            yield from _won_chips(lines, money, 1)
        case SettlementReversed(lines=lines) | StreakReversed(lines=lines):
            yield from _won_chips(lines, money, -1)
        case WagersForfeited(stakes=stakes) | WagersVoided(stakes=stakes, becomes="forfeited"):
            yield from ((stake.instrument, -stake.cents) for stake in stakes)
        case SuspenseDetermined(released=False, held=kept):
            yield from ((kind, -cents) for kind, cents in kept)
        case WinningsFreed(kept=True, cents=cents):
            yield money, cents


def _won_chips(lines: tuple[SettledLine, ...], money: str, sign: int) -> Iterator[tuple[str, int]]:
    for line in lines:
        yield money, sign * (line.winnings + line.change)
        yield line.stake.instrument, -sign * (line.collected + line.change)
