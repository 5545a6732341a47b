"""Round transcripts: a round as a dealer would write it down, with what has to come of it.

    # What follows a hash is a remark.
    rulebook crown-sydney-2024  limits $5 to $500, chips of $5, approved minimum $2, with drop box
    ana      buys $100
    dealer   place your bets                     by 5.1.1
    ana      $25 on small, $5 on total-9         registered
    ben      $2 on big                           refused 4.2.1 The minimum is ...
    dealer   cover, spin 3, no more bets
    dealer   uncover, call, enter 1 4 4          called one, four, four, total nine
    dealer   light, collect, pay
    settled  ana small won $25, returned $25 by 3.3.2(a), 6.3/small
    rack     ana $160

A line says who, then what they do and then, after two spaces or more, what has to come of it.

The first line   rulebook LAYOUT limits $5 to $500 (or: limits $5 and up), then in any order, with commas:
                 chips of $5 | units of $5 | approved minimum $2 | with EQUIPMENT | readings ID=OPTION ...
Staff            dealer, supervisor, manager and senior-manager perform steps, several with commas between:
                 place your bets | cover | spin [TUMBLES] | no more bets | press the button | uncover |
                 call | enter D D D | light | collect | pay
                 or one of: void GROUND [seen by WHO] [because WORDS] |
                 correct to D D D seen by WHO [because WORDS] | close the table
Players          $25 on small, $5 token on total-9 (the whole slip) | clears | buys $100 [of tokens] |
                 cashes out $50
Expected         registered or done | by CLAUSE | refused CLAUSE [SENTENCE, which may end in ...] |
                 lit AREA, AREA ... | called WORDS; several with semicolons between. A refusal is said of
                 the last act of its line; where nothing is expected, nothing may be refused.
Looking          settled PLAYER BET [token] won|lost|returned $25[, returned|kept $25] [by CLAUSE]
                 returned PLAYER $30 [by CLAUSE] | warned PLAYER [by CLAUSE] | rack PLAYER $160 [of tokens] |
                 owes PLAYER $50
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sicbo import rulebooks
from sicbo.errors import BadInput, SicboError, shown
from sicbo.game.authority import Rank
from sicbo.game.policies import Step
from sicbo.game.publish import key_of
from sicbo.game.rules import Rules
from sicbo.table.commands import AnyCommand, BuyIn, CashOut, CloseTable, CorrectResult, DeclareVoid, Perform
from sicbo.table.commands import RegisterSlip as Register
from sicbo.table.messages import Stake
from sicbo.table.state import Readings

RANKS = {key_of(rank): rank for rank in Rank}
STEPS = {
    "place your bets": Step.PLACE_BETS,
    "cover": Step.COVER,
    "spin": Step.SPIN,
    "no more bets": Step.CLOSE,
    "press the button": Step.PRESS_CLOSE,
    "uncover": Step.UNCOVER,
    "call": Step.CALL,
    "light": Step.LIGHT,
    "collect": Step.COLLECT,
    "pay": Step.PAY,
}
AMOUNT = r"\$(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:\.\d\d)?"
MONEY = f"({AMOUNT})"
DICE = r"(\d{1,9}) (\d{1,9}) (\d{1,9})"
NAME = r"([a-z][a-z0-9-]*)"
BY = r"(?: by (\S.*))?"


@dataclass(frozen=True, slots=True)
class Heading:
    """The first line: which table, and the sign it opens under."""

    number: int
    rulebook: str
    layout: str
    readings: Readings
    sign: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Act:
    """One command to give, but for its stamp and what the table has to add."""

    kind: type[AnyCommand]
    words: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Expectation:
    """What has to come of a line: a kind, the clause, and what is said."""

    kind: str
    clause: str = ""
    says: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """What has to be found at the table: of whom, on which bet, how much of each kind, by which clause."""

    kind: str
    player: str
    bet: str = ""
    token: bool = False
    amounts: Mapping[str, int] = field(default_factory=dict)
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a transcript: acts with what is expected of them, or a look."""

    number: int
    text: str
    who: str
    acts: tuple[Act, ...] = ()
    expected: tuple[Expectation, ...] = ()
    look: Look | None = None


@dataclass(frozen=True, slots=True)
class Transcript:
    """A transcript that could be read from its first line to its last."""

    heading: Heading
    lines: tuple[Line, ...]


def parse(text: str) -> Transcript:
    """Read a transcript; a mistake in it is one sentence with the number of its line."""
    heading: Heading | None = None
    lines: list[Line] = []
    for number, written in _written(text):
        try:
            if heading is None:
                heading = _heading(number, " ".join(written.split()))
            else:
                lines.append(_line(number, written))
        except SicboError as error:
            raise BadInput(f"Line {number}: {error}") from None
    if heading is None:
        raise BadInput("Line 1: The transcript is empty: begin with `rulebook LAYOUT limits $5 to $500`.")
    return Transcript(heading, tuple(lines))


def equipment_of(rules: Rules) -> tuple[str, ...]:
    """What a table under these rules can be fitted with."""
    steps = [stage.equipment for stage in rules.round.order.choice if stage.equipment]
    fittings = [str(ruling.choice) for name, ruling in rules.rulings() if name.startswith("fittings.")]
    return tuple(dict.fromkeys((*steps, *fittings)))


def _written(text: str) -> Iterator[tuple[int, str]]:
    """The lines on which something is written, without remarks."""
    for number, line in enumerate(text.splitlines(), 1):
        written = line.partition("#")[0].expandtabs().strip()
        if written:
            yield number, written


def _heading(number: int, written: str) -> Heading:
    found = re.fullmatch(r"rulebook (\S+) (limits .+)", written)
    if not found:
        raise BadInput(f"Begin with `rulebook LAYOUT limits $5 to $500`, not with {shown(written)}.")
    rules, layout = rulebooks.get_layout(found[1])
    sign: dict[str, Any] = {}
    readings: dict[str, str] = {}
    for term in found[2].split(", "):
        if term.startswith("readings "):
            readings |= dict(_reading(pair) for pair in term.split()[1:])
        else:
            _sign(term, sign, rules)
    rules.read(readings)
    return Heading(number, rules.key, layout.key, tuple(sorted(readings.items())), sign)


def _reading(pair: str) -> tuple[str, str]:
    name, _, option = pair.partition("=")
    if not (name and option):
        raise BadInput(f"A reading is given as ID=OPTION, as in ST-01=literal, not {shown(pair)}.")
    return name, option


def _sign(term: str, sign: dict[str, Any], rules: Rules) -> None:
    """Put one term of the first line on the sign."""
    if found := re.fullmatch(rf"limits {MONEY} (?:to {MONEY}|and up)", term):
        sign["minimum"] = _cents(found[1])
        sign["maximum"] = _cents(found[2]) if found[2] else None
    elif found := re.fullmatch(rf"(chips of|units of|approved minimum) {MONEY}", term):
        names = {"chips of": "chip", "units of": "unit", "approved minimum": "approved_minimum"}
        sign[names[found[1]]] = _cents(found[2])
    elif term.startswith("with ") and term.removeprefix("with ") in equipment_of(rules):
        sign["equipment"] = (*sign.get("equipment", ()), term.removeprefix("with "))
    else:
        fitted = "".join(f", `with {thing}`" for thing in equipment_of(rules))
        known = f"`limits $5 to $500`, `chips of $5`, `units of $5`, `approved minimum $2`{fitted}"
        raise BadInput(f"{shown(term)} is not on a sign here: write {known} or `readings ID=OPTION`.")


def _line(number: int, written: str) -> Line:
    who, _, rest = written.partition(" ")
    text = " ".join(written.split())
    if who in LOOKS:
        return Line(number, text, who, look=_look(who, " ".join(rest.split())))
    said, expected = (*re.split(r" {2,}", rest.strip(), maxsplit=1), "")[:2]
    acts = _of_staff(said) if who in RANKS else _of_player(who, said)
    return Line(number, text, who, acts, tuple(_expectations(" ".join(expected.split()))))


def _of_staff(said: str) -> tuple[Act, ...]:
    if said == "close the table":
        return (Act(CloseTable, {}),)
    if found := re.fullmatch(rf"void ([a-z-]+)(?: seen by {NAME})?(?: because (.+))?", said):
        return (Act(DeclareVoid, {"ground": found[1], "second": found[2] or "", "note": found[3] or ""}),)
    if found := re.fullmatch(rf"correct to {DICE} seen by {NAME}(?: because (.+))?", said):
        dice = _dice(*found.groups()[:3])
        return (Act(CorrectResult, {"dice": dice, "second": found[4], "reason": found[5] or ""}),)
    return tuple(map(_step, said.split(", ")))


def _step(said: str) -> Act:
    if found := re.fullmatch(rf"enter {DICE}", said):
        return Act(Perform, {"step": key_of(Step.ENTER), "dice": _dice(*found.groups())})
    if found := re.fullmatch(r"spin(?: (\d{1,4}))?", said):
        return Act(Perform, {"step": key_of(Step.SPIN), "tumbles": int(found[1] or 1)})
    if said not in STEPS:
        steps = ", ".join(STEPS)
        others = "enter D D D, void GROUND, correct to D D D seen by WHO, close the table"
        raise BadInput(f"Nobody here does {shown(said)}: write {steps}, {others}.")
    return Act(Perform, {"step": key_of(STEPS[said])})


def _dice(*faces: str) -> tuple[int, ...]:
    return tuple(map(int, faces))


def _of_player(who: str, said: str) -> tuple[Act, ...]:
    if not re.fullmatch(NAME, who):
        raise BadInput(f"A line begins with who speaks, as in dealer or ana, not with {shown(who)}.")
    if said == "clears":
        return (Act(Register, {"player": who, "stakes": ()}),)
    if found := re.fullmatch(rf"cashes out {MONEY}", said):
        return (Act(CashOut, {"player": who, "cents": _cents(found[1])}),)
    if found := re.fullmatch(rf"buys {MONEY}( of tokens)?", said):
        kind = "token" if found[2] else ""
        return (Act(BuyIn, {"player": who, "cents": _cents(found[1]), "instrument": kind}),)
    return (Act(Register, {"player": who, "stakes": tuple(_stake(who, one) for one in said.split(", "))}),)


def _stake(who: str, said: str) -> Stake:
    found = re.fullmatch(rf"{MONEY}( token)? on {NAME}", said)
    if not found:
        ways = "`$25 on small, $5 on total-9`, `clears`, `buys $100` or `cashes out $50`"
        raise BadInput(f"{who} is taken for a player, who says {ways}, not {shown(said)}.")
    return Stake(found[3], _cents(found[1]), "token" if found[2] else "")


def _expectations(said: str) -> Iterator[Expectation]:
    if found := re.fullmatch(r"refused ((?:\S+, )*\S*[^\s,])(?: (.+))?", said):
        yield Expectation("refused", found[1], found[2] or "")
    elif said:
        yield from map(_expectation, said.split("; "))


def _expectation(said: str) -> Expectation:
    if said in ("registered", "done"):
        return Expectation("done")
    if found := re.fullmatch(r"by (\S.*)", said):
        return Expectation("by", found[1])
    if found := re.fullmatch(r"(lit|called) (\S.*)", said):
        return Expectation(found[1], says=found[2])
    ways = "`registered`, `by CLAUSE`, `refused CLAUSE SENTENCE`, `lit AREAS` or `called WORDS`"
    raise BadInput(f"After two spaces stands what is expected, {ways}, not {shown(said)}.")


def _look(kind: str, said: str) -> Look:
    pattern, example, made = LOOKS[kind]
    found = re.fullmatch(pattern, said)
    if not found:
        raise BadInput(f"Write `{kind} {example}`, not {shown(said)}.")
    return made(kind, found)


def _settled(kind: str, found: re.Match[str]) -> Look:
    player, bet, token, parts, clause = found.groups()
    amounts = dict(part.split(" ") for part in parts.split(", "))
    cents = {word: _cents(amount) for word, amount in amounts.items()}
    return Look(kind, player, bet, bool(token), cents, clause or "")


def _sum(kind: str, found: re.Match[str]) -> Look:
    player, amount, token, clause = found.groups()
    return Look(kind, player, token=bool(token), amounts={kind: _cents(amount)}, clause=clause or "")


def _warned(kind: str, found: re.Match[str]) -> Look:
    return Look(kind, found[1], clause=found[2] or "")


def _cents(written: str) -> int:
    """$1,250.50 in cents."""
    whole, _, rest = written.removeprefix("$").replace(",", "").partition(".")
    return int(whole) * 100 + int(rest or 0)


PARTS = rf"((?:won|lost|returned) {AMOUNT}(?:, (?:returned|kept) {AMOUNT})*)"
LOOKS: Mapping[str, tuple[str, str, Callable[[str, re.Match[str]], Look]]] = {
    "settled": (rf"{NAME} {NAME}( token)? {PARTS}{BY}", "ana small won $25 by 6.3/small", _settled),
    "returned": (rf"{NAME} {MONEY}( of tokens)?{BY}", "ana $30 by 10.4", _sum),
    "warned": (rf"{NAME}{BY}", "ana by 3.4", _warned),
    "rack": (rf"{NAME} {MONEY}( of tokens)?()", "ana $160", _sum),
    "owes": (rf"{NAME} {MONEY}()()", "ana $50", _sum),
}
