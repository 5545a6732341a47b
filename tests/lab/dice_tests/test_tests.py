"""Dice tests: valid p-values, bad tumblers detected as promised, and reports for a laboratory."""

import json
import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from math import sqrt
from os import environ
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from scipy import stats

from sicbo import BadInput
from sicbo.cli.main import main
from sicbo.errors import StorageError
from sicbo.game.dice import EVERY_ROLL
from sicbo.house.electronic_rolls import roll_of
from sicbo.house.export import journal_frames
from sicbo.lab.dice_tests import distributions, sample_size, tests
from sicbo.lab.dice_tests.report import evidence
from sicbo.lab.dice_tests.tests import Faces, as_faces
from sicbo.lab.output.arrow import FACES, dice_frame, save_parquet
from sicbo.lab.random.rolls import places
from sicbo.lab.random.splitmix import stream, words
from sicbo.server.dealing.tumbler import new_seed
from tests.soak.figures import add_count

STRICT = 1e-6
ROLLS = int(environ.get("SICBO_ROLLS", "300000"))


def fair(seed: int, count: int) -> Faces:
    """Return rolls of our own generator."""
    return as_faces(FACES[places(stream(seed), 0, count)])


def bytes_of(seed: int, count: int) -> np.ndarray:
    """Return random bytes."""
    return words(stream(seed), 0, -(-count // 8)).view(np.uint8)[:count]


def modulo(seed: int, count: int) -> Faces:
    """Return rolls of a byte modulo six: the first four faces come 43 times of 256, the others 42."""
    return as_faces((bytes_of(seed, 3 * count) % 6 + 1).astype(np.int64).reshape(-1, 3))


def loaded_rolls(seed: int, count: int) -> Faces:
    """Return rolls whose second die shows a six one percentage point too often."""
    faces = fair(seed, count).copy()
    uniform = (words(stream(seed, 1), 0, count) >> np.uint64(11)) * 2.0**-53
    shares = np.cumsum([*sample_size.one_face(0.01)[1:], sample_size.one_face(0.01)[0]])
    faces[:, 1] = 1 + np.searchsorted(shares, uniform, side="right").clip(max=5)
    return faces


def test_our_distributions_are_those_of_scipy() -> None:
    """Chi-square, noncentral chi-square, their critical values and the normal agree with scipy."""
    for df, x in product((1, 5, 35, 215, 1_000), (0.0, 0.3, 5.0, 40.0, 300.0, 2_000.0)):
        assert distributions.chi_square_survival(x, df) == pytest.approx(
            stats.chi2.sf(x, df), rel=1e-9, abs=1e-300
        )
    for df, x, shift in product((1, 5, 35), (0.5, 20.0, 60.0), (0.0, 0.7, 30.0, 200.0)):
        expected = stats.ncx2.sf(x, df, shift) if shift else stats.chi2.sf(x, df)
        assert distributions.noncentral_chi_square_survival(x, df, shift) == pytest.approx(
            expected, rel=1e-6, abs=1e-13
        )
    for share, df in product((0.5, 0.01, 1e-9), (1, 5, 215)):
        assert distributions.chi_square_critical(share, df) == pytest.approx(
            stats.chi2.isf(share, df), rel=1e-9
        )
    for z in (-8.0, -1.96, 0.0, 3.0):
        assert distributions.normal_two_sided(z) == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-12)


def test_a_chi_square_is_that_of_scipy() -> None:
    """Small cells are merged."""
    seen, shares = [18, 25, 30, 27], [0.2, 0.25, 0.3, 0.25]
    found = tests.chi_square("", "", seen, shares)
    grouped = tests.chi_square("", "", [18, 80, 1, 1], [0.2, 0.78, 0.01, 0.01])

    assert found.p == pytest.approx(stats.chisquare(seen, np.array(shares) * 100).pvalue)
    assert grouped.df == 1
    assert grouped.p == pytest.approx(stats.chisquare([20, 80], [22, 78]).pvalue)


def test_fair_shares_are_exact() -> None:
    """Coupons are counted die by die, hands of five by Stirling's numbers."""
    chance, waiting = [Fraction(0)] * 7, [Fraction(1)] + [Fraction(0)] * 6
    lengths = []
    for _ in range(1, tests.COUPONS):
        chance = [Fraction(0)] * 7
        for seen, weight in enumerate(waiting[:6]):
            chance[seen] += weight * Fraction(seen, 6)
            chance[seen + 1] += weight * Fraction(6 - seen, 6)
        lengths.append(chance[6])
        waiting = [*chance[:6], Fraction(0)]

    assert tests.coupon_shares()[:-1] == pytest.approx([float(share) for share in lengths[5:]])
    assert sum(tests.coupon_shares()) == pytest.approx(1)
    assert [round(share * 6**5) for share in tests.poker_shares()] == [6, 450, 3_000, 3_600, 720]


def test_runs_and_correlations_are_those_of_their_definitions() -> None:
    """The mean 10.5 and the variance 35/4 of a total are counted over the 216 rolls, products one by one."""
    faces = fair(4, 400)
    totals = [sum(roll) for roll in faces.tolist()]
    mean = Fraction(sum(map(sum, EVERY_ROLL)), 216)
    variance = sum((sum(roll) - mean) ** 2 for roll in EVERY_ROLL) / 216
    found = {one.test: one for one in tests.run_tests(faces)[0]}

    def z(lag: int) -> float:
        pairs = zip(totals, totals[lag:], strict=False)
        return float(sum((a - mean) * (b - mean) for a, b in pairs) / variance) / sqrt(400 - lag)

    turns = sum((a > 10) != (b > 10) for a, b in pairwise(totals))
    assert found["serial correlation"].statistic == pytest.approx(z(1))
    assert found["lags"].statistic == pytest.approx(sum(z(lag) ** 2 for lag in range(1, 9)))
    assert found["runs"].statistic == pytest.approx((turns - 399 / 2) / (399 / 4) ** 0.5)


@pytest.mark.parametrize("called", [False, True], ids=["in order", "low to high"])
def test_a_window_that_comes_again_is_as_unlikely_as_it_is(called: bool) -> None:
    """For eight rolls repeated once in 2,000, p is about the pairs of windows times the chance of a match."""
    faces = fair(5, 2_000).copy()
    faces = np.sort(faces, axis=1) if called else faces
    faces[1_000:1_008] = faces[100:108]
    alike = Counter(tuple(sorted(roll)) if called else roll for roll in EVERY_ROLL)
    chance = float(sum(Fraction(n, 216) ** 2 for n in alike.values()) ** 8)
    (found,) = [one for one in tests.run_tests(as_faces(faces))[0] if one.test == "repeats"]

    assert found.statistic == 1
    assert found.p == pytest.approx(1_993**2 / 2 * chance, rel=1e-3)


def test_p_values_of_fair_dice_are_spread_evenly() -> None:
    """Over 150 logs of 1,500 rolls, each test's p-values are uniform, and few logs are rejected."""
    found = [tests.run_tests(fair(seed, 1_500))[0] for seed in range(150)]
    for place, name in enumerate(tests.TESTS):
        values = [one[place].p for one in found]
        if name != "repeats":
            assert stats.kstest(values, "uniform").pvalue > 1e-4, name
    assert sum(min(one.adjusted for one in log) < 0.01 for log in found) <= 6


def test_the_correction_is_holms() -> None:
    """Three p-values by hand: 3 · 0.01, 2 · 0.02, and never less than the one before."""
    given = [tests.DiceFinding(name, "", 0, None, p) for name, p in (("a", 0.02), ("b", 0.01), ("c", 0.03))]

    assert [one.adjusted for one in tests.adjust_by_holm(given)] == pytest.approx([0.04, 0.03, 0.04])


def test_a_byte_modulo_six_is_found_within_the_promised_rolls() -> None:
    """43 and 42 of 256 on all three dice are detected; the same number of fair rolls is not rejected."""
    needed = sample_size.rolls_needed([43 / 256] * 4 + [42 / 256] * 2, dice=3)

    assert 50_000 < needed < 150_000
    assert "faces" in [one.test for one in evidence(modulo(1, needed), "modulo").suspect]
    assert evidence(fair(1, needed), "fair").suspect == []


def test_a_die_with_one_per_cent_is_found_within_the_promised_rolls() -> None:
    """Only the second die is named."""
    needed = sample_size.rolls_needed(sample_size.one_face(0.01))
    suspect = [one.test for one in evidence(loaded_rolls(1, needed), "loaded").suspect]

    assert needed < 60_000
    assert "second die" in suspect
    assert not {"first die", "third die"} & {*suspect}


@pytest.mark.parametrize("period", [100, 5_000])
def test_a_generator_that_repeats_is_found_within_the_promised_rolls(period: int) -> None:
    """Detection takes the period and one window of eight rolls more."""
    rolls = fair(3, period)
    needed = sample_size.rolls_for_period(period)
    again = np.concatenate([rolls, rolls])[:needed]

    assert needed == period + 8
    assert "repeats" in [one.test for one in evidence(again, "repeating").suspect]
    assert evidence(again[: period + 7], "not yet").suspect == []


def test_the_promise_is_kept_as_often_as_it_says() -> None:
    """With a face off by five percentage points, at least 90 of 100 logs of the promised length detect it."""
    needed, shares = (
        sample_size.rolls_needed(sample_size.one_face(0.05)),
        np.cumsum(sample_size.one_face(0.05)),
    )
    found = 0
    for seed in range(100):
        faces = fair(seed, needed).copy()
        uniform = (words(stream(seed, 1), 0, needed) >> np.uint64(11)) * 2.0**-53
        faces[:, 0] = 1 + np.searchsorted(shares, uniform, side="right").clip(max=5)
        found += bool(evidence(faces, "loaded").suspect)
    assert found >= 90


def test_our_own_tumbler_and_our_own_generator_pass() -> None:
    """The tumbler is tested at one in a million, because its seeds are fresh and a false alarm must not
    happen.
    """
    tumbled = as_faces(roll_of(new_seed()[0], n.to_bytes(32, "big")) for n in range(30_000))

    assert evidence(tumbled, "tumbler", STRICT).suspect == []
    assert evidence(fair(2024, ROLLS), "generator").suspect == []
    add_count("rolls tested", ROLLS + len(tumbled))


def test_a_log_from_low_to_high_is_tested_for_what_it_can_tell() -> None:
    """The dealer calls the faces in ascending order, so the log does not say which die showed which."""
    report = evidence(as_faces(np.sort(fair(1, 2_000), axis=1)), "called")

    assert report.suspect == []
    assert not report.ordered
    assert [row["all dice"] for row in report.face_rows()] == list(report.faces[0])
    assert sum(report.faces[0]) == 6_000
    assert {one.test for one in report.left} >= {"first die", "rolls", "pairs", "gap"}
    assert {one.test for one in report.found} >= {"faces", "kinds", "totals", "runs", "repeats"}


def test_a_log_from_low_to_high_promises_only_what_it_can_keep() -> None:
    """One loaded die of three is a third of the faces, so it takes three times the rolls."""
    apart, mixed = (
        sample_size.rolls_needed(sample_size.one_face(0.05), ordered=kept) for kept in (True, False)
    )
    shares, found = np.cumsum(sample_size.one_face(0.05)), 0
    for seed in range(60):
        faces = fair(seed, mixed).copy()
        uniform = (words(stream(seed, 1), 0, mixed) >> np.uint64(11)) * 2.0**-53
        faces[:, 0] = 1 + np.searchsorted(shares, uniform, side="right").clip(max=5)
        found += bool(evidence(as_faces(np.sort(faces, axis=1)), "called").suspect)

    assert mixed == pytest.approx(3 * apart, abs=3)
    assert found >= 52
    called = evidence(as_faces(np.sort(fair(1, 5_000), axis=1)), "called")
    assert called.power_rows()[0]["rolls needed"] == mixed
    assert f"{1 / 6 + sample_size.smallest_bias(5_000, ordered=False):.2%} of the time" in called.verdict


def test_the_evidence_says_what_it_rests_on() -> None:
    """The report is Markdown for a laboratory, JSON for machines and HTML for a notebook."""
    rolls = fair(1, 5_000)
    report = evidence(rolls, "table T1")
    facts, text = json.loads(report.to_json()), report.to_markdown()

    assert text.startswith("# Dice test of table T1\n\n**No evidence against fair dice at level 0.01. ")
    assert "| 17.67% | +1.00% | 48,489 | no |" in text
    assert f"| 6 | {' | '.join(str((rolls[:, die] == 6).sum()) for die in range(3))} | 833.3 |" in text
    assert f"| 10 | {(rolls.sum(axis=1) == 10).sum()} | 625.0 |" in text
    for heading in ("What was tested", "Tests", "Power", "Method", "Limitations"):
        assert f"## {heading}\n" in text
    assert facts["made_with"].startswith("sicbo ")
    assert [sum(die) for die in facts["faces"]] == [5_000] * 3
    assert sum(facts["totals"]) == facts["rolls"] == 5_000
    assert [row["enough"] for row in facts["needed"]] == [True, False, False, False, False]
    assert report._repr_html_().count("<tr>") == len(tests.TESTS) + 1


@pytest.mark.parametrize("suffix", ["txt", "csv", "parquet"])
def test_logs_are_read_in_every_form(tmp_path: Path, suffix: str) -> None:
    """Logs are text as dealers write it, CSV with a heading, or Parquet."""
    rolls = [(1, 4, 4), (6, 2, 1), (3, 3, 3)]
    path = tmp_path / f"log.{suffix}"
    if suffix == "txt":
        path.write_text("# night\n1 4 4\n6-2-1\n\n333\n", encoding="utf-8")
    elif suffix == "csv":
        path.write_text("roll,die1,die2,die3\n1,1,4,4\n2,6,2,1\n3,3,3,3\n", encoding="utf-8")
    else:
        save_parquet(dice_frame(rolls), path)

    assert journal_frames.rolls(path) == rolls
    assert pl.DataFrame(journal_frames.dice(path))["total"].to_list() == [9, 9, 9]


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("log.txt", "1 4 4\n1 4 7\n", "line 2: expected three faces"),
        ("log.csv", "die1,die2,die3\n1,2,9\n", "row 1: expected die1"),
        ("log.csv", "die1,die2\n1,2\n", "row 1: expected die1"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, name: str, text: str, says: str) -> None:
    """The error gives the number of the line."""
    (tmp_path / name).write_text(text, encoding="utf-8")

    with pytest.raises(BadInput, match=says):
        journal_frames.rolls(tmp_path / name)
    with pytest.raises(StorageError, match="cannot be read"):
        journal_frames.rolls(tmp_path / "nothing.txt")
    (tmp_path / "noise.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="it is not text"):
        journal_frames.rolls(tmp_path / "noise.txt")


def test_a_journal_becomes_frames(tmp_path: Path) -> None:
    """A journal gives its results as dice and its wagers with their outcomes."""
    night = tmp_path / "night"
    assert main(["journal", "sample", str(night), "--rounds", "12"]) == 0
    assert main(["journal", "export", str(night), "--to", str(tmp_path / "night.zip")]) == 0
    wagers = pl.DataFrame(journal_frames.wager_frame(night))

    assert len(journal_frames.rolls(night)) >= 8
    assert journal_frames.rolls(tmp_path / "night.zip") == journal_frames.rolls(night)
    assert set(wagers["outcome"].unique()) <= {"won", "lost", "returned", "void", "open"}
    assert wagers["stake"].dtype == pl.Int64
    assert wagers["stake"].sum() > 0


def test_the_command_tells_people_machines_and_laboratories(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exit code is 3 if dice are suspect; the report and the plot are files."""
    monkeypatch.setenv("COLUMNS", "80")
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text("\n".join("-".join(map(str, roll)) for roll in fair(1, 300).tolist()), encoding="utf-8")
    bad.write_text("1 2 3\n" * 100, encoding="utf-8")

    assert (
        main(["dice-test", str(good), "-o", str(tmp_path / "r.md"), "--plot", str(tmp_path / "r.png")]) == 0
    )
    said = capsys.readouterr().out
    assert max(map(len, said.splitlines())) <= 80
    assert "No evidence against fair dice" in said
    assert (tmp_path / "r.md").read_text(encoding="utf-8").startswith("# Dice test of ")
    assert (tmp_path / "r.png").stat().st_size > 10_000
    assert main(["dice-test", str(bad), "--json", "-o", str(tmp_path / "r.json")]) == 3
    assert json.loads(capsys.readouterr().out) == json.loads(
        (tmp_path / "r.json").read_text(encoding="utf-8")
    )
    assert main(["dice-test", str(bad)]) == 3
    told = capsys.readouterr().out
    assert re.search(r"^faces +\S+ +\S+ +\S+ +\S+ +suspect", told, re.MULTILINE)
    assert "Log the same number of new rolls" in " ".join(told.split())
    assert main(["dice-test", "--tumbler", "500", "--level", "1e-6"]) == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "either a log of rolls or --tumbler"),
        (["x.txt", "--tumbler", "5"], "either a log of rolls or --tumbler"),
        (["--tumbler", "5"], "at least 60 rolls"),
        (["--tumbler", "1e9"], "--tumbler must be between"),
        (["--tumbler", "100", "--level", "2"], "between 0 and 1"),
        (["--tumbler", "100", "-o", "r.pdf"], ".md or .json"),
    ],
)
def test_what_cannot_be_tested_is_one_sentence(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit code is 2."""
    assert main(["dice-test", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_powers_of_nothing_are_refused() -> None:
    """Fair probabilities and impossible biases are refused."""
    with pytest.raises(BadInput, match="cannot be detected"):
        sample_size.rolls_needed([1 / 6] * 6)
    with pytest.raises(BadInput, match="between 0 and 5/6"):
        sample_size.one_face(0)
    with pytest.raises(BadInput, match="shows 1 to 6"):
        as_faces(np.full((100, 3), 7))
    assert sample_size.smallest_bias(48_489) == pytest.approx(0.01, rel=1e-4)
