"""What is offered, followed to the cent and the microsecond: terms, the start, and tickets."""

import json
from typing import Any

import pytest

from sicbo.draws import commitment
from sicbo.promotion import commands
from sicbo.promotion.conditions import EPOCH, MICROSECOND
from sicbo.verify.canonical import Wrong
from tests.promotion.desk import CLOSE, HOUR, SEED, START, PromotionDesk, one_prize_terms
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
    with_terms,
    written,
)
from tests.verify.test_promotions import Entries, followed

DAY = 24 * HOUR
BY_PLAY: dict[str, Any] = {"entry.rounds": 2, "entry.most_tickets": 2}
ANY_WAGER: dict[str, Any] = {"entry.minimum_wager": "0.00"}
TWO_TICKETS: dict[str, Any] = {"entry.most_tickets": 2}


def twenty_litres() -> PromotionDesk:
    """As much liquor as a prize may hold (10.5.4), beside one of less."""
    litres: dict[str, Any] = {"prizes[].millilitres": 20_000}
    return PromotionDesk(STAR).publish(one_prize_terms(STAR, kind="liquor", value="240.00", **litres))


def drawn_when_entries_close() -> PromotionDesk:
    """The terms give one moment for both, and that is the moment."""
    moment = (EPOCH + CLOSE * MICROSECOND).isoformat()
    text = one_prize_terms(STAR).text
    (line,) = (one for one in text.splitlines() if one.startswith("at = "))
    desk = PromotionDesk(STAR)
    desk.do(commands.PublishPromotion, terms=text.replace(line, f"at = {moment}"),
              commitment=commitment(SEED))  # fmt: skip
    desk.do(commands.SendPromotionTerms, reference="letter 1")
    desk.now = START
    desk.do(commands.StartPromotion)
    desk.do(commands.EnterPromotion, player="ana")
    desk.now = CLOSE
    desk.do(commands.ClosePromotion)
    desk.do(commands.DrawPrizes, seed=SEED.hex())
    return desk


def started_after_just_a_day() -> PromotionDesk:
    """The regulator had the terms for twenty-four hours, and the first letter counts."""
    desk = PromotionDesk(STAR)
    desk.now = START - DAY
    desk.publish(one_prize_terms(STAR))
    desk.now += 1
    desk.do(commands.SendPromotionTerms, reference="letter 2")
    desk.now = START
    desk.do(commands.StartPromotion)
    return desk


def started_in_the_last_moment() -> PromotionDesk:
    """There is a microsecond to enter in, and one entry comes in it."""
    desk = PromotionDesk(STAR).publish(one_prize_terms(STAR))
    desk.now = CLOSE - 1
    desk.do(commands.StartPromotion)
    desk.do(commands.EnterPromotion, player="ana")
    return desk


def dice_after_entries_closed() -> PromotionDesk:
    """Nobody enters where the dice give the prizes: it starts when it is ready, and its list is empty."""
    desk = PromotionDesk(CROWN).publish(dice(CROWN))
    desk.now = CLOSE
    desk.do(commands.StartPromotion)
    lucky(desk)
    desk.do(commands.ClosePromotion)
    return desk


def asked_and_answered() -> PromotionDesk:
    """One request, one answer to it, and one letter that nobody asked for."""
    desk = PromotionDesk(STAR).publish(one_prize_terms(STAR))
    desk.do(commands.RequestPromotionTerms, reference="R-1")
    desk.do(commands.SendPromotionTerms, reference="letter 2", request="c3")
    desk.do(commands.SendPromotionTerms, reference="letter 3")
    return desk


def tickets_by_play() -> PromotionDesk:
    """Two rounds make a ticket, of which a person has two; a wager of just the minimum counts."""
    desk = PromotionDesk(STAR).start(one_prize_terms(STAR, **BY_PLAY))
    for number in range(1, 8):
        desk.do(commands.CountPlay, player="ana", table="T1", round=number, wager=2_500)
    desk.do(commands.CountPlay, player="ben", table="T1", round=1, wager=2_500)
    return desk


def a_cent_counts() -> PromotionDesk:
    """Where the terms ask for no least wager, a cent is one."""
    desk = PromotionDesk(STAR).start(one_prize_terms(STAR, **BY_PLAY, **ANY_WAGER))
    desk.do(commands.CountPlay, player="ana", table="T1", round=1, wager=1)
    return desk


def two_tickets_at_the_desk() -> PromotionDesk:
    desk = PromotionDesk(STAR).start(one_prize_terms(STAR, **TWO_TICKETS))
    for player in ("ana", "ana", "ben"):
        desk.do(commands.EnterPromotion, player=player)
    desk.do(commands.BarEntrant, player="ben", reason="excluded")
    desk.now = CLOSE
    desk.do(commands.ClosePromotion)
    return desk


def barred_before_the_start() -> PromotionDesk:
    """Somebody who has no ticket yet, and never gets one."""
    desk = PromotionDesk(STAR).publish(one_prize_terms(STAR))
    desk.do(commands.BarEntrant, player="eve", reason="excluded")
    desk.now = START
    desk.do(commands.StartPromotion)
    desk.do(commands.EnterPromotion, player="ana")
    return desk


def fewer_prizes_than_were_offered() -> PromotionDesk:
    """Two of three were won and one of them was refused: one is the least that the terms may keep."""
    desk = PromotionDesk(STAR).start(dice(number=3))
    for player in ("ana", "ben"):
        lucky(desk, player)
    desk.do(commands.RefuseClaim, award=0, **REFUSED)
    desk.do(commands.AmendPromotion, terms=dice(number=1).text, reference="A-1")
    return desk


def amended_after_the_close() -> PromotionDesk:
    """More prizes from the same list."""
    desk = PromotionDesk(STAR).close()
    desk.do(commands.AmendPromotion, terms=one_prize_terms(STAR, number=3).text, reference="A-1")
    return desk


def amended_without_asking() -> PromotionDesk:
    """At Crown Sydney the operator amends."""
    desk = PromotionDesk(CROWN).start(one_prize_terms(CROWN))
    desk.do(commands.AmendPromotion, terms=one_prize_terms(CROWN, number=3).text, reference="")
    return desk


def postponed() -> PromotionDesk:
    desk = PromotionDesk(STAR).start(one_prize_terms(STAR))
    desk.do(commands.PostponePromotion, reason="doubt", reference="I-1")
    return desk


def told_in_time() -> PromotionDesk:
    """An inspector hears of the end after it."""
    desk = PromotionDesk(CROWN).start(one_prize_terms(CROWN))
    desk.do(commands.CancelPromotion, reason="doubt")
    desk.do(commands.TellInspector, reference="I-7")
    return desk


HONEST: list[Story] = [
    twenty_litres, drawn_when_entries_close, started_after_just_a_day, started_in_the_last_moment,
    dice_after_entries_closed, asked_and_answered, tickets_by_play, a_cent_counts, two_tickets_at_the_desk,
    barred_before_the_start, fewer_prizes_than_were_offered, amended_after_the_close, amended_without_asking,
    postponed, told_in_time,
]  # fmt: skip


@pytest.mark.parametrize("story", HONEST)
def test_what_the_rulebook_allows_is_believed(story: Story) -> None:
    """Up to the last moment, the last ticket, the last prize and the last cent."""
    book, records = written(story)

    followed(json.loads(records), book)


def test_a_refusal_is_counted_and_changes_nothing() -> None:
    """Somebody who is barred asks for a ticket and gets none; the next one gets theirs."""
    desk = barred_before_the_start()
    desk.expect_refusal(commands.EnterPromotion, player="eve")
    desk.do(commands.EnterPromotion, player="ben")

    assert followed(desk.records).counts["refusals"] == 1


def sent_a_moment_later(entries: Entries) -> None:
    """The first letter is the second, which came a microsecond after."""
    del entries[1]


def one_more_word(told: str) -> Lie:
    """In the command or the event of the last record, of which nobody knows what it means."""

    def lie(entries: Entries) -> None:
        message = entries[-1]["command"] if told == "command" else entries[-1]["events"][0]
        message["bonus"] = "a car"

    return lie


def one_name_for_two(entries: Entries) -> None:
    """The only prize is listed twice."""
    text = entries[0]["command"]["terms"]
    listed = text.partition("[[prizes]]")[2]
    with_terms(0, listed, f"{listed}\n[[prizes]]{listed}")(entries)


def called_off_for_held(entries: Entries) -> None:
    """To postpone was asked for, and cancelled it is; an event of either says the same."""
    entries[-1]["events"][0]["type"] = "promotion-cancelled"


LIES: list[tuple[Story, Lie, str]] = [
    (twenty_litres, one_more_word("event"), "unknown bonus"),
    (twenty_litres, one_more_word("command"), "unknown bonus"),
    (twenty_litres, with_terms(0, 'kind = "liquor"', 'kind = "tobacco"'), "10.5.1: tobacco may not be"),
    (twenty_litres, with_terms(0, 'kind = "liquor"', 'kind = "souvenir"'), "souvenir is no kind of prize"),
    (fewer_prizes_than_were_offered, with_terms(0, 'alternative = "0.00"', 'alternative = "0.01"'),
     "money has a cash alternative"),
    (fewer_prizes_than_were_offered, with_terms(0, 'bet = "small"', 'bet = "moon"'), "that there is not"),
    (twenty_litres, one_name_for_two, "two prizes have one name"),
    (twenty_litres, besides(told_in_time), "nothing that an inspector has to hear"),
    (postponed, called_off_for_held, "leads to promotion-postponed and nothing else"),
    (twenty_litres, with_terms(0, "millilitres = 20_000", "millilitres = 20_001"), "too much liquor"),
    (twenty_litres, lambda told: told.pop(0), "other terms were sent than are in force"),
    (drawn_when_entries_close, with_terms(0, "at = 2026-03-01T09:00:00+", "at = 2026-03-01T08:59:59+"),
     "drawn before entries close"),
    (drawn_when_entries_close, moved("prizes-drawn", CLOSE - 1), "drawn before the announced time"),
    (started_after_just_a_day, sent_a_moment_later, "the regulator had too little time"),
    (started_after_just_a_day, moved("promotion-started", START - 1), "the regulator had too little time"),
    (started_in_the_last_moment, moved("promotion-started", CLOSE), "when nobody can enter"),
    (started_in_the_last_moment, moved("promotion-started", START - 1), "before the time of its terms"),
    (started_in_the_last_moment, moved("entered", CLOSE), "an entry came too late"),
    (asked_and_answered, lambda told: says(told, request="c3"), "without reference or request"),
    (asked_and_answered, lambda told: says(told, reference=""), "without reference or request"),
    (tickets_by_play, lambda told: says(told, wager=2_499), "the wager was too small"),
    (tickets_by_play, lambda told: says(told, 4, tickets=0), "tickets are miscounted"),
    (tickets_by_play, besides(two_tickets_at_the_desk, 3), "a ticket was given that the terms do not give"),
    (tickets_by_play, again(3, player="ben"), "tickets are miscounted"),
    (a_cent_counts, lambda told: says(told, wager=0), "the wager was too small"),
    (two_tickets_at_the_desk, lambda told: says(told, 5, player="ana"), "a ticket too many"),
    (two_tickets_at_the_desk, moved("promotion-closed", CLOSE - 1), "closed before their time"),
    (two_tickets_at_the_desk, lambda told: says(told, 6, reason=""), "barred without a reason"),
    (barred_before_the_start, lambda told: says(told, player="eve"), "a barred person entered"),
    (fewer_prizes_than_were_offered, lambda told: told.pop(-2), "a prize that was won is not in the terms"),
    (fewer_prizes_than_were_offered, with_terms(-1, 'value = "500.00"', 'value = "499.99"'),
     "a prize that was won is not in the terms"),
    (fewer_prizes_than_were_offered, with_terms(-1, 'name = "Cash prize"', 'name = "Cash"'),
     "a prize that was won is not in the terms"),
    (amended_after_the_close, with_terms(-1, "closes = 2026-03-01T20:00:00", "closes = 2026-03-01T20:00:01"),
     "a closed list, was changed"),
    (amended_after_the_close, lambda told: says(told, reference=""), "without the regulator's approval"),
    (amended_after_the_close, lambda told: says(told, before="0" * 64), "other terms were in force before"),
]  # fmt: skip


@pytest.mark.parametrize(("story", "lie", "found"), LIES, ids=range(len(LIES)))
def test_what_the_rulebook_does_not_allow_is_found(story: Story, lie: Lie, found: str) -> None:
    """In a story that the core would not have written, by the check that is for it."""
    book, records = written(story)
    entries = json.loads(records)
    lie(entries)

    assert is_told_so(book, json.loads(records))
    assert not is_told_so(book, entries)
    with pytest.raises(Wrong, match=found):
        followed(entries, book)
