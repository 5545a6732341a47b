"""The evening of players and dealer: money, slips, Super Streak, steps, voids and corrections."""

from typing import Any

from hypothesis import event, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from sicbo.errors import Refusal
from sicbo.game.policies import Ground, Step
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import enum_key
from sicbo.table.messages.parts import AreaLimits, Stake
from sicbo.table.messages.round import BuyIn, CashOut, CorrectResult, DeclareVoid, OpenTable, RegisterSlip
from sicbo.table.messages.super_streak import PlaceStreak
from tests.rulebooks.test_edges import bets
from tests.table.dealer import EQUIPMENT, Answer
from tests.table.evenings.model import Model, of
from tests.table.evenings.printed import Dice, Sign, Wagers
from tests.table.evenings.watched_dealer import Witness

FITTED = (*EQUIPMENT, "float tray", "distinctive markers", "marker buttons", "streak screen")
COLOURS = ("red", "blue", "green", "white")
STREAK = 1_000
FACES = st.integers(1, 6)
DICE = st.tuples(FACES, FACES, FACES)
PLAYERS = st.sampled_from(["ana", "ben", "cho"])
RANKS = st.sampled_from([None, *Rank])
HIGH = st.sampled_from([Rank.SENIOR_MANAGER] * 7 + [Rank.DEALER, None])
MOSTLY = st.sampled_from([True] * 9 + [False])
KINDS = st.sampled_from(["value-chip"] * 4 + ["colour-chip:red", "colour-chip", "token", "credit"])
MISTAKES = st.sampled_from(["", "", "", "", "stakes", "stakes", "round", "version", "twice", "piece"])
CENTS = st.sampled_from([100, 300, 500, 1_000, 2_500, 50_000, 60_000, 501, 0, -500])
LIKELY = [300, 500, 1_000, 2_500, 50_000, 60_000]
WITHIN = [1_000, 2_500, 20_000, 50_000]
SIDES = {"small": (1, 2, 4), "big": (4, 5, 6), "odd": (1, 2, 4), "even": (2, 4, 6)}
SIGNS = st.builds(
    Sign,
    st.sampled_from([500, 500, 1_000]),
    st.sampled_from([50_000, 50_000, None]),
    st.sampled_from([1, 1, 100]),
    st.sampled_from([1, 100, 250]),
    st.sampled_from(
        [(), (), (AreaLimits("total", 1_000, 20_000),), (AreaLimits("small", 300), AreaLimits("big", 500))]
    ),
)


class Play(RuleBasedStateMachine):
    """One table, dealt well and badly."""

    layout = ""

    def __init__(self) -> None:
        super().__init__()
        self.dealer = Witness(self.layout)
        self.money = enum_key(self.dealer.table.rules.wagers.stakes.choice[0])
        self.model = Model(self.layout, self.money)
        self.names = [key for key, _, _ in bets(self.layout)]
        self.has_streaks = self.layout.startswith("star")
        self.has_colours = not self.layout.startswith("singapore")

    @initialize(sign=SIGNS)
    def open(self, sign: Sign) -> None:
        """Open with all equipment; two players buy in."""
        self.open_under(sign, STREAK)
        for player in ("ana", "ben"):
            self.buy_in(player, 1_000_000, None)

    def open_under(self, sign: Sign, streak: int | None) -> None:
        """Open a table that is closed."""
        answer = self.dealer.say(
            OpenTable,
            **sign._asdict(),
            approved_minimum=200,
            equipment=FITTED,
            colours=COLOURS if self.has_colours else (),
            streak_stake=streak if self.has_streaks else None,
            seats=2,
        )
        assert not isinstance(answer, Refusal), answer
        self.model.open(sign, streak if self.has_streaks else None)

    def was_done(self, answer: Answer) -> bool:
        """Return whether a command was accepted."""
        return not isinstance(answer, Refusal)

    def buy_in(self, player: str, cents: int, kind: str | None) -> None:
        """Buy in with an instrument that may not be played here."""
        kind = kind or self.money
        answer = self.dealer.say(BuyIn, Rank.DEALER, player=player, cents=cents, instrument=kind)
        if self.was_done(answer):
            assert cents > 0
            self.model.racks[player, kind] += cents
        else:
            assert kind != self.money or not cents or self.model.sign is None

    def cash_out(self, player: str, cents: int) -> None:
        """Cash out some, all or more than the player has."""
        has = self.model.racks[player, self.money]
        cents = has if cents > 1_000_000 else cents
        done = self.was_done(self.dealer.say(CashOut, Rank.DEALER, player=player, cents=cents))
        assert done is (0 < cents <= has)
        if done:
            self.model.racks[player, self.money] -= cents
            if self.model.chips is not None:
                self.model.chips -= cents

    @precondition(lambda self: self.model.is_betting)
    @rule(player=PLAYERS, data=st.data(), mistake=MISTAKES)
    def bet(self, player: str, data: st.DataObject, mistake: str) -> None:
        """Register a slip while bets are open; only valid ones are taken."""
        self.slip(player, data, mistake)

    @rule(player=PLAYERS, data=st.data())
    def bet_at_any_time(self, player: str, data: st.DataObject) -> None:
        """Try to register a slip at any moment."""
        self.slip(player, data)

    def slip(self, player: str, data: st.DataObject, mistake: str = "") -> None:
        """Register a slip for the current round and version, or for another one."""
        wagers = self.wild(data) if mistake == "stakes" else self.likely(player, data)
        number = self.model.rounds + (data.draw(st.sampled_from([-1, 1])) if mistake == "round" else 0)
        version = self.model.versions.get(player, 0) + 1
        version += data.draw(st.sampled_from([-1, 1])) if mistake == "version" else 0
        if mistake == "piece":
            colour = next(iter(self.model.has_of(player)), "red")
            wagers = {("big", of(colour)): self.model.colours.get(colour, 500) + 100}
        stakes = tuple(Stake(bet, cents, kind) for (bet, kind), cents in wagers.items())
        twice = mistake == "twice" and bool(stakes)
        answer = self.dealer.say(
            RegisterSlip,
            None,
            player=player,
            round=number,
            version=version,
            stakes=stakes * 2 if twice else stakes,
        )
        taken = self.model.takes(player, number, version, wagers) and not twice
        assert self.was_done(answer) is taken, answer
        if taken:
            self.model.register_slip(player, wagers)

    def wild(self, data: st.DataObject) -> Wagers:
        """Return any amount of any kind on any bet, and on one that no layout has."""
        keys = st.tuples(st.sampled_from([*self.names, "seven"]), KINDS)
        return data.draw(st.dictionaries(keys, CENTS, max_size=3))

    def likely(self, player: str, data: st.DataObject) -> Wagers:
        """Return likely stakes: a few bets, sometimes colours on top, mostly within the limits."""
        which = st.one_of(st.sampled_from(["small", "big"]), st.sampled_from(self.names))
        strict = self.layout.startswith(("crown-sydney", "singapore"))
        cents = st.sampled_from(WITHIN if strict else LIKELY)
        picked = data.draw(st.lists(which, min_size=1, max_size=3, unique=True))
        colours = {one: self.model.colours[one] for one in self.model.has_of(player)}
        if player in self.model.colour_only and colours:
            return {(picked[0], of(colour)): value for colour, value in colours.items()}
        wagers: Wagers = {(bet, self.money): data.draw(cents) for bet in picked}
        for colour, value in colours.items():
            most = max(1, min(self.model.racks[player, of(colour)] // value, 90))
            wagers[picked[0], of(colour)] = value * data.draw(st.integers(1, most))
        if self.model.racks[player, "token"]:
            wagers[picked[-1], "token"] = data.draw(cents)
        return wagers

    @precondition(lambda self: self.dealer.wagers)
    @rule(back=st.integers(0, 3))
    def send_again(self, back: int) -> None:
        """Send a wager again, as a terminal without an answer would: it never counts twice.

        Only the house remembers a Super Streak that a correction returned; the table may take it again.
        """
        command = self.dealer.wagers[-1 - back % len(self.dealer.wagers)]
        running = {(one.player, one.side) for one in self.model.streaks.wagers}
        if isinstance(command, PlaceStreak) and (command.player, command.side) not in running:
            return
        assert not self.was_done(self.dealer.hear(command))

    @rule(dice=DICE, tumbles=st.sampled_from([1, 2, 3, 3, 3, 3, 3, 3, 3, 4]), by_dealer=MOSTLY)
    def next_step(self, dice: Dice, tumbles: int, by_dealer: bool) -> None:
        """Do the next step, sometimes by a person without the rank."""
        self.step(self.model.due_step, dice, tumbles, Rank.DEALER if by_dealer else None)

    @rule(step=st.sampled_from([*map(enum_key, Step), "sing"]), dice=DICE, rank=RANKS)
    def any_step(self, step: str, dice: Dice, rank: Rank | None) -> None:
        """Try any step, in order or not."""
        self.step(step, dice, 3, rank)

    def step(self, step: str, dice: Dice, tumbles: int, rank: Rank | None) -> None:
        """Do one step, at the table and in the model."""
        words: dict[str, dict[str, Any]] = {"spin": {"tumbles": tumbles}, "enter": {"dice": dice}}
        answer = self.dealer.do(step, rank, **words.get(step, {}))
        model = self.model
        may = model.sign is not None and not model.void_due and rank is not None and step == model.due_step
        if not self.was_done(answer):
            assert not may or self.dealer.table.faults, answer
            return
        assert may
        model.step(dice, tumbles)

    @rule(dice=DICE, last=st.sampled_from(["place-bets", "close", "enter", "collect", "pay", "pay"]))
    def deal(self, dice: Dice, last: str) -> None:
        """Deal without a mistake up to a step."""
        for _ in self.model.order:
            due = self.model.due_step
            self.step(due, dice, 3, Rank.DEALER)
            if due in (last, self.model.order[-1]):
                return

    @precondition(lambda self: self.has_streaks)
    @rule(
        player=PLAYERS,
        side=st.sampled_from([*SIDES, "seven"]),
        cents=st.sampled_from([STREAK] * 6 + [500]),
        kind=KINDS,
        late=st.sampled_from([0] * 6 + [-1, 1]),
    )
    def place_streak(self, player: str, side: str, cents: int, kind: str, late: int) -> None:
        """Place a Super Streak on a run that has just begun, or try to."""
        model = self.model
        number = model.rounds + (model.done == 0) + late
        may = (
            model.sign is not None
            and not late
            and not model.void_due
            and "spin" not in model.order[: model.done]
            and player not in model.barred
            and kind in ("value-chip", "token", *map(of, model.has_of(player)))
            and cents % model.colours.get(kind.partition(":")[2], 1) == 0
            and model.racks[player, kind] >= cents
            and model.streaks.takes(player, side, cents)
        )
        answer = self.dealer.say(
            PlaceStreak, None, player=player, side=side, cents=cents, round=number, instrument=kind
        )
        assert self.was_done(answer) is may, answer
        if may:
            model.racks[player, kind] -= cents
            model.streaks.place(player, side, cents, kind, number)

    @precondition(lambda self: self.dealer.table.round or self.dealer.table.last)
    @rule(ground=st.sampled_from(Ground), rank=RANKS, forfeits=st.sampled_from(["", "", "ana"]),
          player=st.sampled_from(["", "", "", "ben"]))  # fmt: skip
    def void(self, ground: Ground, rank: Rank | None, forfeits: str, player: str) -> None:
        """Declare the round or one player's wagers void, on a ground of this rulebook or not."""
        answer = self.dealer.say(
            DeclareVoid,
            rank,
            ground=enum_key(ground),
            note="a brawl",
            second="kim",
            forfeits=forfeits,
            player=player,
        )
        if not self.was_done(answer):
            return
        assert ground in [item.ground for item in self.dealer.table.rules.irregularities]
        if player:
            self.model.take_off(player, self.model.slips[player], "refunded")
        else:
            event(f"void: {enum_key(ground)}")
            self.model.void(forfeits)

    @precondition(lambda self: self.model.dice)
    @rule(dice=DICE, rank=HIGH, second=st.sampled_from(["kim", "kim", "kim", "dana", ""]))
    def correct(self, dice: Dice, rank: Rank | None, second: str) -> None:
        """Correct the result, with a second person or alone."""
        answer = self.dealer.say(CorrectResult, rank, dice=dice, second=second, reason="misread")
        may = second == "kim" and rank is Rank.SENIOR_MANAGER
        assert self.was_done(answer) is may, answer
        if may:
            self.model.correct(dice)

    @precondition(lambda self: self.model.past)
    @rule(back=st.integers(1, 12), dice=st.one_of(st.none(), DICE), rank=HIGH)
    def reach_back(self, back: int, dice: Dice | None, rank: Rank | None) -> None:
        """Correct or void an older round, if it is still kept."""
        number = self.model.rounds - back
        words: dict[str, Any] = {"round": number, "second": "kim"}
        if dice is None:
            ground = enum_key(Ground.DICE_DAMAGED)
            answer = self.dealer.say(DeclareVoid, rank, ground=ground, note="chipped", **words)
        else:
            answer = self.dealer.say(CorrectResult, rank, dice=dice, reason="misread", **words)
        may = rank is Rank.SENIOR_MANAGER and number in self.model.past
        assert self.was_done(answer) is may, answer
        if may:
            self.model.reach_back(number, dice)
