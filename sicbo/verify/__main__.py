"""`python3 sicbo-verify.pyz BUNDLE`, or a draw: the verifier by itself; 0 verified, 2 unusable, 3 found."""

import argparse
import json
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

from sicbo.verify.bundle import bundle_at
from sicbo.verify.canonical import Unusable, Wrong
from sicbo.verify.draws import check_draw, draw_at
from sicbo.verify.report import as_json, lines
from sicbo.verify.verifier import evidence_at, verify


def run(
    bundle: Path, trust: Path | None, witnesses: Sequence[Path], receipts: Sequence[Path], *, as_data: bool
) -> int:
    """Verify a bundle, write the report, and give the exit code."""
    try:
        report = verify(bundle_at(bundle), evidence_at(trust, witnesses, receipts))
    except Unusable as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if as_data:
        sys.stdout.write(json.dumps(as_json(report), ensure_ascii=False, indent=2) + "\n")
    else:
        width = shutil.get_terminal_size().columns
        sys.stdout.writelines(f"{part}\n" for line in lines(report) for part in folded(line, width))
    return report.code


def folded(line: str, width: int) -> Iterator[str]:
    """A line as it fits into a window: what goes on below stands a little further in; no word is cut."""
    if len(line) <= width:
        yield line
        return
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    yield from textwrap.wrap(
        line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def run_draw(path: Path) -> int:
    """Recompute one draw, say what came of it, and give the exit code."""
    try:
        told = draw_at(path)
        check_draw(told)
    except Unusable as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except Wrong as wrong:
        sys.stdout.write(f"NOT VERIFIED: {wrong}.\n")
        return 3
    names = len(told["entrants"])
    sys.stdout.write(f"VERIFIED: {len(told['drawn'])} of {names} entrants come out as they are written.\n")
    return 0


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Say it, and end."""
        self.exit(2, f"{message[:1].upper()}{message[1:]}. Try --help.\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """What is given on the command line."""
    parser = _Parser(prog="sicbo-verify", description="Verify a bundle of sicbo journals.")
    parser.add_argument("bundle", type=Path, help="a directory, a zip file, or one draw as .json")
    parser.add_argument("--trust", type=Path, help="keys that you trust, in the form of keys.json")
    parser.add_argument("--witness", type=Path, action="append", default=[], help="what a witness keeps")
    parser.add_argument("--receipts", type=Path, action="append", default=[], help="receipts, one a line")
    parser.add_argument("--json", action="store_true", help="write the report as JSON")
    given = parser.parse_args(arguments)
    if given.bundle.suffix == ".json":
        return run_draw(given.bundle)
    return run(given.bundle, given.trust, given.witness, given.receipts, as_data=given.json)


if __name__ == "__main__":
    sys.exit(main())
