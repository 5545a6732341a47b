"""Voids: what is returned, what is taken back, who must agree, and which grounds cannot apply."""

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.rulebooks import every_layout
from sicbo.table.log_kind import evolve_all
from sicbo.table.messages.people import WagersForfeited
from sicbo.table.messages.round import CashOut, CorrectResult, DeclareVoid
from sicbo.table.state import state_hash
from tests.refused import Refused
from tests.table.dealer import Dealer
from tests.table.equipment.test_faults import opened_table, refusal

VOIDS = {
    "canberra-2005": ("impractical", "10.3"),
    "crown-sydney-2024": ("disruption", "10.3.1"),
    "crown-melbourne-6.1/a": ("disruption", "9.4"),
    "crown-melbourne-6.1/b": ("disruption", "9.4"),
    "singapore-etg/1": ("dice-damaged", "5.4"),
    "singapore-etg/2": ("dice-damaged", "5.4"),
    "singapore-etg/3": ("dice-damaged", "5.4"),
    "star-sydney-2016": ("disruption", "9.4.1"),
}


@pytest.mark.parametrize("layout", every_layout())
def test_a_void_after_the_result_needs_two_persons(layout: str) -> None:
    """Without a second person it is refused; with one, what was collected is returned."""
    ground, clause = VOIDS[layout]
    dealer = opened_table(layout)
    dealer.until(Step.COLLECT, dice=(4, 5, 6))
    alone = dealer.say(DeclareVoid, ground=ground, note="fire")
    oneself = dealer.say(DeclareVoid, ground=ground, note="fire", second="dana")
    both = dealer.say(DeclareVoid, ground=ground, note="fire", second="kim")

    assert (
        alone
        == oneself
        == Refused(clause, "A void after the result needs a second person. Name one who agrees to it.")
    )
    assert not isinstance(both, Refusal)
    assert dealer.rack("ana") == 1_000_000
    assert dealer.table.round is None
    assert state_hash(evolve_all(dealer.start, dealer.journal)) == state_hash(dealer.table)


@pytest.mark.parametrize("layout", ["crown-sydney-2024", "crown-melbourne-6.1/a", "star-sydney-2016"])
def test_a_settled_round_stands_where_payouts_do_not_come_back(layout: str) -> None:
    """Only stakes are returned there, so a paid round is a matter for a dispute."""
    dealer = opened_table(layout)
    dealer.until(Step.PAY)

    answer = dealer.say(DeclareVoid, ground="fraud", note="a switched die", second="kim")

    assert (
        refusal(answer).says
        == "No round is in play, and the last settlement stands. A dispute can be raised."
    )
    assert dealer.rack("ana") == 1_002_500


def test_payouts_that_are_gone_are_owed_when_a_settled_round_is_void() -> None:
    """Canberra: 50.00 was paid and cashed out; the returned stake is set off, the rest is owed."""
    dealer = opened_table("canberra-2005")
    dealer.until(Step.PAY)
    dealer.say(CashOut, player="ana", cents=1_002_500)
    dealer.say(DeclareVoid, ground="fraud", note="a switched die", second="kim")

    assert dealer.table.debts["ana"] == 2_500
    assert dealer.rack("ana") == 0
    assert dealer.rack("ben") == 1_000_000


@pytest.mark.parametrize(
    ("readings", "before", "allowed"),
    [
        ({}, Step.COLLECT, True),
        ({"C-18": "until-called"}, Step.UNCOVER, True),
        ({"C-18": "until-called"}, Step.CALL, False),
    ],
)
def test_a_broken_die_reaches_as_far_as_its_reading(
    readings: dict[str, str], before: Step, allowed: bool
) -> None:
    """Canberra C-18: until the last winner is paid, or until the result is called."""
    dealer = opened_table("canberra-2005", readings)
    dealer.until(before)
    answer = dealer.say(DeclareVoid, ground="dice-broken", second="kim")

    assert isinstance(answer, Refusal) is not allowed
    assert dealer.rack("ana") == (1_000_000 if allowed else 997_500)


def test_a_broken_die_voids_no_paid_round_and_damage_voids_it_only_where_every_round_is_meant() -> None:
    """Canberra 8.2 ends with the payment; Singapore 5.4 reaches the settled round, SG-12 `this-round` does
    not.
    """
    books = {
        "canberra": opened_table("canberra-2005"),
        "every": opened_table("singapore-etg/1"),
        "this": opened_table("singapore-etg/1", {"SG-12": "this-round"}),
    }
    racks = {}
    for name, dealer in books.items():
        dealer.until(Step.PAY)
        dealer.say(DeclareVoid, ground="dice-broken" if name == "canberra" else "dice-damaged", second="kim")
        racks[name] = dealer.rack("ana")

    assert racks == {"canberra": 1_002_500, "every": 1_000_000, "this": 1_002_500}


@pytest.mark.parametrize(
    ("layout", "readings"),
    [("crown-sydney-2024", {"S-11": "stand"}), ("crown-melbourne-6.1/a", {"M-14": "stand"})],
)
def test_wagers_stand_for_the_repeated_spin_under_that_reading(layout: str, readings: dict[str, str]) -> None:
    """Nothing is returned: the next round begins at the cover, with the same slips and open bets."""
    dealer = opened_table(layout, readings)
    dealer.until(Step.UNCOVER)
    dealer.say(DeclareVoid, Rank.DEALER, ground="not-flat")
    lying = dealer.rack("ana")
    due = dealer.table.due_stage.step
    more = dealer.bet("ana", {"small": 5_000})
    dealer.until(Step.PAY)

    assert (lying, due) == (997_500, Step.COVER)
    assert not isinstance(more, Refusal)
    assert dealer.rack("ana") == 1_005_000
    assert dealer.table.rounds == 2
    assert state_hash(evolve_all(dealer.start, dealer.journal)) == state_hash(dealer.table)


@pytest.mark.parametrize(
    ("layout", "readings", "ground", "note"),
    [
        ("star-sydney-2016", {"ST-14": "literal"}, "not-flat", ""),
        ("canberra-2005", {"C-08": "no-rule"}, "disruption", "a brawl"),
    ],
)
def test_where_no_clause_demands_a_return_the_house_keeps_the_stake(
    layout: str, readings: dict[str, str], ground: str, note: str
) -> None:
    """Read literally, the text returns nothing."""
    dealer = opened_table(layout, readings)
    if not dealer.table.has_done(Step.SPIN):
        dealer.until(Step.SPIN)
    dealer.bet("ben", {})
    answer = dealer.say(DeclareVoid, ground=ground, note=note)

    assert not isinstance(answer, Refusal)
    assert [event.player for event in answer if isinstance(event, WagersForfeited)] == ["ana"]
    assert dealer.rack("ana") == 997_500


def test_a_forfeit_needs_its_ground_and_a_player_with_a_wager() -> None:
    """The Star forfeits a fraudster's stake, but not for disruption or from a player without a wager."""
    dealer = opened_table("star-sydney-2016")
    brawl = dealer.say(DeclareVoid, ground="disruption", note="a brawl", forfeits="ana")
    absent = dealer.say(DeclareVoid, ground="fraud", note="a switched die", forfeits="ben")

    assert brawl == Refused("9.4.1", "No stake is forfeited on this ground. Leave the name out.")
    assert absent == Refused("9.4.2", "ben has no wager in this round.")


def test_tumbles_on_record_are_doubted_by_another_than_the_dealer() -> None:
    """Before the spin it is refused; after three tumbles the dealer who counted them needs a supervisor."""
    dealer = opened_table("star-sydney-2016")
    early = Dealer("star-sydney-2016")
    early.open()
    early.until(Step.COVER)
    before = early.say(DeclareVoid, Rank.DEALER, ground="too-few-tumbles")
    alone = dealer.say(DeclareVoid, Rank.DEALER, ground="too-few-tumbles")
    seen = dealer.say(DeclareVoid, Rank.SUPERVISOR, ground="too-few-tumbles")

    assert before == Refused("8.3", "The tumbler has not run in this round.")
    assert alone == Refused(
        "8.3",
        "Enough tumbles are on record. Call the games supervisor or a higher rank if that is wrong.",
    )
    assert not isinstance(seen, Refusal)


def test_a_button_is_missed_at_the_close_only() -> None:
    """While bets are open, the button is not due yet."""
    dealer = opened_table("star-sydney-2016")
    early = dealer.say(DeclareVoid, Rank.DEALER, ground="button-not-pressed")

    assert early == Refused("8.4", "The button is pressed after the close. Call no more bets first.")


def test_a_ground_has_to_fit_the_round() -> None:
    """A cocked die before the spin, and a button pressed or not there, are refused as grounds."""
    early = opened_table("crown-sydney-2024").say(DeclareVoid, ground="not-flat")
    star = opened_table("star-sydney-2016")
    star.until(Step.PRESS_CLOSE)
    pressed = star.say(DeclareVoid, ground="button-not-pressed")
    plain = {}
    for reading in ("touch-screens", "every-table"):
        dealer = Dealer("star-sydney-2016", {"ST-17": reading})
        dealer.open(equipment=("winning lights",))
        dealer.until(Step.CLOSE)
        plain[reading] = dealer.say(DeclareVoid, ground="button-not-pressed")

    assert early == Refused("7.1.1", "The tumbler has not run in this round.")
    assert pressed == Refused("8.4", "The button was pressed in this round.")
    assert plain["touch-screens"] == Refused("5.2", "This table has no touch screen and no such button.")
    assert not isinstance(plain["every-table"], Refusal)


def test_single_wagers_are_void_only_where_the_ground_says_so() -> None:
    """Crown Sydney 10.3: one of two wagers is returned; not after collecting, and not on 7.1.1."""
    dealer = opened_table("crown-sydney-2024")
    dealer.bet("ana", {"small": 2_500, "total-9": 1_000})
    dealer.until(Step.SPIN)
    whole = dealer.say(DeclareVoid, ground="not-flat", player="ana")
    none = dealer.say(DeclareVoid, ground="fraud", note="marked chip", player="ben")
    one = dealer.say(DeclareVoid, ground="fraud", note="marked chip", player="ana", bets=("total-9",))
    again = dealer.say(DeclareVoid, ground="fraud", note="marked chip", player="ana", bets=("total-9",))
    dealer.until(Step.COLLECT)
    late = dealer.say(DeclareVoid, ground="fraud", note="late", player="ana", second="kim")
    dealer.until(Step.PAY)

    assert whole == Refused("7.1.1", "On this ground only the whole round is void. Leave the player out.")
    says = "has no such wager on the layout. Name one that is there."
    assert none == Refused("10.3.2", f"ben {says}")
    assert again == late == Refused("10.3.2", f"ana {says}")
    assert not isinstance(one, Refusal)
    assert dealer.rack("ana") == 1_002_500


def test_an_entry_stands_under_the_reading_that_lets_it() -> None:
    """S-15 `as-entered`: nothing is corrected."""
    dealer = opened_table("crown-sydney-2024", {"S-15": "as-entered"})
    dealer.until(Step.PAY, dice=(4, 5, 6))

    answer = dealer.say(CorrectResult, dice=(1, 2, 4), second="kim", reason="misread")

    assert answer == Refused("7.3", "The result stands as entered. Settle by it.")


def test_a_wrong_entry_is_a_lighting_fault_under_the_other_reading_of_the_star() -> None:
    """ST-18 `as-lights`: settled by the dice, then play stops and an inspector is notified, once."""
    dealer = opened_table("star-sydney-2016", {"ST-18": "as-lights"})
    dealer.until(Step.PAY, dice=(4, 5, 6))
    for dice in ((1, 2, 4), (1, 2, 5)):
        assert not isinstance(dealer.say(CorrectResult, dice=dice, second="kim", reason="misread"), Refusal)

    assert dealer.rack("ana") == 1_002_500
    assert dealer.table.faults["lights-wrong"].tell == "inspector"
    assert refusal(dealer.do("cover")).clause == "8.8"
