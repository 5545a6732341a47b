"""Staff: the owner's account, PINs, ranks, consoles, and orders that need two persons."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from argon2 import profiles
from websockets.exceptions import ConnectionClosed

from sicbo.server.access.access_database import open_session_file
from sicbo.server.access.sessions import Sessions, StaffAccount
from sicbo.server.access.staff_names import staff_name
from tests.server.floors import PIN, sign_in
from tests.server.houses import House, running_house


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A real house with its owner and a table."""
    listed = tmp_path_factory.mktemp("pins") / "pins"
    listed.write_text("uncommon-list-9\n")
    with running_house(tmp_path_factory.mktemp("floor"), profile="floor", common_pins=listed) as house:
        owner = house.browser()
        body = {"code": house.live_house.owner_setup.code, "id": "kim", "name": "Kim Tran", "pin": PIN}
        owner.succeed("POST", "/setup", body)
        for member, rank in (("lee", "dealer"), ("max", "manager"), ("ins", "inspector")):
            owner.succeed("POST", "/staff", {"id": member, "rank": rank, "pin": PIN})
        owner.succeed("POST", "/tables", {"layout": "crown-sydney-2024", "table": "T1"})
        yield house


def test_the_owner_is_made_once_and_only_with_the_code(floor: House) -> None:
    """Afterwards set-up is closed, whatever is sent."""
    body = {"code": floor.live_house.owner_setup.code, "id": "eve", "name": "Eve", "pin": PIN}
    assert floor.browser().send_request("POST", "/setup", body).status_code == 404
    session = sign_in(floor, "kim").get("/session")
    assert (session["role"], session["rank"], session["name"]) == ("staff", "senior-manager", "Kim Tran")
    assert not session["setup_open"]


def test_without_the_code_there_is_no_owner(tmp_path: Path) -> None:
    """A person who cannot read the server's console cannot make the owner's account."""
    body = {"code": "guess", "id": "eve", "name": "Eve", "pin": PIN}
    with running_house(tmp_path, profile="floor") as house:
        assert house.browser().send_request("POST", "/setup", body).json()["code"] == "sign-in-refused"


@pytest.mark.parametrize(
    "name",
    [
        "<img src=x onerror=alert(1)>",
        "a\x1b[2J",
        "x" * 41,
        "x" * 60_000,
        "a\u202eb",
        "a#b",
        "a\u200bb",
        "😀",
        "a\x85\x07",
        "\u3164",
        "a\ufe0f",
        "a\u034f",
        "-",
    ],
)
def test_a_name_of_staff_is_short_and_made_of_letters(floor: House, name: str) -> None:
    """Markup, controls, hidden letters and very long names are refused, and no account is added."""
    owner = sign_in(floor, "kim")
    refused = owner.send_request(
        "POST", "/staff", {"id": "new.one", "rank": "dealer", "pin": PIN, "name": name}
    )
    assert (refused.status_code, refused.json()["code"]) == (400, "bad-request")
    assert refused.json()["detail"].startswith("A name has at most 40 letters")
    assert "new.one" not in [one["id"] for one in owner.get("/staff")]


def test_people_are_called_as_they_are_called() -> None:
    """Letters keep their marks, a line break becomes a space, and the id replaces a missing name."""
    for name in ("Nguyễn Thị Ánh", "陳大文", "Seán O'Brien", "María-José (Pit 2)", "Шевченко О.", "प्रिया"):
        assert staff_name(name, "id") == name
    assert staff_name(" Kim \r\n Tran ", "kim") == "Kim Tran"
    assert staff_name("", "kim") == "kim"


def test_a_pin_is_kept_as_argon2id_only(floor: House) -> None:
    """The PIN cannot be read from the file; outside the tests each attempt costs 64 MiB."""
    assert profiles.RFC_9106_LOW_MEMORY.memory_cost == 65_536
    for member in floor.live_house.sessions.staff.values():
        assert member.secret.startswith("$argon2id$")
    assert PIN.encode() not in (floor.live_house.settings.data / "sessions.sqlite").read_bytes()


TRIED_FIRST = [
    *(
        "1234567",
        "12345678",
        "11112222",
        "my-casino-9",
        "lee-48291357",
        "24121987",
        "12/24/1987",
        "1987-12-24",
    ),
    *("48294829", "asdfghjkl", "1qaz2wsx", "qwer1234", "Uncommon-List-9"),
]


@pytest.mark.parametrize("pin", [*TRIED_FIRST, "x" * 129])
def test_a_pin_that_is_tried_first_is_not_taken(floor: House, pin: str) -> None:
    """Short PINs, runs, house words, the id, dates, repeats, keyboard rows and listed PINs are refused."""
    changed = sign_in(floor, "lee").send_request("PUT", "/session/pin", {"pin": PIN, "new": pin})
    assert (changed.status_code, "PIN" in changed.json()["detail"]) == (400, True)


def test_a_pin_change_needs_the_old_pin_and_ends_other_sessions(floor: House) -> None:
    """A PIN may have any characters, and all of them count; the old PIN and token become invalid."""
    here, elsewhere, new = sign_in(floor, "lee"), sign_in(floor, "lee"), "Größe 9 · " + "z" * 80
    token = here.http.cookies["sicbo"]
    assert here.send_request("PUT", "/session/pin", {"pin": "not-my-pin", "new": new}).status_code == 403
    assert here.succeed("PUT", "/session/pin", {"pin": PIN, "new": new})["role"] == "staff"
    assert here.get("/session")["role"] == "staff"
    assert elsewhere.get("/session")["role"] == "guest"
    here.http.cookies.clear()
    here.http.cookies.set("sicbo", token)
    assert here.get("/session")["role"] == "guest"
    for pin, status in ((PIN, 403), (new[:-1], 403), (new.lower(), 403), (new, 200)):
        assert (
            floor.browser().send_request("POST", "/sessions", {"id": "lee", "pin": pin}).status_code == status
        )
    assert floor.browser().send_request("PUT", "/session/pin", {"pin": new, "new": PIN}).status_code == 401
    signed = floor.browser()
    signed.succeed("POST", "/sessions", {"id": "lee", "pin": new})
    signed.succeed("PUT", "/session/pin", {"pin": new, "new": PIN})


def test_signing_out_ends_the_session(floor: House) -> None:
    """The old cookie becomes invalid."""
    browser = sign_in(floor, "lee")
    token = browser.http.cookies["sicbo"]
    assert browser.http.delete("/session").status_code == 204
    browser.http.cookies.set("sicbo", token)
    assert browser.get("/session")["role"] == "guest"


def test_staff_who_ask_nothing_for_an_hour_are_signed_out(
    floor: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their console is released and their stream ends; a player's session stays."""
    monkeypatch.setattr("sicbo.server.routes.play.stream.HEARTBEAT", 0.1)
    lee, sessions = sign_in(floor, "lee"), floor.live_house.sessions
    player, guest = sessions.begin_player("anna#1", "Anna")[0], floor.browser()
    lee.succeed("POST", "/tables/T1/console", {})
    guest.http.cookies.set("sicbo", player)
    with lee.stream("T1") as follows:
        follows.until(lambda seen: seen.view["dealer"]["kind"] == "console")
        monkeypatch.setattr("sicbo.server.access.sessions.IDLE_SECONDS", -1)
        with pytest.raises(ConnectionClosed):
            follows.until(lambda seen: False)
    assert sessions.holder("T1") is None
    assert lee.get("/session")["role"] == "guest"
    assert guest.get("/session")["role"] == "player"


def test_that_a_session_is_used_is_kept_to_the_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This holds after a restart, and for the new token after a PIN."""
    now = [1_800_000_000]
    monkeypatch.setattr("sicbo.server.access.sessions.time.time", lambda: now[0])
    sessions = Sessions(open_session_file(tmp_path))
    lee = StaffAccount("lee", "Lee", "dealer", "")
    sessions.add_staff(lee)
    begun = sessions.begin_staff(lee)
    assert begun
    token, session = begun
    for minutes in (50, 50, 50):
        now[0] += 60 * minutes
        assert sessions.find(token) is session
    sessions.close()
    again = Sessions(open_session_file(tmp_path))
    now[0] += 3_600
    known = again.find(token)
    assert known is not None
    now[0] += 59
    assert (again.find(token), again.last_used(known)) == (known, now[0] - 59)
    now[0] += 3_000
    renewed = again.renew(known, lee)
    assert renewed
    token = renewed
    now[0] += 3_600
    assert again.find(token) is known
    now[0] += 3_601
    assert again.find(token) is None
    again.close()


def test_staff_see_their_own_sessions_and_can_end_them(floor: House) -> None:
    """They see only their own sessions, and end them with a recent PIN; players have no list."""
    here, elsewhere, other = sign_in(floor, "lee"), sign_in(floor, "lee"), sign_in(floor, "max")
    listed = here.get("/sessions")
    assert [one["here"] for one in listed].count(True) == 1
    assert all(one["begun"] <= one["used"] for one in listed)
    [foreign] = [one["id"] for one in other.get("/sessions") if one["here"]]
    assert here.send_request("DELETE", f"/sessions/{foreign}").status_code == 404
    [there] = [one["id"] for one in elsewhere.get("/sessions") if one["here"]]
    mine = floor.live_house.sessions.find(here.http.cookies["sicbo"])
    assert mine is not None
    mine.proved -= 301
    assert here.send_request("DELETE", f"/sessions/{there}").json()["code"] == "step-up-required"
    here.succeed("POST", "/sessions/step-up", {"pin": PIN})
    assert here.send_request("DELETE", f"/sessions/{there}").status_code == 204
    assert elsewhere.get("/session")["role"] == "guest"
    assert there not in [one["id"] for one in here.get("/sessions")]
    assert floor.browser().send_request("GET", "/sessions").status_code == 401
    assert other.get("/session")["role"] == "staff"


def test_a_console_has_the_rank_that_its_holder_has_now(floor: House) -> None:
    """After a demotion the session lists it as a dealer's; an inspector holds no console."""
    owner, manager = sign_in(floor, "kim"), sign_in(floor, "max")
    manager.console("T1")
    assert manager.get("/session")["consoles"] == [{"table": "T1", "rank": "manager"}]
    owner.succeed("PUT", "/staff/max", {"rank": "dealer"})
    assert manager.get("/session")["consoles"] == [{"table": "T1", "rank": "dealer"}]
    kept = floor.live_house.sessions.store.execute("SELECT rank FROM console WHERE name = 'T1'").fetchall()
    assert kept == [("dealer",)]
    owner.succeed("PUT", "/staff/max", {"rank": "inspector"})
    assert manager.get("/session")["consoles"] == []
    assert floor.live_house.sessions.holder("T1") is None
    owner.succeed("PUT", "/staff/max", {"rank": "manager"})


def test_each_rank_does_what_its_rulebook_lets_it(floor: House) -> None:
    """A dealer opens and founds no tables and makes no accounts; a player on the floor gets no console."""
    dealer, visitor = sign_in(floor, "lee"), floor.browser()
    assert (
        dealer.send_request("POST", "/staff", {"id": "eve", "rank": "dealer", "pin": PIN}).status_code == 403
    )
    assert dealer.send_request("POST", "/tables", {"layout": "star-sydney", "table": "T2"}).status_code == 403
    opening = {"type": "open-table", "minimum": 500}
    refused = dealer.send_request("POST", "/tables/T1/commands", opening)
    assert (refused.status_code, refused.json()["code"]) == (403, "authority-required")
    assert visitor.send_request("POST", "/tables/T1/console", {"rank": "dealer"}).status_code == 403
    assert visitor.send_request("POST", "/tables/T1/commands", opening).status_code == 401
    for what in ("records", "names"):
        assert visitor.send_request("GET", f"/audit/T1/{what}").status_code == 401
        assert dealer.send_request("GET", f"/audit/T1/{what}").status_code == 403


def test_on_the_floor_an_order_needs_its_signature(floor: House) -> None:
    """The owner of the database cannot open a table in another person's name."""
    manager = sign_in(floor, "kim")
    manager.succeed("PUT", "/licence/crown-sydney-2024", {"approved_minimum": 500})
    opening = {"type": "open-table", "minimum": 500, "approved_minimum": 500, "profile": "floor"}
    refused = manager.send_request("POST", "/tables/T1/commands", opening).json()
    assert refused["code"] == "authority-required"
    assert "signature" in refused["detail"]


def test_one_person_at_a_time_holds_the_console(house: House) -> None:
    """The person who takes the console over deals, and the previous holder is refused."""
    first, second = house.browser(), house.browser()
    first.console("melbourne-b", "dealer")
    assert first.perform("melbourne-b", "place-bets")["events"][0]["type"] == "step-performed"
    second.console("melbourne-b", "dealer")
    refused = first.send_request("POST", "/tables/melbourne-b/commands", {"type": "perform", "step": "cover"})
    assert refused.json()["code"] in ("console-held", "authority-required")
    assert second.perform("melbourne-b", "cover")["events"][0]["data"]["step"] == "cover"
    with second.stream("melbourne-b") as follows:
        follows.until(lambda seen: seen.view["dealer"]["kind"] == "console")
        assert follows.view["dealer"] == {"kind": "console", "name": "Kim", "pause": False}


def test_a_dealer_s_rank_is_too_low_for_limits_and_says_whose_is_not(house: House) -> None:
    """The answer is 403 with the clause and the title that is required."""
    dealer = house.browser()
    dealer.console("sydney", "dealer")
    change = {"type": "change-limits", "minimum": 500, "maximum": 50_000}
    refused = dealer.send_request("POST", "/tables/sydney/commands", change)
    said = refused.json()
    assert (refused.status_code, said["code"]) == (403, "authority-required")
    assert said["required_rank"] == "Area Manager"
    assert said["clauses"][0]["rulebook"] == "crown-sydney-2024"


def test_a_player_gives_only_a_player_s_commands(house: House) -> None:
    """A player's commands concern that player only."""
    player, other = house.browser(), house.browser()
    player.sit("canberra", "Mei")
    theirs = other.sit("canberra", "Wei")["player"]
    for order in ({"type": "sign-on"}, {"type": "perform", "step": "place-bets"}, {"type": "close-table"}):
        refused = player.send_request("POST", "/tables/canberra/commands", order)
        assert (refused.status_code, refused.json()["code"]) == (403, "authority-required")
    refused = player.send_request(
        "POST", "/tables/canberra/commands", {"type": "leave-seat", "player": theirs}
    )
    assert (refused.status_code, refused.json()["code"]) == (403, "not-seated")
    assert theirs in [seat["player"] for seat in player.view("canberra")["seats"]]


def test_giving_the_console_back_lets_the_automatic_dealer_go_on(house: House) -> None:
    """The automatic dealer continues the round as it is."""
    dealer = house.browser()
    dealer.console("singapore-3")
    number = dealer.open_bets("singapore-3")
    with dealer.stream("singapore-3") as follows:
        follows.until(lambda seen: seen.view["dealer"]["kind"] == "console")
        assert follows.view["betting"]["closes_at"] is None
        dealer.succeed("DELETE", "/tables/singapore-3/console")
        follows.until(lambda seen: seen.view["betting"]["closes_at"])
        assert follows.view["dealer"]["kind"] == "automatic"
        assert follows.view["round"] == number


def test_a_higher_minimum_waits_for_its_notice_and_says_until_when(house: House) -> None:
    """The refusal and the view give the earliest lawful time."""
    manager = house.browser()
    manager.console("melbourne-a")
    house.browser().sit("melbourne-a")
    change = {"type": "change-limits", "minimum": 500, "maximum": 50_000}
    notice = {
        "type": "give-notice",
        "subject": "limits",
        "minimum": 500,
        "maximum": 50_000,
        "in_seconds": 1200,
    }
    manager.succeed("POST", "/tables/melbourne-a/commands", notice)
    refused = manager.send_request("POST", "/tables/melbourne-a/commands", change)
    shown = manager.view("melbourne-a")["notices"][0]

    assert refused.status_code == 409
    earliest, due = (datetime.fromisoformat(at) for at in (refused.json()["earliest_at"], shown["due_at"]))
    assert abs(earliest - due) < timedelta(milliseconds=2)
    assert 1190 < refused.json()["after_seconds"] <= 1200 and refused.json()["after_spins"] is None
    assert shown["minimum"] == 500
    manager.succeed("POST", "/tables/melbourne-a/commands", {"type": "withdraw-notice", "subject": "limits"})
    assert manager.view("melbourne-a")["notices"] == []
