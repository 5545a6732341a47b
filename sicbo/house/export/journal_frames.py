"""Journals, bundles and dice logs as frames: Arrow streams for any library, and rolls for the dice tests."""

import csv
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sicbo.errors import BadInput, SicboError, StorageError
from sicbo.game.dice import Roll, as_roll
from sicbo.house.export.files import NUMBERS
from sicbo.house.export.readers import JournalReader, checked_records, entry_of, founding_of, log_names
from sicbo.house.export.sources import is_address, is_bundle, open_reader
from sicbo.house.export.wager_rows import COLUMNS, table_wagers
from sicbo.lab.output.arrow import arrow_stream, dice_frame, read_parquet
from sicbo.table.log_kind import TABLE
from sicbo.table.messages.round import ResultCorrected, ResultEntered, RoundVoided

LINE = re.compile(r"\s*([1-6])[\s,;/-]*([1-6])[\s,;/-]*([1-6])\s*")
DICE = ("die1", "die2", "die3")


def rolls(source: str | Path) -> list[Roll]:
    """Return the rolls of a journal, a bundle or a dice log: text, CSV or Parquet with die1, die2, die3."""
    where = str(source)
    path = Path(where)
    if _is_journal(where):
        with closing(open_reader(where)) as journal:
            return [roll for table in log_names(journal) for roll in _valid_rolls(journal, table)]
    if path.suffix == ".parquet":
        return _read_columns(read_parquet(path).to_pylist(), path)
    return _read_dice_log(path)


def dice(source: str | Path) -> Any:
    """Return the rolls of a journal, a bundle or a dice log as a frame."""
    return dice_frame(rolls(source))


def wager_frame(source: str | Path, table: str | None = None) -> Any:
    """Return every wager of a journal or a bundle, with its final outcome, as a frame."""
    with closing(open_reader(str(source))) as journal:
        rows = [row for name in log_names(journal, table) for row in table_wagers(journal, name)]
    columns = {column: [getattr(row, column) for row in rows] for column in COLUMNS}
    return arrow_stream(columns, numbers=NUMBERS)


def _is_journal(where: str) -> bool:
    """Whether this is a database, a data directory or a bundle, and not a dice log."""
    path = Path(where)
    return is_address(where) or path.is_dir() or (path.suffix == ".zip" and is_bundle(where))


def _valid_rolls(journal: JournalReader, table: str) -> Iterator[Roll]:
    """Yield the dice of every round that was not voided, as entered or as corrected."""
    records = checked_records(journal, table)
    if founding_of(next(records)).kind != TABLE.kind:
        return
    results: dict[int, Roll] = {}
    for record in records:
        for event in entry_of(record).events:
            if isinstance(event, ResultEntered | ResultCorrected):
                results[event.round] = as_roll(event.dice)
            elif isinstance(event, RoundVoided):
                results.pop(event.round, None)
    yield from results.values()


def _read_dice_log(path: Path) -> list[Roll]:
    """Read a dice log: a line for each roll, such as `1 4 4` or `1-4-4`, or CSV with a heading."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise StorageError(f"{path} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not a dice log: it is not text in UTF-8.") from None
    if lines and "die1" in lines[0]:
        return _read_columns(csv.DictReader(lines), path)
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = LINE.fullmatch(line)
        if not match:
            raise BadInput(
                f"{path.name}, line {number}: expected three faces from 1 to 6, found {line[:40]!r}."
            )
        first, second, third = map(int, match.groups())
        found.append((first, second, third))
    return found


def _read_columns(rows: Any, path: Path) -> list[Roll]:
    found = []
    for number, row in enumerate(rows, 1):
        try:
            found.append(as_roll([int(row[name]) for name in DICE]))
        except (KeyError, TypeError, ValueError, SicboError):
            raise BadInput(f"{path.name}, row {number}: expected die1, die2 and die3 from 1 to 6.") from None
    return found
