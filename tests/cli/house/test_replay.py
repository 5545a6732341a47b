"""`sicbo replay` for inspectors."""

import json
import random
from pathlib import Path

import pytest

from sicbo.cli.main import main
from sicbo.house.export.bundles import export_bundle
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.house.opening import open_house
from sicbo.house.tournaments import HousePlay
from sicbo.tournament.format import plan_of
from sicbo.tournament.messages.commands import PublishTournament
from sicbo.tournament.simulation.autoplay import enter_players, prepare_tournament, random_seeds
from tests.house.evenings import EVERY, NAME, journal_of_transcript, new_house
from tests.house.houses import KEY
from tests.house.test_promotions import PromotionHouse, tickets_rule
from tests.tournament.tournaments import SYDNEY, terms_of

KEYS: dict[str, object] = {"house": [str(KEY.key.vkey)], "persons": {}, "witnesses": [], "rotations": []}


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Use eighty columns and a temporary directory."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


def write_bundle(name: str) -> None:
    """Write a transcript as the bundle `night.zip`."""
    export_bundle(journal_of_transcript(name), ["T1"], KEYS, Path("night.zip"), KEY)


def rows(out: str) -> list[str]:
    """Return the lines of the output, with single spaces."""
    return [" ".join(line.split()) for line in out.splitlines()]


@pytest.mark.parametrize("name", EVERY)
def test_every_transcript_is_a_page_of_eighty_columns(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every record is shown."""
    write_bundle(name)

    assert main(["replay", "night.zip"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert max(map(len, out.splitlines())) <= 80
    last = journal_of_transcript(name).heads()["T1"].number
    assert any(row.startswith(f"{last} ") for row in rows(out))


def test_a_page_shows_who_did_what_by_which_clause_and_how_the_table_stood(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The output has steps, slips, refusals, the settlement line by line, and the correction."""
    write_bundle("crown-sydney-correction")
    main(["replay", "night.zip"])
    told = rows(capsys.readouterr().out)

    assert told[:4] == [
        "Table T1",
        "Times are in UTC. People are shown by the first digits of their pseudonyms.",
        "",
        "record time who what happened clause",
    ]
    at = told.index("6 00:00:05 ana ana has $25 on Small 3.1, 3.4")
    assert told[at + 1] == "[1 slip $25, next: cover the tumbler]"
    assert told[told.index("Round 1") + 1].startswith("5 00:00:04 dealer Place your bets 5.1.1")
    assert any("refused: Your rank may not" in row for row in told)
    assert "ana: $25 on Small lost 3.3.2(b)" in " ".join(told)
    assert "1 2 4 in place of 4 5 6" in " ".join(told)


def test_one_round_has_only_its_own_records(capsys: pytest.CaptureFixture[str]) -> None:
    """Later actions on the round are included; a round that was not played gives exit code 4."""
    write_bundle("crown-sydney-correction")

    assert main(["replay", "night.zip", "--round", "2", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["record"] for line in lines] == [21, 22, 23]
    assert [line["refused"] for line in lines] == [False, True, True]
    assert main(["replay", "night.zip", "--round", "9"]) == 4
    assert capsys.readouterr().err == "Unknown round: '9'. Rounds 1 to 2 were played.\n"


def test_machines_get_a_line_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    """Each line has whole pseudonyms, hashes and the state."""
    write_bundle("crown-sydney-correction")
    main(["replay", "night.zip", "--json"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    assert [line["record"] for line in lines] == list(range(1, 24))
    assert lines[0]["rank"] is None and lines[5]["rank"] is None
    slip = lines[5]
    record = list(journal_of_transcript("crown-sydney-correction").read("T1"))[5]
    assert (slip["by"], slip["id"], slip["hash"], slip["wall"]) == (
        "ana",
        record.id,
        record.hash.hex(),
        record.wall,
    )
    assert slip["happened"] == [{"says": "ana has $25 on Small", "clause": "3.1, 3.4"}]
    assert slip["state"] == {
        "round": 1,
        "due": "cover the tumbler",
        "slips": 1,
        "staked": 2500,
        "dice": [],
    }
    assert lines[19]["rank"] == "supervisor" and lines[19]["state"]["dice"] == [1, 2, 4]


def test_people_are_called_by_the_first_digits_of_their_pseudonyms(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Short pseudonyms make a line fit; a data directory can be replayed during play."""
    main(["journal", "sample", "day", "--rounds", "1"])
    with open_house("day") as house:
        players = SampleDay(house.floor, "crown-sydney-2024").players
        capsys.readouterr()
        assert main(["replay", "day"]) == 0
    out = capsys.readouterr().out

    assert players[0][:8] in out
    assert players[0] not in out


def test_with_several_tables_one_is_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a choice the exit code is 2; an unknown table gives 4."""
    main(["journal", "sample", "day", "--rounds", "1"])
    with open_house("day") as house:
        SampleDay(house.floor, "canberra-2005", name="T2").deal(1)
    capsys.readouterr()

    assert main(["replay", "day"]) == 2
    assert capsys.readouterr().err == "There is more than one log. Choose one with --table: T1, T2.\n"
    assert main(["replay", "day", "--table", "T3"]) == 4
    assert main(["replay", "day", "--table", "T2"]) == 0
    assert "canberra-2005" in capsys.readouterr().out


def test_a_tournament_and_a_promotion_are_replayed_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """Every record has words and the clause; a promotion has no rounds."""
    with new_house(Path("data")) as house:
        PromotionHouse(house).start_promotion(tickets_rule(1))
        play = HousePlay(house, "cup", plan_of(terms_of(SYDNEY)), NAME)
        play.do(PublishTournament, terms=terms_of(SYDNEY))
        prepare_tournament(play, random_seeds(random.Random(1).randrange))
        enter_players(play, ["p-1", "p-2"])

    assert main(["replay", "data", "--table", "cup"]) == 0
    cup = " ".join(capsys.readouterr().out.split())
    assert main(["replay", "data", "--table", "P1"]) == 0
    promotion = " ".join(capsys.readouterr().out.split())
    assert cup.startswith("Tournament cup")
    assert "version 1 of the terms is published" in cup
    assert "enters for $120, with a bank" in cup
    assert promotion.startswith("Promotion P1")
    assert "the promotion begins" in promotion
    assert main(["replay", "data", "--table", "P1", "--round", "1"]) == 4
    assert "This log has no rounds" in capsys.readouterr().err


def test_a_broken_chain_is_replayed_up_to_the_break_and_is_3(capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is not a bundle gives exit code 2."""
    export_bundle(journal_of_transcript("crown-sydney-correction"), ["T1"], KEYS, Path("night"), KEY)
    path = Path("night/tables/T1.journal")
    path.write_bytes(path.read_bytes().replace(b"2500", b"2600", 1))

    assert main(["replay", "night"]) == 3
    out, err = capsys.readouterr()
    assert any(row.startswith("5 ") for row in rows(out))
    assert err.startswith("Table T1, record 6: ")
    Path("letter").write_text("Dear aunt")
    assert main(["replay", "letter"]) == 2
