"""The drill that ends a restore: start the house on a copy, see that it knows its staff, and sign in."""

import secrets
import shutil
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import apsw
import uvicorn
from argon2 import PasswordHasher

from sicbo.client.http import Http, Problem
from sicbo.errors import BadInput
from sicbo.house.export.bundles import discard
from sicbo.house.export.readers import open_file
from sicbo.house.identity.keys import Keys
from sicbo.journal.notes import read_vkey
from sicbo.journal.sqlite import SqliteJournal
from sicbo.server.access.owner_setup import MADE
from sicbo.server.access.session_store import FILE
from sicbo.server.live.house import Room
from sicbo.server.main import address_of, configured, listening
from sicbo.server.settings import Settings
from sicbo.table.round.opening import FLOOR

ACCOUNTS = "SELECT id, rank FROM staff ORDER BY rank = 'senior-manager' DESC, id"
START_SECONDS = 60


class Drilled(NamedTuple):
    """What the drill found: accounts, devices and tables of the house, and who was signed in."""

    accounts: int
    devices: int
    tables: int
    signed_in: str
    rank: str


def _close_owner_setup(directory: Path) -> None:
    """Keep in a restored house that its owner's set-up is over, also if the backup has no accounts."""
    with closing(SqliteJournal(directory)) as journal:
        if journal.aside(MADE) is None:
            journal.put_aside(MADE, "yes")


def restore_drill(directory: Path) -> Drilled | None:
    """Start a restored house on a copy and sign in; None if it has no accounts to sign in with.

    The account of the highest rank gets a PIN of the drill, on the copy alone. Before anything else the
    owner's set-up is closed in the restored house itself.
    """
    _close_owner_setup(directory)
    if not (directory / FILE).is_file():
        return None
    with closing(open_file(directory / FILE)) as file:
        accounts = {str(who): str(rank) for who, rank in file.execute(ACCOUNTS)}
        devices = len(file.execute("SELECT id FROM device").fetchall())
    if not accounts:
        return None
    copy = directory.with_name(f"{directory.name}.drill")
    discard(copy)
    try:
        shutil.copytree(directory, copy)
        who, pin = next(iter(accounts)), secrets.token_urlsafe(12)
        _prepare(copy, who, pin)
        with _serving(copy) as address:
            return _signed_in(address, who, pin, Drilled(len(accounts), devices, 0, who, accounts[who]))
    finally:
        discard(copy)


def _prepare(copy: Path, who: str, pin: str) -> None:
    """Give the copy a key if the house's own is kept apart, and the account a PIN that the drill knows."""
    keys = Keys(copy)
    if not (copy / "keys" / "house.key").exists():
        keys.new_house(read_vkey(keys.house_vkeys()[-1]).name)
    with closing(apsw.Connection(str(copy / FILE))) as file:
        file.execute("UPDATE staff SET secret = ? WHERE id = ?", (PasswordHasher().hash(pin), who))


@contextmanager
def _serving(copy: Path) -> Iterator[str]:
    """The house of the copy, at an address that only this machine reaches."""
    settings = Settings(data=copy, port=0, profile=FLOOR)
    with listening(settings) as listener:
        opened = threading.Event()
        room = Room(settings)
        server = uvicorn.Server(configured(settings, told=lambda _: opened.set(), room=room))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="restore drill")
        thread.start()
        try:
            if not opened.wait(START_SECONDS):
                raise BadInput(f"The restored house did not open within {START_SECONDS} seconds.")
            yield address_of(listener)
        finally:
            server.should_exit = True
            thread.join()


def _signed_in(address: str, who: str, pin: str, drilled: Drilled) -> Drilled:
    asks = Http(address)
    try:
        return _seen(asks, who, pin, drilled)
    finally:
        asks.close()


def _seen(asks: Http, who: str, pin: str, drilled: Drilled) -> Drilled:
    setup = {"code": "", "id": who, "pin": pin}
    if asks.ask("GET", "/session")["setup_open"] or not _refused(asks, "/setup", setup):
        raise BadInput("The restored house would let a stranger make the owner's account: do not use it.")
    try:
        session = asks.ask("POST", "/sessions", {"id": who, "pin": pin})
    except Problem as problem:
        says = f'The restored house does not let {who} sign in ("{problem}"): do not use it.'
        raise BadInput(says) from problem
    if (session["role"], session["rank"]) != ("staff", drilled.rank):
        raise BadInput(f"The restored house does not let {who} in as {drilled.rank}: do not use it.")
    return drilled._replace(tables=len(asks.ask("GET", "/tables")))


def _refused(asks: Http, path: str, body: dict[str, Any]) -> bool:
    try:
        asks.ask("POST", path, body)
    except Problem as problem:
        return problem.code == "not-found"
    return False
