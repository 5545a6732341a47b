"""The library as its callers see it: the examples of the handbook, and every error message."""

import json
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from fractions import Fraction
from pathlib import Path

import pytest

import sicbo
from sicbo import (
    BadInput,
    Bounds,
    Instrument,
    Limits,
    NotFound,
    Outcome,
    Rulebook,
    Slip,
    Wager,
    readings,
)
from sicbo.environments.vectors import vectors
from sicbo.game.policies import Step
from sicbo.game.rulebook.publication import rulebook_sha256
from sicbo.game.rulebook.readings import FindingKind
from tests.clauses.brute import Dice
from tests.refused import Refused

SYDNEY = Rulebook.load("crown-sydney-2024")
MELBOURNE = Rulebook.load("crown-melbourne-6.1/a")
SINGAPORE = Rulebook.load("singapore-etg/1")
STAR = Rulebook.load("star-sydney-2016")
SLIP = Slip({"big": 5_000, "total-9": 1_000, "double-4": 1_000, "domino-14": 500})
OWN = 'id = "home-2024"\nextends = "crown-sydney-2024"\n'


def test_example_1_price_a_rulebook() -> None:
    """The table has fifty rows, the even chances are the cheapest, and the citation has the hash."""
    table = SYDNEY.odds_table()

    assert len(table) == 50
    assert table["small"].edge == Fraction(1, 36)
    assert table["single-4"].pays == {1: 1, 2: 2, 3: 12}
    assert min(table, key=lambda row: row.edge).area == "big"
    assert max(table, key=lambda row: row.edge).area == "triple-1"
    assert SYDNEY.cite() == f"Crown Sydney Sic Bo 2.0, 16 August 2024, sha256:{SYDNEY.sha256}"


def test_example_2_settle_and_ask_why() -> None:
    """4-1-4 wins 160.00 and lights seven areas, and the dealer calls the faces from the lowest."""
    settled = MELBOURNE.settle(SLIP, (4, 1, 4))

    assert settled.net == 16_000
    assert [(line.area, line.net) for line in settled] == [
        ("big", -5_000),
        ("total-9", 7_000),
        ("double-4", 11_000),
        ("domino-14", 3_000),
    ]
    assert [line.clause for line in settled] == [
        "3.8.2",
        "3.12.1, 6.1/total-9-12",
        "3.10.1, 6.1/specific-double",
        "3.13.1, 6.1/two-dice",
    ]
    assert all("4" in line.reason("zh-Hant") or "9" in line.reason("zh-Hant") for line in settled)
    assert MELBOURNE.lit_areas((4, 1, 4)) == {
        "small",
        "odd",
        "total-9",
        "double-4",
        "domino-14",
        "single-1",
        "single-4",
    }
    assert MELBOURNE.call((4, 1, 4), lang="en") == "one, four, four"


def test_example_3_the_exact_distribution_of_a_slip() -> None:
    """The mean is -337.96 cents on 75.00 staked, and twice that in two independent rounds."""
    found = MELBOURNE.distribution(SLIP)

    assert found.mean == Fraction(-9_125, 27)
    assert round(found.sd, 2) == 5800.63
    assert sum(found.values()) == 1
    assert found.cdf(0) == Fraction(41, 108)
    assert found.quantile(0.95) == 14_500
    assert (found + found).mean == Fraction(-18_250, 27)
    assert MELBOURNE.distribution(SLIP, rounds=2) == found + found
    assert MELBOURNE.distribution(SLIP, rounds=1) == found


def test_example_4_readings() -> None:
    """The Star's Even costs 5/18 to the letter and 1/36 as intended; Melbourne's colours pay the player."""
    assert [option.key for option in readings("star-sydney-2016")[0].options][:2] == ["intended", "literal"]
    literal = Rulebook.load("star-sydney-2016", readings={"ST-01": "literal"})
    meant = Rulebook.load("star-sydney-2016", readings={"ST-01": "intended"})

    assert (literal.edge("even"), meant.edge("even")) == (Fraction(5, 18), Fraction(1, 36))
    melbourne = Rulebook.load("crown-melbourne-6.1/b")
    assert {(row.area, row.edge) for row in melbourne.odds_table() if row.edge < 0} == {
        *((f"colour-{colour}", Fraction(-11, 27)) for colour in ("red", "green", "blue")),
        *((f"colour-double-{colour}", Fraction(-1, 27)) for colour in ("red", "green", "blue")),
    }


def test_example_5_compare_casinos() -> None:
    """It compares bets at three layouts, the order of the round, and who may void for a disruption."""
    found = sicbo.compare(["crown-sydney-2024", "singapore-etg/1", "singapore-etg/3"])

    assert found.loc("total-10") == (Fraction(1, 8), Fraction(1, 16), Fraction(1, 8))
    assert found.loc("triple-6") == (Fraction(35, 216), Fraction(5, 54), Fraction(35, 216))
    assert found.phases()["crown-sydney-2024"][0] == "place-bets (5.1.1)"
    assert found.authority("void-for-disruption")["crown-sydney-2024"] == "Assistant Casino Manager (10.3.1)"
    assert found.to_markdown().startswith("| bet | crown-sydney-2024 | singapore-etg/1 | singapore-etg/3 |\n")


def test_example_11_a_rulebook_of_your_own(tmp_path: Path) -> None:
    """Doubles at 14 to 1 favour the player, the lint reports it, and the vectors pay 14."""
    order = '["spin", "place-bets", "close", "uncover", "enter", "pay"]'
    mine = Rulebook.from_toml(f'{OWN}[odds]\ndouble = "14"\n[round]\norder = {order}\n')
    mine.vectors().to_jsonl(tmp_path / "vectors.jsonl")
    lines = (tmp_path / "vectors.jsonl").read_text(encoding="utf-8").splitlines()

    assert [remark.says for remark in mine.lint() if remark.kind is FindingKind.PLAYER_EDGE] == [
        "double (6 bets) pays 14 to 1 and wins 16 of 216: the player gains +1/9 (+11.11 %)"
    ]
    assert [stage.step for stage in mine.rules.round.order.choice] == [
        Step.SPIN,
        Step.PLACE_BETS,
        Step.CLOSE,
        Step.UNCOVER,
        Step.ENTER,
        Step.PAY,
    ]
    assert len(lines) == len(mine.vectors()) == 50 * 216
    assert json.loads(lines[0]) == {"bet": "big", "roll": [1, 1, 1], "pays": None}
    assert '{"bet": "double-1", "roll": [1, 1, 1], "pays": "14"}' in lines


def total(dice: Dice) -> int:
    """Return the sum of the faces, or zero on a triple."""
    return 0 if len(set(dice)) == 1 else sum(dice)


ENGINE: dict[str, Callable[[Dice], Fraction | int | None]] = {
    "small": lambda dice: 1 if 4 <= total(dice) <= 10 else None,
    "big": lambda dice: 1 if 11 <= total(dice) <= 17 else None,
    "odd": lambda dice: 1 if total(dice) % 2 else None,
    "even": lambda dice: 1 if total(dice) and total(dice) % 2 == 0 else None,
    "any-triple": lambda dice: 32 if len(set(dice)) == 1 else None,
    "total-10": lambda dice: Fraction(13, 2) if sum(dice) == 10 else None,
    "single-4": lambda dice: {1: 1, 2: 2, 3: 12}.get(dice.count(4)),
    "domino-14": lambda dice: 6 if {1, 4} <= set(dice) else None,
}


def test_example_12_test_another_engine_against_the_law() -> None:
    """An engine of our own settles eight bets of Singapore's first pay table on all 216 rolls."""
    checked = [vector for vector in vectors("singapore-etg/1") if vector.area in ENGINE]

    assert len(checked) == 8 * 216
    for vector in checked:
        pays = ENGINE[vector.area](vector.dice)
        net = -vector.stake if pays is None else vector.stake * pays
        assert net == vector.net, vector.clause


def test_vectors_name_layout_bet_and_dice() -> None:
    """So they can serve as names of tests; the stake may be chosen."""
    first, *_ = vectors("crown-sydney", {"S-01": "triples-win"}, stake=250)
    won = next(vector for vector in vectors("crown-sydney") if vector.bet == "big" and vector.pays)

    assert (str(first), first.clause) == ("crown-sydney-2024 big 1-1-1", "3.3.1(b)")
    assert (str(won), won.clause) == ("crown-sydney-2024 big 1-4-6", "3.3.1(a), 6.3/big")
    assert (first.net, won.net) == (Fraction(-250), Fraction(100))
    triple = {
        vector.dice
        for vector in vectors("crown-sydney", {"S-01": "triples-win"})
        if vector.bet == "big" and vector.pays
    }
    assert (4, 4, 4) in triple
    assert len(triple) == 107


def test_a_clause_that_says_all_is_named_once_in_a_vector() -> None:
    """A line of a settlement does the same."""
    for book in (SINGAPORE, MELBOURNE, STAR):
        for vector in book.vectors(200):
            parts = vector.clause.split(", ")
            assert len(parts) == len(set(parts))


def test_vectors_stake_a_dollar_unless_told() -> None:
    """This holds for the method and for the function."""
    assert next(iter(SYDNEY.vectors())).stake == vectors("crown-sydney")[0].stake == 100


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (SYDNEY, "name"),
        (SYDNEY.rules, "key"),
        (SYDNEY.layout, "bets"),
        (SYDNEY.layout.bet("small"), "tiers"),
        (SYDNEY.layout.prices["small"][0], "odds"),
        (SYDNEY.layout.areas[0], "x"),
        (Limits(), "chip"),
        (Bounds(), "minimum"),
        (Wager("small", 100), "stake"),
        (SYDNEY.settle({"small": 100}, (1, 2, 4)), "lines"),
        (SYDNEY.settle({"small": 100}, (1, 2, 4)).lines[0], "winnings"),
        (SYDNEY.settle({"small": 100}, (1, 2, 4)).lines[0].risk, "amount"),
        (Refused("4.1", "No."), "clause"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else value,
)
def test_values_cannot_be_changed(value: object, name: str) -> None:
    """A settled slip stays settled."""
    with pytest.raises(FrozenInstanceError):
        setattr(value, name, getattr(value, name))


def test_vectors_agree_with_settlement() -> None:
    """Every bet of Singapore's first pay table is compared on every roll."""
    for vector in SINGAPORE.vectors(200):
        (line,) = SINGAPORE.settle({vector.bet: 200}, vector.dice)
        assert vector.net == line.net
        assert (line.odds, line.clause) == (vector.pays, vector.clause)


@pytest.mark.parametrize("stake", [0, -100, True, 2.5])
def test_vectors_need_a_stake(stake: int) -> None:
    """A stake of zero is refused, as for a wager."""
    with pytest.raises(BadInput, match=r"^A stake "):
        SYDNEY.vectors(stake)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("crown-sydny", "Unknown rulebook: 'crown-sydny'. Did you mean crown-sydney"),
        (
            "crown-melbourne",
            "Unknown layout: 'crown-melbourne-6.1'. It has several layouts: crown-melbourne-6.1/a",
        ),
        (
            "crown-melbourne/c",
            "Unknown layout: 'crown-melbourne-6.1/c'. Did you mean crown-melbourne-6.1/b or",
        ),
        ("crown-sydney/a", "Unknown layout: 'crown-sydney-2024/a'. Did you mean crown-sydney-2024?"),
        ("", "Unknown rulebook: ''. Known: canberra-2005, "),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(name: str, told: str) -> None:
    """This holds for rulebooks with and without their version, and for layouts with their rulebook."""
    with pytest.raises(NotFound) as error:
        Rulebook.load(name)

    assert str(error.value).startswith(told)


def test_a_rulebook_is_known_with_and_without_its_version() -> None:
    """Both names give the same rulebook."""
    assert Rulebook.load("crown-melbourne/b").name == Rulebook.load("crown-melbourne-6.1/b").name
    assert Rulebook.load("singapore/2").name == "singapore-etg/2"
    assert readings("crown-melbourne") == readings("crown-melbourne/b") == MELBOURNE.readings()


def test_what_is_published_is_what_is_hashed() -> None:
    """The hash is computed under the chosen readings."""
    read = Rulebook.load("crown-sydney", {"S-01": "triples-win"})

    assert json.loads(read.publish())["chosen"] == {"S-01": "triples-win"}
    assert read.sha256 == rulebook_sha256(read.rules) != SYDNEY.sha256
    assert Rulebook.load("crown-sydney", {"S-01": "triples-lose"}).sha256 == SYDNEY.sha256
    assert MELBOURNE.cite() == f"Crown Melbourne Sic Bo 6.1, sha256:{MELBOURNE.sha256}"


def test_an_odds_table_prints_and_is_searched() -> None:
    """It prints as text and as HTML, and suggests the nearest bet for a misspelt one."""
    table = MELBOURNE.odds_table()
    lines = str(table).splitlines()

    assert lines[0].split() == ["bet", "pays", "wins", "house", "edge", "clause"]
    assert len(lines) == 57
    assert repr(table) == str(table)
    assert "<td>single-4</td><td>1 / 2 / 12</td><td>91/216</td><td>1/27</td>" in table._repr_html_()
    with pytest.raises(NotFound) as error:
        table["smal"]
    assert str(error.value) == "Unknown bet at crown-melbourne-6.1/a: 'smal'. Did you mean small?"


def test_edges_are_those_of_bets_and_of_streaks() -> None:
    """Super Streak has an edge only if it is offered."""
    assert STAR.edge("streak-odd") == STAR.streak("odd").edge == Fraction(201, 2048)
    assert SYDNEY.edge("triple-1") == Fraction(35, 216)
    with pytest.raises(NotFound, match="Unknown bet at Crown Sydney: 'streak-odd'"):
        SYDNEY.edge("streak-odd")
    with pytest.raises(NotFound, match="Unknown Super Streak at crown-sydney-2024"):
        SYDNEY.streak()


def test_a_slip_may_be_written_in_three_ways() -> None:
    """It is a mapping, wagers, or a slip; the bets are checked before the dice."""
    for slip in ({"small": 100}, [Wager("small", 100)], Slip({"small": 100})):
        assert SYDNEY.settle(slip, [4, 2, 1]).net == 100
    with pytest.raises(NotFound, match="Did you mean small"):
        SYDNEY.settle({"smal": 100}, (9, 9, 9))
    with pytest.raises(BadInput, match="A die shows 1 to 6, not 9"):
        SYDNEY.settle({"small": 100}, (9, 9, 9))
    with pytest.raises(BadInput, match="A roll is three dice, not 2"):
        SYDNEY.lit_areas((1, 2))
    with pytest.raises(BadInput, match="A die shows 1 to 6, not 0"):
        SYDNEY.call((0, 1, 2))
    with pytest.raises(NotFound, match="Did you mean small"):
        SYDNEY.distribution({"smal": 100})


@pytest.mark.parametrize("book", ["canberra", "singapore/1", "crown-melbourne/a"])
def test_tokens_are_refused_where_they_are_no_stake(book: str) -> None:
    """Sydney and The Star accept them; elsewhere a sentence names the clause."""
    token = [Wager("small", 100, Instrument.TOKEN)]
    other = Rulebook.load(book)

    assert SYDNEY.settle(token, (1, 2, 4)).net == 100
    assert STAR.settle(token, (4, 5, 6)).net == 0
    for ask in (lambda: other.settle(token, (1, 2, 4)), lambda: other.distribution(token)):
        with pytest.raises(BadInput) as error:
            ask()
        clause = other.rules.wagers.tokens.clause
        says = f"{other.rules.name} does not accept tokens as a stake ({clause}): wager chips."
        assert str(error.value) == says


def test_singapore_refuses_a_stake_that_half_odds_cannot_pay() -> None:
    """101 cents at 6.5 to 1 would win 656.5; 100 win 650, which chips of 1.00 cannot pay."""
    with pytest.raises(BadInput) as error:
        SINGAPORE.settle({"total-10": 101}, (1, 2, 3))
    assert str(error.value) == (
        "6.5 to 1 on $1.01 cannot be paid exactly. Change the stake on Total 10. (4.1.1/total-10-11)"
    )
    assert SINGAPORE.settle({"total-10": 100}, (1, 3, 6)).net == 650
    with pytest.raises(BadInput, match=r"^6\.5 to 1 on \$1 cannot be paid exactly"):
        SINGAPORE.settle({"total-10": 100}, (1, 3, 6), Limits(chip=100))


@pytest.mark.parametrize(
    ("stake", "outcome"), [(99, Outcome.RETURNED), (50_001, Outcome.RETURNED), (50_000, Outcome.WON)]
)
def test_singapore_settles_stakes_outside_its_limits_as_found_after_the_close(
    stake: int, outcome: Outcome
) -> None:
    """The terminal never accepted them, so they are returned, even if half odds could not pay them."""
    (line,) = SINGAPORE.settle({"total-10": stake}, (1, 3, 6), Limits(Bounds(100, 50_000)))

    assert line.outcome is outcome
    assert line.returned == stake


def test_limits_are_settled_as_found_after_the_close_everywhere() -> None:
    """Sydney demands a reduction of 600.00 while betting is open, but cuts it to 500.00 if found late."""
    limits = Limits(Bounds(2_500, 50_000), approved_minimum=500)
    nets = [SYDNEY.settle({"small": stake}, (1, 2, 4), limits).net for stake in (499, 500, 2_500, 60_000)]

    assert nets == [0, 500, 2_500, 50_000]
    assert SYDNEY.distribution({"small": 60_000}, limits=limits).best == 50_000


def test_a_clause_is_found_in_our_words() -> None:
    """An unknown clause gets the nearest ones."""
    assert SYDNEY.clause("4.2.5").state.value == "executable"
    with pytest.raises(NotFound, match=r"Unknown clause of crown-sydney-2024: '4\.2\.55'"):
        SYDNEY.clause("4.2.55")
    with pytest.raises(NotFound, match="Unknown rulebook: 'home-2024'"):
        Rulebook.from_toml(OWN).clause("4.2.5")


def test_three_dice_that_are_sold_as_another_bet_are_named() -> None:
    """1-1-2 is total 4, whose only roll it is; 1-1-9 is not a roll at all."""
    for asked, hint in (
        ("double-single-112", "Those three dice are total-4 there"),
        ("double-single-119", ""),
    ):
        with pytest.raises(NotFound) as error:
            Rulebook.load("singapore-etg/2").edge(asked)
        assert hint in str(error.value)
