"""`sicbo drill`: the rulebook answers every question, and correct answers are counted."""

import io
from itertools import islice
from random import Random

import pytest

from sicbo.cli.main import main
from sicbo.cli.play.drill import DRILLS, Question, calls, payouts
from sicbo.rulebook import Rulebook
from sicbo.rulebooks import every_layout


def type_lines(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Put lines on standard input."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


@pytest.mark.parametrize("kind", DRILLS)
@pytest.mark.parametrize("layout", every_layout())
def test_every_question_has_its_answer_and_its_clause(kind: str, layout: str) -> None:
    """At every layout, correct answers are accepted, another is not, and the clause is cited."""
    book = Rulebook.load(layout)
    for question in islice(DRILLS[kind](book, Random(7), "en"), 40):
        assert all(map(question.accepts, question.right))
        assert not question.accepts("not an answer")
        assert not question.accepts("")
        assert question.clause
        assert question.says.endswith(".")


def test_the_same_seed_asks_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """So two trainees can be compared."""
    book = Rulebook.load("crown-sydney")
    first, second = (list(islice(payouts(book, Random(3)), 20)) for _ in range(2))
    assert first == second
    assert any(question.right != ("0.00",) for question in first)
    assert any(question.right == ("0.00",) for question in first)


def test_figures_are_taken_however_they_are_written() -> None:
    """1,250 is 1250.00; the call may be typed in words or in figures."""
    assert Question("", ("1,250.00",), "", "").accepts("1250")
    assert not Question("", ("1,250.00",), "", "").accepts("125")
    assert Question("", ("7.50",), "", "").accepts("7.50")
    call = next(calls(Rulebook.load("star-sydney"), Random(1)))
    assert call.right == ("1 5 6 12", "one, five, six, total twelve")
    assert call.accepts("One five six total twelve")


def test_a_drill_is_asked_answered_and_scored(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """There are two answers, one of them correct, before the trainee quits."""
    type_lines(monkeypatch, "1 5 6 12", "1 1 1 3", "q")
    assert main(["drill", "calls", "star-sydney", "--seed", "1"]) == 0
    page = capsys.readouterr().out
    assert "1. The dice lie 1 6 5. Call them, lowest first, then the total: 1 5 6 12\n   Correct." in page
    assert "   Wrong. one, two, five, total eight." in page
    assert "(5.3)" in page
    assert page.splitlines()[-1].startswith("1 of 2 correct, ")


def test_what_cannot_be_drilled_is_said_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A misspelt kind, no questions, and the end of the input are handled."""
    assert main(["drill", "payments"]) == 4
    assert "Did you mean payouts?" in capsys.readouterr().err
    assert main(["drill", "calls", "--questions", "0"]) == 2
    type_lines(monkeypatch)
    assert main(["drill", "irregularities"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "0 of 0 correct."
