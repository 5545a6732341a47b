"""Scenes: rare sequences in their proper order, so that every evening has some of everything."""

from hypothesis import event, strategies as st
from hypothesis.stateful import rule

from sicbo.game.policies import Ground, Offence
from sicbo.game.rulebook.publication import enum_key
from sicbo.table.messages.chips import CountFloat, CreditFloat, FillFloat
from sicbo.table.messages.people import ExcludeFromGame, VoidPlayersWagers, WithholdWinnings
from tests.table.evenings.play import COLOURS
from tests.table.evenings.printed import Dice, Sign
from tests.table.evenings.rounds import DEVICE, TOP, Rounds

LATE = enum_key(Offence.LATE_HANDLING)
DICE: Dice = (1, 2, 4)
PLAYER = st.sampled_from(["ana", "ben"])
QUIET = st.sampled_from(["desk", "colours", "idle", "limits", "people", "closing", "announced"])
LOUD = st.sampled_from(["conduct", "withheld", "fraud", "refuse", "over", "absent"])
SIGNS = [Sign(1_000, 50_000, 1, 100), Sign(500, None, 100, 1)]


class Scenes(Rounds):
    """Sequences of events in their proper order."""

    @rule(name=QUIET, player=PLAYER, data=st.data())
    def a_quiet_scene(self, name: str, player: str, data: st.DataObject) -> None:
        """Run a scene between two rounds that involves no offence."""
        self.scene(name, player, data)

    @rule(name=LOUD, player=PLAYER, data=st.data())
    def a_loud_scene(self, name: str, player: str, data: st.DataObject) -> None:
        """Run a scene between two rounds that involves an offence."""
        self.scene(name, player, data)

    def scene(self, name: str, player: str, data: st.DataObject) -> None:
        """One of the scenes, from the beginning of a round."""
        event(f"scene: {name}")
        self.put_right()
        if self.model.done:
            self.deal(DICE, "pay")
        getattr(self, f"scene_{name}")(player, data)

    def scene_desk(self, player: str, data: st.DataObject) -> None:
        """Count, fill and credit the float; change vouchers and tickets."""
        if self.money == "value-chip":
            for what in (CountFloat, FillFloat, CreditFloat, CountFloat):
                self.count(500, what, "kim")
            number = 1 + len(self.dealer.table.vouchers)
            self.voucher(player, number, "promotional", 20_000)
            self.redeem_foreign(player, 3, True, TOP, 500, 500)
        else:
            self.terminal(player, 90_000, False)
            self.terminal(player, 0, True)

    def scene_colours(self, player: str, data: st.DataObject) -> None:
        """Buy, stake and redeem a colour; sometimes require it of a player."""
        colour = COLOURS[2 + (player == "ben")]
        if self.has_colours:
            self.buy_colours(player, colour, 30, 1_000, TOP, True)
            self.require_colours(player, True, TOP)
            self.deal(DICE, "place-bets")
            self.slip(player, data, "piece")
            self.slip(player, data)
            self.deal(DICE, "pay")
            self.require_colours(player, False, TOP)
            self.redeem_colours(player, colour, 1, False)

    def scene_idle(self, player: str, data: st.DataObject) -> None:
        """Spin without wagers until a slip or a command ends it; practise, and change dealers."""
        self.formalities(DICE, "kim", TOP)
        self.idle_spins(TOP, True)
        self.deal(DICE, "pay")
        self.deal(DICE, "place-bets")
        if data.draw(st.booleans()):
            self.slip(player, data)
        self.deal(DICE, "pay")
        self.idle_spins(TOP, True)
        self.idle_spins(TOP, False)

    def scene_conduct(self, player: str, data: st.DataObject) -> None:
        """A player offends, is excluded, loses the wager, and returns."""
        self.deal(DICE, "place-bets")
        self.slip(player, data)
        self.offend(player, DEVICE, "")
        self.offend(player, LATE, "")
        self.sanction(ExcludeFromGame, player, TOP)
        self.sanction(VoidPlayersWagers, player, TOP)
        self.slip(player, data)
        self.deal(DICE, "pay")
        self.pardon(player, TOP, True)

    def scene_withheld(self, player: str, data: st.DataObject) -> None:
        """Withhold winnings once and determine them; perhaps correct the round before or after."""
        self.offend(player, DEVICE, "")
        self.sanction(WithholdWinnings, player, TOP)
        self.deal(DICE, "place-bets")
        self.slip(player, data)
        self.deal(DICE, "pay")
        found = data.draw(st.sampled_from(["never", "early", "late"]))
        if found == "early":
            self.correct_if_any(data)
        self.sanction(WithholdWinnings, player, TOP)
        self.pardon(player, TOP, data.draw(st.booleans()))
        if found == "late":
            self.correct_if_any(data)

    def scene_fraud(self, player: str, data: st.DataObject) -> None:
        """Void a round for fraud; the fraudster's stake may be forfeited."""
        self.deal(DICE, "place-bets")
        self.slip(player, data)
        self.slip("ana" if player == "ben" else "ben", data)
        if data.draw(st.booleans()):
            self.deal(DICE, "collect")
        self.void(Ground.FRAUD, TOP, player if self.has_streaks else "", "")
        self.void(Ground.NOT_FLAT, TOP, "", "")

    def scene_refuse(self, player: str, data: st.DataObject) -> None:
        """Refuse a wager, or void it alone; the player sends the next version."""
        self.deal(DICE, "place-bets")
        self.slip(player, data)
        self.refuse_wager(player, TOP, True)
        self.slip(player, data)
        self.void(Ground.FRAUD, TOP, "", player)
        self.deal(DICE, "pay")

    def scene_limits(self, player: str, data: st.DataObject) -> None:
        """Agree limits with one player, and withdraw a notice."""
        self.agree_limits(player, None, 80_000, True, TOP)
        self.agree_limits(player, 500, 80_000, True, TOP)
        self.give_notice("table", None, None, 1_200, TOP)
        self.deal(DICE, "place-bets")
        self.slip(player, data)
        self.deal(DICE, "pay")
        self.withdraw_notice("table", TOP)

    def scene_people(self, player: str, data: st.DataObject) -> None:
        """Take seats, raise a dispute with a review, and begin another day."""
        self.seats(player, 1, "leave")
        self.seats(player, 2, "take")
        self.dispute(player, False, True, "dispute")
        self.seats(player, 2, "leave")
        if data.draw(st.booleans()):
            self.begin_day(TOP)

    def scene_absent(self, player: str, data: st.DataObject) -> None:
        """Two players sit without wagering, until one of them has to leave."""
        self.play_without_wagers(["cho", player], DICE)

    def scene_closing(self, player: str, data: st.DataObject) -> None:
        """Close the table in order, mostly in time; its colours are changed elsewhere."""
        wait = data.draw(st.sampled_from([1_200] * 4 + [1_199]))
        spins = data.draw(st.sampled_from([3] * 4 + [2]))
        colour = COLOURS[2 + (player == "ben")]
        if self.has_colours:
            self.buy_colours(player, colour, 3, 1_000, TOP, True)
        self.close_in_order(DICE, wait, spins, data.draw(st.booleans()))
        if self.has_colours:
            self.surrender_colours(player, colour, 2, TOP, "c1")
            self.surrender_colours(player, colour, 1, TOP, data.draw(st.sampled_from(["c1", "c2"])))

    def scene_announced(self, player: str, data: st.DataObject) -> None:
        """Change to announced limits, a little early or in time."""
        self.change_in_order(data.draw(st.sampled_from(SIGNS)), data.draw(st.sampled_from([1_199, 1_200])))

    def scene_over(self, player: str, data: st.DataObject) -> None:
        """A winner takes everything away before the result, or a later one, is corrected."""
        self.deal(DICE, "place-bets")
        self.slip(player, data)
        self.deal(DICE, "pay")
        if data.draw(st.booleans()):
            self.deal(DICE, "cover")
        self.cash_out(player, 1_200_000)
        if self.model.past:
            self.reach_back(1, data.draw(st.sampled_from([None, DICE, (6, 5, 4)])), TOP)
        if self.model.dice:
            self.correct((6, 5, 4), TOP, "kim")
            self.correct(DICE, TOP, "kim")
