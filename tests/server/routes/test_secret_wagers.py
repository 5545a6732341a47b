"""A secret wager in a real house: everything that the house writes or sends is searched for it."""

import hashlib
import io
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from sicbo.cli.main import main
from tests.server.heats import deal
from tests.server.houses import Browser
from tests.server.routes.test_tournaments import begin_tournament, give, refusal
from tests.server.test_crash import running_process

SALT, BET, CHIPS = "5ec2e7" * 6, "triple-5", 7_300
SLIP = [[BET, CHIPS, "tournament-chip"]]
NEEDLES = (SALT, f"{BET}={CHIPS}", f'"{BET}",{CHIPS}', f'{BET}\\",{CHIPS}', f"{BET}', {CHIPS}")
PATH_VALUES = {"name": "lunar", "table": "sydney", "rulebook": "crown-sydney-2024", "number": "1"}
"""Values for the parameters in the paths of the API."""
SEAT = "/tournaments/lunar/seat/commands"


def secrets_in(told: bytes) -> list[str]:
    """Return the parts of the secret that these bytes contain."""
    return [needle for needle in NEEDLES if needle.encode() in told]


def written_files(data: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every file of the house."""
    for path in data.rglob("*"):
        if path.is_file():
            yield str(path.relative_to(data)), path.read_bytes()


def exports(data: Path, to: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every export of the command line: a bundle, rows in three formats, registers in two."""
    for form in ("bundle", "csv", "jsonl", "parquet"):
        assert main(["journal", "export", str(data), "--to", str(to / form), "--format", form]) == 0
    yield from written_files(to)


def answers(desk: Browser) -> Iterator[tuple[str, bytes]]:
    """Yield every readable path as the desk reads it: board, bundle, registers, metrics, records."""
    paths = desk.http.get(f"{desk.address}/schema/openapi.json").json()["paths"]
    for path in ("/metrics", *(path for path, how in sorted(paths.items()) if "get" in how)):
        address = path
        for name, value in PATH_VALUES.items():
            address = address.replace(f"{{{name}}}", value)
        if "{" not in address and not address.endswith("/events"):
            answer = desk.http.get(f"{desk.address}{address}")
            assert answer.status_code < 500, address
            yield f"GET {address.removeprefix('/api/v1')}", unpack(answer)


def unpack(answer: httpx.Response) -> bytes:
    """Return the content of an answer, unpacked if it is an archive."""
    if answer.headers.get("content-type", "").startswith("application/zip"):
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            return b"".join(archive.read(name) for name in archive.namelist())
    return answer.content


def first_messages(desk: Browser) -> Iterator[tuple[str, bytes]]:
    """Yield the first messages of a stream, over the WebSocket and as events."""
    with desk.stream("sydney") as following:
        for _ in range(2):
            yield "socket", repr(following.next()).encode()
    with desk.http.stream("GET", "/tables/sydney/events") as lines:
        yield "events", next(lines.iter_bytes())


def test_a_secret_wager_is_nowhere_before_it_is_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Openings that come too early or do not match are refused, and even they leave no trace of the wager."""
    data = tmp_path / "house"
    with ExitStack() as stack:
        process = stack.enter_context(running_process(data))
        desk = Browser(process.address)
        stack.callback(desk.http.close)
        phone = Browser(process.address)
        stack.callback(phone.http.close)
        sly, seal = _seal_wager(desk, phone)
        opening: dict[str, Any] = {"table": "T1", "player": sly, "salt": SALT}
        early = phone.send_request("POST", SEAT, {"type": "open-seal", **opening, "stakes": SLIP})
        assert early.json()["code"] == "not-now"
        deal(partial(give, desk), desk.get("/tournaments/lunar"), "uncover")
        other = [["big", CHIPS, "tournament-chip"]]
        assert refusal(desk, "open-seal", **opening, stakes=other)["clauses"][0]["clause"] == "8.4.4(c)"
        (tmp_path / "before").mkdir()
        told = [*answers(desk), *answers(phone), *first_messages(desk), *first_messages(phone)]
        before = [*told, *written_files(data), *exports(data, tmp_path / "before")]
        assert {where: found for where, text in before if (found := secrets_in(text))} == {}
        said = dict(before)
        assert seal.encode() in said["GET /tournaments/lunar"] and b"sicbo_rounds" in said["GET /metrics"]
        phone.succeed("POST", SEAT, {"type": "open-seal", **opening, "stakes": SLIP})
        (tmp_path / "after").mkdir()
        after = [where for where, text in exports(data, tmp_path / "after") if secrets_in(text)]
        assert after and all(where.startswith("bundle/") for where in after)
        logs, printed = process.stop(), capsys.readouterr().out
        assert '"event"' in logs and secrets_in((logs + printed).encode()) == []


def _seal_wager(desk: Browser, phone: Browser) -> tuple[str, str]:
    """Begin a tournament with a secret wager; return its entrant and its commitment."""
    cup = begin_tournament(desk)
    sly = cup["heats"][0]["players"][0]
    line = f"sicbo-secret-1 {SALT} T1 1 1 1 {BET}={CHIPS}\n"
    seal = hashlib.sha256(line.encode()).hexdigest()
    deal(partial(give, desk), cup, "close")
    code = desk.succeed("POST", "/tournaments/lunar/codes", {"player": sly})["code"]
    phone.succeed("POST", "/tournaments/lunar/seat", {"code": code})
    phone.succeed("POST", SEAT, {"type": "seal-slip", "table": "T1", "player": sly, "commitment": seal})
    return sly, seal
