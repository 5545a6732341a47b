"""Invariants 9 to 16: wagers and rounds."""

from collections import Counter

from sicbo.machine.accounts import AccountPlace
from sicbo.table.messages.faults import IdleSpinsDirected, IdleSpinsStopped
from sicbo.table.messages.people import WagerRefused, WagersForfeited, WagersVoided
from sicbo.table.messages.round import (
    ResultCorrected,
    ResultEntered,
    RoundVoided,
    SettledLine,
    SettlementReversed,
    SlipRegistered,
    StepPerformed,
    TableClosed,
    WagersCollected,
    WagersPaid,
    WagersReturned,
)
from sicbo.table.messages.super_streak import StreakReturned, StreakReversed, StreakSettled, StreakWagered
from tests.table.evenings.limits import InForce, Rounds, name_of
from tests.table.evenings.moments import Moment, Refused, Watch, held_chips, placed_stakes
from tests.table.evenings.printed import IDLE_ORDER, ORDER, REACHES_BACK, TURNS_AWAY, sums_of

Wager = tuple[str, str]
Lying = dict[tuple[str, int], Counter[Wager]]
Settled = dict[tuple[str, int], Counter[SettledLine]]


def i09_slips_lie_between_the_invitation_and_the_close() -> Watch:
    """The cutoff is a point in the order of events; for Super Streak it is the spin."""
    rounds = Rounds()
    while True:
        moment = yield
        rounds.see(moment)
        match moment.event:
            case SlipRegistered():
                assert "place-bets" in rounds.done
                assert "close" not in rounds.done
            case StreakWagered():
                assert "spin" not in rounds.done or "pay" in rounds.done


def i10_a_wager_is_of_the_round_in_play() -> Watch:
    """A wager counts for the round that the player saw."""
    rounds = Rounds()
    while True:
        moment = yield
        rounds.see(moment)
        match moment.event:
            case SlipRegistered(round=number):
                assert number == rounds.number
            case StreakWagered(round=number):
                assert number == rounds.number + (rounds.over or not rounds.done or "pay" in rounds.done)


def i11_a_wager_is_accepted_once() -> Watch:
    """No command is accepted twice or after a refusal, and versions of a slip follow each other."""
    accepted: set[str] = set()
    refused: set[str] = set()
    versions: Counter[tuple[str, int]] = Counter()
    while True:
        moment = yield
        match moment.event:
            case Refused(command=command):
                if command not in accepted:
                    refused.add(command)
            case SlipRegistered(player=player, round=number, version=version, command=command):
                versions[player, number] += 1
                assert version == versions[player, number]
                assert command not in accepted | refused
                accepted.add(command)
            case StreakWagered(command=command):
                assert command not in accepted | refused
                accepted.add(command)
            case WagersVoided(player=player, round=number) | WagerRefused(player=player, round=number):
                versions[player, number] += 1


def i12_every_wager_ends_once() -> Watch:
    """Each wager is settled or returned once, or settled, reversed line by line, and settled again."""
    lying: Lying = {}
    settled: Settled = {}
    running: Counter[tuple[str, str]] = Counter()
    while True:
        moment = yield
        _slips(moment, lying, settled)
        _streaks(moment, running)
        if moment.ends and moment.after.round is None:
            assert not any(wagers.total() for wagers in lying.values())


def _slips(moment: Moment, lying: Lying, settled: Settled) -> None:
    match moment.event:
        case SlipRegistered(player=player, round=number, stakes=stakes):
            lying[player, number] = placed_stakes(stakes)
        case (
            WagersCollected(player=player, round=number, lines=lines)
            | WagersPaid(player=player, round=number, lines=lines)
        ):
            mine = placed_stakes([line.stake for line in lines])
            assert lying[player, number] >= mine
            lying[player, number] -= mine
            done = settled.setdefault((player, number), Counter())
            done.update(lines)
            assert set(done.values()) == {1}
        case SettlementReversed(player=player, round=number, lines=lines):
            assert settled.pop((player, number)) == Counter(lines)
            lying[player, number] += placed_stakes([line.stake for line in lines])
        case (
            WagersReturned(player=player, round=number, stakes=stakes)
            | WagersForfeited(player=player, round=number, stakes=stakes)
        ):
            assert lying.pop((player, number)) == placed_stakes(stakes)
        case (
            WagersVoided(player=player, round=number, stakes=stakes)
            | WagerRefused(player=player, round=number, stakes=stakes)
        ):
            assert lying[player, number] >= placed_stakes(stakes)
            lying[player, number] -= placed_stakes(stakes)


def _streaks(moment: Moment, running: Counter[tuple[str, str]]) -> None:
    match moment.event:
        case StreakWagered(player=player, stake=stake):
            running[player, stake.bet] += 1
            assert running[player, stake.bet] == 1
        case StreakSettled(player=player, lines=lines):
            for line in lines:
                running[player, line.stake.bet] -= 1
        case StreakReversed(player=player, lines=lines):
            for line in lines:
                running[player, line.stake.bet] += 1
        case StreakReturned(player=player, stakes=stakes):
            for stake in stakes:
                running[player, stake.bet] -= 1
        case _:
            return
    assert set(running.values()) <= {0, 1}


def i13_steps_follow_the_order_of_the_text() -> Watch:
    """A round begins with the first step, misses none, and ends with the last or void."""
    done, number, idle = 0, 0, False
    while True:
        moment = yield
        book = moment.after.rulebook
        order = IDLE_ORDER.get(book, ORDER[book]) if idle else ORDER[book]
        match moment.event:
            case StepPerformed(step=step, round=of):
                number += not done
                assert (step, of) == (order[done], number)
                done = (done + 1) % len(order)
            case RoundVoided(round=of):
                assert 0 < of <= number
                done = 0 if of == number else done
            case IdleSpinsDirected():
                assert not done
                idle = True
            case IdleSpinsStopped() | TableClosed():
                idle = False
            case SlipRegistered(stakes=stakes):
                idle = idle and not stakes


def i14_a_result_is_three_faces_once_after_the_close() -> Watch:
    """A result is entered once in a round; anything later is a correction."""
    dice: dict[int, tuple[int, int, int]] = {}
    closed = 0
    while True:
        moment = yield
        match moment.event:
            case StepPerformed(step="close", round=closed):
                pass
            case ResultEntered(round=number, dice=shown):
                assert number == closed
                assert number not in dice
                dice[number] = _three_faces(shown)
            case ResultCorrected(round=number, entered=entered, dice=shown):
                assert dice[number] == entered
                assert number == max(dice) or moment.after.rulebook in REACHES_BACK
                dice[number] = _three_faces(shown)


def _three_faces(dice: tuple[int, int, int]) -> tuple[int, int, int]:
    assert len(dice) == 3
    assert set(dice) <= set(range(1, 7))
    return dice


def i15_a_void_round_leaves_nothing_behind() -> Watch:
    """The round's settlement is reversed and every stake returned; Super Streak and other rounds stay."""
    net: Counter[tuple[int, str, str]] = Counter()
    streaks, begins = None, True
    while True:
        moment = yield
        streaks, begins = moment.before.streaks if begins else streaks, moment.ends
        match moment.event:
            case (
                WagersCollected(player=player, round=number)
                | WagersPaid(player=player, round=number)
                | SettlementReversed(player=player, round=number)
            ):
                for transfer in moment.moved:
                    net[number, player, transfer.kind] += transfer.cents * (transfer.target.player == player)
                    net[number, player, transfer.kind] -= transfer.cents * (transfer.source.player == player)
            case RoundVoided(round=number):
                before, after = moment.before, moment.after
                assert not any(cents for (of, *_), cents in net.items() if of == number)
                assert (after.rounds, after.spins) == (before.rounds, before.spins)
                assert after.streaks == streaks
                if before.round is None or before.round.number == number:
                    assert held_chips(moment.books, AccountPlace.LAYOUT) == _running_wagers(moment)
                else:
                    assert after.round == before.round


def _running_wagers(moment: Moment) -> Counter[Wager]:
    running = Counter[Wager]()
    for player, mine in moment.after.streaks.wagers.items():
        for one in mine:
            running[player, one.stake.instrument] += one.stake.cents
    return running


def i16_stakes_are_within_the_limits_in_force() -> Watch:
    """Stakes keep the limits if slips are refused there; elsewhere no player loses more than an area's
    maximum.
    """
    rules = InForce()
    while True:
        moment = yield
        rules.see(moment)
        book, layout = moment.after.rulebook, name_of(moment)
        match moment.event:
            case SlipRegistered(player=player, round=number, stakes=stakes) if book in TURNS_AWAY:
                sign = rules.of(book, player, number)
                for bet, cents in sums_of(dict(placed_stakes(stakes))).items():
                    least, most = sign.of(layout, bet)
                    assert least <= cents <= most
            case WagersCollected(player=player, round=number) | WagersPaid(player=player, round=number):
                lost: Counter[str] = Counter()
                for line in moment.event.lines:
                    lost[line.stake.bet] += line.collected
                sign = rules.of(book, player, number)
                assert all(cents <= sign.of(layout, bet)[1] for bet, cents in lost.items())
