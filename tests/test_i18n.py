"""The catalogues have the same messages in four languages."""

import unicodedata
from collections.abc import Iterator
from fractions import Fraction

import pytest

from sicbo import i18n
from sicbo.i18n import (
    BETS,
    LANGUAGES,
    PLACE,
    Text,
    bet_name,
    catalogue,
    message,
    message_from,
    number_word,
    odds_to_one,
    say,
    symbol,
)

SIMPLIFIED = "单双围点数总两组对图级连开请废为颜红绿蓝鱼虾芦钱鸡颗须没个虽额经后仍还赔赌场筹码广选蓝于间输"
TRADITIONAL = "單雙圍點數總兩組對圖級連開請廢為顏紅綠藍魚蝦蘆錢雞顆須沒個雖額經後仍還賠賭場籌碼廣選藍於間輸"


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_catalogues_have_the_same_keys_in_the_same_order(language: str) -> None:
    assert list(catalogue(language)) == sorted(catalogue("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_leaves_the_same_places_open_in_every_language(language: str) -> None:
    """A case may use fewer places than another, but together they use the same, in the same formats."""
    for key, text in catalogue("en").items():
        assert places(catalogue(language)[key]) <= places(text), key


def places(text: Text) -> set[tuple[str, ...]]:
    """Return the places of a text with their formats; the value that chooses a case is one of them."""
    if isinstance(text, str):
        return set(PLACE.findall(text))
    ((name, cases),) = text.items()
    return {(name, "case")}.union(*(places(case) for case in cases.values()))


def texts(language: str) -> Iterator[str]:
    """Yield every template of a language."""
    yield from (one for text in catalogue(language).values() for one in templates(text))


def templates(text: Text) -> Iterator[str]:
    """Yield the templates of all cases of a text."""
    if isinstance(text, str):
        yield text
        return
    for cases in text.values():
        assert "other" in cases, text
        for case in cases.values():
            yield from templates(case)


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_with_marks_are_single_characters(language: str) -> None:
    """A screen and a search see only one spelling."""
    for template in texts(language):
        assert template == unicodedata.normalize("NFC", template)


def test_simplified_and_traditional_characters_do_not_mix() -> None:
    differ = [(short, long) for short, long in zip(SIMPLIFIED, TRADITIONAL, strict=True) if short != long]
    hans, hant = ("".join(texts(language)) for language in ("zh-Hans", "zh-Hant"))
    for short, long in differ:
        assert long not in hans
        assert short not in hant


def test_an_unknown_language_is_answered_with_the_known_ones() -> None:
    with pytest.raises(LookupError, match="choose one of en, zh-Hans, zh-Hant, vi"):
        say("bet.small", "fr")


def test_an_unknown_bet_keeps_its_key() -> None:
    """A family of bets has a name too."""
    assert (bet_name("domino-41"), bet_name("total"), bet_name("odd")) == ("domino-41", "Totals", "Odd")


def test_a_message_survives_the_journal() -> None:
    """The key and the values are written, and messages inside messages too."""
    inner = message("slips.no-more-bets")
    outer = message("event.refused", says=inner, some=("a", 2))
    assert outer.data() == {
        "key": "event.refused",
        "values": {"says": {"key": "slips.no-more-bets", "values": {}}, "some": ["a", 2]},
    }
    assert message_from(outer.data()) == outer
    assert message("x", b=1, a=2) == message("x", a=2, b=1)


@pytest.mark.parametrize(
    ("form", "value", "said"),
    [
        ("money", 116_550, "$1,165.50"),
        ("money", 2_500, "$25"),
        ("money", -250, "−$2.50"),
        ("amount", -250, "−2.50"),
        ("number", 12_345, "12,345"),
        ("moment", 1_771_056_000_000_000, "14/02/2026 08:00 UTC"),
        ("dice", (1, 4, 4), "1 4 4"),
        ("bet", ("small", "total-9"), "Small, Total 9"),
        ("chips", "colour-chip:red", "red colour chips"),
        ("chips", "token", "tokens"),
        ("chips", "pebble", "pebble"),
        ("ground", "NOT_FLAT", "A die does not lie flat"),
        ("ground", "unheard-of", "unheard-of"),
        ("stakes", (), "nothing"),
        ("stakes", (("small", 500, "value-chip"), ("big", 100, "token")), "$5 on Small, $1 in tokens on Big"),
    ],
)
def test_a_place_may_name_a_format(
    monkeypatch: pytest.MonkeyPatch, form: str, value: object, said: str
) -> None:
    monkeypatch.setattr(i18n, "catalogue", lambda language: {**catalogue(language), "x": f"{{value:{form}}}"})
    assert say("x", value=value) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [(None, "no"), ((), "no"), ("", "no"), (False, "no"), (1, "1 spin"), (7, "lucky"), (("a", "b"), "2+")],
)
def test_a_text_may_depend_on_a_value(monkeypatch: pytest.MonkeyPatch, value: object, said: str) -> None:
    """The value itself comes first, then an empty value, then the plural of the language."""
    cases = {"7": "lucky", "none": "no", "one": "{n} spin", "other": "2+"}
    monkeypatch.setattr(i18n, "catalogue", lambda language: {"x": {"n": cases}})
    assert say("x", n=value) == said


def test_values_that_are_messages_are_said_in_the_same_language() -> None:
    assert message("count.2", face=symbol(1)).say() == "two dice show Fish"
    assert message("count.2", face=symbol(1)).say("vi") == "hai viên ra Cá"
    assert say("call.faces", "zh-Hans", faces=(number_word(1), number_word(4))) == "一、四"


@pytest.mark.parametrize(
    ("odds", "said"),
    [
        (Fraction(7), "7"),
        (Fraction(17, 2), "8.5"),
        (Fraction(1, 2), "0.5"),
        (Fraction(2, 5), "2/5"),
        (Fraction(11, 4), "11/4"),
    ],
)
def test_half_odds_have_a_point_and_other_fractions_a_stroke(odds: Fraction, said: str) -> None:
    assert odds_to_one(odds) == said


@pytest.mark.parametrize(
    ("key", "en", "hans", "hant", "vi"),
    [
        ("small", "Small", "小", "小", "Xỉu"),
        ("big", "Big", "大", "大", "Tài"),
        ("odd", "Odd", "单", "單", "Lẻ"),
        ("even", "Even", "双", "雙", "Chẵn"),
        ("any-triple", "Any triple", "全围", "全圍", "Bộ ba bất kỳ"),
        ("triple-4", "Triple 4", "围骰4", "圍骰4", "Bộ ba 4"),
        ("double-4", "Double 4", "对子4", "對子4", "Cặp đôi 4"),
        ("single-4", "Single 4", "单骰4", "單骰4", "Số đơn 4"),
        ("total-9", "Total 9", "点数总和9", "點數總和9", "Tổng điểm 9"),
        ("domino-14", "Combination 1-4", "两骰组合1-4", "兩骰組合1-4", "Kết hợp hai viên 1-4"),
        ("three-126", "Three dice 1-2-6", "三骰组合1-2-6", "三骰組合1-2-6", "Kết hợp ba viên 1-2-6"),
        ("four-2356", "Three of four 2-3-5-6", "四选三2-3-5-6", "四選三2-3-5-6", "Ba trong bốn số 2-3-5-6"),
        (
            "double-single-113",
            "Double 1 with single 3",
            "对子1配单骰3",
            "對子1配單骰3",
            "Cặp đôi 1 kèm số đơn 3",
        ),
        ("symbol-fish", "Single Fish", "单骰鱼", "單骰魚", "Một mặt Cá"),
        ("symbol-triple-chicken", "Triple Chicken", "围骰鸡", "圍骰雞", "Bộ ba Gà"),
        ("any-symbol-triple", "Any symbol triple", "图案全围", "圖案全圍", "Bộ ba biểu tượng bất kỳ"),
        ("colour-red", "Single red", "红色单骰", "紅色單骰", "Một mặt màu đỏ"),
        ("colour-double-green", "Double green", "绿色对子", "綠色對子", "Cặp đôi màu xanh lá"),
        ("colour-triple-blue", "Triple blue", "蓝色围骰", "藍色圍骰", "Bộ ba màu xanh dương"),
        ("any-colour-triple", "Any colour triple", "同色全围", "同色全圍", "Bộ ba cùng màu bất kỳ"),
        ("streak-small", "Super Streak Small", "超级连开小", "超級連開小", "Siêu chuỗi Xỉu"),
        ("streak-odd", "Super Streak Odd", "超级连开单", "超級連開單", "Siêu chuỗi Lẻ"),
    ],
)
def test_what_a_bet_is_called(key: str, en: str, hans: str, hant: str, vi: str) -> None:
    assert tuple(bet_name(key, language) for language in LANGUAGES) == (en, hans, hant, vi)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_bets_have_the_same_name(language: str) -> None:
    names = [bet_name(key, language) for key in BETS]
    assert len(set(names)) == len(BETS) == 144


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("call.place-bets", ("Place your bets", "请下注", "請下注", "Mời đặt cược")),
        ("call.no-more-bets", ("No more bets", "停止下注", "停止下注", "Ngừng đặt cược")),
        ("call.no-spin", ("No spin", "本局作废", "本局作廢", "Ván không hợp lệ")),
        ("symbol.coin", ("Coin", "金钱", "金錢", "Tiền")),
        ("number.9", ("nine", "九", "九", "chín")),
        ("number.15", ("fifteen", "十五", "十五", "mười lăm")),
    ],
)
def test_what_the_dealer_says(key: str, said: tuple[str, ...]) -> None:
    assert tuple(say(key, language) for language in LANGUAGES) == said
