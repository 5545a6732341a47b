"""Rulebooks compared, and the differences between two of them."""

from dataclasses import replace
from fractions import Fraction

import pytest

from sicbo import rulebooks
from sicbo.errors import NotFound
from sicbo.maths.comparison import Comparison, Difference, NamedLayout, differences
from sicbo.rulebooks.crown_sydney_2024.rulebook import RULES as SYDNEY


def named_layout(name: str) -> NamedLayout:
    """Return a layout with its name, as a comparison takes it."""
    rules, layout = rulebooks.get_layout(name)
    return rulebooks.full_layout_name(rules, layout), rules, layout


THREE = Comparison([named_layout("crown-sydney"), named_layout("singapore/1"), named_layout("singapore/3")])


def differences_in(first: str, second: str, section: str) -> dict[str, tuple[str, str]]:
    """Return the differences of one section."""
    pairs = differences(named_layout(first), named_layout(second))
    return {item.what: (item.first, item.second) for item in pairs if item.section == section}


@pytest.mark.parametrize(
    ("bet", "edges"),
    [
        ("total-10", (Fraction(1, 8), Fraction(1, 16), Fraction(1, 8))),
        ("triple-6", (Fraction(35, 216), Fraction(5, 54), Fraction(35, 216))),
        ("odd", (None, Fraction(1, 36), Fraction(1, 36))),
    ],
)
def test_the_edge_of_a_bet_at_each_layout(bet: str, edges: tuple[Fraction | None, ...]) -> None:
    """The edge is None if the layout does not offer the bet."""
    assert THREE.loc(bet) == edges


def test_an_unknown_bet_is_answered_with_the_nearest() -> None:
    """The suggestion is one of the bets that some layout has."""
    with pytest.raises(NotFound) as error:
        THREE.loc("smal")

    assert str(error.value) == "Unknown bet at these layouts: 'smal'. Did you mean small?"


def test_layouts_and_bets_are_listed_in_the_order_given() -> None:
    """Bets of the first layout come first, then what the others add."""
    assert THREE.names == ("crown-sydney-2024", "singapore-etg/1", "singapore-etg/3")
    assert THREE.bets()[:3] == ["big", "small", "triple-1"]
    assert len(THREE.bets()) == 104
    assert "odd" in THREE.bets()[50:]


def test_the_order_of_the_round_comes_with_its_clauses() -> None:
    """The Star spins before it invites bets; Sydney invites first."""
    phases = Comparison([named_layout("crown-sydney"), named_layout("star-sydney")]).phases()

    assert phases["crown-sydney-2024"][:3] == ("place-bets (5.1.1)", "cover (5.1.2)", "spin (5.1.2)")
    assert phases["star-sydney-2016"][:3] == ("cover (5.1)", "spin (5.1)", "place-bets (5.1)")


def test_who_may_do_an_act_comes_with_the_clause() -> None:
    """The answer is None if no clause grants the act."""
    assert THREE.authority("void-for-disruption") == {
        "crown-sydney-2024": "Assistant Casino Manager (10.3.1)",
        "singapore-etg/1": None,
        "singapore-etg/3": None,
    }
    with pytest.raises(
        NotFound, match=r"Unknown act: 'void-for-disrupton'\. Did you mean void-for-disruption"
    ):
        THREE.authority("void-for-disrupton")


def test_a_comparison_is_a_table() -> None:
    """The table has a row for each bet, and a dash if a layout does not offer it."""
    lines = THREE.to_markdown().splitlines()

    assert lines[0] == "| bet | crown-sydney-2024 | singapore-etg/1 | singapore-etg/3 |"
    assert lines[1] == "|---|---|---|---|"
    assert "| total-10 | 1/8 | 1/16 | 1/8 |" in lines
    assert "| odd | – | 1/36 | 1/36 |" in lines
    assert len(lines) == 2 + 104
    assert THREE._repr_markdown_() == THREE.to_markdown()


def test_bets_differ_by_odds_or_by_being_offered() -> None:
    """Sydney is compared with Singapore's first pay table."""
    bets = differences_in("crown-sydney", "singapore/1", "bets")

    assert bets["total-10"] == ("6 to 1, wins 27/216, edge 1/8", "6.5 to 1, wins 27/216, edge 1/16")
    assert bets["odd"] == ("not offered", "1 to 1, wins 105/216, edge 1/36")
    assert "small" not in bets


def test_bets_differ_by_when_they_win() -> None:
    """Small differs under another reading of the same text."""
    read = SYDNEY.with_readings({"S-01": "triples-win"})
    (small,) = [
        item
        for item in differences(("a", SYDNEY, SYDNEY.layout()), ("b", read, read.layout()))
        if item.what == "small"
    ]

    assert small == Difference(
        "bets", "small", "1 to 1, wins 105/216, edge 1/36", "1 to 1, wins 107/216, edge 1/108"
    )


def test_rulings_differ_by_choice_and_name_both_clauses() -> None:
    """Different clause numbers alone are not a difference, because every text has its own."""
    rulings = differences_in("crown-sydney", "star-sydney", "rulings")

    assert rulings["limits.below_minimum"] == ("void-under-approved (4.2.2)", "stands (4.2)")
    assert rulings["round.tumbles"] == ("1 (1.1/spin)", "3 (5.1)")
    assert rulings["promotions.authority_hours"] == ("not stated (9.7)", "24 (10.9)")
    assert rulings["super_streak.shortest"] == ("not provided", "4 (6.4.1)")
    assert rulings["round.order"][1].startswith("cover, spin, place-bets, close, press-close, uncover")
    assert "limits.above_maximum" not in rulings
    stakes = differences_in("crown-sydney", "singapore/1", "rulings")["wagers.stakes"]
    assert stakes[0] == "value-chip, colour-chip, token (3.1, 3.4)"


def test_voids_differ_by_ground_demand_and_rank() -> None:
    """A ground may be in one text only; ranks are compared by step and not by title."""
    voids = differences_in("crown-sydney", "star-sydney", "voids")

    assert voids["too-few-tumbles"][0] == "not a ground"
    assert voids["equipment"] == ("may, Higher Duties Dealer (7.4)", "not a ground")
    rank = differences_in("crown-sydney", "crown-melbourne/a", "voids")
    assert rank["disruption"][0] == "may, Assistant Casino Manager (10.3.1)"
    assert rank["disruption"][1] == "may, TG Higher Duties Dealer (9.4)"
    assert "fraud" not in rank


def test_powers_differ_by_title() -> None:
    """No rank closes Super Streak if the rulebook does not offer it."""
    powers = differences_in("crown-sydney", "star-sydney", "powers")

    assert powers["close Super Streak"][0] == "no rank"
    assert powers["change the limits of the table"][0] == "Area Manager (4.5)"


def test_a_rulebook_does_not_differ_from_itself() -> None:
    """It does not even differ from itself with other clauses and other words."""
    ruling = replace(SYDNEY.limits.per, clause="9.9", says="Otherwise said.")
    other = replace(SYDNEY, limits=replace(SYDNEY.limits, per=ruling))
    first = ("a", SYDNEY, SYDNEY.layout())

    assert list(differences(first, ("b", other, other.layout()))) == []
