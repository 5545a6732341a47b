"""The sentence about a stake also mentions limits and tokens."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from sicbo.game.limits import Bounds, Limits
from sicbo.game.money import Instrument, dollars
from sicbo.game.policies import AboveMaximum, BelowMinimum, BelowSign
from sicbo.game.settlement import Line, Wager, settle
from sicbo.rulebooks.crown_sydney_2024.rulebook import RULES
from tests.game.every_family import NUMBERS

LIMITS = Limits(Bounds(dollars(10), dollars(500)), approved_minimum=dollars(5))


def limited_line(stake: int, policies: Mapping[str, object], warned: bool = False) -> Line:
    """Return a wager on Small outside the limits, on 1-4-4, under these policies."""
    limits = {name: replace(getattr(RULES.limits, name), choice=choice) for name, choice in policies.items()}
    rules = replace(RULES, limits=replace(RULES.limits, **limits))
    return settle(Wager("small", stake), (1, 4, 4), NUMBERS, rules, LIMITS, warned=warned)


@pytest.mark.parametrize(
    ("stake", "policies", "warned", "english", "hant", "vi"),
    [
        (
            600_00,
            {},
            False,
            "total 9 is within 4 to 10, 1 to 1; paid or collected to the maximum of $500",
            "點數總和9在4至10之間，1賠1；按最高限額 $500 賠付或收取",
            "tổng điểm 9 nằm trong khoảng 4 đến 10, 1 ăn 1; trả hoặc thu theo mức tối đa $500",
        ),
        (
            600_00,
            {"above_maximum": AboveMaximum.STANDS},
            False,
            "total 9 is within 4 to 10, 1 to 1; it stands whole, though over the maximum of $500",
            "點數總和9在4至10之間，1賠1；雖超過最高限額 $500，仍全額有效",
            "tổng điểm 9 nằm trong khoảng 4 đến 10, 1 ăn 1; vẫn hợp lệ toàn bộ dù vượt mức tối đa $500",
        ),
        (
            600_00,
            {"above_maximum": AboveMaximum.NEVER_TAKEN},
            False,
            "never taken: the maximum is $500",
            "不予受理：最高限額為 $500",
            "không nhận cược: mức tối đa là $500",
        ),
        (
            7_00,
            {},
            False,
            "total 9 is within 4 to 10, 1 to 1; it stands, though under the sign's minimum of $10",
            "點數總和9在4至10之間，1賠1；雖低於告示牌最低限額 $10，仍然有效",
            "tổng điểm 9 nằm trong khoảng 4 đến 10, 1 ăn 1; vẫn hợp lệ dù dưới mức tối thiểu trên bảng $10",
        ),
        (
            7_00,
            {"below_sign": BelowSign.RETURNED},
            False,
            "returned: under the sign's minimum of $10",
            "退還：低於告示牌最低限額 $10",
            "hoàn lại: dưới mức tối thiểu trên bảng $10",
        ),
        (
            3_00,
            {},
            False,
            "void: under the approved minimum of $5",
            "作廢：低於核准的最低限額 $5",
            "vô hiệu: dưới mức tối thiểu được phê duyệt $5",
        ),
        (
            3_00,
            {"below_minimum": BelowMinimum.STANDS},
            False,
            "total 9 is within 4 to 10, 1 to 1; it stands, though under the minimum of $10",
            "點數總和9在4至10之間，1賠1；雖低於最低限額 $10，仍然有效",
            "tổng điểm 9 nằm trong khoảng 4 đến 10, 1 ăn 1; vẫn hợp lệ dù dưới mức tối thiểu $10",
        ),
        (
            3_00,
            {"below_minimum": BelowMinimum.STANDS_ONCE},
            False,
            "total 9 is within 4 to 10, 1 to 1; it stands this once, though under the minimum of $10",
            "點數總和9在4至10之間，1賠1；雖低於最低限額 $10，僅此一次有效",
            "tổng điểm 9 nằm trong khoảng 4 đến 10, 1 ăn 1; chỉ lần này vẫn hợp lệ dù dưới mức tối thiểu $10",
        ),
        (
            3_00,
            {"below_minimum": BelowMinimum.STANDS_ONCE},
            True,
            "returned: under the minimum of $10 after a warning",
            "退還：經警告後仍低於最低限額 $10",
            "hoàn lại: vẫn dưới mức tối thiểu $10 sau khi được nhắc",
        ),
        (
            3_00,
            {"below_minimum": BelowMinimum.NEVER_TAKEN},
            False,
            "never taken: the minimum is $10",
            "不予受理：最低限額為 $10",
            "không nhận cược: mức tối thiểu là $10",
        ),
    ],
)
def test_a_stake_outside_the_limits_is_told_too(
    stake: int, policies: Mapping[str, object], warned: bool, english: str, hant: str, vi: str
) -> None:
    line = limited_line(stake, policies, warned)
    assert (line.reason(), line.reason("zh-Hant"), line.reason("vi")) == (english, hant, vi)


def test_a_token_that_the_house_keeps_on_a_win_is_told() -> None:
    wager = Wager("small", 1000, Instrument.TOKEN)
    won, lost = (settle(wager, roll, NUMBERS, RULES) for roll in ((1, 4, 4), (6, 6, 5)))
    assert won.reason() == "total 9 is within 4 to 10, 1 to 1; the house keeps the token"
    assert won.reason("zh-Hant") == "點數總和9在4至10之間，1賠1；推廣籌碼由賭場收回"
    assert lost.reason() == "total 17 is not 4 to 10; the house collects the token"


def test_a_token_that_goes_back_is_told_like_chips() -> None:
    rules = RULES.with_readings({"S-05": "returned"})
    line = settle(Wager("small", 1000, Instrument.TOKEN), (1, 4, 4), NUMBERS, rules)
    assert line.reason() == "total 9 is within 4 to 10, 1 to 1"
