"""The Star Sydney 2016, 10.1 to 10.7: permitted prizes, required terms, and compliance with them."""

import pytest

from sicbo.game.policies import CashInstead, Scrutineer
from sicbo.game.ranks import Rank
from sicbo.promotion.commands import (
    ClaimPrize,
    ClosePromotion,
    ConfirmDraw,
    CountPlay,
    DrawPrizes,
    EnterPromotion,
    FinishPromotion,
    NominateScrutineer,
    NotifyWinner,
    PaymentPart,
    PublishPromotion,
    PublishWinners,
    RedrawPrize,
    StartPromotion,
)
from sicbo.promotion.conditions import errors_in_terms
from sicbo.promotion.events import PrizeClaimed
from sicbo.rulebooks import get_rulebook
from sicbo.terms.loader import Terms
from tests.clauses.proves import proves
from tests.promotion.desk import (
    CLOSE,
    DRAW,
    SEED,
    START,
    PromotionDesk,
    complete_promotion,
    one_prize_terms,
    with_prize,
)
from tests.promotion.removing import clauses_named_without, parts_of
from tests.refused import Refused
from tests.terms.complete import terms_with_line

KEY = "star-sydney-2016"
RULES = get_rulebook(KEY)
SECOND = 1_000_000

CONTENTS = [f"10.7.{number}" for number in range(1, 12)]
DETAILS = [
    *(f"10.7.11.1/{numeral}" for numeral in ("i", "ii", "iii")),
    *(f"10.7.11.2/{numeral}" for numeral in ("i", "ii", "iii", "iv")),
    *(f"10.7.11.3/{numeral}" for numeral in ("i", "ii", "iii", "iv")),
    *(f"10.7.11.4/{numeral}" for numeral in ("i", "ii", "iii", "iv", "v", "vi")),
]
BARRED = ["10.5.1", "10.5.2", "10.5.3", "10.5.4", "10.5.5"]


def clauses(terms: Terms) -> list[str]:
    """Return the clauses that lint names."""
    return [one.clause for one in errors_in_terms(terms, RULES, RULES.layouts[0])]


def test_10_1_only_the_operator_offers_prizes() -> None:
    """A casino supervisor cannot publish; terms that fail a check start nothing."""
    low = PromotionDesk(KEY).expect_refusal(
        PublishPromotion, rank=Rank.MANAGER, terms=complete_promotion(KEY).text
    )
    player = PromotionDesk(KEY).expect_refusal(
        PublishPromotion, rank=None, terms=complete_promotion(KEY).text
    )
    draft = PromotionDesk(KEY)

    assert low == player == Refused("10.1", "Call this rank or above: casino operator.")
    assert draft.expect_refusal(StartPromotion).clause == "10.1"


def test_10_2_a_prize_over_10_000_is_drawn_under_the_nominated_scrutineer_or_not_at_all() -> None:
    """$10,001 without a scrutineer is refused; $10,000 is drawn. The scrutineer does not draw."""
    large = one_prize_terms(KEY, value="10001.00")
    alone = PromotionDesk(KEY).close(large)
    alone.now = DRAW
    refused = alone.expect_refusal(DrawPrizes, seed=SEED.hex())
    unnamed = alone.expect_refusal(DrawPrizes, seed=SEED.hex(), second="sam")
    herself = alone.expect_refusal(NominateScrutineer, by="mia", name="mia")
    alone.do(NominateScrutineer, name="sam")
    both = alone.expect_refusal(DrawPrizes, by="sam", seed=SEED.hex(), second="sam")
    overseen = PromotionDesk(KEY).draw(large, scrutineer="sam")

    assert RULES.promotions is not None and RULES.promotions.scrutineer.choice is Scrutineer.SHALL
    assert {refused.clause, unnamed.clause, herself.clause, both.clause} == {"10.2"}
    assert overseen.promotion.confirmed
    assert PromotionDesk(KEY).draw(one_prize_terms(KEY, value="10000.00")).promotion.phase == "drawn"


def test_10_2_before_the_scrutineer_signs_no_winner_is_notified_paid_or_published() -> None:
    """Only the nominated scrutineer signs."""
    desk = PromotionDesk(KEY).close(one_prize_terms(KEY, value="10001.00"))
    desk.do(NominateScrutineer, name="sam")
    desk.now = DRAW
    desk.do(DrawPrizes, seed=SEED.hex(), second="sam")
    told = desk.expect_refusal(NotifyWinner, award=0, method="mail")
    paid = desk.expect_refusal(ClaimPrize, award=0)
    published = desk.expect_refusal(PublishWinners, place="website")
    other = desk.expect_refusal(ConfirmDraw, by="mia")
    desk.do(ConfirmDraw, by="sam", rank=None)

    assert {told.clause, paid.clause, published.clause, other.clause} == {"10.2"}
    desk.do(NotifyWinner, award=0, method="mail")


def test_10_3_a_cash_alternative_is_what_the_terms_state_and_never_for_tokens() -> None:
    """The prize is a television or $1,500; if the terms state zero, it is the television."""
    stated = PromotionDesk(KEY).draw(one_prize_terms(KEY, kind="appliance"))
    silent = PromotionDesk(KEY).draw(
        with_prize(one_prize_terms(KEY, kind="appliance"), "prizes[].cash_alternative", "0.00")
    )
    (given,) = stated.do(ClaimPrize, award=0, alternative=True)
    tokens = with_prize(one_prize_terms(KEY, kind="tokens"), "prizes[].cash_alternative", "50.00")

    assert RULES.promotions is not None and RULES.promotions.cash_alternative.choice is CashInstead.STATED
    assert isinstance(given, PrizeClaimed) and given.parts == (PaymentPart("cash", 150_000),)
    assert silent.expect_refusal(ClaimPrize, award=0, alternative=True).clause == "10.3"
    assert clauses(tokens) == ["10.3"]
    assert clauses_named_without(KEY, "10.3") == [["10.3"]]


def test_10_4_over_10_000_in_cash_the_winner_chooses_how_it_is_paid() -> None:
    """$12,000 as 5,000 in cash and 7,000 by transfer; $9,000 needs no choice."""
    desk = PromotionDesk(KEY).draw(one_prize_terms(KEY, value="12000.00"), scrutineer="sam")
    unchosen = desk.expect_refusal(ClaimPrize, award=0)
    short = desk.expect_refusal(
        ClaimPrize, award=0, parts=(PaymentPart("cash", 500_000), PaymentPart("transfer", 600_000))
    )
    odd = desk.expect_refusal(
        ClaimPrize, award=0, parts=(PaymentPart("cash", 500_000), PaymentPart("shells", 700_000))
    )
    desk.do(ClaimPrize, award=0, parts=(PaymentPart("cash", 500_000), PaymentPart("transfer", 700_000)))
    desk.do(ClaimPrize, award=1, parts=(PaymentPart("crossed-cheque", 1_200_000),))
    PromotionDesk(KEY).draw(one_prize_terms(KEY, value="9000.00")).do(ClaimPrize, award=0)

    assert {unchosen.clause, short.clause, odd.clause} == {"10.4"}
    assert clauses_named_without(KEY, "10.4") == [["10.4"]]


@pytest.mark.parametrize("clause", BARRED)
@proves("10.5", *BARRED)
def test_10_5_each_thing_that_the_act_forbids_is_confirmed_absent(clause: str) -> None:
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
        ("tobacco", "10.5.1"),
        ("firearm", "10.5.2"),
        ("ammunition", "10.5.2"),
        ("imitation-firearm", "10.5.2"),
        ("prohibited-weapon", "10.5.3"),
        ("prescribed", "10.5.5"),
    ],
)
@proves("10.5.1", "10.5.2", "10.5.3", "10.5.5")
def test_10_5_a_prize_of_a_forbidden_kind_names_its_clause(kind: str, clause: str) -> None:
    """Whatever the checklist says."""
    assert clauses(with_prize(one_prize_terms(KEY), "prizes[].kind", kind)) == [clause]


def test_10_5_4_twenty_litres_of_liquor_are_a_prize_and_a_drop_more_is_none() -> None:
    """20,000 millilitres pass, 20,001 do not."""
    wine = one_prize_terms(KEY, kind="liquor")

    assert clauses(with_prize(wine, "prizes[].millilitres", 20_000)) == []
    assert clauses(with_prize(wine, "prizes[].millilitres", 20_001)) == ["10.5.4"]


def test_10_6_terms_are_named_in_marketing_and_can_be_had() -> None:
    """Without either nothing is published."""
    assert clauses_named_without(KEY, "10.6") == [["10.6"], ["10.6"]]


@pytest.mark.parametrize("clause", [*CONTENTS, *DETAILS])
@proves("10.7", *CONTENTS, *DETAILS)
def test_10_7_without_one_item_exactly_its_clause_is_named(clause: str) -> None:
    """Every item of the clause, taken out by itself."""
    assert clauses_named_without(KEY, clause) != []
    assert all(named == [clause] for named in clauses_named_without(KEY, clause))


@pytest.mark.parametrize(
    ("kind", "parent", "fields"),
    [
        ("appliance", "10.7.11.1", 3),
        ("vehicle", "10.7.11.2", 4),
        ("travel", "10.7.11.3", 9),
        ("real-estate", "10.7.11.4", 9),
    ],
)
@proves("10.7.11.1", "10.7.11.2", "10.7.11.3", "10.7.11.4")
def test_10_7_11_each_kind_of_prize_demands_its_own_details(kind: str, parent: str, fields: int) -> None:
    """A television needs make, model and accessories; cash does not."""
    parts = parts_of(KEY, kind)

    assert len(parts) == fields
    assert {clause.partition("/")[0] for clause in parts.values()} == {parent}
    assert clauses(one_prize_terms(KEY, kind="cash")) == []


def test_10_7_11_3_i_a_journey_without_travellers_is_not_a_prize() -> None:
    """At least one person travels."""
    assert clauses(with_prize(one_prize_terms(KEY, kind="travel"), "prizes[].persons", 0)) == ["10.7.11.3/i"]


def test_10_7_1_prizes_are_awarded_by_the_method_of_the_terms_and_no_other() -> None:
    """Where the dice award, nothing is drawn; a seed that was not promised draws nothing."""
    by_dice = PromotionDesk(KEY).start(terms_with_line(one_prize_terms(KEY), "award.method", "dice"))
    by_dice.now = CLOSE
    by_dice.do(ClosePromotion)
    by_dice.now = DRAW
    by_draw = PromotionDesk(KEY).close()
    by_draw.now = DRAW

    assert by_dice.expect_refusal(DrawPrizes, seed=SEED.hex()).clause == "10.7.1"
    assert by_draw.expect_refusal(DrawPrizes, seed=bytes(32).hex()).clause == "10.7.1"


def test_10_7_2_nothing_is_drawn_before_the_announced_time() -> None:
    """One second before nine: refused with the time."""
    desk = PromotionDesk(KEY).close()
    desk.now = DRAW - SECOND

    assert desk.expect_refusal(DrawPrizes, seed=SEED.hex()).clause == "10.7.2"


def test_10_7_3_nine_rounds_with_a_wager_make_no_ticket_and_ten_make_one() -> None:
    """A barred person gets no ticket."""
    desk = PromotionDesk(KEY).start(complete_promotion(KEY))
    for number in range(9):
        desk.do(CountPlay, player="ana", table="T1", round=number, wager=2_500)
    nine = desk.promotion.tickets.get("ana", 0)
    desk.do(CountPlay, player="ana", table="T1", round=9, wager=2_500)

    assert (nine, desk.promotion.tickets["ana"]) == (0, 1)
    assert desk.expect_refusal(EnterPromotion, player="ana").clause == "10.7.3"


def test_10_7_4_a_wager_below_the_minimum_earns_nothing() -> None:
    """24.99 does not count, 25.00 does."""
    desk = PromotionDesk(KEY).start(complete_promotion(KEY))
    low = desk.expect_refusal(CountPlay, player="ana", table="T1", round=1, wager=2_499)
    desk.do(CountPlay, player="ana", table="T1", round=2, wager=2_500)

    assert low.clause == "10.7.4"
    assert desk.promotion.played["ana"] == 1


def test_10_7_6_an_entry_at_the_closing_time_is_too_late() -> None:
    """A second before it is taken; the list is not closed earlier either."""
    desk = PromotionDesk(KEY).start(one_prize_terms(KEY))
    desk.now = CLOSE - SECOND
    desk.do(EnterPromotion, player="ana")
    early = desk.expect_refusal(ClosePromotion)
    desk.now = CLOSE
    late = desk.expect_refusal(EnterPromotion, player="ben")

    assert (early.clause, late.clause) == ("10.7.6", "10.7.6")


def test_10_7_7_nothing_starts_before_the_time_of_the_terms() -> None:
    """A second before ten: refused, though the regulator had its day."""
    desk = PromotionDesk(KEY).publish(one_prize_terms(KEY))
    desk.now = START - SECOND
    early = desk.expect_refusal(StartPromotion)
    desk.now = START
    desk.do(StartPromotion)

    assert early.clause == "10.7.7"


def test_10_7_8_an_absent_winner_who_had_to_be_there_gets_nothing() -> None:
    """The prize goes to the next name of the same draw."""
    desk = PromotionDesk(KEY).draw(terms_with_line(one_prize_terms(KEY), "claim.present", True))
    first = desk.promotion.awards[0].won.player
    absent = desk.expect_refusal(ClaimPrize, award=0)
    desk.do(RedrawPrize, award=0, reason="not in the room")

    assert absent.clause == "10.7.8"
    assert desk.promotion.awards[0].won.player != first


def test_10_7_10_a_promotion_is_filed_when_its_results_are_published() -> None:
    """Claims settled and results unpublished: not yet."""
    desk = PromotionDesk(KEY).draw()
    for award in (0, 1):
        desk.do(ClaimPrize, award=award)
    unpublished = desk.expect_refusal(FinishPromotion)
    desk.do(PublishWinners, place="website")
    desk.do(FinishPromotion)

    assert unpublished.clause == "10.7.10"
