"""`journal`: export, check, back up, restore and maintain the journal of a house.

Commands that only read take no lock, so the house can keep playing meanwhile.
"""

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import msgspec
import typer

from sicbo.cli.output import CHECK_FAILED, JsonOption, console, print_json, print_table
from sicbo.errors import BadInput, JournalError, NotFound
from sicbo.house.export import bundles, files
from sicbo.house.export.readers import SqliteReader, log_names
from sicbo.house.export.sources import (
    data_directory,
    is_address,
    is_bundle,
    manifest_source,
    open_reader,
    public_keys,
    stored_manifest,
)
from sicbo.house.export.wager_rows import WagerRow, table_wagers
from sicbo.house.identity.keys import Keys
from sicbo.house.identity.pseudonyms import is_pseudonym, stored_name
from sicbo.house.identity.receipts import Receipt, read_receipt
from sicbo.house.maintenance import backups, migration
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.house.maintenance.self_check import CheckedLog, check_log as checked
from sicbo.house.opening import open_house
from sicbo.house.recovery import history
from sicbo.house.recovery.history import lost_records
from sicbo.journal.heads.chain_ends import refuse_shortfalls
from sicbo.journal.notes import read_vkey
from sicbo.journal.opening import open_journal
from sicbo.journal.record import Head
from sicbo.journal.sqlite import FILE
from sicbo.rulebooks import get_layout
from sicbo.verify.bundle import bundle_at
from sicbo.verify.report import Report, verdict
from sicbo.verify.verifier import verify

if TYPE_CHECKING:
    from sicbo.cli.house.restore_drill import DrillResult

app = typer.Typer(help="Export, check, back up and restore the journal of a house.")

SAMPLE_HOUSE = "sample.example"
BUNDLE = "bundle"
T = TypeVar("T")

Where = Annotated[str, typer.Argument(metavar="WHERE", help="A data directory, bundle or PostgreSQL URL.")]
Directory = Annotated[Path, typer.Argument(metavar="DIR", help="A data directory.")]
Data = Annotated[
    Path | None, typer.Option("--data", help="Directory that contains the keys, if WHERE is a database.")
]
To = Annotated[Path, typer.Option("--to", metavar="OUT", help="New file or directory to create.")]
PrivateKey = Annotated[
    Path | None,
    typer.Option("--key", metavar="FILE", help="Private key of the house, which is stored separately."),
]
OneTable = Annotated[str | None, typer.Option("--table", help="Only this table.")]
Backup = Annotated[Path, typer.Argument(metavar="BACKUP", help="A backup written by `sicbo journal backup`.")]
Original = Annotated[
    str | None,
    typer.Option(
        "--original",
        metavar="WHERE",
        help="What is left of the original: a data directory, bundle or PostgreSQL URL.",
    ),
]
WitnessFile = Annotated[
    Path | None,
    typer.Option("--witness", metavar="FILE", help="A file written by `sicbo witness export`."),
]
ReceiptsFile = Annotated[
    Path | None,
    typer.Option("--receipts", metavar="FILE", help="A file of receipts, one JSON document per line."),
]


@app.command()
def export(
    where: Where,
    to: To,
    form: Annotated[
        str,
        typer.Option(
            "--format", help="Output format: bundle, or one row per wager as jsonl, csv or parquet."
        ),
    ] = BUNDLE,
    wanted: OneTable = None,
    data: Data = None,
) -> None:
    """Write a bundle for the regulator (a directory or .zip file), or one row for every wager."""
    with closing(open_reader(where)) as journal:
        tables = log_names(journal, wanted)
        if form != BUNDLE:
            if form not in files.FORMS:
                raise BadInput(f"Unknown format: {form}. Choose one of {', '.join((BUNDLE, *files.FORMS))}.")
            rows: Iterator[WagerRow] = (row for name in tables for row in table_wagers(journal, name))
            console().print(f"{to}: {files.write_rows(rows, form, to):,} wagers.")
            return
        signs = manifest_source(where, data)
        done = bundles.export_bundle(journal, tables if wanted else None, public_keys(where, data), to, signs)
    records, notes = sum(one.records for one in done), sum(one.checkpoints for one in done)
    console().print(f"{to}: {_count_of(len(done), 'table')}, {records:,} records, {notes:,} checkpoints.")
    if signs is None:
        console().print(
            "The house's key was not found, so the bundle has no signed list of all logs, and "
            "the verifier will report that. To include it, export where the key is."
        )


@app.command()
def check(where: Where, wanted: OneTable = None, data: Data = None, json_wanted: JsonOption = False) -> None:
    """Check chains, checkpoints and ledger by replaying every table; exit code 3 on failure."""
    sound: list[CheckedLog] = []
    wrong: list[JournalError] = _lost_record_errors(where, data, wanted)
    with closing(open_reader(where)) as journal:
        house = public_keys(where, data)["house"]
        assert isinstance(house, list)
        vkeys = [read_vkey(line) for line in house]
        for name in log_names(journal, wanted):
            try:
                sound.append(checked(journal, name, vkeys))
            except JournalError as error:
                wrong.append(error)
    if json_wanted:
        found = [{"table": one.table, "record": one.number, "wrong": one.wrong} for one in wrong]
        print_json({"holds": not wrong, "tables": [one._asdict() for one in sound], "wrong": found})
    else:
        _print_check(sound, wrong)
    if wrong:
        raise typer.Exit(CHECK_FAILED)


def _lost_record_errors(where: str, data: Path | None, wanted: str | None) -> list[JournalError]:
    """Return the records that the heads file lists and the journal lacks; a bundle has no heads file."""
    if is_bundle(where):
        return []
    found = lost_records(where, data_directory(where, data))
    if not any(one.has.number for one in found):
        refuse_shortfalls(where, found)
    return [one.error() for one in found if wanted in (None, one.log)]


def _print_check(sound: Sequence[CheckedLog], wrong: Sequence[JournalError]) -> None:
    if sound:
        columns = ("table", "layout", "records", "checkpoints", "rounds", "refusals")
        rows = [
            (
                one.table,
                one.layout,
                *(f"{n:,}" for n in (one.records, one.checkpoints, one.rounds, one.refusals)),
            )
            for one in sound
        ]
        print_table(columns, rows, right=columns[2:])
    for error in wrong:
        console().print(str(error))
    console().print("The journal is damaged." if wrong else "The journal is intact.", style="bold")


@app.command()
def backup(where: Where, to: To) -> None:
    """Back up a house while it runs; the house's private key is not copied."""
    heads = backups.back_up(_require_directory(where), to)
    console().print(f"{to}: {_count_of(len(heads), 'table')}, {_record_count(heads):,} records.")
    console().print("The private key of the house is not included. Keep a separate copy of it.")
    console().print("It contains names, PIN hashes and secret seeds. Restrict access to the operator.")


@app.command()
def restore(
    backup: Backup,
    to: To,
    original: Original = None,
    witness: WitnessFile = None,
    receipts: ReceiptsFile = None,
    key: PrivateKey = None,
    json_wanted: JsonOption = False,
) -> None:
    """Restore a backup into a new data directory, verify it, report losses, and test signing in on a copy."""
    from sicbo.cli.house.restore_drill import restore_drill

    heads = backups.restore(backup, to, key)
    losses = _find_losses(
        to, original, _read_lines(witness, _parse_note), _read_lines(receipts, read_receipt)
    )
    report = _verify_directory(to)
    differs = [loss for loss in losses if loss.differs is not None]
    drilled = restore_drill(to)
    if json_wanted:
        print_json(
            {
                "tables": {name: head.number for name, head in heads.items()},
                "verdict": verdict(report),
                "lost": [loss._asdict() for loss in losses],
                "drill": drilled and drilled._asdict(),
            }
        )
    else:
        console().print(f"{to}: {_count_of(len(heads), 'table')}, {_record_count(heads):,} records.")
        _print_verdict(report)
        _print_drill(drilled)
        _print_losses(losses)
    if differs or report.code:
        raise typer.Exit(CHECK_FAILED)


def _print_verdict(report: Report) -> None:
    for finding in report.every:
        console().print(f"{finding.table} record {finding.number}: {finding.says}.")
    console().print(verdict(report), style="bold")


def _print_drill(drilled: "DrillResult | None") -> None:
    if drilled is None:
        console().print("The backup contains no accounts: staff do not sign in to this house.")
        return
    counts = (_count_of(drilled.accounts, "account"), _count_of(drilled.devices, "device"))
    console().print(f"{' and '.join(counts)}; the owner's set-up is closed.")
    tables = _count_of(drilled.tables, "table")
    console().print(f"Drill on a copy: {tables} open, {drilled.signed_in} signed in as {drilled.rank}.")
    console().print(
        "Before you start the house, copy house.key to its keys/ directory, unless you gave --key."
    )


def _verify_directory(directory: Path) -> Report:
    """Run the verifier on a data directory; it reads a bundle and shares no code with the house."""
    with tempfile.TemporaryDirectory() as folder, closing(SqliteReader(directory)) as journal:
        made = Path(folder) / BUNDLE
        where, signs = str(directory), stored_manifest(directory) or manifest_source(str(directory))
        bundles.export_bundle(journal, None, public_keys(where), made, signs)
        return verify(bundle_at(made))


def _find_losses(
    directory: Path, original: str | None, notes: Sequence[str], receipts: Sequence[Receipt]
) -> list[backups.LogLoss]:
    with closing(SqliteReader(directory)) as restored:
        losses = backups.losses_since(restored, notes, receipts)
        if original is not None:
            with closing(open_reader(original)) as before:
                losses = [*backups.losses_against(restored, before), *losses]
    return losses


def _print_losses(losses: Sequence[backups.LogLoss]) -> None:
    for loss in losses:
        if loss.differs is not None:
            says = f"Table {loss.table} differs from the original, first at record {loss.differs}."
        elif loss.events is None:
            says = f"Table {loss.table}: at least {_count_of(loss.records, 'record')} lost."
        else:
            says = (
                f"Table {loss.table}: {_count_of(loss.records, 'record')} "
                f"with {_count_of(loss.events, 'event')} lost."
            )
        console().print(says)
    if not losses:
        console().print("Losses were not checked. Give --original, --witness or --receipts.")


@app.command()
def migrate(directory: Directory) -> None:
    """Upgrade a journal to the current format; there is only one format so far."""
    way = migration.migrate(directory)
    if len(way) == 1:
        console().print(f"The journal already has format {way[0]}. Nothing to do.")
    else:
        console().print(f"The journal was upgraded from format {way[0]} to {way[-1]}.")


@app.command("accept-loss")
def accept_loss(where: Where, data: Data = None) -> None:
    """Record which acknowledged records are lost, signed by the house, so that the house can start."""
    console().out(history.accept_loss(where, data_directory(where, data)), highlight=False)
    console().print("The house can now start with the remaining records. Give this note to the regulator.")


@app.command()
def sample(
    directory: Directory,
    layout: Annotated[
        str, typer.Option("--layout", help="Name of a layout, for example crown-sydney or crown-melbourne/b.")
    ] = ("crown-sydney"),
    rounds: Annotated[int, typer.Option("--rounds", min=1, max=100_000, help="Number of rounds.")] = 10,
    seed: Annotated[int, typer.Option("--seed", help="Random seed; the same seed gives the same day.")] = 1,
) -> None:
    """Create a data directory with keys and a scripted day of play, to try other commands on."""
    rules, cloth = get_layout(layout)
    if (directory / FILE).exists():
        raise BadInput(f"{directory} already contains a journal. Choose another directory.")
    Keys(directory).new_house_key(SAMPLE_HOUSE)
    with open_house(str(directory)) as house:
        SampleDay(house.floor, f"{rules.key}/{cloth.key}".rstrip("/"), seed=seed).deal(rounds)
        records = _record_count(house.journal.heads())
    console().print(f"{directory}: {_count_of(rounds, 'round')}, {records:,} records.")
    console().print(f"Next: `sicbo journal export {directory} --to night.zip`, then", soft_wrap=True)
    console().print("`sicbo verify night.zip` and `sicbo replay night.zip --round 1`.")


@app.command()
def erase(
    where: Where,
    who: Annotated[str, typer.Argument(metavar="WHO", help="A person's name, or a pseudonym: p-… or t-….")],
) -> None:
    """Erase a person's data permanently, by name or pseudonym; every hash stays valid."""
    from sicbo.server.access.erasure import erase as erased_from

    erased, mentions = erased_from(_require_journal(where), who)
    if not erased:
        raise NotFound("person", who, (), "Nothing is stored under this name or pseudonym.")
    console().print(f"Erased: {', '.join(erased)}. Erase it in the backups too.")
    if mentions:
        console().print(f"The name also appears in text that people wrote: {', '.join(mentions)}.")
        console().print("Read each with `sicbo journal who`, and erase it in the same way.")


@app.command(name="who")
def show_person(
    where: Where,
    pseudonym: Annotated[str, typer.Argument(metavar="PSEUDONYM", help="p-… or t-….")],
) -> None:
    """Show the person or text behind a pseudonym, unless it is erased."""
    if not is_pseudonym(pseudonym):
        raise BadInput("A pseudonym is p- or t- followed by 24 hexadecimal digits.")
    with closing(open_journal(where) if is_address(where) else SqliteReader(Path(where))) as journal:
        name = stored_name(journal.aside(pseudonym))
    if name is None:
        raise NotFound("pseudonym", pseudonym, (), "It was erased or never assigned.")
    console().print(name, soft_wrap=True)


def _count_of(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _record_count(heads: Mapping[str, Head]) -> int:
    return sum(head.number for head in heads.values())


def _parse_note(line: bytes) -> str:
    return msgspec.json.decode(line, type=str)


def _read_lines(path: Path | None, read: Callable[[bytes], T]) -> list[T]:
    """Read a file from outside the house, line by line."""
    if path is None:
        return []
    try:
        return [read(line) for line in path.read_bytes().splitlines()]
    except OSError as error:
        raise BadInput(f"Cannot read {path}: {error.strerror}.") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} has the wrong format: {error}.") from None


def _require_directory(where: str) -> Path:
    """Return a data directory; refuse a database, which has backup tools of its own."""
    if is_address(where):
        raise BadInput("A database cannot be backed up with this command. Use pg_dump or pg_basebackup.")
    return Path(where)


def _require_journal(where: str) -> str:
    """Return the location of an existing journal; a missing journal is not created."""
    if not is_address(where) and not (Path(where) / FILE).exists():
        raise NotFound("journal", where, (), "Give the data directory of a house.")
    return where
