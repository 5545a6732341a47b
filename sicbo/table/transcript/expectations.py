"""What a transcript expects of a line, and what it looks for at the table."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from sicbo.errors import BadInput, shown
from sicbo.table.transcript.grammar import AMOUNT, MONEY, NAME, cents_of, chips_of


@dataclass(frozen=True, slots=True)
class Expectation:
    """One expected consequence of a line: its kind, the clause, and the words."""

    kind: str
    clause: str = ""
    says: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """What a line looks for: of which player, on which bet, how much of each kind, by which clause.

    `chips` is empty for the money that the table pays in, or names another kind of chip.
    """

    kind: str
    player: str = ""
    bet: str = ""
    chips: str = ""
    amounts: Mapping[str, int] = field(default_factory=dict)
    clause: str = ""


def expectations(said: str) -> Iterator[Expectation]:
    """Yield everything that a line expects; a refusal is always the only one."""
    if found := re.fullmatch(r"refused ((?:\S+, )*\S*[^\s,])(?: (.+))?", said):
        yield Expectation("refused", found[1], found[2] or "")
    elif said:
        yield from map(_expectation, said.split("; "))


def _expectation(said: str) -> Expectation:
    if said in ("registered", "done"):
        return Expectation("done")
    if found := re.fullmatch(r"by (\S.*)", said):
        return Expectation("by", found[1])
    if found := re.fullmatch(r"(lit|called|says) (\S.*)", said):
        return Expectation(found[1], says=found[2])
    ways = "`registered`, `by CLAUSE`, `says WORDS`, `refused CLAUSE SENTENCE`, `lit AREAS` or `called WORDS`"
    raise BadInput(f"After two spaces, write what is expected: {ways}; not {shown(said)}.")


def look_of(kind: str, said: str) -> Look:
    """Return what a line looks for."""
    pattern, example, made = LOOKS[kind]
    found = re.fullmatch(pattern, said)
    if not found:
        raise BadInput(f"Write `{kind} {example}`, not {shown(said)}.")
    return made(kind, {name: text or "" for name, text in found.groupdict().items()})


def _settled(kind: str, found: Mapping[str, str]) -> Look:
    amounts = dict(part.split(" ") for part in found["parts"].split(", "))
    cents = {word: cents_of(amount) for word, amount in amounts.items()}
    return Look(kind, found["player"], found["bet"], chips_of(found["chips"]), cents, found["clause"])


def _sum(kind: str, found: Mapping[str, str]) -> Look:
    return Look(
        kind,
        found.get("player", ""),
        chips=chips_of(found.get("chips", "")),
        amounts={kind: cents_of(found["cents"])},
        clause=found.get("clause", ""),
    )


def _warned(kind: str, found: Mapping[str, str]) -> Look:
    return Look(kind, found["player"], clause=found["clause"])


def _running(kind: str, found: Mapping[str, str]) -> Look:
    return Look(kind, found["player"], found["bet"], amounts={kind: int(found["count"])})


PLAYER = f"(?P<player>{NAME})"
BET = f"(?P<bet>{NAME})"
CENTS = f"(?P<cents>{MONEY})"
OF = f"(?: of (?P<chips>{NAME}))?"
IN = f"(?: (?P<chips>{NAME}))?"
BY = r"(?: by (?P<clause>\S.*))?"
PARTS = rf"(?P<parts>(?:won|lost|returned) {AMOUNT}(?:, (?:returned|kept) {AMOUNT})*)"
LOOKS: Mapping[str, tuple[str, str, Callable[[str, Mapping[str, str]], Look]]] = {
    "settled": (rf"{PLAYER} {BET}{IN} {PARTS}{BY}", "ana small won $25 by 6.3/small", _settled),
    "returned": (rf"{PLAYER} {CENTS}{OF}{BY}", "ana $30 by 10.4", _sum),
    "forfeited": (rf"{PLAYER} {CENTS}{OF}{BY}", "ana $30 by 9.5", _sum),
    "warned": (rf"{PLAYER}{BY}", "ana by 3.4", _warned),
    "rack": (rf"{PLAYER} {CENTS}{OF}", "ana $160", _sum),
    "held": (rf"{PLAYER} {CENTS}{OF}", "ana $25", _sum),
    "owes": (rf"{PLAYER} {CENTS}", "ana $50", _sum),
    "running": (rf"{PLAYER} {BET} (?P<count>\d{{1,4}})", "ana streak-small 3", _running),
    "float": (CENTS, "$5,000", _sum),
    "drop": (CENTS, "$300", _sum),
}
