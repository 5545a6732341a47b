"""Arrow and Parquet: rounds, histograms and tables of dice for polars, pandas, pyarrow and DuckDB."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sicbo.errors import BadInput, StorageError
from sicbo.game.dice import EVERY_ROLL
from sicbo.lab.random.rolls import places
from sicbo.lab.random.splitmix import stream

if TYPE_CHECKING:
    from sicbo.lab.simulation.run import Run

FACES = np.array(EVERY_ROLL, dtype=np.uint8)
GENERATOR = "SplitMix64, pairs of rounds by 32-bit rejection (docs/guides/laboratory.md)"
COUNTED = ("round", "bankroll")
"""Columns that change little from row to row; stored as differences they need a quarter of the space."""


def arrow() -> Any:
    """Return the Arrow library, which comes with an extra."""
    try:
        return import_module("pyarrow")
    except ImportError:
        raise BadInput("Arrow output requires pyarrow: pip install 'sicbo[lab]'.") from None


def table_of(
    columns: dict[str, Any], about: dict[str, str] | None = None, numbers: Sequence[str] | None = None
) -> Any:
    """Return columns as an Arrow stream. If `numbers` is given, all other columns are text."""
    pa = arrow()
    kinds = {name: pa.string() if numbers is not None and name not in numbers else None for name in columns}
    arrays = {name: pa.array(values, kinds[name]) for name, values in columns.items()}
    batch = pa.RecordBatch.from_pydict(arrays)
    batch = batch.replace_schema_metadata(about or {})
    return pa.RecordBatchReader.from_batches(batch.schema, [batch])


def rounds_of(run: "Run", limit: int | None) -> Any:
    """Return a row per round: number from 1, dice, net, bankroll, and at level wagers each wager's net."""
    pa, bets = arrow(), run.deal.names if run.level == "wagers" else []
    kinds = [("round", pa.int64()), *((f"die{n}", pa.uint8()) for n in (1, 2, 3))]
    kinds += [("net", pa.int64()), ("bankroll", pa.int64())]
    kinds += [(bet, pa.from_numpy_dtype(run.deal.packed.dtype)) for bet in bets]
    schema = pa.schema(kinds, metadata=_about(run))

    def batches() -> Iterator[Any]:
        bank, table = 0, run.deal.packed
        for start, size in run.chunks(limit):
            dealt = places(stream(run.seed), start, size)
            nets = run.deal.nets[dealt] * run.deal.unit
            walk = bank + np.cumsum(nets)
            bank = int(walk[-1])
            columns = [np.arange(start + 1, start + size + 1), *FACES[dealt].T, nets, walk]
            columns += [table[dealt, place] for place in range(len(bets))]
            yield pa.RecordBatch.from_arrays(
                [pa.array(np.ascontiguousarray(c)) for c in columns], schema=schema
            )

    return pa.RecordBatchReader.from_batches(schema, batches())


def totals_of(run: "Run") -> Any:
    """Return the histogram of a run."""
    histogram = run.histogram
    columns = {"net": [*histogram], "count": [*histogram.values()]}
    return table_of(columns, _about(run))


def save(rows: Any, path: Path, progress: Callable[[int], None] | None = None) -> int:
    """Write an Arrow stream as Parquet, under its name only when complete; return the number of rows."""
    parquet, count, making = import_module("pyarrow.parquet"), 0, path.with_name(f"{path.name}.part")
    counted = {name: "DELTA_BINARY_PACKED" for name in rows.schema.names if name in COUNTED}
    others = [name for name in rows.schema.names if name not in COUNTED]
    try:
        with parquet.ParquetWriter(
            making, rows.schema, use_dictionary=others, column_encoding=counted
        ) as writer:
            for batch in rows:
                writer.write_batch(batch)
                count += batch.num_rows
                if progress:
                    progress(count)
        making.replace(path)
    except OSError as error:
        raise StorageError(f"Cannot write {path}: {error.strerror or error}.") from None
    finally:
        making.unlink(missing_ok=True)
    return count


def read(path: Path) -> Any:
    """Return a Parquet file as an Arrow table."""
    pa, parquet = arrow(), import_module("pyarrow.parquet")
    try:
        return parquet.read_table(path)
    except (OSError, pa.ArrowInvalid) as error:
        raise BadInput(f"{path} cannot be read as Parquet: {str(error).rstrip('.')}.") from None


def dice_frame(rolls: Iterable[Iterable[int]]) -> Any:
    """Return rolls as an Arrow stream: number from 1, the three dice, their total."""
    faces = np.array([tuple(roll) for roll in rolls], dtype=np.uint8).reshape(-1, 3)
    columns = {"roll": np.arange(1, len(faces) + 1)}
    columns |= {f"die{n}": np.ascontiguousarray(faces[:, n - 1]) for n in (1, 2, 3)}
    return table_of(columns | {"total": faces.sum(axis=1, dtype=np.int64)})


def _about(run: "Run") -> dict[str, str]:
    """Return the metadata that reproduces the run."""
    return {
        "sicbo.layout": run.name,
        "sicbo.slip": json.dumps({wager.bet: wager.stake for wager in run.deal.slip}),
        "sicbo.rounds": str(run.played),
        "sicbo.seed": str(run.seed),
        "sicbo.level": str(run.level),
        "sicbo.generator": GENERATOR,
        "sicbo.version": version("sicbo"),
    }
