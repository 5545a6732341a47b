"""Whole promotions for the verifier: honest ones, and what becomes of each record with another word in it."""

import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from sicbo.errors import Refusal
from sicbo.game.rulebook.publication import canonical_json
from sicbo.promotion import commands
from sicbo.promotion.conditions import EPOCH, MICROSECOND
from sicbo.promotion.log_kind import PROMOTION, decide
from sicbo.promotion.state import Promotion
from sicbo.rulebooks import get_rulebook
from sicbo.terms.loader import Terms, parse_terms
from sicbo.verify.canonical import Wrong, written
from sicbo.verify.evidence.compare import expected_text
from sicbo.verify.evidence.log import UNFOLLOWED
from sicbo.verify.promotion.decide import expected
from sicbo.verify.promotion.orders import SHAPES
from sicbo.verify.promotion.state import Promotion as Known
from tests.promotion.desk import (
    CLOSE,
    DRAW,
    HOUR,
    SEED,
    PromotionDesk,
    complete_promotion,
    one_prize_terms,
    with_prize,
)
from tests.terms.complete import terms_with_line
from tests.verify.twisted import Place, others, put, words

Record = dict[str, Any]
NAMES = ("ana", "ben", "mia", "sam", "P0", "P1")


class Moment(NamedTuple):
    """A record of a promotion, and what the core and the verifier know before it."""

    record: Record
    core: Promotion
    known: Known


def by_draw(key: str) -> PromotionDesk:
    """A large prize: sent on request, barred, postponed, drawn, refused, drawn again, claimed, filed."""
    desk = PromotionDesk(key)
    enter_and_draw(desk, one_prize_terms(key, value="12000.00"))
    refuse_and_draw_again(desk)
    for award in (0, 1):
        parts = (commands.PaymentPart("transfer", 700_000), commands.PaymentPart("cash", 500_000))
        desk.do(commands.ClaimPrize, award=award, parts=parts, present=True)
    desk.do(commands.PublishWinners, place="website")
    desk.do(commands.FinishPromotion)
    return desk


def enter_and_draw(desk: PromotionDesk, terms: Terms) -> None:
    """Publish the terms, enter five players, bar one of them, and draw."""
    desk.publish(terms)
    desk.do(commands.RequestPromotionTerms, reference="R-1")
    desk.do(commands.SendPromotionTerms, reference="letter 2", request="c3")
    desk.now = desk.now + 24 * HOUR
    desk.submit(commands.StartPromotion)
    desk.now = CLOSE - 24 * HOUR
    desk.submit(commands.StartPromotion)
    desk.do(
        commands.AmendPromotion, terms=terms_with_line(terms, "entry.most_tickets", 2).text, reference="A-1"
    )
    for name in ("P0", "P1", "P1", "P2", "P3", "P4"):
        desk.do(commands.EnterPromotion, player=name)
    desk.do(commands.BarEntrant, player="P4", reason="excluded")
    desk.do(commands.PostponePromotion, reason="doubt", reference="I-1")
    desk.expect_refusal(commands.EnterPromotion, player="P5")
    desk.do(commands.ResumePromotion, reason="checked")
    desk.do(commands.NominateScrutineer, name="sam")
    desk.now = CLOSE
    desk.do(commands.ClosePromotion)
    desk.now = DRAW
    desk.do(commands.DrawPrizes, seed=SEED.hex(), second="sam", word="7")
    desk.do(commands.ConfirmDraw, by="sam", rank=None)


def refuse_and_draw_again(desk: PromotionDesk) -> None:
    """Refuse the winner's claim, draw the prize again, and decide a complaint about it."""
    desk.do(commands.NotifyWinner, award=0, method="mail", note="sent")
    words = {"reason": "excluded", "informed": True, "name": "Ana", "place": "1 Bay St"}
    desk.do(commands.RefuseClaim, award=0, **words)
    desk.do(commands.RedrawPrize, award=0, reason="refused")
    desk.do(commands.RaiseComplaint, player="P0", about="the draw", rank=None)
    desk.do(commands.DecideComplaint, complaint=desk.records[-1]["command"]["id"], decision="no",
              satisfied=False, told_of_inspector=True)  # fmt: skip
    desk.now = DRAW + 72 * HOUR
    desk.do(commands.NotifyWinner, award=1, method="mail")


def by_dice(key: str) -> PromotionDesk:
    """Prizes for whoever wins small, a round too early and one too late."""
    terms = with_prize(terms_with_line(one_prize_terms(key), "award.method", "dice"), "prizes[].bet", "small")
    desk = PromotionDesk(key).start(terms)
    words = {"prize": "Cash prize", "table": "T1", "round": 4, "wager": 2_500}
    desk.expect_refusal(commands.AwardByDice, player="ana", dice=(6, 6, 6), **words)
    for player in ("ana", "ben"):
        desk.do(commands.AwardByDice, player=player, dice=(1, 2, 4), **words)
    desk.do(commands.AmendPromotion, terms=with_prize(terms, "prizes[].count", 3).text, reference="A-1")
    desk.do(commands.ClaimPrize, award=0, present=True)
    desk.do(commands.NotifyWinner, award=1, method="mail")
    desk.now = CLOSE
    desk.do(commands.ClosePromotion)
    desk.do(commands.ClaimPrize, award=1, present=True)
    desk.do(commands.PublishWinners, place="website")
    desk.do(commands.FinishPromotion)
    return desk


def by_play(key: str) -> PromotionDesk:
    """Two rounds make a ticket; it is cancelled, and an inspector hears of it."""
    by_rounds: dict[str, Any] = {"entry.rounds": 2, "entry.most_tickets": 1}
    desk = PromotionDesk(key).start(one_prize_terms(key, **by_rounds))
    for number in (1, 2, 3, 4):
        desk.do(commands.CountPlay, player="ana", table="T1", round=number, wager=2_500)
    desk.do(commands.RaiseComplaint, player="ana", about="tickets", rank=None)
    complaint = desk.records[-1]["command"]["id"]
    desk.do(commands.CancelPromotion, reason="doubt", reference="I-2")
    desk.submit(commands.TellInspector, reference="I-3")
    desk.expect_refusal(commands.FinishPromotion)
    desk.do(commands.DecideComplaint, complaint=complaint, decision="yes", satisfied=True)
    desk.do(commands.FinishPromotion)
    return desk


def of_every_kind(key: str) -> PromotionDesk:
    """Prizes of every kind: tokens by voucher, goods, and cash instead of one."""
    terms = terms_with_line(
        terms_with_line(complete_promotion(key), "entry.rounds", 0), "entry.most_tickets", 1
    )
    desk = PromotionDesk(key).draw(terms, names=30, scrutineer="sam")
    for number, award in enumerate(desk.promotion.awards):
        prize = desk.promotion.offer.prize(award.won.prize)
        instead = bool(prize.alternative)
        parts = (commands.PaymentPart("cash", prize.alternative),) if instead else ()
        voucher = f"V-{number}" if prize.kind == "tokens" else ""
        desk.submit(
            commands.ClaimPrize, award=number, voucher=voucher, alternative=instead, parts=parts, present=True
        )
        desk.submit(commands.ClaimPrize, award=number, voucher=voucher, present=True)
    return desk


KINDS = {"draw": by_draw, "dice": by_dice, "play": by_play, "every kind": of_every_kind}


@cache
def moments(kind: str, key: str) -> list[Moment]:
    """Every record of a promotion, which the verifier follows from its beginning."""
    desk = KINDS[kind](key)
    rules = get_rulebook(key)
    known = Known("Autumn", msgspec.json.decode(canonical_json(rules)), rules.layouts[0].key)
    found, fixed = [], {id(known.book): known.book, id(known.law): known.law}
    for record, core in zip(desk.records, desk.before, strict=True):
        found.append(Moment(record, core, deepcopy(known, dict(fixed))))
        expected(known, deepcopy(record["command"]))
    return found


def assert_decided_again(desk: PromotionDesk, key: str) -> None:
    """Assert that the verifier expects each record of a promotion, its refusals with their clauses too."""
    rules = get_rulebook(key)
    known = Known("Autumn", msgspec.json.decode(canonical_json(rules)), rules.layouts[0].key)
    for record in desk.records:
        answer = expected(known, deepcopy(record["command"]))
        assert written({"command": record["command"], **answer}) == written(record)


def believed(moment: Moment, record: Record) -> bool:
    """Return whether the verifier expects just this record at that moment."""
    book, law = moment.known.book, moment.known.law
    entry = deepcopy(record)
    try:
        SHAPES[entry["command"]["type"]].check(entry["command"])
        answer = expected(deepcopy(moment.known, {id(book): book, id(law): law}), entry["command"])
    except (Wrong, *UNFOLLOWED):
        return False
    if "refusal" in entry:
        return "refusal" in answer
    return expected_text(entry, answer) == written(record)


def other_words(message: Record) -> Iterator[tuple[Place, Any]]:
    """Every word of a message made another."""
    for place, value in words(message):
        for word in (*others(place, value), *(name for name in NAMES if value in NAMES)):
            if word != value and place[-1] != "terms":
                yield place, word
    if "terms" in message and "id" in message:
        yield from ((("terms",), text) for text in other_terms(message["terms"]) if text != message["terms"])


def other_terms(text: str) -> Iterator[str]:
    """The text of terms with one of its prizes, moments or ways made another."""
    for path, value in (
        ("kind", "tobacco"), ("kind", "souvenir"), ("kind", "goods"), ("kind", "tokens"),
        ("value", "12001.00"), ("count", 1), ("count", 9), ("name", "Another"),
        ("bet", "moon"), ("bet", ""), ("bet", "big"),
        ("cash_alternative", "5.00"), ("cash_alternative", "5"), ("millilitres", 20_001),
    ):  # fmt: skip
        if f"\n{path} = " in text.partition("[[prizes]]")[2]:
            yield with_prize(parse_terms(text), f"prizes[].{path}", value).text
    for path, moment in (("starts", CLOSE), ("starts", CLOSE - 1), ("at", CLOSE - 1), ("closes", CLOSE + 1)):
        yield re.sub(rf"(?m)^{path} = .*$", f"{path} = {_written(moment)}", text, count=1)
    yield text.replace('method = "draw"', 'method = "dice"', 1)
    yield text.replace('method = "dice"', 'method = "draw"', 1)
    head, *prizes = text.split("[[prizes]]")
    yield "[[prizes]]".join((head, *prizes, prizes[0]))
    yield text.replace('kind = "promotion"', 'kind = "tournament"')


def _written(moment: int) -> str:
    """A moment as terms write it."""
    return (EPOCH + moment * MICROSECOND).isoformat()


def said_otherwise(moment: Moment, place: Place, word: Any) -> tuple[Record, bool] | None:
    """A record whose command has another word, and whether the core takes it; None if it cannot be said."""
    record = deepcopy(moment.record)
    put(record["command"], place, word)
    try:
        command = msgspec.convert(record["command"], PROMOTION.commands)
    except msgspec.ValidationError:
        return None
    answer = decide(moment.core, command)
    if not isinstance(answer, Refusal):
        return msgspec.json.decode(msgspec.json.encode({"command": command, "events": answer})), True
    if "events" not in record:
        return None
    (event,) = record["events"]
    if place == ("terms",):
        event["sha256"] = sha256(word.encode()).hexdigest()
    if place[0] == "stamp" or (place[0] in event and type(event[place[0]]) is not int):
        put(event, place, word)
    elif place[0] in event:
        event[place[0]] = word
    return record, False
