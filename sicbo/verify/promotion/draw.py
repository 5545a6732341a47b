"""The draw decided again: the scrutineer, the winners by seed and list, and prizes by dice."""

import re
from collections.abc import Iterator
from hashlib import sha256

from sicbo.verify.decisions import Event, Order, refuse, refuse_if, repeated
from sicbo.verify.draws import FORMAT, recomputed
from sicbo.verify.promotion.entries import entrants_hash
from sicbo.verify.promotion.state import (
    CLOSED,
    DRAWN,
    OPEN,
    REFUSED,
    RUNNING,
    Promotion,
)
from sicbo.verify.rules import roll_of

is_seed = re.compile(r"([0-9a-f]{2}){16,}").fullmatch


def nominate(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Nominate the scrutineer of the draw."""
    clause = promotion.clause("scrutineer")
    refuse_if(promotion.phase not in (RUNNING, CLOSED), clause)
    refuse_if(not order["name"] or order["name"] == order["stamp"]["by"], clause)
    yield repeated(order, "scrutineer-nominated", clause)


def draw_prizes(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Draw from the closed list with the committed seed, at the time of the terms or later."""
    offer, clause = promotion.offer, promotion.clause("award.method")
    if promotion.phase != CLOSED or offer is None:
        refuse(promotion.clause("entry.closes"))
    refuse_if(offer.method != "draw", clause)
    if order["stamp"]["wall"] < offer.awarded:
        refuse(promotion.clause("award.at"))
    _refuse_if_not_overseen(promotion, order)
    seed, word = order["seed"], order["word"]
    promised = sha256(f"{FORMAT} seed {seed}\n".encode()).hexdigest()
    refuse_if(not is_seed(seed) or promised != promotion.commitment, clause)
    refuse_if(word and not word.isprintable(), clause)
    label = f"{promotion.name} {word}".rstrip()
    prizes = [prize for prize in offer.prizes for _ in range(prize.number)]
    names = _drawn(promotion, seed, label, len(prizes))
    won = [[name, prize.name, prize.value] for name, prize in zip(names, prizes, strict=False)]
    yield repeated(order, "prizes-drawn", clause, "seed", "second", label=label, won=won)


def _drawn(promotion: Promotion, seed: str, label: str, places: int) -> list[str]:
    names = promotion.entrants
    return recomputed(seed, names, entrants_hash(names), label, min(places, len(names))) if names else []


def _refuse_if_not_overseen(promotion: Promotion, order: Order) -> None:
    clause, second = promotion.clause("scrutineer"), order["second"]
    if not second:
        largest = max(prize.value for prize in promotion.terms.prizes)
        large = largest > promotion.choice("scrutineer_above")
        refuse_if(large and promotion.choice("scrutineer") == "shall", clause)
        return
    refuse_if(second != promotion.scrutineer or second == order["stamp"]["by"], clause)


def confirm_draw(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Record the signature of the scrutineer."""
    clause = promotion.clause("scrutineer")
    refuse_if(promotion.phase != DRAWN or promotion.confirmed, clause)
    refuse_if(order["stamp"]["by"] != promotion.scrutineer, clause)
    yield repeated(order, "draw-confirmed", clause)


def redraw(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Give a prize to the next name of the same draw."""
    clause, number = promotion.clause("award.method"), order["award"]
    known = 0 <= number < len(promotion.awards) and promotion.phase == DRAWN
    refuse_if(not known or promotion.terms.method != "draw", clause)
    award = promotion.awards[number]
    absent = promotion.terms.present and award["claim"] == OPEN and not award["told"]
    if award["claim"] != REFUSED and not absent:
        refuse(promotion.clause("claim.present"))
    refuse_if(not order["reason"], clause)
    names = _drawn(promotion, promotion.seed, promotion.label, promotion.came + 1)
    refuse_if(len(names) == promotion.came, clause)
    yield repeated(order, "prize-redrawn", clause, won=[names[-1], *award["won"][1:]])


def award_by_dice(promotion: Promotion, order: Order) -> Iterator[Event]:
    """Give a prize to a player who wagered enough on a round whose dice win its bet."""
    clause = promotion.clause("award.method")
    refuse_if(promotion.phase != RUNNING or promotion.terms.method != "dice", clause)
    refuse_if(order["player"] in promotion.barred, promotion.clause("tell_refused"))
    prize = next((one for one in promotion.terms.prizes if one.name == order["prize"]), None)
    if prize is None or promotion.given(prize.name) >= prize.number:
        refuse(clause)
    bets = {
        bet["key"]: {roll for price in bet["prices"] for roll in price["rolls"]}
        for bet in promotion.layout["bets"]
    }
    refuse_if(roll_of(order["dice"]) not in bets[prize.bet], clause)
    if order["wager"] < max(promotion.terms.minimum_wager, 1):
        refuse(promotion.clause("entry.minimum_wager"))
    names, won = ("table", "round", "dice"), [order["player"], prize.name, prize.value]
    yield repeated(order, "prize-won-by-dice", clause, *names, won=won)
