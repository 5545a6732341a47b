"""The reason why a wager won or lost, in one sentence about the dice, and the dealer's call.

A reason is a fact that some rolls share. It is given only if all rolls that share it earn the same price, or
all of them lose. So it stays true under every reading of a rulebook.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from sicbo import words
from sicbo.game import dice
from sicbo.game.bets import COLOURS, EVEN_TOTALS, ODD_TOTALS, SYMBOLS, Bet, both, three_of
from sicbo.game.dice import EVERY_ROLL, FACES, TRIPLES, Roll, Rolls, rolls
from sicbo.game.layout import Faces, Layout, Price
from sicbo.game.money import Instrument, money
from sicbo.words import Message, message

if TYPE_CHECKING:
    from sicbo.game.rulebook.rules import Rules
    from sicbo.game.settlement import Line

REPEATS: Final = rolls(lambda roll: len(set(roll)) < 3)
MIXED: Final = rolls(lambda roll: not any(set(roll) <= set(faces) for faces in COLOURS.values()))

exactly = cache(dice.exactly)
total_of = cache(dice.total_of)


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement about a roll, and every roll for which it is true."""

    says: Message
    holds: Rolls
    once: bool = False


Facts = Iterator[Fact]


def why(line: "Line", language: str = "en") -> str:
    """Say in one sentence why a wager won, lost or went back, and what else happened to its stake."""
    return reason(line).say(language)


def reason(line: "Line") -> Message:
    """Return the sentence of `why` before it is put into a language."""
    if line.risk.note and not line.risk.amount:
        return line.risk.note
    says = because(line.target, line.roll, line.price)
    if line.price and line.winnings != line.risk.amount * line.price.odds:
        up = line.winnings > line.risk.amount * line.price.odds
        note = message("paid.up" if up else "paid.down", paid=money(line.winnings))
        says = message("noted", reason=says, note=note)
    if line.collected and line.wager.instrument is Instrument.TOKEN:
        note = message("token.kept" if line.price else "token.collected")
        says = message("noted", reason=says, note=note)
    if line.risk.note:
        says = message("noted", reason=says, note=line.risk.note)
    return says


def because(bet: Bet, roll: Roll, price: Price | None) -> Message:
    """Return why `bet` wins or loses on `roll`, and at what price."""
    told = next((fact for fact in _facts(bet, roll) if _decides(fact, bet, roll)), None)
    if told is None:
        told = _bare(bet, roll, price)
    if price is None:
        return told.says
    if not price.odds:
        return message("pays.nothing", reason=told.says)
    return message("pays.once" if told.once else "pays", reason=told.says, odds=words.to_one(price.odds))


def call(roll: Roll, rules: "Rules", layout: Layout, language: str = "en") -> str:
    """Return what the dealer calls, lowest face first, or what the terminals show if nothing is called."""
    say_face = words.symbol if layout.faces is Faces.SYMBOLS else words.number
    faces = tuple(say_face(face) for face in sorted(roll))
    if rules.round.call.choice.has_total:
        return words.say("call.faces-and-total", language, faces=faces, total=words.number(sum(roll)))
    return words.say("call.faces", language, faces=faces)


def _facts(bet: Bet, roll: Roll) -> Facts:
    """Return the facts about `roll` that matter to this family of bets, the best first."""
    family = _FAMILIES.get(bet.family)
    return family(bet, roll) if family and bet.key in words.BETS else iter(())


def _decides(fact: Fact, bet: Bet, roll: Roll) -> bool:
    """Whether the fact is true of this roll, and all rolls for which it is true have the same result."""
    tier = bet.tier(roll)
    alike = fact.holds.isdisjoint(bet.winning) if tier is None else fact.holds <= bet.tiers[tier - 1]
    return alike and roll in fact.holds


def _bare(bet: Bet, roll: Roll, price: Price | None) -> Fact:
    """Return a plain statement of the roll, used if no fact about the dice decides the bet."""
    fate = "lost" if price is None else "won" if price.odds else "tied"
    return Fact(message(f"roll.{fate}", roll=_shown(bet, roll)), frozenset({roll}))


def _by_total(bet: Bet, roll: Roll) -> Facts:
    total, won = sum(roll), roll in bet.winning
    wanted = tuple(sorted({sum(winner) for winner in bet.winning}))
    if roll in TRIPLES and not won and (total in wanted or bet.family != "total"):
        yield Fact(message("triple.loses", roll=_shown(bet, roll), bet=words.bet(bet.key)), TRIPLES)
    end = "won" if won else "lost"
    same = total_of(total) - TRIPLES if won and roll not in TRIPLES else total_of(total)
    if len(wanted) == 1:
        yield Fact(message(f"total.one.{end}", total=total, wanted=wanted), same)
    elif wanted == ODD_TOTALS and total % 2 == won:
        yield Fact(message(f"total.odd.{end}", total=total), same)
    elif wanted == EVEN_TOTALS and total % 2 != won:
        yield Fact(message(f"total.even.{end}", total=total), same)
    elif wanted == tuple(range(wanted[0], wanted[-1] + 1)):
        yield Fact(message(f"total.range.{end}", total=total, low=wanted[0], high=wanted[-1]), same)
    else:
        yield Fact(message(f"total.list.{end}", total=total, wanted=wanted), same)


def _by_count(bet: Bet, roll: Roll) -> Facts:
    """Yield how many dice show the chosen number, symbol or colour."""
    face, faces = _CHOSEN[_label(bet)]
    count = sum(die in faces for die in roll)
    paid_alike = next((rolls for rolls in bet.tiers if roll in rolls), None)
    if paid_alike is None:
        yield from _too_few_or_many(bet, face, faces, count)
        return
    alike = [number for number in (1, 2, 3) if exactly(*faces, on=number) <= paid_alike]
    as_double = bet.family.endswith("double") and count == 3 and 2 in alike
    says = message("count.as-double" if as_double else f"count.{count}", face=face)
    yield Fact(says, exactly(*faces, on=count), once=count > 1 and len(alike) > 1)


def _too_few_or_many(bet: Bet, face: object, faces: tuple[int, ...], count: int) -> Facts:
    told, same = message(f"count.{count}", face=face), exactly(*faces, on=count)
    wins = [number for number in (1, 2, 3) if exactly(*faces, on=number) <= bet.winning]
    by_count_alone = bet.winning == frozenset().union(*(exactly(*faces, on=number) for number in wins))
    more = [number for number in wins if number > count]
    if not count:
        yield Fact(told, same)
    elif more and by_count_alone:
        yield Fact(message(f"needs.{min(more)}", reason=told), same)
    elif wins and by_count_alone:
        yield Fact(message(f"just.{max(wins)}", reason=told), same)


def _by_triple(bet: Bet, roll: Roll) -> Facts:
    shown = _shown(bet, roll)
    yield Fact(message("triple.won", roll=shown), TRIPLES)
    yield Fact(message("triple.lost", roll=shown), frozenset(EVERY_ROLL) - TRIPLES)


def _by_colour_triple(bet: Bet, roll: Roll) -> Facts:
    for colour, faces in COLOURS.items():
        yield Fact(message("count.3", face=message(f"colour.{colour}")), exactly(*faces, on=3))
    yield Fact(message("colours.mixed"), MIXED)


def _by_domino(bet: Bet, roll: Roll) -> Facts:
    first, second = map(int, _label(bet))
    yield Fact(message("shown.two", first=first, second=second), _both(first, second))
    yield Fact(message("shown.neither", first=first, second=second), exactly(first, second, on=0))
    yield from _missing(first, second)


def _by_three(bet: Bet, roll: Roll) -> Facts:
    first, second, third = map(int, _label(bet))
    yield Fact(
        message("shown.three", first=first, second=second, third=third), _made_of(first, second, third)
    )
    yield from _missing(first, second, third)


def _by_double_single(bet: Bet, roll: Roll) -> Facts:
    double, _, single = map(int, _label(bet))
    winning = _made_of(double, double, single)
    yield Fact(message("shown.double-single", double=double, single=single), winning)
    yield from _missing(double, single)
    if bet.winning == winning:
        yield Fact(message("needs.2", reason=message("count.1", face=double)), exactly(double, on=1))


def _by_four(bet: Bet, roll: Roll) -> Facts:
    four = tuple(map(int, _label(bet)))
    different = _three_of(four)
    yield Fact(message("four.won", faces=four), different)
    if bet.winning == different:
        yield Fact(message("four.repeats", roll=_shown(bet, roll), faces=four), REPEATS)
    for face in sorted(set(roll) - set(four)):
        yield Fact(message("four.outside", face=face, faces=four), _showing(face))


def _missing(*faces: int) -> Facts:
    for face in faces:
        yield Fact(message("count.0", face=face), exactly(face, on=0))


def _label(bet: Bet) -> str:
    return bet.key.removeprefix(f"{bet.family}-")


def _shown(bet: Bet, roll: Roll) -> Message:
    """Return the roll as its player sees it, lowest first. Bets on symbols or colours use symbols."""
    painted = "symbol" in bet.family or "colour" in bet.family
    first, second, third = map(words.symbol, sorted(roll)) if painted else sorted(roll)
    return message("roll", first=first, second=second, third=third)


_both = cache(both)
_made_of = cache(dice.made_of)
_three_of = cache(three_of)


@cache
def _showing(face: int) -> Rolls:
    return dice.showing(face, on=1)


_CHOSEN: Final[Mapping[str, tuple[object, tuple[int, ...]]]] = MappingProxyType(
    {str(face): (face, (face,)) for face in FACES}
    | {name: (words.symbol(face), (face,)) for name, face in SYMBOLS.items()}
    | {name: (message(f"colour.{name}"), faces) for name, faces in COLOURS.items()}
)

_FAMILIES: Final[Mapping[str, Callable[[Bet, Roll], Facts]]] = MappingProxyType(
    dict.fromkeys(("small", "big", "odd", "even", "total"), _by_total)
    | dict.fromkeys(("single", "double", "triple", "symbol", "symbol-triple"), _by_count)
    | dict.fromkeys(("colour", "colour-double", "colour-triple"), _by_count)
    | dict.fromkeys(("any-triple", "any-symbol-triple"), _by_triple)
    | {
        "any-colour-triple": _by_colour_triple,
        "domino": _by_domino,
        "three": _by_three,
        "double-single": _by_double_single,
        "four": _by_four,
    }
)
