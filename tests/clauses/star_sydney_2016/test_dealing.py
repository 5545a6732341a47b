"""The Star 2016 at the table: vouchers, checks, fixed places, limits, and the order of settlement."""

from typing import Any

from sicbo.errors import Refusal
from sicbo.game.policies import Afterwards, Ground, Step
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import enum_key
from sicbo.game.rulebook.readings import FindingKind
from sicbo.rulebooks.star_sydney_2016.rulebook import RULES
from sicbo.table.equipment.console_keys import keys_of_console
from sicbo.table.messages.chips import ColoursIssued, ExchangeVoucher, IssueColours
from sicbo.table.messages.round import AgreeLimits, DeclareVoid, WagersCollected, WagersPaid
from tests.refused import Refused
from tests.table.dealer import Dealer


def ready(**sign: int) -> Dealer:
    """Return a table that has just invited bets, with two players."""
    dealer = Dealer("star-sydney-2016")
    dealer.open(**sign)
    dealer.until(Step.PLACE_BETS)
    return dealer


def test_1_1_casino_promotional_voucher_buys_tokens_of_its_value_once() -> None:
    """A voucher of 50.00 becomes tokens; on Small they win 50.00 in chips, and it is spent."""
    dealer = ready()
    voucher: dict[str, Any] = {"player": "ana", "number": "V1", "kind": "promotional", "cents": 5_000}
    dealer.say(ExchangeVoucher, **voucher)
    again = dealer.say(ExchangeVoucher, **voucher)
    tokens = dealer.rack("ana", "token")
    dealer.bet("ana", {"small": 5_000}, instrument="token")
    dealer.until(Step.PAY, dice=(1, 2, 4))

    assert tokens == 5_000
    assert isinstance(again, Refusal)
    assert (dealer.rack("ana"), dealer.rack("ana", "token")) == (1_005_000, 0)


def check_sold(value: int | None, option: str = "as-told", *equipment: str) -> tuple[int, str] | Refusal:
    """Return the value of a check that ana buys at a minimum of 5.00, and what shows it."""
    dealer = Dealer("star-sydney-2016", {"ST-22": option})
    dealer.open(minimum=500, colours=("red", "blue"), equipment=equipment)
    answer = dealer.say(IssueColours, player="ana", colour="red", pieces=10, value=value)
    if isinstance(answer, Refusal):
        return answer
    (issued,) = answer
    assert isinstance(issued, ColoursIssued)
    return issued.value, issued.shown_by


def test_3_8_the_value_of_every_check_is_asked_and_marked_above_the_minimum() -> None:
    """2.00 and 5.00 need no marker, 25.00 does; an unmarked check is 5.00 only under ST-22."""
    assert isinstance(check_sold(None), Refusal)
    assert (check_sold(200), check_sold(500)) == ((200, ""), (500, ""))
    assert check_sold(2_500, "as-told", "marker buttons") == (2_500, "marker buttons")
    assert isinstance(check_sold(2_500), Refusal)
    assert check_sold(None, "table-minimum") == (500, "")
    assert isinstance(check_sold(200, "table-minimum"), Refusal)
    assert check_sold(2_500, "table-minimum", "marker buttons") == (2_500, "marker buttons")


def test_3_13_a_chip_settles_where_it_lay_at_the_close() -> None:
    """10.00 on total 4 cannot go to total 5 once betting is closed: 1-1-2 pays it 620.00."""
    dealer = ready()
    dealer.bet("ana", {"total-4": 1_000})
    dealer.until(Step.CLOSE)
    moved = dealer.bet("ana", {"total-5": 1_000})
    dealer.until(Step.PAY, dice=(1, 1, 2))

    assert moved == Refused("3.10", "No more bets in this round. Wait for the next one.")
    assert dealer.rack("ana") == 1_000_000 + 62_000


def test_4_1_a_unit_on_the_sign_binds_above_the_minimum() -> None:
    """Minimum 10.00, unit 5.00: 12.00 is refused, 15.00 taken; without a unit 12.00 is taken."""
    dealer = ready(minimum=1_000, unit=500)
    off = dealer.bet("ana", {"small": 1_200})
    taken = dealer.bet("ana", {"small": 1_500})
    plain = ready(minimum=1_000).bet("ana", {"small": 1_200})

    assert off == Refused("4.1", "Stakes are $10 plus steps of $5. Change the stake on Small.")
    assert not isinstance(taken, Refusal)
    assert not isinstance(plain, Refusal)


def test_4_6_a_sign_with_both_limits_lets_one_player_exceed_the_maximum() -> None:
    """Maximum 500.00: ana's 4,000.00 on Big win whole under a sign of her own; ben's are cut to 500.00."""
    dealer = Dealer("star-sydney-2016")
    dealer.open()
    own: dict[str, Any] = {"player": "ana", "minimum": 1_000, "maximum": 500_000}
    unsigned = dealer.say(AgreeLimits, **own)
    half = dealer.say(AgreeLimits, player="ana", maximum=500_000, marked=True)
    low = dealer.say(AgreeLimits, Rank.DEALER, **own, marked=True)
    dealer.say(AgreeLimits, Rank.SUPERVISOR, **own, marked=True)
    dealer.until(Step.PLACE_BETS)
    for player in ("ana", "ben"):
        dealer.bet(player, {"big": 400_000})
    dealer.until(Step.PAY, dice=(4, 5, 6))

    assert all(isinstance(answer, Refusal) and answer.clause == "4.6" for answer in (unsigned, half, low))
    assert (dealer.rack("ana"), dealer.rack("ben")) == (1_400_000, 1_050_000)


def test_5_5_lights_come_first_then_losers_are_collected_then_winners_paid() -> None:
    """With 25.00 on Small and 10.00 on Big and dice 1-2-4, no step can be taken before its turn."""
    dealer = ready()
    dealer.bet("ana", {"small": 2_500, "big": 1_000})
    dealer.until(Step.ENTER, dice=(1, 2, 4))
    dark = dealer.do("collect")
    dealer.do("light")
    hasty = dealer.do("pay")
    racks = [dealer.rack("ana")]
    for step in ("collect", "pay"):
        dealer.do(step)
        racks.append(dealer.rack("ana"))

    assert dark == Refused("5.5", "Next: Light the areas.")
    assert hasty == Refused("5.5", "Next: Collect.")
    settled = [event for event in dealer.journal if isinstance(event, WagersCollected | WagersPaid)]
    assert [(type(event), event.lines[0].stake.bet) for event in settled] == [
        (WagersCollected, "big"),
        (WagersPaid, "small"),
    ]
    assert racks == [996_500, 996_500, 1_001_500]


def test_8_2_a_faulty_tumbler_waits_for_its_repair_as_broken_ones_do() -> None:
    """No clause says so: a finding names the gap. No next game begins before the repair."""
    dealer = ready()
    dealer.say(DeclareVoid, ground="tumbler-fault")

    assert dealer.table.round is None
    assert isinstance(dealer.do("cover"), Refusal)
    waits = {item.ground for item in RULES.irregularities if item.afterwards is Afterwards.WHEN_REPAIRED}
    gaps = {finding.clause for finding in RULES.findings if finding.kind is FindingKind.TEXT_GAP}

    assert waits == {Ground.TUMBLER_FAULT, Ground.TUMBLER_BROKEN, Ground.DICE_BROKEN}
    assert {"6.6", "8.2, 8.5"} <= gaps


def test_2_6_the_terminal_has_six_numbers_and_a_touch_screen_four_keys_more() -> None:
    """Without a screen it has 1 to 6; with a screen each further key performs the step written on it."""
    plain, screen = Dealer("star-sydney-2016"), Dealer("star-sydney-2016")
    plain.open(equipment=("winning lights",))
    screen.open()
    numbers = [key.label for key in keys_of_console(plain.table)]
    further = {key.label: key for key in keys_of_console(screen.table)[6:]}

    assert numbers == ["1", "2", "3", "4", "5", "6"]
    assert [key.label for key in keys_of_console(screen.table)[:6]] == numbers
    assert list(further) == ["Shake Dice", "No More Bets", "Cocked Dice", "Enter Results"]
    steps = {Step.SPIN: "Shake Dice", Step.PRESS_CLOSE: "No More Bets", Step.ENTER: "Enter Results"}
    given: dict[Step, dict[str, Any]] = {Step.SPIN: {"tumbles": 3}, Step.ENTER: {"dice": (1, 2, 4)}}
    while (due := screen.table.due_stage.step) is not Step.COLLECT:
        step = further[steps[due]].step if due in steps else enum_key(due)
        assert step is not None
        assert not isinstance(screen.do(step, **given.get(due, {})), Refusal)
    cocked = screen.say(DeclareVoid, ground=further["Cocked Dice"].ground, second="kim")
    assert not isinstance(cocked, Refusal)
    assert cocked[-1].clause == "8.1"
