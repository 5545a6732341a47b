"""Every code block of the documents runs: consoles with their output, and Python that is not a doctest."""

import ast
import asyncio
import hashlib
import io
import random
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import sicbo
from sicbo.cli.main import main
from tests.server.houses import running
from tests.test_docs import PAGES, ROOT, name, text

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(
    r"(?:printf '(?P<given>[^']*)' \| )?(?:\.venv/bin/)?sicbo (?P<words>[^|>#]+)"
    r"(?:\| (?P<into>tail -1|sha256sum) ?)?(?:> (?P<file>\S+))?\s*(?:#.*)?"
)
ELSEWHERE = {
    "sicbo play": "its dice are new every time: tests/cli",
    "sicbo verify T1-2026-11-15.zip": "a night of a house that is not here: tests/verify",
    "python3 sicbo-verify.pyz": "tests/verify/test_bundle.py builds and runs it",
    "SICBO_EXAMPLES=300 .venv/bin/pytest": "the tests themselves",
}
FINDINGS = 3
FEWER = {
    "--rounds 1e9 --level path": "--rounds 1e5 --level path",
    "--tumbler 1e6": "--tumbler 1e4",
    "--players 24": "--players 24 --runs 10",
}
"""Large numbers in the documents, with the smaller ones that the tests use."""


@dataclass
class Step:
    """A command of a block, with the part of its output that the block shows."""

    line: str
    shown: list[str] = field(default_factory=list)


def blocks(page: Path, kind: str) -> list[str]:
    """Return the blocks of one language on a page."""
    return [body for said, body in BLOCK.findall(page.read_text(encoding="utf-8")) if said == kind]


def steps(page: Path) -> Iterator[Step]:
    """Yield the commands of a page in their order."""
    for body in blocks(page, "console"):
        step = Step("")
        for line in body.splitlines():
            if line.startswith("$ "):
                step = Step(line[2:])
                yield step
            else:
                step.shown.append(line)


def prepared(page: str) -> None:
    """Create what a page assumes, in the directory where it is tested."""
    Path("backups").mkdir()
    Path("tests").symlink_to(ROOT / "tests")
    Path("entrants.txt").write_text("".join(f"1 e-{number}\n" for number in range(214)))
    dice = random.Random(7)
    rolls = [[str(dice.randint(1, 6)) for _ in range(3)] for _ in range(500)]
    Path("night.txt").write_text("".join(f"{' '.join(roll)}\n" for roll in rolls))
    if page == "docs/reference/cli.md":
        assert main(["journal", "sample", "day", "--layout", "crown-sydney", "--rounds", "10"]) == 0
        assert main(["journal", "export", "day", "--to", "night.zip"]) == 0


def approved(terms: str) -> str:
    """Return terms with their approver and the time, which only a person can give."""
    return terms.replace('by = ""', 'by = "Kim"', 1).replace("# at = ", "at = ", 1)


def run(step: Step, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """Run a line and return its output."""
    wrote = ""
    for part in step.line.split(" && "):
        found = COMMAND.fullmatch(part)
        assert found, f"no way to run {part!r}"
        given = (found["given"] or "").replace("\\n", "\n")
        monkeypatch.setattr("sys.stdin", io.StringIO(given))
        capsys.readouterr()
        fine = (0, FINDINGS) if "lint" in part else (0,)
        assert main(shlex.split(found["words"])) in fine, (part, capsys.readouterr().err)
        wrote = capsys.readouterr().out
        if found["into"] == "tail -1":
            wrote = wrote.splitlines()[-1]
        elif found["into"] == "sha256sum":
            wrote = f"{hashlib.sha256(wrote.encode()).hexdigest()}  -"
        if found["file"]:
            Path(found["file"]).write_text(approved(wrote))
    return wrote


def says(shown: str, wrote: str) -> bool:
    """Whether an output matches the page. Line breaks do not matter, and … stands for anything."""
    pattern = ".*?".join(re.escape("".join(part.split())) for part in shown.split("…"))
    return re.fullmatch(pattern, "".join(wrote.split())) is not None


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "console")], ids=name)
def test_a_console_says_what_the_page_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Commands run in the order of the page, in an empty directory; targets of make exist."""
    monkeypatch.chdir(tmp_path)
    prepared(name(page))
    for step in steps(page):
        for said, meant in (*FEWER.items(), ("/backups", f"{tmp_path}/backups"), ("/tmp/drill", "drill")):
            step.line = step.line.replace(said, meant)
        target = re.match(r"make ([\w-]+)", step.line)
        if target:
            assert f"\n{target[1]}:" in text("Makefile")
        elif not step.line.removeprefix(".venv/bin/").startswith(tuple(ELSEWHERE)):
            wrote = run(step, monkeypatch, capsys)
            shown = "\n".join(step.shown).replace("/tmp/drill", "drill")
            assert not shown or says(shown, wrote), f"{step.line}\n{shown}\nbut it says\n{wrote}"


def test_a_tournament_of_learning_agents_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The block of docs/guides/laboratory.md runs with completed and approved terms."""
    monkeypatch.chdir(tmp_path)
    assert main(["tournament", "new", "crown-sydney", "--name", "Lunar Cup"]) == 0
    Path("lunar-cup.toml").write_text(approved(capsys.readouterr().out))
    [block] = blocks(ROOT / "docs/guides/laboratory.md", "python")
    exec(block, {})
    assert capsys.readouterr().out.strip()


def test_an_engine_is_tested_as_the_page_says() -> None:
    """The block of docs/guides/developer.md runs with our own settlement as the engine."""
    book = sicbo.Rulebook.load("singapore-etg/1")
    [block] = blocks(ROOT / "docs/guides/developer.md", "python")
    names: dict[str, Any] = {"my_settle": lambda area, stake, dice: book.settle({area: stake}, dice).net}
    exec(block, names)
    for vector in names["vectors"]("singapore-etg/1"):
        names["test_my_engine"](vector)


class Enough(Exception):
    """The program of the page has printed something."""


def test_a_program_plays_at_a_live_table_as_the_page_says(tmp_path: Path) -> None:
    """The block of docs/reference/http.md runs until it prints its first settlement."""
    [block] = blocks(ROOT / "docs/reference/http.md", "python")
    told: list[object] = []

    def first(*words: object) -> None:
        told.extend(words)
        raise Enough

    with running(tmp_path, betting_seconds=0.5, pace=0.02) as house:
        program = block.replace("http://localhost:8000", house.address)
        code = compile(program, "docs/reference/http.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        with pytest.raises(Enough):
            asyncio.run(asyncio.wait_for(eval(code, {"print": first}), 60))
    dice, net = told
    assert len(str(dice).split(", ")) == 3
    assert net in (1_000, -1_000)
