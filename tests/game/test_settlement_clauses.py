"""The clauses on a line besides those of the bet: limits, whole chips, tokens, and shared areas."""

import pytest

from sicbo import BadInput, Bounds, Instrument, Limits, Rulebook, Wager

TOKEN = Instrument.TOKEN


@pytest.mark.parametrize(
    ("layout", "clause"),
    [
        ("crown-sydney", "3.3.2(a), 6.3/small, 4.3"),
        ("crown-melbourne/a", "3.7.1, 6.1/small, 4.2.3"),
        ("crown-melbourne/b", "3.7.1, 6.2/small, 4.2.3"),
    ],
)
def test_winnings_that_were_paid_up_name_the_clause_and_say_so(layout: str, clause: str) -> None:
    """7.00 on Small in chips of 5.00 is paid 10.00. A line paid exactly does not name the clause."""
    book = Rulebook.load(layout)

    (odd,) = book.settle({"small": 700}, (1, 2, 4), Limits(chip=500))
    (even,) = book.settle({"small": 1_000}, (1, 2, 4), Limits(chip=500))

    assert (odd.winnings, odd.clause) == (1_000, clause)
    assert odd.reason() == "total 7 is within 4 to 10, 1 to 1; paid up to $10, which whole chips can pay"
    assert even.clause == ", ".join(clause.split(", ")[:-1])


def test_winnings_that_were_paid_down_say_so() -> None:
    """In Singapore under SG-08 round-down, one cent on total 8 at 8.5 to 1 pays 8 cents."""
    book = Rulebook.load("singapore-etg/1", readings={"SG-08": "round-down"})

    (line,) = book.settle({"total-8": 1}, (1, 2, 5))

    assert line.winnings == 8
    assert line.clause == "4.1.1/total-8-13, 4.1"
    assert line.reason().endswith("paid down to $0.08, which whole chips can pay")


@pytest.mark.parametrize(("roll", "limb"), [((1, 2, 4), "3.3.2(a), 6.3/small"), ((4, 5, 6), "3.3.2(b)")])
def test_a_token_names_the_clause_that_keeps_it(roll: tuple[int, int, int], limb: str) -> None:
    """The dealer keeps the token whether it wins or loses."""
    (line,) = Rulebook.load("crown-sydney").settle([Wager("small", 1_000, TOKEN)], roll)

    assert line.clause == f"{limb}, 1.1/casino-promotional-token"
    assert line.collected == 1_000


def test_a_stake_cut_to_the_maximum_names_the_clause() -> None:
    """600.00 on Small are cut to a maximum of 500.00."""
    (line,) = Rulebook.load("crown-sydney").settle({"small": 60_000}, (1, 2, 4), Limits(Bounds(500, 50_000)))

    assert line.clause == "3.3.2(a), 6.3/small, 4.2.5"


@pytest.mark.parametrize(("option", "winnings"), [("together", [30_000, 20_000]), ("each", [30_000, 30_000])])
def test_limits_count_all_that_a_player_has_on_an_area(option: str, winnings: list[int]) -> None:
    """Under S-17, 300.00 in chips and 300.00 in tokens on Small exceed a maximum of 500.00."""
    book = Rulebook.load("crown-sydney", readings={"S-17": option})
    slip = [Wager("small", 30_000), Wager("small", 30_000, TOKEN)]
    limits = Limits(Bounds(500, 50_000))

    settled = book.settle(slip, (1, 2, 4), limits)

    assert [line.winnings for line in settled] == winnings
    assert book.distribution(slip, limits=limits).best == sum(winnings)


def test_two_small_stakes_meet_the_minimum_together() -> None:
    """3.00 in chips and 3.00 in tokens meet a minimum of 5.00, because the area holds 6.00."""
    book = Rulebook.load("crown-sydney")
    limits = Limits(Bounds(500, 50_000), approved_minimum=400)

    settled = book.settle([Wager("small", 300), Wager("small", 300, TOKEN)], (1, 2, 4), limits)

    assert [line.winnings for line in settled] == [300, 300]
    with pytest.raises(BadInput, match="names each bet once"):
        book.settle([Wager("small", 300), Wager("small", 300)], (1, 2, 4), limits)
