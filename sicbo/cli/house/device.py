"""`device`: list, approve and revoke the terminals and displays of a running house."""

from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer

from sicbo.cli.output import Json, machine, people, table
from sicbo.client.http import Http

app = typer.Typer(help="Manage the terminals and displays of a running house.")

At = Annotated[str, typer.Option("--at", help="URL of the house.")]
Member = Annotated[str, typer.Option("--id", help="Your staff ID.")]
PinFile = Annotated[
    Path | None, typer.Option("--pin-file", help="File that contains your PIN; prompts for it by default.")
]
LOCAL = "http://localhost:8000"


def _asked(at: str, member: str, pin_file: Path | None, method: str, path: str, body: object = None) -> Any:
    """Sign in, send one request, sign out, and return the response."""
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
    """List the enrolled devices with their tables and seats."""
    found = _asked(at, member, pin_file, "GET", "/devices")
    if json_wanted:
        machine(found)
        return
    columns = ("device", "name", "role", "table", "seat", "approved_by", "since")
    table(columns, [tuple(str(one[name] or "") for name in columns) for one in found])


@app.command()
def approve(
    code: Annotated[
        str, typer.Argument(metavar="CODE", help="Code shown by the device, for example BCDF-GHJK.")
    ],
    member: Member,
    place: Annotated[str, typer.Option("--table", help="Table of the device.")],
    seat: Annotated[int | None, typer.Option("--seat", help="Seat of a terminal.")] = None,
    at: At = LOCAL,
    pin_file: PinFile = None,
) -> None:
    """Approve the device that shows a code."""
    body = {"user_code": code, "table": place, "seat": seat}
    made = _asked(at, member, pin_file, "POST", "/devices/approvals", body)
    people().print(f"{made['name']} is now a {made['role']} of table {made['table']}: {made['device']}.")


@app.command()
def revoke(
    device: Annotated[
        str, typer.Argument(metavar="DEVICE", help="Device name, as shown by `sicbo device list`.")
    ],
    member: Member,
    at: At = LOCAL,
    pin_file: PinFile = None,
) -> None:
    """Revoke a device."""
    _asked(at, member, pin_file, "DELETE", f"/devices/{device}")
    people().print(f"{device} is revoked.")
