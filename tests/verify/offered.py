"""Promotions told otherwise: what a lie changes in their records, and whether the core would tell it so."""

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec

from sicbo.errors import Refusal
from sicbo.promotion import commands
from sicbo.promotion.log_kind import PROMOTION, decide, evolve
from sicbo.terms.loader import Terms
from tests.promotion.desk import PromotionDesk, one_prize_terms, with_prize
from tests.terms.complete import terms_with_line
from tests.verify.test_promotions import Entries, at

STAR, CROWN = "star-sydney-2016", "crown-sydney-2024"
REFUSED: dict[str, Any] = {"reason": "excluded", "informed": True, "name": "Ana", "place": "1 Bay St"}
Story = Callable[[], PromotionDesk]
Lie = Callable[[Entries], object]


@cache
def written(story: Story) -> tuple[str, str]:
    """The rulebook and the records of a story."""
    desk = story()
    return desk.promotion.rulebook, json.dumps(desk.records)


def is_told_so(book: str, entries: Entries) -> bool:
    """Whether the core takes each of these commands, and tells what the records tell."""
    promotion = PromotionDesk(book).promotion
    for entry in entries:
        try:
            outcome = decide(promotion, msgspec.convert(entry["command"], PROMOTION.commands))
        except msgspec.ValidationError:
            return False
        if isinstance(outcome, Refusal):
            return False
        if msgspec.json.decode(msgspec.json.encode(outcome)) != entry["events"]:
            return False
        for event in outcome:
            promotion = evolve(promotion, event)
    return True


def dice(book: str = STAR, **terms: Any) -> Terms:
    """Terms by which small wins the prizes."""
    return with_prize(
        terms_with_line(one_prize_terms(book, **terms), "award.method", "dice"), "prizes[].bet", "small"
    )


def lucky(desk: PromotionDesk, player: str = "ana", wager: int = 2_500) -> None:
    """Small wins, and with it somebody a prize."""
    words: dict[str, Any] = {"prize": "Cash prize", "table": "T1", "round": 4, "dice": (1, 2, 4)}
    desk.do(commands.AwardByDice, player=player, wager=wager, **words)


def says(entries: Entries, nth: int = -1, **words: Any) -> None:
    """Say something else in a record, wherever its command and its event speak of it."""
    for message in (entries[nth]["command"], *entries[nth]["events"]):
        message.update((name, word) for name, word in words.items() if name in message)


def with_terms(nth: int, old: str, new: str) -> Callable[[Entries], None]:
    """Other terms in a record, by their own hash."""

    def lie(entries: Entries) -> None:
        text = entries[nth]["command"]["terms"]
        assert old in text
        changed = text.replace(old, new)
        says(entries, nth, terms=changed, sha256=sha256(changed.encode()).hexdigest())

    return lie


def moved(kind: str, wall: int) -> Callable[[Entries], None]:
    """A record at another time."""
    return lambda told: at(told, kind, wall)


def again(nth: int = -1, **words: Any) -> Callable[[Entries], None]:
    """A record twice, the second time with other words."""

    def lie(entries: Entries) -> None:
        entries.append(json.loads(json.dumps(entries[nth])))
        says(entries, id="again", command="again")
        says(entries, **words)

    return lie


def besides(story: Story, nth: int = -1, **words: Any) -> Lie:
    """A record of another story at the end of this one, at its time, with other words."""

    def lie(entries: Entries) -> None:
        entries.append(json.loads(written(story)[1])[nth])
        says(entries, id="besides", command="besides", stamp=entries[-2]["command"]["stamp"])
        says(entries, **words)

    return lie


def turned(entries: Entries) -> None:
    """The last record stands before the one before it."""
    entries[-2:] = reversed(entries[-2:])
    says(entries, stamp=entries[-2]["command"]["stamp"])
