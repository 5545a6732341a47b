"""A small table of plain dicts: what every player must have, computed from the printed odds alone."""

from collections import Counter
from typing import NamedTuple

from tests.table.evenings.printed import (
    IDLE_ORDER,
    KEEPS_TOKENS,
    KEPT,
    LIFTS_ONLY,
    ORDER,
    PAYS_EXACTLY,
    REACHES_BACK,
    TUMBLES,
    TURNS_AWAY,
    WARNS,
    Dice,
    Sign,
    Wagers,
    at_risk,
    exact,
    in_whole_chips,
    known_odds,
    sums_of,
)
from tests.table.evenings.super_streak import StreakBook


class Past(NamedTuple):
    """A past round: its slips, its dice and the sign under which it was played."""

    slips: dict[str, Wagers]
    dice: Dice | None
    sign: Sign | None


def of(colour: str) -> str:
    """Return the kind of chip for the pieces of one colour."""
    return f"colour-chip:{colour}"


class Model:
    """One table: racks, debts, slips on the layout, the next step, and the players warned."""

    def __init__(self, layout: str, money: str) -> None:
        self.layout, self.book, self.money = layout, layout.partition("/")[0], money
        self.sign: Sign | None = None
        self.streaks = StreakBook(money)
        self.racks: Counter[tuple[str, str]] = Counter()
        self.suspense: Counter[tuple[str, str]] = Counter()
        self.owed: Counter[str] = Counter()
        self.agreed: dict[str, tuple[int | None, int | None]] = {}
        self.warned: set[str] = set()
        self.barred: set[str] = set()
        self.withheld: set[str] = set()
        self.cut_off: set[str] = set()
        self.colour_only: set[str] = set()
        self.colours: dict[str, int] = {}
        self.chips: int | None = None
        self.rounds = self.spins = self.done = 0
        self.idle = self.is_over = False
        self.past: dict[int, Past] = {}
        self.debts: Counter[tuple[str, str]] = Counter()
        self.slips: dict[str, Wagers] = {}
        self.dice: Dice | None = None
        self.round_sign: Sign | None = None
        self.archive_round()

    def open(self, sign: Sign, streak: int | None) -> None:
        """Open the table: the float is not counted, and no player is required to stake colours."""
        self.sign, self.chips, self.colour_only = sign, None, set()
        self.streaks.open(streak)

    def close(self) -> None:
        """Close the table: no settled round can be corrected after that."""
        self.sign, self.idle, self.agreed = None, False, {}
        self.streaks.amount = None
        self.archive_round()

    def archive_round(self) -> None:
        """Archive the settled round as far as the text reaches back; the next has the present limits."""
        if self.is_over and self.book in REACHES_BACK:
            self.past[self.rounds] = Past(self.slips, self.dice, self.round_sign)
            self.past = dict([*self.past.items()][-KEPT:])
        self.is_over = False
        self.slips, self.dice = {}, None
        self.versions: dict[str, int] = {}
        self.settled: tuple[str, ...] = ()
        self.held: Counter[str] = Counter()
        self.kept: Counter[str] = Counter()
        self.let_out: Counter[str] = Counter()
        self.doubtful: set[str] = set()
        self.done = 0
        self.void_due = self.lights_failed = False
        self.round_sign, self.round_agreed = self.sign, dict(self.agreed)
        self.warned_before = set(self.warned)

    @property
    def order(self) -> list[str]:
        """The steps of the round in play."""
        return IDLE_ORDER.get(self.book, ORDER[self.book]) if self.idle else ORDER[self.book]

    @property
    def due_step(self) -> str:
        """The next step."""
        return self.order[self.done]

    @property
    def is_betting(self) -> bool:
        """Whether bets are invited and not closed."""
        done = self.order[: self.done]
        return "place-bets" in done and "close" not in done

    def step(self, dice: Dice, tumbles: int) -> None:
        """Do the next step."""
        step = self.due_step
        if not self.done:
            self.archive_round()
            self.rounds += 1
        if step == "spin":
            self.void_due = self.void_due or tumbles < TUMBLES.get(self.book, 1)
        if step == "enter":
            self.dice = dice
        if step in ("collect", "pay"):
            self.settle(step)
        self.done += 1
        if self.done == len(self.order):
            self.done, self.is_over = 0, True
            self.spins += not self.idle
            assert self.dice is not None
            self.share_out(self.streaks.turn(self.dice, self.lights_failed), 1)

    def limits(self, player: str) -> Sign:
        """Return the limits for a player in this round."""
        assert self.round_sign is not None
        minimum, maximum = self.round_agreed.get(player, (None, None))
        if player not in self.round_agreed:
            return self.round_sign
        if self.book in LIFTS_ONLY:
            none = None in (maximum, self.round_sign.maximum)
            lifted = None if none else max(maximum or 0, self.round_sign.maximum or 0)
            return self.round_sign._replace(maximum=lifted)
        assert minimum is not None
        return self.round_sign._replace(minimum=minimum, maximum=maximum)

    def takes(self, player: str, number: int, version: int, wagers: Wagers) -> bool:
        """Return whether a slip is valid: in time, as the next version, in chips the player has, within
        limits.
        """
        if self.sign is None or not self.is_betting or self.void_due or number != self.rounds:
            return False
        if player in self.cut_off or (wagers and player in self.barred):
            return False
        if version != self.versions.get(player, 0) + 1:
            return False
        return self.in_lawful_chips(player, wagers) and self.within_limits(player, wagers)

    def in_lawful_chips(self, player: str, wagers: Wagers) -> bool:
        """Return whether the player has the chips, in whole pieces if they are of a colour."""
        kinds: Counter[str] = Counter()
        for (_, kind), cents in wagers.items():
            kinds[kind] += cents
            colour = kind.partition(":")[2]
            if not colour and player in self.colour_only:
                return False
            if colour and (colour not in self.has_of(player) or cents % self.colours[colour]):
                return False
        for (_, kind), cents in self.slips.get(player, {}).items():
            kinds[kind] -= cents
        return all(self.racks[player, kind] >= cents for kind, cents in kinds.items())

    def has_of(self, player: str) -> list[str]:
        """Return the colours that a player holds, or staked in this round or the one just settled."""
        staked = {kind for _, kind in self.slips.get(player, {})}
        staked |= {one.kind for one in self.streaks.wagers if one.player == player}
        apart = self.racks + self.suspense
        return [one for one in self.colours if apart[player, of(one)] or of(one) in staked]

    def within_limits(self, player: str, wagers: Wagers) -> bool:
        """Return whether the dealer or the terminal accepts such stakes."""
        sign = self.limits(player)
        if any(cents <= 0 or not known_odds(self.layout, bet) for (bet, _), cents in wagers.items()):
            return False
        for bet, cents in sums_of(wagers).items():
            least, most = sign.of(self.layout, bet)
            if not least <= cents <= most:
                if self.book in TURNS_AWAY:
                    return False
                continue
            odds = known_odds(self.layout, bet) or []
            broken = any(cents * one % sign.chip for one in odds) and self.book in PAYS_EXACTLY
            if broken or (cents - least) % sign.unit:
                return False
        return True

    def register_slip(self, player: str, wagers: Wagers) -> None:
        """Put a slip in place of the previous one."""
        self.take_off(player, self.slips.get(player, {}), "refunded")
        for (_, kind), cents in wagers.items():
            self.racks[player, kind] -= cents
        self.slips[player] = wagers
        self.idle = self.idle and not wagers

    def take_off(self, player: str, wagers: Wagers, becomes: str) -> None:
        """Remove stakes from the layout before they are settled; the next slip has to follow that version."""
        for (_, kind), cents in wagers.items():
            if becomes != "forfeited":
                (self.racks if becomes == "refunded" else self.suspense)[player, kind] += cents
        lying = self.slips.get(player, {})
        self.slips[player] = {key: cents for key, cents in lying.items() if key not in wagers}
        self.versions[player] = self.versions.get(player, 0) + 1

    def risk(self, player: str) -> Wagers:
        """Return how much of each stake of a player plays."""
        ignored = self.book in WARNS and player in self.warned_before
        return at_risk(self.layout, self.slips[player], self.limits(player), ignored)

    def proceeds(self, player: str, step: str) -> tuple[Counter[str], int]:
        """Return what one settlement step gives a player, by kind, and how much of it was won."""
        assert self.dice is not None
        gets, won = Counter[str](), 0
        for (bet, kind), risk in self.risk(player).items():
            stake, odds = self.slips[player][bet, kind], exact(self.layout, bet, self.dice)
            if (step == "collect") is not (risk > 0 and odds is None):
                continue
            kept = kind == "token" and self.book in KEEPS_TOKENS
            back = stake - (risk if odds is None or kept else 0)
            change = back % self.colours.get(kind.partition(":")[2], 1)
            gets[kind] += back - change
            gets[self.money] += change
            if risk and odds is not None:
                won += in_whole_chips(self.book, risk * odds, self.limits(player).chip)
        gets[self.money] += won
        return gets, won

    def settle(self, step: str) -> None:
        """Collect or pay; a player under the minimum is warned when wagers are paid."""
        self.settled += (step,)
        for player in self.slips:
            gets, won = self.proceeds(player, step)
            self.move(player, gets)
            if player in self.withheld | self.doubtful:
                self.withhold_winnings(player, won)
            if step == "pay" and self.book in WARNS and self.rides_under(player):
                self.warned.add(player)

    def withhold_winnings(self, player: str, won: int) -> None:
        """Move winnings of the round into suspense."""
        self.move(player, Counter({self.money: -won}))
        self.suspense[player, self.money] += won
        self.held[player] += won

    def free_winnings(self, player: str) -> None:
        """Move winnings of the round back out of suspense, or from the house that kept them."""
        held, kept, _ = (pot.pop(player, 0) for pot in (self.held, self.kept, self.let_out))
        self.move(player, Counter({self.money: held + kept}))
        self.suspense[player, self.money] -= held

    def determine(self, player: str, release: bool) -> None:
        """Give withheld winnings to the player, or to the house, which then withholds further ones of the
        round.
        """
        self.withheld.discard(player)
        for owner, kind in [*self.suspense]:
            if owner == player:
                cents = self.suspense.pop((owner, kind))
                self.racks[player, kind] += cents if release else 0
        if held := self.held.pop(player, 0):
            (self.let_out if release else self.kept)[player] += held
            (self.doubtful.discard if release else self.doubtful.add)(player)

    def rides_under(self, player: str) -> bool:
        """Return whether a player has an area under the minimum."""
        sign = self.limits(player)
        return any(cents < sign.of(self.layout, bet)[0] for bet, cents in sums_of(self.slips[player]).items())

    def reverse_settlement(self) -> None:
        """Reverse the settlement, from suspense first; what is gone is owed."""
        for player in self.slips:
            self.free_winnings(player)
            back: Counter[str] = Counter()
            for step in self.settled:
                back.update(self.proceeds(player, step)[0])
            self.move(player, Counter({kind: -cents for kind, cents in back.items()}))

    def correct(self, dice: Dice) -> None:
        """Settle again by these dice what had been settled, and count the streaks again."""
        done = self.settled
        self.debts.clear()
        self.reverse_settlement()
        self.dice, self.settled = dice, ()
        for step in done:
            self.settle(step)
        if self.done == 0 and self.streaks.known:
            for one in self.streaks.since(self.rounds):
                self.racks[one.player, one.kind] += one.cents
            self.share_out(self.streaks.rewind(), -1)
            self.share_out(self.streaks.turn(dice, self.lights_failed), 1)
        self.set_off()

    def void_streaks(self, player: str) -> None:
        """Return an offender's Super Streak wagers."""
        for one in self.streaks.void(player):
            self.racks[player, one.kind] += one.cents

    def find_dark(self) -> None:
        """End every Super Streak, because the lights of the round just settled were wrong."""
        self.lights_failed = True
        since, brought = self.streaks.dark(self.rounds)
        for one in since:
            self.racks[one.player, one.kind] += one.cents
        self.share_out(brought, 1)

    def reach_back(self, number: int, dice: Dice | None) -> None:
        """Settle an older round again, or void it, without touching anything else."""
        kept = self.slips, self.dice, self.round_sign, self.settled
        then = self.past.pop(number)
        self.slips, self.dice, self.round_sign = then
        self.settled = ("collect", "pay")
        if dice is None:
            self.give_back("")
        else:
            self.correct(dice)
            self.past = dict(sorted({**self.past, number: Past(self.slips, dice, then.sign)}.items()))
        self.slips, self.dice, self.round_sign, self.settled = kept

    def share_out(self, brought: dict[str, Counter[str]], sign: int) -> None:
        """Pay the proceeds of Super Streaks, or take them back."""
        for player, gets in brought.items():
            self.move(player, Counter({kind: sign * cents for kind, cents in gets.items()}))

    def void(self, forfeits: str = "") -> None:
        """Restore everything as it was before the round."""
        self.give_back(forfeits)
        self.is_over = False
        self.archive_round()

    def give_back(self, forfeits: str) -> None:
        """Take payouts back and return stakes."""
        self.debts.clear()
        self.reverse_settlement()
        for player, wagers in self.slips.items():
            for (_, kind), cents in wagers.items():
                self.racks[player, kind] += 0 if player == forfeits else cents
        self.set_off()

    def set_off(self) -> None:
        """Pay debts out of what players received since."""
        for (player, kind), debt in self.debts.items():
            cents = min(debt, self.racks[player, kind])
            self.owed[player] -= cents
            self.racks[player, kind] -= cents

    def move(self, player: str, gets: Counter[str]) -> None:
        """Move chips in or out; a rack never falls below zero."""
        for kind, cents in gets.items():
            left = self.racks[player, kind] + cents
            self.owed[player] += max(0, -left)
            self.debts[player, kind] += max(0, -left)
            self.racks[player, kind] = max(0, left)

    def with_players(self) -> int:
        """Return the value chips that are not in the tray."""
        held = sum(cents for (_, kind), cents in (self.racks + self.suspense).items() if kind == "value-chip")
        streaks = sum(one.cents for one in self.streaks.wagers if one.kind == "value-chip")
        return (
            held
            + streaks
            + sum(c for (_, kind), c in self.stakes_on_layout().items() if kind == "value-chip")
        )

    def stakes_on_layout(self) -> Counter[tuple[str, str]]:
        """Return what is on the layout, neither collected nor paid, by player and kind."""
        left: Counter[tuple[str, str]] = Counter()
        if self.done == 0 and self.settled:
            return left
        for player, wagers in self.slips.items():
            for (bet, kind), risk in self.risk(player).items():
                gone = (
                    "collect" in self.settled
                    and risk
                    and exact(self.layout, bet, self.dice or (1, 1, 1)) is None
                )
                left[player, kind] += 0 if gone else wagers[bet, kind]
        return left
