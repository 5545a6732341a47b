"""A floor in play is backed up and restored elsewhere: its staff sign in, and its round is finished."""

import json
import shutil
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from sicbo.cli.main import main
from sicbo.game.dice import as_roll
from sicbo.house.maintenance.backups import restore
from sicbo.server.access.access_database import FILE_NAME
from sicbo.server.access.sign_in.owner_setup import OwnerSetup
from sicbo.verify.bundle import bundle_at
from sicbo.verify.report import verdict
from sicbo.verify.verifier import verify
from tests.server.floors import PIN, STAFF, running_floor, sign_in
from tests.server.houses import Browser, House, running_house

TABLE = "T1"
DICE = as_roll((1, 2, 4))


def order(browser: Browser, **said: object) -> None:
    """Give a command that must succeed."""
    browser.succeed("POST", f"/tables/{TABLE}/commands", said)


def place_restored_bets(house: House, owner: Browser, token: str) -> None:
    """Set a dealer at the console, and Anna at an enrolled terminal with 500 on Small and open bets."""
    dealer, anna = sign_in(house, "lee"), house.browser(Authorization=f"Bearer {token}")
    dealer.console(TABLE, "dealer")
    player = anna.sit(TABLE)["player"]
    order(owner, type="buy-in", player=player, instrument="value-chip", cents=10_000)
    anna.slip(TABLE, {"small": 500}, dealer.open_bets(TABLE)).raise_for_status()


def enrol_terminal(house: House) -> str:
    """Return the token of a terminal of the table."""
    secret, pairing = house.live_house.devices.begin_pairing("seat 1", "terminal", "here")
    house.live_house.devices.confirm_pairing(pairing.code, TABLE, None, "kim")
    return house.live_house.devices.collect_token(secret)[0]


@pytest.fixture(scope="module")
def backed_up(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A backup of a floor with open bets, its private key stored apart, and the token of a terminal."""
    base = tmp_path_factory.mktemp("night")
    with running_floor(base / "data", {TABLE: "crown-sydney-2024"}) as (house, owner):
        token = enrol_terminal(house)
        place_restored_bets(house, owner, token)
        assert main(["journal", "backup", str(base / "data"), "--to", str(base / "backup")]) == 0
        shutil.copy(base / "data" / "keys" / "house.key", base / "house.key")
    shutil.rmtree(base / "data")
    return base, token


def restore_backup(base: Path, name: str, capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    """Restore the backup under a name, and return the output of the command."""
    capsys.readouterr()
    words = ["restore", str(base / "backup"), "--to", str(base / name), "--key", str(base / "house.key")]
    assert main(["journal", *words, "--json"]) == 0
    said: dict[str, object] = json.loads(capsys.readouterr().out)
    return said


def test_a_floor_in_play_is_restored_signed_in_to_played_on_and_verified(
    backed_up: tuple[Path, str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Owner and dealer sign in with their PINs, Anna wins 5.00 on Small, and everything verifies."""
    base, token = backed_up
    said = restore_backup(base, "elsewhere", capsys)
    assert said["verdict"] == "VERIFIED"
    assert said["drill"] == {
        "accounts": len(STAFF),
        "devices": 1,
        "tables": 1,
        "signed_in": "kim",
        "rank": "senior-manager",
    }
    with running_house(base / "elsewhere", profile="floor", signatures=False) as house:
        owner, dealer = sign_in(house, "kim"), sign_in(house, "lee")
        assert owner.get("/session")["rank"] == "senior-manager"
        order(owner, type="notify-person", fault="power", whom="manager", name="max")
        order(owner, type="rectify-fault", fault="power", note="restored")
        dealer.console(TABLE, "dealer")
        dealer.finish(TABLE, list(DICE))
        anna = house.browser(Authorization=f"Bearer {token}")
        assert anna.get("/session")["role"] == "guest"
        [(_, rack)] = house.live_house.live_tables[TABLE].table.racks.items()
        assert rack == 10_500
        made = tmp_path / "night.zip"
        made.write_bytes(owner.http.get("/audit/bundle").content)
    assert verdict(verify(bundle_at(made))) == "VERIFIED"


def test_the_owners_set_up_never_opens_on_a_restored_house(backed_up: tuple[Path, str]) -> None:
    """This holds even without its file of accounts, unless the person who starts it asks for set-up."""
    base, _ = backed_up
    restore(base / "backup", base / "lost", base / "house.key")
    body = {"id": "eve", "name": "Eve", "pin": PIN}
    with running_house(base / "lost", profile="floor") as house:
        assert not house.browser().get("/session")["setup_open"]
        assert (
            house.browser()
            .send_request("POST", "/setup", {**body, "code": house.live_house.owner_setup.code})
            .status_code
            == 404
        )
    (base / "lost" / FILE_NAME).unlink()
    with running_house(base / "lost", profile="floor") as house:
        assert "its accounts are lost" in house.live_house.owner_setup.notice
        assert not house.browser().get("/session")["setup_open"]
        assert (
            house.browser()
            .send_request("POST", "/setup", {**body, "code": house.live_house.owner_setup.code})
            .status_code
            == 404
        )
    with running_house(base / "lost", profile="floor", new_owner=True) as house:
        house.browser().succeed("POST", "/setup", {**body, "code": house.live_house.owner_setup.code})


def test_18_a_backup_without_accounts_does_not_open_the_owners_set_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Backups were once made of the journal alone."""
    assert main(["journal", "sample", str(tmp_path / "old"), "--rounds", "1"]) == 0
    key = str(tmp_path / "old" / "keys" / "house.key")
    assert main(["journal", "backup", str(tmp_path / "old"), "--to", str(tmp_path / "backup")]) == 0
    words = ["restore", str(tmp_path / "backup"), "--to", str(tmp_path / "again"), "--key", key]
    assert main(["journal", *words]) == 0
    assert "contains no accounts" in capsys.readouterr().out

    body = {"id": "eve", "name": "Eve", "pin": PIN}
    with running_house(tmp_path / "again", profile="floor") as house:
        assert not house.browser().get("/session")["setup_open"]
        with_code = {**body, "code": house.live_house.owner_setup.code}
        assert house.browser().send_request("POST", "/setup", with_code).status_code == 404


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        ((OwnerSetup, "is_open", True), "a stranger could create the owner's account"),
        ((PasswordHasher, "verify", False), "kim cannot sign in to the restored house"),
    ],
)
def test_18_the_drill_finds_a_house_that_is_open_to_strangers_or_closed_to_its_staff(
    broken: tuple[type, str, bool],
    says: str,
    backed_up: tuple[Path, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The restore fails with the reason, and nothing of the drill is left."""
    kind, name, value = broken

    def refuses(*_: object) -> None:
        raise VerifyMismatchError

    monkeypatch.setattr(kind, name, property(lambda _: True) if value else refuses)
    words = ["restore", str(backed_up[0] / "backup"), "--to", str(tmp_path / "again")]
    assert main(["journal", *words]) != 0
    assert says in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again"]


def test_a_restore_refuses_the_key_of_another_house(
    backed_up: tuple[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is left behind."""
    base, _ = backed_up
    assert main(["journal", "sample", str(tmp_path / "other"), "--rounds", "1"]) == 0
    key = tmp_path / "other" / "keys" / "house.key"
    words = ["restore", str(base / "backup"), "--to", str(tmp_path / "again"), "--key", str(key)]
    assert main(["journal", *words]) == 2
    assert "is not the key that this house signed with last" in capsys.readouterr().err
    assert not (tmp_path / "again").exists()
