"""A custom rulebook, written in TOML: its changes, and every mistake in it."""

from fractions import Fraction

import pytest

from sicbo import NotFound, Rulebook, RulebookError

OWN = 'id = "home-2024"\nextends = "crown-sydney-2024"\n'
SYDNEY = Rulebook.load("crown-sydney-2024")


def test_a_rulebook_of_your_own_changes_only_what_it_says() -> None:
    """Its bets, rulings and clauses are those of the one it extends, and it has no approval."""
    mine = Rulebook.from_toml(OWN)
    other = Rulebook.from_toml('id = "symbols"\nextends = "crown-melbourne/b"\n')

    assert (mine.name, mine.layout.name, len(mine.layout)) == ("home-2024", "home-2024", 50)
    assert dict(mine.layout.prices) == dict(SYDNEY.layout.prices)
    assert mine.rules.limits == SYDNEY.rules.limits
    assert mine.rules.approval.by == "no authority"
    assert mine.cite() == f"home-2024 Sic Bo after crown-sydney-2024, sha256:{mine.sha256}"
    assert mine.settle({"small": 100}, (1, 2, 4)).net == 100
    assert (other.name, len(other.layout), other.layout.key, len(other.rules.layouts)) == (
        "symbols",
        39,
        "",
        1,
    )
    assert {remark.where for remark in other.lint()} == {"symbols"}


@pytest.mark.parametrize(
    ("odds", "bet", "pays"),
    [
        ('double = "10"', "double-4", [10]),
        ("double = 10", "double-4", [10]),
        ("double = 10.5", "double-4", [Fraction(21, 2)]),
        ('double = "21/2"', "double-4", [Fraction(21, 2)]),
        ("double = 10\ndouble-4 = 12", "double-4", [12]),
        ("double-4 = 12\ndouble = 10", "double-4", [12]),
        ("double-4 = 12\ndouble = 10", "double-5", [10]),
        ("double-4 = 12", "double-5", [11]),
        ("single = [1, 2, 10]", "single-3", [1, 2, 10]),
        ('single = [1, "3", 3.5]\nsingle-3 = [2, 2, 2]', "single-3", [2, 2, 2]),
        ('single = [1, "3", 3.5]\nsingle-3 = [2, 2, 2]', "single-4", [1, 3, Fraction(7, 2)]),
        ("small = 0", "small", [0]),
        ("small = [2]", "small", [2]),
        ("total-9 = 8", "total-9", [8]),
        ("total-9 = 8", "total-12", [7]),
    ],
)
def test_odds_of_your_own(odds: str, bet: str, pays: list[Fraction | int]) -> None:
    """Odds are given by family or by bet, the bet overrides its family, and several prices are a list."""
    mine = Rulebook.from_toml(f"{OWN}[odds]\n{odds}\n")

    assert [price.odds for price in mine.layout.prices[bet]] == pays
    assert mine.layout.prices["any-triple"][0].odds == 31


@pytest.mark.parametrize(
    ("odds", "told"),
    [
        ('double = "ten"', 'The odds of double-1 are a number to one, as in "10" or "17/2", not \'ten\'.'),
        ("double = -1", 'The odds of double-1 are a number to one, as in "10" or "17/2", not -1.'),
        ('double = "1/0"', 'The odds of double-1 are a number to one, as in "10" or "17/2", not \'1/0\'.'),
        ("double = true", 'The odds of double-1 are a number to one, as in "10" or "17/2", not True.'),
        ("double = inf", 'The odds of double-1 are a number to one, as in "10" or "17/2", not inf.'),
        ('double = "1e9"', 'The odds of double-1 are a number to one, as in "10" or "17/2", not \'1e9\'.'),
        (
            "double = 10000000000",
            'The odds of double-1 are a number to one, as in "10" or "17/2", not 10000000000.',
        ),
        (
            "double = {a = 1}",
            'The odds of double-1 are a number to one, as in "10" or "17/2", not {\'a\': 1}.',
        ),
        ("single = 2", "single-1 has 3 prices, not 1: list them all."),
        ("single = [1, 2]", "single-1 has 3 prices, not 2: list them all."),
        ("double = [1, 2]", "double-1 has 1 prices, not 2: list them all."),
        ("double = []", "double-1 has 1 prices, not 0: list them all."),
    ],
)
def test_odds_that_are_no_odds_are_refused(odds: str, told: str) -> None:
    """The sentence names the bet and the invalid odds."""
    with pytest.raises(RulebookError) as error:
        Rulebook.from_toml(f"{OWN}[odds]\n{odds}\n")

    assert str(error.value) == told


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "id or extends is missing"),
        ('id = "home"', "id or extends is missing"),
        ('extends = "crown-sydney"', "id or extends is missing"),
        ('id = ""\nextends = "crown-sydney"', "id or extends is missing"),
        ('id = 5\nextends = "crown-sydney"', "id is not text"),
        ('id = ["home"]\nextends = "crown-sydney"', "id is not text"),
        ('id = "home"\nextends = ["crown-sydney"]', "extends is not text"),
        (OWN + "odds = 5", "odds is not a table"),
        (OWN + 'round = ["spin"]', "round is not a table"),
        (OWN + "[bets]\n[phases]", "unknown: bets, phases"),
        (OWN + "[round]\nphases = []", "unknown: round.phases"),
        ('id = "crown-sydney-2024"\nextends = "canberra"', "crown-sydney-2024 is the id of an approved one"),
    ],
)
def test_a_file_of_another_shape_is_refused(text: str, wrong: str) -> None:
    """The sentence says what belongs there and what is wrong."""
    with pytest.raises(RulebookError) as error:
        Rulebook.from_toml(text)

    assert str(error.value) == f"A rulebook of your own has id, extends, [odds] and [round]; {wrong}."


@pytest.mark.parametrize(
    "text", ["id = ", "[odds", f"{OWN}[odds]\ndouble = {'9' * 5000}\n", f"a = {'[' * 100_000}"], ids=range(4)
)
def test_what_is_not_toml_is_refused(text: str) -> None:
    """This includes numbers and lists that are too large for the parser."""
    with pytest.raises(RulebookError, match=r"^This is not TOML: "):
        Rulebook.from_toml(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            'id = "home"\nextends = "crown-sydny"',
            "Unknown rulebook: 'crown-sydny'. Did you mean crown-sydney",
        ),
        (
            'id = "home"\nextends = "singapore"',
            "Unknown layout: 'singapore-etg'. It has several layouts: singapore-etg/1",
        ),
        (
            f"{OWN}[odds]\ndoubles = 10",
            "Unknown bet or family at Crown Sydney: 'doubles'. Did you mean double or ",
        ),
        (f"{OWN}[odds]\nstreak = 10", "Unknown bet or family at Crown Sydney: 'streak'. "),
        (f'{OWN}[round]\norder = ["spin", "pays"]', "Unknown step: 'pays'. Did you mean pay"),
        (f"{OWN}[round]\norder = [5]", "Unknown step: '5'. Known: place-bets, cover, spin, "),
        (f"{OWN}[round]\norder = [[1], [2]]", "Unknown step: '[1]'. Known: place-bets, cover, spin, "),
    ],
)
def test_unknown_names_in_a_file_are_answered_with_the_nearest(text: str, told: str) -> None:
    """Rulebooks, layouts, bets, families and steps are checked."""
    with pytest.raises(NotFound) as error:
        Rulebook.from_toml(text)

    assert str(error.value).startswith(told)


@pytest.mark.parametrize("order", ["5", '"spin"', "[]", '["spin", "spin"]'])
def test_the_order_of_the_round_is_a_list_of_steps_each_once(order: str) -> None:
    """Any other value is refused as an order."""
    with pytest.raises(RulebookError) as error:
        Rulebook.from_toml(f"{OWN}[round]\norder = {order}\n")

    assert str(error.value) == "The order of the round is a list of steps, each of them once."


def test_steps_of_your_own_order_keep_their_clauses() -> None:
    """A step that the text does not have takes the clause of the order."""
    mine = Rulebook.from_toml(f'{OWN}[round]\norder = ["spin", "press-close", "pay"]\n')

    assert [stage.clause for stage in mine.rules.round.order.choice] == ["5.1.2", "5.1", "5.1.7, 6.2.2"]
