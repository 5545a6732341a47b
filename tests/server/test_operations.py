"""Tools for operators: metrics, log, doctor, settings, systemd unit and container."""

import configparser
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer.main

from sicbo.cli.main import app, main
from sicbo.game.dice import as_roll
from sicbo.house.export.sources import without_passwords
from sicbo.server.live.live_table import agrees_with_pay_table
from sicbo.server.settings import PREFIX, SETTINGS
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import SettledLine
from tests.server.houses import WAIT, Browser, House
from tests.server.test_crash import running_process

ROOT = Path(__file__).parents[2]
METRICS = (
    "sicbo_rounds_total",
    "sicbo_slips_total",
    "sicbo_round_phase_seconds",
    "sicbo_event_append_seconds",
    "sicbo_stream_clients",
    "sicbo_stream_lag_seconds",
    "sicbo_settlement_mismatch_total",
    "sicbo_chain_events",
    "sicbo_checkpoint_age_seconds",
    "sicbo_clock_offset_seconds",
    "sicbo_notice_pending",
    "sicbo_build_info",
)


def test_the_figures_have_the_promised_names_and_no_player(house: House) -> None:
    """After a round each has a value, and settled lines agree with the pay table."""
    dealer, player = house.browser(), house.browser()
    dealer.console("melbourne-a")
    mine = player.sit("melbourne-a", "Lan")
    number = dealer.open_bets("melbourne-a")
    player.slip("melbourne-a", {"small": 500, "big": 500}, number)
    with player.stream("melbourne-a") as follows:
        dealer.finish("melbourne-a", [1, 2, 4])
        follows.until(lambda seen: seen.view["phase"] == "waiting")
    text = httpx.get(f"{house.address}/metrics").text
    for name in METRICS:
        values = re.findall(rf"^{name}(?:_count)?(?:{{.*}})? (\S+)$", text, re.MULTILINE)
        assert values, name
    assert 'sicbo_rounds_total{outcome="settled",table="melbourne-a"} 1.0' in text
    assert "sicbo_settlement_mismatch_total 0.0" in text
    assert mine["player"] not in text
    assert "Lan" not in text


def test_a_settled_line_that_the_pay_table_does_not_bear_out_is_seen(house: House) -> None:
    """It may be a winning line marked lost, a payment beyond its odds, or a stake that does not add up."""
    table = house.live_house.live_tables["sydney"].table
    dice, stake = as_roll((1, 2, 4)), Stake("small", 500, "value-chip")
    right = SettledLine(stake, "won", 500, 500, 0, "6.3")
    wrong = [
        SettledLine(stake, "won", 1_000, 500, 0, "6.3"),
        SettledLine(stake, "won", 500, 0, 0, "6.3"),
        SettledLine(stake, "lost", 0, 0, 500, "6.3"),
        SettledLine(Stake("big", 500, "value-chip"), "won", 500, 500, 0, "6.3"),
    ]
    assert agrees_with_pay_table(table, right, dice)
    assert [agrees_with_pay_table(table, line, dice) for line in wrong] == [False] * 4


def test_one_line_for_each_order_with_the_id_of_its_request(tmp_path: Path) -> None:
    """The sender's trace id is in the log and in the problem; names and amounts are not."""
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    with running_process(tmp_path) as process:
        browser = Browser(process.address, {"traceparent": f"00-{trace}-00f067aa0ba902b7-01"})
        browser.console("sydney", "dealer")
        browser.perform("sydney", "place-bets")
        change = {"type": "change-limits", "minimum": 77_700, "maximum": 88_800}
        assert browser.send_request("POST", "/tables/sydney/commands", change).json()["trace_id"] == trace
        browser.http.close()
        log = process.stop()
    lines = [json.loads(line) for line in log.splitlines()]
    dealt = next(line for line in lines if line["event"] == "perform:place-bets")
    assert (dealt["table"], dealt["round"], dealt["actor_role"]) == ("sydney", 1, "dealer")
    assert (dealt["trace_id"], dealt["level"], dealt["refused"]) == (trace, "info", False)
    assert dealt["seq"] > 1
    assert next(line for line in lines if line["event"] == "change-limits")["refused"]
    assert "77700" not in log
    assert "Kim" not in log


def test_a_service_manager_is_told_ready_alive_and_stopping(tmp_path: Path) -> None:
    """Each is a datagram to the socket that systemd names."""
    where = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(where))
        manager.settimeout(WAIT)
        with running_process(tmp_path / "data", NOTIFY_SOCKET=str(where), WATCHDOG_USEC="200000") as process:
            heard = [manager.recv(100) for _ in range(3)]
            assert heard == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
            began = time.monotonic()
            process.end(signal.SIGTERM)
            assert time.monotonic() - began < 30
        while heard[-1] != b"STOPPING=1":
            heard.append(manager.recv(100))


def test_a_house_whose_terminal_is_closed_stops_in_good_order(tmp_path: Path) -> None:
    """SIGHUP is a stop like any other: the round is finished, and the log records the stop."""
    with running_process(tmp_path) as process:
        browser = Browser(process.address)
        browser.sit("sydney")
        browser.http.close()
        process.process.send_signal(signal.SIGHUP)
        log = process.process.communicate(timeout=WAIT)[1]
    assert process.process.returncode == 0
    assert [json.loads(line)["event"] for line in log.splitlines()][-1] == "stopped"


@pytest.mark.parametrize("path", ["/", "/livez", "/readyz", "/metrics", "/api/v1/tables", "/events", "/no"])
def test_head_is_answered_wherever_get_is(house: House, path: str) -> None:
    """The status and type are the same, and there is no body."""
    with httpx.stream("GET", f"{house.address}{path}") as got:
        asked = httpx.head(f"{house.address}{path}")
    assert (asked.status_code, asked.content) == (got.status_code, b"")
    assert asked.headers["content-type"] == got.headers["content-type"]
    assert asked.headers["x-frame-options"] == "DENY"


def test_the_doctor_finds_a_sound_house_well_and_asks_a_running_one(
    tmp_path: Path, house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    """An empty directory is sound too."""
    assert main(["doctor", "--data", str(tmp_path / "new"), "--json"]) == 0
    looked = {one["name"] for one in json.loads(capsys.readouterr().out)}
    assert looked == {
        "data",
        "disk",
        "fsync",
        "keys",
        "sqlite",
        "clock",
        "port",
        "browser",
        "history",
        "journal",
    }
    assert main(["doctor", "--at", house.address]) == 0
    assert main(["doctor", "--at", "http://127.0.0.1:9"]) == 3
    assert "does not answer" in capsys.readouterr().out


def test_the_doctor_says_what_is_wrong_what_to_do_and_which_clause_is_at_risk(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It finds a readable directory, a missing key and a changed record."""
    data = tmp_path / "day"
    assert main(["journal", "sample", str(data), "--rounds", "1"]) == 0
    data.chmod(0o755)
    (data / "keys" / "house.key").unlink()
    file = data / "journal.sqlite"
    file.write_bytes(file.read_bytes().replace(b'"small"', b'"SMALL"'))
    capsys.readouterr()
    assert main(["doctor", "--data", str(data), "--json"]) == 3
    wrong = {one["name"]: one for one in json.loads(capsys.readouterr().out) if not one["well"]}
    assert {"data", "keys", "journal"} <= set(wrong)
    assert all(one["do"] and one["clause"] for one in wrong.values())
    assert "chmod 700" in wrong["data"]["do"]


def test_every_mistake_in_the_settings_is_listed_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It lists wrong values and an unknown name."""
    for name, value in {"PORT": "x", "PROFILE": "casino", "SIGNATURES": "maybe", "PROT": "80"}.items():
        monkeypatch.setenv(f"{PREFIX}{name}", value)
    assert main(["config", "check"]) == 2
    said = capsys.readouterr().err
    assert all(
        f"{PREFIX}{name}" in said for name in ("PORT", "PROFILE", "SIGNATURES", "PROT is not a setting")
    )


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://kim:S3CRET@db/house",
        "postgresql://kim:S3C@RET@db,db2:5433/house?target_session_attrs=read-write",
        "postgresql://kim:S3C/RET@db/house",
        "postgresql://kim:S3C:RET?x@db/house",
        "postgresql://db/house?user=kim&password=S3CRET&sslmode=require",
        "postgresql://kim@db/house?sslmode=require&sslpassword=S3CRET",
        "postgresql://kim:S3CRET@db/house?PASSWORD=S3CRET",
        "postgresql://db/house?p%61ssword=S3CRET",
        "postgresql://db/house?p%2561ssword=S3CRET",
        "postgresql://kim@db/house?password=S3C@RET",
        "postgresql://db/house?password=S3C@RET",
        "postgresql://db/house?sslkey=S3CRET",
        "postgresql://db/house?sslmode=require&access_token=S3CRET",
        "postgresql://db/house?a=b;client_secret=S3CRET",
        "postgresql://db/house?options=-c%20my.word%3DS3CRET",
        "postgresql://db/house?aws_credential=S3CRET",
        "postgresql://db/house?application_name=passwordS3CRET",
        "postgresql://db/house?secretS3CRET",
        "postgresql://db/house;password=S3CRET",
        "postgresql://db/house#S3CRET",
        "postgresql://kim:S3C#RET@db/house",
        "postgresql://kim:S3CRET",
        "postgresql://kim:S3C[RET]@db/house",
    ],
)
@pytest.mark.parametrize("name", ["JOURNAL", "WITNESSES"])
@pytest.mark.parametrize("right", [True, False])
def test_no_password_of_an_address_is_shown(
    address: str, right: bool, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither the settings nor an error show it, wherever a URL can contain one."""
    given = address.replace("postgresql", "https") if name == "WITNESSES" else address
    wrong = given.partition("://")[0].upper() + given.partition("://")[2]
    monkeypatch.setenv(f"{PREFIX}{name}", given if right else wrong)
    assert main(["config", "check", "--json"]) == (
        0 if right and (name == "JOURNAL" or "," not in address) else 2
    )
    said = "".join(capsys.readouterr())
    assert "…" in said
    assert not {"S3C", "RET"} & {said[at : at + 3] for at in range(len(said))}


@pytest.mark.parametrize("name", ["JOURNAL", "WITNESSES"])
def test_a_setting_that_is_no_address_is_not_quoted(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A password alone, pasted instead of the address, is hidden."""
    monkeypatch.setenv(f"{PREFIX}{name}", "S3CRET")
    assert main(["config", "check"]) == 2
    said = capsys.readouterr().err
    assert f"{PREFIX}{name} is '…'" in said and "S3CRET" not in said


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("", ""),
        ("/var/lib/sicbo", "/var/lib/sicbo"),
        ("postgresql:///house", "postgresql:///house"),
        ("postgresql://kim@[::1]:5432/house", "postgresql://kim@[::1]:5432/house"),
        (
            "postgresql://kim:x@a:1,b:2/house?sslmode=require",
            "postgresql://kim:…@a:1,b:2/house?sslmode=require",
        ),
        ("https://witness.example/keys/T1?n=1", "https://witness.example/keys/T1?n=1"),
        ("https://witness.example/a?token=x&n=1#y", "https://witness.example/a?token=…&n=1#…"),
    ],
)
def test_what_is_no_secret_of_an_address_is_shown(address: str, shown: str) -> None:
    """Host, port, database and harmless options: the operator has to recognise the address."""
    assert without_passwords(address) == shown


def flags_of(command: str) -> set[str]:
    """Return every flag of a command."""
    commands: Any = typer.main.get_command(app)
    found = commands.commands[command]
    return {flag for one in found.params for flag in (*one.opts, *one.secondary_opts)}


def names_a_command(words: list[str]) -> bool:
    """Whether a command line in a file is one that exists."""
    program, command, *rest = words
    given = {word for word in rest if word.startswith("--")}
    return Path(program).name == "sicbo" and given <= flags_of(command)


def test_the_unit_names_what_exists_and_shuts_the_service_in() -> None:
    """Commands, settings and paths are ours, and it waits for the round longer than the house takes."""
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(ROOT / "deploy" / "sicbo.service")
    service = unit["Service"]
    assert service["Type"] == "notify"
    assert int(service["WatchdogSec"]) > 0
    assert int(service["TimeoutStopSec"]) > 30
    assert all(names_a_command(shlex.split(service[name])) for name in ("ExecStart", "ExecStartPre"))
    settings = dict(pair.split("=", 1) for pair in service["Environment"].split())
    assert all(name.removeprefix(PREFIX).lower() in SETTINGS for name in settings)
    assert settings["SICBO_DATA"] == f"/var/lib/{service['StateDirectory']}"
    hardened = "DynamicUser NoNewPrivileges PrivateTmp PrivateDevices ProtectHome MemoryDenyWriteExecute"
    assert all(service[name] == "yes" for name in hardened.split())
    assert (service["ProtectSystem"], service["CapabilityBoundingSet"]) == ("strict", "")


def container_lines() -> list[tuple[str, str]]:
    """Return the instructions of the Containerfile, with their arguments."""
    text = (ROOT / "deploy" / "Containerfile").read_text("utf-8")
    return [line.partition(" ")[::2] for line in text.splitlines() if line and not line.startswith("#")]


def test_the_container_is_installed_by_the_lines_of_its_file(tmp_path: Path) -> None:
    """Its own lines run in a folder with its copied files and a new environment; only /opt differs."""
    source, environment = tmp_path / "source", str(tmp_path / "sicbo")
    source.mkdir()
    lines = container_lines()
    for *names, into in (rest.split() for kind, rest in lines if kind == "COPY" and "--from" not in rest):
        for name in names:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, source / into, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / name, source / into)
    given = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    commands = [json.loads(rest) for kind, rest in lines if kind == "RUN"]
    assert [command[0] for command in commands] == ["pip", "uv", "uv"]
    for command in commands[1:]:
        words = [word.replace("/opt/sicbo", environment) for word in command]
        done = subprocess.run(words, cwd=source, env=given, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    said = subprocess.run([f"{environment}/bin/sicbo", "serve", "--help"], cwd=tmp_path, capture_output=True)
    assert b"--no-browser" in said.stdout


def test_the_container_names_what_exists_and_is_not_root() -> None:
    """It copies files of the repository, runs our command, and has one volume."""
    lines = container_lines()
    last = dict(lines)
    copied = [rest.split()[:-1] for kind, rest in lines if kind == "COPY" and not rest.startswith("--")]
    assert all((ROOT / name).exists() for names in copied for name in names)
    assert int(last["USER"].split(":")[0]) > 0
    program = json.loads(last["ENTRYPOINT"])
    assert names_a_command(program + json.loads(last["CMD"]))
    assert names_a_command(json.loads(last["HEALTHCHECK"].partition("CMD ")[2]))
    settings = dict(pair.split("=", 1) for pair in last["ENV"].split() if pair.startswith(PREFIX))
    assert all(name.removeprefix(PREFIX).lower() in SETTINGS for name in settings)
    assert json.loads(last["VOLUME"]) == [settings["SICBO_DATA"]]
    assert last["EXPOSE"] == settings["SICBO_PORT"]
