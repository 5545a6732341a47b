"""The reason why a wager won or lost, in one sentence about the dice, and the dealer's call.

A reason is a fact that some rolls share. It is given only if all rolls that share it earn the same price, or
all of them lose. So it stays true under every reading of a rulebook.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from sicbo import i18n
from sicbo.game import dice
from sicbo.game.bets import (
    COLOURS,
    EVEN_TOTALS,
    ODD_TOTALS,
    SYMBOLS,
    Bet,
    rolls_showing_both,
    rolls_with_three_of,
)
from sicbo.game.dice import EVERY_ROLL, FACES, TRIPLES, Roll, Rolls, rolls_where
from sicbo.game.layout import Faces, Layout, Price
from sicbo.game.money import Instrument
from sicbo.i18n import Message, message

if TYPE_CHECKING:
    from sicbo.game.rulebook.rules import Rules
    from sicbo.game.settlement import Line

REPEATS: Final = rolls_where(lambda roll: len(set(roll)) < 3)
MIXED: Final = rolls_where(lambda roll: not any(set(roll) <= set(faces) for faces in COLOURS.values()))

rolls_showing_exactly = cache(dice.rolls_showing_exactly)
rolls_totalling = cache(dice.rolls_totalling)


@dataclass(frozen=True, slots=True)
class RollFact:
    """A statement about a roll, and every roll for which it is true."""

    says: Message
    true_for: Rolls
    once: bool = False


Facts = Iterator[RollFact]


def reason_text(line: "Line", language: str = "en") -> str:
    """Say in one sentence why a wager won, lost or went back, and what else happened to its stake."""
    return reason_message(line).say(language)


def reason_message(line: "Line") -> Message:
    """Return the sentence of `why` before it is put into a language."""
    if line.risk.note and not line.risk.amount:
        return line.risk.note
    says = price_reason(line.target, line.roll, line.price)
    if line.price and line.winnings != line.risk.amount * line.price.odds:
        up = line.winnings > line.risk.amount * line.price.odds
        note = message("paid.up" if up else "paid.down", paid=line.winnings)
        says = message("noted", reason=says, note=note)
    if line.collected and line.wager.instrument is Instrument.TOKEN:
        note = message("token.kept" if line.price else "token.collected")
        says = message("noted", reason=says, note=note)
    if line.risk.note:
        says = message("noted", reason=says, note=line.risk.note)
    return says


def price_reason(bet: Bet, roll: Roll, price: Price | None) -> Message:
    """Return why `bet` wins or loses on `roll`, and at what price."""
    decisive_fact = next((fact for fact in _facts_about(bet, roll) if _is_decisive(fact, bet, roll)), None)
    if decisive_fact is None:
        decisive_fact = _general_fact(bet, roll, price)
    if price is None:
        return decisive_fact.says
    if not price.odds:
        return message("pays.nothing", reason=decisive_fact.says)
    return message(
        "pays.once" if decisive_fact.once else "pays",
        reason=decisive_fact.says,
        odds=i18n.odds_to_one(price.odds),
    )


def dealer_call(roll: Roll, rules: "Rules", layout: Layout, language: str = "en") -> str:
    """Return what the dealer calls, lowest face first, or what the terminals show if nothing is called."""
    say_face = i18n.symbol if layout.faces is Faces.SYMBOLS else i18n.number_word
    faces = tuple(say_face(face) for face in sorted(roll))
    if rules.round.call.choice.has_total:
        return i18n.say("call.faces-and-total", language, faces=faces, total=i18n.number_word(sum(roll)))
    return i18n.say("call.faces", language, faces=faces)


def _facts_about(bet: Bet, roll: Roll) -> Facts:
    """Return the facts about `roll` that matter to this family of bets, the best first."""
    family = _FAMILIES.get(bet.family)
    return family(bet, roll) if family and bet.key in i18n.BETS else iter(())


def _is_decisive(fact: RollFact, bet: Bet, roll: Roll) -> bool:
    """Whether the fact is true of this roll, and all rolls for which it is true have the same result."""
    tier = bet.tier(roll)
    alike = (
        fact.true_for.isdisjoint(bet.winning_rolls) if tier is None else fact.true_for <= bet.tiers[tier - 1]
    )
    return alike and roll in fact.true_for


def _general_fact(bet: Bet, roll: Roll, price: Price | None) -> RollFact:
    """Return a plain statement of the roll, used if no fact about the dice decides the bet."""
    fate = "lost" if price is None else "won" if price.odds else "tied"
    return RollFact(message(f"roll.{fate}", roll=_roll_message(bet, roll)), frozenset({roll}))


def _facts_by_total(bet: Bet, roll: Roll) -> Facts:
    total, won = sum(roll), roll in bet.winning_rolls
    wanted = tuple(sorted({sum(winner) for winner in bet.winning_rolls}))
    if roll in TRIPLES and not won and (total in wanted or bet.family != "total"):
        yield RollFact(
            message("triple.loses", roll=_roll_message(bet, roll), bet=i18n.BETS[bet.key]), TRIPLES
        )
    end = "won" if won else "lost"
    same = rolls_totalling(total) - TRIPLES if won and roll not in TRIPLES else rolls_totalling(total)
    if len(wanted) == 1:
        yield RollFact(message(f"total.one.{end}", total=total, wanted=wanted), same)
    elif wanted == ODD_TOTALS and total % 2 == won:
        yield RollFact(message(f"total.odd.{end}", total=total), same)
    elif wanted == EVEN_TOTALS and total % 2 != won:
        yield RollFact(message(f"total.even.{end}", total=total), same)
    elif wanted == tuple(range(wanted[0], wanted[-1] + 1)):
        yield RollFact(message(f"total.range.{end}", total=total, low=wanted[0], high=wanted[-1]), same)
    else:
        yield RollFact(message(f"total.list.{end}", total=total, wanted=wanted), same)


def _facts_by_count(bet: Bet, roll: Roll) -> Facts:
    """Yield how many dice show the chosen number, symbol or colour."""
    face, faces = _CHOSEN[_label(bet)]
    count = sum(die in faces for die in roll)
    paid_alike = next((rolls for rolls in bet.tiers if roll in rolls), None)
    if paid_alike is None:
        yield from _facts_of_losing_count(bet, face, faces, count)
        return
    alike = [number for number in (1, 2, 3) if rolls_showing_exactly(*faces, on=number) <= paid_alike]
    as_double = bet.family.endswith("double") and count == 3 and 2 in alike
    says = message("count.as-double" if as_double else f"count.{count}", face=face)
    yield RollFact(says, rolls_showing_exactly(*faces, on=count), once=count > 1 and len(alike) > 1)


def _facts_of_losing_count(bet: Bet, face: object, faces: tuple[int, ...], count: int) -> Facts:
    count_message, same = message(f"count.{count}", face=face), rolls_showing_exactly(*faces, on=count)
    wins = [number for number in (1, 2, 3) if rolls_showing_exactly(*faces, on=number) <= bet.winning_rolls]
    by_count_alone = bet.winning_rolls == frozenset().union(
        *(rolls_showing_exactly(*faces, on=number) for number in wins)
    )
    more = [number for number in wins if number > count]
    if not count:
        yield RollFact(count_message, same)
    elif more and by_count_alone:
        yield RollFact(message(f"needs.{min(more)}", reason=count_message), same)
    elif wins and by_count_alone:
        yield RollFact(message(f"just.{max(wins)}", reason=count_message), same)


def _facts_by_triple(bet: Bet, roll: Roll) -> Facts:
    shown = _roll_message(bet, roll)
    yield RollFact(message("triple.won", roll=shown), TRIPLES)
    yield RollFact(message("triple.lost", roll=shown), frozenset(EVERY_ROLL) - TRIPLES)


def _facts_by_colour_triple(bet: Bet, roll: Roll) -> Facts:
    for colour, faces in COLOURS.items():
        yield RollFact(
            message("count.3", face=message(f"colour.{colour}")), rolls_showing_exactly(*faces, on=3)
        )
    yield RollFact(message("colours.mixed"), MIXED)


def _facts_by_domino(bet: Bet, roll: Roll) -> Facts:
    first, second = map(int, _label(bet))
    yield RollFact(message("shown.two", first=first, second=second), _rolls_showing_both(first, second))
    yield RollFact(
        message("shown.neither", first=first, second=second), rolls_showing_exactly(first, second, on=0)
    )
    yield from _facts_of_missing_faces(first, second)


def _facts_by_three(bet: Bet, roll: Roll) -> Facts:
    first, second, third = map(int, _label(bet))
    yield RollFact(
        message("shown.three", first=first, second=second, third=third), _rolls_made_of(first, second, third)
    )
    yield from _facts_of_missing_faces(first, second, third)


def _facts_by_double_single(bet: Bet, roll: Roll) -> Facts:
    double, _, single = map(int, _label(bet))
    winning = _rolls_made_of(double, double, single)
    yield RollFact(message("shown.double-single", double=double, single=single), winning)
    yield from _facts_of_missing_faces(double, single)
    if bet.winning_rolls == winning:
        yield RollFact(
            message("needs.2", reason=message("count.1", face=double)), rolls_showing_exactly(double, on=1)
        )


def _facts_by_four(bet: Bet, roll: Roll) -> Facts:
    four = tuple(map(int, _label(bet)))
    different = _rolls_with_three_of(four)
    yield RollFact(message("four.won", faces=four), different)
    if bet.winning_rolls == different:
        yield RollFact(message("four.repeats", roll=_roll_message(bet, roll), faces=four), REPEATS)
    for face in sorted(set(roll) - set(four)):
        yield RollFact(message("four.outside", face=face, faces=four), _rolls_showing(face))


def _facts_of_missing_faces(*faces: int) -> Facts:
    for face in faces:
        yield RollFact(message("count.0", face=face), rolls_showing_exactly(face, on=0))


def _label(bet: Bet) -> str:
    return bet.key.removeprefix(f"{bet.family}-")


def _roll_message(bet: Bet, roll: Roll) -> Message:
    """Return the roll as its player sees it, lowest first. Bets on symbols or colours use symbols."""
    painted = "symbol" in bet.family or "colour" in bet.family
    first, second, third = map(i18n.symbol, sorted(roll)) if painted else sorted(roll)
    return message("roll", first=first, second=second, third=third)


_rolls_showing_both = cache(rolls_showing_both)
_rolls_made_of = cache(dice.rolls_made_of)
_rolls_with_three_of = cache(rolls_with_three_of)


@cache
def _rolls_showing(face: int) -> Rolls:
    return dice.rolls_showing(face, on=1)


_CHOSEN: Final[Mapping[str, tuple[object, tuple[int, ...]]]] = MappingProxyType(
    {str(face): (face, (face,)) for face in FACES}
    | {name: (i18n.symbol(face), (face,)) for name, face in SYMBOLS.items()}
    | {name: (message(f"colour.{name}"), faces) for name, faces in COLOURS.items()}
)

_FAMILIES: Final[Mapping[str, Callable[[Bet, Roll], Facts]]] = MappingProxyType(
    dict.fromkeys(("small", "big", "odd", "even", "total"), _facts_by_total)
    | dict.fromkeys(("single", "double", "triple", "symbol", "symbol-triple"), _facts_by_count)
    | dict.fromkeys(("colour", "colour-double", "colour-triple"), _facts_by_count)
    | dict.fromkeys(("any-triple", "any-symbol-triple"), _facts_by_triple)
    | {
        "any-colour-triple": _facts_by_colour_triple,
        "domino": _facts_by_domino,
        "three": _facts_by_three,
        "double-single": _facts_by_double_single,
        "four": _facts_by_four,
    }
)
