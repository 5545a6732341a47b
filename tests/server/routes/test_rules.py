"""The rules over HTTP, the OpenAPI document, health, metrics, pages and settings."""

import json
from pathlib import Path

import httpx
import pytest

from sicbo import i18n, rulebooks
from sicbo.cli.main import main
from sicbo.errors import BadInput
from sicbo.rulebook import Rulebook
from sicbo.server import pages
from sicbo.server.settings import read_settings
from tests.server.houses import House, new_account, running_house


@pytest.mark.parametrize("name", rulebooks.every_layout())
def test_a_layout_has_every_area_with_its_odds_and_four_names(house: House, name: str) -> None:
    """The data from which the cloth is drawn agrees with the rulebook."""
    shape, book = house.browser().get(f"/layouts/{name}"), Rulebook.load(name)
    assert [area["bet"] for area in shape["areas"]] == [area.bet for area in book.layout.areas]
    assert [area["order"] for area in shape["areas"]] == list(range(1, len(book.layout) + 1))
    for area in shape["areas"]:
        prices = book.layout.prices[area["bet"]]
        assert area["odds"] == [f"{i18n.odds_to_one(price.odds)} to 1" for price in prices]
        assert area["edge"]["exact"] == str(book.edge(area["bet"]))
        assert set(area["name"]) == set(i18n.LANGUAGES)
    assert bool(shape["symbols"]) == name.endswith("/b")
    assert shape["sha256"] == book.sha256


def test_rulebooks_and_clauses_are_there(house: House) -> None:
    """There are five rulebooks and eight layouts; an unknown clause is a 404 with the nearest names."""
    browser = house.browser()
    books = browser.get("/rulebooks")
    assert len(books) == 5
    assert sum(len(book["layouts"]) for book in books) == 8
    star = browser.get("/rulebooks/star-sydney")
    assert star["steps"][0] == {
        "step": "cover",
        "clause": "5.1",
        "equipment": None,
    }
    assert browser.get("/rulebooks/star-sydney-2016/clauses/5.3")["clause"] == "5.3"
    missing = browser.http.get("/rulebooks/star-sidney")
    assert missing.status_code == 404
    assert "star-sydney" in missing.json()["detail"]


def test_the_interface_documents_itself(house: House) -> None:
    """Every route of the API is in the OpenAPI document, with its schemas."""
    document = httpx.get(f"{house.address}/schema/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    slip = document["paths"]["/api/v1/tables/{table}/slip"]["put"]
    assert any(one["name"] == "Idempotency-Key" for one in slip["parameters"])
    assert "TableView" in document["components"]["schemas"]
    assert len(document["paths"]) > 30


def test_health_and_figures(house: House) -> None:
    """The process is alive and ready with its checks, and the metrics contain no person."""
    browser = house.browser()
    browser.console("sydney")
    mine = browser.sit("sydney", "Zebediah")
    number = browser.open_bets("sydney")
    browser.slip("sydney", {"small": 500}, number)
    assert httpx.get(f"{house.address}/livez").text == "ok\n"
    ready = httpx.get(f"{house.address}/readyz")
    assert ready.status_code == 200
    assert all(ready.json()["checks"].values())
    assert httpx.get(f"{house.address}/healthz").json() == ready.json()
    figures = httpx.get(f"{house.address}/metrics").text
    assert 'sicbo_slips_total{result="registered",table="sydney"} 1.0' in figures
    assert "sicbo_event_append_seconds_count" in figures
    browser.finish("sydney", [1, 2, 4])
    ended = 'sicbo_rounds_total{outcome="settled",table="sydney"} 1.0'
    assert ended in httpx.get(f"{house.address}/metrics").text
    assert "sicbo_settlement_mismatch_total 0.0" in figures
    assert "Zebediah" not in figures
    assert mine["player"] not in figures
    assert httpx.get(f"{house.address}/version").json()["profile"] == "home"


def test_pages_come_with_a_tag_and_are_not_sent_twice(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each screen has its address, files are sent unchanged, and nothing outside the folder can be read."""
    monkeypatch.setattr(pages, "WEB", tmp_path / "web")
    for screen in ("lobby", "terminal", "console"):
        (tmp_path / "web" / screen).mkdir(parents=True)
        (tmp_path / "web" / screen / "index.html").write_text(f"<title>{screen}</title>")
    (tmp_path / "web" / "lobby" / "lobby.js").write_text("export const one = 1;")
    (tmp_path / "secret.txt").write_text("secret")
    for path, screen in (("/", "lobby"), ("/table/sydney", "terminal"), ("/console/star", "console")):
        answer = httpx.get(f"{house.address}{path}")
        assert screen in answer.text
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
    script = httpx.get(f"{house.address}/lobby/lobby.js")
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    again = httpx.get(f"{house.address}/lobby/lobby.js", headers={"If-None-Match": script.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/lobby/..%2f..%2fsecret.txt", "/nothing.js"):
        assert httpx.get(f"{house.address}{path}").status_code == 404


@pytest.mark.parametrize("path", ["/locales/vi.json", "/shared/i18n.js", "/shared/theme.css", "/"])
def test_a_page_is_compressed_for_a_browser_that_accepts_it(house: House, path: str) -> None:
    """Both forms have the same content, each has its own ETag, and either ETag spares sending it again."""
    plain = httpx.get(f"{house.address}{path}", headers={"Accept-Encoding": "identity"})
    packed = httpx.get(f"{house.address}{path}", headers={"Accept-Encoding": "gzip, br"})
    assert packed.content == plain.content
    assert (packed.headers["content-encoding"], packed.headers["vary"]) == ("gzip", "Accept-Encoding")
    assert "content-encoding" not in plain.headers
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 1.5
    assert packed.headers["etag"] != plain.headers["etag"]
    for etag in (packed.headers["etag"], plain.headers["etag"]):
        again = httpx.get(f"{house.address}{path}", headers={"If-None-Match": etag})
        assert (again.status_code, again.content) == (304, b"")


def test_a_changed_page_is_sent_again(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an update of the files no browser keeps the old ones."""
    monkeypatch.setattr(pages, "WEB", tmp_path)
    (tmp_path / "one.js").write_text("export const one = 1;")
    before = httpx.get(f"{house.address}/one.js")
    (tmp_path / "one.js").write_text("export const one = 'one';")
    after = httpx.get(f"{house.address}/one.js", headers={"If-None-Match": before.headers["etag"]})
    assert (after.status_code, after.text) == (200, "export const one = 'one';")


def test_a_table_can_be_founded_at_home_and_names_are_checked(house: House) -> None:
    """A new table opens at once with a dealer. A name that is taken or malformed is refused."""
    browser = house.browser()
    browser.sit("canberra")
    made = browser.succeed("POST", "/tables", {"layout": "crown-melbourne/b", "table": "kitchen"})
    assert made["view"]["layout"] == "crown-melbourne-6.1/b"
    assert made["view"]["open"]
    assert (
        browser.send_request("POST", "/tables", {"layout": "star-sydney", "table": "kitchen"}).status_code
        == 409
    )
    assert (
        browser.send_request("POST", "/tables", {"layout": "star-sydney", "table": "a/b"}).status_code == 400
    )
    assert browser.send_request("POST", "/tables", {"layout": "nowhere", "table": "x"}).status_code == 404


def test_every_mistake_in_the_settings_is_said_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Each mistake gets one sentence that says what would be right."""
    wrong = {
        "SICBO_PORT": "http",
        "SICBO_PROFILE": "casino",
        "SICBO_BOTS": "99",
        "SICBO_HOUSE": "home.example",
    }
    with pytest.raises(BadInput) as refused:
        read_settings({}, wrong)
    said = str(refused.value)
    assert said.count("SICBO_") == 3
    assert "one of home, training, floor" in said
    assert read_settings({"port": 9}, {"SICBO_PORT": "8"}).port == 9
    assert main(["config", "check", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["host"] == "127.0.0.1"


def test_the_laboratory_settles_prices_and_distributes_exactly(house: House) -> None:
    """The figures are those of the library, as fractions."""
    browser, book = house.browser(), Rulebook.load("crown-sydney")
    slip = {"layout": "crown-sydney", "stakes": {"small": 2_500, "domino-14": 500}}
    settled = browser.succeed("POST", "/analysis/settle", {**slip, "dice": [4, 1, 4]})
    assert sum(line["net"] for line in settled["lines"]) == 5_500
    priced = browser.succeed("POST", "/analysis/price", slip)
    assert priced["bets"]["small"]["exact"] == str(book.edge("small"))
    spread = browser.succeed("POST", "/analysis/distribution", {**slip, "rounds": 10})
    exact = book.distribution({"small": 2_500, "domino-14": 500}, 10)
    assert (spread["mean"], spread["ahead"]) == (str(exact.mean), str(exact.ahead))
    assert spread["worst"] == -30_000
    too_many = browser.send_request("POST", "/analysis/distribution", {**slip, "rounds": 10_000})
    assert too_many.json()["code"] == "bad-request"


def test_texts_are_compared_and_looked_over(house: House) -> None:
    """The routes return the differences between two rulebooks and the oddities of one."""
    browser = house.browser()
    assert {"section", "what", "first", "second"} == set(
        browser.get("/rulebooks/crown-sydney/diff/star-sydney")[0]
    )
    assert any(
        "3.15" in one["clause"] or one["reading"] for one in browser.get("/rulebooks/star-sydney/findings")
    )


def test_on_the_floor_the_laboratory_is_not_for_players(tmp_path: Path) -> None:
    """On the casino floor players get no advice; staff and inspectors may use the analysis."""
    slip = {"layout": "crown-sydney", "stakes": {"small": 2_500}}
    with running_house(tmp_path, profile="floor") as house:
        refused = house.browser().send_request("POST", "/analysis/price", slip)
        assert (refused.status_code, refused.json()["code"]) == (403, "advice-not-permitted")
        inspector = house.browser()
        inspector.http.cookies.set("sicbo", new_account(house.live_house, "ins", "inspector"))
        assert inspector.send_request("POST", "/analysis/price", slip).status_code == 200


def test_a_table_is_called_by_its_layout(house: House) -> None:
    """Two tables of one rulebook have different layout names, at the desk as in the lobby."""
    browser = house.browser()
    rows = {row["table"]: row["name"] for row in browser.get("/tables")}

    assert rows["melbourne-a"] == "Crown Melbourne, Option A"
    assert rows["melbourne-b"] == browser.view("melbourne-b")["name"] == "Crown Melbourne, Option B"
