"""The state of a table: what its events have made of it so far."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sicbo.verify.rules import Bet, Law, Stage

Stake = list[Any]
Line = dict[str, Any]
Place = tuple[str, str]
"""Where chips lie: the kind of place, and the player whose place it is."""
ROUNDS_KEPT = 10
FLOAT: Place = ("float", "")
DROP: Place = ("drop", "")
OUTSIDE: Place = ("outside", "")


class Sign(NamedTuple):
    """The limits on a sign, in cents; `areas` are those of single bets or kinds of bets."""

    minimum: int
    maximum: int | None
    unit: int
    chip: int
    approved: int | None
    areas: tuple[tuple[str, int, int | None], ...]

    def bounds(self, bet: Bet) -> tuple[int, int | None]:
        """Return the least and the most of one bet: its own, those of its kind, or the table's."""
        for name in (bet.key, bet.family) if self.areas else ():
            for area, minimum, maximum in self.areas:
                if area == name:
                    return minimum, maximum
        return self.minimum, self.maximum


class Notice(NamedTuple):
    """A notice in force: what it announces, and from when it is served."""

    minimum: int | None
    maximum: int | None
    areas: list[Any]
    due: int
    spins: int
    round: int


class Fault(NamedTuple):
    """A fault on record."""

    clause: str
    tell: str | None
    told: tuple[str, ...]
    mended: bool
    stops: bool
    halts: bool
    players: tuple[str, ...]

    @property
    def awaits_notification(self) -> bool:
        """Whether the person who must be told of the fault has not been told."""
        return self.tell is not None and self.tell not in self.told

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do about the fault."""
        return self.mended and not self.stops and not self.awaits_notification


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

    def __init__(self, number: int, sign: Sign, agreed: dict[str, tuple[int | None, int | None]]) -> None:
        self.number, self.sign, self.agreed = number, sign, agreed
        self.done = 0
        self.dice: list[int] | None = None
        self.void_due = ""
        self.slips: dict[str, tuple[int, list[Stake]]] = {}
        self.collected: dict[str, list[Line]] = {}
        self.paid: dict[str, list[Line]] = {}
        self.withheld: dict[str, int] = {}
        self.released: dict[str, bool] = {}
        self.doubted: set[str] = set()
        self.warned: set[str] = set()
        self.lights_failed = False
        self.before: Streaks | None = None
        self.how = ""
        self.streak_lines: dict[str, list[Line]] = {}
        self.lines: dict[str, tuple[list[Stake], str, list[Line]]] = {}
        """What the stakes of a player come to on a roll, once it was computed."""


class Table:
    """One table as its events have made it."""

    def __init__(self, name: str, law: Law) -> None:
        self.name, self.law = name, law
        self.sign: Sign | None = None
        self.equipment: list[str] = []
        self.profile, self.designated = "home", ""
        self.idle = False
        self.rounds = self.spins = 0
        self.round: Round | None = None
        self.last: Round | None = None
        self.past: list[Round] = []
        self.chips: dict[tuple[Place, str], int] = {}
        self.drop_at_opening = 0
        self.is_float_counted = False
        self.agreed: dict[str, tuple[int | None, int | None]] = {}
        self.notices: dict[str, Notice] = {}
        self.faults: dict[str, Fault] = {}
        self.warned: set[str] = set()
        self.on_duty: set[str] = set()
        self.colours: list[str] = []
        self.sets: dict[str, int] = {}
        self.shown_by: dict[str, str] = {}
        self.colour_only: set[str] = set()
        self.vouchers: dict[str, str] = {}
        self.surrendered: dict[tuple[str, str], int] = {}
        self.seats = 0
        self.seated: dict[str, tuple[int, int]] = {}
        self.offences: dict[str, set[str]] = {}
        self.sanctions: dict[str, set[str]] = {}
        self.disputes: dict[str, dict[str, Any]] = {}
        self.streak_stake: int | None = None
        self.streak_final = False
        self.streaks = Streaks((), {})
        self.new_debts: dict[tuple[str, str], int] = {}
        """What players could not give back in the order at hand, by player and kind."""
        self.stages: tuple[Stage, ...] = ()
        self.lay_out()

    def lay_out(self) -> None:
        """Set the steps of a round: those whose equipment is there; idle ones may end with the lights."""
        short = self.idle and self.law.choice["round.idle"] == "through-lights"
        self.stages = tuple(
            stage
            for stage in self.law.stages
            if (stage.equipment is None or stage.equipment in self.equipment)
            and not (short and stage.step in ("collect", "pay"))
        )
        steps = [stage.step for stage in self.stages]
        self.opens, self.closes = steps.index("place-bets") + 1, steps.index("close") + 1

    @property
    def due_stage(self) -> Stage:
        """The next step of the round."""
        return self.stages[self.round.done if self.round else 0]

    @property
    def round_due(self) -> int:
        """The number of the round in play, or of the one that begins next."""
        return self.round.number if self.round else self.rounds + 1

    @property
    def takes_wagers(self) -> bool:
        """Whether bets are invited and not yet closed."""
        return self.round is not None and self.opens <= self.round.done < self.closes

    def has_done(self, step: str) -> bool:
        """Return whether the round in play has passed a step."""
        done = self.round.done if self.round else 0
        return any(stage.step == step for stage in self.stages[:done])

    def played(self, number: int) -> Round | None:
        """Return the round of that number, if it is in play or still kept."""
        return next((one for one in self.kept_rounds() if one.number == number), None)

    def kept_rounds(self) -> Iterator[Round]:
        """Yield the round in play, the one just settled, and the older ones that are kept."""
        yield from (one for one in (self.round, self.last, *self.past) if one is not None)

    def archive_last(self) -> None:
        """Move the round just settled to the past, and keep it if the rulebook may reach back to it."""
        if self.last is not None:
            if self.law.reaches_back:
                self.past = [*self.past, self.last][-ROUNDS_KEPT:]
            self.last = None

    def shorten_notices(self, number: int) -> None:
        """Let a notice given within a round that does not count as a spin run one spin less."""
        for subject, notice in self.notices.items():
            if notice.round == number and notice.spins:
                self.notices[subject] = notice._replace(spins=notice.spins - 1, round=0)

    def limits_of(self, player: str, played: Round | None = None) -> Sign:
        """Return the limits of a player: the agreed ones, if the rulebook lets them count."""
        played = played or self.round
        sign = played.sign if played else self.sign
        assert sign is not None
        own = (played.agreed if played else self.agreed).get(player)
        if own is None or not self.law.by_agreement:
            return sign
        minimum, maximum = own
        if minimum is not None:
            return sign._replace(minimum=minimum, maximum=maximum)
        if sign.maximum is None or maximum is None:
            return sign._replace(maximum=None)
        return sign._replace(maximum=max(sign.maximum, maximum))

    def was_warned(self, player: str, played: Round) -> bool:
        """Return whether a player had been warned before a round."""
        if player not in self.warned:
            return False
        return not any(player in one.warned for one in self.kept_rounds() if one.number >= played.number)

    def holds_back(self, player: str, played: Round) -> bool:
        """Return whether winnings of a round wait for a determination: by order, or because of a doubt."""
        return player in played.doubted or "withhold-winnings" in self.sanctions.get(player, ())

    def has_players(self) -> bool:
        """Return whether players are present: on a seat, or with chips on a rack, the layout or a streak."""
        places = ("rack", "layout")
        return bool(self.seated or self.streaks.wagers) or any(place[0] in places for place, _ in self.chips)

    def rack(self, player: str, kind: str) -> int:
        """Return how much of a kind a player has before them."""
        return self.chips.get((("rack", player), kind), 0)

    def move(self, kind: str, cents: int, source: Place, target: Place) -> None:
        """Move chips or cash from one place to another."""
        if not cents:
            return
        chips = self.chips
        for place, change in ((source, -cents), (target, cents)):
            key = place, kind
            left = chips.get(key, 0) + change
            if left:
                chips[key] = left
            else:
                del chips[key]

    def reclaim(self, player: str, kind: str, cents: int, target: Place) -> None:
        """Take chips back from a player: from the rack while it lasts, the rest as a debt."""
        given = min(self.rack(player, kind), cents)
        self.move(kind, given, ("rack", player), target)
        if missing := cents - given:
            self.move(kind, missing, ("debt", player), target)
            self.new_debts[player, kind] = self.new_debts.get((player, kind), 0) + missing
