"""Crown Sydney 2024, 9.1 to 9.5: permitted prizes, required terms, and compliance with them."""

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import AmendmentApproval, CashInstead, Scrutineer
from sicbo.game.ranks import Rank
from sicbo.promotion.commands import (
    AmendPromotion,
    ClaimPrize,
    ClosePromotion,
    ConfirmDraw,
    CountPlay,
    DrawPrizes,
    EnterPromotion,
    FinishPromotion,
    NominateScrutineer,
    PaymentPart,
    PublishPromotion,
    PublishWinners,
    RedrawPrize,
    StartPromotion,
)
from sicbo.promotion.conditions import errors_in_terms
from sicbo.rulebooks import get_rulebook
from sicbo.terms.loader import Terms
from tests.clauses.proves import proves
from tests.promotion.desk import (
    CLOSE,
    DRAW,
    SEED,
    PromotionDesk,
    complete_promotion,
    one_prize_terms,
    with_prize,
)
from tests.promotion.removing import clauses_named_without, parts_of
from tests.refused import Refused
from tests.terms.complete import terms_with_line

KEY = "crown-sydney-2024"
RULES = get_rulebook(KEY)
SECOND = 1_000_000

CONTENTS = [f"9.5.{number}" for number in range(1, 10)]
DETAILS = [
    *(f"9.5.9(a)({numeral})" for numeral in ("i", "ii", "iii")),
    *(f"9.5.9(b)({numeral})" for numeral in ("i", "ii", "iii", "iv")),
    *(f"9.5.9(c)({numeral})" for numeral in ("i", "ii", "iii", "iv")),
    *(f"9.5.9(d)({numeral})" for numeral in ("i", "ii", "iii", "iv", "v", "vi")),
]
BARRED = ["9.3.1", "9.3.2", "9.3.3", "9.3.4", "9.3.5"]


def clauses(terms: Terms) -> list[str]:
    """Return the clauses that lint names."""
    return [one.clause for one in errors_in_terms(terms, RULES, RULES.layouts[0])]


def test_9_1_only_management_offers_prizes() -> None:
    """A supervisor cannot publish, an Area Manager can. Without such a clause no rank can."""
    low = PromotionDesk(KEY).expect_refusal(
        PublishPromotion, rank=Rank.SUPERVISOR, terms=complete_promotion(KEY).text
    )
    high = PromotionDesk(KEY).publish()

    assert low == Refused("9.1", "Call this rank or above: Area Manager.")
    assert high.promotion.phase == "published"
    assert get_rulebook("canberra").promotions is None


def test_9_2_a_scrutineer_may_oversee_the_draw_of_a_large_prize() -> None:
    """A prize of $10,001 is drawn with the nominated scrutineer, who then signs, or without one."""
    large = one_prize_terms(KEY, value="10001.00")
    alone = PromotionDesk(KEY).draw(large)
    overseen = PromotionDesk(KEY).close(large)
    overseen.do(NominateScrutineer, name="sam")
    overseen.now = DRAW
    another = overseen.expect_refusal(DrawPrizes, seed=SEED.hex(), second="eve")
    overseen.do(DrawPrizes, seed=SEED.hex(), second="sam")
    unsigned = overseen.expect_refusal(ClaimPrize, award=0)
    not_me = overseen.expect_refusal(ConfirmDraw, by="mia")
    overseen.do(ConfirmDraw, by="sam", rank=None)

    assert RULES.promotions is not None and RULES.promotions.scrutineer.choice is Scrutineer.MAY
    assert alone.promotion.needs_scrutineer and alone.promotion.confirmed
    assert not PromotionDesk(KEY).draw(one_prize_terms(KEY, value="10000.00")).promotion.needs_scrutineer
    assert {another.clause, unsigned.clause, not_me.clause} == {"9.2"}
    overseen.do(ClaimPrize, award=0)


@pytest.mark.parametrize("clause", BARRED)
@proves("9.3", *BARRED)
def test_9_3_each_thing_that_the_act_forbids_is_confirmed_absent(clause: str) -> None:
    """Unconfirmed, or confirmed to be there: publication is refused by that clause."""
    paths = {
        item.path for item in RULES.terms.promotion if item.clause == clause and item.path[:7] == "barred."
    }
    flags = [path for path in paths if path != "barred.regulation"]

    assert clauses_named_without(KEY, clause) and all(
        named == [clause] for named in clauses_named_without(KEY, clause)
    )
    assert [clauses(terms_with_line(complete_promotion(KEY), path, True)) for path in flags] == [[clause]]


@pytest.mark.parametrize(
    ("kind", "clause"),
    [
        ("tobacco", "9.3.1"),
        ("firearm", "9.3.2"),
        ("ammunition", "9.3.2"),
        ("imitation-firearm", "9.3.2"),
        ("prohibited-weapon", "9.3.3"),
        ("prescribed", "9.3.5"),
    ],
)
@proves("9.3.1", "9.3.2", "9.3.3", "9.3.5")
def test_9_3_a_prize_of_a_forbidden_kind_names_its_clause(kind: str, clause: str) -> None:
    """Whatever the checklist says."""
    assert clauses(with_prize(one_prize_terms(KEY), "prizes[].kind", kind)) == [clause]


def test_9_3_4_twenty_litres_of_liquor_are_a_prize_and_a_drop_more_is_none() -> None:
    """20,000 millilitres pass, 20,001 do not."""
    wine = one_prize_terms(KEY, kind="liquor")

    assert clauses(with_prize(wine, "prizes[].millilitres", 20_000)) == []
    assert clauses(with_prize(wine, "prizes[].millilitres", 20_001)) == ["9.3.4"]


def test_9_4_terms_are_named_in_marketing_and_can_be_had() -> None:
    """Without either nothing is published, and no person can enter before publication."""
    assert clauses_named_without(KEY, "9.4") == [["9.4"], ["9.4"]]
    assert isinstance(PromotionDesk(KEY).submit(StartPromotion), Refusal)
    assert isinstance(PromotionDesk(KEY).submit(EnterPromotion, player="ana"), Refusal)


def test_9_4_terms_are_amended_on_record_and_never_what_was_won() -> None:
    """No approval is required; the previous version is kept, and the method of awarding cannot change."""
    desk = PromotionDesk(KEY).start(one_prize_terms(KEY))
    other = one_prize_terms(KEY, number=3)
    desk.do(AmendPromotion, terms=other.text)
    method = desk.expect_refusal(AmendPromotion, terms=terms_with_line(other, "award.method", "dice").text)

    assert RULES.promotions is not None and RULES.promotions.amending.choice is AmendmentApproval.OPERATOR
    assert desk.promotion.versions == (one_prize_terms(KEY).sha256, other.sha256)
    assert method.clause == "9.4"


@pytest.mark.parametrize("clause", [*CONTENTS, *DETAILS])
@proves("9.5", *CONTENTS, *DETAILS)
def test_9_5_without_one_item_exactly_its_clause_is_named(clause: str) -> None:
    """Every item of the clause, taken out by itself."""
    assert clauses_named_without(KEY, clause) != []
    assert all(named == [clause] for named in clauses_named_without(KEY, clause))


def test_9_5_empty_terms_lack_every_content() -> None:
    """One finding at least for each of 9.5.1 to 9.5.9."""
    empty = Terms("", {"kind": "promotion", "rulebook": KEY, "name": "x"})

    assert set(CONTENTS) - set(clauses(empty)) == set()


@pytest.mark.parametrize(
    ("kind", "letter", "fields"),
    [
        ("appliance", "a", 3),
        ("vehicle", "b", 4),
        ("travel", "c", 7),
        ("real-estate", "d", 6),
    ],
)
@proves("9.5.9(a)", "9.5.9(b)", "9.5.9(c)", "9.5.9(d)")
def test_9_5_9_each_kind_of_prize_demands_its_own_details(kind: str, letter: str, fields: int) -> None:
    """A television needs make, model and accessories; cash does not."""
    parts = parts_of(KEY, kind)

    assert len(parts) == fields
    assert {clause[:8] for clause in parts.values()} == {f"9.5.9({letter})"}
    assert clauses(one_prize_terms(KEY, kind="cash")) == []


def test_9_5_1_prizes_are_awarded_by_the_method_of_the_terms_and_no_other() -> None:
    """Where the dice award, nothing is drawn; a seed that was not promised draws nothing."""
    by_dice = PromotionDesk(KEY).start(terms_with_line(one_prize_terms(KEY), "award.method", "dice"))
    by_dice.now = CLOSE
    by_dice.do(ClosePromotion)
    by_dice.now = DRAW
    by_draw = PromotionDesk(KEY).close()
    by_draw.now = DRAW

    assert by_dice.expect_refusal(DrawPrizes, seed=SEED.hex()).clause == "9.5.1"
    assert by_draw.expect_refusal(DrawPrizes, seed=bytes(32).hex()).clause == "9.5.1"
    by_draw.do(DrawPrizes, seed=SEED.hex())
    assert by_draw.submit(DrawPrizes, seed=SEED.hex()) != ()


def test_9_5_2_nothing_is_drawn_before_the_announced_time() -> None:
    """One second before nine: refused with the time."""
    desk = PromotionDesk(KEY).close()
    desk.now = DRAW - SECOND
    early = desk.expect_refusal(DrawPrizes, seed=SEED.hex())
    desk.now = DRAW
    desk.do(DrawPrizes, seed=SEED.hex())

    assert early == Refused("9.5.2", "The terms announce the draw for 01/03/2026 10:00 UTC. Wait until then.")


def test_9_5_3_nine_rounds_with_a_wager_make_no_ticket_and_ten_make_one() -> None:
    """One person has no more tickets than the terms allow."""
    desk = PromotionDesk(KEY).start(complete_promotion(KEY))
    for number in range(9):
        desk.do(CountPlay, player="ana", table="T1", round=number, wager=2_500)
    nine = desk.promotion.tickets.get("ana", 0)
    desk.do(CountPlay, player="ana", table="T1", round=9, wager=2_500)
    at_desk = desk.expect_refusal(EnterPromotion, player="ana")
    capped = PromotionDesk(KEY).start(one_prize_terms(KEY))
    capped.do(EnterPromotion, player="ana")

    assert (nine, desk.promotion.tickets["ana"]) == (0, 1)
    assert {at_desk.clause, capped.expect_refusal(EnterPromotion, player="ana").clause} == {"9.5.3"}


def test_9_5_4_a_wager_below_the_minimum_earns_nothing() -> None:
    """24.99 does not count, 25.00 does."""
    desk = PromotionDesk(KEY).start(complete_promotion(KEY))
    low = desk.expect_refusal(CountPlay, player="ana", table="T1", round=1, wager=2_499)
    desk.do(CountPlay, player="ana", table="T1", round=2, wager=2_500)

    assert low == Refused("9.5.4", "A round counts only with a wager of at least $25.")
    assert desk.promotion.played["ana"] == 1


def test_9_5_6_an_entry_at_the_closing_time_is_too_late() -> None:
    """A second before it is taken; the list is not closed earlier either."""
    desk = PromotionDesk(KEY).start(one_prize_terms(KEY))
    desk.now = CLOSE - SECOND
    desk.do(EnterPromotion, player="ana")
    early = desk.expect_refusal(ClosePromotion)
    desk.now = CLOSE
    late = desk.expect_refusal(EnterPromotion, player="ben")

    assert (early.clause, late.clause) == ("9.5.6", "9.5.6")


def test_9_5_7_an_absent_winner_who_had_to_be_there_gets_nothing() -> None:
    """The prize goes to the next name; if presence is not required, the claim is taken."""
    desk = PromotionDesk(KEY).draw(terms_with_line(one_prize_terms(KEY), "claim.present", True))
    first = desk.promotion.awards[0].won.player
    absent = desk.expect_refusal(ClaimPrize, award=0)
    desk.do(RedrawPrize, award=0, reason="not in the room")
    desk.do(ClaimPrize, award=0, present=True)

    assert absent.clause == "9.5.7"
    assert desk.promotion.awards[0].won.player != first
    PromotionDesk(KEY).draw().do(ClaimPrize, award=0)


def test_9_5_8_a_promotion_is_filed_when_its_results_are_published() -> None:
    """Claims settled and results unpublished: not yet."""
    desk = PromotionDesk(KEY).draw()
    desk.do(ClaimPrize, award=0)
    open_claim = desk.expect_refusal(FinishPromotion)
    desk.do(ClaimPrize, award=1)
    unpublished = desk.expect_refusal(FinishPromotion)
    nowhere = desk.expect_refusal(PublishWinners, place="")
    desk.do(PublishWinners, place="website")
    desk.do(FinishPromotion)

    assert (open_claim.clause, unpublished.clause, nowhere.clause) == ("9.5.7", "9.5.8", "9.5.8")


def test_9_5_9_a_prize_is_given_as_described_and_has_no_cash_instead() -> None:
    """The terms of this text state no alternative; cash is paid whole."""
    television = PromotionDesk(KEY).draw(one_prize_terms(KEY, kind="appliance"))
    cash = PromotionDesk(KEY).draw()

    assert RULES.promotions is not None
    assert RULES.promotions.cash_alternative.choice is CashInstead.NOT_PROVIDED
    assert television.expect_refusal(ClaimPrize, award=0, alternative=True).clause == "9.5.9"
    assert cash.expect_refusal(ClaimPrize, award=0, parts=(PaymentPart("cash", 49_999),)).clause == "9.5.9"
