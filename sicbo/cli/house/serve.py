"""`serve` runs the house server; `config` checks its settings."""

import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from sicbo.cli.output import JsonOption, console, print_json, print_table
from sicbo.house.export.sources import without_passwords
from sicbo.server.settings import PREFIX, read_settings

Journal = Annotated[
    str | None, typer.Option("--journal", help="PostgreSQL URL, for a house of several processes.")
]
Hosts = Annotated[str | None, typer.Option("--hosts", help="Host names that clients use, comma-separated.")]
Port = Annotated[
    int | None, typer.Option("--port", help="Port to listen on; if it is in use, the next free one.")
]
BettingSeconds = Annotated[
    float | None,
    typer.Option("--betting-seconds", help="Seconds of betting in each round of the automatic dealer."),
]
Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the lobby in a browser.")]
Profile = Annotated[str | None, typer.Option("--profile", help="Profile: home, training or floor.")]

config = typer.Typer(help="Check the server settings, which are SICBO_* environment variables.")


def serve(
    data: Annotated[Path | None, typer.Option("--data", help="Data directory of the house.")] = None,
    journal: Journal = None,
    host: Annotated[str | None, typer.Option("--host", help="Address to listen on.")] = None,
    hosts: Hosts = None,
    port: Port = None,
    profile: Profile = None,
    betting_seconds: BettingSeconds = None,
    browser: Browser = True,
) -> None:
    """Run the house server: lobby, terminals, consoles, displays."""
    from sicbo.server.http.listener import listener_url, open_listener
    from sicbo.server.live.house import LiveHouse
    from sicbo.server.logs import log_to_standard_error
    from sicbo.server.main import serve as run

    flags = {"data": data, "journal": journal, "host": host, "hosts": hosts, "port": port}
    settings = read_settings({**flags, "profile": profile, "betting_seconds": betting_seconds})
    listener = open_listener(settings)
    address = listener_url(listener)
    if settings.port and not address.endswith(f":{settings.port}"):
        console().print(f"Port {settings.port} is in use.")

    def announce(house: LiveHouse) -> None:
        console().print(f"Sic Bo is open at {address}", soft_wrap=True)
        if sys.stdout.isatty():
            console().print("Press Ctrl-C to stop. The state is saved.")
        if house.owner_setup.notice:
            console().print(house.owner_setup.notice, soft_wrap=True)
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    log_to_standard_error(quiet=settings.at_home and sys.stderr.isatty())
    with listener:
        run(settings, listener, announce)


@config.command()
def check(json_wanted: JsonOption = False) -> None:
    """Check every setting and show its value; all errors are listed at once."""
    settings = msgspec.to_builtins(read_settings(strict=True), enc_hook=str)
    settings["journal"] = without_passwords(settings["journal"])
    settings["witnesses"] = [without_passwords(url) for url in settings["witnesses"]]
    if json_wanted:
        print_json(settings)
        return
    print_table(
        ("setting", "value"), [(f"{PREFIX}{name.upper()}", str(value)) for name, value in settings.items()]
    )
