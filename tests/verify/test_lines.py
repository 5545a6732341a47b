"""Lines: what the verifier makes of a slip by the published tables alone is what the rules make of it."""

from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from sicbo.game.dice import Roll
from sicbo.game.layout import Layout
from sicbo.game.limits import Bounds, Limits
from sicbo.game.money import Instrument
from sicbo.game.rulebook.publication import canonical_json, enum_key
from sicbo.game.settlement import Settlement, Slip, Wager, settle_slip
from sicbo.rulebooks import every_layout
from sicbo.table.state import layout_of, rules_of
from sicbo.verify.lines import settled
from sicbo.verify.report import TableReport
from sicbo.verify.rules import Law, law_of
from sicbo.verify.state import Line, Round, Sign, Stake, Table
from tests.verify.bundles import Entry, from_transcript

Readings = tuple[tuple[str, str], ...]
CHIP, CREDIT, TOKEN = Instrument.VALUE_CHIP, Instrument.CREDIT, Instrument.TOKEN
LOW, HIGH = (1, 2, 4), (5, 5, 6)
OTHERWISE: tuple[tuple[str, Readings], ...] = (
    ("crown-sydney-2024", (("S-06", "whole"),)),
    ("crown-sydney-2024", (("S-07", "returned"),)),
    ("crown-melbourne-6.1/a", (("M-12", "each-wager"),)),
)
LAWS = [*((name, ()) for name in every_layout()), *OTHERWISE]
SIGN = Limits(Bounds(1_000, 50_000), unit=100, chip=500, approved_minimum=400)
SIGNS = {
    "a sign": SIGN,
    "a sign without a maximum": replace(SIGN, bounds=Bounds(1_000)),
    "a sign with other limits for one area": replace(
        SIGN, areas=MappingProxyType({"small": Bounds(2_000, 3_000)})
    ),
}
SLIPS = (
    *[((cents, CHIP),) for cents in (300, 400, 900, 1_000, 2_000, 3_000, 3_200, 50_000, 50_200)],
    ((1_000, TOKEN),),
    ((600, CHIP), (400, TOKEN)),
    ((200, CHIP), (100, TOKEN)),
    ((2_000, CHIP), (1_000, TOKEN)),
    ((30_000, CHIP), (20_000, TOKEN)),
    ((30_000, CHIP), (30_000, TOKEN)),
    ((30_000, CHIP), (30_000, CREDIT)),
    ((60_000, CHIP), (1_000, TOKEN)),
)
"""Under the approved minimum, at it, under the sign's, at it, at the maximum, over it; alone and together."""


class Case(NamedTuple):
    """A rulebook with its readings, as the rules have it and as the verifier reads it."""

    name: str
    readings: Readings

    def __str__(self) -> str:
        return " ".join((self.name, *("=".join(one) for one in self.readings)))

    @property
    def parts(self) -> tuple[str, str]:
        """Rulebook and layout."""
        book, _, layout = self.name.partition("/")
        return book, layout

    @property
    def layout(self) -> Layout:
        """The layout in the rules."""
        return layout_of(self.parts[0], self.readings, self.parts[1])

    def bets(self) -> list[str]:
        """Small, and what pays most and least on the low roll."""
        winning = sorted(self.layout.prices_by_roll[LOW], key=self._odds)
        return [*dict.fromkeys(("small", winning[0], winning[-1]))]

    def _odds(self, key: str) -> Any:
        return self.layout.prices_by_roll[LOW][key].odds

    def by_rules(self, slip: Slip, roll: Roll, limits: Limits, *, warned: bool) -> Settlement:
        """What the rules make of it."""
        rules = rules_of(self.parts[0], self.readings)
        return settle_slip(slip, roll, self.layout, rules, limits, warned=warned)

    def by_verifier(self, slip: Slip, roll: Roll, limits: Limits, *, warned: bool) -> tuple[list[Line], bool]:
        """What the verifier makes of it."""
        table = Table("T1", law(self), TableReport("T1"))
        if warned:
            table.warned.add("ana")
        played = Round(1, sign_of(limits), {})
        stakes: list[Stake] = [[one.bet, one.stake, enum_key(one.instrument)] for one in slip]
        played.slips["ana"] = (1, stakes)
        return settled(table, played, "ana", "".join(map(str, roll)))


@cache
def law(case: Case) -> Law:
    """The law as it is published."""
    book, layout = case.parts
    return law_of(canonical_json(rules_of(book, case.readings)), layout)


def sign_of(limits: Limits) -> Sign:
    """A sign as the verifier knows it."""
    areas = tuple((name, bounds.minimum, bounds.maximum) for name, bounds in limits.areas.items())
    return Sign(
        limits.bounds.minimum,
        limits.bounds.maximum,
        limits.unit,
        limits.chip,
        limits.approved_minimum,
        areas,
    )


@pytest.mark.parametrize("limits", SIGNS.values(), ids=SIGNS)
@pytest.mark.parametrize("case", [Case(*one) for one in LAWS], ids=str)
def test_a_slip_comes_to_what_the_rules_make_of_it(case: Case, limits: Limits) -> None:
    """Around every limit, in chips and tokens, won and lost, by players who were warned and who were not."""
    for stakes in SLIPS:
        slip = Slip([Wager(bet, cents, kind) for bet in case.bets() for cents, kind in stakes])
        for roll, warned in ((LOW, False), (HIGH, False), (LOW, True)):
            lines, warns = case.by_verifier(slip, roll, limits, warned=warned)
            own = case.by_rules(slip, roll, limits, warned=warned)
            assert warns is any(line.risk.warns for line in own)
            for line, ruled in zip(lines, own, strict=True):
                assert line == {
                    "clause": ruled.clause,
                    "collected": ruled.collected,
                    "outcome": ruled.outcome.value,
                    "returned": ruled.returned,
                    "stake": [ruled.bet, ruled.wager.stake, enum_key(ruled.wager.instrument)],
                    "winnings": ruled.winnings,
                }


def test_without_an_approved_minimum_nothing_under_the_sign_plays() -> None:
    """No table opens so, which is a finding of its own; what is settled there is still looked at."""
    case, slip = Case("crown-sydney-2024", ()), Slip({"small": 900})
    lines, _ = case.by_verifier(slip, LOW, replace(SIGN, approved_minimum=None), warned=False)

    assert [(line["outcome"], line["returned"], line["clause"]) for line in lines] == [
        ("returned", 900, "4.2.2")
    ]


def test_a_line_that_is_left_out_is_found() -> None:
    """Two wagers lost and one was collected: how many there had to be is said."""
    told = from_transcript("""
rulebook canberra-2005  limits $5 to $200
ana     buys $100
dealer  place your bets
ana     $5 on small, $10 on total-9
dealer  cover, spin, no more bets, uncover, call, enter 4 5 6, collect, pay
""")

    def forget(entries: list[Entry]) -> None:
        found = next(one for one in entries if one.command.get("step") == "collect")
        found.event("wagers-collected")["lines"].pop()

    assert told.made().verified().every == []
    says = [one.says for one in told.changed(forget).made().verified().every]
    assert len(says) == 1 and says[0].startswith("clause 7.1: wagers collected: lines: expected")
