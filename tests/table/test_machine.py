"""Random evenings at every layout, beside a model of plain dicts that knows the printed odds only.

`make test` plays twenty for each layout; SICBO_EXAMPLES=5000 in the environment plays as many as it says.
"""

from collections import Counter
from os import environ
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from sicbo.errors import Refusal
from sicbo.game.authority import Rank
from sicbo.game.policies import Ground, Step
from sicbo.game.publish import key_of
from sicbo.rulebooks import every_layout
from sicbo.table.chip_commands import IssueColours
from sicbo.table.commands import BuyIn, CashOut, CloseTable, CorrectResult, DeclareVoid, RegisterSlip
from sicbo.table.evolve import after
from sicbo.table.fault_messages import NotifyPerson, RectifyFault
from sicbo.table.messages import Stake
from sicbo.table.state import state_hash
from tests.rulebooks.test_edges import bets
from tests.table.dealer import Dealer
from tests.table.invariants import hold
from tests.table.model import COLOUR_VALUE, Dice, Model, Wagers

EXAMPLES = environ.get("SICBO_EXAMPLES")
PROFILE = settings(
    settings.get_profile("sicbo"),
    max_examples=int(EXAMPLES or 20),
    stateful_step_count=50,
    derandomize=EXAMPLES is None,
)
PLAYERS = st.sampled_from(["ana", "ben", "cho"])
FACES = st.integers(1, 6)
DICE = st.tuples(FACES, FACES, FACES)
RANKS = st.sampled_from([None, *Rank])
MOSTLY = st.sampled_from([True] * 9 + [False])
KINDS = st.sampled_from(["value-chip"] * 4 + ["colour-chip", "token", "credit"])
COLOURS = {"ana": "red", "ben": "blue", "cho": "green"}
MISTAKES = st.sampled_from(["", "", "", "", "stakes", "stakes", "round", "version"])
AFTERWARDS = st.sampled_from(["", "", "correct", "cash-out", "void"])
LIKELY = [300, 500, 2_500, 50_000, 60_000]
CENTS = st.sampled_from([100, 300, 500, 1_000, 2_500, 50_000, 60_000, 501])


class Evening(RuleBasedStateMachine):
    """One table, dealt well and badly."""

    layout = ""

    def __init__(self) -> None:
        super().__init__()
        self.dealer = Dealer(self.layout)

    @initialize(chip=st.sampled_from([1, 100, 250]))
    def open(self, chip: int) -> None:
        """Open from 5.00 to 500.00, with a set of colours; two players buy in."""
        colours = () if self.layout.startswith("singapore") else tuple(COLOURS.values())
        answer = self.dealer.open(minimum=500, maximum=50_000, chip=chip, colours=colours)
        assert not isinstance(answer, Refusal), answer
        self.money = key_of(self.dealer.table.rules.wagers.stakes.choice[0])
        self.model = Model(self.layout, 500, 50_000, chip, self.money)
        self.model.racks.update({("ana", self.money): 1_000_000, ("ben", self.money): 1_000_000})
        self.names = [key for key, _, _ in bets(self.layout)]

    @rule(player=PLAYERS, cents=st.integers(0, 200_000), kind=st.one_of(st.none(), KINDS))
    def buy_in(self, player: str, cents: int, kind: str | None) -> None:
        """Bring value, of a kind that is played here or not."""
        kind = kind or self.money
        answer = self.dealer.say(BuyIn, Rank.DEALER, player=player, cents=cents, instrument=kind)
        if not isinstance(answer, Refusal):
            assert cents > 0
            self.model.racks[player, kind] += cents

    @rule(player=PLAYERS, cents=st.integers(0, 1_200_000))
    def cash_out(self, player: str, cents: int) -> None:
        """Take some chips or everything, or ask for more than there is."""
        has = self.model.racks[player, self.money]
        cents = has if cents > 1_000_000 else cents
        answer = self.dealer.say(CashOut, Rank.DEALER, player=player, cents=cents)
        if not isinstance(answer, Refusal):
            assert 0 < cents <= has
            self.model.racks[player, self.money] -= cents

    @rule(player=PLAYERS, pieces=st.integers(-1, 300))
    def buy_colours(self, player: str, pieces: int) -> None:
        """Change value chips into a colour, each piece worth the minimum."""
        answer = self.dealer.say(
            IssueColours, player=player, colour=COLOURS[player], pieces=pieces, value=COLOUR_VALUE
        )
        if not isinstance(answer, Refusal):
            assert self.model.racks[player, self.money] >= COLOUR_VALUE * pieces > 0
            self.model.move(
                player, Counter({self.money: -COLOUR_VALUE * pieces, "colour-chip": COLOUR_VALUE * pieces})
            )

    @precondition(lambda self: self.dealer.table.takes_wagers)
    @rule(player=PLAYERS, data=st.data(), mistake=MISTAKES)
    def bet(self, player: str, data: st.DataObject, mistake: str) -> None:
        """Put a slip down while bets are open: just those that may lie there are taken."""
        self.slip(player, data, mistake)

    @rule(player=PLAYERS, data=st.data())
    def bet_at_any_time(self, player: str, data: st.DataObject) -> None:
        """Try at any moment."""
        self.slip(player, data)

    def slip(self, player: str, data: st.DataObject, mistake: str = "") -> None:
        """A slip of the round and version that stand, or of another one."""
        wagers = self.wild(data) if mistake == "stakes" else self.likely(player, data)
        table = self.dealer.table
        answer = self.dealer.say(
            RegisterSlip,
            None,
            player=player,
            round=table.rounds + (data.draw(st.sampled_from([-1, 1])) if mistake == "round" else 0),
            version=self.model.versions.get(player, 0)
            + (data.draw(st.sampled_from([0, 2])) if mistake == "version" else 1),
            stakes=tuple(Stake(bet, cents, kind) for (bet, kind), cents in wagers.items()),
        )
        may = table.takes_wagers and not (table.round and table.round.void_due)
        if not isinstance(answer, Refusal):
            assert may
            assert mistake in ("", "stakes")
            assert self.model.takes(player, wagers)
            self.model.put(player, wagers)
        elif mistake in ("", "stakes"):
            assert not (may and self.model.takes(player, wagers)), answer

    def wild(self, data: st.DataObject) -> Wagers:
        """Any amount of any kind on any bet, and on one that no layout has."""
        keys = st.tuples(st.sampled_from([*self.names, "seven"]), KINDS)
        return data.draw(st.dictionaries(keys, CENTS, max_size=4))

    def likely(self, player: str, data: st.DataObject) -> Wagers:
        """What people stake: a few bets, sometimes colour on top, mostly within the limits."""
        which = st.one_of(st.sampled_from(["small", "big"]), st.sampled_from(self.names))
        cents = st.sampled_from([500, 1_000, 2_500, 50_000] if self.model.holds_to_limits else LIKELY)
        picked = data.draw(st.lists(which, min_size=1, max_size=3, unique=True))
        wagers: Wagers = {(bet, self.money): data.draw(cents) for bet in picked}
        if pieces := self.model.racks[player, "colour-chip"] // COLOUR_VALUE:
            wagers[picked[0], "colour-chip"] = COLOUR_VALUE * data.draw(st.integers(1, min(pieces, 120)))
        if self.model.racks[player, "token"]:
            wagers[picked[-1], "token"] = data.draw(cents)
        return wagers

    @rule(dice=DICE, tumbles=st.sampled_from([1, 2, 3, 3, 3, 3, 3, 3, 3, 4]), by_dealer=MOSTLY)
    def next_step(self, dice: Dice, tumbles: int, by_dealer: bool) -> None:
        """The step that is due, now and then by somebody who may not."""
        self.step(self.dealer.table.due.step, dice, tumbles, Rank.DEALER if by_dealer else None)

    @rule(step=st.sampled_from(Step), dice=DICE, rank=RANKS)
    def any_step(self, step: Step, dice: Dice, rank: Rank | None) -> None:
        """Any step, in order or not."""
        self.step(step, dice, 3, rank)

    @rule(dice=DICE, last=st.sampled_from(["place-bets", "close", "enter", "collect", "pay", "pay"]))
    def deal(self, dice: Dice, last: str) -> None:
        """Step by step without a mistake, up to one of them."""
        for _ in self.dealer.table.stages:
            due = self.dealer.table.due.step
            self.step(due, dice, 3, Rank.DEALER)
            if key_of(due) == last:
                return

    @rule(dice=DICE, data=st.data(), last=st.sampled_from(["collect", "pay"]), then=AFTERWARDS)
    def play_a_round(self, dice: Dice, data: st.DataObject, last: str, then: str) -> None:
        """Invite bets, take two slips and settle them; then perhaps it was wrong, or void."""
        self.deal(dice, "place-bets")
        self.slip("ana", data)
        self.slip("ben", data)
        self.deal(dice, last)
        if then == "cash-out":
            self.cash_out("ana", 1_200_000)
        if then in ("correct", "cash-out"):
            self.correct(data.draw(DICE), Rank.SENIOR_MANAGER, "kim")
        if then == "void":
            grounds = [item.ground for item in self.dealer.table.rules.irregularities]
            self.void(data.draw(st.sampled_from(grounds)), Rank.SENIOR_MANAGER)

    def step(self, step: Step, dice: Dice, tumbles: int, rank: Rank | None) -> None:
        """One step, and what the model makes of it."""
        words: dict[Step, dict[str, Any]] = {Step.SPIN: {"tumbles": tumbles}, Step.ENTER: {"dice": dice}}
        before = self.dealer.table
        answer = self.dealer.do(key_of(step), rank, **words.get(step, {}))
        if isinstance(answer, Refusal):
            return
        assert step is before.due.step
        assert rank is not None
        if before.round is None:
            self.model.begin()
        if step is Step.ENTER:
            self.model.dice = dice
        if step in (Step.COLLECT, Step.PAY):
            self.model.settle(key_of(step))

    @precondition(lambda self: self.dealer.table.round or self.dealer.table.last)
    @rule(ground=st.sampled_from(Ground), rank=RANKS)
    def void(self, ground: Ground, rank: Rank | None) -> None:
        """Declare the round void, on a ground of this rulebook or not."""
        answer = self.dealer.say(DeclareVoid, rank, ground=key_of(ground), note="a brawl", second="kim")
        if not isinstance(answer, Refusal):
            assert ground in [item.ground for item in self.dealer.table.rules.irregularities]
            self.model.void()

    @precondition(lambda self: self.dealer.table.faults)
    @rule()
    def mend(self) -> None:
        """Tell who has to be told of a fault, and let play go on."""
        for kind, fault in self.dealer.table.faults.items():
            if fault.tell:
                self.dealer.say(NotifyPerson, fault=kind, whom=fault.tell, name="kim")
            self.dealer.say(RectifyFault, fault=kind, note="mended")

    @precondition(lambda self: self.model.dice)
    @rule(dice=DICE, rank=RANKS, second=st.sampled_from(["kim", "kim", "kim", "dana", ""]))
    def correct(self, dice: Dice, rank: Rank | None, second: str) -> None:
        """Correct the result, with a second person or alone."""
        answer = self.dealer.say(CorrectResult, rank, dice=dice, second=second, reason="misread")
        if not isinstance(answer, Refusal):
            assert second == "kim"
            assert self.model.dice is not None
            self.model.correct(dice)

    @precondition(lambda self: self.dealer.table.spins > 2)
    @rule(rank=RANKS)
    def close(self, rank: Rank | None) -> None:
        """Close the table; nothing that is settled can be corrected after that."""
        answer = self.dealer.say(CloseTable, rank)
        if not isinstance(answer, Refusal):
            self.model.begin()

    @invariant()
    def everybody_has_what_the_model_says(self) -> None:
        """Racks, debts, slips and warnings."""
        table, model = self.dealer.table, self.model
        assert dict(table.racks) == {key: cents for key, cents in model.racks.items() if cents}
        assert dict(table.owed) == {player: cents for player, cents in model.owed.items() if cents}
        assert table.warned == model.warned
        if table.round is not None:
            lying = {player: slip.stakes for player, slip in table.round.slips.items()}
            assert lying == {
                player: tuple(Stake(bet, cents, kind) for (bet, kind), cents in wagers.items())
                for player, wagers in model.slips.items()
            }
        hold(self.dealer.journal, table)

    def teardown(self) -> None:
        """The journal alone gives the same table, byte for byte."""
        replayed = after(self.dealer.start, self.dealer.journal)
        assert state_hash(replayed) == state_hash(self.dealer.table)


@pytest.mark.parametrize("layout", every_layout())
def test_a_random_evening_keeps_every_invariant_and_agrees_with_the_model(layout: str) -> None:
    """Slips, steps in and out of order, voids, corrections, ranks too low: every cent stays in its place."""
    machine = type("Evening", (Evening,), {"layout": layout})

    run_state_machine_as_test(machine, settings=PROFILE)
