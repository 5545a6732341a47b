"""The Star Sydney 2016, 10.8 to 10.12: the regulator's day, winners, refused claims, integrity lost."""

import pytest

from sicbo.draws import commitment
from sicbo.errors import Refusal
from sicbo.game.policies import Amending, Doubt
from sicbo.game.ranks import Rank
from sicbo.promotion.claims import overdue
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
from sicbo.rulebooks import get
from tests.clauses.proves import proves
from tests.promotion.desk import DRAW, HOUR, SEED, START, Desk, small
from tests.terms.complete import with_line

KEY = "star-sydney-2016"
RULES = get(KEY)
SECOND = 1_000_000


def test_10_8_a_winner_not_told_within_two_days_is_overdue() -> None:
    """48 hours after the draw not yet, a second later yes; where winners had to be there, never."""
    desk = Desk(KEY).drawn()
    there = Desk(KEY).drawn(with_line(small(KEY), "claim.present", True))

    assert overdue(desk.promotion, DRAW + 48 * HOUR) == []
    assert overdue(desk.promotion, DRAW + 48 * HOUR + SECOND) == [0, 1]
    assert overdue(there.promotion, DRAW + 49 * HOUR) == []
    desk.now = DRAW + 48 * HOUR
    (told,) = desk.done(NotifyWinner, award=0, method="mail")
    assert isinstance(told, WinnerNotified) and not told.late


@pytest.mark.parametrize(
    ("method", "clause"),
    [("in-person", "10.8.1"), ("mail", "10.8.2"), ("telephone", "10.8.3"), ("email", "10.8.4")],
)
@proves("10.8.1", "10.8.2", "10.8.3", "10.8.4")
def test_10_8_each_way_to_tell_a_winner_counts_by_its_clause(method: str, clause: str) -> None:
    """A text message does not."""
    desk = Desk(KEY).drawn()
    sms = desk.refused(NotifyWinner, award=0, method="sms")
    (told,) = desk.done(NotifyWinner, award=0, method=method)

    assert told.clause == clause
    assert sms.clause == "10.8"


def test_10_9_the_regulator_has_the_terms_24_hours_before_the_start() -> None:
    """Unsent: refused. 23:59:59 after: refused with the time. 24 hours: started."""
    desk = Desk(KEY)
    desk.now = START
    desk.done(PublishPromotion, terms=small(KEY).text, commitment=commitment(SEED))
    unsent = desk.refused(StartPromotion)
    desk.done(SendPromotionTerms, reference="letter 1")
    desk.now = START + 24 * HOUR - SECOND
    early = desk.refused(StartPromotion)
    desk.now = START + 24 * HOUR
    desk.done(StartPromotion)

    assert unsent.clause == "10.9"
    assert early == Refusal("10.9", "The regulator has 24 hours: start at 01/02/2026 23:00 UTC or later.")


def test_10_9_other_terms_than_those_sent_wait_a_day_again() -> None:
    """Terms published anew before the start were not with the regulator."""
    desk = Desk(KEY).published(small(KEY))
    desk.done(PublishPromotion, terms=small(KEY, number=3).text, commitment=commitment(SEED))
    desk.now = START

    assert desk.refused(StartPromotion).clause == "10.9"


def test_10_9_1_after_the_start_terms_change_with_the_regulators_approval_alone() -> None:
    """Without its reference: refused. With it: a new version beside the old one."""
    desk = Desk(KEY).running(small(KEY))
    other = small(KEY, number=3)
    unapproved = desk.refused(AmendPromotion, terms=other.text)
    published = desk.refused(PublishPromotion, terms=other.text, commitment=commitment(SEED))
    (amended,) = desk.done(AmendPromotion, terms=other.text, reference="ILGA 12")

    assert RULES.promotions is not None and RULES.promotions.amending.choice is Amending.AUTHORITY
    assert {unapproved.clause, published.clause} == {"10.9.1"}
    assert isinstance(amended, PromotionAmended)
    assert (amended.before, amended.sha256) == (small(KEY).sha256, other.sha256)
    assert desk.promotion.versions == (amended.before, amended.sha256)


def test_10_10_who_is_refused_a_prize_hears_why() -> None:
    """No reason, or nobody told: refused; a barred person is told at the desk."""
    desk = Desk(KEY).drawn()
    words = {"award": 0, "name": "Ana", "place": "1 Bay St"}
    unsaid = desk.refused(RefuseClaim, reason="", informed=True, **words)
    untold = desk.refused(RefuseClaim, reason="excluded", informed=False, **words)
    barred = Desk(KEY).running(small(KEY))
    barred.done(BarEntrant, player="ana", reason="excluded")

    assert {unsaid.clause, untold.clause} == {"10.10"}
    assert barred.refused(EnterPromotion, player="ana").clause == "10.10"


def test_10_10_1_a_refused_claim_over_100_is_kept_with_name_address_and_reason() -> None:
    """$100.01 without an address: refused; $100.00 needs none. A refused prize goes to the next name."""
    over = Desk(KEY).drawn(small(KEY, value="100.01"))
    nameless = over.refused(RefuseClaim, award=0, reason="excluded", informed=True, place="1 Bay St")
    homeless = over.refused(RefuseClaim, award=0, reason="excluded", informed=True, name="Ana")
    (kept,) = over.done(RefuseClaim, award=0, reason="excluded", informed=True, name="Ana", place="1 Bay St")
    (free,) = (
        Desk(KEY)
        .drawn(small(KEY, value="100.00"))
        .done(RefuseClaim, award=0, reason="excluded", informed=True)
    )
    over.done(RedrawPrize, award=0, reason="claim refused")

    assert {nameless.clause, homeless.clause} == {"10.10.1"}
    assert isinstance(kept, ClaimRefused) and kept.kept
    assert isinstance(free, ClaimRefused) and not free.kept


def test_10_11_a_complaint_is_decided_for_good_by_the_operator_with_the_right_to_an_inspector() -> None:
    """A casino supervisor does not decide; a person who is not satisfied has to hear of the inspector."""
    desk = Desk(KEY).running(small(KEY))
    desk.done(RaiseComplaint, by="ana", rank=None, player="ana", about="my ticket")
    (complaint,) = desk.promotion.complaints
    words = {"complaint": complaint, "decision": "it stands"}
    low = desk.refused(DecideComplaint, rank=Rank.MANAGER, told_of_inspector=True, **words)
    untold = desk.refused(DecideComplaint, **words)
    desk.done(DecideComplaint, told_of_inspector=True, **words)

    assert {low.clause, untold.clause} == {"10.11"}
    assert desk.refused(DecideComplaint, told_of_inspector=True, **words).clause == "10.11"


def test_10_12_lost_integrity_is_told_to_the_inspectorate_at_once() -> None:
    """Postponing and cancelling both need its reference; postponed, nothing is drawn."""
    desk = Desk(KEY).closed()
    desk.now = DRAW
    untold = desk.refused(PostponePromotion, reason="tickets were copied")
    desk.done(PostponePromotion, reason="tickets were copied", reference="call 1")
    held = desk.refused(DrawPrizes, seed=SEED.hex())
    silent = desk.refused(CancelPromotion, reason="copied indeed")
    desk.done(ResumePromotion, reason="counted again")
    desk.done(CancelPromotion, reason="copied after all", reference="call 2")
    desk.done(FinishPromotion)

    assert RULES.promotions is not None and RULES.promotions.integrity.choice is Doubt.AT_ONCE
    assert {untold.clause, held.clause, silent.clause} == {"10.12"}
    assert dict(desk.books.amounts) == {}
