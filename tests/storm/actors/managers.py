"""Managers: they open and close tables, sell chips, mend faults, correct, void and change limits."""

from collections.abc import Callable

from sicbo.errors import Refusal
from sicbo.game.policies import ColourValue, Ground
from sicbo.game.rulebook.publication import enum_key
from sicbo.table.messages.chips import ExchangeVoucher, IssueColours, RedeemColours
from sicbo.table.messages.faults import NotifyPerson, RectifyFault, ReportFault
from sicbo.table.messages.round import (
    AgreeLimits,
    BuyIn,
    CashOut,
    ChangeLimits,
    CloseTable,
    CorrectResult,
    DeclareVoid,
    GiveNotice,
    OpenTable,
    WithdrawNotice,
)
from sicbo.table.money.racks import COLOUR_CHIP, payout_instrument
from sicbo.table.state import TableState
from tests.storm.actors.actor import Actor
from tests.storm.actors.staff import TrueDice
from tests.storm.fault_rates import SECOND
from tests.storm.house import SimulatedHouse
from tests.storm.messages import Reply, Request
from tests.storm.world import World
from tests.table.evenings.play import FITTED

LIMITS = ((500, 50_000), (500, 20_000), (500, None), (1_000, 50_000), (1_000, 20_000), (300, 80_000))
OWN_LIMITS = ((None, 90_000), (1_000, 90_000), (300, 70_000), (None, None))
BOUGHT, LOW, CHANGE = 200_000, 60_000, 500
NOTICE_SECONDS = 1_200
COLOURS = ("red", "blue", "green")
FAULTS = ("tumbler", "lights", "lights-wrong", "display-wrong", "dice", "equipment")
VOUCHERS = ("complimentary", "promotional")
SECOND_PERSON = "kim"


class Manager(Actor):
    """A manager of the highest rank with a second person at hand."""

    period = 3 * SECOND
    staff = True

    def __init__(self, world: World, house: SimulatedHouse, table: str, name: str, truth: TrueDice) -> None:
        super().__init__(world, house, table, name, "senior-manager")
        self.truth, self.chip = truth, world.random.choice((1, 100, 250))
        self.players: list[str] = []
        self.uncorrectable, self.cashed = set[int](), set[int]()

    def act(self, table: TableState) -> None:
        """Do the first task that is due; otherwise do something else sometimes."""
        if table.sign is None:
            self._open(table)
        elif table.round and table.round.void_due:
            if self.world.chance(0.6):
                self._pause_before_void()
            else:
                self._void(table.round.void_due, table)
        elif not (self._mend(table) or self._sell(table) or self._correct_result(table)):
            self._meddle(table)

    def _open(self, table: TableState) -> None:
        streaks = table.rules.super_streak is not None
        self.send_until_answered(
            OpenTable,
            minimum=500,
            maximum=50_000,
            chip=self.chip,
            approved_minimum=200,
            equipment=FITTED,
            colours=COLOURS if table.rules.wagers.colour_value.choice is not ColourValue.NO_COLOURS else (),
            streak_stake=1_000 if streaks else None,
        )

    def _pause_before_void(self) -> None:
        """Pause before the clause of a void is chosen; the power often fails meanwhile."""
        if self.house.is_up and self.world.fault_rates.crash and self.world.chance(0.5):
            self.house.crash()

    def _void(self, ground: str, table: TableState) -> None:
        self.world.counts["voids asked"] += 1
        number = table.round.number if table.round else None
        self.send_until_answered(
            DeclareVoid, ground=enum_key(Ground[ground]), note="n", second=SECOND_PERSON, round=number
        )

    def _mend(self, table: TableState) -> bool:
        for kind, fault in sorted(table.faults.items()):
            if fault.tell is not None and fault.tell not in fault.told:
                self.send_until_answered(NotifyPerson, fault=kind, whom=fault.tell, name="kim")
            else:
                self.send_until_answered(RectifyFault, fault=kind)
            return True
        return False

    def _sell(self, table: TableState) -> bool:
        money = payout_instrument(table)
        for player in self.players:
            if table.rack(player, money) < LOW and not self._has_cashed_out(table, player):
                self.send_until_answered(BuyIn, player=player, cents=BOUGHT, instrument=money)
                return True
        return False

    def _has_cashed_out(self, table: TableState, player: str) -> bool:
        """Whether a player cashed out before a correction takes chips back; such a player does not buy in
        again at once.
        """
        return self._wrong_round(table) is not None and table.rack(player, payout_instrument(table)) <= CHANGE

    def _wrong_round(self, table: TableState) -> int | None:
        """Return a recent round whose result is not what the dice showed."""
        for number, dice in reversed(table.shown[-3:]):
            if number not in self.uncorrectable and dice != self.truth.dice_of(self.table, number):
                return number
        return None

    def _correct_result(self, table: TableState) -> bool:
        """Correct a wrong result once it is noticed; some players cash out first."""
        number, world = self._wrong_round(table), self.world
        settled = table.round is None or table.round.number != number
        if number is None or not world.chance(0.9 if settled else 0.2):
            return False
        if world.random.random() < 0.7 and self._cash_out_first(table, number):
            return True
        world.counts["corrections asked"] += 1
        named = number if world.random.random() < 0.8 else None
        truth = self.truth.dice_of(self.table, number)
        self.send_until_answered(CorrectResult, dice=truth, second=SECOND_PERSON, reason="r", round=named)
        return True

    def _cash_out_first(self, table: TableState, number: int) -> bool:
        """Whether a player paid by a wrong result first cashes out all chips, or all but a few."""
        money = payout_instrument(table)
        kept = [one for one in (table.last, *table.past) if one is not None and one.number == number]
        lit = table.layout.lit_areas[self.truth.dice_of(self.table, number)]
        rich = [
            player
            for one in kept
            for player in sorted(one.paid)
            if table.rack(player, money) and any(stake.bet in lit for stake in one.slips[player].stakes)
        ]
        if not rich or number in self.cashed:
            return False
        self.cashed.add(number)
        player = self.world.random.choice(rich)
        held = table.rack(player, money)
        self.send_until_answered(
            CashOut, player=player, cents=held - self.world.random.choice((0, min(CHANGE, held // 2)))
        )
        return True

    def on_answer(self, message: Request, reply: Reply) -> None:
        """Remember that a result stands, so that it is not corrected again."""
        refused = reply.answer is not None and isinstance(reply.answer.outcome, Refusal)
        if refused and message.kind is CorrectResult and message.words["round"] is not None:
            self.uncorrectable.add(message.words["round"])

    def _meddle(self, table: TableState) -> None:
        weather, world, random = self.world.fault_rates, self.world, self.world.random
        if world.chance(weather.void) and table.round:
            self._void(random.choice([item.ground for item in table.rules.irregularities]).name, table)
        elif world.chance(weather.limits):
            self._limits(table)
        elif table.round and table.round.dice and world.chance(10 * weather.fault):
            self.send_until_answered(ReportFault, fault="dice")
        elif world.chance(weather.fault):
            self.send_until_answered(ReportFault, fault=random.choice(FAULTS), mended=random.random() < 0.3)
        elif world.chance(weather.conduct):
            player = random.choice(self.players)
            self.send_until_answered(CashOut, player=player, cents=random.choice((100, BOUGHT, 10 * BOUGHT)))
        elif world.chance(weather.chips):
            random.choice(CHIPS)(self, table, random.choice(self.players))
        elif world.chance(weather.closing) and self.house.staff_keys is None:
            self._close(table)

    def _limits(self, table: TableState) -> None:
        """Change the sign, announce a change, apply it too early or in time, or withdraw it."""
        world, random = self.world, self.world.random
        world.counts["limit changes asked"] += 1
        posted, chance = table.notices.get("limits"), random.random()
        minimum, maximum = random.choice(LIMITS)
        if posted is not None and posted.minimum is not None and chance < 0.7:
            self.send_until_answered(ChangeLimits, minimum=posted.minimum, maximum=posted.maximum)
        elif posted is not None and chance < 0.8:
            self.send_until_answered(WithdrawNotice, subject="limits")
        elif chance < 0.5:
            words = {"minimum": minimum, "maximum": maximum, "in_seconds": NOTICE_SECONDS}
            self.send_until_answered(GiveNotice, subject="limits", **words)
        else:
            self.send_until_answered(ChangeLimits, minimum=minimum, maximum=maximum)

    def _close(self, table: TableState) -> None:
        """Close the table, with notice or without."""
        if "table" not in table.notices:
            self.send_until_answered(
                GiveNotice, subject="table", in_seconds=self.world.random.choice((None, NOTICE_SECONDS))
            )
        elif self.world.chance(0.1):
            self.send_until_answered(WithdrawNotice, subject="table")
        else:
            self.send_until_answered(CloseTable)

    def _agree(self, table: TableState, player: str) -> None:
        minimum, maximum = self.world.random.choice(OWN_LIMITS)
        marked = self.world.random.random() < 0.9
        self.send_until_answered(AgreeLimits, player=player, minimum=minimum, maximum=maximum, marked=marked)

    def _give_tokens(self, table: TableState, player: str) -> None:
        self.send_until_answered(BuyIn, player=player, cents=5_000, instrument="token")

    def _change_voucher(self, table: TableState, player: str) -> None:
        number, kind = f"v{self.world.random.randint(1, 6)}", self.world.random.choice(VOUCHERS)
        self.send_until_answered(ExchangeVoucher, player=player, number=number, kind=kind, cents=5_000)

    def _sell_colours(self, table: TableState, player: str) -> None:
        colour = COLOURS[self.players.index(player) % len(COLOURS)]
        value = self.world.random.choice((None, 1_000))
        self.send_until_answered(IssueColours, player=player, colour=colour, pieces=20, value=value)

    def _take_colours(self, table: TableState, player: str) -> None:
        for who, kind in sorted(table.racks):
            if who == player and kind.startswith(f"{COLOUR_CHIP}:"):
                pieces = self.world.random.choice((1, 20))
                self.send_until_answered(
                    RedeemColours, player=player, colour=kind.partition(":")[2], pieces=pieces
                )
                return


CHIPS: tuple[Callable[[Manager, TableState, str], None], ...] = (
    Manager._agree,
    Manager._give_tokens,
    Manager._change_voucher,
    Manager._change_voucher,
    Manager._change_voucher,
    Manager._sell_colours,
    Manager._sell_colours,
    Manager._take_colours,
)
