"""Findings from the numbers and from the words."""

from dataclasses import replace
from fractions import Fraction

import pytest

from sicbo import rulebooks
from sicbo.game.layout import Pay
from sicbo.game.rulebook.readings import FindingKind
from sicbo.game.rulebook.rules import Rules
from sicbo.maths.figures import percent
from sicbo.maths.findings import Remark, lint
from sicbo.rulebooks.crown_melbourne_6_1.rulebook import RULES as MELBOURNE
from sicbo.rulebooks.crown_sydney_2024.rulebook import RULES as SYDNEY
from sicbo.rulebooks.star_sydney_2016.rulebook import RULES as STAR

KINDS = ("PLAYER-EDGE", "CONFLICT", "AMBIGUOUS", "TEXT-GAP", "ILLEGIBLE", "XREF", "NOTE")


def player_edges(rules: Rules) -> list[Remark]:
    """Return the bets that favour the player."""
    return [remark for remark in lint(rules) if remark.kind is FindingKind.PLAYER_EDGE]


def paying(bets: str, odds: str) -> Rules:
    """Return Crown Sydney with other odds for some bets."""
    layout = SYDNEY.layout()
    kept = tuple(pay for pay in layout.pays if not set(pay.on) & set(bets.split()))
    return replace(
        SYDNEY, layouts=(replace(layout, pays=(*kept, Pay("6.3/other", bets, odds))),), readings=()
    )


@pytest.mark.parametrize(
    ("edge", "read"),
    [
        (Fraction(0), "0.00 %"),
        (Fraction(1, 36), "2.78 %"),
        (Fraction(-11, 27), "-40.74 %"),
        (Fraction(1), "100.00 %"),
        (Fraction(1, 20_000), "0.00 %"),
        (Fraction(3, 20_000), "0.02 %"),
        (Fraction(-1, 20_001), "0.00 %"),
        (Fraction(-9, 100_000), "-0.01 %"),
        (Fraction(-29, 36), "-80.56 %"),
    ],
)
def test_a_percentage_has_two_decimals_rounded_half_to_even(edge: Fraction, read: str) -> None:
    """Zero has no minus sign."""
    assert percent(edge) == read


def test_melbournes_colours_favour_the_player() -> None:
    """Read to the letter, 152 of 216 rolls pay evens and 56 of 216 pay 3 to 1."""
    assert player_edges(MELBOURNE) == [
        Remark(
            "crown-melbourne-6.1/b",
            FindingKind.PLAYER_EDGE,
            "3.10.2, 6.2/specific-colour-double",
            "colour-double (3 bets) pays 3 to 1 and wins 56 of 216: the player gains +1/27 (+3.70 %)",
            "M-02",
        ),
        Remark(
            "crown-melbourne-6.1/b",
            FindingKind.PLAYER_EDGE,
            "3.15, 6.2/single-colour",
            "colour (3 bets) pays 1 to 1 and wins 152 of 216: the player gains +11/27 (+40.74 %)",
            "M-01",
        ),
    ]


def test_another_reading_mends_what_it_mends() -> None:
    """If exactly one die of the colour wins, the house gains 1/9."""
    assert [remark.reading for remark in player_edges(MELBOURNE.read({"M-01": "exactly-one"}))] == ["M-02"]


@pytest.mark.parametrize("key", ["canberra-2005", "crown-sydney-2024", "singapore-etg", "star-sydney-2016"])
def test_the_other_texts_have_no_player_edge(key: str) -> None:
    """This holds under their default readings."""
    assert player_edges(rulebooks.get(key)) == []


def test_a_fair_bet_is_no_finding_and_a_cent_more_is() -> None:
    """Any Triple wins six of 216 rolls, so 35 to 1 is fair."""
    assert player_edges(paying("any-triple", "35 to 1")) == []
    assert [remark.says for remark in player_edges(paying("any-triple", "35.01 to 1"))] == [
        "any-triple pays 3501/100 to 1 and wins 6 of 216: the player gains +1/3600 (+0.03 %)"
    ]


def test_bets_of_a_family_that_differ_are_told_apart() -> None:
    """At 71 to 1 totals 4 and 17 are fair; 5 and 16 give a whole stake, 6 and 15 more than two."""
    rules = paying("total-4 total-17 total-5 total-16 total-6 total-15", "71 to 1")

    assert [remark.says for remark in player_edges(rules)] == [
        "total (2 bets) pays 71 to 1 and wins 6 of 216: the player gains +1 (+100.00 %)",
        "total (2 bets) pays 71 to 1 and wins 10 of 216: the player gains +7/3 (+233.33 %)",
    ]


def test_readings_come_with_the_cost_of_each_option() -> None:
    """The chosen option is named too."""
    (remark,) = [remark for remark in lint(SYDNEY) if remark.reading == "S-03"]
    assert remark == Remark(
        "crown-sydney-2024",
        FindingKind.AMBIGUOUS,
        "3.3.7(a), 6.3/two-dice",
        "May the third die repeat a chosen number, and does it then pay twice? both-once [domino 1/36] or "
        "exactly-two [domino 2/9] or each-pair [domino -5/36]; taken: both-once",
        "S-03",
    )

    read = [item.says for item in lint(SYDNEY.read({"S-03": "each-pair"})) if item.reading == "S-03"]
    assert [says.rpartition("; ")[2] for says in read][-1] == "taken: each-pair"
    assert "both-once [domino 1/36]" in read[-1]


def test_what_an_option_changes_is_shown_before_what_it_leaves() -> None:
    """Melbourne's captions price triples four to six, which are not the first of their family."""
    (remark,) = [remark for remark in lint(MELBOURNE) if remark.reading == "M-10"]

    assert "captions [/a triple-4 23/27, /a triple-5 23/27, /a triple-6 23/27]" in remark.says


def test_an_option_without_figures_is_named_alone() -> None:
    """If no money moves there is nothing to show."""
    (remark,) = [remark for remark in lint(rulebooks.get("canberra-2005")) if remark.reading == "C-14"]

    assert remark.says.endswith("? either or together; taken: either")


@pytest.mark.parametrize("key", list(rulebooks.every_rulebook()))
def test_every_reading_and_every_finding_is_reported_once(key: str) -> None:
    """A finding with a reading of its kind and clause opens the sentence of that reading."""
    rules = rulebooks.get(key)
    remarks = lint(rules)
    words = [remark for remark in remarks if remark.kind is not FindingKind.PLAYER_EDGE]
    read = [remark for remark in words if remark.reading]
    places = {(reading.kind, reading.clause) for reading in rules.readings}
    alone = [finding for finding in rules.findings if (finding.kind, finding.clause) not in places]

    assert sorted(str(remark.reading) for remark in read) == sorted(item.id for item in rules.readings)
    assert sorted(remark.says for remark in words if not remark.reading) == sorted(
        finding.says for finding in alone
    )
    for finding in rules.findings:
        assert sum(finding.says in remark.says for remark in words) == 1


@pytest.mark.parametrize("key", list(rulebooks.every_rulebook()))
def test_findings_are_sorted_by_kind_then_as_the_rulebook_has_them(key: str) -> None:
    """Findings that cost money come first, then contradictions; notes come last."""
    rules = rulebooks.get(key)
    remarks = lint(rules)
    kinds = [FindingKind(kind) for kind in KINDS]

    assert [remark.kind for remark in remarks] == sorted((one.kind for one in remarks), key=kinds.index)
    for kind in kinds[1:]:
        mine = [remark.reading for remark in remarks if remark.kind is kind and remark.reading]
        assert mine == [reading.id for reading in rules.readings if reading.kind is kind]


def test_the_stars_broken_reference_is_told_once() -> None:
    """6.3 cites triples and doubles for Odd and Even; the reading ST-02 decides it."""
    (remark,) = [one for one in lint(STAR) if one.kind is FindingKind.XREF and one.clause == "6.3"]

    assert remark.reading == "ST-02"
    assert remark.says.startswith("For Odd and Even it cites 3.1.3 and 3.1.4")
    assert remark.says.endswith("taken: odd-and-even")
    assert remark.figures["odd-and-even"] == {"streak": Fraction(201, 2048)}


def test_a_streak_that_favours_the_player_is_a_player_edge() -> None:
    """Counted from the breaking result, all four streaks give the player 823/1024."""
    assert player_edges(STAR) == []
    assert player_edges(STAR.read({"ST-05": "breaking-result"})) == [
        Remark(
            "star-sydney-2016",
            FindingKind.PLAYER_EDGE,
            "6.5, 7.2",
            "streak (4 bets) pays 6 to 500 to 1 by its length and wins with a chance of 1/8: "
            "the player gains +823/1024 (+80.37 %)",
            "ST-05",
        )
    ]


def test_a_single_streak_that_favours_the_player_is_named() -> None:
    """Read to the letter, Even's streak differs from the other three."""
    says = [one.says for one in player_edges(STAR.read({"ST-05": "breaking-result", "ST-01": "literal"}))]

    assert [line.partition(" pays")[0] for line in says] == ["streak (3 bets)"]
