"""`dice-test`: statistical tests of whether three dice are fair."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sicbo.cli.lab.simulate import whole
from sicbo.cli.output import CHECK_FAILED, Json, Plot, heading, people, table, writable
from sicbo.errors import BadInput, StorageError
from sicbo.lab.output.tables import cell

if TYPE_CHECKING:
    from sicbo.lab.dice_tests.report import Evidence
    from sicbo.lab.dice_tests.tests import Faces, Finding

MOST_TUMBLED = 10**7
SUFFIXES = (".md", ".json")
Log = Annotated[
    str | None,
    typer.Argument(
        metavar="[LOG]", help="Text, CSV or Parquet file, bundle or data directory with the rolls."
    ),
]
Tumbler = Annotated[
    str | None,
    typer.Option("--tumbler", metavar="N", help="Test this number of rolls of the electronic tumbler."),
]
Out = Annotated[
    Path | None,
    typer.Option("-o", "--out", help="Write the report to this .md or .json file.", callback=writable),
]


def dice_test(
    log: Log = None,
    tumbler: Tumbler = None,
    level: Annotated[float, typer.Option("--level", help="Significance level (family-wise).")] = 0.01,
    out: Out = None,
    plot: Plot = None,
    json_wanted: Json = False,
) -> None:
    """Test dice for fairness: faces, rolls, totals, runs, correlation and gaps."""
    from sicbo.lab.dice_tests.report import evidence

    if (log is None) == (tumbler is None):
        raise BadInput("Give either a log of rolls or --tumbler N.")
    if not 0 < level < 1:
        raise BadInput(f"--level must be between 0 and 1, not {level}.")
    if out and out.suffix not in SUFFIXES:
        raise BadInput(f"The report must be a .md or .json file, not {out.name}.")
    faces = _logged(log) if log is not None else _tumbled(whole(str(tumbler), "--tumbler"))
    found = evidence(faces, log or "the electronic tumbler", level)
    if json_wanted:
        people().file.write(found.to_json())
    else:
        _print(found)
    if out:
        _write(found, out)
    if plot:
        from sicbo.lab.dice_tests.tests import rolls_of
        from sicbo.lab.output.plots import dice_plot, save_plot

        save_plot(dice_plot(rolls_of(faces), found.source), plot)
    if found.suspect:
        raise typer.Exit(CHECK_FAILED)


def _logged(log: str) -> "Faces":
    from sicbo.house.export.journal_frames import rolls
    from sicbo.lab.dice_tests.tests import as_faces

    return as_faces(rolls(log))


def _tumbled(count: int) -> "Faces":
    """Roll the tumbler as the house does, with a fresh seed and a closing record for each roll."""
    from sicbo.lab.dice_tests.tests import as_faces
    from sicbo.server.dealing.tumbler import Electronic, new_seed

    if not 1 <= count <= MOST_TUMBLED:
        raise BadInput(f"--tumbler must be between 1 and {MOST_TUMBLED:,}, not {count}.")
    tumbler = Electronic()
    return as_faces(tumbler.roll(new_seed()[0], number.to_bytes(32, "big")) for number in range(count))


def _print(found: "Evidence") -> None:
    heading(f"{found.rolls:,} rolls of {found.source}")
    people().print(f"sha256 {found.sha256}\n")
    counted = found.counted()
    table(tuple(counted[0]), [tuple(map(cell, row.values())) for row in counted], right=tuple(counted[0]))
    columns = ("test", "statistic", "df", "p", "adjusted p", "")
    rows = [
        (
            one.test,
            f"{one.statistic:.3f}",
            cell(one.df),
            f"{one.p:.4g}",
            f"{one.adjusted:.4g}",
            _flag(one, found),
        )
        for one in found.found
    ]
    people().print()
    table(columns, rows, right=columns[1:5])
    for left in found.left:
        people().print(f"skipped: {left.test}, {left.why}")
    people().print("\nRolls needed to detect that one face of a die comes too often:")
    needed = [(f"{1 / 6 + row['bias']:.2%}", cell(row["rolls needed"])) for row in found.needed()]
    table(("it comes", "rolls needed"), needed, right=("it comes", "rolls needed"))
    people().print(f"\n{found.verdict}", style="bold")


def _flag(one: "Finding", found: "Evidence") -> str:
    return "suspect" if one in found.suspect else ""


def _write(found: "Evidence", out: Path) -> None:
    text = found.to_json() if out.suffix == ".json" else found.to_markdown()
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StorageError(f"Cannot write {out}: {error.strerror or error}.") from None
