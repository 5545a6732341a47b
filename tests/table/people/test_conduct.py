"""Offences, sanctions and refused wagers: what must be on record, and what becomes of the chips."""

import pytest

from sicbo import rulebooks
from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import enum_key
from sicbo.table.log_kind import evolve_all
from sicbo.table.messages.people import (
    Detain,
    DetermineSuspense,
    EndDetention,
    ExcludeFromCasino,
    ExcludeFromGame,
    LiftExclusion,
    RecordOffence,
    Refer,
    RefuseWager,
    TakeSeat,
    VoidPlayersWagers,
    WithholdWinnings,
)
from sicbo.table.state import state_hash
from tests.refused import Refused
from tests.table.dealer import Dealer
from tests.table.equipment.test_faults import opened_table, refusal


def offend(dealer: Dealer, offence: str = "device", player: str = "ana") -> None:
    """Record an offence."""
    answer = dealer.say(RecordOffence, Rank.DEALER, offence=offence, player=player, note="seen on camera")
    assert not isinstance(answer, Refusal)


@pytest.mark.parametrize("key", rulebooks.every_rulebook())
def test_each_prohibition_and_no_other_can_be_recorded(key: str) -> None:
    """Each needs its clause and a note; with a lawful excuse, nothing is recorded."""
    layout = next(name for name in rulebooks.every_layout() if name.startswith(key))
    dealer = Dealer(layout)
    for item in dealer.table.rules.conduct.forbidden:
        offence = enum_key(item.offence)
        silent = dealer.say(RecordOffence, Rank.DEALER, offence=offence, player="ana", note="")
        lawful = dealer.say(
            RecordOffence,
            Rank.DEALER,
            offence=offence,
            player="ana",
            note="seen",
            excuse=enum_key(item.unless),
        )
        taken = dealer.say(RecordOffence, Rank.DEALER, offence=offence, player="ana", note="seen")

        assert silent == Refused(item.clause, "Write in the note what was seen.")
        assert isinstance(lawful, Refusal) is (item.unless.name != "NEVER")
        assert not isinstance(taken, Refusal)
        assert taken[0].clause == item.clause
    unknown = dealer.say(RecordOffence, Rank.DEALER, offence="whistling", player="ana", note="seen")

    assert refusal(unknown).says.startswith("These rules do not forbid this. They forbid: ")


def test_sanctions_need_an_offence_a_reason_and_what_their_text_asks_for() -> None:
    """Crown Sydney 10.2: an offence is required; a referral needs a device, an exclusion an order's
    reference.
    """
    dealer = opened_table("crown-sydney-2024")
    innocent = dealer.say(ExcludeFromGame, player="ana", note="a feeling")
    offend(dealer, "side-bet")
    silent = dealer.say(ExcludeFromGame, player="ana", note="")
    no_device = dealer.say(Refer, player="ana", note="side bets", to="police")
    no_order = dealer.say(ExcludeFromCasino, player="ana", note="side bets", reference="")
    offend(dealer)
    nowhere = dealer.say(Refer, player="ana", note="a device", to="newspaper")
    referred = dealer.say(Refer, player="ana", note="a device", to="police")
    nothing = dealer.say(VoidPlayersWagers, player="ben", note="a device")
    dealer.say(RecordOffence, Rank.DEALER, offence="device", player="ben", note="seen")
    empty = dealer.say(VoidPlayersWagers, player="ben", note="a device")

    assert innocent == Refused("10.2.2", "No offence of ana is on record. Record it first.")
    assert silent == Refused("10.2.2", "Write the reason in the note.")
    assert refusal(no_device).says.startswith("Record this offence of ana first: ")
    assert no_order == Refused("10.2.3", "Give the reference of the exclusion order.")
    assert nowhere == Refused("10.2.4", "Refer the player to an inspector or to the police.")
    assert not isinstance(referred, Refusal)
    assert nothing == Refused("10.2.1", "No offence of ben is on record. Record it first.")
    assert empty == Refused("10.2.1", "ben has no wager on the layout.")


def test_an_excluded_player_takes_back_but_does_not_wager_until_it_is_lifted() -> None:
    """A slip is refused with the clause; clearing is not a wager."""
    dealer = opened_table("crown-sydney-2024")
    offend(dealer)
    dealer.say(ExcludeFromGame, player="ana", note="a device")
    barred = dealer.bet("ana", {"small": 5_000})
    cleared = dealer.bet("ana", {})
    never = dealer.say(LiftExclusion, player="ben", note="no reason")
    dealer.say(LiftExclusion, player="ana", note="cleared by the inspector")
    again = dealer.bet("ana", {"small": 5_000})

    assert barred == Refused(
        "10.2.2",
        "ana is excluded and may not wager. "
        "Only the Assistant Casino Manager or a higher rank can lift the exclusion.",
    )
    assert not isinstance(cleared, Refusal)
    assert never == Refused("10.2.2", "ben is not excluded from the game.")
    assert not isinstance(again, Refusal)


def test_exclusion_frees_the_seat() -> None:
    """An excluded player does not keep the seat."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open(seats=1)
    dealer.say(TakeSeat, None, player="ana", seat=1)
    offend(dealer)
    dealer.say(ExcludeFromCasino, player="ana", note="a device", reference="s 79 order 12")

    assert not dealer.table.seated
    assert not isinstance(dealer.say(TakeSeat, None, player="ben", seat=1), Refusal)


@pytest.mark.parametrize(
    ("layout", "readings", "forfeit", "rack", "suspense"),
    [
        ("crown-sydney-2024", {}, False, 1_000_000, 0),
        ("crown-sydney-2024", {"S-12": "forfeited"}, True, 997_500, 0),
        ("crown-sydney-2024", {"S-12": "forfeited"}, False, 1_000_000, 0),
        ("crown-melbourne-6.1/a", {}, False, 997_500, 2_500),
        ("crown-melbourne-6.1/a", {"M-14": "offender-refunded"}, False, 1_000_000, 0),
        ("crown-melbourne-6.1/a", {"M-14": "offender-forfeits"}, True, 997_500, 0),
        ("canberra-2005", {}, False, 1_000_000, 0),
        ("star-sydney-2016", {}, False, 1_000_000, 0),
    ],
)
def test_an_offenders_wager_becomes_what_the_ruling_says(
    layout: str, readings: dict[str, str], forfeit: bool, rack: int, suspense: int
) -> None:
    """The wager is refunded, held or forfeited; ben's wager is settled by the dice."""
    dealer = opened_table(layout, readings)
    dealer.bet("ben", {"small": 1_000})
    offend(dealer, "device" if "canberra" not in layout else "side-bet")
    answer = dealer.say(VoidPlayersWagers, player="ana", note="seen", forfeit=forfeit)
    dealer.until(Step.PAY)

    assert not isinstance(answer, Refusal)
    assert dealer.rack("ana") == rack
    assert sum(dealer.table.suspense.values()) == suspense
    assert dealer.rack("ben") == 1_001_000
    assert state_hash(evolve_all(dealer.start, dealer.journal)) == state_hash(dealer.table)


def test_a_forfeiture_that_no_clause_gives_is_refused() -> None:
    """Crown Sydney refunds; The Star forfeits only for fraud."""
    sydney, star = opened_table("crown-sydney-2024"), opened_table("star-sydney-2016")
    answers = []
    for dealer in (sydney, star):
        offend(dealer)
        answers.append(dealer.say(VoidPlayersWagers, player="ana", note="seen", forfeit=True))

    assert answers == [
        Refused("10.2.1, 10.4", "These rules do not forfeit the wager. Void it without forfeiture."),
        Refused(
            "9.5", "Only a fraudster's wager is forfeited. Void the round for fraud and name the player."
        ),
    ]


def test_sanctions_that_stand_together_or_alone() -> None:
    """Canberra C-14 `together` requires the exclusion first; Crown Sydney S-41 `one` allows no second
    sanction.
    """
    together = opened_table("canberra-2005", {"C-14": "together"})
    offend(together, "side-bet")
    first = together.say(VoidPlayersWagers, player="ana", note="seen")
    together.say(ExcludeFromGame, player="ana", note="seen")
    both = together.say(VoidPlayersWagers, player="ana", note="seen")

    alone = opened_table("crown-sydney-2024", {"S-41": "one"})
    offend(alone, "side-bet")
    alone.say(ExcludeFromGame, player="ana", note="seen")
    second = alone.say(VoidPlayersWagers, player="ana", note="seen")

    assert first == Refused("10.2", "Exclude ana from the game first.")
    assert not isinstance(both, Refusal)
    assert second == Refused(
        "10.2", "ana has a sanction already (excluded from the game), and the rules allow only one."
    )


def test_winnings_are_held_back_before_or_after_payment_until_they_are_determined() -> None:
    """Crown Melbourne 9.2.3: 25.00 won twice is in suspense; it is paid if released, not if kept."""
    racks = []
    for release in (True, False):
        dealer = opened_table("crown-melbourne-6.1/a")
        early = dealer.say(WithholdWinnings, player="ana", note="a device")
        dealer.until(Step.PAY)
        offend(dealer)
        dealer.say(WithholdWinnings, player="ana", note="a device")
        dealer.until(Step.PLACE_BETS)
        dealer.bet("ana", {"small": 2_500})
        dealer.until(Step.PAY)
        held = (dealer.rack("ana"), dict(dealer.table.suspense))
        silent = dealer.say(DetermineSuspense, player="ana", release=release, note="")
        dealer.say(DetermineSuspense, player="ana", release=release, note="investigated")
        nothing = dealer.say(DetermineSuspense, player="ana", release=release, note="again")
        racks.append(dealer.rack("ana"))

        assert refusal(early).clause == "9.2.3"
        assert held == (1_000_000, {("ana", "value-chip"): 5_000})
        assert silent == Refused("9.2.3", "Write in the note what the investigation found.")
        assert nothing == Refused("9.2.3", "No winnings of ana are withheld.")
        assert state_hash(evolve_all(dealer.start, dealer.journal)) == state_hash(dealer.table)
    assert racks == [1_005_000, 1_000_000]


def test_a_losing_or_unplayed_round_leaves_nothing_to_hold_back() -> None:
    """The order stays in force for the next winnings."""
    dealer = opened_table("crown-melbourne-6.1/a")
    dealer.until(Step.PAY, dice=(4, 5, 6))
    offend(dealer)
    dealer.say(WithholdWinnings, player="ana", note="a device")

    assert not dealer.table.suspense
    assert dealer.rack("ana") == 997_500


def test_a_detention_has_a_reason_and_ends_with_the_police_or_for_a_reason() -> None:
    """A detained player is not detained again, and only a detained player can be let go."""
    dealer = opened_table("crown-melbourne-6.1/a")
    offend(dealer)
    groundless = dealer.say(Detain, player="ana", note="", place="room 3")
    free = dealer.say(EndDetention, player="ana", name="Lee")
    dealer.say(Detain, player="ana", note="a device", place="room 3")
    twice = dealer.say(Detain, player="ana", note="a device", place="room 4")
    silent = dealer.say(EndDetention, player="ana")
    early = dealer.say(EndDetention, player="ana", note="it was a plain watch")

    assert groundless == Refused("9.2.4", "Write the reason in the note.")
    assert free == Refused("9.2.4", "ana is not detained.")
    assert twice == Refused("9.2.4", "ana is detained already. Wait for the police.")
    why = "Name the police officer who arrived, or write in the note why the detention ends."
    assert silent == Refused("9.2.4", why)
    assert not isinstance(early, Refusal)
    assert not dealer.table.sanctions["ana"]
    assert state_hash(evolve_all(dealer.start, dealer.journal)) == state_hash(dealer.table)


def test_a_refused_wager_goes_back_and_the_rest_of_the_slip_stays() -> None:
    """The next slip has to follow the version that the refusal made."""
    dealer = opened_table("crown-sydney-2024")
    dealer.bet("ana", {"small": 2_500, "total-9": 1_000})
    groundless = dealer.say(RefuseWager, player="ana", reason="")
    other = dealer.say(RefuseWager, player="ana", reason="late stacking", bets=("big",))
    dealer.say(RefuseWager, Rank.SUPERVISOR, player="ana", reason="late stacking", bets=("total-9",))
    stale = dealer.bet("ana", {"small": 500}, version=3)
    rack = dealer.rack("ana")
    dealer.say(RefuseWager, Rank.SUPERVISOR, player="ana", reason="late stacking")
    dealer.until(Step.CLOSE)
    late = dealer.say(RefuseWager, player="ana", reason="too late")

    assert groundless == Refused("10.11", "Record the reasonable grounds for the refusal.")
    assert other == Refused("10.11", "ana has no such wager on the layout. Name one that is there.")
    assert stale == Refused("3.6", "Your slip is at version 3. Send version 4.")
    assert rack == 997_500
    assert dealer.rack("ana") == 1_000_000
    assert late == Refused("10.11", "A wager is refused only before the close. This one stands.")
