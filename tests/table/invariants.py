"""What must hold after every event: functions of the events so far and the table they led to.

The numbers are those of the list of invariants that the project was designed by.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from sicbo.game.policies import TokenOnWin
from sicbo.game.publish import key_of
from sicbo.ledger.accounts import KINDS, TABLE_FLOAT, Place
from sicbo.ledger.balances import Balances
from sicbo.ledger.transfers import Transfer, transfers
from sicbo.table.conduct_messages import WagerRefused, WagersForfeited, WagersVoided
from sicbo.table.events import (
    AnyEvent,
    ResultCorrected,
    ResultEntered,
    RoundVoided,
    SettledLine,
    SettlementReversed,
    SlipRegistered,
    StepPerformed,
    TableOpened,
    ValueBrought,
    WagersCollected,
    WagersPaid,
    WagersReturned,
)
from sicbo.table.evolve import evolve
from sicbo.table.messages import Stake
from sicbo.table.state import Table

Events = Sequence[AnyEvent]
Settled = WagersCollected | WagersPaid

# Whose terminals or dealers turn away what lies outside the limits while betting is open.
HOLDS_TO_LIMITS = ("crown-sydney-2024", "singapore-etg")


class Story(NamedTuple):
    """A journal, the table it led to, and what it moved: each event with its transfers."""

    events: Events
    table: Table
    moved: list[tuple[AnyEvent, tuple[Transfer, ...]]]
    balances: Balances
    replayed: Table


def told(events: Events, table: Table) -> Story:
    """The whole journal read once, from a bare table of the same name, rulebook and readings."""
    before = Table(table.name, table.rulebook, table.layout_key, table.readings)
    balances, moved = Balances(), []
    for event in events:
        made = transfers(event, before)
        moved.append((event, made))
        balances = balances.after(made)
        before = evolve(before, event)
    return Story(events, table, moved, balances, before)


def hold(events: Events, table: Table) -> None:
    """Every invariant."""
    story = told(events, table)
    for invariant in EVERY:
        invariant(story)


def i01_every_kind_sums_to_nought(story: Story) -> None:
    """Nothing is made or lost in any kind, and the table's own figures are those of the ledger."""
    assert [story.balances.total(kind) for kind in KINDS] == [0] * len(KINDS)
    assert story.balances.held(Place.RACK) == dict(story.table.racks)
    assert story.balances.held(Place.SUSPENSE) == dict(story.table.suspense)
    assert {player for player, _ in story.balances.held(Place.RECEIVABLE)} == set(story.table.owed)
    assert all(story.balances.owed(player) == cents for player, cents in story.table.owed.items())


def i02_transfers_are_positive_and_have_two_sides(story: Story) -> None:
    """No amount is nought or negative, and nothing moves from an account to itself."""
    for _, made in story.moved:
        for transfer in made:
            assert transfer.cents > 0
            assert transfer.source != transfer.target


def i03_no_account_is_on_the_wrong_side(story: Story) -> None:
    """Racks, the layout and the drop never fall below nothing."""
    assert story.balances.wrong() == []


def i04_the_layout_holds_the_open_wagers(story: Story) -> None:
    """What is staked and not yet settled: nothing between two rounds, but for Super Streak."""
    lying: Counter[tuple[str, str]] = Counter()
    played = story.table.round
    for player, slip in played.slips.items() if played else ():
        assert played is not None
        for stake in slip.stakes:
            lying[player, stake.instrument] += stake.cents
        for line in (*played.collected.get(player, ()), *played.paid.get(player, ())):
            lying[player, line.stake.instrument] -= line.stake.cents
    for player, running in story.table.streaks.wagers.items():
        for one in running:
            lying[player, one.stake.instrument] += one.stake.cents
    assert story.balances.held(Place.LAYOUT) == {key: cents for key, cents in lying.items() if cents}


def i05_winnings_are_exact_or_the_next_chip_up(story: Story) -> None:
    """Between nothing and less than the smallest chip above the printed odds, on what was at risk."""
    for line, at_risk, dice, sign in _lines(story.events):
        price = story.table.layout.price(line.stake.bet, dice)
        exact = at_risk * price.odds if price and line.outcome == "won" else Fraction(0)
        assert 0 <= line.winnings - exact < sign.chip
        assert line.returned + line.collected == line.stake.cents
        assert line.outcome != "won" or price
        assert line.outcome != "lost" or not price


def i07_tokens_win_chips_and_stay(story: Story) -> None:
    """A token is never paid out as winnings; where the text says so the house keeps the one that won."""
    kept = story.table.rules.wagers.tokens.choice is TokenOnWin.KEPT
    for event, made in story.moved:
        if not isinstance(event, ValueBrought):
            assert not any(one.kind == "token" and one.source == TABLE_FLOAT for one in _paid_out(made))
    for line, *_ in _lines(story.events):
        if line.stake.instrument == "token" and line.outcome == "won" and kept:
            assert line.collected > 0


def i09_slips_lie_between_the_invitation_and_the_close(story: Story) -> None:
    """The cutoff is a point in the order of events."""
    done: list[str] = []
    for event in story.events:
        match event:
            case StepPerformed(step=step):
                done = [*done, step] if step != _first(story) else [step]
            case SlipRegistered():
                assert "place-bets" in done
                assert "close" not in done
            case RoundVoided():
                done = []


def i10_a_slip_is_of_the_round_in_play(story: Story) -> None:
    """The round that the player saw is the one that the slip counts for."""
    number = 0
    for event in story.events:
        match event:
            case StepPerformed(round=number):
                pass
            case SlipRegistered(round=of):
                assert of == number


def i11_a_slip_is_accepted_once(story: Story) -> None:
    """No command and no version is taken twice, and versions follow each other."""
    slips = [event for event in story.events if isinstance(event, SlipRegistered)]
    assert len({slip.command for slip in slips}) == len(slips)
    versions: Counter[tuple[str, int]] = Counter()
    for event in story.events:
        match event:
            case SlipRegistered(player=player, round=number, version=version):
                versions[player, number] += 1
                assert version == versions[player, number]
            case WagersVoided(player=player, round=number) | WagerRefused(player=player, round=number):
                versions[player, number] += 1


def i12_every_wager_ends_once(story: Story) -> None:
    """Settled or returned, once, or settled, reversed line by line, and settled again."""
    open_wagers: dict[str, Counter[str]] = {}
    settled: dict[str, Counter[SettledLine]] = {}
    for event in story.events:
        match event:
            case StepPerformed(step=step) if step == _first(story):
                settled = {}
            case SlipRegistered(player=player, stakes=stakes):
                open_wagers[player] = _placed(stakes)
            case WagersCollected(player=player, lines=lines) | WagersPaid(player=player, lines=lines):
                open_wagers[player] -= _placed([line.stake for line in lines])
                settled.setdefault(player, Counter()).update(lines)
                assert all(count == 1 for count in settled[player].values())
            case SettlementReversed(player=player, lines=lines):
                assert settled.pop(player) == Counter(lines)
                open_wagers[player] += _placed([line.stake for line in lines])
            case WagersReturned(player=player, stakes=stakes) | WagersForfeited(player=player, stakes=stakes):
                assert open_wagers.pop(player) == _placed(stakes)
            case WagersVoided(player=player, stakes=stakes) | WagerRefused(player=player, stakes=stakes):
                assert open_wagers[player] >= _placed(stakes)
                open_wagers[player] -= _placed(stakes)
    if story.table.round is None:
        assert not any(wagers.total() for wagers in open_wagers.values())


def i13_steps_follow_the_order_of_the_text(story: Story) -> None:
    """A round begins with the first step, misses none, and ends with the last or void."""
    order = [key_of(stage.step) for stage in story.table.stages]
    done, number = 0, 0
    for event in story.events:
        match event:
            case StepPerformed(step=step, round=of):
                number += not done
                assert (step, of) == (order[done], number)
                done = (done + 1) % len(order)
            case RoundVoided(stands=stands):
                done, number = (order.index("cover"), number + 1) if stands else (0, number)


def i14_a_result_is_three_faces_once_after_the_close(story: Story) -> None:
    """Entered once in a round; what comes later is a correction."""
    entered: set[int] = set()
    closed = 0
    for event in story.events:
        match event:
            case StepPerformed(step="close", round=closed):
                pass
            case ResultEntered(round=number, dice=dice):
                assert number == closed
                assert number not in entered
                assert len(dice) == 3
                assert set(dice) <= set(range(1, 7))
                entered.add(number)
            case ResultCorrected(round=number):
                assert number in entered


def i16_stakes_are_within_the_limits_where_they_are_held_to(story: Story) -> None:
    """At Crown Sydney and in Singapore no slip outside the sign is taken."""
    sign: TableOpened | None = None
    for event in story.events:
        if isinstance(event, TableOpened):
            sign = event
        elif isinstance(event, SlipRegistered) and story.table.rulebook in HOLDS_TO_LIMITS:
            assert sign is not None
            for cents in _by_bet(event).values():
                assert sign.minimum <= cents
                assert sign.maximum is None or cents <= sign.maximum


def i18_rounds_and_spins_are_counted(story: Story) -> None:
    """Every round begun is counted, and every round that was finished."""
    steps = [event.step for event in story.events if isinstance(event, StepPerformed)]
    assert story.table.rounds == steps.count(_first(story))
    assert story.table.spins == steps.count(key_of(story.table.stages[-1].step))


def i23_a_replay_gives_the_same_table(story: Story) -> None:
    """The journal is the only truth."""
    assert story.replayed == story.table


def _first(story: Story) -> str:
    return key_of(story.table.stages[0].step)


def _placed(stakes: Sequence[Stake]) -> Counter[str]:
    return Counter(f"{stake.bet} {stake.instrument}" for stake in stakes)


def _by_bet(event: SlipRegistered) -> Counter[str]:
    cents: Counter[str] = Counter()
    for stake in event.stakes:
        cents[stake.bet] += stake.cents
    return cents


def _paid_out(made: Sequence[Transfer]) -> list[Transfer]:
    return [transfer for transfer in made if transfer.target.place is Place.RACK]


def _lines(events: Events) -> Iterator[tuple[SettledLine, int, tuple[int, int, int], TableOpened]]:
    """Every line that was settled: how much was at risk, by which dice and under which sign."""
    dice: tuple[int, int, int] | None = None
    sign: TableOpened | None = None
    for event in events:
        match event:
            case TableOpened():
                sign = event
            case ResultEntered(dice=dice) | ResultCorrected(dice=dice):
                pass
            case WagersCollected(lines=lines) | WagersPaid(lines=lines):
                assert dice is not None
                assert sign is not None
                yield from ((line, cents, dice, sign) for line, cents in _at_risk(lines, sign.maximum))


def _at_risk(lines: Sequence[SettledLine], maximum: int | None) -> Iterator[tuple[SettledLine, int]]:
    """A player's stakes on one area count together; what is over the maximum is the last of them."""
    room: dict[str, int] = {}
    for line in lines:
        left = room.get(line.stake.bet, line.stake.cents if maximum is None else maximum)
        cents = min(left, line.stake.cents)
        room[line.stake.bet] = line.stake.cents if maximum is None else left - cents
        yield line, cents


EVERY: tuple[Callable[[Story], None], ...] = (
    i01_every_kind_sums_to_nought,
    i02_transfers_are_positive_and_have_two_sides,
    i03_no_account_is_on_the_wrong_side,
    i04_the_layout_holds_the_open_wagers,
    i05_winnings_are_exact_or_the_next_chip_up,
    i07_tokens_win_chips_and_stay,
    i09_slips_lie_between_the_invitation_and_the_close,
    i10_a_slip_is_of_the_round_in_play,
    i11_a_slip_is_accepted_once,
    i12_every_wager_ends_once,
    i13_steps_follow_the_order_of_the_text,
    i14_a_result_is_three_faces_once_after_the_close,
    i16_stakes_are_within_the_limits_where_they_are_held_to,
    i18_rounds_and_spins_are_counted,
    i23_a_replay_gives_the_same_table,
)
