"""Erasure of a guest by the name they gave, from every byte that the house stores."""

from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from sicbo.cli.main import main
from sicbo.house.identity.pseudonyms import Pseudonyms
from sicbo.journal.opening import open_journal
from sicbo.server.access.access_database import open_session_file
from sicbo.server.access.sessions import Sessions
from tests.journal.postgres_server import fresh_url
from tests.server.floors import PIN
from tests.server.houses import House, running_house

QUUX = "Zebedee Quux"
LAYOUT = {"layout": "crown-sydney-2024", "table": "t1"}


def all_bytes(data: Path) -> bytes:
    """Return every byte of every file."""
    return b"".join(path.read_bytes() for path in data.rglob("*") if path.is_file())


def everything_in(url: str) -> bytes:
    """Return every byte of every table of a database."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CHECKPOINT")
        files = connection.execute(
            """SELECT pg_read_binary_file(pg_relation_filepath(oid)) FROM pg_class
               WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"""
        ).fetchall()
    return b"".join(bytes(file) for (file,) in files)


def spend_evening(house: House, *names: str) -> list[str]:
    """Play an evening with guests of these names, and return their pseudonyms."""
    host = house.browser()
    host.sit("canberra", "Host")
    host.succeed("POST", "/tables", LAYOUT)
    players = []
    for name in names:
        guest = house.browser()
        players.append(str(guest.sit("t1", name)["player"]))
    return players


@pytest.mark.parametrize("who", ["zebedee  quux", "pseudonym"])
def test_a_guest_is_erased_by_the_name_they_gave(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], who: str
) -> None:
    """No file, free page or log keeps the name; other guests stay, and the chain is valid."""
    with running_house(tmp_path) as house:
        quux, _ = spend_evening(house, QUUX, "Ana Aardvark")
    assert QUUX.encode() in all_bytes(tmp_path)
    assert main(["journal", "erase", str(tmp_path), quux if who == "pseudonym" else who]) == 0

    left = all_bytes(tmp_path)
    assert (QUUX.encode() in left, b"Ana Aardvark" in left, quux.encode() in left) == (False, True, True)
    assert main(["journal", "check", str(tmp_path)]) == 0
    assert main(["journal", "erase", str(tmp_path), who]) == 4
    assert f"Erased: {quux}." in capsys.readouterr().out


def test_a_session_that_ended_long_ago_leaves_nothing(tmp_path: Path) -> None:
    """Its row was deleted without being overwritten, as in older versions; erasure removes the bytes."""
    with running_house(tmp_path) as house:
        spend_evening(house, QUUX)
    shelf = open_session_file(tmp_path)
    shelf.execute("PRAGMA secure_delete = OFF")
    Sessions(shelf).begin_player(f"{QUUX}#0", QUUX)
    shelf.execute("DELETE FROM session")
    shelf.close()
    assert QUUX.encode() in (tmp_path / "sessions.sqlite").read_bytes()

    assert main(["journal", "erase", str(tmp_path), QUUX]) == 0
    assert QUUX.encode() not in all_bytes(tmp_path)


def test_a_half_erased_person_is_erased_by_the_pseudonym(tmp_path: Path) -> None:
    """The journal has forgotten the person, and only the session store still has the name."""
    with running_house(tmp_path) as house:
        [quux] = spend_evening(house, QUUX)
    with closing(open_journal(tmp_path)) as journal:
        Pseudonyms(journal).erase(quux)
    assert QUUX.encode() in all_bytes(tmp_path)

    assert main(["journal", "erase", str(tmp_path), quux]) == 0
    assert QUUX.encode() not in all_bytes(tmp_path)


def test_two_people_with_one_name_have_to_be_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is erased by the name alone; the pseudonyms distinguish them."""
    with running_house(tmp_path) as house:
        both = spend_evening(house, QUUX, QUUX)
    assert main(["journal", "erase", str(tmp_path), QUUX]) == 2
    assert capsys.readouterr().err == (
        f"Nothing was erased: 2 people are called '{QUUX}'. Give one of: {', '.join(sorted(both))}.\n"
    )
    assert [main(["journal", "erase", str(tmp_path), one]) for one in both] == [0, 0]
    assert QUUX.encode() not in all_bytes(tmp_path)


def test_texts_that_mention_the_name_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A note is a separate text: it is listed, so that it can be read and erased too."""
    with running_house(tmp_path) as house:
        spend_evening(house, QUUX)
    with closing(open_journal(tmp_path)) as journal:
        note = Pseudonyms(journal).pseudonym(f"{QUUX} spilt a glass", "t")
    assert main(["journal", "erase", str(tmp_path), QUUX]) == 0
    assert f"in text that people wrote: {note}." in " ".join(capsys.readouterr().out.split())
    assert main(["journal", "erase", str(tmp_path), note]) == 0
    assert QUUX.encode() not in all_bytes(tmp_path)


def test_staff_is_erased_once_the_account_is_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Present staff are not erased, whether by name or by id."""
    with running_house(tmp_path, profile="floor") as house:
        body = {"code": house.live_house.owner_setup.code, "id": "zebedee", "name": QUUX, "pin": PIN}
        house.browser().succeed("POST", "/setup", body)
    for who in (QUUX, "zebedee"):
        assert main(["journal", "erase", str(tmp_path), who]) == 2
        assert "has a staff account" in capsys.readouterr().err
    shelf = open_session_file(tmp_path)
    sessions = Sessions(shelf)
    sessions.remove_staff(sessions.staff["zebedee"])
    shelf.close()
    assert main(["journal", "erase", str(tmp_path), QUUX]) == 4
    assert QUUX.encode() not in all_bytes(tmp_path)


def test_in_a_database_likewise(tmp_path: Path) -> None:
    """Names are in the tables of journal and sessions, and both are rewritten."""
    url = fresh_url()
    with running_house(tmp_path, journal=url) as house:
        quux, _ = spend_evening(house, QUUX, "Ana Aardvark")
    assert QUUX.encode() in everything_in(url)

    assert main(["journal", "erase", url, QUUX]) == 0

    left = everything_in(url)
    assert (QUUX.encode() in left, b"Ana Aardvark" in left, quux.encode() in left) == (False, True, True)
    assert QUUX.encode() not in all_bytes(tmp_path)
    assert main(["journal", "check", url, "--data", str(tmp_path)]) == 0
