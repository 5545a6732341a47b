"""The authority matrix, made from the rulebooks: every command, every rank, every moment of a round."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Act, Rank
from sicbo.game.rulebook.publication import enum_key
from sicbo.game.rulebook.rules import Power
from sicbo.i18n import message
from sicbo.machine.messages import Command, Stamp
from sicbo.rulebooks import every_layout
from sicbo.table.limits import notices
from sicbo.table.log_kind import TABLE, decide, evolve
from sicbo.table.messages.faults import DirectIdleSpins
from sicbo.table.messages.people import DecideDispute, RaiseDispute, ReviewDispute
from sicbo.table.messages.round import DeclareVoid, GiveNotice, WithdrawNotice
from sicbo.table.people import disputes
from sicbo.table.state import TableState
from tests.table.dealer import Dealer

RANKS = (None, *Rank)
RANK_TOO_LOW = "authority.rank-too-low"
ONE_OF_EACH = [name for name in every_layout() if "/" not in name or name.endswith(("/a", "/1"))]
REQUIRED_ACTS = {row.command: row.act for row in TABLE.rows if row.act}
EVERY_COMMAND = sorted(REQUIRED_ACTS, key=lambda kind: kind.__name__)

OF_THE_PLAYER = (
    "BuyCredits DispenseTicket LeaveSeat PlaceStreak RaiseDispute RegisterSlip RequestReview TakeSeat"
)
BY_WHAT_IT_IS_ABOUT = (DecideDispute, DirectIdleSpins, GiveNotice, ReviewDispute, WithdrawNotice)
WHERE_OFFERED: dict[type[Command], Act] = {
    DirectIdleSpins: Act.IDLE_SPIN,
    ReviewDispute: Act.REVIEW_DISPUTE,
}
SAMPLES: dict[object, Any] = {str: "small", int: 500, bool: False, tuple[int, int, int]: (1, 2, 4)}


def sample(kind: type[Command], rank: Rank | None, **words: Any) -> Command:
    """Return a command with some value in every field that it needs."""
    fields = msgspec.structs.fields(kind)
    needed = {field.name: SAMPLES.get(field.type) for field in fields if field.required}
    stamp = Stamp("dana", rank, 9_000_000, 9_000)
    return kind(**{**needed, "id": "c1", "stamp": stamp, **words})


@cache
def moments(layout: str) -> tuple[TableState, ...]:
    """Return a closed table, an open one, and the table after each step of a round with a wager."""
    dealer = Dealer(layout)
    tables = [dealer.table]
    dealer.open()
    tables.append(dealer.table)
    for stage in dealer.table.stages:
        dealer.until(stage.step)
        if stage.step is Step.PLACE_BETS:
            dealer.bet("ana", {"small": 2_500})
        tables.append(dealer.table)
    return tuple(tables)


def below(least: Rank) -> Iterator[Rank | None]:
    """Yield no rank, and every rank below this one."""
    return (rank for rank in RANKS if rank is None or rank < least)


def test_a_command_needs_a_rank_or_is_the_players_own() -> None:
    """Deny by default: a new command needs a rank, or a reason here why it has none."""
    own = {kind.__name__ for kind in TABLE.rules.keys() - REQUIRED_ACTS.keys() - {*BY_WHAT_IT_IS_ABOUT}}

    assert own == {*OF_THE_PLAYER.split()}


@pytest.mark.parametrize("kind", EVERY_COMMAND, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("layout", ONE_OF_EACH)
def test_below_its_rank_a_command_is_refused_by_the_clause_of_the_power(
    layout: str, kind: type[Command]
) -> None:
    """This holds at every moment; without such a power in the rulebook, for every rank."""
    for table in moments(layout):
        power = table.rules.power(REQUIRED_ACTS[kind])
        for rank in below(power.rank) if power else RANKS:
            answer = decide(table, sample(kind, rank))
            assert isinstance(answer, Refusal)
            if power:
                title = table.rules.title(power.rank)
                assert answer.clause == power.clause
                assert answer.message == message(RANK_TOO_LOW, act=enum_key(power.act), title=title)
            else:
                assert answer.message == message("authority.not-granted", act=enum_key(REQUIRED_ACTS[kind]))


@pytest.mark.parametrize("kind", EVERY_COMMAND, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("layout", ONE_OF_EACH)
def test_from_its_rank_on_no_person_is_refused_for_rank(layout: str, kind: type[Command]) -> None:
    """Any refusal then has another reason, and is the same for higher ranks."""
    for table in moments(layout):
        power = table.rules.power(REQUIRED_ACTS[kind])
        for rank in [rank for rank in Rank if power and rank >= power.rank]:
            answer = decide(table, sample(kind, rank))
            assert power is not None
            if isinstance(answer, Refusal):
                assert ("act", enum_key(power.act)) not in answer.message.values


@pytest.mark.parametrize("layout", ONE_OF_EACH)
def test_every_ground_of_a_void_has_its_rank(layout: str) -> None:
    """Below the rank of a ground its clause refuses, whatever other grounds the person may declare."""
    for table in moments(layout):
        declares = table.rules.power(REQUIRED_ACTS[DeclareVoid])
        assert declares is not None
        for item in table.rules.irregularities if table.round else ():
            for rank in below(max(item.rank, declares.rank)):
                answer = decide(table, sample(DeclareVoid, rank, ground=enum_key(item.ground), note="seen"))
                assert isinstance(answer, Refusal)
                low = rank is None or rank < declares.rank
                assert answer.clause == (declares.clause if low else item.clause)
                assert answer.message.key == (RANK_TOO_LOW if low else "voids.rank-too-low")


def with_disputes(table: TableState) -> TableState:
    """Return the table with a dispute of every kind that its rulebook knows, each named by its kind."""
    for kind in (*disputes.ACT_FOR_MATTER, disputes.PROMOTION):
        if disputes.deciding_power(table, kind):
            stamp = Stamp("ana", None, 8_000_000, 8_000)
            raised = decide(table, RaiseDispute("ana", "dice", kind, id=kind, stamp=stamp))
            assert not isinstance(raised, Refusal)
            for event in raised:
                table = evolve(table, event)
    return table


def by_what_it_is_about(table: TableState) -> Iterator[tuple[type[Command], dict[str, Any], Power | None]]:
    """Yield every command whose rank depends on its subject, with each subject and its power."""
    rules = table.rules
    for kind, act in WHERE_OFFERED.items():
        yield kind, {}, rules.power(act)
    for subject, act in notices.ACT_FOR_SUBJECT.items():
        yield GiveNotice, {"subject": subject}, rules.power(act)
        yield WithdrawNotice, {"subject": subject}, rules.power(act)
    for name, dispute in table.disputes.items():
        yield DecideDispute, {"dispute": name}, disputes.deciding_power(table, dispute.kind)


@pytest.mark.parametrize("layout", ONE_OF_EACH)
def test_every_subject_has_its_rank(layout: str) -> None:
    """For a notice, dispute, review or spin without wagers, a rank that is too low is refused by the power's
    clause.
    """
    for table in map(with_disputes, moments(layout)):
        for kind, words, power in by_what_it_is_about(table):
            for rank in RANKS:
                answer = decide(table, sample(kind, rank, **words))
                if power is None:
                    assert isinstance(answer, Refusal)
                elif rank is None or rank < power.rank:
                    title = table.rules.title(power.rank)
                    says = message(RANK_TOO_LOW, act=enum_key(power.act), title=title)
                    assert answer == Refusal(power.clause, says), (kind, words, rank)
                elif isinstance(answer, Refusal):
                    assert answer.message.key != RANK_TOO_LOW
