"""Terms are loaded with one sentence for each mistake, and rendered with every statement."""

import hashlib
import time

import pytest

from sicbo.errors import BadInput
from sicbo.game.rulebook.required_terms import AnswerKind, Item
from sicbo.game.rulebook.rules import Rules
from sicbo.i18n import LANGUAGES
from sicbo.terms.loader import parse_cents, parse_terms, toml_as_json
from sicbo.terms.render import html, markdown
from sicbo.terms.template import terms_template
from tests.terms.complete import WITH_TOURNAMENTS, complete_tournament

HEAD = 'kind = "tournament"\nrulebook = "crown-sydney"\nname = "Cup"\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("kind =", "x.toml: This is not TOML: "),
        (
            'kind = "tournament"\nrulebook = "x"\n',
            'x.toml: name is missing. Write name = "…" at the top.',
        ),
        (
            HEAD.replace("tournament", "raffle"),
            "x.toml: kind is 'raffle'. Write one of these: tournament,",
        ),
        (
            f"{HEAD}[a]\nfee = 5.5\n",
            'x.toml: a.fee is 5.5. Write money and parts as text, such as "5.50".',
        ),
        (f"{HEAD}[[a]]\nat = 2026-01-01T10:00:00\n", "x.toml: a[1].at has no offset. Write "),
        (f"{HEAD}[a]\nfee = {'9' * 5_000}\n", "x.toml: A number is too long. Write whole numbers"),
        (f"{HEAD}fee = {'[' * 5_000}", "x.toml: Tables and lists are nested too deeply."),
        (f"{HEAD}{'.'.join('a' * 5_000)} = 1", "x.toml: Tables and lists are nested too deeply."),
        (
            f"{HEAD}[a]\nfee = {2**63}\n",
            "x.toml: a.fee: the number is too long. Write whole numbers of at",
        ),
        (f"{HEAD}[a]\nfee = 0x{'f' * 5_000}\n", "x.toml: a.fee: the number is too long. Write whole"),
        (f"{HEAD}[a]\nat = 10:00:00\n", "x.toml: a.at is a time without a day. Write both."),
    ],
)
def test_a_file_that_cannot_be_terms_is_refused_in_one_sentence(text: str, says: str) -> None:
    """The sentence names the file and the place in it."""
    with pytest.raises(BadInput) as error:
        parse_terms(text, "x.toml")

    assert str(error.value).startswith(says)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        "a." * 32_000 + "b = 1",
        "[" + "a." * 32_000 + "b]",
        "x = {" + "a . " * 16_000 + "b = 1}",
        '"=".' * 16_000 + "a = 1",
        '"\\"".' * 13_000 + "a = 1",
        ("'a'." * 30 + "b" * 200 + ".") * 200 + "a = 1",
        "[" + "a." * 16_000 + "b]\n" + "a.b = 1\n" * 4_000,
        '"' + '\\"' * 32_000,
    ],
)
def test_13_a_text_that_is_slow_to_read_is_refused_at_once(text: str) -> None:
    """One key of 32,000 parts stopped the whole house for twenty seconds; any visitor could send it."""
    began = time.process_time()
    with pytest.raises(BadInput):
        parse_terms(text)

    assert time.process_time() - began < 1


def test_a_key_of_31_parts_is_read() -> None:
    """So are 40 sentences, dots and quotation marks within a text."""
    prose = "One word. " * 40 + "." * 100 + "'a'"
    parse_terms(f'{HEAD}says = "{prose}"\n{".".join("a" * 31)} = 1\n')


def test_terms_are_named_by_the_hash_of_their_text() -> None:
    """Anyone can compute the hash."""
    terms = parse_terms(HEAD)

    assert terms.sha256 == hashlib.sha256(HEAD.encode()).hexdigest()
    assert (terms.kind, terms.rulebook, terms.name) == ("tournament", "crown-sydney", "Cup")


@pytest.mark.parametrize(
    ("written", "is_"),
    [
        ("50", 5000),
        ("50.00", 5000),
        ("1,250.05", 125_005),
        ("0.00", 0),
        ("5.5", None),
        ("", None),
        ("-1", None),
    ],
)
def test_money_is_read_exactly(written: str, is_: int | None) -> None:
    """An amount is read to the cent, or not at all."""
    assert parse_cents(written) == is_


def test_what_is_read_can_be_written_as_json() -> None:
    """A moment becomes text, and nothing else changes."""
    terms = parse_terms(f"{HEAD}[a]\nat = 2026-01-01T10:00:00+11:00\nsome = [1, 2]\n")

    assert toml_as_json(dict(terms.data))["a"] == {  # type: ignore[index]
        "at": "2026-01-01T10:00:00+11:00",
        "some": [1, 2],
    }


@pytest.mark.parametrize("rules", WITH_TOURNAMENTS, ids=lambda rules: rules.key)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_document_states_every_item_with_its_clause(rules: Rules, language: str) -> None:
    """The document is Markdown or HTML, with headings in the requested language."""
    terms, items = complete_tournament(rules), rules.terms.tournament
    written, page = markdown(terms, items, language), html(terms, items, language)

    for document in (written, page):
        assert [item.clause for item in items if item.clause not in document] == []
    statements = [item.example for item in items if item.asks is AnswerKind.STATEMENT]
    assert [one for one in statements if str(one) not in written] == []
    assert terms.sha256 in written and terms.sha256 in page
    heads = [line for line in written.splitlines() if line.startswith("## ")]
    assert len(heads) == 9
    assert (
        heads[1]
        == {
            "en": "## Details",
            "zh-Hans": "## 赛事详情",
            "zh-Hant": "## 賽事詳情",
            "vi": "## Thông tin giải đấu",
        }[language]
    )


def test_what_people_write_cannot_break_the_page() -> None:
    """Markup in a name is shown as text."""
    terms = parse_terms(HEAD.replace("Cup", "<script>") + '[details]\nlocation = "<b>|</b>"\n')
    items = [Item("1", "details.location", "where <i>it</i> is", AnswerKind.NAME, "")]

    assert "<script>" not in html(terms, items) and "<b>" not in html(terms, items)


def test_a_template_shows_one_entry_for_each_kind() -> None:
    """The list itself needs no line."""
    items = [
        Item("9", "prizes", "the prizes", AnswerKind.LIST, ()),
        Item("9.1", "prizes[].kind", "the kind", AnswerKind.NAME, "", one_of=("car", "trip")),
        Item("9.2", "prizes[].make", "the make", AnswerKind.NAME, "Holden", when="prizes[].kind=car"),
        Item("9.3", "prizes[].guests", "the guests", AnswerKind.COUNT, 2, when="prizes[].kind=trip"),
    ]
    written = parse_terms(terms_template({"kind": "promotion", "rulebook": "x", "name": "P"}, items))

    assert written.data["prizes"] == [{"kind": "car", "make": "Holden"}, {"kind": "trip", "guests": 2}]
    assert "# 9.1: the kind.\n# One of: car, trip.\n" in written.text


def test_a_section_without_a_translation_keeps_its_name() -> None:
    """So a new section is never lost."""
    terms = parse_terms(f'{HEAD}[odd_things]\nx = "y"\n')

    assert "## Odd things" in markdown(terms, [Item("1", "odd_things.x", "x", AnswerKind.NAME, "")])
