"""Whole rounds of an ordinary evening, with an event in the middle and one afterwards."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from sicbo.game.policies import Ground, Offence
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import enum_key
from sicbo.table.messages.people import ExcludeFromGame, VoidPlayersWagers, WithholdWinnings
from tests.table.evenings.conduct import Conduct
from tests.table.evenings.play import DICE, MISTAKES, PLAYERS, SIDES, STREAK
from tests.table.evenings.printed import Dice, Sign

PLAIN = Sign(500, 50_000, 1, 100)
TOP = Rank.SENIOR_MANAGER
DEVICE = enum_key(Offence.DEVICE)
OTHER = {"small": "big", "big": "small", "odd": "even", "even": "odd"}
MEANWHILE = [
    "again",
    "again",
    "again",
    "colours",
    "colours",
    "tokens",
    "refuse",
    "offend",
    "withhold",
    "lights",
    "limits",
    "single",
]
AFTERWARDS = ["", "", "correct", "correct", "cash-out", "void", "void", "withhold", "twice", "determine"]
HOUSE = st.sampled_from(["collect", "pay", "pay", "pay"])


class Rounds(Conduct):
    """Rounds from the first step to the last."""

    @rule(
        dice=DICE,
        data=st.data(),
        last=HOUSE,
        meanwhile=st.sampled_from(MEANWHILE),
        then=st.sampled_from(AFTERWARDS),
    )
    def play_a_round(self, dice: Dice, data: st.DataObject, last: str, meanwhile: str, then: str) -> None:
        """Invite bets, take two slips and settle them; then perhaps correct or void the round."""
        self.put_right()
        if meanwhile in ("colours", "tokens"):
            self.while_betting(meanwhile, data)
        self.deal(dice, "place-bets")
        self.slip("ana", data)
        self.slip("ben", data)
        if meanwhile not in ("colours", "tokens"):
            self.while_betting(meanwhile, data)
        self.deal(dice, last)
        self.after_it(then, data)

    @rule(dice=st.lists(DICE, min_size=1, max_size=4), data=st.data())
    def play_on(self, dice: list[Dice], data: st.DataObject) -> None:
        """Play several rounds with a slip in each."""
        self.put_right()
        for roll in dice:
            self.deal(roll, "place-bets")
            self.slip("ben", data, data.draw(MISTAKES))
            self.deal(roll, "pay")

    def put_right(self) -> None:
        """Prepare for a round: mend faults, void what must be void, open the table, and supply chips."""
        model = self.model
        if model.void_due:
            due = self.dealer.table.round
            assert due is not None
            self.void(Ground[due.void_due or ""], TOP, "", "")
        self.mend(TOP, True)
        if model.sign is None:
            self.open_under(PLAIN, STREAK)
        for player in ("ana", "ben"):
            if player in model.barred - self.shut_out:
                self.pardon(player, TOP, True)
            if model.racks[player, self.money] < 200_000:
                self.buy_in(player, 1_000_000, None)

    def while_betting(self, what: str, data: st.DataObject) -> None:
        """Do something while bets are open."""
        colour = {"ana": "red", "ben": "blue"}
        player = data.draw(st.sampled_from(["ana", "ben"]))
        match what:
            case "again":
                if self.dealer.wagers:
                    self.send_again(0)
                self.slip(player, data, data.draw(MISTAKES))
            case "colours" if self.has_colours:
                self.buy_colours(player, colour[player], 40, 500, TOP, False)
            case "tokens":
                self.voucher(player, 1 + len(self.dealer.table.vouchers), "promotional", 20_000)
            case "refuse":
                self.refuse_wager(player, TOP, data.draw(st.booleans()))
            case "offend":
                self.offend(player, DEVICE, "")
                self.sanction(ExcludeFromGame, player, TOP)
                self.sanction(VoidPlayersWagers, player, TOP)
            case "withhold":
                self.offend(player, DEVICE, "")
                self.sanction(WithholdWinnings, player, TOP)
            case "lights":
                self.report("lights-wrong", False, [])
            case "limits":
                self.agree_limits(player, 300, 80_000, True, TOP)
            case "single":
                self.void(Ground.FRAUD, TOP, "", player)

    def after_it(self, what: str, data: st.DataObject) -> None:
        """Discover something after the round."""
        match what:
            case "cash-out":
                self.cash_out("ana", 1_200_000)
                self.correct_if_any(data)
            case "correct":
                self.correct_if_any(data)
            case "twice":
                self.correct_if_any(data)
                self.correct_if_any(data)
            case "withhold":
                self.offend("ana", DEVICE, "")
                self.sanction(WithholdWinnings, "ana", TOP)
            case "determine":
                self.pardon("ana", TOP, data.draw(st.booleans()))
                self.pardon("ben", TOP, data.draw(st.booleans()))
            case "void":
                grounds = [item.ground for item in self.dealer.table.rules.irregularities]
                self.void(data.draw(st.sampled_from(grounds)), TOP, "", "")

    def correct_if_any(self, data: st.DataObject) -> None:
        """Correct the result, if there is one."""
        if self.model.dice:
            self.correct(data.draw(DICE), TOP, "kim")

    @precondition(lambda self: self.has_streaks)
    @rule(player=PLAYERS, side=st.sampled_from([*SIDES]), length=st.integers(1, 13), data=st.data(),
          then=st.sampled_from(["", "", "correct", "lights", "new"]))  # fmt: skip
    def ride_a_streak(self, player: str, side: str, length: int, data: st.DataObject, then: str) -> None:
        """Start a run, place a wager on it, and play on for `length` results; perhaps correct one."""
        self.put_right()
        if self.model.done:
            self.deal(SIDES[OTHER[side]], "pay")
        for dice in (SIDES[OTHER[side]], SIDES[side]):
            self.deal(dice, "pay")
        self.place_streak(player, side, STREAK, "value-chip", 0)
        for _ in range(length):
            self.deal(SIDES[side], "pay")
        if then == "lights":
            self.deal(SIDES[side], "enter")
            self.report("lights-dark", False, [])
        self.deal(SIDES[OTHER[side]], "pay")
        if then == "new":
            self.place_streak("ben", OTHER[side], STREAK, "value-chip", 0)
        if then in ("correct", "new"):
            self.correct_if_any(data)

    def play_without_wagers(self, seated: list[str], dice: Dice) -> None:
        """Play three rounds without a wager at a full table, then ask a seated player to leave."""
        self.put_right()
        for seat, player in enumerate(seated):
            self.seats(player, seat + 1, "take")
        for _ in range(3):
            self.deal(dice, "pay")
        for player in seated:
            self.seats(player, 0, "vacate")

    def close_in_order(self, dice: Dice, wait: int, spins: int, streaks: bool) -> None:
        """Give notice of closing, play on for a while, and close."""
        self.put_right()
        self.give_notice("table", None, None, 1_200, TOP)
        if streaks and self.has_streaks:
            self.close_streaks(TOP, True, 0)
        if self.model.done:
            self.deal(dice, "pay")
        for _ in range(spins):
            self.deal(dice, "pay")
        self.dealer.wait(wait)
        if streaks and self.has_streaks:
            self.close_streaks(TOP, False, 0)
        self.close(TOP, False, 0)

    def change_in_order(self, sign: Sign, wait: int) -> None:
        """Give notice of other limits, wait, and change to them."""
        self.put_right()
        self.give_notice("limits", sign.minimum, sign.maximum, 1_200, TOP)
        self.change_limits(sign, True, wait, TOP)
