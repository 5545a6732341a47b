"""Every command and event by name, with its fields and their types; what is not here cannot be vouched for.

`s` text, `i` whole number, `b` yes or no, `S` texts, `D` dice, `k` a stake, `K` stakes, `L` settled lines,
`M` settled Super Streaks, `H` what is held, `A` limits of single areas,
`w` a prize won, `W` several, `t` who sits at a table, `T` at several, `P` prizes by place;
`?` may be null; `~` may be absent.
"""

from collections.abc import Callable, Mapping
from typing import Any

from sicbo.verify.canonical import Wrong

COMMANDS = """
agree-limits player:s minimum:i?~ maximum:i?~ marked:b~
begin-gaming-day day:s
buy-credits player:s cents:i
buy-in player:s cents:i instrument:s~
call-final-streaks
cash-out player:s cents:i
change-limits minimum:i maximum:i? unit:i?~ chip:i?~ areas:A~
close-streaks
close-table
correct-result dice:D second:s reason:s round:i?~
count-float cents:i second:s
credit-float cents:i number:s second:s
decide-dispute dispute:s decision:s satisfied:b~ told_of_inspector:b~
declare-void ground:s note:s~ second:s~ forfeits:s~ player:s~ bets:S~ round:i?~
detain player:s note:s place:s statute:s~
determine-suspense player:s release:b note:s
designate-table tournament:s
direct-idle-spins
dispense-ticket player:s number:s
exchange-voucher player:s number:s kind:s cents:i
exclude-from-casino player:s note:s reference:s
exclude-from-game player:s note:s
fill-float cents:i number:s second:s
give-notice subject:s minimum:i?~ maximum:i?~ in_seconds:i?~ areas:A~
issue-colours player:s colour:s pieces:i value:i?~ consent:S~ waiting:S~
leave-seat player:s
end-detention player:s name:s~ note:s~
lift-exclusion player:s note:s
notify-person fault:s whom:s name:s
open-table minimum:i maximum:i?~ unit:i~ chip:i~ approved_minimum:i?~ equipment:S~ confirmed:S~ profile:s~ \
colours:S~ streak_stake:i?~ seats:i~ areas:A~
perform step:s tumbles:i?~ dice:D?~ round:i?~
place-streak player:s round:i side:s cents:i instrument:s~
raise-dispute player:s about:s matter:s~
record-offence offence:s player:s note:s excuse:s~
rectify-fault fault:s note:s~
redeem-colours player:s colour:s pieces:i
redeem-foreign-colours player:s issuer:s issuer_closed:b colour:s pieces:i traced:i?~ lowest:i?~
refer player:s note:s to:s
refuse-wager player:s reason:s bets:S~
register-slip player:s round:i version:i stakes:K
release-table
report-fault fault:s note:s~ mended:b~ players:S~
request-review dispute:s
require-colours player:s required:b~
require-to-vacate player:s
review-dispute dispute:s decision:s satisfied:b~ told_of_inspector:b~
sign-off
sign-on
spin-for-practice dice:D
stop-idle-spins
surrender-colours player:s colour:s pieces:i redeemer:s redemption:s
take-seat player:s seat:i
void-players-wagers player:s note:s forfeit:b~
withdraw-notice subject:s
withhold-winnings player:s note:s
"""
EVENTS = """
chips-taken player:s cents:i
colours-issued player:s colour:s pieces:i value:i shown_by:s holders:S
colours-redeemed player:s colour:s pieces:i value:i
colours-required player:s required:b
colours-surrendered player:s colour:s pieces:i value:i redeemer:s redemption:s
debt-set-off player:s instrument:s cents:i
dispute-decided dispute:s decision:s satisfied:b told_of_inspector:b final:b review:b~
dispute-raised player:s about:s matter:s round:i?
detention-ended player:s name:s~ note:s~
exclusion-lifted player:s note:s
fault-rectified fault:s note:s
fault-reported fault:s round:i? note:s mended:b tell:s? stops:b halts:b void_due:s? players:S
final-streaks-called
float-counted cents:i expected:i? variance:i second:s
float-credited cents:i number:s second:s
float-filled cents:i number:s second:s
foreign-colours-redeemed player:s issuer:s colour:s pieces:i value:i traced:b
gaming-day-begun day:s
idle-spins-directed last:s
idle-spins-stopped
limits-agreed player:s minimum:i? maximum:i?
limits-changed minimum:i maximum:i? unit:i chip:i areas:A~
notice-given subject:s minimum:i? maximum:i? due:i spins:i areas:A~
notice-withdrawn subject:s
offence-recorded offence:s player:s note:s
person-notified fault:s whom:s name:s
player-sanctioned player:s sanction:s note:s reference:s~
player-warned player:s
practice-spun dice:D
result-corrected round:i entered:D dice:D second:s reason:s lit:S
result-entered round:i dice:D lit:S
review-requested dispute:s reviewer:s leaves:b
round-voided round:i ground:s note:s second:s~ stands:b~
seat-left player:s required:b
seat-taken player:s seat:i
settlement-reversed player:s round:i lines:L
signed-off
signed-on
slip-registered player:s round:i version:i stakes:K before:K
step-performed round:i step:s tumbles:i?~
streak-end-forced round:i
streak-returned player:s round:i stakes:K
streak-reversed player:s round:i lines:M
streak-settled player:s round:i lines:M
streak-wagered player:s round:i stake:k side:s? count:i
streaks-advanced round:i how:s dice:D?
streaks-closed
streaks-rewound round:i
suspense-determined player:s released:b held:H note:s
table-closed
table-designated tournament:s
table-opened minimum:i maximum:i? unit:i chip:i approved_minimum:i? equipment:S confirmed:S~ profile:s~ \
colours:S~ streak_stake:i?~ seats:i~ areas:A~
table-released
ticket-dispensed player:s number:s cents:i
value-brought player:s cents:i instrument:s
voucher-exchanged player:s number:s kind:s cents:i instrument:s
wager-refused player:s round:i stakes:K reason:s
wagers-collected player:s round:i lines:L
wagers-forfeited player:s round:i stakes:K
wagers-paid player:s round:i lines:L
wagers-returned player:s round:i stakes:K
wagers-voided player:s round:i stakes:K becomes:s note:s
winnings-freed player:s round:i cents:i kept:b~
winnings-withheld player:s round:i cents:i
"""
DEFAULTS: Mapping[str, Any] = {
    "instrument": "value-chip",
    "unit": 1,
    "chip": 1,
    "seats": 0,
    "profile": "home",
    "matter": "dispute",
    "required": True,
    **{name: [] for name in ("equipment", "confirmed", "colours", "bets")},
    **{name: [] for name in ("players", "areas", "consent", "waiting")},
    **dict.fromkeys(
        ("marked", "satisfied", "told_of_inspector", "mended", "forfeit", "review", "stands", "kept"), False
    ),
    **dict.fromkeys(("note", "second", "forfeits", "player", "statute", "excuse", "reference", "name"), ""),
}
NONE = type(None)
PLAIN = {"s": (str,), "i": (int,), "b": (bool,), "s?": (str, NONE), "i?": (int, NONE)}
LINE = frozenset(("clause", "collected", "outcome", "returned", "stake", "winnings"))
CHANGED = LINE | {"change"}
STREAK_LINE = LINE | {"ends", "length"}
LARGEST = 1 << 53


def _stake(value: Any) -> bool:
    return (
        type(value) is list
        and len(value) == 3
        and type(value[0]) is str
        and type(value[1]) is int
        and type(value[2]) is str
    )


def _stakes(value: Any) -> bool:
    return type(value) is list and all(map(_stake, value))


def _placed(value: Any) -> bool:
    return _stakes(value) and all(0 < cents < LARGEST for _, cents, _ in value)


def _line(value: Any, names: frozenset[str] = LINE) -> bool:
    return (
        type(value) is dict
        and value.keys() == names
        and _stake(value["stake"])
        and type(value["winnings"]) is int
        and type(value["returned"]) is int
        and type(value["collected"]) is int
    )


def _wager_line(value: Any) -> bool:
    """A line says what came back as change, where any did."""
    if type(value) is dict and "change" in value:
        return _line(value, CHANGED) and type(value["change"]) is int and value["change"] > 0
    return _line(value)


def _streak_line(value: Any) -> bool:
    return _line(value, STREAK_LINE) and type(value["length"]) is int


def _each(holds: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: type(value) is list and all(map(holds, value))


def _row(*kinds: tuple[Any, ...]) -> Callable[[Any], bool]:
    """So many values, each of its kind."""

    def holds(value: Any) -> bool:
        if type(value) is not list or len(value) != len(kinds):
            return False
        return all(type(one) in kind for one, kind in zip(value, kinds, strict=True))

    return holds


def _dice(value: Any) -> bool:
    return type(value) is list and len(value) == 3 and all(type(die) is int for die in value)


def _seated(value: Any) -> bool:
    return type(value) is list and len(value) == 2 and type(value[0]) is str and _texts(value[1])


_held = _row(PLAIN["s"], PLAIN["i"])
_won = _row(PLAIN["s"], PLAIN["s"], PLAIN["i"])
_area = _row(PLAIN["s"], PLAIN["i"], PLAIN["i?"])
_placed_for = _row(PLAIN["i"], PLAIN["s"], PLAIN["i"])
_texts = _each(lambda value: type(value) is str)
_lines = _each(_wager_line)
NESTED: Mapping[str, Callable[[Any], bool]] = {
    "S": _texts,
    "D": _dice,
    "D?": lambda value: value is None or _dice(value),
    "k": _stake,
    "K": _placed,
    "L": _lines,
    "M": _each(_streak_line),
    "H": _each(_held),
    "A": _each(_area),
    "w": _won,
    "W": _each(_won),
    "t": _seated,
    "T": _each(_seated),
    "P": _each(_placed_for),
}


class Shape:
    """The fields of one message."""

    __slots__ = ("defaults", "names", "nested", "plain")

    def __init__(self, fields: list[str], common: tuple[str, ...]) -> None:
        nested = NESTED if "clause" in common else {**NESTED, "K": _stakes}
        split = [field.partition(":")[::2] for field in fields]
        codes = {name: code.rstrip("~") for name, code in split}
        optional = [(name, code) for name, code in split if code.endswith("~")]
        self.defaults = {name: None if "?" in code else DEFAULTS[name] for name, code in optional}
        self.names = frozenset((*codes, *common, "stamp", "type"))
        texts = tuple((name, PLAIN["s"]) for name in common)
        self.plain = (*texts, *((name, PLAIN[code]) for name, code in codes.items() if code in PLAIN))
        self.nested = tuple((name, nested[code]) for name, code in codes.items() if code in nested)

    def check(self, message: dict[str, Any]) -> bool:
        """Whether something that may be absent was absent and is now put in; another shape is wrong."""
        short = message.keys() != self.names
        if short:
            self._complete(message)
        for name, kinds in self.plain:
            if type(message[name]) not in kinds:
                raise Wrong("schema", f"{message['type']} has a {name} of another kind")
        for name, holds in self.nested:
            if not holds(message[name]):
                raise Wrong("schema", f"{message['type']} has {name} of another kind")
        return short

    def _complete(self, message: dict[str, Any]) -> None:
        if unknown := message.keys() - self.names:
            raise Wrong("schema", f"cannot vouch: unknown {', '.join(sorted(unknown))} in {message['type']}")
        if absent := self.names - message.keys() - self.defaults.keys():
            raise Wrong("schema", f"{message['type']} lacks {', '.join(sorted(absent))}")
        for name in self.names - message.keys():
            message[name] = self.defaults[name]


def shapes(text: str, common: tuple[str, ...]) -> dict[str, Shape]:
    """The shape of each message that a text lists, one to a line."""
    rows = [line.split() for line in text.strip().splitlines()]
    return {name: Shape(fields, common) for name, *fields in rows}


COMMAND_SHAPES = shapes(COMMANDS, ("id",))
EVENT_SHAPES = shapes(EVENTS, ("clause", "command"))
STAMP = frozenset(("by", "elapsed", "rank", "wall"))


def stamp_of(stamp: Any) -> None:
    """Whether a stamp says who, as what, and when."""
    if type(stamp) is not dict or stamp.keys() != STAMP:
        raise Wrong("schema", "a stamp has by, rank, wall and elapsed")
    whole = type(stamp["wall"]) is int and type(stamp["elapsed"]) is int
    if not whole or type(stamp["by"]) is not str or type(stamp["rank"]) not in (int, NONE):
        raise Wrong("schema", "a stamp says who, as what, and when")
