"""A secret wager in a real house: everything that the house writes or sends is searched for it."""

import hashlib
import io
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from sicbo.cli.main import main
from tests.server.houses import Browser
from tests.server.routes.test_tournaments import begun, order, refused
from tests.server.test_crash import serving

SALT, BET, CHIPS = "5ec2e7" * 6, "triple-5", 7_300
SLIP = [[BET, CHIPS, "tournament-chip"]]
NEEDLES = (SALT, f"{BET}={CHIPS}", f'"{BET}",{CHIPS}', f'{BET}\\",{CHIPS}', f"{BET}', {CHIPS}")
KNOWN = {"name": "lunar", "table": "sydney", "rulebook": "crown-sydney-2024", "number": "1"}
"""Values for the parameters in the paths of the API."""
SEAT = "/tournaments/lunar/seat/commands"


def found_in(told: bytes) -> list[str]:
    """Return the parts of the secret that these bytes contain."""
    return [needle for needle in NEEDLES if needle.encode() in told]


def written(data: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every file of the house."""
    for path in data.rglob("*"):
        if path.is_file():
            yield str(path.relative_to(data)), path.read_bytes()


def exported(data: Path, to: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every export of the command line: a bundle, rows in three formats, registers in two."""
    for form in ("bundle", "csv", "jsonl", "parquet"):
        assert main(["journal", "export", str(data), "--to", str(to / form), "--format", form]) == 0
    yield from written(to)


def answered(desk: Browser) -> Iterator[tuple[str, bytes]]:
    """Yield every readable path as the desk reads it: board, bundle, registers, metrics, records."""
    paths = desk.http.get(f"{desk.address}/schema/openapi.json").json()["paths"]
    for path in ("/metrics", *(path for path, how in sorted(paths.items()) if "get" in how)):
        address = path
        for name, value in KNOWN.items():
            address = address.replace(f"{{{name}}}", value)
        if "{" not in address and not address.endswith("/events"):
            answer = desk.http.get(f"{desk.address}{address}")
            assert answer.status_code < 500, address
            yield f"GET {address.removeprefix('/api/v1')}", unpacked(answer)


def unpacked(answer: httpx.Response) -> bytes:
    """Return the content of an answer, unpacked if it is an archive."""
    if answer.headers.get("content-type", "").startswith("application/zip"):
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            return b"".join(archive.read(name) for name in archive.namelist())
    return answer.content


def streamed(desk: Browser) -> Iterator[tuple[str, bytes]]:
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
        process = stack.enter_context(serving(data))
        desk = Browser(process.address)
        stack.callback(desk.http.close)
        phone = Browser(process.address)
        stack.callback(phone.http.close)
        sly, seal = _sealed(desk, phone)
        opening: dict[str, Any] = {"table": "T1", "player": sly, "salt": SALT}
        early = phone.ask("POST", SEAT, {"type": "open-seal", **opening, "stakes": SLIP})
        assert early.json()["code"] == "not-now"
        order(desk, "close-bets", table="T1")
        other = [["big", CHIPS, "tournament-chip"]]
        assert refused(desk, "open-seal", **opening, stakes=other)["clauses"][0]["clause"] == "8.4.4(c)"
        (tmp_path / "before").mkdir()
        told = [*answered(desk), *answered(phone), *streamed(desk), *streamed(phone)]
        before = [*told, *written(data), *exported(data, tmp_path / "before")]
        assert {where: found for where, text in before if (found := found_in(text))} == {}
        said = dict(before)
        assert seal.encode() in said["GET /tournaments/lunar"] and b"sicbo_rounds" in said["GET /metrics"]
        phone.done("POST", SEAT, {"type": "open-seal", **opening, "stakes": SLIP})
        (tmp_path / "after").mkdir()
        after = [where for where, text in exported(data, tmp_path / "after") if found_in(text)]
        assert after and all(where.startswith("bundle/") for where in after)
        logs, printed = process.stop(), capsys.readouterr().out
        assert '"event"' in logs and found_in((logs + printed).encode()) == []


def _sealed(desk: Browser, phone: Browser) -> tuple[str, str]:
    """Begin a tournament with a secret wager; return its entrant and its commitment."""
    cup = begun(desk)
    sly = cup["heats"][0]["players"][0]
    line = f"sicbo-secret-1 {SALT} T1 1 1 1 {BET}={CHIPS}\n"
    seal = hashlib.sha256(line.encode()).hexdigest()
    order(desk, "invite-bets", table="T1")
    code = desk.done("POST", "/tournaments/lunar/codes", {"player": sly})["code"]
    phone.done("POST", "/tournaments/lunar/seat", {"code": code})
    phone.done("POST", SEAT, {"type": "seal-slip", "table": "T1", "player": sly, "commitment": seal})
    return sly, seal
