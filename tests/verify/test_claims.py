"""What becomes of prizes, followed: winners told, prizes given or refused, promotions called off or filed."""

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest

from sicbo.errors import Refusal
from sicbo.promotion import commands
from sicbo.promotion.commands import PaymentPart
from sicbo.promotion.log_kind import PROMOTION, decide, evolve
from sicbo.verify.canonical import Wrong
from tests.promotion.desk import DRAW, HOUR, PromotionDesk, one_prize_terms
from tests.verify.test_promotions import Entries, followed, without

STAR, CROWN = "star-sydney-2016", "crown-sydney-2024"
DAYS = 24 * HOUR
ATTENDING: dict[str, Any] = {"claim.present": True}


def won(book: str = STAR, **terms: Any) -> PromotionDesk:
    """A promotion whose two prizes were just drawn."""
    return PromotionDesk(book).draw(one_prize_terms(book, **terms))


def told_by_mail() -> PromotionDesk:
    desk = won()
    desk.do(commands.NotifyWinner, award=0, method="mail")
    return desk


def told_in_the_last_moment() -> PromotionDesk:
    """Within two days of the draw: the very end of them is in time, and a microsecond later is late."""
    desk = won()
    for award, wall in enumerate((DRAW + 2 * DAYS, DRAW + 2 * DAYS + 1)):
        desk.now = wall
        desk.do(commands.NotifyWinner, award=award, method="mail")
    return desk


def drawn_again_for_who_was_not_there() -> PromotionDesk:
    desk = won(**ATTENDING)
    desk.do(commands.NotifyWinner, award=1, method="in-person")
    desk.do(commands.RedrawPrize, award=0, reason="not there")
    return desk


def claimed_by_who_was_there() -> PromotionDesk:
    desk = won(**ATTENDING)
    desk.do(commands.ClaimPrize, award=0, present=True)
    return desk


def a_holiday() -> PromotionDesk:
    """The terms state no cash instead of it."""
    desk = won(kind="travel", value="4200.00")
    desk.do(commands.ClaimPrize, award=0)
    return desk


def ten_thousand() -> PromotionDesk:
    """Just the amount over which a winner chooses: it is paid in cash."""
    desk = won(value="10000.00")
    desk.do(commands.ClaimPrize, award=0)
    return desk


def twelve_thousand() -> PromotionDesk:
    desk = PromotionDesk(STAR).draw(one_prize_terms(STAR, value="12000.00"), scrutineer="sam")
    desk.do(commands.ClaimPrize, award=0, parts=(PaymentPart("cash", 1_200_000),))
    return desk


def in_two_parts() -> PromotionDesk:
    """One of them a single cent."""
    desk = won()
    desk.do(commands.ClaimPrize, award=0, parts=(PaymentPart("cash", 1), PaymentPart("transfer", 49_999)))
    return desk


def a_small_one_refused() -> PromotionDesk:
    """A claim of just a hundred dollars is not kept: neither name nor address is asked for."""
    desk = won(value="100.00")
    desk.do(commands.RefuseClaim, award=0, reason="excluded", informed=True)
    return desk


def called_off() -> PromotionDesk:
    """An inspector hears of the end after it, where the rulebook has it so; then it is filed."""
    desk = won(CROWN)
    desk.do(commands.CancelPromotion, reason="doubt")
    desk.do(commands.TellInspector, reference="I-7")
    desk.do(commands.FinishPromotion)
    return desk


def claimed_at_crown() -> PromotionDesk:
    desk = won(CROWN)
    desk.do(commands.ClaimPrize, award=0)
    return desk


def over() -> PromotionDesk:
    """Both prizes are claimed, and the results are known."""
    desk = won()
    for award in (0, 1):
        desk.do(commands.ClaimPrize, award=award)
    desk.do(commands.PublishWinners, place="website")
    desk.do(commands.FinishPromotion)
    return desk


Story = Callable[[], PromotionDesk]
HONEST: list[Story] = [
    told_by_mail, told_in_the_last_moment, drawn_again_for_who_was_not_there, claimed_by_who_was_there,
    a_holiday, ten_thousand, twelve_thousand, in_two_parts, a_small_one_refused,
    called_off, claimed_at_crown, over,
]  # fmt: skip


@cache
def written(story: Story) -> tuple[str, str]:
    """The rulebook and the records of a story."""
    desk = story()
    return desk.promotion.rulebook, json.dumps(desk.records)


@pytest.mark.parametrize("story", HONEST)
def test_what_the_rulebook_allows_is_believed(story: Story) -> None:
    """Up to the last moment that is in time, and to the cent that makes a difference."""
    book, records = written(story)

    followed(json.loads(records), book)


def said(entries: Entries, nth: int = -1, **words: Any) -> None:
    """Say something else in a record, wherever its command and its event speak of it."""
    for message in (entries[nth]["command"], *entries[nth]["events"]):
        message.update((name, word) for name, word in words.items() if name in message)


def not_chosen(entries: Entries) -> None:
    entries[-1]["command"]["parts"] = []


def cash_that_nobody_offers(entries: Entries) -> None:
    entries[-1]["command"]["alternative"] = True


def claimed_before_the_end(entries: Entries) -> None:
    entries.insert(-3, json.loads(written(claimed_at_crown)[1])[-1])


def told_once_more(entries: Entries) -> None:
    entries.insert(-1, copy.deepcopy(entries[-2]))


LIES: list[tuple[Story, Callable[[Entries], object], str]] = [
    (told_by_mail, lambda told: said(told, method="fax"), "no way to tell a winner"),
    (
        drawn_again_for_who_was_not_there,
        lambda told: said(told, -2, award=0),
        "a prize was taken from its winner",
    ),
    (
        claimed_by_who_was_there,
        lambda told: said(told, present=False),
        "given to somebody who is not present",
    ),
    (a_holiday, cash_that_nobody_offers, "no cash alternative is stated"),
    (twelve_thousand, not_chosen, "the winner did not choose how to be paid"),
    (
        in_two_parts,
        lambda told: said(told, parts=[["cash", 0], ["transfer", 50_000]]),
        "the parts do not come to the prize",
    ),
    (called_off, claimed_before_the_end, "it is cancelled after a claim"),
    (called_off, told_once_more, "nothing that an inspector has to hear"),
    (called_off, lambda told: said(told, -2, reference=""), "nothing that an inspector has to hear"),
    (
        called_off,
        lambda told: without(told, "inspector-told"),
        "before an inspector heard of the end",
    ),
    (over, lambda told: told.pop(-3), "a prize is neither claimed nor refused"),
]


def is_refused(book: str, entries: Entries) -> bool:
    """Whether the core refuses one of these commands."""
    promotion = PromotionDesk(book).promotion
    for entry in entries:
        outcome = decide(promotion, msgspec.convert(entry["command"], PROMOTION.commands))
        if isinstance(outcome, Refusal):
            return True
        for event in outcome:
            promotion = evolve(promotion, event)
    return False


@pytest.mark.parametrize(("story", "lie", "says"), LIES, ids=[says for *_, says in LIES])
def test_what_the_rulebook_does_not_allow_is_found(
    story: Story, lie: Callable[[Entries], object], says: str
) -> None:
    """In a story that the core would not have written, by the check that is for it."""
    book, records = written(story)
    entries = json.loads(records)
    lie(entries)

    assert is_refused(book, entries)
    assert not is_refused(book, json.loads(records))
    with pytest.raises(Wrong, match=says):
        followed(entries, book)
