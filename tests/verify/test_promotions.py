"""The verifier follows a promotion by itself: every lie about terms, tickets, draws and claims is found."""

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from sicbo.game.rulebook.publication import rulebook_record
from sicbo.promotion import commands
from sicbo.rulebooks import get_rulebook
from sicbo.verify.canonical import Wrong
from sicbo.verify.promotions import Promotion
from sicbo.verify.report import TableReport
from tests.promotion.desk import DRAW, SEED, PromotionDesk, one_prize_terms

KEY = "star-sydney-2016"
Entries = list[dict[str, Any]]


@cache
def told() -> str:
    """The records of a promotion with a large prize, from its terms to its file."""
    desk = PromotionDesk(KEY).close(one_prize_terms(KEY, value="12000.00"), names=6)
    desk.do(commands.NominateScrutineer, name="sam")
    desk.now = DRAW
    desk.do(commands.DrawPrizes, seed=SEED.hex(), second="sam")
    desk.do(commands.ConfirmDraw, by="sam", rank=None)
    desk.do(commands.NotifyWinner, award=0, method="mail")
    desk.do(commands.RefuseClaim, award=0, reason="excluded", informed=True, name="Ana", place="1 Bay St")
    desk.do(commands.RedrawPrize, award=0, reason="refused")
    for award in (0, 1):
        desk.do(commands.ClaimPrize, award=award, parts=(commands.PaymentPart("transfer", 1_200_000),))
    desk.do(commands.PublishWinners, place="website")
    desk.do(commands.FinishPromotion)
    return json.dumps(desk.records)


def followed(entries: Entries, key: str = KEY) -> TableReport:
    """What the verifier says of records."""
    report = TableReport("Autumn")
    rules = get_rulebook(key)
    promotion = Promotion(
        "Autumn", json.loads(json.dumps(rulebook_record(rules))), report, rules.layouts[0].key
    )
    for entry in entries:
        promotion.follow(entry)
    return report


def of(entries: Entries, kind: str) -> dict[str, Any]:
    """The first event of a kind."""
    return next(event for entry in entries for event in entry["events"] if event["type"] == kind)


def at(entries: Entries, kind: str, wall: int) -> None:
    """Put an event, and its command, at another time."""
    entry = next(entry for entry in entries for event in entry["events"] if event["type"] == kind)
    for said in (entry["command"], *entry["events"]):
        said["stamp"]["wall"] = wall


def without(entries: Entries, kind: str) -> None:
    """Take a record away."""
    entries[:] = [entry for entry in entries if entry["events"][0]["type"] != kind]


LIES: dict[str, Callable[[Entries], object]] = {
    "other terms": lambda said: of(said, "promotion-published").update(terms='name = "x"'),
    "another promise": lambda said: of(said, "promotion-published").update(commitment="0" * 64),
    "the regulator was not told": lambda said: without(said, "promotion-terms-sent"),
    "told an hour before": lambda said: at(
        said, "promotion-started", of(said, "promotion-terms-sent")["stamp"]["wall"] + 1
    ),
    "an entry too late": lambda said: at(said, "entered", DRAW),
    "two tickets at once": lambda said: of(said, "entered").update(tickets=2),
    "an entrant who is not listed": lambda said: without(said, "entered"),
    "another list": lambda said: of(said, "promotion-closed").update(entrants_hash="0" * 64),
    "another seed": lambda said: of(said, "prizes-drawn").update(seed="11" * 32),
    "another winner": lambda said: of(said, "prizes-drawn")["won"].reverse(),
    "another prize": lambda said: of(said, "prizes-drawn")["won"][0].__setitem__(1, "Car"),
    "another value": lambda said: of(said, "prizes-drawn")["won"][0].__setitem__(2, 1),
    "a prize fewer": lambda said: of(said, "prizes-drawn")["won"].pop(),
    "no scrutineer": lambda said: of(said, "prizes-drawn").update(second=""),
    "another scrutineer": lambda said: of(said, "scrutineer-nominated").update(name="eve"),
    "nobody signed": lambda said: without(said, "draw-confirmed"),
    "drawn too early": lambda said: at(said, "prizes-drawn", DRAW - 1),
    "another draw": lambda said: of(said, "prizes-drawn").update(label="Winter"),
    "redrawn to a friend": lambda said: of(said, "prize-redrawn")["won"].__setitem__(0, "eve"),
    "paid too much": lambda said: of(said, "prize-claimed").update(parts=[["cash", 1_200_001]]),
    "a refusal without an address": lambda said: of(said, "claim-refused").update(place=""),
    "a refusal that is not kept": lambda said: of(said, "claim-refused").update(kept=False),
    "told by fax": lambda said: of(said, "winner-notified").update(method="fax"),
    "told late and said in time": lambda said: at(said, "winner-notified", DRAW + 3 * 86_400_000_000),
    "filed too early": lambda said: said.insert(-3, said.pop()),
    "by a dealer": lambda said: said[0]["command"]["stamp"].update(rank=1),
    "an unknown command": lambda said: said[0]["command"].update(type="gone"),
    "an unknown event": lambda said: of(said, "promotion-finished").update(type="gone"),
}


def test_the_truth_is_vouched_for() -> None:
    """Nothing is found, and the draw was recomputed twice: once more for the prize that was refused."""
    assert followed(json.loads(told())).counts["draws recomputed"] == 2


@pytest.mark.parametrize("lie", LIES)
def test_every_lie_is_found(lie: str) -> None:
    """In the record where it is told, or in the first one that does not follow any more."""
    said = copy.deepcopy(json.loads(told()))
    LIES[lie](said)

    with pytest.raises((Wrong, KeyError)):
        followed(said)


def test_a_book_without_promotions_has_no_log_of_one() -> None:
    """The founding cannot be vouched for."""
    with pytest.raises(Wrong, match="no clause on promotions"):
        Promotion("x", {"promotions": None}, TableReport("x"))
