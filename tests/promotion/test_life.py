"""The life of a promotion from draft to file: every allowed order of events, and books that balance."""

from random import Random
from typing import Any

import pytest

from sicbo.draws import commitment, draw_names
from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.machine.accounts import Account, AccountPlace
from sicbo.machine.structs import encode_sorted
from sicbo.promotion import commands
from sicbo.promotion.log_kind import PROMOTION, evolve_all
from sicbo.promotion.state import PHASES, Promotion
from tests.promotion.desk import (
    CLOSE,
    DRAW,
    HOUR,
    SEED,
    START,
    WITH_PROMOTIONS,
    PromotionDesk,
    complete_promotion,
    one_prize_terms,
    with_prize,
)
from tests.terms.complete import terms_with_line
from tests.verify.promoted import assert_decided_again

BOOKS = [rules.key for rules in WITH_PROMOTIONS]


@pytest.mark.parametrize("book", BOOKS)
def test_the_winners_are_those_that_anyone_can_recompute(book: str) -> None:
    """The winners follow from the committed seed, the closed list and the name of the draw."""
    desk = PromotionDesk(book).draw(names=9)
    came = draw_names(SEED, sorted((f"P{number}", 1) for number in range(9)), "Autumn", 2)

    assert [award.won.player for award in desk.promotion.awards] == list(came)
    assert desk.promotion.commitment == commitment(SEED)


@pytest.mark.parametrize("book", BOOKS)
def test_the_scrutineers_word_is_part_of_the_draw(book: str) -> None:
    """The word comes after the list is closed, so knowing the seed does not help to choose the entrants."""
    orders = set()
    for word in ("", "7", "kookaburra", "12 March"):
        desk = PromotionDesk(book).close(names=9)
        desk.now = DRAW
        desk.do(commands.DrawPrizes, seed=SEED.hex(), word=word)
        orders.add(tuple(award.won.player for award in desk.promotion.awards))

    assert len(orders) > 2
    twice = PromotionDesk(book).close()
    twice.now = DRAW
    assert "one line" in twice.expect_refusal(commands.DrawPrizes, seed=SEED.hex(), word="a\nb").says


@pytest.mark.parametrize("book", BOOKS)
def test_a_prize_that_is_refused_goes_down_the_list_until_it_ends(book: str) -> None:
    """With three entrants and two prizes, one name is left after the draw, then none."""
    desk = PromotionDesk(book).draw(names=3)
    words = {"informed": True, "name": "Ana", "place": "1 Bay St"}
    early = desk.expect_refusal(commands.RedrawPrize, award=0, reason="why not")
    for _ in range(2):
        desk.do(commands.RefuseClaim, award=0, reason="excluded", **words)
        last = desk.submit(commands.RedrawPrize, award=0, reason="refused")

    assert "can still claim" in early.says
    assert isinstance(last, Refusal) and "Every name" in last.says
    assert len({award.won.player for award in desk.promotion.awards}) == 2


@pytest.mark.parametrize("book", BOOKS)
def test_the_dice_give_a_prize_to_who_wagered_enough_on_a_winning_round(book: str) -> None:
    """Small wins at 1-2-4 with the minimum wager; not at 6-6-6, not below it, and not beyond the stock."""
    terms = with_prize(
        terms_with_line(one_prize_terms(book, number=1), "award.method", "dice"), "prizes[].bet", "small"
    )
    desk = PromotionDesk(book).start(terms)
    words = {"player": "ana", "prize": "Cash prize", "table": "T1", "round": 4}
    lost = desk.expect_refusal(commands.AwardByDice, dice=(6, 6, 6), wager=2_500, **words)
    low = desk.expect_refusal(commands.AwardByDice, dice=(1, 2, 4), wager=2_499, **words)
    desk.do(commands.AwardByDice, dice=(1, 2, 4), wager=2_500, **words)
    gone = desk.expect_refusal(commands.AwardByDice, dice=(1, 2, 4), wager=2_500, **words)
    fewer = desk.expect_refusal(
        commands.AmendPromotion, terms=with_prize(terms, "prizes[].value", "1.00").text, reference="x"
    )
    desk.do(commands.BarEntrant, player="ben", reason="excluded")
    barred = desk.expect_refusal(
        commands.AwardByDice, dice=(1, 2, 4), wager=2_500, **(words | {"player": "ben"})
    )
    more = with_prize(terms, "prizes[].count", 2)
    desk.do(commands.AmendPromotion, terms=more.text, reference="x")
    desk.do(commands.ClaimPrize, award=0, present=True)

    assert "barred" in barred.says
    assert "do not win" in lost.says and "below $25" in low.says and "is left" in gone.says
    assert "was won" in fewer.says
    desk.now = CLOSE
    desk.do(commands.ClosePromotion)
    desk.do(commands.PublishWinners, place="website")
    desk.do(commands.FinishPromotion)
    assert desk.books.amount_of(Account(AccountPlace.GIVEN, "ana"), "cash") == 50_000


@pytest.mark.parametrize("book", BOOKS)
def test_tokens_are_given_by_a_voucher_and_nothing_else_is(book: str) -> None:
    """Tokens need a voucher number, and a number for cash is refused."""
    tokens, cash = PromotionDesk(book).draw(one_prize_terms(book, kind="tokens")), PromotionDesk(book).draw()
    bare = tokens.expect_refusal(commands.ClaimPrize, award=0)
    tokens.do(commands.ClaimPrize, award=0, voucher="V-1001")

    assert "voucher of their value" in bare.says
    assert (
        "Leave the voucher number out"
        in cash.expect_refusal(commands.ClaimPrize, award=0, voucher="V-1").says
    )


@pytest.mark.parametrize("book", BOOKS)
def test_the_books_of_a_whole_promotion_end_with_what_was_given(book: str) -> None:
    """Prizes of seven kinds are reserved, won, refused and redrawn, and claimed; nothing is left over."""
    terms = terms_with_line(
        terms_with_line(complete_promotion(book), "entry.rounds", 0), "entry.most_tickets", 1
    )
    desk = PromotionDesk(book).draw(terms, names=30, scrutineer="sam")
    desk.do(commands.RefuseClaim, award=0, reason="excluded", informed=True, name="Ana", place="1 Bay St")
    desk.do(commands.RedrawPrize, award=0, reason="refused")
    for number, award in enumerate(desk.promotion.awards):
        voucher = f"V-{number}" if award.won.prize == "Table play" else ""
        desk.do(commands.ClaimPrize, award=number, voucher=voucher)
    desk.do(commands.PublishWinners, place="website")
    desk.do(commands.FinishPromotion)

    given = {
        kind: sum(desk.books.held_by_player(AccountPlace.GIVEN).get((f"P{n}", kind), 0) for n in range(30))
        for kind in ("cash", "token", "prize")
    }
    assert given == {"cash": 200_000, "token": 100_000, "prize": 84_858_000}
    assert not desk.books.unbalanced_kinds()
    assert desk.books.accounts_with_wrong_sign() == []
    assert (
        desk.books.held_by_player(AccountPlace.CLAIM) == desk.books.held_by_player(AccountPlace.STOCK) == {}
    )


WORDS: dict[str, Any] = {
    "player": ("ana", "ben", "chi"),
    "table": ("T1",),
    "round": (1, 2),
    "wager": (0, 2_499, 2_500),
    "award": (-1, 0, 1, 9),
    "reason": ("", "why"),
    "reference": ("", "letter"),
    "request": ("", "c3"),
    "name": ("", "sam", "mia"),
    "place": ("", "website"),
    "second": ("", "sam"),
    "seed": (SEED.hex(), "00"),
    "word": ("", "x"),
    "method": ("mail", "fax"),
    "note": ("",),
    "complaint": ("c1", "c9"),
    "about": ("", "x"),
    "decision": ("", "x"),
    "prize": ("Cash prize", "x"),
    "dice": ((1, 2, 4), (6, 6, 6)),
    "parts": ((), (commands.PaymentPart("cash", 50_000),)),
    "voucher": ("",),
    "commitment": (commitment(SEED), ""),
}
BOOLEANS = ("present", "alternative", "informed", "satisfied", "told_of_inspector")


def random_promotion(book: str, chance: Random) -> PromotionDesk:
    """Return a promotion at a random phase."""
    desk, terms = PromotionDesk(book), one_prize_terms(book)
    ways = (lambda: desk, lambda: desk.publish(terms), lambda: desk.start(terms), desk.close, desk.draw)
    return chance.choice(ways)()


def submit_random_command(desk: PromotionDesk, chance: Random, terms: list[str]) -> None:
    """Give a random command."""
    kind = chance.choice(tuple(PROMOTION.rules))
    words = {
        name: chance.choice(terms if name == "terms" else (False, True) if name in BOOLEANS else WORDS[name])
        for name in kind.__struct_fields__
        if name not in ("id", "stamp")
    }
    rank = chance.choice((None, Rank.SENIOR_MANAGER, Rank.SENIOR_MANAGER))
    desk.submit(kind, by=chance.choice(("mia", "sam")), rank=rank, **words)


@pytest.mark.parametrize("book", BOOKS)
def test_whatever_is_asked_in_whatever_order_the_books_balance_and_replay_is_the_same(book: str) -> None:
    """Eighty runs of a hundred random commands raise nothing, create no money, and replay the same."""
    terms = [
        one_prize_terms(book).text,
        terms_with_line(one_prize_terms(book), "award.method", "dice").text,
        "x",
    ]
    phases = set()
    for seed in range(80):
        chance = Random(seed)
        desk = random_promotion(book, chance)
        for _ in range(100):
            if chance.random() < 0.1:
                desk.now = max(desk.now, chance.choice((START, desk.now + HOUR, CLOSE, DRAW)))
            submit_random_command(desk, chance, terms)
            phases.add(desk.promotion.phase)
        assert not desk.books.unbalanced_kinds()
        assert desk.books.accounts_with_wrong_sign() == []
        fresh = Promotion(desk.promotion.name, desk.promotion.rulebook, desk.promotion.layout_key)
        text = [encode_sorted(event) for event in desk.events]
        again = evolve_all(fresh, map(PROMOTION.decode_event, text))
        assert again == desk.promotion
        assert_decided_again(desk, book)

    assert phases == set(PHASES)


def test_terms_of_another_rulebook_are_not_published() -> None:
    """Terms of Crown Sydney are complete but lack what The Star requires."""
    terms = one_prize_terms("crown-sydney-2024").text
    refusal = PromotionDesk("star-sydney-2016").expect_refusal(
        commands.PublishPromotion, terms=terms, commitment="0" * 64
    )

    assert (refusal.clause, "star-sydney-2016" in refusal.says) == ("10.1", True)


def test_every_refusal_is_a_sentence_that_says_what_to_do() -> None:
    """Every refusal ends in a full stop and cites a clause of its rulebook."""
    desk = PromotionDesk("star-sydney")
    kinds = [kind for kind in tuple(PROMOTION.rules) if kind is not commands.RaiseComplaint]
    for kind in kinds:
        words = {
            name: False if name in BOOLEANS else (WORDS | {"terms": ("x",)})[name][0]
            for name in kind.__struct_fields__
            if name not in ("id", "stamp")
        }
        refusal = desk.expect_refusal(kind, **words)

        assert refusal.says.endswith(".")
        assert refusal.clause.startswith("10.")


@pytest.mark.parametrize("book", BOOKS)
def test_a_promotion_without_possible_entrants_does_not_start(book: str) -> None:
    """Terms whose entries closed before the start are published again first; the desk says why."""
    desk = PromotionDesk(book)
    desk.do(commands.PublishPromotion, terms=one_prize_terms(book).text, commitment=commitment(SEED))
    desk.do(commands.SendPromotionTerms, reference="LG-1")
    desk.now = CLOSE
    late = desk.expect_refusal(commands.StartPromotion)

    assert late.clause == desk.promotion.clause("entry.closes") and "no one could enter" in late.says
