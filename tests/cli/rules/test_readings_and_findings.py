"""Commands about the rulebooks: clauses, readings, findings, differences."""

import pytest
from rich.cells import cell_len

from sicbo.game.rulebook.clauses import State
from sicbo.rulebooks import every_layout, every_rulebook
from tests.cli.test_cli import Said, expected_code


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a terminal of eighty columns."""
    monkeypatch.setenv("COLUMNS", "80")


def test_rulebooks_are_listed_with_their_layouts(capsys: pytest.CaptureFixture[str]) -> None:
    """Eight layouts of five rulebooks have one line each."""
    books = Said(capsys, "rulebooks", "--json").json

    assert [layout["layout"] for book in books for layout in book["layouts"]] == every_layout()
    assert {book["rulebook"] for book in books if book["super_streak"]} == {"star-sydney-2016"}
    assert len(Said(capsys, "rulebooks").out.splitlines()) == 1 + len(every_layout())


def test_streak_bets_are_counted_beside_the_areas(capsys: pytest.CaptureFixture[str]) -> None:
    """The Star has 56 areas and four streak bets in every command."""
    star = next(book for book in Said(capsys, "rulebooks", "--json").json if book["super_streak"])
    line = next(line for line in Said(capsys, "rulebooks").out.splitlines() if line.startswith("star"))
    bets = Said(capsys, "odds", "star-sydney", "--json").json["bets"]

    assert star["layouts"] == [{"layout": "star-sydney-2016", "areas": 56}]
    assert star["streak_bets"] == ["streak-small", "streak-big", "streak-odd", "streak-even"]
    assert line.split()[2:4] == ["56", "4"]
    assert "56 areas and 4 streak bets" in Said(capsys, "odds", "star-sydney").out
    assert len(bets) == 60
    assert {bet["clause"] for bet in bets[56:]} == {"6.5, 7.2"}


@pytest.mark.parametrize("command", ["lint", "readings", "publish", "clauses"])
def test_a_layout_names_its_rulebook(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Commands about a rulebook accept the name of one of its layouts."""
    by_layout, by_book = (Said(capsys, command, name) for name in ("crown-melbourne/b", "crown-melbourne"))

    assert by_layout.code == expected_code(command)
    assert (by_layout.out, by_layout.err) == (by_book.out, by_book.err)


def test_a_clause_with_those_below_it(capsys: pytest.CaptureFixture[str]) -> None:
    """The output shows what 4.2.5 of Crown Sydney decides, its reading and its test."""
    found = Said(capsys, "rule", "crown-sydney", "4.2", "--json").json
    last = next(item for item in found if item["clause"] == "4.2.5")

    assert found[0]["clause"] == "4.2"
    assert last["decides"][0]["name"] == "limits.above_maximum"
    assert last["readings"] == ["S-06"]
    assert last["tests"]
    assert (
        "limits.above_maximum: paid or collected to the maximum"
        in Said(capsys, "rule", "crown-sydney", "4.2.5").out
    )


def test_clauses_are_counted_by_state(capsys: pytest.CaptureFixture[str]) -> None:
    """The states of a rulebook add up to all of its clauses."""
    counts = Said(capsys, "clauses", "--json").json

    assert list(counts) == list(every_rulebook())
    for count in counts.values():
        assert sum(count[state.value] for state in State) == count["all"]


def test_clauses_of_one_rulebook_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    """Clauses are filtered by state and by kind, for people and for machines."""
    duties = Said(capsys, "clauses", "crown-sydney", "--state", "duty", "--json").json
    limits = Said(capsys, "clauses", "crown-sydney", "--kind", "limits")
    pending = Said(capsys, "clauses", "crown-sydney", "--state", "pending")

    assert pending.out.strip() == "No clause matches."
    assert {item["state"] for item in duties} == {"duty"}
    assert "4.2.5" in limits.out
    assert max(map(cell_len, limits.out.splitlines())) <= 80


def test_readings_with_their_prices(capsys: pytest.CaptureFixture[str]) -> None:
    """The Star's Even costs 1/36 as intended and 5/18 as written; one option is in force."""
    said = Said(capsys, "readings", "star-sydney", "-r", "ST-01=literal", "--json").json
    even = next(item for item in said if item["id"] == "ST-01")
    figures = {option["key"]: option["figures"]["even"] for option in even["options"]}

    assert (even["default"], even["taken"]) == ("intended", "literal")
    assert (figures["intended"], figures["literal"]) == ("1/36", "5/18")
    assert "* intended:" in Said(capsys, "readings", "star-sydney").out


def test_lint_finds_what_the_texts_give_away(capsys: pytest.CaptureFixture[str]) -> None:
    """All five texts have two player edges, both at Crown Melbourne's layout of symbols."""
    said = Said(capsys, "lint", "--all", "--json")
    gains = [(item["where"], item["reading"]) for item in said.json if item["kind"] == "PLAYER-EDGE"]

    assert said.code == 3
    assert sorted(gains) == [("crown-melbourne-6.1/b", "M-01"), ("crown-melbourne-6.1/b", "M-02")]
    assert {item["where"].partition("/")[0] for item in said.json} == set(every_rulebook())
    assert list(dict.fromkeys(item["kind"] for item in said.json)) == [
        "PLAYER-EDGE",
        "CONFLICT",
        "AMBIGUOUS",
        "TEXT-GAP",
        "ILLEGIBLE",
        "XREF",
        "NOTE",
    ]


def test_lint_gives_machines_every_figure(capsys: pytest.CaptureFixture[str]) -> None:
    """Figures are fractions by option and by bet; there are none without a reading."""
    found = Said(capsys, "lint", "crown-sydney", "--json").json
    domino = next(item for item in found if item["reading"] == "S-03")

    assert domino["figures"] == {
        "both-once": {"domino": "1/36"},
        "exactly-two": {"domino": "2/9"},
        "each-pair": {"domino": "-5/36"},
    }
    assert all(item["figures"] == {} for item in found if item["reading"] is None)


def test_differences_name_both_sides(capsys: pytest.CaptureFixture[str]) -> None:
    """Crown Sydney has no Odd; its table closes after three spins, The Star's after twenty minutes."""
    found = {
        item["what"]: item for item in Said(capsys, "diff", "crown-sydney", "star-sydney", "--json").json
    }

    assert found["odd"]["first"] == "not offered"
    assert found["odd"]["second"].startswith("1 to 1")
    assert "3" in found["conduct.closing"]["first"]
    assert "20" in found["conduct.closing"]["second"]
    assert Said(capsys, "diff", "crown-sydney", "crown-sydney").out.strip().endswith("0 differences.")
