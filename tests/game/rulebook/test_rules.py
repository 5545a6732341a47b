"""The structure of a rulebook, and the same rules under other readings."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from sicbo import rulebooks
from sicbo.errors import NotFound, RulebookError
from sicbo.game.layout import Layout, Pay
from sicbo.game.policies import (
    AboveMaximum,
    Afterwards,
    Ground,
    OddAmount,
    TokenOnWin,
    VoidDemand,
    VoidRefund,
)
from sicbo.game.ranks import Act, Rank
from sicbo.game.rulebook.publication import rulebook_sha256
from sicbo.game.rulebook.readings import FindingKind, Option, Reading
from sicbo.game.rulebook.rules import Rules, Ruling
from sicbo.rulebooks.canberra_2005.rulebook import RULES as CANBERRA
from sicbo.rulebooks.crown_melbourne_6_1.rulebook import RULES as MELBOURNE
from sicbo.rulebooks.crown_sydney_2024.rulebook import RULES as SYDNEY
from sicbo.rulebooks.star_sydney_2016.rulebook import RULES as STAR

EVERY_RULEBOOK = list(rulebooks.every_rulebook().values())


def single_prices(rules: Rules) -> list[Fraction]:
    """Return what Single Die pays on one, two and three dice."""
    return [price.odds for price in rules.layout().prices["single-1"]]


def rules_with_reading(*options: Option) -> Rules:
    """Return Crown Sydney with one reading made for the test."""
    reading = Reading("X-1", "9.9", FindingKind.NOTE, "What then?", options, "Because.")
    return replace(SYDNEY, readings=(reading,))


def test_a_rulebook_with_one_layout_needs_no_key() -> None:
    """Sydney has one layout, Melbourne two."""
    assert SYDNEY.layout().name == "Crown Sydney"
    assert (len(MELBOURNE.layout("a")), len(MELBOURNE.layout("b"))) == (56, 39)


@pytest.mark.parametrize(
    ("rules", "key", "told"),
    [
        (
            MELBOURNE,
            "",
            "Unknown layout: 'crown-melbourne-6.1'. It has several layouts: crown-melbourne-6.1/a",
        ),
        (MELBOURNE, "c", "Unknown layout: 'crown-melbourne-6.1/c'. Did you mean crown-melbourne-6.1/b or "),
        (SYDNEY, "a", "Unknown layout: 'crown-sydney-2024/a'. Did you mean crown-sydney-2024?"),
    ],
)
def test_an_unknown_layout_is_answered_with_the_known_ones(rules: Rules, key: str, told: str) -> None:
    """The names are those that the command line accepts."""
    with pytest.raises(NotFound) as error:
        rules.layout(key)

    assert told in str(error.value)


def test_unknown_readings_and_options_are_answered_with_the_known_ones() -> None:
    """All choices are checked before any of them is applied."""
    with pytest.raises(NotFound) as error:
        SYDNEY.with_readings({"S-01": "triples-win", "S-99": "kept"})
    assert str(error.value).startswith("Unknown reading at crown-sydney-2024: 'S-99'. Did you mean S-")

    with pytest.raises(NotFound) as error:
        SYDNEY.with_readings({"S-01": "triples"})
    assert str(error.value).startswith("Unknown option of reading S-01: 'triples'. Did you mean triples-")


def test_a_rank_without_a_title_has_that_of_the_next_one_up() -> None:
    """Canberra has no manager between its supervisor and the operator."""
    assert SYDNEY.title(Rank.MANAGER) == "Area Manager"
    assert CANBERRA.title(Rank.SUPERVISOR) == "Casino Supervisor"
    assert CANBERRA.title(Rank.MANAGER) == "Casino Operator"


def test_a_power_is_found_by_its_act() -> None:
    """An act that no clause grants has no power."""
    power = SYDNEY.power(Act.CHANGE_LIMITS)

    assert power is not None
    assert (power.clause, power.rank) == ("4.5", Rank.MANAGER)
    assert SYDNEY.power(Act.CLOSE_SUPER_STREAK) is None


def test_rulings_are_listed_with_dotted_names_in_the_order_of_the_file() -> None:
    """Parts that a rulebook does not have are left out."""
    names = [name for name, _ in SYDNEY.rulings()]

    assert names[:3] == ["wagers.stakes", "wagers.spoken", "wagers.tokens"]
    assert names[-1] == "tournaments"
    assert len(names) == len(set(names))
    assert not any(name.startswith("super_streak") for name in names)
    assert ("limits.above_maximum", SYDNEY.limits.above_maximum) in SYDNEY.rulings()
    assert dict(STAR.rulings())["super_streak.shortest"].choice == 4


def test_a_reading_changes_the_winning_rolls() -> None:
    """Small with its triples wins on 107 rolls, and the default stays as it was."""
    read = SYDNEY.with_readings({"S-01": "triples-win"})

    assert len(read.layout().bet("small").winning_rolls) == 107
    assert len(SYDNEY.layout().bet("small").winning_rolls) == 105
    assert dict(read.chosen) == {"S-01": "triples-win"}
    assert dict(SYDNEY.chosen) == {}


def test_a_reading_changes_rows_of_the_pay_table_by_clause_and_tier() -> None:
    """Cumulative lines of Single Die pay 1, 3 and 15, and other rows stay."""
    read = SYDNEY.with_readings({"S-04": "cumulative"})

    assert single_prices(SYDNEY) == [1, 2, 12]
    assert single_prices(read) == [1, 3, 15]
    assert read.layout().prices["total-4"] == SYDNEY.layout().prices["total-4"]


def test_a_reading_adds_a_price_where_it_parts_a_bet() -> None:
    """If each pair is paid, 24 rolls pay 6 to 1 and six pay 12 to 1."""
    prices = SYDNEY.with_readings({"S-03": "each-pair"}).layout().prices["domino-14"]

    assert [len(price.rolls) for price in prices] == [24, 6]
    assert [price.odds for price in prices] == [6, 12]


def test_a_reading_changes_a_ruling_but_not_its_clause() -> None:
    """The clause's words stay; only our interpretation changes."""
    before, after = SYDNEY.limits.above_maximum, SYDNEY.with_readings({"S-06": "whole"}).limits.above_maximum

    assert (before.choice, after.choice) == (AboveMaximum.CUT, AboveMaximum.STANDS)
    assert (after.clause, after.says, after.reading) == (before.clause, before.says, "S-06")


def test_a_reading_changes_one_ground_of_a_void() -> None:
    """The reading names the ground, and other grounds stay."""
    wait = Option("wait", "It waits.", rulings={"irregularities.FRAUD.afterwards": Afterwards.WHEN_REPAIRED})
    may = Option("may", "It may be.", rulings={"irregularities.NOT_FLAT.demand": VoidDemand.MAY})
    rules = rules_with_reading(Option("now", "At once."), wait, may)

    for key, ground in (("wait", Ground.FRAUD), ("may", Ground.NOT_FLAT)):
        pairs = zip(SYDNEY.irregularities, rules.with_readings({"X-1": key}).irregularities, strict=True)
        assert [before.ground for before, after in pairs if before != after] == [ground]
    changed = {item.ground: item for item in rules.with_readings({"X-1": "wait"}).irregularities}
    assert changed[Ground.FRAUD].afterwards is Afterwards.WHEN_REPAIRED


def test_a_reading_replaces_what_is_no_ruling() -> None:
    """A reading can also replace a whole part."""
    rules = rules_with_reading(
        Option("held", "Held."), Option("none", "None.", rulings={"tournaments": "none at all"})
    )
    nothing = rules_with_reading(
        Option("some", "Some."), Option("none", "None.", rulings={"super_streak": STAR.super_streak})
    )

    assert rules.with_readings({"X-1": "none"}).tournaments == replace(
        SYDNEY.tournaments or blank_ruling(), choice="none at all"
    )
    assert nothing.with_readings({"X-1": "none"}).super_streak is STAR.super_streak


def blank_ruling() -> Ruling[str]:
    """Return a ruling that decides nothing."""
    return Ruling("", "", "")


def test_a_reading_of_a_ground_that_is_not_there_is_a_mistake() -> None:
    """Otherwise the reading would silently change nothing."""
    lost = Option("x", "X.", rulings={"irregularities.INTERRUPTED.returned": VoidRefund.NOTHING})
    with pytest.raises(RulebookError) as error:
        rules_with_reading(Option("now", "At once."), lost).with_readings({"X-1": "x"})

    assert (
        str(error.value) == "A reading changes irregularities.INTERRUPTED, which the rulebook does not have."
    )


def test_a_row_of_another_layout_is_left_to_that_layout() -> None:
    """An option may price both layouts of a rulebook; each takes the rows whose clauses it has."""
    first, second = SYDNEY.layout(), with_other_clauses(SYDNEY.layout())
    pays = (Pay("6.3/small", "small", "2 to 1"), Pay("z6.3/small", "small", "3 to 1"))
    rules = replace(
        rules_with_reading(Option("now", "Now."), Option("more", "More.", pays=pays)), layouts=(first, second)
    )
    one, two = rules.with_readings({"X-1": "more"}).layouts

    assert [layout.prices["small"][0].odds for layout in (first, second, one, two)] == [1, 1, 2, 3]


def with_other_clauses(layout: Layout) -> Layout:
    """Return the same layout with other clauses for its prices."""
    pays = (Pay(f"z{pay.clause}", " ".join(pay.on), f"{pay.odds} to 1", pay.tier) for pay in layout.pays)
    return replace(layout, key="z", pays=tuple(pays))


def test_going_back_to_the_default_undoes_a_reading() -> None:
    """An option states what it changes in the text, so it is always applied to the text."""
    read = SYDNEY.with_readings({"S-04": "cumulative", "S-06": "whole"})
    back = read.with_readings({"S-04": "highest-line"})

    assert single_prices(back) == [1, 2, 12]
    assert back.limits.above_maximum.choice is AboveMaximum.STANDS
    assert dict(back.chosen) == {"S-06": "whole"}
    assert rulebook_sha256(back.with_readings({"S-06": "cut"})) == rulebook_sha256(SYDNEY)


def test_the_order_in_which_readings_are_chosen_does_not_matter() -> None:
    """One set of readings is one rulebook with one hash."""
    choices = [("S-03", "each-pair"), ("S-04", "cumulative"), ("S-05", "returned"), ("S-10", "one-step-up")]
    hashes = {rulebook_sha256(SYDNEY.with_readings(dict(order))) for order in permutations(choices)}
    stepwise = SYDNEY
    for name, key in reversed(choices):
        stepwise = stepwise.with_readings({name: key})

    assert hashes == {rulebook_sha256(stepwise)}
    assert stepwise.wagers.tokens.choice is TokenOnWin.RETURNED
    assert stepwise.limits.odd_amount.choice is OddAmount.PAID_A_STEP_UP


def test_changed_rules_keep_the_change_and_the_readings() -> None:
    """Readings of a copy under another name start from the copy."""
    mine = replace(SYDNEY.with_readings({"S-04": "cumulative"}), key="mine")
    again = mine.with_readings({"S-06": "whole"})

    assert again.key == "mine"
    assert single_prices(again) == [1, 3, 15]
    assert dict(again.chosen) == {"S-04": "cumulative", "S-06": "whole"}


def test_the_first_option_is_the_default() -> None:
    """It can also be found by its key, like any other option."""
    reading = SYDNEY.reading("S-10")

    assert reading.default.key == "least-payable"
    assert reading.option("least-payable") is reading.default
    assert reading.option("one-step-up").rulings == {"limits.odd_amount": OddAmount.PAID_A_STEP_UP}


@pytest.mark.parametrize(
    ("rules", "reading", "option"),
    [
        (rules, reading.id, option.key)
        for rules in EVERY_RULEBOOK
        for reading in rules.readings
        for option in reading.options
    ],
)
def test_every_option_of_every_reading_gives_a_sound_rulebook(
    rules: Rules, reading: str, option: str
) -> None:
    """Each tier has its price and each price its bet, and only the default keeps the hash."""
    read = rules.with_readings({reading: option})

    assert all(layout.prices and len(layout.lit_areas) == 216 for layout in read.layouts)
    assert (rulebook_sha256(read) == rulebook_sha256(rules)) == (option == rules.reading(reading).default.key)
