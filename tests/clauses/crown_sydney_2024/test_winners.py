"""Crown Sydney 2024, 9.6 to 9.10: notifying winners, refused claims, complaints, and lost integrity."""

import pytest

from sicbo.game.policies import DoubtReport
from sicbo.game.ranks import Rank
from sicbo.promotion.claims import overdue_notifications
from sicbo.promotion.commands import (
    BarEntrant,
    CancelPromotion,
    ClaimPrize,
    DecideComplaint,
    DrawPrizes,
    EnterPromotion,
    FinishPromotion,
    NotifyWinner,
    PostponePromotion,
    RaiseComplaint,
    RefuseClaim,
    RequestPromotionTerms,
    ResumePromotion,
    SendPromotionTerms,
    StartPromotion,
    TellInspector,
)
from sicbo.promotion.events import ClaimRefused, PromotionTermsSent, WinnerNotified
from sicbo.rulebooks import get_rulebook
from tests.clauses.proves import proves
from tests.promotion.desk import DRAW, HOUR, SEED, PromotionDesk, one_prize_terms
from tests.terms.complete import terms_with_line

KEY = "crown-sydney-2024"
RULES = get_rulebook(KEY)
SECOND = 1_000_000


def test_9_6_a_winner_not_told_within_two_days_is_overdue() -> None:
    """48 hours after the draw not yet, a second later yes; where winners had to be there, never."""
    desk = PromotionDesk(KEY).draw()
    there = PromotionDesk(KEY).draw(terms_with_line(one_prize_terms(KEY), "claim.present", True))

    assert overdue_notifications(desk.promotion, DRAW + 48 * HOUR) == []
    assert overdue_notifications(desk.promotion, DRAW + 48 * HOUR + SECOND) == [0, 1]
    assert overdue_notifications(there.promotion, DRAW + 49 * HOUR) == []
    desk.now = DRAW + 49 * HOUR
    (told,) = desk.do(NotifyWinner, award=0, method="mail")
    assert isinstance(told, WinnerNotified) and told.late
    assert overdue_notifications(desk.promotion, desk.now) == [1]


@pytest.mark.parametrize(
    ("method", "clause"),
    [("in-person", "9.6.1"), ("mail", "9.6.2"), ("telephone", "9.6.3"), ("email", "9.6.4")],
)
@proves("9.6.1", "9.6.2", "9.6.3", "9.6.4")
def test_9_6_each_way_to_tell_a_winner_counts_by_its_clause(method: str, clause: str) -> None:
    """A fax does not."""
    desk = PromotionDesk(KEY).draw()
    fax = desk.expect_refusal(NotifyWinner, award=0, method="fax")
    (told,) = desk.do(NotifyWinner, award=0, method=method)

    assert told.clause == clause
    assert fax.clause == "9.6"


def test_9_7_the_regulator_gets_the_terms_in_force_on_request() -> None:
    """The request waits until it is answered; the answer names the hash of the version."""
    desk = PromotionDesk(KEY).start(one_prize_terms(KEY))
    desk.do(RequestPromotionTerms, reference="NICC 7")
    (request,) = desk.promotion.requests
    unknown = desk.expect_refusal(SendPromotionTerms, reference="letter 2", request="other")
    (sent,) = desk.do(SendPromotionTerms, reference="letter 2", request=request)

    assert unknown.clause == "9.7"
    assert desk.promotion.requests == ()
    assert isinstance(sent, PromotionTermsSent) and sent.sha256 == one_prize_terms(KEY).sha256
    assert PromotionDesk(KEY).expect_refusal(RequestPromotionTerms, reference="NICC 8").clause == "9.7"


def test_9_7_no_time_is_set_before_the_start() -> None:
    """Published and started in the same minute."""
    desk = PromotionDesk(KEY).publish(one_prize_terms(KEY))
    desk.do(StartPromotion)

    assert desk.promotion.phase == "running"


def test_9_8_a_refused_winner_is_told_and_claims_over_100_are_kept() -> None:
    """$100.00 needs the reason and the notice to the winner; $100.01 also needs name and address."""
    (small_one,) = _claim_refusals("100.00", name="", place="")
    over = _desk("100.01")
    untold = over.expect_refusal(
        RefuseClaim, award=0, reason="excluded", informed=False, name="Ana", place="1 Bay St"
    )
    unnamed = over.expect_refusal(RefuseClaim, award=0, reason="excluded", informed=True)
    (kept,) = _claim_refusals("100.01", name="Ana", place="1 Bay St")

    assert {untold.clause, unnamed.clause} == {"9.8"}
    assert isinstance(small_one, ClaimRefused) and not small_one.kept
    assert isinstance(kept, ClaimRefused) and kept.kept


def test_9_8_who_is_barred_cannot_enter_and_loses_what_tickets_they_had() -> None:
    """For exclusion, cheating or conduct, before the list is closed."""
    desk = PromotionDesk(KEY).start(one_prize_terms(KEY))
    desk.do(EnterPromotion, player="ana")
    why = desk.expect_refusal(BarEntrant, player="ana", reason="")
    desk.do(BarEntrant, player="ana", reason="self-excluded")

    assert why.clause == "9.8"
    assert desk.promotion.tickets.get("ana") is None
    assert desk.expect_refusal(EnterPromotion, player="ana").clause == "9.8"


def _desk(value: str) -> PromotionDesk:
    return PromotionDesk(KEY).draw(one_prize_terms(KEY, value=value))


def _claim_refusals(value: str, name: str, place: str) -> tuple[object, ...]:
    return _desk(value).do(RefuseClaim, award=0, reason="excluded", informed=True, name=name, place=place)


def test_9_9_a_complaint_is_decided_for_good_by_management_with_the_way_to_an_inspector() -> None:
    """A supervisor does not decide; a person who is not satisfied has to hear of the inspector."""
    desk = PromotionDesk(KEY).start(one_prize_terms(KEY))
    desk.do(RaiseComplaint, by="ana", rank=None, player="ana", about="my ticket")
    (complaint,) = desk.promotion.complaints
    words = {"complaint": complaint, "decision": "it stands"}
    low = desk.expect_refusal(DecideComplaint, rank=Rank.SUPERVISOR, told_of_inspector=True, **words)
    untold = desk.expect_refusal(DecideComplaint, rank=Rank.MANAGER, **words)
    desk.do(DecideComplaint, rank=Rank.MANAGER, told_of_inspector=True, **words)

    assert {low.clause, untold.clause} == {"9.9"}
    assert desk.expect_refusal(DecideComplaint, told_of_inspector=True, **words).clause == "9.9"


def test_9_10_lost_integrity_postpones_or_cancels_and_an_inspector_hears_of_the_end() -> None:
    """Postponed, nothing is drawn until it is validated; cancelled, it is filed once an inspector knows."""
    desk = PromotionDesk(KEY).close()
    desk.now = DRAW
    desk.do(PostponePromotion, reason="tickets were copied")
    held = desk.expect_refusal(DrawPrizes, seed=SEED.hex())
    unsaid = desk.expect_refusal(ResumePromotion, reason="")
    desk.do(ResumePromotion, reason="counted again")
    desk.do(CancelPromotion, reason="copied after all")
    untold = desk.expect_refusal(FinishPromotion)
    desk.do(TellInspector, reference="call to inspector Wu")
    desk.do(FinishPromotion)

    assert RULES.promotions is not None and RULES.promotions.integrity.choice is DoubtReport.ON_CANCELLING
    assert {held.clause, unsaid.clause, untold.clause} == {"9.10"}
    assert dict(desk.books.amounts) == {}


def test_9_10_what_was_handed_over_is_not_cancelled() -> None:
    """One winner has the prize: the rest is settled claim by claim."""
    desk = PromotionDesk(KEY).draw()
    desk.do(ClaimPrize, award=0)

    assert desk.expect_refusal(CancelPromotion, reason="doubt").clause == "9.10"
