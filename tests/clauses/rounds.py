"""Helpers of the clause tests of every rulebook for a dealt round."""

from typing import Any

from sicbo import rulebooks
from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.rulebook.publication import enum_key
from sicbo.table.messages.round import ResultEntered, StepPerformed
from tests.refused import Refused
from tests.table.dealer import Answer, Dealer


def seated_table(layout: str) -> Dealer:
    """Return an open table with two players who have bought in."""
    dealer = Dealer(layout)
    dealer.open()
    return dealer


def deal_round(layout: str) -> list[tuple[str, str]]:
    """Deal a whole round and return its steps in order, with their clauses."""
    dealer = seated_table(layout)
    dealer.until(Step.PAY)
    return [(event.step, event.clause) for event in dealer.journal if isinstance(event, StepPerformed)]


def lit_areas(layout: str, dice: tuple[int, int, int]) -> set[str]:
    """Return the areas that light when these dice are entered."""
    dealer = seated_table(layout)
    dealer.until(Step.ENTER, dice=dice)
    return set(next(event for event in dealer.journal if isinstance(event, ResultEntered)).lit)


def is_accepted(answer: Answer) -> bool:
    """Return whether a command was accepted."""
    return not isinstance(answer, Refusal)


def assert_frozen_after_close(layout: str, clause: str) -> None:
    """Assert that no slip is placed, changed or taken back between the close and the next invitation."""
    dealer = seated_table(layout)
    dealer.until(Step.PLACE_BETS)
    assert is_accepted(dealer.bet("ana", {"small": 2_500}))
    dealer.until(Step.CLOSE)
    for player, stakes in (("ben", {"big": 2_500}), ("ana", {"small": 5_000}), ("ana", {})):
        late = dealer.bet(player, stakes)
        assert late == Refused(clause, "No more bets in this round. Wait for the next one.")
    dealer.until(Step.PAY)
    dealer.until(Step.PLACE_BETS)
    assert is_accepted(dealer.bet("ben", {"big": 2_500}))


def refusal_before(layout: str, last: Step | None, step: str, **words: Any) -> str:
    """Return the refusal of a step that is taken too early: after `last`, or as the first of all."""
    dealer = seated_table(layout)
    if last:
        dealer.until(last)
    answer = dealer.do(step, **words)
    assert isinstance(answer, Refusal), answer
    return answer.says


IN_WORDS = (
    *("wagers.late", "wagers.in_error", "wagers.spoken", "wagers.second_colour"),
    *("limits.below_minimum_seen", "limits.below_sign", "limits.uncured", "limits.unit", "limits.warning"),
    "round.begins",
)


def worded_rulings(rulebook: str) -> str:
    """Return the rulings that two rulebooks may share without dealing the same rounds."""
    choices = {name: ruling.choice for name, ruling in rulebooks.get_rulebook(rulebook).rulings()}
    return " ".join(enum_key(choices[name]) for name in IN_WORDS)
