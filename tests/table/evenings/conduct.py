"""The evening as it goes wrong: faults, offences, sanctions, refused wagers, seats and disputes."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from sicbo.errors import Refusal
from sicbo.game.policies import Offence
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import enum_key
from sicbo.table.messages.chips import SignOff, SignOn
from sicbo.table.messages.faults import (
    DirectIdleSpins,
    FaultReported,
    NotifyPerson,
    RectifyFault,
    ReportFault,
    SpinForPractice,
    StopIdleSpins,
)
from sicbo.table.messages.people import (
    DecideDispute,
    DesignateTable,
    Detain,
    DetermineSuspense,
    EndDetention,
    ExcludeFromCasino,
    ExcludeFromGame,
    LeaveSeat,
    LiftExclusion,
    RaiseDispute,
    RecordOffence,
    Refer,
    RefuseWager,
    ReleaseTable,
    RequestReview,
    RequireToVacate,
    ReviewDispute,
    TakeSeat,
    VoidPlayersWagers,
    WagersVoided,
    WithholdWinnings,
)
from sicbo.table.messages.round import BuyIn
from sicbo.table.messages.super_streak import StreaksAdvanced
from tests.table.evenings.asides import ALWAYS, aside, one_of
from tests.table.evenings.floor import Floor
from tests.table.evenings.play import DICE, HIGH, PLAYERS, RANKS
from tests.table.evenings.printed import HOLDS_OFFENDERS, Dice

FAULTS = [
    "lights-dark",
    "lights-wrong",
    "display-wrong",
    "equipment",
    "tumbler",
    "dice",
    "power",
    "terminals",
]
OFFENCES = st.sampled_from(
    [enum_key(Offence.DEVICE), enum_key(Offence.DEVICE), *map(enum_key, Offence), "whistling"]
)
SANCTIONS: dict[Any, dict[str, str]] = {
    VoidPlayersWagers: {},
    ExcludeFromGame: {},
    ExcludeFromCasino: {"reference": "X1"},
    Refer: {"to": "police"},
    Detain: {"place": "office"},
    WithholdWinnings: {},
}


class Conduct(Floor):
    """Faults, offences, sanctions and disputes."""

    def __init__(self) -> None:
        super().__init__()
        self.shut_out: set[str] = set()
        self.detained: set[str] = set()

    @rule(data=st.data())
    def something_goes_wrong(self, data: st.DataObject) -> None:
        """Run one of the asides of this class."""
        one_of(self, Conduct, data)

    @aside(
        ALWAYS,
        kind=st.sampled_from([*FAULTS, "weather"]),
        mended=st.booleans(),
        players=st.lists(PLAYERS, max_size=2),
    )
    def report(self, kind: str, mended: bool, players: list[str]) -> None:
        """Report a fault."""
        answer = self.dealer.say(ReportFault, fault=kind, mended=mended, players=tuple(players))
        if isinstance(answer, Refusal):
            return
        reported = answer[0]
        assert isinstance(reported, FaultReported)
        if kind.startswith("lights") and self.model.done and self.model.streaks.known:
            self.model.lights_failed = True
        elif any(isinstance(event, StreaksAdvanced) for event in answer):
            assert kind.startswith("lights")
            self.model.find_dark()
        if reported.void_due:
            assert self.model.done
            self.model.void_due = True
        self.note_cuts()

    def note_cuts(self) -> None:
        """Note whose terminals take no slips; those mended at once still do."""
        fault = self.dealer.table.faults.get("terminals")
        self.model.cut_off = set(fault.players) if fault and not fault.mended else set()
        if "power" in self.dealer.table.faults:
            self.model.cut_off = {"ana", "ben", "cho"}

    @aside(lambda self: self.dealer.table.faults, rank=HIGH, tell=st.sampled_from([True, True, False]))
    def mend(self, rank: Rank | None, tell: bool) -> None:
        """Notify the person who must be notified of a fault, and let play go on."""
        for kind, fault in sorted(self.dealer.table.faults.items()):
            if fault.tell and tell:
                self.dealer.say(NotifyPerson, fault=kind, whom=fault.tell, name="kim")
            self.dealer.say(RectifyFault, rank, fault=kind, note="mended")
        self.note_cuts()

    @aside(ALWAYS, player=PLAYERS, offence=OFFENCES, excuse=st.sampled_from(["", "", "requested"]))
    def offend(self, player: str, offence: str, excuse: str) -> None:
        """Record conduct, whether it is forbidden here or not."""
        self.dealer.say(RecordOffence, player=player, offence=offence, note="seen", excuse=excuse)

    @aside(
        lambda self: self.dealer.table.offences,
        kind=st.sampled_from([*SANCTIONS, VoidPlayersWagers, WithholdWinnings]),
        player=PLAYERS,
        rank=HIGH,
    )
    def sanction(self, kind: Any, player: str, rank: Rank | None) -> None:
        """Sanction a player, with or without an offence on record."""
        model = self.model
        answer = self.dealer.say(kind, rank, player=player, note="caught", **SANCTIONS[kind])
        if isinstance(answer, Refusal) or not self.was_done(answer):
            return
        if kind is VoidPlayersWagers:
            becomes = "suspense" if model.book in HOLDS_OFFENDERS else "refunded"
            if any(isinstance(event, WagersVoided) for event in answer):
                model.take_off(player, model.slips[player], becomes)
            model.void_streaks(player)
        if kind in (ExcludeFromGame, ExcludeFromCasino):
            model.barred.add(player)
            self.shut_out |= {player} if kind is ExcludeFromCasino else set()
        if kind is Detain:
            self.detained.add(player)
        if kind is WithholdWinnings:
            model.withheld.add(player)
            paid = model.done == 0 and "pay" in model.settled and player in model.slips
            if paid and not (model.held[player] or model.kept[player] or model.let_out[player]):
                model.withhold_winnings(player, model.proceeds(player, "pay")[1])

    @aside(
        lambda self: self.model.barred or self.model.suspense,
        player=PLAYERS,
        rank=HIGH,
        release=st.booleans(),
    )
    def pardon(self, player: str, rank: Rank | None, release: bool) -> None:
        """Lift an exclusion, and determine who gets the withheld winnings."""
        model = self.model
        lifted = self.was_done(self.dealer.say(LiftExclusion, rank, player=player, note="over"))
        if lifted and player not in self.shut_out:
            model.barred.discard(player)
        if self.was_done(self.dealer.say(DetermineSuspense, rank, player=player, release=release, note="so")):
            model.determine(player, release)

    @aside(lambda self: self.detained, player=PLAYERS, rank=HIGH)
    def police(self, player: str, rank: Rank | None) -> None:
        """Let a police officer arrive, for a player who may or may not be detained."""
        if self.was_done(self.dealer.say(EndDetention, rank, player=player, name="Lee")):
            self.detained.remove(player)

    @aside(lambda self: self.model.slips, player=PLAYERS, rank=HIGH, some=st.booleans())
    def refuse_wager(self, player: str, rank: Rank | None, some: bool) -> None:
        """Refuse a slip, or the first bet on it."""
        lying = self.model.slips.get(player, {})
        bets = tuple(bet for bet, _ in [*lying][:1]) if some else ()
        if self.was_done(self.dealer.say(RefuseWager, rank, player=player, reason="doubtful", bets=bets)):
            assert self.model.is_betting
            off = {key: cents for key, cents in lying.items() if not bets or key[0] in bets}
            self.model.take_off(player, off, "refunded")

    @aside(
        ALWAYS,
        player=PLAYERS,
        seat=st.integers(0, 3),
        what=st.sampled_from(["take", "take", "leave", "vacate"]),
    )
    def seats(self, player: str, seat: int, what: str) -> None:
        """Take a seat, leave it, or be asked to leave it."""
        if what == "take":
            self.dealer.say(TakeSeat, None, player=player, seat=seat)
        elif what == "leave":
            self.dealer.say(LeaveSeat, None, player=player)
        else:
            self.dealer.say(RequireToVacate, player=player)

    @aside(ALWAYS, rank=HIGH, start=st.booleans())
    def idle_spins(self, rank: Rank | None, start: bool) -> None:
        """Direct spins without wagers, or stop them."""
        if self.was_done(self.dealer.say(DirectIdleSpins if start else StopIdleSpins, rank)):
            assert self.model.done == 0 or not start
            self.model.idle = start

    @aside(ALWAYS, dice=DICE, name=st.sampled_from(["dana", "kim"]), rank=RANKS)
    def formalities(self, dice: Dice, name: str, rank: Rank | None) -> None:
        """Practise, sign on and off, and give the table to a tournament for a moment: nothing moves."""
        self.dealer.say(SpinForPractice, rank, dice=dice)
        if self.was_done(self.dealer.say(DesignateTable, rank, tournament="lunar-cup")):
            assert isinstance(self.dealer.say(BuyIn, player="ana", cents=100), Refusal)
            self.dealer.say(ReleaseTable)
        self.dealer.say(SignOn, rank, by=name)
        self.dealer.say(SignOff, rank, by="kim")

    @aside(
        ALWAYS,
        player=PLAYERS,
        satisfied=st.booleans(),
        reviewed=st.booleans(),
        matter=st.sampled_from(["dispute", "unforeseen"]),
    )
    def dispute(self, player: str, satisfied: bool, reviewed: bool, matter: str) -> None:
        """Raise a dispute, decide it and perhaps review it."""
        self.dealer.say(RaiseDispute, None, player=player, about="a late bet", matter=matter)
        for name in sorted(self.dealer.table.disputes):
            words: dict[str, Any] = {"dispute": name, "decision": "stands", "satisfied": satisfied}
            self.dealer.say(DecideDispute, **words, told_of_inspector=not satisfied)
            if reviewed:
                self.dealer.say(RequestReview, None, dispute=name)
                self.dealer.say(ReviewDispute, **words, told_of_inspector=not satisfied, by="kim")
