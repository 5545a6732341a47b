"""Plots have a title, units on every axis, and expected values next to the observed ones."""

from fractions import Fraction
from typing import Any

import pytest

import sicbo
from sicbo import Rulebook, bankroll
from sicbo.lab.dice_tests.tests import as_faces, rolls_of
from sicbo.lab.output.arrow import FACES
from sicbo.lab.output.plots import dice_plot, distribution_plot, slip_said
from sicbo.lab.random.rolls import places
from sicbo.lab.random.splitmix import stream

SYDNEY = Rulebook.load("crown-sydney")
SLIP = {"small": 2_500, "single-4": 500}


def labels(axis: Any) -> tuple[str, str]:
    """Return the labels of the axes."""
    return axis.get_xlabel(), axis.get_ylabel()


def legend(drawn: Any) -> list[str]:
    """Return the texts of a legend."""
    return [text.get_text() for text in drawn.get_texts()]


def test_a_run_is_drawn_beside_what_is_exact() -> None:
    """Bars are shares, error bars reach 1.96 standard errors from the exact share; money is in dollars."""
    run = SYDNEY.simulate(SLIP, 10_000, seed=7)
    drawn = run.plot()
    shares, bank = drawn.axes
    (whiskers,) = [each for each in shares.containers if hasattr(each, "has_yerr")]
    first = whiskers.lines[2][0].get_segments()[0]
    exact = float(run.deal.exact.probability(-3_000))

    assert drawn.get_suptitle() == "25.00 on small, 5.00 on single-4 at crown-sydney-2024"
    assert "10,000 rounds, seed 7" in shares.get_title()
    assert (labels(shares), labels(bank)) == (
        ("net of a round, dollars", "share of the rounds"),
        ("round", "bankroll, dollars"),
    )
    assert [bar.get_height() for bar in shares.patches] == [n / 10_000 for n in run.histogram.values()]
    assert first[1][1] - exact == pytest.approx(1.96 * (exact * (1 - exact) / 10_000) ** 0.5)
    assert bank.get_lines()[0].get_ydata()[-1] == run.total / 100
    assert legend(bank.get_legend()) == ["this run", "exact mean", "95 of 100 runs"]
    assert len(SYDNEY.simulate(SLIP, 100, 7, level="totals").plot().axes) == 1


def test_a_slip_of_many_wagers_is_counted_in_the_title() -> None:
    """Ten wagers are too many to be named."""
    assert slip_said(SYDNEY.slip({f"total-{n}": 100 for n in range(4, 14)})) == "10 wagers"


def test_a_distribution_is_drawn_where_it_is_likely() -> None:
    """Two hundred rounds can reach 5,000.00 either way, but hardly ever reach 2,000.00."""
    found = SYDNEY.distribution({"small": 2_500}, 200)
    (axis,) = distribution_plot(found, "a title").axes
    low, high = axis.get_xlim()

    assert -250_000 < low < -150_000 < 120_000 < high < 250_000
    assert found.cdf(int(low)) < Fraction(1, 10**6)
    assert axis.get_xlabel() == "net result, dollars"
    assert axis.xaxis.get_major_formatter()(100_000, None) == "1,000"


def test_house_edges_share_a_row_where_they_are_alike() -> None:
    """Six triples are one row; each layout has its marker at a percentage of the stake."""
    (axis,) = sicbo.compare(["crown-sydney", "singapore-etg/1"]).plot().axes
    rows = [text.get_text() for text in axis.get_yticklabels()]
    place = rows.index("triple-1 … triple-6 (6)")
    marks = [part.get_offsets() for part in axis.collections]
    seen = [float(x) for one in marks for x, y in one if abs(y - place) < 0.5]

    assert seen == pytest.approx([100 * 35 / 216, 100 * 5 / 54])
    assert "total-4, total-17" in rows
    assert axis.get_xlabel().startswith("house edge, %")


def test_bankrolls_are_drawn_with_one_legend_and_one_scale() -> None:
    """Four strategies in two columns show quantiles, the initial bank, and how many were ahead or ruined."""
    names = ("flat", "martingale", "paroli", "fibonacci")
    ways = {name: getattr(bankroll, name)("small", 100) for name in names}
    found = bankroll.compare(SYDNEY, ways, 2_000, 40, 100, seed=3)
    drawn = found.plot()
    limits = {axis.get_ylim() for axis in drawn.axes}
    (words,) = drawn.legends

    assert len(drawn.axes) == 4
    assert len(limits) == 1
    assert legend(words) == ["5 % to 95 %", "25 % to 75 %", "median", "at the start"]
    assert drawn.axes[0].get_title() == f"flat: ahead {found['flat'].ahead.mean():.1%}, ruined 0.0%"
    assert len(found["flat"].plot().axes) == 1
    assert found["flat"]._repr_html_().count("<tr>") == 2


def test_a_log_is_drawn_with_its_fair_share() -> None:
    """Error bars surround the expected values; the road has the last eighty rolls."""
    rolls = rolls_of(as_faces(FACES[places(stream(1), 0, 500)]))
    road, totals = dice_plot(rolls, "table T1").axes

    assert len(road.texts) == 80
    assert sum(bar.get_height() for bar in totals.patches) == 500
    assert legend(totals.get_legend()) == ["seen", "fair share, with 95 % range"]
    assert "do not change the odds" in totals.get_title()


def test_the_houses_view_is_a_table_too() -> None:
    """The exposure is a table in a notebook and in a document."""
    view = bankroll.exposure(SYDNEY, [(SLIP, 6)], rounds=50)

    assert "| staked a round | 18,000 |" in view.to_markdown()
    assert view._repr_html_().count("<tr>") == len(view.facts()) + 1
