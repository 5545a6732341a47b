"""A small table of plain dicts: what everybody must have, worked out from the printed odds alone."""

from collections import Counter
from fractions import Fraction

from tests.rulebooks.test_edges import LABELS, ODDS, hits, nth

Dice = tuple[int, int, int]
Wagers = dict[tuple[str, str], int]

# What each text does with a wager outside the limits, and with winnings that chips cannot pay.
WARNS = ("canberra-2005", "crown-melbourne-6.1")
TURNS_AWAY = ("crown-sydney-2024", "singapore-etg")
PAYS_UP = ("crown-sydney-2024", "crown-melbourne-6.1")
PAYS_EXACTLY = ("singapore-etg",)
COLOUR_VALUE = 500
KEEPS_TOKENS = ("crown-sydney-2024", "star-sydney-2016")


class Model:
    """One table: racks, debts, the slips that lie, and whom the dealer warned."""

    def __init__(self, layout: str, minimum: int, maximum: int, chip: int, money: str) -> None:
        self.layout, self.book = layout, layout.partition("/")[0]
        self.minimum, self.maximum, self.chip, self.money = minimum, maximum, chip, money
        self.racks: Counter[tuple[str, str]] = Counter()
        self.owed: Counter[str] = Counter()
        self.slips: dict[str, Wagers] = {}
        self.versions: dict[str, int] = {}
        self.warned: set[str] = set()
        self.warned_before: set[str] = set()
        self.dice: Dice | None = None
        self.settled: tuple[str, ...] = ()

    def odds(self, bet: str) -> list[Fraction] | None:
        """The printed odds of a bet; None where the layout has no such bet."""
        family, label = self.named(bet)
        if family not in ODDS[self.layout] or (label not in LABELS.get(family, [""])):
            return None
        return [Fraction(figure) for figure in nth(family, label, ODDS[self.layout][family]).split()]

    def named(self, bet: str) -> tuple[str, str]:
        """Family and label of a key: the longest family that it begins with."""
        families = [one for one in ODDS[self.layout] if bet == one or bet.startswith(f"{one}-")]
        family = max(families, key=len, default="")
        return family, bet.removeprefix(family).removeprefix("-")

    def begin(self) -> None:
        """A round opens: what was settled before can no longer be corrected."""
        self.slips, self.versions, self.dice, self.settled = {}, {}, None, ()
        self.warned_before = set(self.warned)

    def takes(self, player: str, wagers: Wagers) -> bool:
        """Whether a slip may lie there: known bets, within limits where they are held to, and paid for."""
        sums: Counter[str] = Counter()
        kinds: Counter[str] = Counter()
        for (bet, kind), cents in wagers.items():
            sums[bet] += cents
            kinds[kind] += cents
        for (_, kind), cents in self.slips.get(player, {}).items():
            kinds[kind] -= cents
        broken = any(kind == "colour-chip" and cents % COLOUR_VALUE for (_, kind), cents in wagers.items())
        if broken:
            return False
        held = all(self.racks[player, kind] >= cents for kind, cents in kinds.items())
        return held and all(self.odds(bet) and self.within(bet, cents) for bet, cents in sums.items())

    @property
    def holds_to_limits(self) -> bool:
        """Whether what lies outside the limits is turned away while betting is open."""
        return self.book in TURNS_AWAY

    def within(self, bet: str, cents: int) -> bool:
        """Whether the dealer or the terminal lets such a stake lie."""
        if not self.holds_to_limits:
            return True
        exact = all(cents * odds % self.chip == 0 for odds in self.odds(bet) or ())
        return self.minimum <= cents <= self.maximum and (self.book not in PAYS_EXACTLY or exact)

    def put(self, player: str, wagers: Wagers) -> None:
        """A slip in place of the one before."""
        for (_, kind), cents in self.slips.get(player, {}).items():
            self.racks[player, kind] += cents
        for (_, kind), cents in wagers.items():
            self.racks[player, kind] -= cents
        self.slips[player] = wagers
        self.versions[player] = self.versions.get(player, 0) + 1

    def at_risk(self, player: str) -> Wagers:
        """How much of each stake plays: to the maximum of its area, nothing where a warning was ignored."""
        sums: Counter[str] = Counter()
        for (bet, _), cents in self.slips[player].items():
            sums[bet] += cents
        room = {bet: min(cents, self.maximum) for bet, cents in sums.items()}
        risk: Wagers = {}
        for (bet, kind), cents in self.slips[player].items():
            ignored = sums[bet] < self.minimum and self.book in WARNS and player in self.warned_before
            risk[bet, kind] = 0 if ignored else min(cents, room[bet])
            room[bet] -= min(cents, room[bet])
        return risk

    def proceeds(self, player: str, step: str) -> Counter[str]:
        """What one step of settlement puts before a player, kind by kind."""
        assert self.dice is not None
        gets: Counter[str] = Counter()
        for (bet, kind), risk in self.at_risk(player).items():
            stake, hit = self.slips[player][bet, kind], hits(*self.named(bet), self.dice)
            if (step == "collect") is not bool(risk and not hit):
                continue
            kept = kind == "token" and self.book in KEEPS_TOKENS
            gets[kind] += stake - (risk if not hit or kept else 0)
            if risk:
                gets[self.money] += self.won(bet, risk, hit)
        return gets

    def won(self, bet: str, risk: int, hit: int) -> int:
        """The winnings, in whole chips where the text says so."""
        exact = risk * (self.odds(bet) or [])[hit - 1] if hit else Fraction(0)
        if self.book in PAYS_UP:
            return -(-exact // self.chip) * self.chip
        assert exact.denominator == 1
        return int(exact)

    def settle(self, step: str) -> None:
        """Collect or pay; whoever rode under the minimum hears about it when wagers are paid."""
        for player in self.slips:
            self.move(player, self.proceeds(player, step))
            if step == "pay" and self.book in WARNS and self.rides_under(player):
                self.warned.add(player)
        self.settled += (step,)

    def rides_under(self, player: str) -> bool:
        """Whether a player has an area under the minimum."""
        sums: Counter[str] = Counter()
        for (bet, _), cents in self.slips[player].items():
            sums[bet] += cents
        return any(cents < self.minimum for cents in sums.values())

    def unsettle(self) -> None:
        """Take back what was settled; what is gone is owed."""
        for player in self.slips:
            back: Counter[str] = Counter()
            for step in self.settled:
                back.update(self.proceeds(player, step))
            self.move(player, Counter({kind: -cents for kind, cents in back.items()}))

    def correct(self, dice: Dice) -> None:
        """Settle anew by these dice whatever had been settled."""
        done = self.settled
        self.unsettle()
        self.dice, self.settled = dice, ()
        for step in done:
            self.settle(step)

    def void(self) -> None:
        """Everything goes back to where it was before the round."""
        self.unsettle()
        for player, wagers in self.slips.items():
            for (_, kind), cents in wagers.items():
                self.racks[player, kind] += cents
        self.begin()

    def move(self, player: str, gets: Counter[str]) -> None:
        """Chips come or go; a rack never runs below nothing."""
        for kind, cents in gets.items():
            left = self.racks[player, kind] + cents
            self.owed[player] += max(0, -left)
            self.racks[player, kind] = max(0, left)
