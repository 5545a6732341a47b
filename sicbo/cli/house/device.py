"""`device`: the enrolled terminals and displays of a running house, for whoever may decide about them."""

from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer

from sicbo.cli.output import Json, machine, people, table
from sicbo.client.http import Http

app = typer.Typer(help="Terminals and displays of a running house.")

At = Annotated[str, typer.Option("--at", help="The address of the house.")]
Member = Annotated[str, typer.Option("--id", help="Your staff id.")]
PinFile = Annotated[
    Path | None, typer.Option("--pin-file", help="A file with your PIN; else you are asked for it.")
]
LOCAL = "http://localhost:8000"


def _asked(at: str, member: str, pin_file: Path | None, method: str, path: str, body: object = None) -> Any:
    """The answer to one of the staff, who signs in for this one request."""
    if pin_file is not None:
        pin = pin_file.read_text("utf-8").strip()
    else:
        pin = typer.prompt("PIN", hide_input=True, err=True)
    with closing(Http(at, patience=3.0)) as house:
        house.ask("POST", "/sessions", {"id": member, "pin": pin})
        try:
            return house.ask(method, path, body)
        finally:
            house.ask("DELETE", "/session")


@app.command("list")
def list_devices(member: Member, at: At = LOCAL, pin_file: PinFile = None, json_wanted: Json = False) -> None:
    """Every enrolled device, and where it stands."""
    found = _asked(at, member, pin_file, "GET", "/devices")
    if json_wanted:
        machine(found)
        return
    columns = ("device", "name", "role", "table", "seat", "approved_by", "since")
    table(columns, [tuple(str(one[name] or "") for name in columns) for one in found])


@app.command()
def approve(
    code: Annotated[str, typer.Argument(metavar="CODE", help="As the device shows it: BCDF-GHJK.")],
    member: Member,
    place: Annotated[str, typer.Option("--table", help="The table that it stands at.")],
    seat: Annotated[int | None, typer.Option("--seat", help="The seat of a terminal.")] = None,
    at: At = LOCAL,
    pin_file: PinFile = None,
) -> None:
    """Agree to the device that shows a code."""
    body = {"user_code": code, "table": place, "seat": seat}
    made = _asked(at, member, pin_file, "POST", "/devices/approvals", body)
    people().print(f"{made['name']} is a {made['role']} of table {made['table']} now: {made['device']}.")


@app.command()
def revoke(
    device: Annotated[str, typer.Argument(metavar="DEVICE", help="As `sicbo device list` names it.")],
    member: Member,
    at: At = LOCAL,
    pin_file: PinFile = None,
) -> None:
    """Enrol a device no longer: from now on it can do nothing."""
    _asked(at, member, pin_file, "DELETE", f"/devices/{device}")
    people().print(f"{device} is no device of the house any more.")
