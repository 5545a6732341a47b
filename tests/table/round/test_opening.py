"""Opening a table: profiles, the checklist of the floor, colours of the set, and staff on duty."""

import pytest

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.clauses import ClauseState
from sicbo.rulebooks import clause_registry, every_layout, every_rulebook, get_rulebook
from sicbo.table.log_kind import evolve_all
from sicbo.table.messages.chips import SignOff, SignOn
from sicbo.table.round.opening import checklist
from sicbo.table.state import state_hash
from tests.refused import Refused
from tests.table.dealer import Dealer

BOOKS = list(every_rulebook())
layouts = pytest.mark.parametrize("layout", every_layout())
books = pytest.mark.parametrize("key", BOOKS)


def all_confirmations(layout: str) -> tuple[str, ...]:
    """Return every clause and reading that the floor confirms."""
    rules = get_rulebook(layout.partition("/")[0])
    return (*checklist(rules.key), *(reading.id for reading in rules.readings))


@layouts
def test_home_and_training_open_without_a_checklist(layout: str) -> None:
    """Only the floor needs confirmation; unknown profiles are refused."""
    for profile in ("home", "training"):
        dealer = Dealer(layout)
        assert not isinstance(dealer.open(profile=profile), Refusal)
        assert dealer.table.profile == profile
    unknown = Dealer(layout).open(profile="cellar")

    assert isinstance(unknown, Refusal)
    assert unknown.says == "There is no profile cellar. Choose one of these: home, training, floor."


@layouts
def test_the_floor_opens_when_all_is_confirmed_and_lists_what_is_missing(layout: str) -> None:
    """Each unconfirmed duty or reading keeps the table closed, and is named."""
    confirmed = all_confirmations(layout)
    for missing in confirmed:
        answer = Dealer(layout).open(
            profile="floor", confirmed=tuple(item for item in confirmed if item != missing)
        )
        assert isinstance(answer, Refusal), missing
        kind = "clauses" if missing in checklist(layout.partition("/")[0]) else "readings"
        assert answer.says == f"Confirm these {kind} before opening: {missing}."
    dealer = Dealer(layout)

    assert not isinstance(dealer.open(profile="floor", confirmed=confirmed), Refusal)
    assert dealer.table.profile == "floor"
    assert dealer.journal[0].confirmed == confirmed  # type: ignore[attr-defined]


def test_all_that_is_missing_is_named_at_once() -> None:
    """Singapore: the dice and every reading are named; the clause is that of the first."""
    bare = Dealer("singapore-etg/1").open(profile="floor")
    readings = Dealer("singapore-etg/1").open(profile="floor", confirmed=checklist("singapore-etg"))

    assert isinstance(bare, Refusal)
    assert bare.clause == "2.2.1"
    assert bare.says.startswith("Confirm these before opening: clauses 2.2.1; readings ")
    assert isinstance(readings, Refusal)
    assert readings.clause == get_rulebook("singapore-etg").readings[0].clause
    assert "clause" not in readings.says


@books
def test_the_checklist_holds_every_duty_and_every_piece_of_equipment(key: str) -> None:
    """The expected number is counted by hand from the registry and the rulebook."""
    duties = {clause for duty in get_rulebook(key).duties for clause in duty.clause.split(", ")}
    equipment = {
        row.id for row in clause_registry(key) if row.kind == "equipment" and row.state is ClauseState.DUTY
    }

    assert set(checklist(key)) == duties | equipment
    assert len(checklist(key)) == len(set(checklist(key))) > 0


def test_a_set_has_several_colours() -> None:
    """One colour, a colour named twice, and colours at terminals are refused."""
    one = Dealer("crown-sydney-2024").open(colours=("red",))
    twice = Dealer("crown-sydney-2024").open(colours=("red", "red"))
    terminals = Dealer("singapore-etg/1").open(colours=("red", "blue"))
    two = Dealer("crown-sydney-2024").open(colours=("red", "blue"))

    assert one == twice == Refused("3.5.2(e)", "A set has at least two different colours.")
    assert terminals == Refused(
        "1.7/player-terminal", "There are no colour chips here. Open the table without colours."
    )
    assert not isinstance(two, Refusal)


@layouts
def test_on_the_floor_a_step_needs_a_dealer_on_duty(layout: str) -> None:
    """A dealer must sign on before dealing, and cannot sign on twice or off when not on duty."""
    dealer = Dealer(layout)
    dealer.open(profile="floor", confirmed=all_confirmations(layout))
    first = dealer.table.due_stage.step.name.lower().replace("_", "-")
    off_duty = dealer.do(first)
    early = dealer.say(SignOff, Rank.DEALER)
    dealer.say(SignOn, Rank.DEALER)
    twice = dealer.say(SignOn, Rank.DEALER)
    dealt = dealer.do(first)
    other = dealer.do(dealer.table.due_stage.step.name.lower().replace("_", "-"), by="eve", tumbles=3)

    assert isinstance(off_duty, Refusal)
    assert off_duty.says == "dana is not on duty at this table. Sign on first."
    assert isinstance(early, Refusal) and early.says == "dana is not on duty."
    assert isinstance(twice, Refusal) and twice.says == "dana is already on duty."
    assert not isinstance(dealt, Refusal)
    assert isinstance(other, Refusal) and other.says == "eve is not on duty at this table. Sign on first."


def test_the_last_dealer_stays_until_the_round_is_over() -> None:
    """The last dealer may go once another has signed on or the round is finished."""
    dealer = Dealer("crown-sydney-2024")
    dealer.open(profile="floor", confirmed=all_confirmations("crown-sydney-2024"))
    dealer.say(SignOn, Rank.DEALER)
    dealer.until(Step.PLACE_BETS)
    alone = dealer.say(SignOff, Rank.DEALER)
    dealer.say(SignOn, Rank.DEALER, by="eve")
    relieved = dealer.say(SignOff, Rank.DEALER)

    assert isinstance(alone, Refusal)
    assert (
        alone.says == "A round needs a dealer on duty. Finish round 1 first, or have another dealer sign on."
    )
    assert not isinstance(relieved, Refusal)
    assert dealer.table.on_duty == {"eve"}
    assert state_hash(evolve_all(dealer.start, dealer.journal)) == state_hash(dealer.table)
