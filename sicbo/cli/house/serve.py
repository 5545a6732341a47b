"""`serve` runs the house; `config` says what it would run with."""

import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from sicbo.cli.output import Json, machine, people, table
from sicbo.house.export.sources import without_passwords
from sicbo.server.settings import PREFIX, read_settings

Journal = Annotated[
    str | None, typer.Option("--journal", help="postgresql://…, for a house of several processes.")
]

config = typer.Typer(help="The settings of the server, from SICBO_* in the environment.")


def serve(
    data: Annotated[Path | None, typer.Option("--data", help="The directory of the house.")] = None,
    journal: Journal = None,
    host: Annotated[str | None, typer.Option("--host", help="The address to listen at.")] = None,
    hosts: Annotated[str | None, typer.Option("--hosts", help="The names by which it is reached.")] = None,
    port: Annotated[
        int | None, typer.Option("--port", help="The port; a busy one moves to the next.")
    ] = None,
    profile: Annotated[str | None, typer.Option("--profile", help="home, training or floor.")] = None,
    betting_seconds: Annotated[
        float | None, typer.Option("--betting-seconds", help="How long the automatic dealer takes bets.")
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the lobby.")] = True,
) -> None:
    """Run the house: lobby, terminals, consoles, displays."""
    from sicbo.server.live.house import Room
    from sicbo.server.logs import to_standard_error
    from sicbo.server.main import address_of, listening, serve as run

    flags = {"data": data, "journal": journal, "host": host, "hosts": hosts, "port": port}
    settings = read_settings({**flags, "profile": profile, "betting_seconds": betting_seconds})
    listener = listening(settings)
    address = address_of(listener)
    if settings.port and not address.endswith(f":{settings.port}"):
        people().print(f"Port {settings.port} is taken.")

    def told(room: Room) -> None:
        people().print(f"Sic Bo is open at {address}", soft_wrap=True)
        if sys.stdout.isatty():
            people().print("Ctrl-C ends it; it remembers where you were.")
        if room.setup.notice:
            people().print(room.setup.notice, soft_wrap=True)
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    to_standard_error(quiet=settings.at_home and sys.stderr.isatty())
    with listener:
        run(settings, listener, told)


@config.command()
def check(json_wanted: Json = False) -> None:
    """Check every setting; all mistakes are listed at once."""
    settings = msgspec.to_builtins(read_settings(strict=True), enc_hook=str)
    settings["journal"] = without_passwords(settings["journal"])
    settings["witnesses"] = [without_passwords(url) for url in settings["witnesses"]]
    if json_wanted:
        machine(settings)
        return
    table(("setting", "value"), [(f"{PREFIX}{name.upper()}", str(value)) for name, value in settings.items()])
