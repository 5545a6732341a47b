"""Faults: who is notified, what stops, and what is required before play goes on."""

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.i18n import say
from sicbo.rulebooks import every_layout
from sicbo.table.equipment.faults import FAULT_KINDS
from sicbo.table.log_kind import evolve_all
from sicbo.table.messages.faults import FaultReported, NotifyPerson, RectifyFault, ReportFault
from sicbo.table.messages.round import DeclareVoid
from sicbo.table.state import state_hash
from tests.refused import Refused
from tests.table.dealer import Dealer


def refusal(answer: object) -> Refusal:
    """Return an answer that must be a refusal."""
    assert isinstance(answer, Refusal), answer
    return answer


def opened_table(layout: str, readings: dict[str, str] | None = None) -> Dealer:
    """Return a table with bets open and 25.00 of ana's on Small."""
    dealer = Dealer(layout, readings)
    dealer.open()
    dealer.until(Step.PLACE_BETS)
    assert not isinstance(dealer.bet("ana", {"small": 2_500}), Refusal)
    return dealer


@pytest.mark.parametrize("layout", every_layout())
@pytest.mark.parametrize("kind", FAULT_KINDS)
def test_every_fault_is_recorded_once_and_can_be_put_right(layout: str, kind: str) -> None:
    """A fault is reported between rounds, all three people are notified, the highest rank ends it: play goes
    on.
    """
    dealer = Dealer(layout)
    dealer.open()
    reported = dealer.say(ReportFault, Rank.DEALER, fault=kind, note="seen by the dealer")
    again = dealer.say(ReportFault, Rank.DEALER, fault=kind)
    for whom in ("manager", "inspector", "surveillance"):
        dealer.say(NotifyPerson, Rank.DEALER, fault=kind, whom=whom, name="kim")
    mended = dealer.say(RectifyFault, fault=kind, note="changed")

    assert not isinstance(reported, Refusal)
    assert (
        refusal(again).says
        == f"This fault is on record already: {say(f'fault.{kind}')}. Record when it is repaired."
    )
    assert not isinstance(mended, Refusal)
    assert not dealer.table.faults
    assert state_hash(evolve_all(dealer.start, dealer.journal)) == state_hash(dealer.table)
    dealer.until(Step.PAY)


def test_unknown_faults_and_unknown_people_are_refused() -> None:
    """Only known kinds and people, and people with names, are accepted."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open()
    unknown = dealer.say(ReportFault, fault="weather")
    nothing = dealer.say(RectifyFault, fault="dice")
    unreported = dealer.say(NotifyPerson, fault="dice", whom="manager", name="kim")
    dealer.say(ReportFault, fault="dice")
    stranger = dealer.say(NotifyPerson, fault="dice", whom="friend", name="kim")
    nameless = dealer.say(NotifyPerson, fault="dice", whom="manager", name="")
    dealer.say(NotifyPerson, fault="dice", whom="manager", name="kim")
    twice = dealer.say(NotifyPerson, fault="dice", whom="manager", name="kim")
    other = dealer.say(RectifyFault, fault="power")

    assert refusal(unknown).says.startswith("Choose a kind of fault: Winning areas stay dark,")
    assert nothing == unreported == Refused("7.5", "No fault is on record.")
    assert (
        stranger
        == nameless
        == Refused("7.5", "Name the person who was told and say who it is: manager, inspector, surveillance.")
    )
    assert twice == Refused("7.5", "The manager was told of this fault already: Dice.")
    assert other == Refused("7.5", "This fault is not on record: Power. On record: Dice.")


def test_a_fault_mended_at_once_leaves_only_the_telling() -> None:
    """Crown Sydney 7.5: play goes on, and the record closes once the manager has been notified."""
    dealer = opened_table("crown-sydney-2024")
    dealer.until(Step.ENTER)
    dealer.say(ReportFault, Rank.DEALER, fault="lights-wrong", mended=True)
    dealer.until(Step.PAY)
    dealer.until(Step.PLACE_BETS)
    early = dealer.say(RectifyFault, fault="lights-wrong")
    dealer.say(NotifyPerson, Rank.DEALER, fault="lights-wrong", whom="surveillance", name="eve")
    still = "lights-wrong" in dealer.table.faults
    dealer.say(NotifyPerson, Rank.DEALER, fault="lights-wrong", whom="manager", name="kim")

    assert early == Refused(
        "7.3, 7.5", "Tell the manager of the fault first, and record it: Wrong areas are lit."
    )
    assert still
    assert not dealer.table.faults


def test_an_unreported_fault_that_is_mended_leaves_nothing() -> None:
    """Canberra 8.5: the event is on record, and the table keeps nothing."""
    dealer = opened_table("canberra-2005")
    dealer.say(ReportFault, Rank.DEALER, fault="lights-dark", mended=True)

    assert isinstance(dealer.journal[-1], FaultReported)
    assert not dealer.table.faults


def test_a_halted_round_waits_for_the_repair_or_a_void_and_a_result_is_settled() -> None:
    """Crown Sydney: a fault before the result holds the spin; after the result the round is settled."""
    dealer = opened_table("crown-sydney-2024")
    dealer.say(ReportFault, Rank.DEALER, fault="equipment")
    halted = dealer.do("cover")
    dealer.say(NotifyPerson, Rank.DEALER, fault="equipment", whom="manager", name="kim")
    low = dealer.say(RectifyFault, Rank.SUPERVISOR, fault="equipment")
    dealer.say(RectifyFault, Rank.MANAGER, fault="equipment")
    dealer.until(Step.ENTER)
    dealer.say(ReportFault, Rank.DEALER, fault="equipment")
    dealer.until(Step.PAY)
    waits = dealer.do("place-bets")

    says = (
        "Play is stopped by a fault (Equipment). Tell the manager. "
        "Then the Area Manager or a higher rank has to record the repair."
    )
    assert halted == waits == Refused("7.5", says)
    assert refusal(low).clause == "7.5"
    assert dealer.rack("ana") == 1_002_500


def test_a_wrong_display_never_halts_the_round() -> None:
    """Crown Sydney: a wrong display is a malfunction, but the round in play is dealt to its end."""
    dealer = opened_table("crown-sydney-2024")
    dealer.say(ReportFault, Rank.DEALER, fault="display-wrong")
    dealer.until(Step.PAY)

    assert refusal(dealer.do("place-bets")).clause == "7.5"


@pytest.mark.parametrize(
    ("layout", "kind", "ground"),
    [
        ("crown-sydney-2024", "tumbler", "tumbler-fault"),
        ("crown-melbourne-6.1/a", "tumbler", "tumbler-fault"),
        ("canberra-2005", "tumbler", "tumbler-fault"),
        ("canberra-2005", "dice", "dice-broken"),
        ("star-sydney-2016", "tumbler", "tumbler-fault"),
        ("star-sydney-2016", "dice", "dice-broken"),
        ("singapore-etg/1", "dice", "dice-damaged"),
        ("singapore-etg/1", "power", "interrupted"),
    ],
)
def test_a_fault_that_leaves_no_choice_leaves_only_the_void(layout: str, kind: str, ground: str) -> None:
    """After such a report the round can only be declared void; then play waits for the repair."""
    dealer = opened_table(layout)
    if not dealer.table.has_done(Step.SPIN):
        dealer.until(Step.SPIN)
    dealer.say(ReportFault, Rank.DEALER, fault=kind)
    stuck = dealer.do("close")
    void = dealer.say(DeclareVoid, ground=ground)
    waits = dealer.do("place-bets" if layout != "star-sydney-2016" else "cover")
    for whom in ("manager", "inspector"):
        dealer.say(NotifyPerson, Rank.DEALER, fault=kind, whom=whom, name="kim")
    dealer.say(RectifyFault, fault=kind)
    dealer.until(Step.PAY)

    assert refusal(stuck).says.startswith("Declare the round void first")
    assert not isinstance(void, Refusal)
    assert refusal(waits).says.startswith(f"Play is stopped by a fault ({say(f'fault.{kind}')})")
    assert dealer.rack("ana") == 1_000_000


def test_a_tumbler_fault_before_the_spin_or_after_the_result_voids_nothing_by_itself() -> None:
    """Crown Sydney 7.1.2 is about the activated tumbler; after a result, a person decides."""
    before, later = opened_table("crown-sydney-2024"), opened_table("crown-sydney-2024")
    later.until(Step.ENTER)
    for dealer in (before, later):
        dealer.say(ReportFault, Rank.DEALER, fault="tumbler")

    assert [dealer.table.round.void_due for dealer in (before, later) if dealer.table.round] == [None, None]


def test_a_tumbler_fault_is_a_choice_under_the_other_reading() -> None:
    """S-16 `may`: nothing is forced; a Higher Duties Dealer may void with a reason."""
    dealer = opened_table("crown-sydney-2024", {"S-16": "may"})
    dealer.until(Step.SPIN)
    dealer.say(ReportFault, Rank.DEALER, fault="tumbler", mended=True)
    low = dealer.say(DeclareVoid, Rank.DEALER, ground="tumbler-fault", note="it jerked")
    silent = dealer.say(DeclareVoid, Rank.SUPERVISOR, ground="tumbler-fault")
    dealer.until(Step.PAY)

    assert (
        refusal(low).says
        == "Your rank may not void a round on this ground. Call the Higher Duties Dealer or a higher rank."
    )
    assert refusal(silent).says == "This void is a choice. Say in the note what happened."
    assert dealer.rack("ana") == 1_002_500


def test_what_is_said_of_a_void_on_a_fault_already_on_record_is_kept() -> None:
    """A manager notified of the tumbler before the void need not be notified again."""
    dealer = opened_table("crown-sydney-2024")
    dealer.until(Step.SPIN)
    dealer.say(ReportFault, Rank.DEALER, fault="tumbler", mended=True)
    dealer.say(NotifyPerson, Rank.DEALER, fault="tumbler", whom="surveillance", name="eve")
    dealer.say(DeclareVoid, Rank.DEALER, ground="tumbler-fault")
    told = dealer.table.faults["tumbler"].told
    dealer.say(NotifyPerson, Rank.DEALER, fault="tumbler", whom="manager", name="kim")
    stays = dealer.do("place-bets")
    dealer.say(RectifyFault, Rank.MANAGER, fault="tumbler")

    assert told == ("surveillance",)
    assert refusal(stays).says == (
        "Play is stopped by a fault (Tumbler). The Area Manager or a higher rank has to record the repair."
    )
    assert not isinstance(dealer.do("place-bets"), Refusal)


@pytest.mark.parametrize("layout", every_layout())
def test_a_terminal_that_was_mended_at_once_is_not_cut_off(layout: str) -> None:
    """At the Crowns a manager may still have to be notified, but slips are taken."""
    mended, broken = opened_table(layout), opened_table(layout)
    mended.say(ReportFault, Rank.DEALER, fault="terminals", mended=True, players=("ben",))
    broken.say(ReportFault, Rank.DEALER, fault="terminals", players=("ben",))
    taken = mended.bet("ben", {"small": 1_000})
    cut = broken.bet("ben", {"small": 1_000})

    assert ("terminals" in mended.table.faults) is layout.startswith("crown")
    assert not isinstance(taken, Refusal)
    assert refusal(cut).says.startswith("This terminal is cut off. ")


def test_no_slip_is_taken_while_the_power_is_cut_or_the_table_closed() -> None:
    """Singapore 5.1: registered slips stay and no new ones are taken; a closed table takes none."""
    dealer = opened_table("singapore-etg/1")
    dealer.say(ReportFault, Rank.DEALER, fault="power")
    cut = dealer.bet("ben", {"small": 1_000})
    closed = Dealer("singapore-etg/1").bet("ben", {"small": 1_000})

    assert refusal(cut).clause == "5.1"
    assert closed == Refused("3.5", "The table is closed. Wait until it opens.")
    assert dealer.rack("ben") == 1_000_000
