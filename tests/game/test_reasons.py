"""The reason why a wager won or lost, in terms of the dice, and the dealer's call."""

from dataclasses import replace

import pytest

from sicbo import rulebooks
from sicbo.game.dice import (
    EVERY_ROLL,
)
from sicbo.game.layout import Layout
from sicbo.game.policies import Call
from sicbo.game.reasons import dealer_call, price_reason
from sicbo.game.rulebook.rules import Ruling
from sicbo.i18n import LANGUAGES
from sicbo.rulebooks.crown_sydney_2024.rulebook import RULES
from tests.game.every_family import NUMBERS, SYMBOL_LAYOUT, reason_for


@pytest.mark.parametrize(
    ("bet", "shown", "sentence"),
    [
        ("small", "414", "total 9 is within 4 to 10, 1 to 1"),
        ("small", "665", "total 17 is not 4 to 10"),
        ("small", "444", "4-4-4 is a triple, which loses Small"),
        ("small", "222", "2-2-2 is a triple, which loses Small"),
        ("big", "414", "total 9 is not 11 to 17"),
        ("big", "665", "total 17 is within 11 to 17, 1 to 1"),
        ("big", "666", "6-6-6 is a triple, which loses Big"),
        ("odd", "414", "total 9 is odd, 1 to 1"),
        ("odd", "424", "total 10 is not odd"),
        ("odd", "111", "1-1-1 is a triple, which loses Odd"),
        ("even", "424", "total 10 is even, 1 to 1"),
        ("even", "414", "total 9 is not even"),
        ("even", "222", "2-2-2 is a triple, which loses Even"),
        ("total-9", "414", "total is 9, 7 to 1"),
        ("total-9", "333", "total is 9, 7 to 1"),
        ("total-9", "651", "total is 12, not 9"),
        ("total-9", "444", "total is 12, not 9"),
        ("total-4", "111", "total is 3, not 4"),
        ("total-8", "611", "total is 8, 8.5 to 1"),
        ("any-triple", "444", "4-4-4 is a triple, 31 to 1"),
        ("any-triple", "414", "1-4-4 is not a triple"),
        ("triple-4", "444", "three dice show 4, 180 to 1"),
        ("triple-4", "414", "two dice show 4: three are needed"),
        ("triple-4", "412", "one die shows 4: three are needed"),
        ("triple-4", "333", "no die shows 4"),
        ("double-4", "414", "two dice show 4, 11 to 1, paid once"),
        ("double-4", "444", "three dice show 4; it counts as one double, 11 to 1, paid once"),
        ("double-4", "412", "one die shows 4: two are needed"),
        ("double-4", "112", "no die shows 4"),
        ("single-3", "124", "no die shows 3"),
        ("single-3", "123", "one die shows 3, 1 to 1"),
        ("single-3", "323", "two dice show 3, 2 to 1"),
        ("single-3", "333", "three dice show 3, 12 to 1"),
        ("domino-14", "414", "a 1 and a 4 are shown, 6 to 1"),
        ("domino-14", "214", "a 1 and a 4 are shown, 6 to 1"),
        ("domino-14", "112", "no die shows 4"),
        ("domino-14", "444", "no die shows 1"),
        ("domino-14", "235", "neither 1 nor 4 is shown"),
        ("four-3456", "653", "three different numbers of 3, 4, 5, 6 are shown, 7 to 1"),
        ("four-3456", "665", "5-6-6 repeats a number: three different numbers of 3, 4, 5, 6 are needed"),
        ("four-3456", "333", "3-3-3 repeats a number: three different numbers of 3, 4, 5, 6 are needed"),
        ("four-3456", "651", "1 is not one of 3, 4, 5, 6"),
        ("three-126", "621", "a 1, a 2 and a 6 are shown, 30 to 1"),
        ("three-126", "165", "no die shows 2"),
        ("three-126", "222", "no die shows 1"),
        ("double-single-113", "131", "two dice show 1 and one shows 3, 50 to 1"),
        ("double-single-113", "112", "no die shows 3"),
        ("double-single-113", "331", "one die shows 1: two are needed"),
        ("double-single-113", "111", "no die shows 3"),
        ("double-single-113", "333", "no die shows 1"),
        ("symbol-fish", "235", "no die shows Fish"),
        ("symbol-fish", "135", "one die shows Fish, 1 to 1"),
        ("symbol-fish", "115", "two dice show Fish, 2 to 1"),
        ("symbol-fish", "111", "three dice show Fish, 12 to 1"),
        ("symbol-triple-crab", "555", "three dice show Crab, 180 to 1"),
        ("symbol-triple-crab", "553", "two dice show Crab: three are needed"),
        ("any-symbol-triple", "444", "Coin-Coin-Coin is a triple, 31 to 1"),
        ("any-symbol-triple", "414", "Fish-Coin-Coin is not a triple"),
        ("colour-red", "234", "no die shows red"),
        ("colour-red", "134", "one die shows red, 1 to 1"),
        ("colour-red", "164", "two dice show red, 1 to 1, paid once"),
        ("colour-red", "666", "three dice show red, 1 to 1, paid once"),
        ("colour-double-green", "234", "one die shows green: two are needed"),
        ("colour-double-green", "254", "two dice show green, 3 to 1, paid once"),
        ("colour-double-green", "252", "three dice show green; it counts as one double, 3 to 1, paid once"),
        ("colour-triple-blue", "343", "three dice show blue, 23 to 1"),
        ("colour-triple-blue", "341", "two dice show blue: three are needed"),
        ("any-colour-triple", "343", "three dice show blue, 7 to 1"),
        ("any-colour-triple", "222", "three dice show green, 7 to 1"),
        ("any-colour-triple", "341", "the dice do not all show one colour"),
    ],
)
def test_in_english(bet: str, shown: str, sentence: str) -> None:
    assert reason_for(bet, shown) == sentence


@pytest.mark.parametrize(
    ("bet", "shown", "hans", "hant"),
    [
        ("small", "414", "点数总和9在4至10之间，1赔1", "點數總和9在4至10之間，1賠1"),
        ("big", "414", "点数总和9不在11至17之间", "點數總和9不在11至17之間"),
        ("small", "444", "4-4-4是围骰，押“小”输", "4-4-4是圍骰，押「小」輸"),
        ("odd", "414", "点数总和9为单数，1赔1", "點數總和9為單數，1賠1"),
        ("even", "414", "点数总和9不是双数", "點數總和9不是雙數"),
        ("total-9", "414", "点数总和为9，1赔7", "點數總和為9，1賠7"),
        ("total-9", "651", "点数总和为12，不是9", "點數總和為12，不是9"),
        ("total-8", "611", "点数总和为8，1赔8.5", "點數總和為8，1賠8.5"),
        ("any-triple", "414", "1-4-4不是围骰", "1-4-4不是圍骰"),
        ("triple-4", "414", "两颗骰子开出4，需要三颗", "兩顆骰子開出4，需要三顆"),
        ("double-4", "414", "两颗骰子开出4，1赔11，只赔一次", "兩顆骰子開出4，1賠11，只賠一次"),
        (
            "double-4",
            "444",
            "三颗骰子开出4，只算一个对子，1赔11，只赔一次",
            "三顆骰子開出4，只算一個對子，1賠11，只賠一次",
        ),
        ("single-3", "124", "没有骰子开出3", "沒有骰子開出3"),
        ("single-3", "123", "一颗骰子开出3，1赔1", "一顆骰子開出3，1賠1"),
        ("domino-14", "414", "开出1和4，1赔6", "開出1和4，1賠6"),
        ("domino-14", "235", "1和4都没有开出", "1和4都沒有開出"),
        ("four-3456", "653", "开出3、4、5、6中的三个不同数字，1赔7", "開出3、4、5、6中的三個不同數字，1賠7"),
        (
            "four-3456",
            "665",
            "5-6-6有重复数字，须开出3、4、5、6中的三个不同数字",
            "5-6-6有重複數字，須開出3、4、5、6中的三個不同數字",
        ),
        ("three-126", "621", "开出1、2和6，1赔30", "開出1、2和6，1賠30"),
        ("double-single-113", "131", "两颗骰子开出1，一颗开出3，1赔50", "兩顆骰子開出1，一顆開出3，1賠50"),
        ("symbol-fish", "115", "两颗骰子开出鱼，1赔2", "兩顆骰子開出魚，1賠2"),
        ("any-symbol-triple", "414", "鱼-金钱-金钱不是围骰", "魚-金錢-金錢不是圍骰"),
        ("colour-red", "164", "两颗骰子开出红色，1赔1，只赔一次", "兩顆骰子開出紅色，1賠1，只賠一次"),
        ("any-colour-triple", "341", "三颗骰子并非同色", "三顆骰子並非同色"),
    ],
)
def test_in_chinese(bet: str, shown: str, hans: str, hant: str) -> None:
    assert reason_for(bet, shown, "zh-Hans") == hans
    assert reason_for(bet, shown, "zh-Hant") == hant


@pytest.mark.parametrize(
    ("bet", "shown", "sentence"),
    [
        ("small", "414", "tổng điểm 9 nằm trong khoảng 4 đến 10, 1 ăn 1"),
        ("big", "414", "tổng điểm 9 không nằm trong khoảng 11 đến 17"),
        ("small", "444", "4-4-4 là bộ ba nên cược Xỉu thua"),
        ("odd", "414", "tổng điểm 9 là số lẻ, 1 ăn 1"),
        ("total-9", "414", "tổng điểm là 9, 1 ăn 7"),
        ("total-9", "651", "tổng điểm là 12, không phải 9"),
        ("any-triple", "444", "4-4-4 là bộ ba, 1 ăn 31"),
        ("triple-4", "414", "hai viên ra 4, cần ba viên"),
        ("double-4", "444", "ba viên ra 4, chỉ tính một cặp đôi, 1 ăn 11, chỉ trả một lần"),
        ("single-3", "124", "không viên nào ra 3"),
        ("single-3", "123", "một viên ra 3, 1 ăn 1"),
        ("domino-14", "414", "ra 1 và 4, 1 ăn 6"),
        ("domino-14", "235", "không ra 1 lẫn 4"),
        ("four-3456", "665", "5-6-6 có số lặp lại, cần ba số khác nhau trong 3, 4, 5, 6"),
        ("four-3456", "651", "1 không nằm trong 3, 4, 5, 6"),
        ("three-126", "621", "ra 1, 2 và 6, 1 ăn 30"),
        ("double-single-113", "131", "hai viên ra 1 và một viên ra 3, 1 ăn 50"),
        ("symbol-fish", "115", "hai viên ra Cá, 1 ăn 2"),
        ("colour-double-green", "254", "hai viên ra màu xanh lá, 1 ăn 3, chỉ trả một lần"),
        ("any-colour-triple", "341", "ba viên không cùng màu"),
    ],
)
def test_in_vietnamese(bet: str, shown: str, sentence: str) -> None:
    assert reason_for(bet, shown, "vi") == sentence


def call_of(choice: Call, language: str = "en", layout: Layout = NUMBERS) -> str:
    """Return the call of 4-1-4."""
    rules = replace(RULES, round=replace(RULES.round, call=Ruling("5", choice, "It is called.")))
    return dealer_call((4, 1, 4), rules, layout, language)


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (Call.FACES_AND_TOTAL, "one, four, four, total nine"),
        (Call.ASCENDING_AND_TOTAL, "one, four, four, total nine"),
        (Call.FACES, "one, four, four"),
        (Call.RESULT, "one, four, four"),
        (Call.SHOWN, "one, four, four"),
    ],
)
def test_the_call_has_the_lowest_face_first(choice: Call, said: str) -> None:
    assert call_of(choice) == said


def test_the_call_in_other_languages_and_of_symbols() -> None:
    assert call_of(Call.FACES_AND_TOTAL, "zh-Hans") == "一、四、四，共九点"
    assert call_of(Call.FACES_AND_TOTAL, "zh-Hant") == "一、四、四，共九點"
    assert call_of(Call.FACES_AND_TOTAL, "vi") == "một, bốn, bốn, tổng chín"
    assert call_of(Call.FACES, layout=SYMBOL_LAYOUT) == "Fish, Coin, Coin"
    assert call_of(Call.FACES, "zh-Hant", SYMBOL_LAYOUT) == "魚、金錢、金錢"
    assert call_of(Call.FACES, "vi", SYMBOL_LAYOUT) == "Cá, Tiền, Tiền"


@pytest.mark.parametrize("name", rulebooks.every_layout())
def test_every_bet_on_every_roll_is_explained_in_every_language(name: str) -> None:
    _, layout = rulebooks.get_layout(name)
    reasons = {price_reason(bet, roll, layout.price(bet.key, roll)) for bet in layout for roll in EVERY_ROLL}
    for sentence in (reason.say(language) for reason in reasons for language in LANGUAGES):
        assert sentence
        assert "{" not in sentence
        assert "/2" not in sentence


@pytest.mark.parametrize("name", rulebooks.every_layout())
def test_every_printed_bet_has_a_reason_of_its_own_on_every_roll(name: str) -> None:
    """Printed bets never use the general sentence, which is for other readings."""
    _, layout = rulebooks.get_layout(name)
    reasons = {price_reason(bet, roll, None) for bet in layout for roll in EVERY_ROLL}
    assert not {reason.key for reason in reasons} & {"roll.won", "roll.lost"}
