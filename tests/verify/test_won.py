"""What is won, followed: prizes that dice give, draws and who oversees them, prizes that are drawn again."""

import json
from typing import Any

import pytest

from sicbo.promotion import commands
from sicbo.verify.canonical import Wrong
from tests.promotion.desk import DRAW, SEED, PromotionDesk, complete_promotion, one_prize_terms, with_prize
from tests.terms.complete import terms_with_line
from tests.verify.offered import (
    CROWN,
    REFUSED,
    STAR,
    Lie,
    Story,
    again,
    besides,
    dice,
    is_told_so,
    lucky,
    moved,
    says,
    turned,
    written,
)
from tests.verify.test_promotions import Entries, followed, of, without

ANY_WAGER: dict[str, Any] = {"entry.minimum_wager": "0.00"}
ATTENDING: dict[str, Any] = {"claim.present": True}


def a_cent_on_the_dice() -> PromotionDesk:
    desk = PromotionDesk(STAR).start(dice(**ANY_WAGER))
    lucky(desk, wager=1)
    return desk


def the_last_prize_again() -> PromotionDesk:
    """Both prizes are won; one is refused to its winner, so that the dice may give it once more."""
    desk = PromotionDesk(STAR).start(dice())
    desk.do(commands.BarEntrant, player="eve", reason="excluded")
    for player in ("ana", "ben"):
        lucky(desk, player)
    desk.do(commands.RefuseClaim, award=0, **REFUSED)
    lucky(desk, "cho")
    return desk


def more_prizes_than_names() -> PromotionDesk:
    """One entrant, two prizes: one of them is drawn."""
    return PromotionDesk(STAR).draw(one_prize_terms(STAR), names=1)


def overseen_though_small() -> PromotionDesk:
    """Five hundred dollars need no scrutineer, and may have one."""
    return PromotionDesk(STAR).draw(one_prize_terms(STAR), scrutineer="sam")


def large_and_not_overseen() -> PromotionDesk:
    """At Crown Sydney a scrutineer may be there."""
    return PromotionDesk(CROWN).draw(one_prize_terms(CROWN, value="12000.00"))


def drawn_again() -> PromotionDesk:
    """Refused to its winner, and to the next one too: the third name of the list has the first of many."""
    terms = terms_with_line(
        terms_with_line(complete_promotion(STAR), "entry.rounds", 0), "entry.most_tickets", 1
    )
    desk = PromotionDesk(STAR).draw(terms, names=30, scrutineer="sam")
    for _ in range(2):
        desk.do(commands.RefuseClaim, award=0, **REFUSED)
        desk.do(commands.RedrawPrize, award=0, reason="refused")
    return desk


def a_prize_of_each_kind() -> PromotionDesk:
    """The car is the first of its kind, whatever else was won before."""
    desk = PromotionDesk(STAR).start(terms_with_line(complete_promotion(STAR), "award.method", "dice"))
    words: dict[str, Any] = {"table": "T1", "round": 4, "wager": 2_500, "dice": (6, 6, 6)}
    for prize in ("Cash prize", "Car"):
        desk.do(commands.AwardByDice, player="ana", prize=prize, **words)
    return desk


def two_fours_of_one() -> PromotionDesk:
    """A bet that pays otherwise on one, two and three dice is won by two."""
    desk = PromotionDesk(STAR).start(with_prize(dice(), "prizes[].bet", "single-4"))
    words: dict[str, Any] = {"prize": "Cash prize", "table": "T1", "round": 4, "wager": 2_500}
    desk.do(commands.AwardByDice, player="ana", dice=(4, 1, 4), **words)
    return desk


def running_to_a_draw() -> PromotionDesk:
    return PromotionDesk(STAR).start(one_prize_terms(STAR))


def closed_on_dice() -> PromotionDesk:
    """A prize was won by the dice, and the time of a draw has come that the terms do not make."""
    desk = PromotionDesk(STAR).start(dice())
    lucky(desk)
    desk.now = DRAW
    desk.do(commands.ClosePromotion)
    return desk


def with_a_word() -> PromotionDesk:
    """The scrutineer's word is part of the draw's name."""
    desk = PromotionDesk(STAR).close(one_prize_terms(STAR, value="500.50"))
    desk.now = DRAW
    desk.do(commands.DrawPrizes, seed=SEED.hex(), word="7")
    return desk


def not_signed() -> PromotionDesk:
    """Drawn and overseen, called off before the scrutineer signed."""
    desk = PromotionDesk(STAR).close()
    desk.do(commands.NominateScrutineer, name="sam")
    desk.now = DRAW
    desk.do(commands.DrawPrizes, seed=SEED.hex(), second="sam")
    desk.do(commands.CancelPromotion, reason="doubt", reference="I-1")
    return desk


def drawn_again_and_called_off() -> PromotionDesk:
    desk = PromotionDesk(STAR).draw()
    desk.do(commands.RefuseClaim, award=0, **REFUSED)
    desk.do(commands.RedrawPrize, award=0, reason="refused")
    desk.do(commands.CancelPromotion, reason="doubt", reference="I-1")
    return desk


def neither_told_nor_there() -> PromotionDesk:
    """The first winner was told and refused; the next one was not told, is not there, and a third has it."""
    desk = PromotionDesk(STAR).draw(one_prize_terms(STAR, **ATTENDING))
    desk.do(commands.NotifyWinner, award=0, method="in-person")
    desk.do(commands.RefuseClaim, award=0, **REFUSED)
    for reason in ("refused", "not there"):
        desk.do(commands.RedrawPrize, award=0, reason=reason)
    return desk


def claimed() -> PromotionDesk:
    desk = PromotionDesk(STAR).draw()
    desk.do(commands.ClaimPrize, award=1)
    return desk


def filed() -> PromotionDesk:
    """Both prizes are claimed, and the results are published."""
    desk = claimed()
    desk.do(commands.ClaimPrize, award=0)
    desk.do(commands.PublishWinners, place="website")
    desk.do(commands.FinishPromotion)
    return desk


HONEST: list[Story] = [
    a_cent_on_the_dice, the_last_prize_again, a_prize_of_each_kind, two_fours_of_one, closed_on_dice,
    more_prizes_than_names, overseen_though_small, large_and_not_overseen, drawn_again, with_a_word,
    not_signed, drawn_again_and_called_off, neither_told_nor_there, claimed, filed,
]  # fmt: skip


@pytest.mark.parametrize("story", HONEST)
def test_what_may_be_won_is_believed(story: Story) -> None:
    """The last prize, the smallest wager, a prize that passes from one to the next."""
    book, records = written(story)

    followed(json.loads(records), book)


def a_dearer_prize(entries: Entries) -> None:
    of(entries, "prize-redrawn")["won"][2] += 1


def the_car_instead(entries: Entries) -> None:
    of(entries, "prize-redrawn")["won"][1:] = ["Car", 3_200_000]


def nothing_is_drawn(entries: Entries) -> None:
    """A draw of no names, after which nothing was won by the dice."""
    besides(with_a_word, won=[])(entries)


def one_too_many(entries: Entries) -> None:
    says(entries, award=len(of(entries, "prizes-drawn")["won"]))


def a_word_that_nobody_gave(entries: Entries) -> None:
    """Of all the names that the draw could have had, somebody chose one."""
    entries[-1]["command"]["word"] = ""


def to_whom_is_barred(entries: Entries) -> None:
    says(entries, player="eve", won=["eve", "Cash prize", 50_000])


def to_somebody_else(entries: Entries) -> None:
    of(entries, "prize-won-by-dice")["won"][0] = "eve"


def a_cent_more(entries: Entries) -> None:
    of(entries, "prizes-drawn")["won"][0][2] += 1


LIES: list[tuple[Story, Lie, str]] = [
    (a_cent_on_the_dice, lambda told: says(told, wager=0), "the wager was too small"),
    (a_cent_on_the_dice, lambda told: says(told, dice=[2, 2, 2]), "these dice give no prize"),
    (a_cent_on_the_dice, lambda told: says(told, prize="Boat"), "that the terms do not have"),
    (a_cent_on_the_dice, to_somebody_else, "another prize is given, or to another"),
    (the_last_prize_again, to_whom_is_barred, "a barred person has a prize"),
    (the_last_prize_again, again(), "more prizes are given than there are"),
    (the_last_prize_again, lambda told: told.pop(-2), "more prizes are given than there are"),
    (two_fours_of_one, lambda told: says(told, dice=[1, 2, 3]), "these dice give no prize"),
    (running_to_a_draw, besides(a_prize_of_each_kind, -2), "the terms draw the prizes"),
    (closed_on_dice, nothing_is_drawn, "by the terms the dice give the prizes"),
    (drawn_again, a_dearer_prize, "another prize was drawn again"),
    (drawn_again, the_car_instead, "another prize was drawn again"),
    (drawn_again, lambda told: says(told, reason=""), "drawn again without a reason"),
    (drawn_again, again(), "a prize was taken from its winner"),
    (drawn_again, one_too_many, "there is no such prize"),
    (drawn_again, lambda told: says(told, award=-1), "there is no such prize"),
    (with_a_word, a_word_that_nobody_gave, "the draw has the name of another"),
    (with_a_word, a_cent_more, "the prizes are not those of the terms"),
    (with_a_word, moved("prizes-drawn", DRAW - 1), "drawn before the announced time"),
    (not_signed, besides(overseen_though_small), "this does not follow on cancelled"),
    (not_signed, besides(claimed), "a claim on what is over"),
    (drawn_again_and_called_off, turned, "this does not follow on cancelled"),
    (claimed, one_too_many, "there is no such prize"),
    (claimed, lambda told: says(told, award=-1), "there is no such prize"),
    (filed, lambda told: without(told, "winners-published"), "filed before its results are published"),
]  # fmt: skip


@pytest.mark.parametrize(("story", "lie", "found"), LIES, ids=range(len(LIES)))
def test_what_nobody_may_win_is_found(story: Story, lie: Lie, found: str) -> None:
    """In a story that the core would not have written, by the check that is for it."""
    book, records = written(story)
    entries = json.loads(records)
    lie(entries)

    assert is_told_so(book, json.loads(records))
    assert not is_told_so(book, entries)
    with pytest.raises(Wrong, match=found):
        followed(entries, book)
