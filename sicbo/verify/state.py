"""What is known of one table while its journal goes by: never more than the next record needs."""

from typing import Any, NamedTuple

from sicbo.verify.report import TableReport
from sicbo.verify.rules import Bet, Law, Stage

Stake = list[Any]
Line = dict[str, Any]
KEPT = 10


class Sign(NamedTuple):
    """The limits on a sign, in cents; `areas` are those of single bets or kinds of bets."""

    minimum: int
    maximum: int | None
    unit: int
    chip: int
    approved: int | None
    areas: tuple[tuple[str, int, int | None], ...]

    def bounds(self, bet: Bet) -> tuple[int, int | None]:
        """The least and the most of one bet: its own, those of its kind, or the table's."""
        if self.areas:
            for name in (bet.key, bet.family):
                for area, minimum, maximum in self.areas:
                    if area == name:
                        return minimum, maximum
        return self.minimum, self.maximum


class Notice(NamedTuple):
    """A notice that stands, and from when it is served."""

    minimum: int | None
    maximum: int | None
    areas: list[Any]
    due: int
    spins: int
    round: int


class Fault(NamedTuple):
    """A fault on record."""

    tell: str | None
    told: tuple[str, ...]
    mended: bool
    stops: bool
    halts: bool
    players: tuple[str, ...]


class Running(NamedTuple):
    """A Super Streak wager in play."""

    stake: tuple[str, int, str]
    side: str | None
    length: int
    round: int


class Run(NamedTuple):
    """The run of one line: whose it is and how long."""

    side: str | None = None
    length: int = 0


class Streaks(NamedTuple):
    """The run of each line, and the wagers of each player."""

    runs: tuple[Run, ...]
    wagers: dict[str, tuple[Running, ...]]


class Round:
    """A round: what was done, what lies on the layout, what the dice showed and what was settled."""

    __slots__ = (
        "agreed",
        "before",
        "collected",
        "dice",
        "done",
        "doubted",
        "given",
        "how",
        "lights_failed",
        "number",
        "open",
        "paid",
        "released",
        "rest",
        "rest_warns",
        "roll",
        "sign",
        "slips",
        "steps",
        "streak_lines",
        "void_due",
        "warned",
        "withheld",
    )

    def __init__(self, number: int, sign: Sign, agreed: dict[str, tuple[int | None, int | None]]) -> None:
        self.number, self.sign, self.agreed = number, sign, agreed
        self.done = 0
        self.steps: set[str] = set()
        self.open = False
        self.dice: list[int] | None = None
        self.roll = ""
        self.void_due: str | None = None
        self.slips: dict[str, tuple[int, list[Stake]]] = {}
        self.collected: dict[str, list[Line]] = {}
        self.paid: dict[str, list[Line]] = {}
        self.rest: dict[str, tuple[list[Line], list[Line]]] = {}
        self.rest_warns: set[str] = set()
        self.withheld: dict[str, int] = {}
        self.released: dict[str, bool] = {}
        self.doubted: set[str] = set()
        self.given: set[str] = set()
        self.warned: set[str] = set()
        self.lights_failed = False
        self.before: Streaks | None = None
        self.how = ""
        self.streak_lines: dict[str, list[Line]] = {}


class Table:
    """One table as its events have made it."""

    advanced: bool
    """Whether the record at hand has counted the round; said anew before each."""

    def __init__(self, name: str, law: Law, report: TableReport) -> None:
        self.name, self.law, self.report = name, law, report
        self.number = 0
        self.sign: Sign | None = None
        self.equipment: frozenset[str] = frozenset()
        self.profile, self.designated = "home", ""
        self.idle = False
        self.stages: tuple[Stage, ...] = ()
        self.rounds = self.spins = self.elapsed = 0
        self.round: Round | None = None
        self.last: Round | None = None
        self.past: list[Round] = []
        self.racks: dict[tuple[str, str], int] = {}
        self.owed: dict[str, int] = {}
        self.debts: dict[tuple[str, str], int] = {}
        self.suspense: dict[tuple[str, str], int] = {}
        self.agreed: dict[str, tuple[int | None, int | None]] = {}
        self.notices: dict[str, Notice] = {}
        self.faults: dict[str, Fault] = {}
        self.warned: set[str] = set()
        self.on_duty: set[str] = set()
        self.colours: list[str] = []
        self.sets: dict[str, int] = {}
        self.colour_only: set[str] = set()
        self.vouchers: set[str] = set()
        self.surrendered: set[tuple[str, str]] = set()
        self.chips: int | None = None
        self.seats = 0
        self.seated: dict[str, tuple[int, int]] = {}
        self.offences: dict[str, set[str]] = {}
        self.sanctions: dict[str, set[str]] = {}
        self.disputes: dict[str, dict[str, Any]] = {}
        self.streak_stake: int | None = None
        self.streak_final = False
        self.streaks = Streaks((), {})
        self.turn: Any = None
        self.began: int | None = None
        self.rewound: Round | None = None
        self.resettled: tuple[Round, tuple[str, ...]] | None = None

    def wrong(self, check: str, says: str) -> None:
        """Put down that the record at hand breaks the law."""
        self.report.wrong(self.number, check, says)

    def must(self, holds: object, check: str, says: str) -> None:
        """Put down what does not hold."""
        if not holds:
            self.report.wrong(self.number, check, says)

    def lay_out(self) -> None:
        """The steps of a round here: those whose equipment is there; idle ones may end with the lights."""
        short = self.idle and self.law.choice["round.idle"] == "through-lights"
        self.stages = tuple(
            stage
            for stage in self.law.stages
            if (stage.equipment is None or stage.equipment in self.equipment)
            and not (short and stage.step in ("collect", "pay"))
        )

    def played(self, number: int) -> Round | None:
        """A round that is in play or still kept."""
        for one in (self.round, self.last, *self.past):
            if one is not None and one.number == number:
                return one
        return None

    def holds_back(self, player: str, played: Round) -> bool:
        """Whether winnings of a round wait for a determination: by order, or because the house kept some."""
        return player in played.doubted or "withhold-winnings" in self.sanctions.get(player, ())

    def put_away(self) -> None:
        """The round just settled makes way; it is kept where the rulebook may reach back to it."""
        if self.last is not None:
            if self.law.reaches_back:
                self.past = [*self.past, self.last][-KEPT:]
            self.last = None

    def did_not_count(self, number: int) -> None:
        """A notice given within a round counted from the next; without a spin that is one sooner."""
        for subject, notice in self.notices.items():
            if notice.round == number and notice.spins:
                self.notices[subject] = notice._replace(spins=notice.spins - 1, round=0)

    def limits_of(self, player: str, played: Round) -> Sign:
        """The limits that a player is held to in a round."""
        own = played.agreed.get(player)
        if own is None or not self.law.by_agreement:
            return played.sign
        minimum, maximum = own
        sign = played.sign
        if minimum is not None:
            return sign._replace(minimum=minimum, maximum=maximum)
        if sign.maximum is None or maximum is None:
            return sign._replace(maximum=None)
        return sign._replace(maximum=max(sign.maximum, maximum))

    def was_warned(self, player: str, played: Round) -> bool:
        """Whether a player had been warned before a round began."""
        if player not in self.warned:
            return False
        since = (one for one in (self.round, self.last, *self.past) if one is not None)
        return not any(player in one.warned for one in since if one.number >= played.number)

    def is_present(self) -> bool:
        """Whether anybody plays here: on a seat, or with chips on a rack, the layout or Super Streak."""
        lying = self.round is not None and any(stakes for _, stakes in self.round.slips.values())
        return bool(self.seated) or bool(self.racks) or lying or bool(self.streaks.wagers)

    def give(self, player: str, kind: str, cents: int) -> None:
        """Put chips on a player's rack."""
        if cents:
            key = (player, kind)
            self.racks[key] = self.racks.get(key, 0) + cents

    def take(self, player: str, kind: str, cents: int) -> None:
        """Take chips off a rack that must hold them."""
        key = (player, kind)
        left = self.racks.get(key, 0) - cents
        if left < 0:
            self.wrong("funds", f"{player} has {-left} cents too little in {kind}")
            left = 0
        if left:
            self.racks[key] = left
        else:
            self.racks.pop(key, None)

    def take_back(self, player: str, kind: str, cents: int) -> None:
        """Take chips back as far as they are there; the rest is owed, and may be set off at once."""
        key = (player, kind)
        missing = max(0, cents - self.racks.get(key, 0))
        if missing:
            self.owed[player] = self.owed.get(player, 0) + missing
            self.debts[key] = self.debts.get(key, 0) + missing
        self.take(player, kind, cents - missing)
