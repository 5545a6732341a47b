"""The terms of a promotion: lint names exactly the clause that is not satisfied, and guards publication."""

import pytest

from sicbo.draws import commitment
from sicbo.errors import BadInput, Refusal
from sicbo.game.rulebook.required_terms import Item
from sicbo.game.rulebook.rules import Rules
from sicbo.promotion.commands import PublishPromotion
from sicbo.promotion.conditions import errors_in_terms
from sicbo.rulebooks import get_rulebook
from sicbo.terms.loader import Terms
from sicbo.terms.render import html, markdown
from tests.promotion.desk import (
    SEED,
    WITH_PROMOTIONS,
    PromotionDesk,
    complete_promotion,
    one_prize_terms,
    with_prize,
)
from tests.promotion.removing import promotion_terms_without, terms_text
from tests.terms.complete import ODD, terms_with_line, terms_with_value

EVERY = [(rules, item) for rules in WITH_PROMOTIONS for item in rules.terms.promotion]


def parameter_name(pair: object) -> str:
    """Name a rulebook or an item for pytest."""
    return (
        pair.key if isinstance(pair, Rules) else f"{pair.path} {pair.when}" if isinstance(pair, Item) else ""
    )


@pytest.mark.parametrize("rules", WITH_PROMOTIONS, ids=parameter_name)
def test_complete_terms_are_published(rules: Rules) -> None:
    """Lint finds nothing in the complete template, and it is published."""
    assert errors_in_terms(complete_promotion(rules.key), rules, rules.layouts[0]) == ()
    PromotionDesk(rules.key).publish()
    assert len(rules.terms.promotion) > 50


@pytest.mark.parametrize(("rules", "item"), EVERY, ids=parameter_name)
def test_without_one_item_exactly_its_clause_is_named_and_nothing_is_published(
    rules: Rules, item: Item
) -> None:
    """Lint and the refusal to publish name that clause and no other."""
    terms = promotion_terms_without(rules.key, item)
    found = errors_in_terms(terms, rules, rules.layouts[0])
    desk = PromotionDesk(rules.key)
    refusal = desk.expect_refusal(PublishPromotion, terms=terms.text, commitment=commitment(SEED))

    assert [one.clause for one in found] == [item.clause]
    assert refusal.clause == item.clause
    assert desk.promotion.phase == "draft"


@pytest.mark.parametrize(("rules", "item"), EVERY, ids=parameter_name)
def test_an_answer_that_cannot_be_meant_is_refused_by_its_clause(rules: Rules, item: Item) -> None:
    """Whatever is written there, publication accepts it or refuses it by a clause in one sentence."""
    for value in ODD:
        desk, data = (
            PromotionDesk(rules.key),
            terms_with_value(complete_promotion(rules.key).data, item, value),
        )
        outcome = desk.submit(PublishPromotion, terms=terms_text(data), commitment=commitment(SEED))

        assert not isinstance(outcome, Refusal) or outcome.clause


@pytest.mark.parametrize("rules", WITH_PROMOTIONS, ids=parameter_name)
def test_an_unknown_kind_of_prize_is_no_prize(rules: Rules) -> None:
    """The refusal lists the known kinds."""
    terms = with_prize(one_prize_terms(rules.key), "prizes[].kind", "unicorn")
    (found,) = errors_in_terms(terms, rules, rules.layouts[0])

    assert "unicorn" in found.says
    assert "real-estate" in found.says


@pytest.mark.parametrize("rules", WITH_PROMOTIONS, ids=parameter_name)
def test_what_no_clause_asks_for_is_named(rules: Rules) -> None:
    """Terms cannot set their own odds."""
    terms = complete_promotion(rules.key)
    more = Terms(terms.text, dict(terms.data) | {"odds": {"small": "2"}})

    assert [one.place for one in errors_in_terms(more, rules, rules.layouts[0])] == ["odds.small"]


@pytest.mark.parametrize("rules", WITH_PROMOTIONS, ids=parameter_name)
def test_two_prizes_of_one_name_and_an_unknown_bet_are_named(rules: Rules) -> None:
    """A winner of `Car` has to know which one; a prize by dice needs a bet of the layout."""
    twice = with_prize(complete_promotion(rules.key), "prizes[].name", "Car")
    bet = with_prize(
        terms_with_line(one_prize_terms(rules.key), "award.method", "dice"), "prizes[].bet", "lucky"
    )

    assert {one.message.key for one in errors_in_terms(twice, rules, rules.layouts[0])} == {
        "terms-check.prize-name-twice"
    }
    assert "no bet 'lucky'" in " ".join(map(str, errors_in_terms(bet, rules, rules.layouts[0])))


def test_a_draw_before_the_close_is_named() -> None:
    """Terms that contradict themselves are refused."""
    rules = get_rulebook("star-sydney")
    early = terms_with_line(
        complete_promotion(rules.key), "entry.closes", complete_promotion(rules.key).data["details"]["starts"]
    )
    late = terms_with_line(
        complete_promotion(rules.key), "award.at", complete_promotion(rules.key).data["details"]["starts"]
    )

    assert [one.place for one in errors_in_terms(early, rules, rules.layouts[0])] == ["entry.closes"]
    assert [one.place for one in errors_in_terms(late, rules, rules.layouts[0])] == ["award.at"]


def test_a_rulebook_without_promotions_publishes_none() -> None:
    """Canberra has no clause on promotions."""
    rules = get_rulebook("canberra")
    with pytest.raises(BadInput, match="no clause on promotions"):
        errors_in_terms(complete_promotion("crown-sydney"), rules, rules.layouts[0])


@pytest.mark.parametrize("text", ["", "kind =", 'kind = "tournament"\nrulebook = "x"\nname = "y"'])
def test_what_are_no_terms_of_a_promotion_is_refused(text: str) -> None:
    """One sentence says what is wrong with the file."""
    refusal = PromotionDesk("crown-sydney").submit(PublishPromotion, terms=text, commitment=commitment(SEED))

    assert isinstance(refusal, Refusal)
    assert refusal.clause == "9.1"


@pytest.mark.parametrize("rules", WITH_PROMOTIONS, ids=parameter_name)
def test_the_document_states_every_item_with_its_clause(rules: Rules) -> None:
    """The document has every item in Markdown and as a page, with headings in four languages."""
    terms = complete_promotion(rules.key)
    for language, heading in (
        ("en", "Prizes"),
        ("zh-Hans", "奖品"),
        ("zh-Hant", "獎品"),
        ("vi", "Giải thưởng"),
    ):
        text = markdown(terms, rules.terms.promotion, language)
        page = html(terms, rules.terms.promotion, language)

        assert [item for item in rules.terms.promotion if item.clause not in text and not item.when] == []
        assert heading in text
        assert heading in page
        assert "<script" not in page
