"""Runs: reproducible from the seed, and accurate about the exact values."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from sicbo import BadInput, NotFound, Rulebook, bankroll, compare
from sicbo.game.dice import EVERY_ROLL
from sicbo.lab.output import arrow
from sicbo.lab.random import binomial
from sicbo.lab.random.rolls import roll_at
from sicbo.lab.simulation.payoffs import moments
from sicbo.lab.simulation.run import Run, normal_interval
from sicbo.lab.simulation.workers import pieces, run_in_pieces

SLIPS: tuple[tuple[str, dict[str, int]], ...] = (
    ("crown-sydney", {"small": 2_500}),
    ("crown-sydney", {"single-4": 500}),
    ("crown-sydney", {"triple-6": 100}),
    ("crown-sydney", {"any-triple": 500, "big": 2_500}),
    ("canberra", {"double-2": 1_000, "total-9": 500}),
    ("crown-melbourne/a", {"four-3456": 500, "odd": 1_000}),
    ("crown-melbourne/b", {"colour-red": 1_000}),
    ("crown-melbourne/b", {"symbol-fish": 500, "any-colour-triple": 500}),
    ("singapore-etg/1", {"total-10": 200, "domino-14": 400}),
    ("singapore-etg/2", {"three-126": 200}),
    ("singapore-etg/3", {"double-single-113": 100, "even": 1_000}),
    ("star-sydney", {"even": 2_500, "small": 2_500, "single-1": 500}),
)
SEEDS = 200


@pytest.mark.parametrize(("layout", "slip"), SLIPS, ids=lambda value: str(value))
def test_the_interval_covers_the_exact_value_as_often_as_it_says(layout: str, slip: dict[str, int]) -> None:
    """Over 200 seeds of a million rounds, between 90 and 99 % of the intervals contain the exact mean."""
    book = Rulebook.load(layout)
    covered = sum(book.simulate(slip, 10**6, seed, level="totals").inside for seed in range(SEEDS))

    assert 0.90 <= covered / SEEDS <= 0.99


def test_the_interval_of_a_path_covers_it_too() -> None:
    """The same holds for 20,000 rounds dealt one by one, over 200 seeds."""
    book = Rulebook.load("crown-sydney")
    covered = sum(book.simulate({"small": 100}, 20_000, seed).inside for seed in range(SEEDS))

    assert 0.90 <= covered / SEEDS <= 0.99


def test_mean_variance_and_interval_are_those_of_their_definitions() -> None:
    """Three losses and a gain have mean -1/2 and sample variance 3/3; 1.959964 standard errors cover 95 %."""
    assert moments({-1: 3, 1: 1}) == (Fraction(-1, 2), Fraction(1))
    assert normal_interval(2.0, 0.5, 0.95) == pytest.approx((2 - 0.979982, 2 + 0.979982), abs=1e-6)
    run = Rulebook.load("crown-sydney").simulate({"small": 100, "triple-6": 50}, 10**9, 3, level="totals")
    assert run.sd == pytest.approx(run.deal.exact.sd, rel=1e-3)


def test_the_cost_of_totals_does_not_grow_with_the_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """10^15 rounds draw no more words than a thousand do: about two for each kind of roll."""
    drawn: Counter[int] = Counter()

    def count_and_yield(state: int) -> Iterator[float]:
        for uniform in uniforms(state):
            drawn[rounds] += 1
            yield uniform

    uniforms = binomial.uniforms
    monkeypatch.setattr(binomial, "uniforms", count_and_yield)
    for rounds in (10**3, 10**9, 10**15):
        assert sum(binomial.counts_of_kinds(7, rounds).values()) == rounds

    assert all(56 <= words < 200 for words in drawn.values())


def test_the_same_seed_gives_the_same_run_for_any_number_of_workers(melbourne: Rulebook) -> None:
    """Three million rounds and three agree in pieces of every size; another seed gives another run."""
    runs = [melbourne.simulate({"small": 10, "triple-6": 1}, 3_000_003, 5, workers=n) for n in (1, 2, 5)]

    assert len({(run.total, run.lowest) for run in runs}) == 1
    assert runs[0].counts.tolist() == runs[1].counts.tolist()
    assert runs[0].counts.sum() == 3_000_003
    assert runs[0].total == sum(net * n for net, n in runs[0].histogram.items())
    assert melbourne.simulate({"small": 10, "triple-6": 1}, 3_000_003, 6).total != runs[0].total


def test_pieces_cover_every_round_once() -> None:
    """Pieces are consecutive from 0 to the end, and start at whole words."""
    for rounds in (1, 2**20, 2**20 + 1, 10**9 + 7):
        for workers in (1, 2, 7):
            end = 0
            for start, size in pieces(rounds, workers):
                assert (start, start % 4) == (end, 0)
                assert size > 0
                end = start + size
            assert end == rounds


def test_a_run_is_the_settlement_of_its_rolls(melbourne: Rulebook) -> None:
    """Every round of a short run agrees with its settlement."""
    slip = {"small": 250, "single-4": 100, "domino-14": 50}
    run = melbourne.simulate(slip, 501, seed=3, level="wagers")
    settled = [melbourne.settle(slip, roll_at(3, n)) for n in range(501)]
    rows = np.concatenate([chunk.copy() for chunk in run.results()])

    assert run.total == sum(one.net for one in settled)
    assert run.histogram == dict(sorted(Counter(one.net for one in settled).items()))
    assert rows.tolist() == [[line.net for line in one] for one in settled]
    assert run.path(points=501)[-1] == (501, run.total)
    assert min(bank for _, bank in run.path(points=501)) == run.lowest


def test_a_run_carries_what_is_exact(melbourne: Rulebook) -> None:
    """The exact values appear in the numbers, HTML, Markdown and text of a run."""
    run = melbourne.simulate({"small": 100, "big": 100}, 1_000, seed=1)

    assert run.exact == melbourne.distribution({"small": 100, "big": 100}).mean == Fraction(-50, 9)
    assert run.ci(0.99)[0] < run.ci(0.9)[0] < run.mean < run.ci(0.9)[1]
    assert [row["bet"] for row in run.summary()] == ["small", "big", "slip"]
    assert pd.DataFrame(run.summary()).shape == (3, 7)
    assert run.to_markdown().count("\n") == 5
    assert run._repr_html_().count("<tr>") == 4
    assert str(run).startswith("1,000 rounds at crown-melbourne-6.1/a, seed 1: mean ")


def test_the_rounds_can_be_read_by_every_library_of_frames(melbourne: Rulebook) -> None:
    """polars, pandas, pyarrow and DuckDB read the same column."""
    run = melbourne.simulate({"small": 100, "single-3": 100}, 70_000, seed=2, level="wagers")

    assert duckdb.from_arrow(run.rounds()).sum("net").fetchall() == [(run.total,)]
    assert pl.DataFrame(run.rounds())["net"].sum() == run.total
    assert pl.from_arrow(run.rounds(limit=9)).shape == (9, 8)
    assert pd.DataFrame.from_arrow(run.rounds())["bankroll"].min() == run.lowest
    table = pa.table(run.rounds())
    assert table["small"].to_numpy().sum() + table["single-3"].to_numpy().sum() == run.total
    assert tuple(table.slice(9, 1).to_pylist()[0][f"die{n}"] for n in (1, 2, 3)) == roll_at(2, 9)


def test_a_run_is_saved_with_what_is_needed_to_make_it_again(melbourne: Rulebook, tmp_path: Path) -> None:
    """The file has the rounds, or at level totals the histogram, and the seed."""
    path, totals = (melbourne.simulate({"small": 100}, 1_000, 4, level=level) for level in ("path", "totals"))

    assert path.save(tmp_path / "path.parquet", limit=10) == 10
    assert totals.save(tmp_path / "totals.parquet") == 2
    assert sorted(file.name for file in tmp_path.iterdir()) == ["path.parquet", "totals.parquet"]
    back = arrow.read_parquet(tmp_path / "totals.parquet")
    assert dict(zip(*(column.to_pylist() for column in back.columns), strict=True)) == totals.histogram
    assert back.schema.metadata[b"sicbo.seed"] == b"4"
    with pytest.raises(BadInput, match="cannot be read as Parquet"):
        arrow.read_parquet(Path(__file__))


def test_a_save_that_is_broken_off_leaves_what_was_there(melbourne: Rulebook, tmp_path: Path) -> None:
    """The file gets its name when it is complete; progress reports the rows so far."""
    run, path, told = melbourne.simulate({"small": 100}, 70_000, 4), tmp_path / "run.parquet", []

    def stop(rows: int) -> None:
        told.append(rows)
        if rows > 65_536:
            raise KeyboardInterrupt

    run.save(path, limit=10)
    with pytest.raises(KeyboardInterrupt):
        run.save(path, progress=stop)

    assert told == [65_536, 70_000]
    assert [file.name for file in tmp_path.iterdir()] == ["run.parquet"]
    assert pl.read_parquet(path).height == 10


def test_a_prompt_shows_a_result_in_a_line(melbourne: Rulebook) -> None:
    """The repr has the question and the result, not every table behind it."""
    flat = bankroll.flat("small", 1)
    shown = {
        repr(melbourne.simulate({"small": 100}, 1_000, 4)): "<Run of 1,000 rounds at crown-melbourne-6.1/a",
        repr(bankroll.trials(melbourne, flat, 20, 10, 50, 1)): "<Trials of flat, 50 trials, seed 1: mean",
        repr(bankroll.ends(melbourne, flat, 20, 10)): "<Ends of 20 after 10 rounds: ruin 0.000000",
        repr(bankroll.exposure(melbourne, [({"small": 100}, 2)], 9)): "<Exposure over 9 rounds: hold 1/36",
        repr(compare(["crown-melbourne/a", "canberra"])): "<Comparison of crown-melbourne-6.1/a, canberra",
    }

    for line, begins in shown.items():
        assert line.startswith(begins)
        assert len(line) < 200


def test_dice_become_a_frame() -> None:
    """Rolls are numbered from 1, with their total."""
    frame = pl.DataFrame(arrow.dice_frame(EVERY_ROLL))

    assert frame.columns == ["roll", "die1", "die2", "die3", "total"]
    assert frame["total"].sum() == 216 * 21 // 2


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"rounds": 0}, "Rounds must be between 1"),
        ({"rounds": 10**16}, "Rounds must be between 1"),
        ({"level": "everything"}, "level of simulation"),
        ({"workers": 0}, "number of workers must be"),
        ({"seed": -1}, "A seed must be a whole number"),
        ({"slip": {"small": 10**15, "big": 1}, "rounds": 10**9}, "Lower the stakes"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_a_sentence(wrong: dict[str, object], says: str) -> None:
    """Invalid runs are refused before anything is dealt."""
    given = {"slip": {"small": 100}, "rounds": 10, "seed": 1, **wrong}

    with pytest.raises((BadInput, NotFound), match=says):
        Rulebook.load("crown-sydney").simulate(**given)  # type: ignore[arg-type]


def test_totals_have_no_rounds_and_intervals_have_levels() -> None:
    """Both errors are sentences."""
    run = Rulebook.load("crown-sydney").simulate({"small": 100}, 10, 1, level="totals")

    with pytest.raises(BadInput, match='level="path"'):
        run.rounds()
    with pytest.raises(BadInput, match="between 0 and 1"):
        run.ci(95)


def test_progress_is_told_with_the_mean_so_far() -> None:
    """The first piece comes early, the last is the whole run."""
    told: list[tuple[int, float]] = []
    run: Run = Rulebook.load("crown-sydney").simulate(
        {"small": 100}, 2**21 + 1, 1, progress=lambda done, mean: told.append((done, mean))
    )

    assert [done for done, _ in told] == [2**20, 2**21 + 1]
    assert told[-1][1] == pytest.approx(float(run.mean))


def test_what_goes_wrong_in_a_worker_is_not_lost() -> None:
    """The error of a piece reaches the caller."""
    with pytest.raises(ZeroDivisionError):
        list(run_in_pieces(lambda start, size: 1 // start, 2**21, workers=2))
