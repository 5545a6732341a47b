"""Restart: an interrupted round is settled, void or waits, as its rulebook says, and never guessed."""

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.house.clock import Clock
from sicbo.house.floor import CommandAnswer, Floor
from sicbo.house.interruptions import HOUSE, record_interruptions
from sicbo.house.maintenance.sample_day import EQUIPMENT, SampleDay
from sicbo.rulebooks import every_layout
from sicbo.table.messages.chips import SignOn
from sicbo.table.messages.faults import (
    DirectIdleSpins,
    FaultReported,
    NotifyPerson,
    RectifyFault,
    ReportFault,
)
from sicbo.table.messages.round import BuyIn, DeclareVoid, OpenTable, RoundVoided
from sicbo.table.money.racks import payout_instrument
from sicbo.table.round.opening import checklist
from tests.crash.ends import events_of, finish_round, wrong_ends
from tests.house.houses import floor_on, recovered_facts

CLOCK = Clock()
CROWN = [layout for layout in every_layout() if layout.startswith("crown")]
SINGAPORE = [layout for layout in every_layout() if layout.startswith("singapore")]
UNPROVIDED = ["canberra-2005", "star-sydney-2016"]
STEPS = [Step.PLACE_BETS, Step.COVER, Step.SPIN, Step.CLOSE, Step.UNCOVER, Step.CALL, Step.ENTER]
SETTLING = [Step.ENTER, Step.LIGHT, Step.COLLECT]


def interrupted_after(layout: str, step: Step) -> SampleDay:
    """Return a table whose house stopped after a step of the second round, with slips if bets were open."""
    day = SampleDay(floor_on(), layout, players=3)
    day.deal(1)
    while day.table.due_stage.step is not step:
        _go_on(day)
    _go_on(day)
    return SampleDay(floor_on(day.floor.journal), layout, players=3)


def _go_on(day: SampleDay) -> None:
    assert not isinstance(day.perform_step().outcome, Refusal)
    if day.table.takes_wagers and day.table.round is not None and not day.table.round.slips:
        day.submit(*(day.slip(player) for player in day.players))


@cache
def steps_of(layout: str) -> list[Step]:
    """Return the steps of a round, without the last."""
    day = SampleDay(floor_on(), layout)
    day.open()
    return [stage.step for stage in day.table.stages[:-1]]


def phases(steps: list[Step], layouts: list[str] | None = None) -> list[tuple[str, Step]]:
    """Return every layout with each of these steps that it has."""
    return [
        (layout, step) for layout in layouts or every_layout() for step in steps if step in steps_of(layout)
    ]


def refusal_clause(answer: CommandAnswer) -> str:
    """Return the clause of a refusal."""
    assert isinstance(answer.outcome, Refusal), answer.outcome
    return answer.outcome.clause


def racks(floor: Floor) -> dict[tuple[str, str], int]:
    """Return the chips in front of every player."""
    return dict(floor.logs["T1"].table.racks)


def slip_now(day: SampleDay) -> CommandAnswer:
    """Register another slip of a player."""
    return day.submit(day.slip(day.players[0]))[0]


@pytest.mark.parametrize("layout", every_layout())
def test_between_two_rounds_nothing_is_interrupted(layout: str) -> None:
    """A house that stops and starts between rounds leaves no trace, and play continues."""
    day = SampleDay(floor_on(), layout)
    day.deal(1)
    floor = floor_on(day.floor.journal)

    assert record_interruptions(floor, CLOCK) == []
    assert recovered_facts(floor.logs["T1"]) == recovered_facts(day.floor.logs["T1"])
    SampleDay(floor, layout).deal_round()


@pytest.mark.parametrize(("layout", "step"), phases(SETTLING))
def test_a_result_that_was_entered_is_settled_once_by_itself(layout: str, step: Step) -> None:
    """Singapore 5.1.1 requires it; elsewhere it follows from the result. The payments are the usual ones."""
    day, twin = interrupted_after(layout, step), interrupted_after(layout, step)
    last = twin.table.stages[-1].step
    twin.perform_through(last)

    record_interruptions(day.floor, CLOCK)
    before = recovered_facts(day.floor.logs["T1"])
    again = record_interruptions(day.floor, CLOCK)

    assert day.table.round is None
    assert racks(day.floor) == racks(twin.floor) != {}
    assert wrong_ends(day.floor.journal) == []
    assert again == [] and recovered_facts(day.floor.logs["T1"]) == before
    (fault,) = [event for event in events_of(day.floor.journal) if isinstance(event, FaultReported)]
    assert fault.mended and not fault.stops
    assert fault.tell == ("manager" if layout in CROWN else None)


@pytest.mark.parametrize("layout", CROWN)
def test_after_such_a_settlement_the_manager_is_told_before_bets_are_taken(layout: str) -> None:
    """Crown Sydney 7.5, Crown Melbourne 7.4: the Area Manager is notified of a malfunction, mended or not."""
    day = interrupted_after(layout, Step.ENTER)
    record_interruptions(day.floor, CLOCK)
    day = SampleDay(day.floor, layout, players=3)
    day.perform_through(Step.PLACE_BETS)
    early = slip_now(day)
    day.submit(day.command(NotifyPerson, Rank.DEALER, fault="power", whom="manager", name="Kim"))

    assert isinstance(early.outcome, Refusal)
    assert not isinstance(slip_now(day).outcome, Refusal)


@pytest.mark.parametrize(
    ("layout", "step"), phases([Step.PLACE_BETS, Step.COVER, Step.SPIN, Step.CLOSE], SINGAPORE)
)
def test_singapore_without_an_outcome_only_the_void_is_left(layout: str, step: Step) -> None:
    """5.1.2 and 5.9: the dealer voids the round, every stake is returned, and play waits for the repair."""
    day, twin = interrupted_after(layout, step), SampleDay(floor_on(), layout, players=3)
    twin.deal(1)
    laid = racks(day.floor)
    record_interruptions(day.floor, CLOCK)
    stuck = day.perform_step()
    slip = slip_now(day)
    (void,) = day.submit(day.command(DeclareVoid, Rank.DEALER, ground="interrupted"))
    waits = day.perform_step()
    day.submit(day.command(RectifyFault, Rank.SENIOR_MANAGER, fault="power"))

    assert isinstance(stuck.outcome, Refusal) and stuck.outcome.says.startswith("Declare the round void")
    assert isinstance(slip.outcome, Refusal)
    assert not isinstance(void.outcome, Refusal)
    assert any(isinstance(event, RoundVoided) for event in void.outcome)
    assert racks(day.floor) == racks(twin.floor) != laid
    assert refusal_clause(waits) == "5.10(a)"
    assert wrong_ends(day.floor.journal) == []
    day.deal_round()


@pytest.mark.parametrize(("layout", "step"), phases([Step.UNCOVER], SINGAPORE))
def test_singapore_with_an_outcome_the_round_is_concluded(layout: str, step: Step) -> None:
    """5.1.1: the dice lie open, so the dealer enters them and all is settled; the void is refused."""
    day = interrupted_after(layout, step)
    record_interruptions(day.floor, CLOCK)
    (void,) = day.submit(day.command(DeclareVoid, Rank.SENIOR_MANAGER, ground="interrupted"))
    day.perform_through(Step.PAY)

    assert refusal_clause(void) == "5.1.1"
    assert day.table.round is None
    assert wrong_ends(day.floor.journal) == []
    assert refusal_clause(day.perform_step()) == "5.10(a)"


@pytest.mark.parametrize(("layout", "step"), phases(STEPS[:-1], CROWN))
def test_crown_play_waits_until_the_manager_was_told_and_lets_it_go_on(layout: str, step: Step) -> None:
    """Crown Sydney 7.5, Crown Melbourne 7.4: no deal and no slip until the fault is rectified."""
    day = interrupted_after(layout, step)
    open_before = day.table.takes_wagers
    record_interruptions(day.floor, CLOCK)
    stuck, slip = day.perform_step(), slip_now(day)
    (untold,) = day.submit(day.command(RectifyFault, Rank.MANAGER, fault="power"))
    day.submit(day.command(NotifyPerson, Rank.DEALER, fault="power", whom="manager", name="Kim"))
    (low,) = day.submit(day.command(RectifyFault, Rank.SUPERVISOR, fault="power"))
    (mended,) = day.submit(day.command(RectifyFault, Rank.MANAGER, fault="power"))

    clause = "7.5" if layout.startswith("crown-sydney") else "7.4"
    assert [refusal_clause(answer) for answer in (stuck, slip, untold, low)] == [clause] * 4
    assert not isinstance(mended.outcome, Refusal)
    assert isinstance(slip_now(day).outcome, Refusal) is not open_before
    finish_round(day.floor)
    assert wrong_ends(day.floor.journal) == []


@pytest.mark.parametrize(("layout", "step"), phases(STEPS[:-1], UNPROVIDED))
def test_where_no_clause_stops_play_bets_stay_closed_until_staff_resume(layout: str, step: Step) -> None:
    """Canberra and The Star do not mention power cuts: the dealer may deal on, but no slip is accepted."""
    day = interrupted_after(layout, step)
    open_before = day.table.takes_wagers
    record_interruptions(day.floor, CLOCK)
    slip = slip_now(day)
    (low,) = day.submit(day.command(RectifyFault, Rank.DEALER, fault="power"))
    (mended,) = day.submit(day.command(RectifyFault, Rank.SENIOR_MANAGER, fault="power"))

    assert isinstance(slip.outcome, Refusal) and "until staff resume" in slip.outcome.says
    assert isinstance(low.outcome, Refusal)
    assert not isinstance(mended.outcome, Refusal)
    assert isinstance(slip_now(day).outcome, Refusal) is not open_before
    finish_round(day.floor)
    assert wrong_ends(day.floor.journal) == []


@pytest.mark.parametrize(
    ("layout", "ground", "rank"),
    [
        ("crown-sydney-2024", "equipment", Rank.SUPERVISOR),
        ("crown-melbourne-6.1/a", "disruption", Rank.SUPERVISOR),
        ("crown-melbourne-6.1/b", "disruption", Rank.SUPERVISOR),
        ("canberra-2005", "impractical", Rank.SENIOR_MANAGER),
        ("star-sydney-2016", "disruption", Rank.SUPERVISOR),
    ],
)
def test_elsewhere_the_named_rank_may_void_instead(layout: str, ground: str, rank: Rank) -> None:
    """Crown Sydney 7.4, Crown Melbourne 9.4, Canberra 10.3, The Star 9.4.1: a choice, with a reason."""
    day = interrupted_after(layout, Step.CLOSE)
    record_interruptions(day.floor, CLOCK)
    (low,) = day.submit(day.command(DeclareVoid, Rank(rank - 1), ground=ground, note="the house stopped"))
    (void,) = day.submit(day.command(DeclareVoid, rank, ground=ground, note="the house stopped"))

    assert isinstance(low.outcome, Refusal)
    assert not isinstance(void.outcome, Refusal)
    assert day.table.round is None
    assert wrong_ends(day.floor.journal) == []


@pytest.mark.parametrize(("layout", "step"), phases(STEPS))
def test_asked_again_it_changes_nothing_more(layout: str, step: Step) -> None:
    """A second restart changes nothing, in this process and in the next."""
    day = interrupted_after(layout, step)
    first = record_interruptions(day.floor, CLOCK)
    before = recovered_facts(day.floor.logs["T1"])

    assert first and not any(isinstance(answer.outcome, Refusal) for answer in first)
    assert record_interruptions(day.floor, CLOCK) == []
    assert record_interruptions(floor_on(day.floor.journal), CLOCK) == []
    assert recovered_facts(floor_on(day.floor.journal).logs["T1"]) == before


def test_a_player_who_took_the_ids_of_the_house_stops_nothing() -> None:
    """Players choose their ids freely, so the house uses other ids then."""
    day = interrupted_after("crown-sydney-2024", Step.PLACE_BETS)
    number = day.floor.logs["T1"].head.number
    for ahead in range(5, 9):
        asked = day.slip(day.players[0])
        day.submit(asked._replace(command=replace(asked.command, id=f"restart-{number + ahead}")))
    assert day.floor.logs["T1"].head.number == number + 4

    answers = record_interruptions(day.floor, CLOCK)

    assert [isinstance(answer.outcome, Refusal) for answer in answers] == [False]
    assert "power" in day.table.faults


def test_on_a_floor_the_house_signs_on_to_settle_and_off_again() -> None:
    """The house is the only name on what the house did."""
    day = SampleDay(floor_on(), "crown-sydney-2024", players=2)
    readings = [reading.id for reading in day.table.rules.readings]
    confirmed = (*checklist(day.table.rulebook), *readings)
    words: dict[str, Any] = {
        "minimum": 500,
        "maximum": 50_000,
        "unit": 100,
        "chip": 50,
        "approved_minimum": 500,
    }
    day.submit(
        day.command(OpenTable, profile="floor", equipment=EQUIPMENT, confirmed=confirmed, **words),
        day.command(SignOn),
        *(
            day.command(BuyIn, player=p, cents=100_000, instrument=payout_instrument(day.table))
            for p in day.players
        ),
    )
    day.perform_through(Step.PLACE_BETS)
    day.submit(*(day.slip(player) for player in day.players))
    day.perform_through(Step.ENTER)
    floor = floor_on(day.floor.journal)
    assert floor.logs["T1"].table.profile == "floor"

    answers = record_interruptions(floor, CLOCK)

    table = floor.logs["T1"].table
    assert not any(isinstance(answer.outcome, Refusal) for answer in answers)
    assert table.round is None and table.on_duty == {day.dealer}
    assert {answer.record.actor for answer in answers if answer.record} == {HOUSE}
    assert wrong_ends(floor.journal) == []


def test_a_result_that_can_only_be_void_is_not_settled() -> None:
    """Singapore 5.4: damaged dice were recorded before the interruption."""
    day = interrupted_after("singapore-etg/1", Step.ENTER)
    day.submit(day.command(ReportFault, Rank.DEALER, fault="dice"))
    assert day.table.round is not None and day.table.round.void_due

    assert record_interruptions(day.floor, CLOCK) == []
    finish_round(day.floor)
    assert wrong_ends(day.floor.journal) == []


def test_every_table_of_the_house_is_seen_to() -> None:
    """Of three tables, one waits, one is settled, and one had no round."""
    floor = floor_on()
    days = [SampleDay(floor, "star-sydney-2016", name=name) for name in ("T1", "T2", "T3")]
    for day, step in zip(days, (Step.PLACE_BETS, Step.ENTER, None), strict=True):
        day.open()
        if step:
            day.perform_through(step)
    floor = floor_on(floor.journal)

    answers = record_interruptions(floor, CLOCK)

    assert {answer.record.table for answer in answers if answer.record} == {"T1", "T2"}
    assert [floor.logs[name].table.round is None for name in ("T1", "T2", "T3")] == [False, True, True]


@pytest.mark.parametrize("layout", CROWN)
def test_a_round_without_wagers_ends_with_its_lights(layout: str) -> None:
    """Spins that were directed for an empty table are finished as far as possible."""
    day = SampleDay(floor_on(), layout)
    day.open()
    (directed,) = day.submit(day.command(DirectIdleSpins))
    day.perform_through(Step.ENTER)
    floor = floor_on(day.floor.journal)

    answers = record_interruptions(floor, CLOCK)

    assert not isinstance(directed.outcome, Refusal)
    assert not any(isinstance(answer.outcome, Refusal) for answer in answers)
    assert floor.logs["T1"].table.round is None
