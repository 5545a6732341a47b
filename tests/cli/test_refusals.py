"""Errors of the command line: one sentence, and the right exit code."""

import subprocess
import sys

import pytest

from sicbo.cli.main import main

ROUND = ("settle", "crown-sydney", "1", "2", "4")

BAD_INPUT = [
    (("settle", "crown-sydney", "0", "2", "4", "small=100"), "A die shows 1 to 6, not 0"),
    (("settle", "crown-sydney", "1", "2", "7", "small=100"), "A die shows 1 to 6, not 7"),
    (("settle", "crown-sydney", "1", "2", "x", "small=100"), "A die shows 1 to 6, not x"),
    (("settle", "crown-sydney", "1", "2", "9" * 5000, "small=100"), "A die shows 1 to 6"),
    (("explain", "crown-sydney", "1", "2", "²", "small=100"), "A die shows 1 to 6"),
    ((*ROUND, "small=0"), "not 0"),
    ((*ROUND, "small=-100"), "not -100"),
    ((*ROUND, "small=2.5"), "whole number of cents, not '2.5'"),
    ((*ROUND, "small=1e9"), "whole number of cents"),
    ((*ROUND, "small=²"), "whole number of cents"),
    ((*ROUND, "small="), "whole number of cents"),
    ((*ROUND, "small=" + "9" * 17), "not 99999999999999999"),
    ((*ROUND, "small=" + "9" * 5000), "between 1 and 1000000000000000, not a number of 5000 digits"),
    ((*ROUND, "small=1" + "0" * 30), "between 1 and 1000000000000000, not a number of 31 digits"),
    ((*ROUND, "small"), "BET=STAKE"),
    ((*ROUND, "=100"), "BET=STAKE"),
    ((*ROUND, "small=100:gold"), "BET=STAKE"),
    ((*ROUND, "small=100:"), "BET=STAKE"),
    ((*ROUND, "small=100", "small=200"), "names each bet once"),
    ((*ROUND, "small=100", "--chip", "0"), "--chip"),
    ((*ROUND, "small=100", "--min", "500", "--max", "200"), "cannot be 500 to 200"),
    ((*ROUND, "small=100", "--min", "-5"), "so they cannot be -5."),
    ((*ROUND, "small=100", "--min", "500"), "approved minimum"),
    ((*ROUND, "small=100", "--min", "5.5"), "--min"),
    (("settle", "singapore-etg/1", "1", "2", "5", "total-8=1"), "$0.01 cannot be paid exactly"),
    (
        ("settle", "star-sydney", "1", "2", "4", "streak-small=100"),
        "sicbo streak star-sydney-2016 --side small",
    ),
    (("dist", "star-sydney", "streak-odd=100"), "sicbo streak star-sydney-2016 --side odd"),
    (("dist", "crown-sydney", "small=100", "--rounds", "0"), "between 1 and 100000"),
    (("dist", "crown-sydney", "small=100", "--rounds", "100001"), "between 1 and 100000"),
    (("odds", "crown-sydney", "--reading", "S-01"), "ID=OPTION"),
    (("odds", "crown-sydney", "-r", "S-01=triples-win", "-r", "S-01=triples-lose"), "given twice"),
    (("lint",), "Give either a rulebook or --all"),
    (("lint", "crown-sydney", "--all"), "Give either a rulebook or --all"),
    (("lint", "--all", "-r", "S-01=triples-win"), "cannot be combined with --all"),
    (("par", "crown-sydney", "-o", "/dev/null/sheets"), "Cannot write to /dev/null/sheets"),
    (("par", "crown-sydney"), "Missing option"),
    (("odds",), "Missing argument 'LAYOUT'"),
    (("odds", "crown-sydney", "--colour"), "No such option: --colour"),
    (("od",), "No such command 'od'"),
    (("odss",), "Did you mean 'odds'? Try `sicbo --help`."),
    (
        ("dist", "crown-sydney", "small=2501", "total-9=1", "domino-14=77777", "--rounds", "100000"),
        "takes too long",
    ),
]

NOT_FOUND = [
    (("odds", "crown-sidney"), "Did you mean crown-sydney"),
    (("odds", "macau"), "Unknown rulebook: 'macau'. Known: "),
    (("odds", "crown-melbourne"), "It has several layouts: crown-melbourne-6.1/a, crown-melbourne-6.1/b."),
    (("lint", "crown-melbourne/c"), "Unknown layout"),
    (("odds", "crown-melbourne/c"), "crown-melbourne-6.1/"),
    (("odds", "crown-sydney/a"), "Unknown layout"),
    (("odds", "crown-sydney", "smal"), "Did you mean small?"),
    (("odds", "crown-sydney", "streak-small"), "Unknown bet"),
    ((*ROUND, "symbol-fish=100"), "Unknown bet at Crown Sydney: 'symbol-fish'"),
    ((*ROUND, "odd=100"), "Unknown bet at Crown Sydney: 'odd'. It is offered at crown-melbourne-6.1/a, "),
    (("odds", "crown-sydney", "odd"), "It is offered at crown-melbourne-6.1/a, "),
    (("dist", "singapore-etg/2", "double-single-112=100"), "Those three dice are total-4 there."),
    (("dist", "singapore-etg/1", "three-123=100"), "It is offered at singapore-etg/2, singapore-etg/3."),
    (("dist", "crown-sydney", "four-1234=100"), "Unknown bet"),
    ((*ROUND, "small=100", "--lang", "de"), "Known: en, zh-Hans, zh-Hant, vi."),
    (("odds", "star-sydney", "-r", "ST-99=literal"), "Unknown reading at star-sydney-2016: 'ST-99'"),
    (("odds", "star-sydney", "-r", "ST-01=lateral"), "Did you mean literal"),
    (("rule", "crown-sydney", "99"), "Unknown clause of crown-sydney-2024: '99'"),
    (("clauses", "--state", "done"), "Known: executable, duty, display, definition, pending."),
    (("clauses", "crown-sydney", "--kind", "hats"), "Unknown kind: 'hats'"),
    (("streak", "crown-sydney"), "Known: star-sydney-2016."),
    (("streak", "--side", "smal"), "Did you mean streak-small"),
    (("diff", "crown-sydney", "nowhere"), "Unknown rulebook: 'nowhere'"),
]


def case_name(value: object) -> str:
    """Return the arguments of a case for its test name."""
    return " ".join(value)[:60] if isinstance(value, tuple) else ""


def one_sentence(said: str) -> bool:
    """Return whether the text is one line that ends like a sentence, or with a clause in brackets."""
    return said.count("\n") == 1 and not said[0].islower() and said.rstrip().endswith((".", "?", ")"))


@pytest.mark.parametrize(("arguments", "sentence"), BAD_INPUT, ids=case_name)
def test_bad_input_is_2(
    arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sentence says what to change; nothing goes to standard output."""
    code = main(arguments)
    out, err = capsys.readouterr()

    assert (code, out) == (2, "")
    assert sentence in err
    assert one_sentence(err)


@pytest.mark.parametrize(("arguments", "sentence"), NOT_FOUND, ids=case_name)
def test_an_unknown_name_is_4(
    arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sentence offers the nearest names, or the known ones."""
    code = main(arguments)
    out, err = capsys.readouterr()

    assert (code, out) == (4, "")
    assert sentence in err
    assert one_sentence(err)


def test_no_command_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    """`sicbo` without arguments lists the commands."""
    assert main([]) == 0
    assert "explain" in capsys.readouterr().out


def test_the_program_runs_as_a_module() -> None:
    """`python -m sicbo` ends with the exit code of its command."""
    done = subprocess.run(
        [sys.executable, "-m", "sicbo", "odds", "crown-sidney"], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stdout) == (4, "")
    assert "Did you mean crown-sydney" in done.stderr


def test_a_reader_that_goes_away_is_no_error_message() -> None:
    """`sicbo vectors … | head -1` ends quietly."""
    with subprocess.Popen(
        [sys.executable, "-m", "sicbo", "vectors", "singapore-etg/2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == ""
