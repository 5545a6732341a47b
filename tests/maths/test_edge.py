"""Edges of every bet compared with the published figures and with a count of the 216 rolls."""

from dataclasses import replace
from fractions import Fraction

import pytest

from sicbo.errors import NotFound
from sicbo.game.bets import one, small
from sicbo.game.dice import TRIPLES, Roll
from sicbo.game.layout import Layout, Pay
from sicbo.maths.edge import hit_rate, house_edge, probability, returns, variance
from sicbo.rulebooks.crown_melbourne_6_1.rulebook import RULES as MELBOURNE
from sicbo.rulebooks.crown_sydney_2024.rulebook import RULES as SYDNEY
from tests.clauses.brute import EVERY, edge

LAYOUT = SYDNEY.layout()
EDGES = {
    "small": "1/36", "big": "1/36", "triple-6": "35/216", "double-4": "1/9", "any-triple": "1/9",
    "total-4": "1/8", "total-5": "1/9", "total-6": "13/108", "total-7": "7/72", "total-8": "1/8",
    "total-9": "2/27", "total-10": "1/8", "domino-25": "1/36", "single-3": "1/27",
}  # fmt: skip


@pytest.mark.parametrize(("bet", "figure"), EDGES.items())
def test_crown_sydney_has_the_published_edges(bet: str, figure: str) -> None:
    assert house_edge(LAYOUT, bet) == Fraction(figure)


@pytest.mark.parametrize("layout", [LAYOUT, *MELBOURNE.layouts], ids=lambda layout: layout.name)
def test_every_bet_agrees_with_a_count_of_the_rolls(layout: Layout) -> None:
    for bet in layout:
        nets = [_net(layout, bet.key, roll) for roll in EVERY]
        mean = sum(nets, Fraction(0)) / 216

        assert house_edge(layout, bet.key) == -mean == edge(dict(zip(EVERY, nets, strict=True)).get)
        assert variance(layout, bet.key) == sum(((net - mean) ** 2 for net in nets), Fraction(0)) / 216
        assert probability(layout, bet.key) == Fraction(sum(net > 0 for net in nets), 216)


def test_melbourne_colours_favour_the_player_as_written() -> None:
    layout = MELBOURNE.layout("b")

    assert house_edge(layout, "colour-red") == Fraction(-11, 27)
    assert house_edge(layout, "colour-double-red") == Fraction(-1, 27)


def test_a_price_of_nothing_is_a_returned_stake() -> None:
    tiers = (*small("1").tiers, TRIPLES)
    bet = replace(one("lucky", "Lucky", "1", None, TRIPLES), tiers=tiers)
    layout = Layout(
        "", "Home", "2", (bet,), (Pay("2", "lucky", "1 to 1"), Pay("3", "lucky", "0 to 1", tier=2)), (), ""
    )
    (row,) = returns(layout, replace(SYDNEY, readings=()))

    assert probability(layout, "lucky") == Fraction(105, 216)
    assert hit_rate(layout, "lucky") == Fraction(111, 216)
    assert house_edge(layout, "lucky") == 0
    assert variance(layout, "lucky") == Fraction(210, 216)
    assert (row.wins, row.pays, row.clause, row.reading) == (
        105,
        {1: Fraction(1), 2: Fraction(0)},
        "1, 2, 3",
        None,
    )


def test_returns_has_a_row_for_every_bet_with_its_clauses_and_reading() -> None:
    rows = {row.bet: row for row in returns(LAYOUT, SYDNEY)}
    single = rows["single-4"]

    assert list(rows) == [bet.key for bet in LAYOUT]
    assert (single.name, single.wins, single.probability) == ("Single Die 4", 91, Fraction(91, 216))
    assert single.pays == {1: 1, 2: 2, 3: 12}
    assert single.clause == "3.3.8(a), 6.3/single-die-one, 6.3/single-die-two, 6.3/single-die-three"
    assert single.edge == Fraction(1, 27)
    assert single.area == "single-4"
    readings = {row.bet: row.reading for row in rows.values()}
    assert (readings["small"], readings["total-9"], readings["domino-14"]) == ("S-01", "S-02", "S-03")
    assert (readings["single-4"], readings["triple-4"], readings["any-triple"]) == ("S-04", None, None)


def test_a_bet_that_is_not_offered_is_named_with_its_neighbours() -> None:
    with pytest.raises(NotFound, match="total-9"):
        house_edge(LAYOUT, "totl-9")


def _net(layout: Layout, bet: str, roll: Roll) -> Fraction:
    price = layout.price(bet, roll)
    return Fraction(-1) if price is None else price.odds
