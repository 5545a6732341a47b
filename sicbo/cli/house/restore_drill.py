"""The restore drill: start the house on a copy of the restored data, check its accounts, and sign in."""

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

from sicbo.client.http import HouseProblem, Http
from sicbo.errors import BadInput
from sicbo.house.export.bundles import discard
from sicbo.house.export.readers import open_file
from sicbo.house.identity.keys import Keys
from sicbo.journal.notes import read_vkey
from sicbo.journal.sqlite import SqliteJournal
from sicbo.server.access.access_database import FILE_NAME
from sicbo.server.access.sign_in.owner_setup import OWNER_MADE
from sicbo.server.http.listener import listener_url, open_listener
from sicbo.server.live.house import LiveHouse
from sicbo.server.main import uvicorn_config
from sicbo.server.settings import Settings
from sicbo.table.round.opening import FLOOR_PROFILE

ACCOUNTS = "SELECT id, rank FROM staff ORDER BY rank = 'senior-manager' DESC, id"
START_SECONDS = 60


class DrillResult(NamedTuple):
    """The result of the drill: accounts, devices and tables of the house, and the account that signed in."""

    accounts: int
    devices: int
    tables: int
    signed_in: str
    rank: str


def _close_owner_setup(directory: Path) -> None:
    """Close the owner's set-up in a restored house, even if the backup has no accounts."""
    with closing(SqliteJournal(directory)) as journal:
        if journal.aside(OWNER_MADE) is None:
            journal.put_aside(OWNER_MADE, "yes")


def restore_drill(directory: Path) -> DrillResult | None:
    """Start a restored house on a copy and sign in; return None if it has no accounts.

    On the copy only, the account of the highest rank gets a temporary PIN. Before that, the owner's set-up is
    closed in the restored house itself.
    """
    _close_owner_setup(directory)
    if not (directory / FILE_NAME).is_file():
        return None
    with closing(open_file(directory / FILE_NAME)) as file:
        accounts = {str(who): str(rank) for who, rank in file.execute(ACCOUNTS)}
        devices = len(file.execute("SELECT id FROM device").fetchall())
    if not accounts:
        return None
    copy = directory.with_name(f"{directory.name}.drill")
    discard(copy)
    try:
        shutil.copytree(directory, copy)
        who, pin = next(iter(accounts)), secrets.token_urlsafe(12)
        _prepare_copy(copy, who, pin)
        with _serve_copy(copy) as address:
            return _sign_in(address, who, pin, DrillResult(len(accounts), devices, 0, who, accounts[who]))
    finally:
        discard(copy)


def _prepare_copy(copy: Path, who: str, pin: str) -> None:
    """Give the copy a key if the house's own key is stored elsewhere, and set the PIN of the account."""
    keys = Keys(copy)
    if not (copy / "keys" / "house.key").exists():
        keys.new_house_key(read_vkey(keys.house_vkeys()[-1]).name)
    with closing(apsw.Connection(str(copy / FILE_NAME))) as file:
        file.execute("UPDATE staff SET secret = ? WHERE id = ?", (PasswordHasher().hash(pin), who))


@contextmanager
def _serve_copy(copy: Path) -> Iterator[str]:
    """Serve the copy at a local address and yield the address."""
    settings = Settings(data=copy, port=0, profile=FLOOR_PROFILE)
    with open_listener(settings) as listener:
        opened = threading.Event()
        house = LiveHouse(settings)
        server = uvicorn.Server(uvicorn_config(settings, on_open=lambda _: opened.set(), house=house))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="restore drill")
        thread.start()
        try:
            if not opened.wait(START_SECONDS):
                raise BadInput(f"The restored house did not start within {START_SECONDS} seconds.")
            yield listener_url(listener)
        finally:
            server.should_exit = True
            thread.join()


def _sign_in(address: str, who: str, pin: str, drilled: DrillResult) -> DrillResult:
    asks = Http(address)
    try:
        return _check_house(asks, who, pin, drilled)
    finally:
        asks.close()


def _check_house(asks: Http, who: str, pin: str, drilled: DrillResult) -> DrillResult:
    setup = {"code": "", "id": who, "pin": pin}
    if asks.request("GET", "/session")["setup_open"] or not _is_refused(asks, "/setup", setup):
        raise BadInput("In the restored house a stranger could create the owner's account. Do not use it.")
    try:
        session = asks.request("POST", "/sessions", {"id": who, "pin": pin})
    except HouseProblem as problem:
        says = f'{who} cannot sign in to the restored house ("{problem}"). Do not use it.'
        raise BadInput(says) from problem
    if (session["role"], session["rank"]) != ("staff", drilled.rank):
        raise BadInput(f"{who} cannot sign in to the restored house as {drilled.rank}. Do not use it.")
    return drilled._replace(tables=len(asks.request("GET", "/tables")))


def _is_refused(asks: Http, path: str, body: dict[str, Any]) -> bool:
    try:
        asks.request("POST", path, body)
    except HouseProblem as problem:
        return problem.code == "not-found"
    return False
