"""The Star Sydney 2016, 10.8 to 10.12: the regulator's day, winners, refused claims, integrity lost."""

import pytest

from sicbo.draws import commitment
from sicbo.game.policies import AmendmentApproval, DoubtReport
from sicbo.game.ranks import Rank
from sicbo.promotion.claims import overdue_notifications
from sicbo.promotion.commands import (
    AmendPromotion,
    BarEntrant,
    CancelPromotion,
    DecideComplaint,
    DrawPrizes,
    EnterPromotion,
    FinishPromotion,
    NotifyWinner,
    PostponePromotion,
    PublishPromotion,
    RaiseComplaint,
    RedrawPrize,
    RefuseClaim,
    ResumePromotion,
    SendPromotionTerms,
    StartPromotion,
)
from sicbo.promotion.events import ClaimRefused, PromotionAmended, WinnerNotified
from sicbo.rulebooks import get_rulebook
from tests.clauses.proves import proves
from tests.promotion.desk import DRAW, HOUR, SEED, START, PromotionDesk, one_prize_terms
from tests.refused import Refused
from tests.terms.complete import terms_with_line

KEY = "star-sydney-2016"
RULES = get_rulebook(KEY)
SECOND = 1_000_000


def test_10_8_a_winner_not_told_within_two_days_is_overdue() -> None:
    """48 hours after the draw not yet, a second later yes; where winners had to be there, never."""
    desk = PromotionDesk(KEY).draw()
    there = PromotionDesk(KEY).draw(terms_with_line(one_prize_terms(KEY), "claim.present", True))

    assert overdue_notifications(desk.promotion, DRAW + 48 * HOUR) == []
    assert overdue_notifications(desk.promotion, DRAW + 48 * HOUR + SECOND) == [0, 1]
    assert overdue_notifications(there.promotion, DRAW + 49 * HOUR) == []
    desk.now = DRAW + 48 * HOUR
    (told,) = desk.do(NotifyWinner, award=0, method="mail")
    assert isinstance(told, WinnerNotified) and not told.late


@pytest.mark.parametrize(
    ("method", "clause"),
    [("in-person", "10.8.1"), ("mail", "10.8.2"), ("telephone", "10.8.3"), ("email", "10.8.4")],
)
@proves("10.8.1", "10.8.2", "10.8.3", "10.8.4")
def test_10_8_each_way_to_tell_a_winner_counts_by_its_clause(method: str, clause: str) -> None:
    """A text message does not."""
    desk = PromotionDesk(KEY).draw()
    sms = desk.expect_refusal(NotifyWinner, award=0, method="sms")
    (told,) = desk.do(NotifyWinner, award=0, method=method)

    assert told.clause == clause
    assert sms.clause == "10.8"


def test_10_9_the_regulator_has_the_terms_24_hours_before_the_start() -> None:
    """Unsent: refused. 23:59:59 after: refused with the time. 24 hours: started."""
    desk = PromotionDesk(KEY)
    desk.now = START
    desk.do(PublishPromotion, terms=one_prize_terms(KEY).text, commitment=commitment(SEED))
    unsent = desk.expect_refusal(StartPromotion)
    desk.do(SendPromotionTerms, reference="letter 1")
    desk.now = START + 24 * HOUR - SECOND
    early = desk.expect_refusal(StartPromotion)
    desk.now = START + 24 * HOUR
    desk.do(StartPromotion)

    assert unsent.clause == "10.9"
    assert early == Refused(
        "10.9", "The regulator has 24 hours to read the terms. Start on 01/02/2026 23:00 UTC or later."
    )


def test_10_9_other_terms_than_those_sent_wait_a_day_again() -> None:
    """Terms published again before the start were not with the regulator."""
    desk = PromotionDesk(KEY).publish(one_prize_terms(KEY))
    desk.do(PublishPromotion, terms=one_prize_terms(KEY, number=3).text, commitment=commitment(SEED))
    desk.now = START

    assert desk.expect_refusal(StartPromotion).clause == "10.9"


def test_10_9_1_after_the_start_terms_change_with_the_regulators_approval_alone() -> None:
    """Without its reference: refused. With it: a new version beside the old one."""
    desk = PromotionDesk(KEY).start(one_prize_terms(KEY))
    other = one_prize_terms(KEY, number=3)
    unapproved = desk.expect_refusal(AmendPromotion, terms=other.text)
    published = desk.expect_refusal(PublishPromotion, terms=other.text, commitment=commitment(SEED))
    (amended,) = desk.do(AmendPromotion, terms=other.text, reference="ILGA 12")

    assert RULES.promotions is not None and RULES.promotions.amending.choice is AmendmentApproval.AUTHORITY
    assert {unapproved.clause, published.clause} == {"10.9.1"}
    assert isinstance(amended, PromotionAmended)
    assert (amended.before, amended.sha256) == (one_prize_terms(KEY).sha256, other.sha256)
    assert desk.promotion.versions == (amended.before, amended.sha256)


def test_10_10_who_is_refused_a_prize_hears_why() -> None:
    """No reason, or the person is not informed: refused; a barred person is told at the desk."""
    desk = PromotionDesk(KEY).draw()
    words = {"award": 0, "name": "Ana", "place": "1 Bay St"}
    unsaid = desk.expect_refusal(RefuseClaim, reason="", informed=True, **words)
    untold = desk.expect_refusal(RefuseClaim, reason="excluded", informed=False, **words)
    barred = PromotionDesk(KEY).start(one_prize_terms(KEY))
    barred.do(BarEntrant, player="ana", reason="excluded")

    assert {unsaid.clause, untold.clause} == {"10.10"}
    assert barred.expect_refusal(EnterPromotion, player="ana").clause == "10.10"


def test_10_10_1_a_refused_claim_over_100_is_kept_with_name_address_and_reason() -> None:
    """$100.01 without an address: refused; $100.00 needs none. A refused prize goes to the next name."""
    over = PromotionDesk(KEY).draw(one_prize_terms(KEY, value="100.01"))
    nameless = over.expect_refusal(RefuseClaim, award=0, reason="excluded", informed=True, place="1 Bay St")
    homeless = over.expect_refusal(RefuseClaim, award=0, reason="excluded", informed=True, name="Ana")
    (kept,) = over.do(RefuseClaim, award=0, reason="excluded", informed=True, name="Ana", place="1 Bay St")
    (free,) = (
        PromotionDesk(KEY)
        .draw(one_prize_terms(KEY, value="100.00"))
        .do(RefuseClaim, award=0, reason="excluded", informed=True)
    )
    over.do(RedrawPrize, award=0, reason="claim refused")

    assert {nameless.clause, homeless.clause} == {"10.10.1"}
    assert isinstance(kept, ClaimRefused) and kept.kept
    assert isinstance(free, ClaimRefused) and not free.kept


def test_10_11_a_complaint_is_decided_for_good_by_the_operator_with_the_right_to_an_inspector() -> None:
    """A casino supervisor does not decide; a person who is not satisfied has to hear of the inspector."""
    desk = PromotionDesk(KEY).start(one_prize_terms(KEY))
    desk.do(RaiseComplaint, by="ana", rank=None, player="ana", about="my ticket")
    (complaint,) = desk.promotion.complaints
    words = {"complaint": complaint, "decision": "it stands"}
    low = desk.expect_refusal(DecideComplaint, rank=Rank.MANAGER, told_of_inspector=True, **words)
    untold = desk.expect_refusal(DecideComplaint, **words)
    desk.do(DecideComplaint, told_of_inspector=True, **words)

    assert {low.clause, untold.clause} == {"10.11"}
    assert desk.expect_refusal(DecideComplaint, told_of_inspector=True, **words).clause == "10.11"


def test_10_12_lost_integrity_is_told_to_the_inspectorate_at_once() -> None:
    """Postponing and cancelling both need its reference; postponed, nothing is drawn."""
    desk = PromotionDesk(KEY).close()
    desk.now = DRAW
    untold = desk.expect_refusal(PostponePromotion, reason="tickets were copied")
    desk.do(PostponePromotion, reason="tickets were copied", reference="call 1")
    held = desk.expect_refusal(DrawPrizes, seed=SEED.hex())
    silent = desk.expect_refusal(CancelPromotion, reason="copied indeed")
    desk.do(ResumePromotion, reason="counted again")
    desk.do(CancelPromotion, reason="copied after all", reference="call 2")
    desk.do(FinishPromotion)

    assert RULES.promotions is not None and RULES.promotions.integrity.choice is DoubtReport.AT_ONCE
    assert {untold.clause, held.clause, silent.clause} == {"10.12"}
    assert dict(desk.books.amounts) == {}
