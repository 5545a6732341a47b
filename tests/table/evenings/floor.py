"""The evening on the floor: signs, limits, closing and opening, chips, float, days and clocks."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from sicbo.game.ranks import Rank
from sicbo.table.messages.chips import (
    BuyCredits,
    CountFloat,
    CreditFloat,
    DispenseTicket,
    ExchangeVoucher,
    FillFloat,
    IssueColours,
    RedeemColours,
    RedeemForeignColours,
    RequireColours,
    SurrenderColours,
)
from sicbo.table.messages.round import (
    AgreeLimits,
    ChangeLimits,
    CloseTable,
    GiveNotice,
    OpenTable,
    WithdrawNotice,
)
from sicbo.table.messages.super_streak import BeginGamingDay, CallFinalStreaks, CloseStreaks
from tests.table.evenings.asides import ALWAYS, aside, one_of
from tests.table.evenings.model import of
from tests.table.evenings.play import COLOURS, FITTED, HIGH, KINDS, PLAYERS, RANKS, SIGNS, STREAK, Play
from tests.table.evenings.printed import LIFTS_ONLY, WARNS, Sign

SUBJECTS = st.sampled_from(["limits", "limits", "table", "table", "super-streak"])
SECONDS = st.sampled_from([None, 1_200, 1_200, 1_200, 600])
LEAST = st.sampled_from([None, 200, 500, 1_000, 1_000, 0])
MOST = st.sampled_from([None, 50_000, 80_000, 100])
COUNTED = st.sampled_from([0, 1, 500, 1_000_000, 5_000_000])
SECOND = st.sampled_from(["kim", "kim", "kim", "dana"])


class Floor(Play):
    """What is announced, changed, counted and exchanged around the play."""

    @rule(data=st.data())
    def on_the_floor(self, data: st.DataObject) -> None:
        """Run one of the asides of this class."""
        one_of(self, Floor, data)

    @aside(ALWAYS, player=PLAYERS, cents=st.integers(0, 200_000), kind=st.one_of(st.none(), KINDS))
    def bring(self, player: str, cents: int, kind: str | None) -> None:
        """Buy in with any instrument."""
        self.buy_in(player, cents, kind)

    @aside(ALWAYS, player=PLAYERS, cents=st.integers(0, 1_200_000))
    def take_away(self, player: str, cents: int) -> None:
        """Cash out some, all or more than all."""
        self.cash_out(player, cents)

    @aside(ALWAYS, subject=SUBJECTS, minimum=LEAST, maximum=MOST, seconds=SECONDS, rank=HIGH)
    def give_notice(
        self, subject: str, minimum: int | None, maximum: int | None, seconds: int | None, rank: Rank | None
    ) -> None:
        """Give a notice, complete or not."""
        self.dealer.say(
            GiveNotice, rank, subject=subject, minimum=minimum, maximum=maximum, in_seconds=seconds
        )

    @aside(lambda self: self.dealer.table.notices, subject=SUBJECTS, rank=HIGH)
    def withdraw_notice(self, subject: str, rank: Rank | None) -> None:
        """Withdraw a notice."""
        self.dealer.say(WithdrawNotice, rank, subject=subject)

    @aside(ALWAYS, sign=SIGNS, announced=st.booleans(), wait=st.sampled_from([0, 1_199, 1_200]), rank=HIGH)
    def change_limits(self, sign: Sign, announced: bool, wait: int, rank: Rank | None) -> None:
        """Change the sign at once, or to what the notice says after some time."""
        notice = self.dealer.table.notices.get("limits")
        if announced and notice and notice.minimum:
            sign = sign._replace(minimum=notice.minimum, maximum=notice.maximum)
        self.dealer.wait(wait)
        if self.was_done(self.dealer.say(ChangeLimits, rank, **sign._asdict())):
            self.model.sign = sign

    @aside(ALWAYS, player=PLAYERS, minimum=LEAST, maximum=MOST, marked=st.booleans(), rank=HIGH)
    def agree_limits(
        self, player: str, minimum: int | None, maximum: int | None, marked: bool, rank: Rank | None
    ) -> None:
        """Give a player other limits, or end them."""
        model = self.model
        answer = self.dealer.say(
            AgreeLimits, rank, player=player, minimum=minimum, maximum=maximum, marked=marked
        )
        if not self.was_done(answer):
            return
        assert model.sign is not None
        if minimum is None and maximum is None:
            del model.agreed[player]
            return
        assert marked
        least = model.sign.minimum if minimum is None else minimum
        most = model.sign.maximum if maximum is None else maximum
        model.agreed[player] = None if model.book in LIFTS_ONLY else least, most

    @aside(ALWAYS, rank=HIGH, announce=st.booleans(), wait=st.sampled_from([0, 1_199, 1_200]))
    def close(self, rank: Rank | None, announce: bool, wait: int) -> None:
        """Close the table, with or without notice."""
        if announce:
            self.give_notice("table", None, None, 1_200, Rank.SENIOR_MANAGER)
        self.dealer.wait(wait)
        if self.was_done(self.dealer.say(CloseTable, rank)):
            assert self.model.done == 0
            assert not self.model.streaks.wagers
            self.model.close()

    @aside(
        ALWAYS,
        sign=SIGNS,
        streak=st.sampled_from([STREAK, STREAK, None]),
        profile=st.sampled_from(["", "floor"]),
    )
    def open_again(self, sign: Sign, streak: int | None, profile: str) -> None:
        """Open a closed table; an open one, or one with an unconfirmed checklist, does not open."""
        if self.model.sign is None and not profile:
            self.open_under(sign, streak)
            return
        answer = self.dealer.say(
            OpenTable, **sign._asdict(), approved_minimum=200, equipment=FITTED, profile=profile or "home"
        )
        assert not self.was_done(answer)

    @aside(
        lambda self: self.has_colours,
        player=PLAYERS,
        colour=st.sampled_from([*COLOURS[:3], *COLOURS[:3], "pink"]),
        pieces=st.integers(-1, 300),
        value=st.sampled_from([500, 500, 700, 1_000, 2_500, None]),
        rank=HIGH,
        consent=st.booleans(),
    )
    def buy_colours(
        self, player: str, colour: str, pieces: int, value: int | None, rank: Rank | None, consent: bool
    ) -> None:
        """Change value chips into a colour: the player's own, a second or a shared one."""
        model, known = self.model, ("ana", "ben", "cho")
        answer = self.dealer.say(
            IssueColours,
            rank,
            player=player,
            colour=colour,
            pieces=pieces,
            value=value,
            consent=known if consent else (),
        )
        if not self.was_done(answer):
            return
        assert value is not None
        assert model.racks[player, self.money] >= value * pieces > 0
        assert not any(colour in model.has_of(one) for one in known) or model.colours[colour] == value
        model.colours[colour] = value
        model.racks[player, self.money] -= value * pieces
        model.racks[player, of(colour)] += value * pieces

    @aside(
        lambda self: self.model.colours,
        player=PLAYERS,
        colour=st.sampled_from(COLOURS[:3]),
        pieces=st.integers(0, 100),
        everything=st.booleans(),
    )
    def redeem_colours(self, player: str, colour: str, pieces: int, everything: bool) -> None:
        """Change colours back, all of them or some."""
        model, value = self.model, self.model.colours.get(colour, 1)
        has = model.racks[player, of(colour)]
        assert has % value == 0
        pieces = has // value if everything else pieces
        answer = self.dealer.say(RedeemColours, player=player, colour=colour, pieces=pieces)
        assert self.was_done(answer) is (0 < pieces * value <= has), answer
        if self.was_done(answer):
            model.racks[player, of(colour)] -= pieces * value
            model.racks[player, self.money] += pieces * value

    @aside(ALWAYS, player=PLAYERS, pieces=st.integers(0, 9), closed=st.booleans(), rank=HIGH,
          traced=st.sampled_from([None, 500]), lowest=st.sampled_from([None, 300]))  # fmt: skip
    def redeem_foreign(
        self,
        player: str,
        pieces: int,
        closed: bool,
        rank: Rank | None,
        traced: int | None,
        lowest: int | None,
    ) -> None:
        """Redeem another table's colours."""
        answer = self.dealer.say(
            RedeemForeignColours,
            rank,
            player=player,
            issuer="T2",
            issuer_closed=closed,
            colour="red",
            pieces=pieces,
            traced=traced,
            lowest=lowest,
        )
        if self.was_done(answer):
            value = traced or lowest
            assert closed
            assert value is not None
            self.model.racks[player, self.money] += pieces * value

    @aside(
        lambda self: self.model.colours,
        player=PLAYERS,
        colour=st.sampled_from(COLOURS[:3]),
        pieces=st.integers(0, 9),
        rank=HIGH,
        redemption=st.sampled_from(["c1", "c2"]),
    )
    def surrender_colours(
        self, player: str, colour: str, pieces: int, rank: Rank | None, redemption: str
    ) -> None:
        """Return some of this table's colours that another table changed."""
        model, value = self.model, self.model.colours.get(colour, 1)
        said: dict[str, Any] = {"player": player, "colour": colour, "pieces": pieces}
        answer = self.dealer.say(SurrenderColours, rank, **said, redeemer="T2", redemption=redemption)
        if self.was_done(answer):
            assert model.sign is None
            assert 0 < pieces * value <= model.racks[player, of(colour)]
            model.racks[player, of(colour)] -= pieces * value

    @aside(ALWAYS, player=PLAYERS, required=st.booleans(), rank=HIGH)
    def require_colours(self, player: str, required: bool, rank: Rank | None) -> None:
        """Require a player to stake colours, or end that."""
        if self.was_done(self.dealer.say(RequireColours, rank, player=player, required=required)):
            (self.model.colour_only.add if required else self.model.colour_only.discard)(player)

    @aside(
        ALWAYS,
        player=PLAYERS,
        number=st.integers(0, 5),
        kind=st.sampled_from(["complimentary", "promotional", "odd"]),
        cents=st.sampled_from([0, 500, 20_000]),
    )
    def voucher(self, player: str, number: int, kind: str, cents: int) -> None:
        """Change a voucher, spent or not."""
        name = f"v{number}" if number else ""
        answer = self.dealer.say(ExchangeVoucher, player=player, number=name, kind=kind, cents=cents)
        if self.was_done(answer):
            assert cents
            assert name
            tokens = kind == "promotional" and self.layout in ("crown-sydney-2024", "star-sydney-2016")
            self.model.racks[player, "token" if tokens else self.money] += cents

    @aside(
        lambda self: self.money == "credit",
        player=PLAYERS,
        cents=st.sampled_from([0, 500, 90_000]),
        out=st.booleans(),
    )
    def terminal(self, player: str, cents: int, out: bool) -> None:
        """Buy credits at a terminal, or take them all as a ticket."""
        if out:
            cents = -self.model.racks[player, "credit"]
            answer = self.dealer.say(DispenseTicket, None, player=player, number="t1")
        else:
            answer = self.dealer.say(BuyCredits, None, player=player, cents=cents)
        assert self.was_done(answer) is (cents != 0 and (out or self.model.sign is not None)), answer
        if self.was_done(answer):
            self.model.racks[player, "credit"] += cents

    @aside(
        lambda self: self.money == "value-chip",
        cents=COUNTED,
        what=st.sampled_from([CountFloat, CountFloat, FillFloat, CreditFloat]),
        second=SECOND,
    )
    def count(self, cents: int, what: type[CountFloat | FillFloat | CreditFloat], second: str) -> None:
        """Count, fill or credit the float: with two people, and never more than is there."""
        model = self.model
        tray = None if model.chips is None else model.chips - model.with_players()
        words: dict[str, Any] = {} if what is CountFloat else {"number": "f1"}
        done = self.was_done(self.dealer.say(what, cents=cents, second=second, **words))
        may = model.sign is not None and second == "kim"
        if what is not CountFloat:
            may = may and tray is not None and cents > 0 and (what is FillFloat or cents <= tray)
        assert done is may
        if done and what is CountFloat:
            model.chips = cents + model.with_players()
        elif done:
            assert model.chips is not None
            model.chips += cents if what is FillFloat else -cents

    @aside(lambda self: self.has_streaks, rank=HIGH, final=st.booleans(), wait=st.sampled_from([0, 1_200]))
    def close_streaks(self, rank: Rank | None, final: bool, wait: int) -> None:
        """Make the final call, or close Super Streak."""
        if final:
            self.give_notice("super-streak", None, None, 1_200, Rank.SENIOR_MANAGER)
            if self.was_done(self.dealer.say(CallFinalStreaks, rank)):
                self.model.streaks.final = True
        self.dealer.wait(wait)
        if self.was_done(self.dealer.say(CloseStreaks, rank)):
            assert not self.model.streaks.wagers
            self.model.streaks.amount = None

    @aside(ALWAYS, rank=RANKS)
    def begin_day(self, rank: Rank | None) -> None:
        """Begin a gaming day: runs start again, warnings end, and earlier rounds are not corrected."""
        if self.was_done(self.dealer.say(BeginGamingDay, rank, day="friday")):
            assert self.model.done == 0
            if self.model.book in WARNS:
                self.model.warned.clear()
            self.model.streaks.results.clear()
            self.model.archive_round()

    @aside(ALWAYS, seconds=st.sampled_from([-7_200, -60, 3_600]), waited=st.sampled_from([0, 1, 1_200]))
    def clocks(self, seconds: int, waited: int) -> None:
        """Move the wall clock forward or back; elapsed time only grows."""
        self.dealer.jump(seconds)
        self.dealer.wait(1 + waited)
